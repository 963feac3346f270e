import {spawn} from '@lydell/node-pty';
import unicode11 from '@xterm/addon-unicode11';
import xterm from '@xterm/headless';
import {quietFor, readAfter} from '../../source/steering/answer.ts';
import type {Cell} from '../../source/terminal/picture/cells.ts';
import {keyBytes} from './terminal-keys.ts';

export type {Cell} from '../../source/terminal/picture/cells.ts';
export {keyBytes} from './terminal-keys.ts';

/** What a terminal was switched to. */
export type Modes = {
	readonly alternate: boolean;
	readonly cursorHidden: boolean;
	readonly bracketedPaste: boolean;
	readonly wraparound: boolean;
};

/** An emulator of the size given, which measures text as today's terminals do. */
export function createEmulator(columns: number, rows: number): xterm.Terminal {
	const emulator = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 1000});
	emulator.loadAddon(new unicode11.Unicode11Addon());
	emulator.unicode.activeVersion = '11';
	return emulator;
}

function colour(isDefault: boolean, isRgb: boolean, value: number): number {
	return isDefault ? -1 : isRgb ? 0x1000000 | value : value;
}

/** The cells on an emulator's screen, row by row. */
export function cellsOf(emulator: xterm.Terminal): Cell[][] {
	const buffer = emulator.buffer.active;
	return Array.from({length: emulator.rows}, (_row, y) => {
		const line = buffer.getLine(buffer.baseY + y);
		return Array.from({length: emulator.cols}, (_cell, x): Cell => {
			const cell = line?.getCell(x);
			return {
				char: cell?.getWidth() === 0 ? '' : cell?.getChars() || ' ',
				width: cell?.getWidth() ?? 1,
				fg: cell ? colour(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()) : -1,
				bg: cell ? colour(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()) : -1,
				bold: Boolean(cell?.isBold()),
				dim: Boolean(cell?.isDim()),
				italic: Boolean(cell?.isItalic()),
				underline: Boolean(cell?.isUnderline()),
				inverse: Boolean(cell?.isInverse()),
				strike: Boolean(cell?.isStrikethrough()),
			};
		});
	});
}

/** The rows on an emulator's screen, without the spaces that end them. */
export function linesOf(emulator: xterm.Terminal): string[] {
	const buffer = emulator.buffer.active;
	return Array.from(
		{length: emulator.rows},
		(_row, y) =>
			buffer
				.getLine(buffer.baseY + y)
				?.translateToString(true)
				.trimEnd() ?? '',
	);
}

/** Looks again and again, without sleeping through it, until `ready`; then false means that the time is over. */
export async function poll(ready: () => boolean, timeout: number): Promise<boolean> {
	const deadline = performance.now() + timeout;
	while (!ready()) {
		if (performance.now() > deadline) {
			return false;
		}
		await new Promise(resolve => setTimeout(resolve, 10));
	}
	return true;
}

/** What to run in a pseudo-terminal. */
export type PtyOptions = {
	readonly command: string;
	readonly args?: readonly string[];
	/** The whole environment, not additions to ours. TERM is xterm-256color unless it says otherwise. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	readonly cwd?: string;
	readonly columns?: number;
	readonly rows?: number;
	/** Called with everything that the program writes, as it comes. */
	readonly onWritten?: (data: string) => void;
};

/** What `waitFor` waits for: text on the screen, a match of it, or anything else that can be looked at. */
export type Awaited = string | RegExp | (() => boolean);

const WAIT = 15_000;

/**
 * Runs a program in a real pseudo-terminal, with an emulator in front of it that also answers the terminal's queries.
 * Use with `await using`: it ends its own program, and only that.
 */
