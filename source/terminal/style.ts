/** How many colours the terminal has; with `none`, only bold, dim, underline and inverse are used. */
export type Colour = 'none' | '16' | '256' | 'truecolor';

/**
 * The look of a cell. A colour is -1 (the terminal's own), 0 to 255 (palette) or `RGB | 0xrrggbb`; a link is an address that the
 * terminal may open (OSC 8), empty for none.
 */
export type Style = {readonly fg: number; readonly bg: number; readonly flags: number; readonly link: string};

const RGB = 0x1000000;
const BOLD = 1;
const DIM = 2;
const ITALIC = 4;
const UNDERLINE = 8;
const INVERSE = 16;
const STRIKE = 32;

/** The flags that are visible on a space. */
const VISIBLE_ON_BLANK = UNDERLINE | INVERSE | STRIKE;

/** A theme has a few dozen styles; the table must not grow for ever if it gets more. */
const TABLE_LIMIT = 4096;

/** SGR codes that switch a flag on and off; blink and conceal are omitted on purpose. */
const FLAGS: ReadonlyArray<{on: number; off: number; flag: number}> = [
	{on: 1, off: 22, flag: BOLD},
	{on: 2, off: 22, flag: DIM},
	{on: 3, off: 23, flag: ITALIC},
	{on: 4, off: 24, flag: UNDERLINE},
	{on: 7, off: 27, flag: INVERSE},
	{on: 9, off: 29, flag: STRIKE},
];

export const plain: Style = {fg: -1, bg: -1, flags: 0, link: ''};

/** What a style looks like, each flag by its name. */
export const looksOf = ({fg, bg, flags}: Style = plain) => ({
	fg,
	bg,
	bold: (flags & BOLD) !== 0,
	dim: (flags & DIM) !== 0,
	italic: (flags & ITALIC) !== 0,
	underline: (flags & UNDERLINE) !== 0,
	inverse: (flags & INVERSE) !== 0,
	strike: (flags & STRIKE) !== 0,
});

const LEVELS = [0, 95, 135, 175, 215, 255];
const SIXTEEN = [
	0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00,
	0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];

/** The usual colour of a palette entry, as 0xrrggbb. */
export function paletteColour(index: number): number {
	const basic = SIXTEEN[index];
	if (basic !== undefined) {
		return basic;
	}
	if (index >= 232) {
		return (8 + (index - 232) * 10) * 0x010101;
	}
	const at = index - 16;
	const level = (step: number) => LEVELS[Math.floor(at / step) % 6] ?? 0;
	return (level(36) << 16) | (level(6) << 8) | level(1);
}

function distance(a: number, b: number): number {
	const part = (shift: number) => ((a >> shift) & 255) - ((b >> shift) & 255);
	return part(16) ** 2 + part(8) ** 2 + part(0) ** 2;
}

function nearest(rgb: number, from: number, to: number): number {
	let best = from;
	for (let index = from; index < to; index++) {
		if (distance(paletteColour(index), rgb) < distance(paletteColour(best), rgb)) {
			best = index;
		}
	}
	return best;
}

/** The nearest colour that the terminal has. */
function reduce(wanted: number, colour: Colour): number {
	if (wanted < 0 || colour === 'none') {
		return -1;
	}
	if (colour === '16' && wanted > 15) {
		return nearest(wanted >= RGB ? wanted - RGB : paletteColour(wanted), 0, 16);
	}
	return colour === '256' && wanted >= RGB ? nearest(wanted - RGB, 16, 256) : wanted;
}

/** The colour after a 38 or 48 at `codes[at]`, and how many codes it takes. */
function extended(codes: readonly number[], at: number): {value: number | undefined; taken: number} {
	const byte = (offset: number) => Math.min(255, codes[at + offset] ?? 0);
	if (codes[at + 1] === 5) {
		return {value: byte(2), taken: 2};
	}
	if (codes[at + 1] === 2) {
		return {value: RGB | (byte(2) << 16) | (byte(3) << 8) | byte(4), taken: 4};
	}
	return {value: undefined, taken: 1};
}

/** The basic colour of an SGR code, relative to `base` (30 or 40): -1 for the default, undefined if it is not a colour. */
function basic(code: number, base: number): number | undefined {
	const index = code - base;
	if (index === 9) {
		return -1;
	}
	if (index >= 0 && index < 8) {
		return index;
	}
	return index >= 60 && index < 68 ? index - 52 : undefined;
}

