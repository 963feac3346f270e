/**
 * The operator's terminal during a development run. The monitor runs in a pseudo-terminal of the same size, so that its
 * last frame stays until the next run has drawn one, and a note can lie over its last rows.
 */
import {type IPty, spawn} from '@lydell/node-pty';

/** Milliseconds without output after which a frame counts as whole. */
const quiet = 120;

/** Milliseconds that a program may take to end. */
const patience = 3000;

/** A program on the terminal. */
export type Program = {
	/** Resolves with its exit code; 128 and more for a signal. */
	ended: Promise<number>;
	/** Ends it, and leaves its last frame on the terminal. */
	leave(): Promise<void>;
};

/** The terminal. */
export type Display = ReturnType<typeof openDisplay>;

/** Takes over the terminal's input. @param onQuit called for q and Ctrl-C where no program runs */
export const openDisplay = (onQuit: () => void) => {
	const {stdin, stdout} = process;
	let current: IPty | undefined;
	/** Whether the alternate screen is on, with the frame of a program that has ended. */
	let isTaken = false;
	let note: readonly string[] = [];
	let soon: NodeJS.Timeout | undefined;

	const size = () => ({columns: stdout.columns || 80, rows: stdout.rows || 24});

	/** Draws the note over the last rows once the program is quiet: its sequences must not be cut in two. */
	const drawNoteSoon = (): void => {
		clearTimeout(soon);
		if (note.length === 0) {
			return;
		}
		soon = setTimeout(() => {
			const {columns, rows} = size();
			const shown = note.slice(0, Math.max(1, Math.floor(rows / 2)));
			const lines = shown.map((line, index) => {
				const text = ` ${line.replaceAll('\t', '  ')}`.slice(0, columns).padEnd(columns);
				return `\u001b[${rows - shown.length + index + 1};1H\u001b[0;7m${text}`;
			});
			stdout.write(`\u001b7${lines.join('')}\u001b[0m\u001b8`);
		}, quiet);
	};

	const typed = (text: string): void => {
		if (current) {
			// Ctrl-Z: there is no shell in there that could bring it back.
			if (text !== '\u001a') {
				current.write(text);
			}
		} else if (/[q\u0003]/.test(text)) {
			onQuit();
		}
	};
	const resized = (): void => {
		const {columns, rows} = size();
		current?.resize(columns, rows);
		drawNoteSoon();
	};
	stdin.setRawMode(true).setEncoding('utf8').on('data', typed).resume();
	stdout.on('resize', resized);

	return {
		/** Shows lines over the last rows until the next call; none takes them away with the next frame. */
		note(lines: readonly string[]): void {
			note = lines;
			if (isTaken || current) {
				drawNoteSoon();
			} else if (lines.length > 0) {
				stdout.write(`${lines.join('\r\n')}\r\n`);
			}
		},
		/** Runs a program on the terminal. */
		run(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Program {
			const {columns, rows} = size();
			const name = process.env.TERM ?? 'xterm-256color';
			const pty = spawn(process.execPath, [...args], {cols: columns, rows, name, env: {...env}});
			let held: string | undefined = isTaken ? '' : undefined;
			let release: NodeJS.Timeout | undefined;
			let isLeaving = false;
			const show = (): void => {
				stdout.write(held ?? '');
				held = undefined;
				drawNoteSoon();
			};
			pty.onData(data => {
				if (isLeaving) {
					return;
				}
				if (held === undefined) {
					stdout.write(data);
					drawNoteSoon();
				} else {
					held += data;
					clearTimeout(release);
					release = setTimeout(show, quiet);
				}
			});
			current = pty;
			const ended = new Promise<number>(resolve =>
				pty.onExit(({exitCode, signal}) => {
					clearTimeout(release);
					if (!isLeaving) {
						show();
						// The ordinary screen is on again.
						clearTimeout(soon);
						note = [];
					}
					isTaken = isLeaving;
					current = current === pty ? undefined : current;
					resolve(signal ? 128 + signal : exitCode);
				}),
			);
			return {
				ended,
				async leave() {
					isLeaving = true;
					pty.kill('SIGTERM');
					const late = setTimeout(() => pty.kill('SIGKILL'), patience);
					await ended;
					clearTimeout(late);
				},
			};
		},
		/** Gives the terminal back. */
		close(): void {
			clearTimeout(soon);
			stdin.off('data', typed).setRawMode(false).pause();
			stdout.off('resize', resized);
			if (isTaken) {
				stdout.write('\u001b[m\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l');
			}
		},
	};
};
