/** A line with pieces at its left and its right end. */
import type {Line} from './box.ts';

/** Puts pieces left and right on one line; the left ones that do not fit are cut whole, from the end. */
export const spread = (left: readonly Line[], right: readonly Line[], width: number): string => {
	const end = right.reduce((sum, piece) => sum + piece.width + 2, 0);
	let used = 0;
	const shown = left.filter(piece => {
		const fits = used + piece.width + (used > 0 ? 2 : 0) + end <= width;
		used += fits ? piece.width + (used > 0 ? 2 : 0) : 0;
		return fits;
	});
	const start = shown.map(({text}) => text).join('  ');
	const space = Math.max(0, width - used - end + (right.length > 0 ? 2 : 0));
	return `${start}${' '.repeat(space)}${right.map(({text}) => text).join('  ')}`;
};
