/** The gallery in a terminal: a picture at its size, and keys that lead from one to the next. */
import {painter} from '../../source/present/theme.ts';
import {type ThemeName, themes} from '../../source/present/themes.ts';
import {openTerminal} from '../../source/terminal/terminal.ts';
import {filtered} from './entries.tsx';

const themeNames = Object.keys(themes) as ThemeName[];
const keysText = 'n next  p back  / filter  t theme  a ASCII  q quit';

/** Milliseconds that the caption covers the last row. */
const captionFor = 2500;

let filter = process.argv.slice(2).join(' ');
let found = filtered(filter);
let at = 0;
let theme = 0;
let ascii = false;
let isTyping = false;
let drawing = 0;
let hide: NodeJS.Timeout | undefined;
let soon: NodeJS.Timeout | undefined;

if (found.length === 0) {
	process.stderr.write(`gallery: no component, view or state is called "${filter}"\n`);
	process.exit(2);
}

const {screen, keys, close, crash} = openTerminal({colour: '256', safe: text => text});

const captionOf = (columns: number): string => {
	const name = found[at]?.name ?? 'nothing is called so';
	const where = `${found.length === 0 ? 0 : at + 1}/${found.length} ${name}  ${columns}x${screen.rows} ${themeNames[theme]}`;
	const text = isTyping ? `filter: ${filter}_  ${where}` : `${where}  ${keysText}`;
	return `\u001b[7m${` ${text}`.slice(0, columns).padEnd(columns)}\u001b[0m`;
};

/** Draws the picture, with the caption over its last row for a while. */
const draw = async (isCaptioned = true): Promise<void> => {
	const number = ++drawing;
	const {columns, rows} = screen;
	const colours = themes[themeNames[theme] ?? 'dark'];
	const look = {
		theme: colours,
		paint: painter(colours),
		ascii,
		charts: ascii ? ('ascii' as const) : ('braille' as const),
	};
	const picture = (await found[at]?.draw(columns, rows, look)) ?? [];
	// A later key, or another size, has asked for another one meanwhile.
	if (number !== drawing) {
		return;
	}
	const lines = Array.from({length: rows}, (_, row) => picture[row] ?? '');
	screen.write((isCaptioned ? [...lines.slice(0, -1), captionOf(columns)] : lines).join('\n'));
	clearTimeout(hide);
	if (isCaptioned && !isTyping) {
		hide = setTimeout(() => void draw(false).catch(crash), captionFor);
	}
};

/** Draws once for keys that come together. */
const drawSoon = (): void => {
	clearTimeout(soon);
	soon = setTimeout(() => void draw().catch(crash), 10);
};

const step = (by: number): void => {
	at = found.length === 0 ? 0 : (at + by + found.length) % found.length;
};

const narrow = (text: string): void => {
	filter = text;
	found = filtered(filter);
	at = 0;
};

const quit = (): void => {
	clearTimeout(hide);
	close();
	process.exit();
};

const actions: Record<string, () => void> = {
	n: () => step(1),
	right: () => step(1),
	down: () => step(1),
	space: () => step(1),
	p: () => step(-1),
	left: () => step(-1),
	up: () => step(-1),
	home: () => step(-at),
	end: () => step(-at - 1),
	'/': () => {
		isTyping = true;
	},
	t: () => {
		theme = (theme + 1) % themeNames.length;
	},
	a: () => {
		ascii = !ascii;
	},
	q: quit,
	'ctrl-c': quit,
	escape: quit,
};

const typed: Record<string, () => void> = {
	enter: () => {
		isTyping = false;
	},
	escape: () => {
		isTyping = false;
		narrow('');
	},
	backspace: () => narrow(filter.slice(0, -1)),
	'ctrl-u': () => narrow(''),
	'ctrl-c': quit,
};

keys.onKey(({name, text}) => {
	if (!isTyping) {
		actions[name]?.();
	} else if (typed[name]) {
		typed[name]();
	} else if (text !== undefined) {
		narrow(filter + text);
	}
	drawSoon();
});
screen.on('resize', drawSoon);
drawSoon();
