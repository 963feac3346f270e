/** Lines of text: one node of Ink's layout for a line or a block of them, whatever their pieces are. */

import {createContext, createElement, memo, use} from 'react';
import {toAscii, withoutBlocks} from '../../present/ascii.ts';
import {cellsOf, cutSpans, painted, type Spans, sameSpans} from '../../present/spans.ts';
import type {Look} from '../../present/theme.ts';

/** Cells between two pieces. */
const gap = 2;

const joined = (pieces: readonly Spans[]): Spans =>
	pieces.flatMap((piece, at) => (at > 0 ? [['text', ' '.repeat(gap)], ...piece] : piece));

/** The pieces that fit into so many cells, each whole or not at all. */
const fitting = (pieces: readonly Spans[], width: number): readonly Spans[] => {
	let used = -gap;
	return pieces.filter(piece => {
		const fits = used + gap + cellsOf(piece) <= width;
		used += fits ? gap + cellsOf(piece) : 0;
		return fits;
	});
};

/** Pieces left and right on one line; those on the left that do not fit are omitted whole. */
export function Ends({left, right, width}: {left: readonly Spans[]; right: readonly Spans[]; width: number}) {
	const end = right.reduce((sum, piece) => sum + cellsOf(piece) + gap, 0);
	const start = joined(fitting(left, width - end));
	const last = joined(right);
	const between = width - cellsOf(start) - cellsOf(last);
	return <Line spans={[...start, ['text', ' '.repeat(Math.max(0, between))], ...last]} width={width} />;
}

/** The look of what is drawn below; a part whose figures are old gives a faded one. */
export const LookContext = createContext<Look | undefined>(undefined);

/** The look of what is drawn here. */
export const useLook = (): Look => {
	const look = use(LookContext);
	if (!look) {
		throw new Error('a component was drawn outside of LookContext');
	}
	return look;
};

/** The style of a node of Ink's layout that holds text. */
type BlockStyle = {textWrap: 'truncate'; flexShrink: 1; flexGrow: 0; width?: number; height?: number};

const measured: BlockStyle = {textWrap: 'truncate', flexShrink: 1, flexGrow: 0};

/** Styles by size: Ink looks at a style only if it is another object. */
const sized = new Map<string, BlockStyle>();

const styleOf = (width: number | undefined, height: number): BlockStyle => {
	if (width === undefined) {
		return measured;
	}
	const name = `${width}x${height}`;
	const style = sized.get(name) ?? {...measured, width, height};
	if (sized.size > 1000) {
		sized.clear();
	}
	sized.set(name, style);
	return style;
};

/**
 * Text with SGR as a node of Ink's layout. Ink's own `Text` makes a style and a transformation of its own for each frame; the
 * layout of a block whose size is given does not measure the text.
 *
 * @param width of the block in cells; undefined if the text's own counts
 */
export const block = (text: string, width: number | undefined, height: number) =>
	createElement('ink-text', {style: styleOf(width, height)}, text);

const shown = (spans: Spans, look: Look): string => {
	const text = painted(spans, look);
	// Ink gives no row to a line without a character.
	return text === '' ? ' ' : look.ascii ? toAscii(text) : look.charts === 'ascii' ? withoutBlocks(text) : text;
};

/** A line of exactly so many cells; one that is too wide is cut, so that it pushes nothing out. */
const filled = (spans: Spans, look: Look, width: number): string => {
	const fitting = cellsOf(spans) > width ? cutSpans(spans, width) : spans;
	const cells = cellsOf(fitting);
	return cells === 0 ? ' '.repeat(width) : shown(fitting, look) + ' '.repeat(width - cells);
};

/** A line. The roles become SGR here and not in Ink, whose colours follow the environment rather than the theme. */
export const Line = memo(
	/** `width` is the room for the line, in cells; without it the line takes what its text does. */
	({spans, width}: {spans: Spans; width?: number}) => {
		const look = useLook();
		return block(width === undefined ? shown(spans, look) : filled(spans, look, width), width, 1);
	},
	(one, other) => one.width === other.width && sameSpans(one.spans, other.spans),
);

/** What a block of lines is made of. */
type LinesProps = {lines: readonly Spans[]; width: number; height: number};

const sameLines = (one: LinesProps, other: LinesProps): boolean =>
	one.width === other.width &&
	one.height === other.height &&
	one.lines.length === other.lines.length &&
	one.lines.every((spans, at) => sameSpans(spans, other.lines[at] ?? []));

/** Lines one below the other, as many as fit: one node of the layout. */
export const Lines = memo(({lines, width, height}: LinesProps) => {
	const look = useLook();
	const fitting = lines.slice(0, Math.max(0, height));
	return fitting.length === 0
		? null
		: block(fitting.map(spans => filled(spans, look, width)).join('\n'), width, fitting.length);
}, sameLines);
