/** What a mouse does, as terminals report it: presses of the left button, and turns of the wheel. */

/** A press or a turn, and the cell below the pointer, counted from 0. */
export type Mouse = {
	readonly kind: 'click' | 'wheel-up' | 'wheel-down';
	readonly column: number;
	readonly row: number;
};

/** Presses, releases and the wheel, but no movements (1000), in decimal numbers (1006). */
export const mouseOn = '\u001b[?1000h\u001b[?1006h';
export const mouseOff = '\u001b[?1006l\u001b[?1000l';

/** By the number of the button. With a modifier it is another number, and another button's: neither means anything here. */
const kinds: Readonly<Record<string, Mouse['kind']>> = {0: 'click', 64: 'wheel-up', 65: 'wheel-down'};

/** What a report of the mouse says (SGR, without its ESC); undefined of a release, of other buttons, and of all that is no report. */
export const readMouse = (sequence: string): Mouse | undefined => {
	const [, button = '', column, row] = /^\[<(\d{1,3});(\d{1,4});(\d{1,4})M$/.exec(sequence) ?? [];
	const kind = kinds[button];
	return kind && {kind, column: Number(column) - 1, row: Number(row) - 1};
};
