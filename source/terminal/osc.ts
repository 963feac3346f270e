/** Sequences for the terminal itself, also through tmux: its bell, a desktop notification, its clipboard. */

import type {NotificationWay} from './notification-way.ts';

/** Wraps a sequence so that tmux passes it on, if its allow-passthrough is on; every escape in it is doubled. */
const throughTmux = (sequence: string): string =>
	`\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`;

export const bell = '\u0007';

const longestNotification = 200;

/** One line without control characters, and without semicolons, which separate the fields of an OSC. */
const plain = (text: string): string =>
	[...text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ').replaceAll(';', ',')]
		.slice(0, longestNotification)
		.join('');

/** What each way writes between the beginning of a sequence and its end; one notification of kitty is two of them. */
const fieldsOf: Readonly<Record<NotificationWay, (title: string, body: string, isUrgent: boolean) => string[]>> = {
	// The title comes first: some terminals take a leading digit for a command.
	osc9: (title, body) => [`9;${plain(`${title}: ${body}`)}`],
	osc777: (title, body) => [`777;notify;${plain(title)};${plain(body)}`],
	osc99: (title, body, isUrgent) => [
		`99;i=dialtop:d=0:u=${isUrgent ? 2 : 1};${plain(title)}`,
		`99;i=dialtop:d=1:p=body;${plain(body)}`,
	],
};

/**
 * Asks the terminal to notify; the texts are made inert.
 *
 * @param inTmux whether tmux is between the program and the terminal
 */
export const notification = (
	way: NotificationWay,
	title: string,
	body: string,
	inTmux: boolean,
	level: 'warning' | 'critical' = 'warning',
): string =>
	fieldsOf[way](title, body, level === 'critical')
		.map(fields => `\u001b]${fields}${bell}`)
		.map(sequence => (inTmux ? throughTmux(sequence) : sequence))
		.join('');

/** Most characters of a copied text: more than a row, and no more than terminals accept. */
export const longestCopy = 1000;

/**
 * Puts a text into the terminal's clipboard (OSC 52), which is on the operator's own machine however many hosts are in
 * between.
 *
 * @param inTmux whether tmux is in between: it takes the plain sequence if set-clipboard is on, and passes the wrapped one
 * on if allow-passthrough is; with both on, the text is set twice
 */
export const clipboard = (text: string, inTmux: boolean): string => {
	const sequence = `\u001b]52;c;${Buffer.from(text).toString('base64')}${bell}`;
	return inTmux ? sequence + throughTmux(sequence) : sequence;
};
