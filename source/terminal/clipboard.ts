/** The clipboard of the terminal, by OSC 52: it is on the operator's own machine, however many hosts are between. */
import {throughTmux} from './passthrough.ts';

/** Characters of a text at most: a row has less, and a terminal need not take more. */
export const longestCopy = 1000;

/**
 * The sequence that puts a text into the clipboard.
 *
 * @param inTmux whether tmux stands in between: it takes the plain sequence where its set-clipboard is on, and hands on the
 * wrapped one where its allow-passthrough is; where both are, the same text is set twice
 */
export const clipboard = (text: string, inTmux: boolean): string => {
	const sequence = `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`;
	return inTmux ? sequence + throughTmux(sequence) : sequence;
};
