/** Works out how far off the forecasts of campaigns were: when asked for, in slices, and at most once an hour for each. */
import type {ForecastError, Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import {judgedForecasts} from '../recording/judged-forecasts.ts';
import type {Recording} from '../recording/recording.ts';
import type {Clock} from '../system/clock.ts';

/** Milliseconds for which a result is valid, and between two slices. */
const holds = 3_600_000;
const between = 20;

/** The longest time of a slice, milliseconds. */
const slice = 4;

export type ForecastJudge = {
	/** Has the errors of a campaign's forecasts worked out, unless that was done within the hour; they go into the state. */
	judge(campaignId: string): void;
	stop(): void;
};

export const createForecastJudge = (
	recording: Pick<Recording, 'rows'>,
	store: Pick<Store<State, Message>, 'get' | 'dispatch'>,
	clock: Clock,
): ForecastJudge => {
	const judgedAt = new Map<string, number>();
	let cancel: (() => void) | undefined;

	const work = (campaignId: string, slices: Generator<undefined, readonly ForecastError[]>): void => {
		cancel = undefined;
		try {
			const began = clock.now().mono;
			for (let next = slices.next(); ; next = slices.next()) {
				if (next.done) {
					store.dispatch({type: 'forecasts-judged', campaignId, errors: next.value});
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
		cancel = clock.after(between, () => work(campaignId, slices));
	};

	return {
		judge(campaignId) {
			const {now, source} = store.get();
			const before = judgedAt.get(campaignId);
			if (before !== undefined && now.mono - before < holds) {
				return;
			}
			cancel?.();
			judgedAt.set(campaignId, now.mono);
			work(campaignId, judgedForecasts(recording, campaignId, source, now.wall));
		},
		stop: () => cancel?.(),
	};
};
