/** A program that is ended in a terminal, and everything that it leaves behind: modes, settings, processes, an exit code. */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {type Bound, type Calibration, type Kind, sourceOf} from '../../../helpers/calibration.ts';
import {openPty, type Pty, poll} from '../../../helpers/terminal.ts';

/** What is run in the terminal. */
export type Started = {
	/** The program and its arguments. */
	command: readonly string[];
	env: Readonly<Record<string, string | undefined>>;
	/** A folder of the trial's own. */
	folder: string;
	/** Shell commands in front of it: settings of the terminal, limits, traps. */
	before?: readonly string[];
	columns?: number;
	rows?: number;
};

/** A program in a terminal, below the shell that started it. */
export type Patient = {
	pty: Pty;
	/** The program's process, once there is one. */
	pid(): number | undefined;
	folder: string;
	/** What was found on the way to its end. */
	wrong: string[];
	/** The modes that need not be switched back, as `modesLeft` words them; undefined if all must. */
	except: RegExp | undefined;
	[Symbol.asyncDispose](): Promise<void>;
};

const statOf = (pid: number): string[] | undefined => {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name stands in brackets and may hold blanks.
		return text.slice(text.lastIndexOf(')') + 2).split(' ');
	} catch {
		return undefined;
	}
};

/** True for a process that runs: a zombie has ended. */
export const isAlive = (pid: number): boolean => !['Z', 'X', undefined].includes(statOf(pid)?.[0]);

/** Seconds of CPU time that a process has used; undefined if it is gone. */
const cpuOf = (pid: number): number | undefined => {
	const stat = statOf(pid);
	return stat && (Number(stat[11]) + Number(stat[12])) / 100;
};

/** The processes of a session, by the process that leads it. */
const sessionOf = (leader: number): number[] =>
	readdirSync('/proc')
		.map(Number)
		.filter(pid => pid > 0 && Number(statOf(pid)?.[3]) === leader && isAlive(pid));

const childrenOf = (pid: number): number[] => {
	try {
		return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
	} catch {
		return [];
	}
};

/**
 * Starts a program below a shell, which notes the terminal's settings before and after it, and its exit code. Use with
 * `await using`.
 */
export const start = ({command, env, folder, before = [], columns = 120, rows = 40}: Started): Patient => {
	const script = [
		'ulimit -c 0',
		'trap : INT QUIT',
		...before,
		`stty -g > '${folder}/before'`,
		'(: > "$0/started"; exec "$@")',
		'code=$?',
		// A program that stopped is continued once the trial has seen what it left until then.
		`if [ $code -gt 146 ] && [ $code -lt 150 ]; then`,
		`stty -g > '${folder}/new' && mv '${folder}/new' '${folder}/stopped'`,
		`while [ ! -e '${folder}/continue' ]; do sleep 0.05; done`,
		'fg > /dev/null',
		'code=$?',
		'fi',
		`stty -g > '${folder}/after' 2>/dev/null`,
		// Moved, so that whoever sees the file sees all of it.
		`echo $code > '${folder}/new' && mv '${folder}/new' '${folder}/code'`,
		'exit $code',
	].join('\n');
	const pty = openPty({command: 'sh', args: ['-c', script, folder, ...command], env, columns, rows});
	return {
		pty,
		folder,
		wrong: [],
		except: undefined,
		pid: () => (existsSync(join(folder, 'started')) ? childrenOf(pty.pid)[0] : undefined),
		async [Symbol.asyncDispose]() {
			for (const pid of sessionOf(pty.pid)) {
				try {
					process.kill(pid, 'SIGKILL');
				} catch {
					// It has ended in the meantime.
				}
			}
			await pty[Symbol.asyncDispose]();
		},
	};
};

/** The text of a file of a trial; undefined while there is none. */
export const textIn = (folder: string, name: string): string | undefined => {
	try {
		return readFileSync(join(folder, name), 'utf8').trim();
	} catch {
		return undefined;
	}
};

/** The modes of a terminal that a program has to switch back, and did not. */
export const modesLeft = ({pty, except}: Pick<Patient, 'pty' | 'except'>): string[] => {
	const {alternate, cursorHidden, bracketedPaste, wraparound} = pty.modes;
	const modes: [string, boolean][] = [
		['the alternate screen is on', alternate],
		['the cursor is hidden', cursorHidden],
		['bracketed paste is on', bracketedPaste],
		['lines no longer wrap', !wraparound],
		['the mouse is reported', pty.mouse],
	];
	return modes.filter(([what, is]) => is && !except?.test(what)).map(([what]) => what);
};

