/** Play, pause and stop: of campaigns that are named, selected or marked, and a pause of everything that dials. */

import {hoursText, isWithinHours} from '../model/calling-hours.ts';
import {type Control, isOpen, type Target} from '../model/pending.ts';
import {type CampaignRow, campaignRow, campaignRows, whyNotNow} from '../model/select.ts';
import type {State} from '../model/state.ts';
import type {Dispute} from '../model/status.ts';
import {serviceText, someOf, word} from '../present/sentence.ts';
import {disputeText} from '../present/status-text.ts';
import {
	type Basis,
	type Batch,
	because,
	type CampaignVerb,
	campaignVerbs,
	eitherOf,
	gone,
	isSameSkipped,
	type Offer,
	offerOf,
	otherSkipped,
	type Reason,
	type Refusal,
	type Skipped,
	skippedTexts,
	sortOut,
	statusText,
	whyNoControl,
} from './offer.ts';

/** A campaign as the target of a control. */
export const campaignTarget = ({campaign: {id, name}, service}: CampaignRow): Target => ({
	service,
	kind: 'campaign',
	id,
	name,
});

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
const dialControl = (state: State, row: CampaignRow, verb: CampaignVerb): Control => {
	const back = inverse[verb];
	return {...control(row, verb), ...warningOf(state, verb), ...(back && {undo: control(row, back)})};
};

/** Why no play, pause or stop can be sent to a campaign now: one is still under way. */
const whyBusy = (state: State, row: CampaignRow): string | undefined =>
	whyNotNow(state, {operation: 'play_campaign', target: campaignTarget(row)});

/** Why this status does not show whether a campaign dials. */
const unknownWord = (status: string | undefined): string =>
	status === undefined
		? 'the service has not reported whether it is dialing'
		: `it shows ${word(status)}, which says neither dialing nor not`;

/** Why a verb has nothing to do: the sources agree that the campaign shows that already, or need no pause. */
const nothingToDo: Readonly<Record<CampaignVerb, (row: CampaignRow) => Reason | undefined>> = {
	play: ({state, dispute}) =>
		state === 'dialing' && !dispute ? {why: 'it is dialing already', already: true} : undefined,
	// Pausing a stopped campaign would not reduce dialing, and might undo the stop.
	pause: ({state, dispute}) =>
		state === 'paused'
			? {why: 'it is paused already', already: !dispute}
			: state === 'stopped'
				? {why: 'it is stopped, so there is nothing to pause', already: false}
				: undefined,
	stop: ({state, dispute}) =>
		state === 'stopped' && !dispute ? {why: 'it is stopped already', already: true} : undefined,
};

/**
 * Why a verb is not sent to a campaign whose status is unknown or disputed. For a single campaign with an unknown word, and
 * for a stop, it is sent: the operator has chosen.
 */
const whyUnclear = ({state, status, dispute}: CampaignRow, verb: CampaignVerb, isOnly: boolean): Reason | undefined => {
	if (verb === 'stop' || (isOnly && status !== undefined)) {
		return undefined;
	}
	// If either says that it dials, a pause is safe.
	return because(
		state === 'unknown' ? unknownWord(status) : dispute && verb === 'play' ? disputeText(dispute) : undefined,
	);
};

/** One verb for some campaigns, as they are now; offered again, it is for the same ones, whatever is selected or marked by then. */
const offerVerb = (state: State, ids: readonly string[], verb: CampaignVerb): Batch | Refusal => {
	const rows = ids.flatMap(id => campaignRow(state, id) ?? []);
	const {able, skipped} = sortOut(
		rows,
		campaignTarget,
		row => because(whyBusy(state, row)) ?? nothingToDo[verb](row) ?? whyUnclear(row, verb, ids.length === 1),
	);
	return offerOf(
		state,
		able.map(row => dialControl(state, row, verb)),
		skipped,
		now => offerCampaigns(now.state, ids, verb),
	);
};

/** What a pause does to a campaign of which one source says that it dials; it may undo a stop. */
const pausing = ({listing, dashboard}: Dispute): string =>
	listing.state === 'stopped' || dashboard.state === 'stopped'
		? 'which ends its dialing, but may undo a stop'
		: 'which is safe either way';

/** Play or pause of one campaign; if its status cannot be read, or its sources disagree, the operator chooses. */
const offerOne = (state: State, row: CampaignRow): Offer => {
	const {status, dispute} = row;
	const {id} = row.campaign;
	const why = dispute
		? `the sources of ${word(id)} disagree: ${disputeText(dispute)}. Press 1 to pause, ${pausing(dispute)}, 2 to play`
		: `${word(id)} shows ${word(status ?? '')}, which dialtop cannot read as dialing or not. Press 1 to pause, 2 to play`;
	const text = `${serviceText(state.source)}: ${why}; Esc for neither.`;
	return eitherOf(offerVerb(state, [id], 'pause'), offerVerb(state, [id], 'play'), () => text);
};

