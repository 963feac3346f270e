/** Works out how the forecasts of campaigns did: when asked for, in slices, and at most once an hour for each. */
import {serviceZone} from '../model/service-clock.ts';
import type {Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import {type JudgedForecasts, judgedForecasts} from '../recording/judged-forecasts.ts';
import type {Recording} from '../recording/recording.ts';
import type {Clock} from '../system/clock.ts';

/** Milliseconds for which a result is valid, and between two slices. */
const holds = 3_600_000;
const between = 20;

/** How long a campaign is selected before its forecasts are judged, milliseconds: the operator may only pass it. */
const settled = 300;

/** The longest time of a slice, milliseconds. */
const slice = 4;

export type ForecastJudge = {
	/**
	 * Has the forecasts of a campaign judged, unless that was done within the hour; what comes of it goes into the state. On its page
	 * the whole recording is opened for it.
	 */
	judge(campaignId: string, isOnItsPage: boolean): void;
	stop(): void;
};

/** What was recorded: by this run or the runs before it, and with all that is before that, which takes memory to open. */
export type JudgedRecordings = {own: Pick<Recording, 'rows'>; whole: Pick<Recording, 'rows'>};

export const createForecastJudge = (
	{own, whole}: JudgedRecordings,
	store: Pick<Store<State, Message>, 'get' | 'dispatch'>,
	clock: Clock,
): ForecastJudge => {
	const judgedAt = new Map<string, number>();
	let cancel: (() => void) | undefined;

	const work = (campaignId: string, slices: Generator<undefined, JudgedForecasts>): void => {
		cancel = undefined;
		try {
			const began = clock.now().mono;
			for (let next = slices.next(); ; next = slices.next()) {
				if (next.done) {
					store.dispatch({type: 'forecasts-judged', campaignId, ...next.value});
					return;
				}
				if (clock.now().mono - began >= slice) {
					break;
				}
			}
		} catch {
			// If the recording cannot be read, nothing is judged; what writes the recording reports why.
			return;
		}
		workAfter(between, campaignId, slices);
	};

	const workAfter = (delay: number, campaignId: string, slices: Generator<undefined, JudgedForecasts>): void => {
		const stop = clock.after(delay, () => work(campaignId, slices));
		cancel = () => {
			stop();
			judgedAt.delete(campaignId);
			judgedAt.delete(`${campaignId} whole`);
		};
	};

	return {
		judge(campaignId, isOnItsPage) {
			const wholeKey = `${campaignId} whole`;
			const isWhole = isOnItsPage || judgedAt.has(wholeKey);
			const key = isWhole && whole !== own ? wholeKey : campaignId;
			const state = store.get();
			const {now, source} = state;
			const before = judgedAt.get(key);
			if (before !== undefined && now.mono - before < holds) {
				return;
			}
			cancel?.();
			judgedAt.set(key, now.mono);
			const zone = serviceZone(state);
			workAfter(settled, campaignId, judgedForecasts(isWhole ? whole : own, {campaignId, zone}, source, now.wall));
		},
		stop: () => cancel?.(),
	};
};
