/** What is typed on the controlling terminal, echoed as it grows. */
import {closeSync, openSync} from 'node:fs';
import {isatty, ReadStream, WriteStream} from 'node:tty';
import {width} from '../present/format.ts';
import {segmenter} from '../present/segmenter.ts';

/** The controlling terminal: what is typed on it, and where questions are written. */
export type OwnTerminal = {input: ReadStream; output: WriteStream; close(): void};

/**
 * Opens the controlling terminal, even if standard input is a pipe and standard error a file; undefined without one.
 */
export const openTerminal = (): OwnTerminal | undefined => {
	let descriptor: number;
	try {
		descriptor = openSync('/dev/tty', 'r');
	} catch {
		return undefined;
	}
	if (!isatty(descriptor)) {
		closeSync(descriptor);
		return undefined;
	}
	const own = process.stderr.isTTY ? undefined : new WriteStream(openSync('/dev/tty', 'w'));
	const input = new ReadStream(descriptor);
	return {
		input,
		output: own ?? (process.stderr as WriteStream),
		close() {
			input.destroy();
			own?.destroy();
		},
	};
};

/** The sequence that has the terminal mark what is pasted, or no longer; empty for a terminal that knows none. */
export const marksPastes = (on: boolean): string =>
	process.env.TERM === 'dumb' ? '' : `\u001b[?2004${on ? 'h' : 'l'}`;

/** The most characters of a typed line. */
const longest = 500;

/** Makes a line to be typed, which is echoed by `write`. */
export const createLine = (write: (text: string) => void) => {
	let value = '';
	const erase = (from: number): void => {
		write('\b \b'.repeat(width(value.slice(from))));
		value = value.slice(0, from);
	};
	return {
		value: (): string => value,
		type(text: string): void {
			if (value.length + text.length <= longest) {
				value += text;
				write(text);
			}
		},
		/** Edits the line by the keys that a terminal has for it. */
		press(name: string): void {
			const last = [...segmenter.segment(value)].at(-1)?.segment ?? '';
			const from = {
				backspace: value.length - last.length,
				'ctrl-w': value.trimEnd().lastIndexOf(' ') + 1,
				'ctrl-u': 0,
			}[name];
			if (from !== undefined) {
				erase(from);
			}
		},
	};
};
