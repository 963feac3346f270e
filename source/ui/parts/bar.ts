/** Bars: a stacked one of parts, and one of progress. */
import type {Look, Role} from '../../look/theme.ts';
import type {Line} from './box.ts';

/** A stacked bar of parts, each at least one cell where it is not 0, in exactly width cells. */
export const stackedBar = (
	parts: readonly {role: Role; value: number; mark: string}[],
	width: number,
	look: Look,
): Line => {
	const total = parts.reduce((sum, {value}) => sum + value, 0);
	if (total <= 0) {
		return {text: look.paint('bar.rest', '░'.repeat(width)), width};
	}
	const shown = parts.filter(({value}) => value > 0);
	const sizes = shown.map(({value}) => Math.max(1, Math.floor((value / total) * width)));
	// What rounding left over, or took too much, goes to the largest part.
	const largest = sizes.indexOf(Math.max(...sizes));
	sizes[largest] = (sizes[largest] ?? 0) + width - sizes.reduce((sum, size) => sum + size, 0);
	return {
		text: shown.map(({role, mark}, index) => look.paint(role, mark.repeat(Math.max(0, sizes[index] ?? 0)))).join(''),
		width,
	};
};

/** A progress bar of exactly width cells. */
export const progressBar = (percent: number, width: number, {paint}: Look): Line => {
	const done = Math.round((Math.min(Math.max(percent, 0), 100) / 100) * width);
	return {
		text: paint('bar.done', '█'.repeat(done)) + paint('bar.rest', '░'.repeat(width - done)),
		width,
	};
};
