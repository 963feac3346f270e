/** Bars: a stacked one of parts, and one of progress. */
import type {Spans} from '../../present/spans.ts';
import type {Role} from '../../present/theme.ts';

/** A stacked bar of parts, each at least one cell where it is not 0, in exactly width cells. */
export const stackedBar = (parts: readonly {role: Role; value: number; mark: string}[], width: number): Spans => {
	const total = parts.reduce((sum, {value}) => sum + value, 0);
	if (total <= 0) {
		return [['bar.rest', '░'.repeat(width)]];
	}
	const shown = parts.filter(({value}) => value > 0);
	const sizes = shown.map(({value}) => Math.max(1, Math.floor((value / total) * width)));
	// What rounding left over, or took too much, goes to the largest part.
	const largest = sizes.indexOf(Math.max(...sizes));
	sizes[largest] = (sizes[largest] ?? 0) + width - sizes.reduce((sum, size) => sum + size, 0);
	return shown.map(({role, mark}, index) => [role, mark.repeat(Math.max(0, sizes[index] ?? 0))]);
};

/** A progress bar of exactly width cells. */
export const progressBar = (percent: number, width: number): Spans => {
	const done = Math.round((Math.min(Math.max(percent, 0), 100) / 100) * width);
	return [
		['bar.done', '█'.repeat(done)],
		['bar.rest', '░'.repeat(width - done)],
	];
};