/** What an end must look like. */
export type Wanted = {
	/** The exit codes that it may have. */
	codes: readonly number[];
	/** True if the terminal, or the shell, goes with it: then neither settings nor an exit code can be seen. */
	isGone?: boolean;
};

/** What a program may take to end, and the CPU time that it may use for that. */
const most: Readonly<Record<Kind, Bound>> = {wall: {fixed: 10_000, work: 5000}, cpu: {work: 2000}};

/** Milliseconds after which it never ends. */
const patience = 60_000;

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Waits for a program's end, and says what it left behind that it must not. */
export const aftermath = async (
	patient: Patient,
	pid: number,
	{codes, isGone = false}: Wanted,
	calibration: Calibration,
	cpuBefore = cpuOf(pid) ?? 0,
): Promise<string[]> => {
	const {pty, folder} = patient;
	const wrong = [...patient.wrong];
	const begun = performance.now();
	let cpu = cpuBefore;
	const hasEnded = (): boolean => {
		cpu = cpuOf(pid) ?? cpu;
		return !isAlive(pid) && (isGone || textIn(folder, 'code') !== undefined);
	};
	if (!(await poll(hasEnded, patience))) {
		wrong.push(isAlive(pid) ? `it still runs after ${seconds(patience)}` : 'its shell has no exit code');
	}
	const took: Readonly<Record<Kind, number>> = {wall: performance.now() - begun, cpu: 1000 * (cpu - cpuBefore)};
	// What it wrote while nobody read is read now.
	pty.resume();
	for (const kind of ['wall', 'cpu'] as const) {
		const bound = await calibration.exceeded(kind, took[kind], most[kind]);
		if (bound !== undefined) {
			wrong.push(
				`it used ${seconds(took[kind])}${kind === 'cpu' ? ' of CPU time' : ''} to end, over ${seconds(bound)}`,
			);
		}
	}
	if (!(await poll(() => isGone || pty.exited, 5000))) {
		wrong.push('the terminal is still held');
	}
	await poll(() => sessionOf(pty.pid).length === 0, 2000);
	for (const left of sessionOf(pty.pid)) {
		wrong.push(`process ${left} was left: ${textIn(`/proc/${left}`, 'cmdline')?.replaceAll('\0', ' ').slice(0, 80)}`);
	}
	if (isGone) {
		return wrong;
	}
	const code = Number(textIn(folder, 'code') ?? Number.NaN);
	if (!codes.includes(code)) {
		wrong.push(`the exit code is ${code}, not ${codes.join(' or ')}`);
	}
	if (textIn(folder, 'before') === undefined || textIn(folder, 'before') !== textIn(folder, 'after')) {
		wrong.push('the settings of the terminal (stty) are not as before');
	}
	return [...wrong, ...modesLeft(patient)];
};

/**
 * What a program that leaves everything as it must not be, and works for twice as long as it may, is found to leave; each of
 * these has to be found.
 */
export const selfCheck = async (folder: string, calibration: Calibration): Promise<string[]> => {
	const spin = `import(${JSON.stringify(sourceOf)}).then(({workFor}) => { workFor(${2 * most.cpu.work}); process.exit(9); })`;
	const script = [
		String.raw`printf '\033[?1049h\033[?25l\033[?2004h\033[?7l\033[?1000h'`,
		'stty raw -echo',
		// It outlives the shell, and is in its session.
		"(trap '' HUP; exec sleep 600) < /dev/null > /dev/null 2>&1 &",
		`exec '${process.execPath}' -e '${spin}'`,
	].join('\n');
	await using patient = start({command: ['sh', '-c', script], env: {PATH: process.env.PATH}, folder});
	await poll(() => patient.pid() !== undefined, 5000);
	const found = await aftermath(patient, patient.pid() ?? 0, {codes: [0]}, calibration, 0);
	const wanted = [/CPU time/, /was left/, /exit code is 9/, /stty/, /alternate/, /cursor/, /paste/, /wrap/, /mouse/];
	return wanted.filter(words => !found.some(one => words.test(one))).map(words => words.source);
};
