/** Bars, and labelled figures flowed over lines; each figure keeps its width while its value changes, so that nothing jumps. */

import {width as cells, fit} from '../../present/format.ts';
import type {Span, Spans} from '../../present/spans.ts';
import type {Role} from '../../present/theme.ts';

/** A stacked bar of parts, each at least one cell where it is not 0, in exactly width cells. */
export const stackedBar = (parts: readonly {role: Role; value: number; mark: string}[], width: number): Spans => {
	const total = parts.reduce((sum, {value}) => sum + value, 0);
	if (total <= 0) {
		return [['bar.empty', '░'.repeat(width)]];
	}
	const shown = parts.filter(({value}) => value > 0);
	const sizes = shown.map(({value}) => Math.max(1, Math.floor((value / total) * width)));
	// The rounding error goes to the largest part.
	const largest = sizes.indexOf(Math.max(...sizes));
	sizes[largest] = (sizes[largest] ?? 0) + width - sizes.reduce((sum, size) => sum + size, 0);
	return shown.map(({role, mark}, index) => [role, mark.repeat(Math.max(0, sizes[index] ?? 0))]);
};

/** A progress bar of exactly width cells. */
export const progressBar = (percent: number, width: number): Spans => {
	const done = Math.round((Math.min(Math.max(percent, 0), 100) / 100) * width);
	return [
		['bar.done', '█'.repeat(done)],
		['bar.empty', '░'.repeat(width - done)],
	];
};

/** A labelled figure. */
export type Pair = {
	label: string;
	value: string;
	/** The least width of the value. */
	room: number;
	role?: Role;
	/** A character before the label, in its own colour: the character of the figure in a bar. */
	mark?: Span;
};

const gap = 2;

/** Lays the pairs out, as many a line as fit. A pair that is wider than the line is cut. */
export const pairs = (items: readonly Pair[], width: number): Spans[] => {
	const lines: Spans[] = [];
	let pieces: Span[] = [];
	let used = 0;
	for (const {label, value, room, role = 'strong', mark} of items) {
		const before = cells(label) + 1 + (mark ? cells(mark[1]) + 1 : 0);
		const shown = fit(value, Math.min(Math.max(room, cells(value)), Math.max(1, width - before)));
		const needs = before + cells(shown);
		if (used > 0 && used + gap + needs > width) {
			lines.push(pieces);
			pieces = [];
			used = 0;
		}
		// A 0 is faint, so that the others stand out and a healthy one is never red.
		const apart = used > 0 ? ' '.repeat(gap) : '';
		pieces.push(
			...(mark
				? [['faint', apart] as const, mark, ['faint', ` ${label} `] as const]
				: [['faint', `${apart}${label} `] as const]),
			[value === '0' ? 'faint' : role, shown],
		);
		used += needs + (used > 0 ? gap : 0);
	}
	return pieces.length > 0 ? [...lines, pieces] : lines;
};
