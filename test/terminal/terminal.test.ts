import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {constants, tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {openPty, type Pty, poll} from '../helpers/terminal.ts';

const program = new URL('./fixtures/program.ts', import.meta.url).pathname;
const ours = {alternate: true, cursorHidden: true, bracketedPaste: true, wraparound: false};
const theirs = {alternate: false, cursorHidden: false, bracketedPaste: false, wraparound: true};

let folder = '';
let report = '';

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-terminal-'));
	report = join(folder, 'report.json');
});

afterEach(() => rmSync(folder, {recursive: true, force: true}));

type Report = {kind?: string; code?: number; count: number; worstLag: number; mostWaiting: number};

function read(path: string): Report | undefined {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch {
		// Not written yet, or half written.
		return undefined;
	}
}

const run = (...more: string[]): Pty => openPty({command: process.execPath, args: [program, report, ...more]});

/** A shell in which the program runs. */
const runInShell = async (...more: string[]): Promise<Pty> => {
	const shell = openPty({command: 'bash', args: ['--norc', '-i'], env: {...process.env, PS1: 'shell> '}});
	await shell.waitFor('shell>');
	shell.write(`"${process.execPath}" ${[program, report, ...more].join(' ')}\r`);
	await shell.waitFor(/count \d+ size 80x24/);
	return shell;
};

function gone(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return false;
	} catch {
		return true;
	}
}

