/** The poller's reads: each passes an answer, or why there is none, to the model. */

import {sameLists} from '../model/list.ts';
import type {Failure} from '../model/loaded.ts';
import type {Message} from '../model/state.ts';
import type {Moment, Span} from '../model/time.ts';
import type {ListsQuestion} from '../model/wire.ts';
import type {Clock} from '../system/clock.ts';
import type {CallOptions, HarmlessCall} from '../wire/client/dialer.ts';
import type {Outcome} from '../wire/errors.ts';
import {reasonOf} from './session.ts';

/** How a read ended. */
export type Read = {
	outcome: Outcome<unknown>;
	/** Whether it brought what was asked for; an answer may come without it. */
	sound: boolean;
};

/** What the poller reads. */
export type Reads = {
	campaigns(): Promise<Read>;
	lists(question: ListsQuestion): Promise<Read>;
	/** All lists of a campaign, or of all campaigns, to observe a command; those on screen may be filtered. */
	listsSeen(campaignId: string | undefined): Promise<Read>;
	/** All lists of a campaign, to be shown beside its figures. */
	listsOf(campaignId: string): Promise<Read>;
	dashboard(campaignId: string): Promise<Read>;
	/** How a campaign's calls ended today, which a service need not report. */
	outcomes(campaignId: string): Promise<Read>;
};

export type ReadParts = {
	call: HarmlessCall;
	dispatch(message: Message): void;
	clock: Clock;
	/** Whether a read whose connection broke may be sent once more; counts it if so. */
	mayRepeat(): boolean;
	/** The lists that are wanted now. */
	wantedLists(): ListsQuestion | undefined;
};

/** Every request counts against the budget, so the dialer must not repeat any. */
const options: CallOptions = {retries: 0, repeated: true};

/** What the model stores of a failed read. */
export const failureOf = (outcome: Outcome<unknown>, at: Moment, reason: string): Failure => ({
	at,
	reason,
	...(outcome.kind === 'refused' && {refused: true}),
});

export const createReads = ({call, dispatch, clock, mayRepeat, wantedLists}: ReadParts): Reads => {
	/** Sends, and once more if the connection broke: the service may have closed an idle one. */
	const ask = async <T>(send: () => Promise<Outcome<T>>): Promise<{outcome: Outcome<T>; span: Span}> => {
		const sentAt = clock.now();
		let outcome = await send();
		const broke = (outcome.kind === 'unknown' || outcome.kind === 'not-sent') && outcome.cause.code === 'reset';
		if (broke && mayRepeat()) {
			outcome = await send();
		}
		return {outcome, span: {sentAt, receivedAt: clock.now()}};
	};

	const askLists = ({campaignId, status, filter}: ListsQuestion) =>
		ask(() => call('get_lists', {campaign_id: campaignId, status, filter}, options));

	return {
		async campaigns() {
			const {outcome, span} = await ask(() => call('get_campaigns', {}, options));
			const records = outcome.kind === 'done' ? outcome.answer.records : [];
			const nameless = records.length > 0 && records.every(({id}) => id === undefined);
			if (outcome.kind === 'done' && !nameless) {
				dispatch({type: 'campaigns-polled', span, records});
				return {outcome, sound: true};
			}
			const reason = outcome.kind === 'done' ? 'no campaign came with an id' : reasonOf(outcome);
			dispatch({type: 'campaigns-failed', failure: failureOf(outcome, span.receivedAt, reason)});
			return {outcome, sound: false};
		},

		async lists(question) {
			const {outcome, span} = await askLists(question);
			if (outcome.kind === 'done') {
				dispatch({...question, type: 'lists-polled', span, records: outcome.answer.records});
			} else if (sameLists(wantedLists(), question)) {
				const failure = failureOf(outcome, span.receivedAt, reasonOf(outcome));
				dispatch({type: 'lists-failed', failure: {...failure, question}});
			}
			return {outcome, sound: outcome.kind === 'done'};
		},

		async listsSeen(campaignId) {
			const {outcome, span} = await askLists({campaignId});
			if (outcome.kind === 'done') {
				const isOfAll = campaignId === undefined;
				dispatch({type: 'lists-seen', span, records: outcome.answer.records, ...(isOfAll && {isOfAll})});
			}
			return {outcome, sound: outcome.kind === 'done'};
		},

		async listsOf(campaignId) {
			const {outcome} = await askLists({campaignId});
			const records = outcome.kind === 'done' ? outcome.answer.records : undefined;
			dispatch({type: 'lists-of-polled', campaignId, records});
			return {outcome, sound: outcome.kind === 'done'};
		},

		async dashboard(campaignId) {
			const {outcome, span} = await ask(() => call('get_dashboard_stats', {campaign_id: campaignId}, options));
			const figures = outcome.kind === 'done' ? outcome.answer.figures : undefined;
			const other = figures?.campaignId !== undefined && figures.campaignId !== campaignId;
			if (outcome.kind === 'done' && figures && !other) {
				dispatch({type: 'dashboard-polled', campaignId, span, dashboard: outcome.answer});
				return {outcome, sound: true};
			}
			const reason =
				outcome.kind !== 'done'
					? reasonOf(outcome)
					: other
						? `the service answered for campaign ${figures?.campaignId} instead`
						: 'the service answered without figures (no data)';
			dispatch({type: 'dashboard-failed', campaignId, failure: failureOf(outcome, span.receivedAt, reason)});
			return {outcome, sound: false};
		},

		async outcomes(campaignId) {
			const {outcome, span} = await ask(() => call('campaign_summary', {campaign_id: campaignId}, options));
			const outcomes = outcome.kind === 'done' ? outcome.answer : undefined;
			const isReported = outcomes?.statuses !== undefined || outcomes?.callbacksDue !== undefined;
			if (outcomes && isReported) {
				dispatch({type: 'outcomes-polled', campaignId, outcomes, at: span.receivedAt});
			}
			return {outcome, sound: isReported};
		},
	};
};
