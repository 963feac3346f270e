/**
 * A campaign's history: everything that is remembered of it beyond its newest answer, in three tiers. As polled, for the charts
 * and the drop rate of the last minutes; in buckets of ten seconds with what is usual, for the causes; in steps of five minutes over
 * twelve hours, for wide charts and staffing.
 */
import {type Past, pastAfter} from './past.ts';
import {type Recent, recentAfter} from './recent.ts';
import type {Moment, Span} from './time.ts';
import {type DropSample, dropSamplesAfter, type Waiting, waitingAfter} from './watched.ts';
import type {Dashboard} from './wire.ts';

/** Live calls at one poll: dialtop keeps them itself, since call_status_graph may hold only the present. */
export type LiveCalls = {
	/** When the figures were asked for. */
	seen: Moment;
	activeCalls: number | undefined;
	ringing: number | undefined;
	waiting: number | undefined;
	inIvr: number | undefined;
};

/** What is remembered of a campaign; never changed in place. */
export type History = {
	/** Live calls as polled, oldest first, of a service that draws none itself. */
	readonly liveCalls: readonly LiveCalls[];
	/** The drop rate of the last minutes; undefined if no poll brought one. */
	readonly dropSamples: readonly DropSample[] | undefined;
	/** Calls that wait; undefined if the newest poll does not say. */
	readonly waiting: Waiting | undefined;
	/** The last two minutes of its polls, and what is usual; undefined if they brought no figures. */
	readonly recent: Recent | undefined;
	/** The last hours of its graphs; undefined if they brought no times. */
	readonly past: Past | undefined;
};

/** The history of a campaign of which nothing is known. */
export const noHistory: History = {
	liveCalls: [],
	dropSamples: undefined,
	waiting: undefined,
	recent: undefined,
	past: undefined,
};

/** An answer with figures. */
export type Polled = {
	dashboard: Dashboard & {figures: NonNullable<Dashboard['figures']>};
	span: Span;
	/** When the poll before was sent, by the monotonic clock; undefined if there was none. */
	last: number | undefined;
	isDialing: boolean;
	/** What was polled at or before this monotonic time says nothing of the present. */
	staleBefore: number;
	/** Whether figures are far from what is usual. */
	hasMoved: boolean;
};

/** Points of live calls that are remembered: enough for the widest chart. */
export const historyLength = 240;

/** The history after an answer with figures. */
export const historyAfter = (known: History, polled: Polled): History => {
	const {dashboard, span, last, isDialing, staleBefore, hasMoved} = polled;
	const {figures, calls, agents, liveCalls} = dashboard;
	const {activeCalls, ringing, waiting, inIvr} = figures;
	const at = span.receivedAt.mono;
	return {
		// A graph of the service needs none beside it.
		liveCalls:
			(liveCalls?.length ?? 0) < 2
				? [...known.liveCalls.slice(-(historyLength - 1)), {seen: span.sentAt, activeCalls, ringing, waiting, inIvr}]
				: known.liveCalls,
		dropSamples: dropSamplesAfter(known.dropSamples, {figures, at, staleBefore}),
		waiting: waitingAfter(known.waiting, {figures, at: span.sentAt.mono, last, staleBefore}),
		recent: recentAfter(known.recent, {figures, calls, agents, liveCalls, at, isDialing, staleBefore, hasMoved}),
		past: pastAfter(known.past, dashboard, span.receivedAt),
	};
};
