/** Texts that control a terminal, hide, reorder or overflow, as a service may send by mistake or malice. */

const esc = '\u001b';

export const hostileTexts: readonly string[] = [
	`${esc}[2J${esc}[Hwiped`,
	`${esc}[8mconcealed${esc}[0m`,
	`${esc}]0;another title\u0007titled`,
	`${esc}]52;c;aGVsbG8=\u0007clipped`,
	`${esc}]8;;http://elsewhere.example${esc}\\linked${esc}]8;;${esc}\\`,
	`${esc}[6n${esc}[casked`,
	`${esc}Pq#0${esc}\\${esc}_app${esc}\\strings`,
	'\u009b31mC1\u009d0;x\u009c',
	'two\nrows\r\nor\u2028three',
	'back\b\b\b\bspace\u007f',
	'bell\u0007 nul\u0000',
	'\u202egnirpS\u202c \u2066isolated\u2069',
	`z${'\u0301'.repeat(1000)}algo`,
	'\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466} family',
	'lone \ud800 surrogate',
	'zero\u200bwidth\u2060\ufeff',
	'huge '.repeat(20_000),
	'',
];
