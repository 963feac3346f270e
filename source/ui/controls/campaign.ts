/** Play, pause and stop: of the selected campaign, or of those that are marked. */
import type {Control, Target} from '../../model/pending.ts';
import type {CampaignRow} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {batchOf, named, noneOf, type Offer, sortOut, whyNoControl, whyNotNow} from './offer.ts';

/** A campaign as the target of a control. */
export const campaignTarget = ({campaign: {id, name}}: CampaignRow): Target => ({kind: 'campaign', id, name});

const nameOf = ({campaign}: CampaignRow): string => named(campaign);

const control = (
	row: CampaignRow,
	parts: Pick<Control, 'operation' | 'doing' | 'verb' | 'expected' | 'undo'>,
): Control => ({
	...parts,
	params: {campaign_id: row.campaign.id},
	target: campaignTarget(row),
	before: row.status,
});

const playing = {operation: 'play_campaign', doing: 'starting', verb: 'play', expected: 'dialing'} as const;
const pausing = {operation: 'pause_campaign', doing: 'pausing', verb: 'pause', expected: 'paused'} as const;
const stopping = {operation: 'stop_campaign', doing: 'stopping', verb: 'stop', expected: 'stopped'} as const;

const play = (row: CampaignRow): Control => control(row, {...playing, undo: control(row, pausing)});
const pause = (row: CampaignRow): Control => control(row, {...pausing, undo: control(row, playing)});
/** It has no undo: the queue that it clears does not come back. */
const stop = (row: CampaignRow): Control => control(row, stopping);

/** What each verb makes of a campaign, whatever it does now. */
export const dialing = {play, pause, stop} as const;

const whyBusy = (state: State, row: CampaignRow): string | undefined =>
	whyNotNow(state, {operation: 'play_campaign', target: campaignTarget(row)});

/** Play or pause of one campaign: of what cannot be read the operator says which. */
const offerOne = (state: State, row: CampaignRow): Offer => {
	if (row.status === undefined) {
		return {why: 'the service has not said whether it is dialing'};
	}
	if (row.state === 'unknown') {
		const shown = `${nameOf(row)} in ${state.source.environment} shows "${row.status}"`;
		return {
			text: `${shown}, which dialtop cannot read as dialing or not. Press 1 to pause, 2 to play; Esc for neither.`,
			which: [
				{controls: [pause(row)], left: []},
				{controls: [play(row)], left: []},
			],
		};
	}
	return {controls: [row.state === 'dialing' ? pause(row) : play(row)], left: []};
};

/** Why a marked campaign is left out of a common play or pause. */
const whyLeftOut = (state: State, row: CampaignRow): string | undefined =>
	whyBusy(state, row) ??
	(row.state !== 'unknown'
		? undefined
		: row.status === undefined
			? 'the service has not said whether it is dialing'
			: `shows "${row.status}", which says neither dialing nor not`);

/** Play or pause of several: where some dial and some do not, the operator says which is meant. */
const offerSeveral = (state: State, rows: readonly CampaignRow[]): Offer => {
	const {able, left} = sortOut(rows, nameOf, row => whyLeftOut(state, row));
	const dialing = able.filter(row => row.state === 'dialing');
	const idle = able.filter(row => row.state !== 'dialing');
	const pauses = batchOf(dialing.map(pause), [...left, ...idle.map(row => `${nameOf(row)}: is not dialing`)]);
	const plays = batchOf(idle.map(play), [...left, ...dialing.map(row => `${nameOf(row)}: is dialing already`)]);
	if (pauses && plays) {
		const text = `Of ${rows.length} marked campaigns in ${state.source.environment} ${dialing.length} are dialing and ${idle.length} not. Press 1 to pause the ${dialing.length}, 2 to play the ${idle.length}; Esc for neither.`;
		return {text, which: [pauses, plays]};
	}
	return pauses ?? plays ?? noneOf(left);
};

/** Play or pause: what is dialing is paused, what is not is played. */
export const offerPlayOrPause = (state: State, rows: readonly CampaignRow[]): Offer => {
	const [row] = rows;
	if (!row) {
		return {why: 'no campaign is selected'};
	}
	const why = whyNoControl(state) ?? (rows.length === 1 ? whyBusy(state, row) : undefined);
	if (why) {
		return {why};
	}
	return rows.length === 1 ? offerOne(state, row) : offerSeveral(state, rows);
};

/** Stop. */
export const offerStop = (state: State, rows: readonly CampaignRow[]): Offer => {
	const [row] = rows;
	if (!row) {
		return {why: 'no campaign is selected'};
	}
	const whyOut = (one: CampaignRow): string | undefined =>
		whyBusy(state, one) ?? (one.state === 'stopped' ? 'it is stopped already' : undefined);
	const why = whyNoControl(state) ?? (rows.length === 1 ? whyOut(row) : undefined);
	if (why) {
		return {why};
	}
	const {able, left} = sortOut(rows, nameOf, whyOut);
	return batchOf(able.map(stop), left) ?? noneOf(left);
};