export function openPty(options: PtyOptions) {
	const {command, args = [], env = process.env, cwd, columns = 80, rows = 24, onWritten} = options;
	const emulator = createEmulator(columns, rows);
	const pty = spawn(command, [...args], {
		cols: columns,
		rows,
		env: {TERM: 'xterm-256color', ...env},
		name: env.TERM ?? 'xterm-256color',
		...(cwd === undefined ? {} : {cwd}),
	});
	let exit: {exitCode: number; signal?: number | undefined} | undefined;
	let bytes = 0;
	let raw = '';
	let cursorHidden = false;
	let clears = 0;
	let unread = 0;
	let onDrawn = (): void => undefined;

	for (const final of ['h', 'l']) {
		emulator.parser.registerCsiHandler({prefix: '?', final}, params => {
			cursorHidden = params.includes(25) ? final === 'l' : cursorHidden;
			return false;
		});
	}
	emulator.parser.registerCsiHandler({final: 'J'}, ([what]) => {
		clears += what === 2 ? 1 : 0;
		return false;
	});
	emulator.onData(reply => {
		if (!exit) {
			pty.write(reply);
		}
	});
	pty.onData(data => {
		bytes += Buffer.byteLength(data);
		raw = (raw + data).slice(-200_000);
		onWritten?.(data);
		unread++;
		emulator.write(data, () => {
			unread--;
			onDrawn();
		});
	});
	pty.onExit(event => {
		exit = event;
	});

	const text = (): string => linesOf(emulator).join('\n');

	const terminal = {
		pid: pty.pid,
		/** Presses keys by name, each in a write of its own. A long string is typed in one write. */
		press(...keys: string[]) {
			for (const key of keys) {
				pty.write(keyBytes(key));
			}
		},
		/** Answers the question that is on screen, or asks for one, once what is there could be read. */
		async answer(key: string, after = Math.max(readAfter, quietFor)): Promise<void> {
			const seenAt = performance.now();
			await poll(() => performance.now() - seenAt > after, WAIT);
			terminal.press(key);
		},
		/** Sends bytes as they are. */
		write(data: string) {
			pty.write(data);
		},
		resize(newColumns: number, newRows: number) {
			emulator.resize(newColumns, newRows);
			pty.resize(newColumns, newRows);
		},
		/** The whole screen, one row a line. */
		text,
		/** Calls back whenever the screen shows what has come; one listener at a time. */
		whenDrawn(listener: () => void) {
			onDrawn = listener;
		},
		/** One row of the screen. */
		line: (n: number): string => linesOf(emulator)[n] ?? '',
		cells: (): Cell[][] => cellsOf(emulator),
		get cursor() {
			const {cursorX, cursorY} = emulator.buffer.active;
			return {x: cursorX, y: cursorY};
		},
		get modes(): Modes {
			return {
				alternate: emulator.buffer.active.type === 'alternate',
				cursorHidden,
				bracketedPaste: emulator.modes.bracketedPasteMode,
				wraparound: emulator.modes.wraparoundMode,
			};
		},
		/** Whether the program has the mouse reported. */
		get mouse(): boolean {
			return emulator.modes.mouseTrackingMode !== 'none';
		},
		/** Bytes that the program has written so far. */
		get bytes() {
			return bytes;
		},
		/** How often the program has cleared the whole screen. */
		get clears() {
			return clears;
		},
		/** The last of what the program has written, as it came. */
		get raw() {
			return raw;
		},
		get exited() {
			return exit !== undefined && unread === 0;
		},
		get exitCode() {
			return exit?.exitCode;
		},
		get signal() {
			return exit?.signal || undefined;
		},
		/** Waits until the screen shows `wanted`. On time-out the error shows the screen. */
		async waitFor(wanted: Awaited, {timeout = WAIT} = {}): Promise<void> {
			const ready = (): boolean =>
				typeof wanted === 'string'
					? text().includes(wanted)
					: wanted instanceof RegExp
						? wanted.test(text())
						: wanted();
			if (!(await poll(ready, timeout))) {
				const state = exit ? `ended with ${exit.exitCode}, signal ${exit.signal ?? 'none'}` : 'still runs';
				throw new Error(`Waited ${timeout} ms for ${String(wanted)}; the program ${state}; the screen:\n${text()}`);
			}
		},
		/** Waits for the end of the program and answers its exit code. */
		async waitForExit({timeout = WAIT} = {}): Promise<number | undefined> {
			await terminal.waitFor(() => terminal.exited, {timeout});
			return exit?.exitCode;
		},
		/** Stops reading, as tmux's copy mode does: the program soon finds the terminal full. */
		pause: () => pty.pause(),
		resume: () => pty.resume(),
		kill: (signal = 'SIGTERM') => pty.kill(signal),
		/** Closes the terminal under the program, as a lost connection does. */
		hangUp() {
			(pty as unknown as {destroy(): void}).destroy();
		},
		async [Symbol.asyncDispose]() {
			if (!exit) {
				pty.resume();
				pty.kill('SIGKILL');
				await poll(() => exit !== undefined, 5000);
			}
			emulator.dispose();
		},
	};
	return terminal;
}

/** A program in a pseudo-terminal. */
export type Pty = ReturnType<typeof openPty>;