/** Reads SGR sequences into styles. Equal styles are one object, so cells are compared by reference. */
export function createStyles(colour: Colour, hasLinks = process.env.TERM !== 'linux') {
	const table = new Map<string, Style>();
	const reduced = new Map<number, number>();
	/** The style after each style and parameters: a frame repeats the same few hundreds of times. */
	let applied = new WeakMap<Style, Map<string, Style>>();
	let remembered = 0;

	/** Remembered styles must not outlive the table that keeps equal ones one object. */
	const forget = (): void => {
		applied = new WeakMap();
		remembered = 0;
	};

	const fit = (wanted: number): number => {
		const known = reduced.get(wanted);
		if (known !== undefined) {
			return known;
		}
		if (reduced.size > TABLE_LIMIT) {
			reduced.clear();
		}
		const value = reduce(wanted, colour);
		reduced.set(wanted, value);
		return value;
	};

	const intern = (fg: number, bg: number, flags: number, link = ''): Style => {
		if (fg === -1 && bg === -1 && flags === 0 && link === '') {
			return plain;
		}
		const name = `${fg},${bg},${flags},${link}`;
		let style = table.get(name);
		if (!style) {
			if (table.size > TABLE_LIMIT) {
				table.clear();
				forget();
			}
			style = {fg, bg, flags, link};
			table.set(name, style);
		}
		return style;
	};

	const read = (style: Style, parameters: string): Style => {
		const codes = parameters.split(';').map(Number);
		let {fg, bg, flags} = style;
		for (let at = 0; at < codes.length; at++) {
			const code = codes[at] ?? 0;
			if (code === 0) {
				({fg, bg, flags} = plain);
			} else if (code === 38 || code === 48 || code === 58) {
				const {value, taken} = extended(codes, at);
				at += taken;
				if (value !== undefined && code === 38) {
					fg = fit(value);
				} else if (value !== undefined && code === 48) {
					bg = fit(value);
				}
			} else {
				for (const row of FLAGS) {
					flags = code === row.on ? flags | row.flag : code === row.off ? flags & ~row.flag : flags;
				}
				fg = fit(basic(code, 30) ?? fg);
				bg = fit(basic(code, 40) ?? bg);
			}
		}
		return intern(fg, bg, flags, style.link);
	};

	return {
		/** The style after the SGR sequence with these parameters. */
		apply(style: Style, parameters: string): Style {
			const known = applied.get(style)?.get(parameters);
			if (known) {
				return known;
			}
			if (remembered++ > TABLE_LIMIT) {
				forget();
			}
			const next = read(style, parameters);
			const after = applied.get(style) ?? new Map<string, Style>();
			applied.set(style, after.set(parameters, next));
			return next;
		},
		/** The same style with another link, or without one. */
		linked({fg, bg, flags}: Style, link: string): Style {
			return intern(fg, bg, flags, hasLinks ? link : '');
		},
		/** The simplest style in which a space looks the same: text colour and weight do not show. */
		blank(style: Style): Style {
			return style.flags & VISIBLE_ON_BLANK ? style : intern(-1, style.bg, 0);
		},
	};
}

export type Styles = ReturnType<typeof createStyles>;

/** Whether a space looks the same in both styles. */
export function sameOnBlank(current: Style, wanted: Style): boolean {
	return current === wanted || (current.bg === wanted.bg && ((current.flags | wanted.flags) & VISIBLE_ON_BLANK) === 0);
}

function colourCodes(colour: number, base: number): string {
	if (colour < 0) {
		return `${base + 9}`;
	}
	if (colour >= RGB) {
		return `${base + 8};2;${(colour >> 16) & 255};${(colour >> 8) & 255};${colour & 255}`;
	}
	if (colour > 15) {
		return `${base + 8};5;${colour}`;
	}
	return `${colour < 8 ? base + colour : base + 52 + colour}`;
}

function changes(from: Style, to: Style): string[] {
	const codes: string[] = [];
	let held = from.flags;
	for (const {off, flag} of FLAGS) {
		if (held & ~to.flags & flag) {
			codes.push(`${off}`);
			held &= off === 22 ? ~(BOLD | DIM) : ~flag;
		}
	}
	for (const {on, flag} of FLAGS) {
		if (to.flags & ~held & flag) {
			codes.push(`${on}`);
		}
	}
	if (from.fg !== to.fg) {
		codes.push(colourCodes(to.fg, 30));
	}
	if (from.bg !== to.bg) {
		codes.push(colourCodes(to.bg, 40));
	}
	return codes;
}

/** The sequence that begins a link, or ends it where the address is empty; without anything that could end the sequence itself. */
export const linkTo = (address: string): string => `\u001b]8;;${address.replace(/[^!-~]/g, '')}\u001b\\`;

function shortest(from: Style, to: Style): string {
	const relative = changes(from, to).join(';');
	if (relative === '') {
		return '';
	}
	const fresh = ['', ...changes(plain, to)].join(';');
	return `\u001b[${fresh.length < relative.length ? fresh : relative}m`;
}

const transitions = new WeakMap<Style, WeakMap<Style, string>>();

/** The shortest sequence from one style to another; empty if they are the same. Cached, since each cell asks. */
export function transition(from: Style, to: Style): string {
	if (from === to) {
		return '';
	}
	const known = transitions.get(from) ?? new WeakMap<Style, string>();
	transitions.set(from, known);
	const sequence = known.get(to) ?? (from.link === to.link ? '' : linkTo(to.link)) + shortest(from, to);
	known.set(to, sequence);
	return sequence;
}
