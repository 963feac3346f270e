/** Draws cells of a terminal as a picture: for a ticket, and for the pages. */
import {paletteColour} from '../style.ts';
import type {Cell} from './cells.ts';
import {type Box, shapes} from './shapes.ts';

/** The size of a cell in the picture, in pixels, and the baseline of its text. */
const WIDTH = 8.4;
const HEIGHT = 18;
const BASELINE = 13.5;

/** The size at which the advance of most monospace fonts, 0.602 of it, is the width of a cell. */
const FONT = 13.95;

/** The window around the cells: its margin, the bar above, and the dots in it. */
const MARGIN = 14;
const BAR = 32;
const DOTS = ['#ff5f57', '#febc2e', '#28c840'];

/** How much of its ink dim text has. */
const DIM = 0.6;

export const INK = '#d4d8df';
export const PAPER = '#14171c';

/** A palette that reads well on dark paper, for the sixteen colours that terminals choose themselves. */
export const SIXTEEN = [
	'#3b4048',
	'#ef6b73',
	'#8ccf7e',
	'#e5c76b',
	'#67a8f0',
	'#c792ea',
	'#5fc9d6',
	'#d4d8df',
	'#6b7280',
	'#ff8f95',
	'#a9e39c',
	'#f5dc94',
	'#8fc2ff',
	'#ddb3f7',
	'#86e0ea',
	'#ffffff',
];

type Look = {readonly ink: string; readonly paper: string; readonly extra: string; readonly opacity: number};

const hex = (rgb: number): string => `#${rgb.toString(16).padStart(6, '0')}`;

const escapeText = (text: string): string =>
	text
		.toWellFormed()
		// XML has no writing for these.
		.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');

/** A length without needless digits, the same on every machine. */
const px = (length: number): string => String(Math.round(length * 100) / 100);

function colour(value: number, usual: string): string {
	return value < 0 ? usual : value >= 0x1000000 ? hex(value & 0xffffff) : (SIXTEEN[value] ?? hex(paletteColour(value)));
}

function lookOf(cell: Cell): Look {
	const fg = colour(cell.fg, INK);
	const bg = colour(cell.bg, PAPER);
	const lines = [cell.underline ? 'underline' : '', cell.strike ? 'line-through' : ''].filter(Boolean).join(' ');
	const extra = [
		cell.bold ? ' font-weight="bold"' : '',
		cell.italic ? ' font-style="italic"' : '',
		cell.dim ? ` fill-opacity="${DIM}"` : '',
		lines ? ` text-decoration="${lines}"` : '',
	].join('');
	const opacity = cell.dim ? DIM : 1;
	return cell.inverse ? {ink: bg, paper: fg, extra, opacity} : {ink: fg, paper: bg, extra, opacity};
}

type Run = {from: number; to: number; text: string; look: Look; isDrawn: boolean};

const isSame = (a: Look, b: Look): boolean => a.ink === b.ink && a.paper === b.paper && a.extra === b.extra;

/** Neighbouring cells of one look, and wide characters by themselves, since fonts disagree about their width. */
function runsOf(row: readonly Cell[]): Run[] {
	const runs: Run[] = [];
	let before: Run | undefined;
	for (const [x, cell] of row.entries()) {
		if (cell.width === 0) {
			continue;
		}
		const look = lookOf(cell);
		const isDrawn = shapes.has(cell.char);
		const joins = before && isSame(before.look, look) && before.isDrawn === isDrawn;
		if (before && joins && cell.width === 1 && before.to - before.from === before.text.length) {
			before.text += cell.char;
			before.to++;
		} else {
			before = {from: x, to: x + cell.width, text: cell.char, look, isDrawn};
			runs.push(before);
		}
	}
	return runs;
}

const boxOf = (from: number, to: number, top: number): Box => ({
	x: MARGIN + from * WIDTH,
	y: top,
	width: (to - from) * WIDTH,
	height: HEIGHT,
});

/** How a shape or a text gets its colour: an attribute with a space before it. */
export type Ink = (property: 'fill' | 'stroke', colour: string) => string;

const attribute: Ink = (property, colour) => ` ${property}="${colour}"`;

const rectangle = ({x, y, width, height}: Box, fill: string, opacity = 1): string =>
	`<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}"${fill}${
		opacity < 1 ? ` fill-opacity="${px(opacity)}"` : ''
	}/>`;

