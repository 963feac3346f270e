/** Sequences for the terminal itself, also through tmux: its bell, a desktop notification, its clipboard. */

/** Wraps a sequence so that tmux passes it on, if its allow-passthrough is on; every escape in it is doubled. */
const throughTmux = (sequence: string): string =>
	`\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`;

/** OSC 9 (iTerm2, Windows Terminal, kitty) or OSC 777 (urxvt, VTE, foot). */
type NotificationWay = 'osc9' | 'osc777';

export const bell = '\u0007';

const longestNotification = 200;

/** One line without control characters, and without semicolons, which separate the fields of an OSC. */
const plain = (text: string): string =>
	[...text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ').replaceAll(';', ',')]
		.slice(0, longestNotification)
		.join('');

/** @param inTmux whether tmux is between the program and the terminal */
export const notification = (way: NotificationWay, title: string, body: string, inTmux: boolean): string => {
	// OSC 9 starts with the title too: some terminals take a leading digit for a command.
	const fields = way === 'osc9' ? `9;${plain(`${title}: ${body}`)}` : `777;notify;${plain(title)};${plain(body)}`;
	const sequence = `\u001b]${fields}${bell}`;
	return inTmux ? throughTmux(sequence) : sequence;
};

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
