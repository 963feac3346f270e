/**
 * What each failure does to a campaign's figures, as a table, and which row of it fits what they do now. A row is as
 * likely as its figures together; it is named if it fits well, and better than any other.
 */
import {
	changesOf,
	type Direction,
	type FigureChange,
	type FigureChanges,
	type FigureName,
	figureNames,
	type Look,
} from './figure-changes.ts';
import type {Recent} from './recent.ts';

/**
 * What a failure does to a figure: it must, or it may. Machines may answer exactly as before (`even`), or in place of people
 * (`instead`). A figure that is not given may do anything.
 */
export type Effect = Direction | 'may fall' | 'may rise' | 'even' | 'instead';

/** The failures that are distinguished by what figures do. */
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
	'held-back': {
		dials: 'fell',
		idle: 'rose',
		ready: 'may rise',
		live: 'same',
		level: 'same',
		leads: 'same',
		onCall: 'may fall',
	},
	'level-up': {level: 'rose', waiting: 'rose', live: 'same', dials: 'may rise', ready: 'may fall'},
	'level-down': {level: 'fell', dials: 'fell', ready: 'rose', live: 'same', onCall: 'may fall'},
	'leads-off': {leads: 'fell', dials: 'fell', ready: 'may rise', live: 'same', level: 'same'},
};

/** A figure as it usually is, and as it is now, in its own unit. */
export type Shift = {figure: FigureName; from: number; to: number};

/** A failure that the figures name, with those that say so; `changed` if they fit none. */
export type Cause = {
	kind: CauseName | 'changed';
	shifts: readonly Shift[];
	/** Whether it is likely enough for an alert; one that is not is only shown in views. */
	isSure: boolean;
	/** For how many seconds the service's graphs show it, from before dialtop's first poll; not given for none. */
	drawn?: number;
	/** Another failure at the same time: each alone would not fit. */
	also?: Omit<Cause, 'also'>;
};

/** The most that one figure may weigh for a row, and against it. */
const mostFor = 20;
const mostAside = 2;
const mostAgainst = 8;

/** A row is named from this log-likelihood on. */
const enough = 7;

/** An alert takes more: a day has many moments in which chance could do the same. A short look takes more still, and so do graphs. */
const sure = 10;
const sureAtAGlance = 13;
const glance = 30;

/** A figure alone that fits no row is reported from here on. */
const enoughAlone = 14;

const weightOf = (effect: Effect, {fell, rose, same, even, instead}: FigureChange): number => {
	switch (effect) {
		case 'even':
			return Math.max(-mostAgainst, even);
		case 'instead':
			return Math.max(-mostAgainst, Math.min(10, instead - even));
		case 'fell':
			return Math.max(-mostAgainst, Math.min(mostFor, fell));
		case 'rose':
			return Math.max(-mostAgainst, Math.min(mostFor, rose));
		case 'same':
			return same === Number.NEGATIVE_INFINITY ? same : Math.max(-mostAgainst, same);
		case 'may fall':
			return fell > 0 ? Math.min(mostAside, fell) : -Math.min(mostAgainst, Math.max(0, rose));
		case 'may rise':
			return rose > 0 ? Math.min(mostAside, rose) : -Math.min(mostAgainst, Math.max(0, fell));
	}
};

type Row = readonly (readonly [FigureName, Effect])[];

/** A row of the table, or two of them that happen at once. */
type Candidate = {kind: CauseName; also: CauseName | undefined; row: Row};

type Fit = Pick<Candidate, 'kind' | 'also'> &
	Pick<Look, 'seconds' | 'drawn'> & {score: number; core: number; changes: readonly FigureChange[]};

const drawnOf = ({drawn}: {drawn: number}): Pick<Cause, 'drawn'> => (drawn > 0 ? {drawn} : {});

const shiftsOf = (changes: readonly FigureChange[]): Shift[] =>
	changes.map(({figure, from, to}) => ({figure, from, to}));

/** Figures that a row does not need if the service does not report them. */
const mayBeUnreported: ReadonlySet<FigureName> = new Set(['machines', 'rings']);

/** Failures that come together: each moves figures that the other leaves as they are, so that neither fits alone. */
export const pairs: readonly (readonly [CauseName, CauseName])[] = [
	['more-answers', 'long-wrap-up'],
	['agents-left', 'level-up'],
];

/** Two at once are so much less likely than one, as a log-likelihood. */
const pairPrice = 1.5;

const names = Object.keys(causeTable) as CauseName[];

const isCore = (effect: Effect | undefined): effect is Direction => effect === 'fell' || effect === 'rose';

const rowOf = (kind: CauseName): Row => Object.entries(causeTable[kind]) as unknown as Row;

