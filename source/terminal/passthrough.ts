/** How a sequence gets past tmux to the terminal that it runs in. */

/** tmux hands on what is wrapped so, where its allow-passthrough is on; every escape in it is doubled. */
export const throughTmux = (sequence: string): string =>
	`\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`;