/** Play or pause of several; if some dial and some do not, the operator chooses. */
const offerSeveral = (state: State, rows: readonly CampaignRow[]): Offer => {
	const ids = rows.map(({campaign}) => campaign.id);
	return eitherOf(offerVerb(state, ids, 'pause'), offerVerb(state, ids, 'play'), (pauses, plays) => {
		const [dialing, idle] = [pauses.controls.length, plays.controls.length];
		return `${serviceText(state.source)}: of ${rows.length} marked campaigns ${dialing} are dialing and ${idle} not. Press 1 to pause the ${dialing}, 2 to play the ${idle}; Esc for neither.`;
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
export const offerCampaigns = (state: State, ids: readonly string[], verb: CampaignVerb): Batch | Refusal => {
	const why = whyNoControl(state);
	return why ? {why} : offerVerb(state, ids, verb);
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

/** Whether calls are being made for it, whatever its status word. */
const isCalling = ({figures}: CampaignRow): boolean => (figures?.ringing ?? 0) > 0 || (figures?.activeCalls ?? 0) > 0;

/** Why a campaign that may dial is skipped: no source says that it dials, and it has no calls; undefined if it is paused. */
const whyNotAmongAll = (row: CampaignRow): string | undefined =>
	[row.state, row.listedState, row.shownState].includes('dialing') || isCalling(row)
		? undefined
		: `${unknownWord(row.status)}, and ${row.figures ? 'no call of it is in progress' : 'its calls are not known'}`;

const isPlaying = ({commands}: State, id: string): boolean =>
	commands.some(one => isOpen(one) && one.command.operation === 'play_campaign' && one.command.target.id === id);

/**
 * What a pause of everything does with a campaign: pauses it, skips it for a reason, or nothing as it does not dial. One
 * that either of two sources says to dial is paused, unless the other is newer.
 */
const partInAll = (state: State, row: CampaignRow): 'pause' | 'nothing' | {why: string} => {
	const mayDial = row.state === 'dialing' || row.state === 'unknown' || isPlaying(state, row.campaign.id);
	if (!mayDial) {
		return 'nothing';
	}
	const why = whyBusy(state, row) ?? whyNotAmongAll(row);
	return why === undefined ? 'pause' : {why};
};

const idsOf = (of: readonly {target: Control['target']}[]): string[] => of.map(({target}) => target.id);

const without = (ids: readonly string[], others: readonly string[]): string[] => ids.filter(id => !others.includes(id));

const clause = (ids: readonly string[], what: string): string[] =>
	ids.length === 0 ? [] : [`${someOf(ids.map(id => word(id)))} ${what}`];

/** How what would be paused differs from what the question says; undefined if it is the same. */
const whyOther = (
	state: State,
	asked: {ids: readonly string[]; skipped: readonly Skipped[]},
	offer: Batch | Refusal,
): string | undefined => {
	if (!('controls' in offer)) {
		return offer.why;
	}
	const now = idsOf(offer.controls);
	const gone = without(asked.ids, now);
	const isDisputed = (id: string): boolean => campaignRow(state, id)?.dispute !== undefined;
	const begun = without(now, asked.ids);
	const changes = [
		...clause(
			begun.filter(id => !isDisputed(id)),
			'began to dial',
		),
		...clause(begun.filter(isDisputed), 'may dial by now: the sources disagree'),
		...clause(gone, `${gone.length === 1 ? 'is' : 'are'} not to be paused any more`),
	];
	return changes.length > 0
		? changes.join(', ')
		: isSameSkipped(offer.skipped, asked.skipped)
			? undefined
			: otherSkipped;
};

const controlOf = (state: State, row: CampaignRow, note: string | undefined): Control => {
	const {undo, ...control} = dialControl(state, row, 'pause');
	return {
		...control,
		all: true,
		...(undo && {undo: {...undo, all: true}}),
		...(note !== undefined && {note}),
	};
};

/** What is paused, and what is skipped. */
const offered = (state: State, note?: string): {controls: Control[]; skipped: Skipped[]} => {
	const controls: Control[] = [];
	const skipped: Skipped[] = [];
	for (const row of campaignRows(state)) {
		const what = partInAll(state, row);
		if (what === 'pause') {
			controls.push(controlOf(state, row, note));
		} else if (what !== 'nothing') {
			skipped.push({target: campaignTarget(row), why: what.why});
		}
	}
	return {controls, skipped};
};

/** Why nobody can be asked whether to pause everything. */
const whyNotAsked = (state: State): string | undefined =>
	whyNoControl(state) ?? (state.campaigns.value ? undefined : 'the campaigns are not listed yet');

/** Why nothing can be paused now; undefined if {@link offerPauseAll} asks. Each frame asks, so it stops at the first campaign that dials. */
export const whyNoPauseAll = (state: State): string | undefined => {
	const why = whyNotAsked(state);
	if (why !== undefined || campaignRows(state).some(row => partInAll(state, row) === 'pause')) {
		return why;
	}
	const each = skippedTexts(offered(state).skipped, true);
	const nothing = `no campaign dials in ${serviceText(state.source)}`;
	return each.length === 0 ? nothing : `${nothing} that can be paused: ${someOf(each)}`;
};

/** Why a campaign is not paused at its turn after all, while others were; undefined if it is. */
const whyNotInTurn = (state: State, {target}: Control): string | undefined => {
	const why = whyNoControl(state);
	const row = campaignRow(state, target.id);
	if (why !== undefined || !row) {
		return why ?? gone;
	}
	const what = partInAll(state, row);
	return what === 'pause' ? undefined : what === 'nothing' ? `it shows ${statusText(row.status)} by now` : what.why;
};

/**
 * Pause of all that dial. The question is void once other campaigns dial than those that it counts; a new name, or another word for the same
 * state, does not matter to it.
 *
 * @param note a further sentence of the question
 */
export const offerPauseAll = (state: State, note?: string): Batch | Refusal => {
	const hindrance = whyNotAsked(state);
	if (hindrance !== undefined) {
		return {why: hindrance};
	}
	const {controls, skipped} = offered(state, note);
	const again = ({state: now}: Basis): Batch | Refusal => offerPauseAll(now, note);
	const offer = offerOf(state, controls, skipped, again);
	if (!('controls' in offer)) {
		return {why: whyNoPauseAll(state) ?? offer.why, skipped};
	}
	const asked = {ids: idsOf(controls), skipped};
	return {...offer, ofAll: {whyVoid: basis => whyOther(basis.state, asked, again(basis)), whyNotInTurn}};
};
