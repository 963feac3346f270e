/** The pieces of the header, and how they give way to each other where it is narrow. */

import {cellsOf, cutSpans, type Spans} from '../../present/spans.ts';

/** The pieces of the header. */
export type PieceId =
	| 'dialtop'
	| 'environment'
	| 'host'
	| 'profile'
	| 'services'
	| 'past'
	| 'unseen'
	| 'frozen'
	| 'plain'
	| 'read-only'
	| 'masked'
	| 'alerts'
	| 'muted'
	| 'link'
	| 'clock';

/** A piece. */
export type Piece = {
	id: PieceId;
	spans: Spans;
	isRight: boolean;
	/** What it is in fewer cells, if it is not simply cut. */
	fit?(width: number): Spans;
};

/** Cells between two pieces. */
const gap = 2;

/** A shorter text, empty to omit the piece; or the least cells that it is cut to, and no further than necessary. */
export type Reduction = readonly [PieceId, ((text: string) => string) | number];

const lengthOf = (pieces: readonly Piece[]): number =>
	pieces.reduce((sum, {spans}) => sum + cellsOf(spans) + gap, -gap);

const shorter = ({spans, fit}: Piece, to: Reduction[1], over: number): Spans => {
	if (over <= 0) {
		return spans;
	}
	if (typeof to === 'number') {
		const room = Math.max(to, cellsOf(spans) - over);
		return fit ? fit(room) : cutSpans(spans, room);
	}
	return spans.map(([role, text]) => [role, to(text)] as const);
};

/** The pieces after some of the reductions; pieces that are cut get the room that remains. */
const reduced = (pieces: readonly Piece[], steps: readonly Reduction[], width: number): readonly Piece[] =>
	steps
		.toSorted(([, one], [, other]) => Number(typeof one === 'number') - Number(typeof other === 'number'))
		.reduce((pieces, [id, to]) => {
			const over = lengthOf(pieces) - width;
			return pieces.flatMap(piece => {
				const spans = piece.id === id ? shorter(piece, to, over) : piece.spans;
				return cellsOf(spans) === 0 ? [] : [{...piece, spans}];
			});
		}, pieces);

/**
 * The pieces that fit into so many cells.
 *
 * @param firm how many of the reductions, from the first, leave their room to the pieces that are cut, once any of them is needed
 */
export const fitting = (
	pieces: readonly Piece[],
	reductions: readonly Reduction[],
	width: number,
	firm: number,
): readonly Piece[] => {
	const fits = (steps: readonly Reduction[]): boolean => lengthOf(reduced(pieces, steps, width)) <= width;
	const count = reductions.findIndex((_step, at) => fits(reductions.slice(0, at)));
	let steps: readonly Reduction[] = count === -1 ? reductions : reductions.slice(0, count);
	// An earlier reduction may be unnecessary after the last one.
	for (const step of steps.slice(firm).toReversed()) {
		const others = steps.filter(one => one !== step);
		steps = fits(others) ? others : steps;
	}
	return reduced(pieces, steps, width);
};
