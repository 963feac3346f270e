/** What agents who are ready mean now: as many as needed, idle while calls should come, or on a campaign that does not dial. */
import {dialsForAgents} from './drops.ts';
import type {CampaignRow} from './select.ts';

/**
 * What a campaign's ready agents mean.
 *
 * - `usual`: calls come, and some wait for the next one
 * - `idle`: it should dial, and an alert says that calls do not come; or several wait, and fewer are busy, or nothing rings for a good part of them
 * - `resting`: it does not dial, so nobody waits for a call of it
 */
export type Readiness = 'usual' | 'idle' | 'resting';

/** Ready agents from which on there may be too many: one or two of a small team are free at times. */
const fewest = 3;

/** What the ready agents of a campaign mean; undefined if it has none, or does not say. */
export const readinessOf = (row: CampaignRow): Readiness | undefined => {
	const {figures, state, alert, acknowledged} = row;
	const {ready, onCall = 0, wrapUp = 0, ringing} = figures ?? {};
	if (!ready) {
		return undefined;
	}
	if (state === 'paused' || state === 'stopped') {
		return 'resting';
	}
	if (state !== 'dialing' || !dialsForAgents(row)) {
		return 'usual';
	}
	const {kind} = alert ?? acknowledged ?? {};
	const isReported = kind === 'answers' || kind === 'dialing';
	const busy = onCall + wrapUp;
	// Between two calls nothing rings for a moment: that says something only where not nearly all are busy.
	const isMost = ready >= fewest && (ready > busy || (ringing === 0 && ready * 4 > busy));
	return isReported || isMost ? 'idle' : 'usual';
};

/** What the ready agents of several campaigns mean: what most of them do. */
export const readinessOfAll = (rows: readonly CampaignRow[]): Readiness | undefined => {
	const counts: Record<Readiness, number> = {usual: 0, idle: 0, resting: 0};
	for (const row of rows) {
		const readiness = readinessOf(row);
		if (readiness) {
			counts[readiness] += row.figures?.ready ?? 0;
		}
	}
	const {usual, idle, resting} = counts;
	if (usual + idle + resting === 0) {
		return undefined;
	}
	return idle > 0 && idle >= usual ? 'idle' : usual > 0 ? 'usual' : 'resting';
};