/** Lines and blocks; equal characters next to each other are one shape, without seams. */
function drawShapes({from, text, look}: Run, top: number, ink: Ink): string[] {
	const drawn: string[] = [];
	let path = '';
	for (const {0: chars, index} of text.matchAll(/([^│])\1*|│/g)) {
		const shape = shapes.get(chars.charAt(0));
		const isLong = shape?.kind === 'block' || chars.startsWith('─');
		const boxes = isLong
			? [boxOf(from + index, from + index + chars.length, top)]
			: [...chars].map((_char, at) => boxOf(from + index + at, from + index + at + 1, top));
		for (const box of boxes) {
			if (shape?.kind === 'block') {
				drawn.push(rectangle(shape.part(box), ink('fill', look.ink), shape.opacity * look.opacity));
			}
			path += shape?.kind === 'line' ? shape.path(box) : '';
		}
	}
	const opacity = look.opacity < 1 ? ` stroke-opacity="${look.opacity}"` : '';
	return path === '' ? drawn : [...drawn, `<path d="${path}" fill="none"${ink('stroke', look.ink)}${opacity}/>`];
}

function writeText({from, text, look}: Run, top: number, ink: Ink): string[] {
	const isBare = !look.extra.includes('text-decoration');
	const start = isBare ? text.length - text.trimStart().length : 0;
	const shown = isBare ? text.trim() : text;
	if (shown === '') {
		return [];
	}
	const x = px(MARGIN + (from + start) * WIDTH);
	// Browsers differ in where they take the width of a piece of a line: all take that of a line.
	const length = text.length > 1 ? ` textLength="${px(shown.length * WIDTH)}"` : '';
	const fill = look.ink === INK ? '' : ink('fill', look.ink);
	return [`<text x="${x}" y="${px(top + BASELINE)}"${length}${fill}${look.extra}>${escapeText(shown)}</text>`];
}

/** A row of cells whose top is at a height in the picture, in pixels. */
export function drawRow(row: readonly Cell[], top: number, ink: Ink = attribute): string {
	const runs = runsOf(row);
	const papers: Array<{from: number; to: number; paper: string}> = [];
	for (const {from, to, look} of runs) {
		const last = papers.at(-1);
		if (last && last.paper === look.paper) {
			last.to = to;
		} else {
			papers.push({from, to, paper: look.paper});
		}
	}
	const sheets = papers
		.filter(({paper}) => paper !== PAPER)
		.map(({from, to, paper}) => rectangle(boxOf(from, to, top), ink('fill', paper)));
	const inks = runs.flatMap(run => (run.isDrawn ? drawShapes(run, top, ink) : writeText(run, top, ink)));
	return [...sheets, ...inks].join('\n');
}

/** The top of a row in the picture, in pixels. */
export const topOf = (y: number): number => BAR + y * HEIGHT;

/** The size of the picture of so many cells, in pixels. */
export const sizeOf = (columns: number, rows: number): {width: string; height: string} => ({
	width: px(MARGIN * 2 + columns * WIDTH),
	height: px(BAR + MARGIN + rows * HEIGHT),
});

/** The dots of the window. */
export const dots = DOTS.map((fill, index) => `<circle cx="${18 + index * 18}" cy="16" r="5.5" fill="${fill}"/>`).join(
	'',
);

/** Browsers that no longer know `xml:space` would join the blanks of a text. */
export const blanks = 'text{white-space:pre}';

/** The attributes of everything that is written and drawn in cells, but its colour. */
export const lettering = `font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="${FONT}" stroke-width="1.2" xml:space="preserve"`;

/**
 * Draws a terminal's cells as a window: text as text, in whatever monospace font there is, every run of one look set to
 * the width of its cells so that columns are straight. Equal cells give equal bytes.
 */
export function svg(cells: readonly (readonly Cell[])[]): string {
	const {width, height} = sizeOf(cells[0]?.length ?? 0, cells.length);
	const rows = cells.map((row, y) => drawRow(row, topOf(y))).filter(Boolean);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
		`<style>${blanks}</style>`,
		`<rect width="${width}" height="${height}" rx="8" fill="${PAPER}"/>`,
		dots,
		`<g fill="${INK}" ${lettering}>`,
		...rows,
		'</g>',
		'</svg>',
		'',
	].join('\n');
}
