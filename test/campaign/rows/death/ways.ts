/** The ways to die, the states of the terminal, and the moments. */
import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {poll} from '../../../helpers/terminal.ts';
import {isAlive, modesLeft, type Patient, textIn, type Wanted} from './ended.ts';

/** When it dies: before its first frame, while figures are being read, with a command under way. */
export const moments = ['before the first frame', 'while figures are read', 'while a command is under way'] as const;

/** How the terminal stands. */
export const states = [
	'plain',
	'alternate screen on already',
	'raw, without echo',
	'20 by 5',
	'not read (Ctrl-S)',
	'in a question with typed text',
] as const;

export type Moment = (typeof moments)[number];
export type State = (typeof states)[number];

/** A way to die. */
export type Way = Wanted & {
	name: string;
	/** Code that the program loads first. */
	code?: string;
	/** Shell commands before the program. */
	before?: readonly string[];
	/** A command that runs the program: its words stand before those of the program. */
	through?: readonly string[];
	/** Prepares the folder of the trial; what it returns takes that back. */
	prepare?(folder: string): () => void;
	/** True if it runs on its embedded sandbox. */
	isEmbedded?: true;
	/** True if the audit cannot be written: then no command leaves, and the program goes on until q. */
	isMute?: true;
	/** Kills it. */
	act(patient: Patient, pid: number): Promise<void> | void;
};

/** Fills the heap at some 150 MB a second, with numbers: references would be followed at each collection, which is work that no end causes. */
const hoarding = '{ const hoard = []; setInterval(() => hoard.push(new Array(100_000).fill(1.5)), 5); }';

const signal = (name: NodeJS.Signals, code: number): Way => ({
	name,
	codes: [code],
	act: (_patient, pid) => void process.kill(pid, name),
});

/** Presses a key until it is heard: it may close something else first. */
const pressUntilGone = async ({pty}: Patient, pid: number, key: string): Promise<void> => {
	for (let again = 0; again < 10 && isAlive(pid); again++) {
		pty.press(key);
		if (!(await poll(() => !isAlive(pid), 700))) {
			pty.press('escape');
			await poll(() => !isAlive(pid), 150);
		}
	}
};

const quit = (patient: Patient, pid: number): Promise<void> => pressUntilGone(patient, pid, 'q');

/** Has code run once a file is there: a signal would be lost while the program has no listener. */
const onceTold = (act: string): string =>
	`import {existsSync as isThere} from 'node:fs'; import {isMainThread} from 'node:worker_threads';
	const wait = setInterval(() => { if (isThere(process.env.TRIAL_FOLDER + '/now')) { clearInterval(wait); ${act} } }, 20); wait.unref();`;

const tell = ({folder}: Patient): void => writeFileSync(`${folder}/now`, '');

/** A disk with no room: a file system in memory, filled up. */
const fullDisk = (folder: string): (() => void) => {
	const disk = `${folder}/state`;
	mkdirSync(`${disk}`, {mode: 0o700});
	execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=0700', 'tmpfs', disk]);
	mkdirSync(`${disk}/dialtop`, {mode: 0o700});
	try {
		writeFileSync(`${disk}/filler`, Buffer.alloc(1_000_000));
	} catch {
		// It is full now.
	}
	return () => execFileSync('umount', ['-l', disk]);
};

/** Whether this machine lets us mount a disk that can be filled. */
export const canMount = (): boolean => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-mount-'));
	try {
		fullDisk(folder)();
		return true;
	} catch {
		return false;
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
};

/** The ways. */
export const ways: readonly Way[] = [
	{name: 'q', codes: [0], act: quit},
	{
		name: 'Ctrl-C',
		// Before the program reads keys the terminal makes a signal of it.
		codes: [0, 130],
		act: (patient, pid) => pressUntilGone(patient, pid, 'ctrl-c'),
	},
	signal('SIGINT', 130),
	signal('SIGTERM', 143),
	signal('SIGQUIT', 131),
	{
		name: 'SIGHUP, then q',
		// Once the monitor follows its configuration, the signal has it read again.
		codes: [0, 129],
		async act(patient, pid) {
			process.kill(pid, 'SIGHUP');
			await quit(patient, pid);
		},
	},
	{name: 'terminal closed', codes: [], isGone: true, act: ({pty}) => pty.hangUp()},
	{name: 'shell killed', codes: [], isGone: true, act: ({pty}) => void process.kill(pty.pid, 'SIGKILL')},
	{
		name: 'terminal closed, SIGHUP ignored',
		codes: [],
		isGone: true,
		before: ["trap '' HUP"],
		act: ({pty}) => pty.hangUp(),
	},
	{
		name: 'an error that nothing caught',
		codes: [70],
		code: onceTold("if (isMainThread) throw new Error('the trial threw this')"),
		act: tell,
	},
	{name: 'memory that runs out', codes: [70], code: onceTold(`if (isMainThread) ${hoarding}`), act: tell},
	{
		name: 'the embedded sandbox ends, then q',
		// Before its first frame there is nothing to watch without it.
		codes: [0, 70],
		isEmbedded: true,
		code: onceTold('if (!isMainThread) process.exit(9)'),
		async act(patient, pid) {
			tell(patient);
			await poll(() => !isAlive(pid) || patient.pty.text().includes('sandbox has ended'), 2000);
			await quit(patient, pid);
		},
	},
	{
		name: 'Ctrl-Z, then SIGHUP',
		codes: [129],
		before: ['set -m'],
		async act(patient, pid) {
			const {pty, folder, wrong} = patient;
			pty.press('ctrl-z');
			const isStopped = await poll(() => textIn(folder, 'stopped') !== undefined, 5000);
			const isRestored = await poll(() => modesLeft(patient).length === 0, 500);
			const same = textIn(folder, 'stopped') === textIn(folder, 'before');
			process.kill(pid, 'SIGHUP');
			writeFileSync(`${folder}/continue`, '');
			wrong.push(
				...(isStopped ? [] : ['it did not stop']),
				...(isRestored ? [] : modesLeft(patient).map(what => `${what} while it is stopped`)),
				...(same ? [] : ['the settings of the terminal (stty) are not as before while it is stopped']),
			);
		},
	},
	{name: 'disk full for the audit, then q', codes: [0], isMute: true, prepare: fullDisk, act: quit},
	{
		name: 'ulimit -f 0, SIGXFSZ, then q',
		codes: [0],
		isMute: true,
		through: ['sh', '-c', 'ulimit -f 0; exec "$@"', 'sh'],
		async act(patient, pid) {
			// It ends a process that is not the program yet, which hides the cursor first of all.
			if (patient.pty.modes.cursorHidden) {
				process.kill(pid, 'SIGXFSZ');
			}
			await quit(patient, pid);
		},
	},
];
