/** A line with pieces at its left and its right end. */
import {cellsOf, type Spans} from '../../present/spans.ts';
import {Line} from './line.tsx';

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

/** Pieces left and right on one line; those of the left that do not fit are left out whole. */
export function Ends({left, right, width}: {left: readonly Spans[]; right: readonly Spans[]; width: number}) {
	const end = right.reduce((sum, piece) => sum + cellsOf(piece) + gap, 0);
	const start = joined(fitting(left, width - end));
	const last = joined(right);
	const between = width - cellsOf(start) - cellsOf(last);
	return <Line spans={[...start, ['text', ' '.repeat(Math.max(0, between))], ...last]} width={width} />;
}
