/** Play, pause and stop: of the selected campaign, or of those that are marked. */

import {hoursText, isWithinHours} from '../model/calling-hours.ts';
import type {Control, Target} from '../model/pending.ts';
import {type CampaignRow, campaignRow, whyNotNow} from '../model/select.ts';
import type {State} from '../model/state.ts';
import type {Dispute} from '../model/status.ts';
import {word} from '../present/sentence.ts';
import {disputeText} from '../present/status-text.ts';
import {eitherOf, type Offer, offerOf, sortOut, whyNoControl} from './offer.ts';
import {type CampaignVerb, campaignVerbs} from './verbs.ts';

/** A campaign as the target of a control. */
export const campaignTarget = ({campaign: {id, name}}: CampaignRow): Target => ({kind: 'campaign', id, name});

const control = (row: CampaignRow, verb: CampaignVerb): Control => ({
	...campaignVerbs[verb],
	params: {campaign_id: row.campaign.id},
	target: campaignTarget(row),
	before: row.status,
});

/** A stop has no undo: the queue that it clears does not come back. */
const inverse: Partial<Record<CampaignVerb, CampaignVerb>> = {play: 'pause', pause: 'play'};

/** A warning where Play would ring people at hours that the profile does not allow. */
const warningOf = ({source: {callingHours}, now}: State, verb: CampaignVerb): Pick<Control, 'note'> =>
	verb === 'play' && callingHours && !isWithinHours(callingHours, now.wall)
		? {note: `IT IS OUTSIDE the calling hours of ${hoursText(callingHours)}: people would be rung now.`}
		: {};

/** What a verb sends to a campaign, whatever it does now. */
export const dialControl = (state: State, row: CampaignRow, verb: CampaignVerb): Control => {
	const back = inverse[verb];
	return {...control(row, verb), ...warningOf(state, verb), ...(back && {undo: control(row, back)})};
};

/** Why no play, pause or stop can be sent to a campaign now: one is still under way. */
export const whyBusy = (state: State, row: CampaignRow): string | undefined =>
	whyNotNow(state, {operation: 'play_campaign', target: campaignTarget(row)});

/** Why nobody can tell from this status whether a campaign dials. */
export const unknownWord = (status: string | undefined): string =>
	status === undefined
		? 'the service has not said whether it is dialing'
		: `it shows ${word(status)}, which says neither dialing nor not`;

/** Why a verb would do nothing to a campaign: its sources agree that it is so already; a pause, that neither says it dials. */
const whyNothing: Readonly<Record<CampaignVerb, (row: CampaignRow) => string | undefined>> = {
	play: ({state, dispute}) => (state === 'dialing' && !dispute ? 'it is dialing already' : undefined),
	pause: ({state}) => (state === 'paused' || state === 'stopped' ? 'it is not dialing' : undefined),
	stop: ({state, dispute}) => (state === 'stopped' && !dispute ? 'it is stopped already' : undefined),
};

/** Why a verb is not sent to one of several whose status says neither; for a single one, and of a stop, the operator has chosen. */
const whyUnclear = ({state, status, dispute}: CampaignRow, verb: CampaignVerb): string | undefined => {
	if (verb === 'stop') {
		return undefined;
	}
	// Either says it dials: a pause is safe.
	return state === 'unknown' ? unknownWord(status) : dispute && verb === 'play' ? disputeText(dispute) : undefined;
};

/** One verb for some campaigns, as they stand now; the same ones, whatever is selected or marked by then. */
const offerVerb = (state: State, ids: readonly string[], verb: CampaignVerb): Offer => {
	const rows = ids.flatMap(id => campaignRow(state, id) ?? []);
	const whyOut = (row: CampaignRow): string | undefined =>
		whyBusy(state, row) ?? whyNothing[verb](row) ?? (ids.length > 1 ? whyUnclear(row, verb) : undefined);
	const {able, left} = sortOut(rows, campaignTarget, whyOut);
	return offerOf(
		able.map(row => dialControl(state, row, verb)),
		left,
		now => offerVerb(now.state, ids, verb),
	);
};

/** What a pause does to a campaign that one source says to dial; one that is stopped may be so no longer. */
const pausing = ({listing, dashboard}: Dispute): string =>
	listing.state === 'stopped' || dashboard.state === 'stopped'
		? 'which ends its dialing, but may undo a stop'
		: 'which is safe either way';

/** Play or pause of one campaign; if its status cannot be read, or its sources disagree, the operator chooses. */
const offerOne = (state: State, row: CampaignRow): Offer => {
	const {status, dispute} = row;
	const {id} = row.campaign;
	if (status === undefined) {
		return {why: whyBusy(state, row) ?? unknownWord(status)};
	}
	const why = dispute
		? `the sources of ${word(id)} disagree: ${disputeText(dispute)}. Press 1 to pause, ${pausing(dispute)}, 2 to play`
		: `${word(id)} shows ${word(status)}, which dialtop cannot read as dialing or not. Press 1 to pause, 2 to play`;
	const text = `${state.source.environment}: ${why}; Esc for neither.`;
	return eitherOf(offerVerb(state, [id], 'pause'), offerVerb(state, [id], 'play'), () => text);
};

/** Play or pause of several; if some dial and some do not, the operator chooses. */
const offerSeveral = (state: State, rows: readonly CampaignRow[]): Offer => {
	const ids = rows.map(({campaign}) => campaign.id);
	return eitherOf(offerVerb(state, ids, 'pause'), offerVerb(state, ids, 'play'), (pauses, plays) => {
		const [dialing, idle] = [pauses.controls.length, plays.controls.length];
		return `${state.source.environment}: of ${rows.length} marked campaigns ${dialing} are dialing and ${idle} not. Press 1 to pause the ${dialing}, 2 to play the ${idle}; Esc for neither.`;
	});
};

/** Play or pause: what is dialing is paused, what is not is played. */
export const offerPlayOrPause = (state: State, rows: readonly CampaignRow[]): Offer => {
	const [row] = rows;
	if (!row) {
		return {why: 'no campaign is selected'};
	}
	const why = whyNoControl(state);
	if (why) {
		return {why};
	}
	return rows.length === 1 ? offerOne(state, row) : offerSeveral(state, rows);
};

/** One verb for these campaigns, whatever is selected or marked. */
export const offerCampaigns = (state: State, ids: readonly string[], verb: CampaignVerb): Offer => {
	const why = whyNoControl(state);
	if (why) {
		return {why};
	}
	const [only, ...others] = ids.flatMap(id => campaignRow(state, id) ?? []);
	return only && others.length === 0 && only.status === undefined && verb !== 'stop'
		? {why: whyBusy(state, only) ?? unknownWord(undefined)}
		: offerVerb(state, ids, verb);
};

/** Stop. */
export const offerStop = (state: State, rows: readonly CampaignRow[]): Offer =>
	rows.length === 0
		? {why: 'no campaign is selected'}
		: offerCampaigns(
				state,
				rows.map(({campaign}) => campaign.id),
				'stop',
			);