describe('the terminal is given back', {timeout: 60_000}, () => {
	const ends: ReadonlyArray<readonly [string, (terminal: Pty) => void, number]> = [
		['by its own key', terminal => terminal.press('q'), 0],
		['by an error in a listener', terminal => terminal.press('t'), 70],
		['by a rejection nobody caught', terminal => terminal.press('r'), 70],
	];
	for (const [how, end, code] of ends) {
		test(how, async () => {
			await using terminal = run();
			await terminal.waitFor(/count \d+ size 80x24/);
			expect(terminal.modes).toEqual(ours);
			end(terminal);
			expect(await terminal.waitForExit()).toBe(code);
			expect(terminal.modes).toEqual(theirs);
			expect(terminal.text()).not.toContain('count');
			if (code === 0) {
				expect(terminal.text().trim()).toBe('goodbye');
			} else if (code === 70) {
				expect(terminal.text().replaceAll('\n', '')).toMatch(
					/^dialtop: .* ••• on(␛\[2J)? purpose \(at .*program\.ts:\d+:\d+\)$/,
				);
				expect(terminal.text()).not.toContain('node:');
			} else {
				expect(terminal.text().trim()).toBe('');
			}
		});
	}

	/** Every signal that has a name and ends a program, but for those that Node cannot catch and those that a fault sends. */
	const named = 'HUP INT QUIT TRAP ABRT USR2 ALRM TERM STKFLT XCPU VTALRM PROF IO PWR SYS'
		.split(' ')
		.map(name => `SIG${name}` as NodeJS.Signals)
		.filter(signal => signal in constants.signals);

	test.each([named.slice(0, 5), named.slice(5, 10), named.slice(10)])('by %s %s %s %s %s', async (...signals) => {
		await Promise.all(
			signals.map(async signal => {
				await using terminal = run();
				await terminal.waitFor(/count \d+ size 80x24/);
				terminal.kill(signal);
				expect([signal, await terminal.waitForExit()]).toEqual([signal, 128 + constants.signals[signal]]);
				expect([signal, terminal.modes, terminal.text().trim()]).toEqual([signal, theirs, '']);
			}),
		);
	});

	test('but a write beyond the limit on the size of files is a write that failed', async () => {
		await using terminal = run();
		await terminal.waitFor(/count \d+/);
		terminal.kill('SIGXFSZ');
		terminal.press('x');
		await terminal.waitFor(/keys x$/m);
	});

	test('to the shell, with echo and line editing as before', async () => {
		await using shell = openPty({command: 'sh', env: {...process.env, PS1: '$ '}});
		shell.write(
			`stty -a > ${folder}/before; "${process.execPath}" ${program}; stty -a > ${folder}/after; echo do''ne\r`,
		);
		await shell.waitFor(/count \d+/);
		shell.press('t');
		await shell.waitFor('done');
		expect(readFileSync(join(folder, 'after'), 'utf8')).toBe(readFileSync(join(folder, 'before'), 'utf8'));
	});

	test('when its connection is lost: gone at once, and no orphan that spins', async () => {
		await using terminal = run();
		await terminal.waitFor(/count \d+/);
		terminal.hangUp();
		expect(await poll(() => gone(terminal.pid), 2000)).toBe(true);
		expect(read(report)?.code).toBe(129);
	});

	test('when its connection is lost and the parent ignores SIGHUP', async () => {
		await using terminal = openPty({
			command: 'sh',
			args: ['-c', `trap '' HUP; exec "${process.execPath}" ${program} ${report}`],
		});
		await terminal.waitFor(/count \d+/);
		terminal.hangUp();
		expect(await poll(() => gone(terminal.pid), 2000)).toBe(true);
	});
});

describe('SIGHUP to a program that reads its configuration again', {timeout: 60_000}, () => {
	test('from somebody: it does so, as often as it is sent, and goes on', async () => {
		await using terminal = run('reload');
		await terminal.waitFor(/count \d+/);
		terminal.kill('SIGHUP');
		await terminal.waitFor(/keys reloaded$/m);
		terminal.kill('SIGHUP');
		await terminal.waitFor(/keys reloaded reloaded$/m);
		terminal.press('q');
		expect(await terminal.waitForExit()).toBe(0);
	});

	test('from a terminal that hangs up: gone at once', async () => {
		await using terminal = run('reload');
		await terminal.waitFor(/count \d+/);
		terminal.hangUp();
		expect(await poll(() => gone(terminal.pid), 2000)).toBe(true);
		expect(read(report)?.code).toBe(129);
	});

	test('while the terminal is still there, which then hangs up, as GNU screen does it: gone at once', async () => {
		await using terminal = run('reload');
		await terminal.waitFor(/count \d+/);
		terminal.kill('SIGHUP');
		terminal.hangUp();
		expect(await poll(() => gone(terminal.pid), 2000)).toBe(true);
	});

	test('while it is suspended: it ends as it is woken', async () => {
		await using shell = await runInShell('reload');
		shell.press('ctrl-z');
		await shell.waitFor('Stopped');
		shell.write('kill -HUP %1; fg\r');
		expect(await poll(() => read(report)?.code === 129, 5000)).toBe(true);
		await shell.waitFor(/shell>$/m);
		expect(shell.modes.alternate).toBe(false);
	});

	test('while it is suspended, but heard after the signal that wakes it: it ends', async () => {
		await using shell = await runInShell('reload');
		shell.press('ctrl-z');
		await shell.waitFor('Stopped');
		shell.write('echo process $(jobs -p %1)\r');
		await shell.waitFor(/process \d+/);
		const pid = Number(/process (\d+)/.exec(shell.text())?.[1]);
		shell.write('fg\r');
		await shell.waitFor(() => shell.modes.alternate);
		// A process whose threads were all stopped may take two waiting signals in either order: this is the other one.
		process.kill(pid, 'SIGHUP');
		expect(await poll(() => read(report)?.code === 129, 5000)).toBe(true);
	});
});

test('a Ctrl-C for a program that had the terminal, heard once that has ended, does not end this one', {
	timeout: 60_000,
}, async () => {
	await using terminal = run();
	await terminal.waitFor(/count \d+/);
	terminal.press('h');
	await terminal.waitFor(() => terminal.raw.split('\u001b[?1049h').length === 3);
	terminal.kill('SIGINT');
	terminal.press('x');
	await terminal.waitFor(/keys h x$/m);
	terminal.press('q');
	expect(await terminal.waitForExit()).toBe(0);
});

describe('a terminal that reports the mouse stops doing so', {timeout: 60_000}, () => {
	const open = async (): Promise<Pty> => {
		const terminal = run();
		await terminal.waitFor(/count \d+ size 80x24/);
		expect(terminal.mouse).toBe(false);
		terminal.press('m');
		await terminal.waitFor(() => terminal.mouse);
		terminal.write('\u001b[<0;7;9M');
		await terminal.waitFor('click:6:8');
		return terminal;
	};

	test.each([
		['its own key', (terminal: Pty) => terminal.press('q'), 0],
		['an error in a listener', (terminal: Pty) => terminal.press('t'), 70],
		['a rejection nobody caught', (terminal: Pty) => terminal.press('r'), 70],
		['SIGTERM', (terminal: Pty) => terminal.kill('SIGTERM'), 143],
		['SIGHUP', (terminal: Pty) => terminal.kill('SIGHUP'), 129],
	])('by %s', async (_how, end, code) => {
		await using terminal = await open();
		end(terminal);
		expect(await terminal.waitForExit()).toBe(code);
		expect(terminal.mouse).toBe(false);
		expect(terminal.modes).toEqual(theirs);
		const {raw} = terminal;
		expect(raw.lastIndexOf('\u001b[?1006l\u001b[?1000l')).toBeLessThan(raw.lastIndexOf('\u001b[?1049l'));
	});

	test('while a shell has it, and reports it again', async () => {
		await using shell = await runInShell();
		shell.press('m');
		await shell.waitFor(() => shell.mouse);
		shell.press('ctrl-z');
		await shell.waitFor('Stopped');
		expect(shell.mouse).toBe(false);
		shell.write('fg\r');
		await shell.waitFor(() => shell.mouse);
		await shell.waitFor(/count \d+ size/);
		shell.write('\u001b[<65;7;9M');
		await shell.waitFor('wheel-down:6:8');
		shell.press('q');
		await shell.waitFor('goodbye');
		expect(shell.mouse).toBe(false);
	});
});

describe('Ctrl-Z', {timeout: 60_000}, () => {
	test('gives the terminal to the shell, and fg takes it back at its new size', async () => {
		await using shell = await runInShell();
		expect(shell.modes).toEqual(ours);
		shell.press('ctrl-z');
		await shell.waitFor('Stopped');
		expect(shell.modes.alternate).toBe(false);
		expect(shell.modes.cursorHidden).toBe(false);
		shell.resize(60, 12);
		shell.write('echo typ""ed\r');
		await shell.waitFor('typed');
		shell.write('fg\r');
		await shell.waitFor(/count \d+ size 60x12/);
		expect(shell.modes).toEqual(ours);
		expect(shell.line(11)).toMatch(/^row 9 /);
		shell.press('x');
		await shell.waitFor(/keys x$/m);
		shell.press('q');
		await shell.waitFor('goodbye');
		expect(shell.modes.alternate).toBe(false);
	});

	test('does not stop for good where no shell could wake it', async () => {
		await using terminal = run();
		await terminal.waitFor(/count \d+/);
		const counted = (): number => Number(/count (\d+)/.exec(terminal.text())?.[1]);
		const before = counted();
		terminal.press('ctrl-z');
		// What was drawn before stays on the screen: only what is drawn anew shows that keys are heard again.
		await terminal.waitFor(() => terminal.raw.split('\u001b[?1049h').length === 3 && counted() > before + 2);
		expect(terminal.modes).toEqual(ours);
		terminal.press('q');
		expect(await terminal.waitForExit()).toBe(0);
	});

	test('stopped and woken by somebody else, it sets its modes and draws everything again', async () => {
		await using terminal = run();
		await terminal.waitFor(/count \d+/);
		terminal.kill('SIGSTOP');
		terminal.kill('SIGCONT');
		await terminal.waitFor(() => terminal.raw.split('\u001b[?1049h').length > 2);
		terminal.press('x');
		await terminal.waitFor(/keys x$/m);
	});
});

test('resizes leave no stray rows', {timeout: 60_000}, async () => {
	await using terminal = run();
	await terminal.waitFor(/count \d+ size 80x24/);
	for (let step = 0; step < 60; step++) {
		terminal.resize(20 + ((step * 37) % 100), 5 + ((step * 13) % 40));
	}
	terminal.resize(50, 10);
	await terminal.waitFor(/count \d+ size 50x10/);
	await terminal.waitFor(() => terminal.line(9).startsWith('row 7 '));
	expect(terminal.line(0)).toMatch(/^count/);
	expect(terminal.line(2)).toMatch(/^row 0/);
});

test('SIGUSR1 opens no debugger', {timeout: 60_000}, async () => {
	await using terminal = run();
	await terminal.waitFor(/count \d+/);
	terminal.kill('SIGUSR1');
	terminal.press('x');
	await terminal.waitFor(/keys x$/m);
	expect(terminal.raw).not.toContain('Debugger');
});

test("SIGPROF is a profiler's own where one runs", {timeout: 60_000}, async () => {
	await using terminal = openPty({
		command: process.execPath,
		args: ['--cpu-prof', `--cpu-prof-dir=${folder}`, program, report],
	});
	await terminal.waitFor(/count [1-9]\d/);
	terminal.press('q');
	expect(await terminal.waitForExit()).toBe(0);
});

describe('a terminal that takes nothing', {timeout: 60_000}, () => {
	async function stalled(terminal: Pty): Promise<Report> {
		await terminal.waitFor(/count \d+/);
		terminal.pause();
		// Full once something has waited; then long enough for the loop to show whether it minds.
		expect(await poll(() => (read(`${report}.live`)?.mostWaiting ?? 0) > 0, 30_000)).toBe(true);
		const start = read(`${report}.live`)?.count ?? 0;
		expect(await poll(() => (read(`${report}.live`)?.count ?? 0) > start + 100, 30_000)).toBe(true);
		return read(`${report}.live`) ?? {count: 0, worstLag: Number.NaN, mostWaiting: Number.NaN};
	}

	test('does not stop the loop, and gets the newest frame when it takes bytes again', async () => {
		await using terminal = run();
		const before = await stalled(terminal);
		expect(before.mostWaiting).toBeLessThan(64_000);
		// A blocked write would have stopped the loop for as long as the terminal took nothing.
		expect(before.worstLag).toBeLessThan(500);
		const bytes = terminal.bytes;
		terminal.resume();
		const shown = () => Number(/count (\d+)/.exec(terminal.text())?.[1] ?? 0);
		await terminal.waitFor(() => shown() >= before.count);
		// The rest of one old frame and a few new ones, not everything that was missed.
		expect(terminal.bytes - bytes).toBeLessThan(before.mostWaiting + 64_000);
		terminal.press('q');
		await terminal.waitForExit();
	});

	test('does not keep SIGTERM from ending the program', async () => {
		await using terminal = run();
		await stalled(terminal);
		terminal.kill('SIGTERM');
		expect(await poll(() => read(report) !== undefined, 5000)).toBe(true);
		expect(read(report)).toMatchObject({kind: 'signal', code: 143});
		terminal.resume();
		expect(await terminal.waitForExit()).toBe(143);
	});
});