/** What both do to the figures: a figure changes if either failure changes it. */
const together = (one: CauseName, other: CauseName): Row => {
	const [first, second] = [causeTable[one], causeTable[other]];
	return figureNames.flatMap(figure => {
		const effects = [first[figure], second[figure]].filter(effect => effect !== undefined);
		const effect = effects.find(isCore) ?? effects.find(some => some !== 'same') ?? effects[0];
		return effect ? [[figure, effect] as const] : [];
	});
};

/** The rows that are compared at every poll. */
const candidates: readonly Candidate[] = [
	...names.map(kind => ({kind, also: undefined, row: rowOf(kind)})),
	...pairs.map(([kind, also]) => ({kind, also, row: together(kind, also)})),
];

const fitOf = ({kind, also, row}: Candidate, {changes, seconds, drawn}: Look): Fit => {
	const core: FigureChange[] = [];
	const fit = {kind, also, score: also ? -pairPrice : 0, core: Number.POSITIVE_INFINITY, changes: core, seconds, drawn};
	for (const [figure, effect] of row) {
		const change = changes[figure];
		const weight = weightOf(effect, change);
		fit.score += weight;
		// Services may report neither machines nor how long it rings; a row without any other of its figures does not fit.
		if (isCore(effect) && (change.isReported || !mayBeUnreported.has(figure))) {
			fit.core = Math.min(fit.core, weight);
			core.push(change);
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
	let alone: {changes: readonly FigureChange[]; drawn: number} | undefined;
	for (const look of changesOf(recent)) {
		const {changes, drawn} = look;
		if (!known && !anyChanged(changes)) {
			continue;
		}
		for (const candidate of candidates) {
			const fit = fitOf(candidate, look);
			const isKnown = fit.kind === known?.kind && fit.also === known.also?.kind;
			if (fit.core > 0.5 && fit.score >= enough && fit.score > (best?.score ?? 0)) {
				best = fit;
			}
			if (isKnown && fit.core > 0 && fit.score >= enoughToStay && fit.score > (stays?.score ?? 0)) {
				stays = fit;
			}
		}
		const unusual = mostUnusual(changes);
		alone ??= unusual.length > 0 ? {changes: unusual, drawn} : undefined;
	}
	const named = stays && !(best && best.score > stays.score + better) ? stays : best;
	return named
		? causeBy(named, known?.kind === named.kind && known.isSure)
		: alone && {
				kind: 'changed',
				shifts: shiftsOf(alone.changes),
				isSure: true,
				...drawnOf(alone),
			};
};

/** The cause of a row that fits. */
const causeBy = ({kind, also, score, changes, seconds, drawn}: Fit, wasSure: boolean): Cause => {
	const isSure = score >= (seconds < glance || drawn > 0 ? sureAtAGlance : sure) || wasSure;
	const of = (name: CauseName): Omit<Cause, 'also'> => {
		// In the order of its own row: the first figure identifies the failure.
		const own = rowOf(name).flatMap(([figure, effect]) =>
			isCore(effect) ? changes.filter(change => change.figure === figure) : [],
		);
		return {kind: name, shifts: shiftsOf(own), isSure, ...drawnOf({drawn})};
	};
	return isOnlyFewer(kind, changes) ? {...of(kind), kind: 'changed'} : {...of(kind), ...(also && {also: of(also)})};
};

/** Fewer people answer, and neither machines nor ringing show why: any of several failures does that. */
const isOnlyFewer = (kind: CauseName, [first, ...more]: readonly FigureChange[]): boolean =>
	(kind === 'dials-fail' || kind === 'unanswered') && first?.figure === 'live' && more.length === 0;

/** How much a figure must weigh before rows are compared: with less, none is likely. */
const leastChange = 2;

const anyChanged = (changes: FigureChanges): boolean => {
	for (const figure of figureNames) {
		if (changes[figure].fell > leastChange || changes[figure].rose > leastChange) {
			return true;
		}
	}
	return false;
};

/** Whether less is dialed though agents wait. Graphs draw no level: there the agents for whom nothing rings count too. */
const isLessDialed = ({dials, ready, idle, level}: FigureChanges): boolean =>
	level.isReported
		? dials.fell >= enoughAlone && level.same !== Number.NEGATIVE_INFINITY && (!ready.isReported || ready.rose > 1)
		: dials.fell > leastChange && ready.rose > 1 && dials.fell + clamped(idle.rose) >= enoughAlone;

const clamped = (value: number): number => Math.min(mostFor, Math.max(0, value));

/** Figures that no row explains: fewer or more people answer, or less is dialed though agents wait. */
const mostUnusual = (changes: FigureChanges): readonly FigureChange[] => {
	const {live, dials, idle, level} = changes;
	return Math.max(live.fell, live.rose) >= enoughAlone
		? [live]
		: isLessDialed(changes)
			? [dials, ...(level.isReported ? [] : [idle])]
			: [];
};
