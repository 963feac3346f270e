/**
 * What each failure does to a campaign's figures, as a table, and which row of it fits what they do now. A row is as
 * likely as its figures together; it is named if it fits well, and better than any other.
 */
import {type Direction, type FigureName, figureNames, type Move, movesOf} from './moves.ts';
import type {Recent} from './recent.ts';

/**
 * What a failure does to a figure: it must, or it may. Machines may answer exactly as before (`even`), or in place of people
 * (`instead`). A figure that is not given may do anything.
 */
export type Effect = Direction | 'may fall' | 'may rise' | 'even' | 'instead';

/** The failures that are told apart by what figures do. */
export type CauseName =
	| 'dials-fail'
	| 'unanswered'
	| 'caller-id'
	| 'detection'
	| 'more-answers'
	| 'machines-pass'
	| 'agents-left'
	| 'agents-paused'
	| 'long-wrap-up'
	| 'long-talks'
	| 'held-back'
	| 'level-up'
	| 'level-down'
	| 'leads-off';

/** The table. */
export const causeTable: Readonly<Record<CauseName, Readonly<Partial<Record<FigureName, Effect>>>>> = {
	'dials-fail': {
		live: 'fell',
		machines: 'fell',
		rings: 'fell',
		dials: 'may rise',
		ready: 'may rise',
		onCall: 'may fall',
	},
	unanswered: {live: 'fell', machines: 'fell', rings: 'may rise', ready: 'may rise', onCall: 'may fall'},
	'caller-id': {live: 'fell', machines: 'even', rings: 'same', ready: 'may rise', onCall: 'may fall'},
	detection: {live: 'fell', machines: 'instead', rings: 'same', ready: 'may rise', onCall: 'may fall'},
	'more-answers': {live: 'rose', machines: 'even', ready: 'may fall', waiting: 'may rise', onCall: 'may rise'},
	'machines-pass': {live: 'rose', machines: 'instead', rings: 'same', ready: 'may fall'},
	'agents-left': {agents: 'fell', live: 'same', paused: 'may fall', waiting: 'may rise'},
	'agents-paused': {paused: 'rose', agents: 'same', live: 'same', ready: 'may fall', wrapUp: 'may fall'},
	'long-wrap-up': {wrapUp: 'rose', agents: 'same', paused: 'same', live: 'same', ready: 'may fall', onCall: 'may fall'},
	'long-talks': {
		onCall: 'rose',
		agents: 'same',
		live: 'same',
		dials: 'may fall',
		ready: 'may fall',
		waiting: 'may rise',
	},
	'held-back': {dials: 'fell', ready: 'rose', live: 'same', level: 'same', leads: 'same', onCall: 'may fall'},
	'level-up': {level: 'rose', waiting: 'rose', live: 'same', dials: 'may rise', ready: 'may fall'},
	'level-down': {level: 'fell', dials: 'fell', ready: 'rose', live: 'same', onCall: 'may fall'},
	'leads-off': {leads: 'fell', dials: 'fell', ready: 'may rise', live: 'same', level: 'same'},
};

/** A figure as it usually is, and as it is now, in its own unit. */
export type Shift = {figure: FigureName; from: number; to: number};

/** A failure that the figures name, with those that say so; `changed` if they fit none. */
export type Cause = {kind: CauseName | 'changed'; shifts: readonly Shift[]};

/** How much one figure may say for a row, and against it. */
const mostFor = 20;
const mostAside = 2;
const mostAgainst = 8;

/** A row is named from here on: by chance it is as unlikely as one in so many powers of e. */
const enough = 8;

/** A figure alone that fits no row is told from here on. */
const enoughAlone = 14;

const weightOf = (effect: Effect, {fell, rose, same, even, instead}: Move): number => {
	switch (effect) {
		case 'even':
			return Math.max(-mostAgainst, even);
		case 'instead':
			return Math.max(-mostAgainst, instead);
		case 'fell':
			return Math.max(-mostAgainst, Math.min(mostFor, fell));
		case 'rose':
			return Math.max(-mostAgainst, Math.min(mostFor, rose));
		case 'same':
			return Math.max(-mostAgainst, same);
		case 'may fall':
			return fell > 0 ? Math.min(mostAside, fell) : -Math.min(mostAgainst, Math.max(0, rose));
		case 'may rise':
			return rose > 0 ? Math.min(mostAside, rose) : -Math.min(mostAgainst, Math.max(0, fell));
	}
};

type Fit = {kind: CauseName; score: number; core: number; moves: Move[]};

const shiftsOf = (moves: readonly Move[]): Shift[] => moves.map(({figure, from, to}) => ({figure, from, to}));

/** Figures that a row does without if they are not told. */
const mayBeUntold: ReadonlySet<FigureName> = new Set(['machines', 'rings']);

const names = Object.keys(causeTable) as CauseName[];

/** The rows of the table as they are gone through at every poll. */
const rows = Object.fromEntries(names.map(kind => [kind, Object.entries(causeTable[kind])])) as unknown as Readonly<
	Record<CauseName, readonly (readonly [FigureName, Effect])[]>
>;

const fitOf = (kind: CauseName, moves: Readonly<Record<FigureName, Move>>): Fit => {
	const fit: Fit = {kind, score: 0, core: Number.POSITIVE_INFINITY, moves: []};
	for (const [figure, effect] of rows[kind]) {
		const move = moves[figure];
		const weight = weightOf(effect, move);
		fit.score += weight;
		// Services may tell neither machines nor how long it rings; a row without any other of its figures does not fit.
		if ((effect === 'fell' || effect === 'rose') && (move.isTold || !mayBeUntold.has(figure))) {
			fit.core = Math.min(fit.core, weight);
			fit.moves.push(move);
		}
	}
	return fit;
};

/** A cause that is named stays until it fits no longer, or another fits so much better. */
const better = 4;
const enoughToStay = 2;

/** What the figures name, if they name anything; `known` is what they named at the poll before. */
export const causeOf = (recent: Recent, known: Cause | undefined): Cause | undefined => {
	let best: Fit | undefined;
	let stays: Fit | undefined;
	let alone: Move | undefined;
	for (const moves of movesOf(recent)) {
		if (!known && !isStirred(moves)) {
			continue;
		}
		for (const kind of names) {
			const fit = fitOf(kind, moves);
			const isKnown = kind === known?.kind;
			if (fit.core > 0.5 && fit.score >= enough && fit.score > (best?.score ?? 0)) {
				best = fit;
			}
			if (isKnown && fit.core > 0 && fit.score >= enoughToStay && fit.score > (stays?.score ?? 0)) {
				stays = fit;
			}
		}
		alone ??= strangest(moves);
	}
	const named = stays && !(best && best.score > stays.score + better) ? stays : best;
	return named
		? {kind: named.kind, shifts: shiftsOf(named.moves)}
		: alone && {kind: 'changed', shifts: shiftsOf([alone])};
};

/** What a figure must say before rows are looked at: less makes none of them likely. */
const stirring = 2;

const isStirred = (moves: Readonly<Record<FigureName, Move>>): boolean => {
	for (const figure of figureNames) {
		if (moves[figure].fell > stirring || moves[figure].rose > stirring) {
			return true;
		}
	}
	return false;
};

/** A figure that no row explains: fewer or more people answer, or less is dialed though agents wait. */
const strangest = ({live, dials, ready}: Readonly<Record<FigureName, Move>>): Move | undefined =>
	Math.max(live.fell, live.rose) >= enoughAlone
		? live
		: dials.fell >= enoughAlone && (!ready.isTold || ready.rose > 1)
			? dials
			: undefined;
