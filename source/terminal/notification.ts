/** What is said to the terminal itself: its bell, and a notification on the operator's desktop. */
import {throughTmux} from './passthrough.ts';

/** How a terminal is asked to notify: by OSC 9 (iTerm2, Windows Terminal, kitty) or OSC 777 (urxvt, VTE, foot). */
export type NotificationWay = 'osc9' | 'osc777';

/** Rings the terminal's bell. */
export const bell = '\u0007';

const longest = 200;

/** One line without control characters, and without the semicolons that part the fields of an OSC. */
const plain = (text: string): string =>
	[...text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ').replaceAll(';', ',')].slice(0, longest).join('');

/**
 * The sequence that notifies.
 *
 * @param inTmux whether tmux stands between the program and the terminal
 */
export const notification = (way: NotificationWay, title: string, body: string, inTmux: boolean): string => {
	// The title comes first in OSC 9 too: a text that begins with a digit would be a command to some terminals.
	const fields = way === 'osc9' ? `9;${plain(`${title}: ${body}`)}` : `777;notify;${plain(title)};${plain(body)}`;
	const sequence = `\u001b]${fields}${bell}`;
	return inTmux ? throughTmux(sequence) : sequence;
};
