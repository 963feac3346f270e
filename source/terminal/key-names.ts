/** Keys by the last letter of `CSI … letter` and `SS3 letter`. */
const LETTERS: Readonly<Record<string, string>> = {
	A: 'up',
	B: 'down',
	C: 'right',
	D: 'left',
	F: 'end',
	H: 'home',
	P: 'f1',
	Q: 'f2',
	S: 'f4',
};

/** Keys by the number of `CSI number ~`. */
const NUMBERS: Readonly<Record<string, string>> = {
	1: 'home',
	2: 'insert',
	3: 'delete',
	4: 'end',
	5: 'pageup',
	6: 'pagedown',
	7: 'home',
	8: 'end',
	11: 'f1',
	12: 'f2',
	13: 'f3',
	14: 'f4',
	15: 'f5',
	17: 'f6',
	18: 'f7',
	19: 'f8',
	20: 'f9',
	21: 'f10',
	23: 'f11',
	24: 'f12',
};

/** rxvt's last character names the modifier. */
const RXVT: Readonly<Record<string, string>> = {'~': '', $: 'shift-', '^': 'ctrl-', '@': 'ctrl-shift-'};

const ARROWS = 'ABCD';

/** The prefix for xterm's modifier parameter, 1 + shift + 2 alt + 4 ctrl; undefined if it is higher. */
function modifiers(parameter: string | undefined): string | undefined {
	const held = Number(parameter ?? 1) - 1;
	if (!(held >= 0 && held < 8)) {
		return undefined;
	}
	return `${held & 4 ? 'ctrl-' : ''}${held & 2 ? 'alt-' : ''}${held & 1 ? 'shift-' : ''}`;
}

function named(prefix: string | undefined, name: string | undefined): string | undefined {
	return prefix === undefined || name === undefined ? undefined : prefix + name;
}

/**
 * The name of the key of a complete escape sequence (without its ESC), as sent by xterm, tmux, screen, the Linux console
 * and rxvt; undefined if it is not a key but, say, a reply of the terminal.
 */
export function nameSequence(sequence: string): string | undefined {
	const linux = /^\[\[([A-E])$/.exec(sequence)?.[1];
	if (linux !== undefined) {
		return `f${'ABCDE'.indexOf(linux) + 1}`;
	}
	const ss3 = /^O([A-Za-z])$/.exec(sequence)?.[1];
	if (ss3 !== undefined) {
		const upper = ss3.toUpperCase();
		if (upper !== ss3) {
			return ARROWS.includes(upper) ? named('ctrl-', LETTERS[upper]) : undefined;
		}
		return ss3 === 'R' ? 'f3' : ss3 === 'M' ? 'enter' : LETTERS[ss3];
	}
	if (sequence === '[Z') {
		return 'shift-tab';
	}
	const shifted = /^\[([abcd])$/.exec(sequence)?.[1];
	if (shifted !== undefined) {
		return named('shift-', LETTERS[shifted.toUpperCase()]);
	}
	const letter = /^(?:\[|O)(?:1;(\d+)|(\d))?([ABCDFHPQS])$/.exec(sequence);
	if (letter) {
		return named(modifiers(letter[1] ?? letter[2]), LETTERS[letter[3] ?? '']);
	}
	const number = /^\[(\d+)(?:;(\d+))?([~$^@])$/.exec(sequence);
	if (number) {
		const prefix = number[3] === '~' ? modifiers(number[2]) : RXVT[number[3] ?? ''];
		return named(prefix, NUMBERS[number[1] ?? '']);
	}
	return undefined;
}

/** The name of the key of a control character. */
export function nameControl(unit: number): string {
	switch (unit) {
		case 0x00:
			return 'ctrl-space';
		case 0x08:
		case 0x7f:
			return 'backspace';
		case 0x09:
			return 'tab';
		case 0x0a:
		case 0x0d:
			return 'enter';
		default:
			return `ctrl-${String.fromCharCode(unit + 0x40).toLowerCase()}`;
	}
}
