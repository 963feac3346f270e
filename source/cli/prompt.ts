/**
 * Reads typed lines and prints sentences between them, without moving the cursor: for screen readers and terminals that can do
 * no more. There is no prompt sign, which would be read aloud; a sentence never tears the line that is being typed.
 */
import {wrapSentence} from '../present/sentence.ts';
import type {Key} from '../terminal/decode.ts';
import {openDevice} from '../terminal/device.ts';
import {Keys} from '../terminal/keys.ts';
import {Outlet} from '../terminal/outlet.ts';
import {watchSignals} from '../terminal/signals.ts';
import {safeLines} from './text.ts';
import {createLine, marksPastes, type OwnTerminal, openTerminal} from './typing.ts';

/** Milliseconds without a key after which sentences no longer wait for a line to be finished: it is printed again behind them. */
export const heldFor = 15_000;

/** The most characters that wait for a terminal that takes nothing. */
const mostWaiting = 64 * 1024;

/** Whom a prompt calls. */
export type PromptParts = {
	/** A line was typed; empty for Enter alone. */
	onLine(line: string): void;
	/** The operator leaves, or the terminal is gone: with an exit code, or with what went wrong. */
	onEnd(end: number | Error): void;
};

/** A prompt. */
export type Prompt = {
	/** Prints sentences, each on lines of its own; they wait while a line is being typed. */
	print(sentences: readonly string[]): void;
	/** Writes a control character, such as the bell, at once. */
	ring(bell: string): void;
	/** Gives the terminal to what asks a question; sentences wait meanwhile. */
	suspend(): void;
	/** Takes it back. What was typed meanwhile is discarded. */
	resume(): void;
	/** Restores the terminal; sentences that come later are printed at once. */
	close(): void;
};

/** Ends a sentence with a full stop; not one that ends with what others wrote, which would be changed by it. */
const ended = (sentence: string): string =>
	sentence.includes('  ') || /[.?!:…]$/.test(sentence) ? sentence : `${sentence}.`;

/** Begins to read lines on the controlling terminal; there has to be one. */
export const openPrompt = ({onLine, onEnd}: PromptParts): Prompt => {
	const device = openDevice();
	let unsent = '';
	const send = (): void => {
		if (outlet.waiting === 0 && unsent !== '') {
			const text = unsent;
			unsent = '';
			outlet.send(text);
		}
	};
	const hangUp = (): void => onEnd(129);
	const outlet = new Outlet(device, send, hangUp);
	let isClosed = false;
	const write = (text: string): void => {
		if (isClosed) {
			// The outcome of what was sent last.
			process.stdout.write(text);
		} else if (unsent.length < mostWaiting) {
			unsent += text;
			send();
		}
	};

	let line = createLine(write);
	let held: string[] = [];
	let isSuspended = true;
	/** What is typed is still discarded: no sentence may ask for it yet. */
	let isDeaf = false;
	let timer: NodeJS.Timeout | undefined;
	let signals: ReturnType<typeof watchSignals> | undefined;

	const printNow = (sentences: readonly string[]): void => {
		const columns = Math.max(20, device.size().columns) - 1;
		const lines = sentences.flatMap(sentence => wrapSentence(safeLines(ended(sentence)), columns));
		write(lines.map(text => `${text}\n`).join(''));
	};
	const flush = (): void => {
		clearTimeout(timer);
		const sentences = held;
		held = [];
		if (sentences.length > 0) {
			printNow(sentences);
		}
	};
	/** Prints what waited for a line that nobody goes on typing, and the line once more. */
	const interrupt = (): void => {
		if (held.length > 0) {
			write('\n');
			flush();
			write(line.value());
		}
	};
	const wait = (): void => {
		clearTimeout(timer);
		timer = setTimeout(interrupt, heldFor);
	};

	const press = (key: Key): void => {
		switch (key.name) {
			case 'ctrl-c':
				process.kill(process.pid, 'SIGINT');
				return;
			case 'ctrl-\\':
				process.kill(process.pid, 'SIGQUIT');
				return;
			case 'ctrl-z':
				signals?.stop();
				return;
			case 'ctrl-d':
				if (line.value() === '') {
					onEnd(0);
				}
				return;
			case 'enter': {
				const typed = line.value();
				line = createLine(write);
				write('\n');
				flush();
				onLine(typed.trim());
				return;
			}
			default:
				if (key.text === undefined) {
					line.press(key.name);
				} else {
					line.type(key.text);
				}
		}
		if (line.value() === '') {
			flush();
		} else {
			wait();
		}
	};
	let terminal: OwnTerminal | undefined;
	let keys: Keys | undefined;

	/** Opens the terminal anew each time: a stream that is only paused goes on reading, and would take what is typed to another. */
	const listen = (): void => {
		if (terminal) {
			// The program was continued twice: whatever had the terminal meanwhile may have changed its mode.
			keys?.enter();
			return;
		}
		terminal = openTerminal();
		if (!terminal) {
			hangUp();
			return;
		}
		keys = new Keys({input: terminal.input, onHangup: hangUp});
		keys.onKey(press);
		keys.enter();
		write(marksPastes(true));
	};
	const leave = (): void => {
		write(marksPastes(false));
		keys?.leave();
		terminal?.close();
		[keys, terminal, isDeaf] = [undefined, undefined, false];
	};
	const suspend = (): void => {
		if (!isSuspended) {
			isSuspended = true;
			signals?.close();
			leave();
		}
	};
	const resume = (): void => {
		if (isSuspended) {
			isSuspended = false;
			signals = watchSignals({
				onLeave(reason) {
					// The session listens for signals itself.
					if (reason.kind === 'crash') {
						onEnd(reason.error instanceof Error ? reason.error : new Error(String(reason.error)));
					}
				},
				onStop: leave,
				onContinue() {
					listen();
					write(line.value());
				},
				onResize: () => undefined,
			});
			listen();
			const own = keys;
			isDeaf = own !== undefined;
			own?.discard(() => {
				if (own === keys) {
					isDeaf = false;
					flush();
				}
			});
		}
	};
	resume();

	return {
		print(sentences) {
			if (isClosed) {
				printNow(sentences);
				return;
			}
			held.push(...sentences);
			if (isSuspended || isDeaf) {
				return;
			}
			if (line.value() === '') {
				flush();
			} else if (held.length === sentences.length) {
				wait();
			}
		},
		ring: write,
		suspend,
		resume,
		close() {
			if (isClosed) {
				return;
			}
			suspend();
			if (line.value() !== '') {
				write('\n');
			}
			flush();
			outlet.farewell(unsent);
			device.close();
			isClosed = true;
		},
	};
};
