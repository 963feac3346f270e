/** Pause of everything that dials, whatever is selected, marked or filtered. */

import type {Control} from '../model/pending.ts';
import {isOpen} from '../model/pending.ts';
import {type CampaignRow, campaignRow, campaignRows} from '../model/select.ts';
import type {State} from '../model/state.ts';
import {someOf, word} from '../present/sentence.ts';
import {campaignTarget, dialControl, unknownWord, whyBusy} from './campaigns.ts';
import {type Basis, type Left, leftTexts, type Offer, offerOf, whyNoControl} from './offer.ts';
import {statusText} from './void.ts';

/** Whether calls are being made for it, whatever its status word. */
const isCalling = ({figures}: CampaignRow): boolean => (figures?.ringing ?? 0) > 0 || (figures?.activeCalls ?? 0) > 0;

/** Why a campaign that may dial is left alone: no source says that it dials, nor do its calls; undefined if it is paused. */
const whyNotAmongAll = (row: CampaignRow): string | undefined =>
	[row.state, row.listedState, row.shownState].includes('dialing') || isCalling(row)
		? undefined
		: `${unknownWord(row.status)}, and ${row.figures ? 'no call of it is in progress' : 'its calls are not known'}`;

const isPlaying = ({commands}: State, id: string): boolean =>
	commands.some(one => isOpen(one) && one.command.operation === 'play_campaign' && one.command.target.id === id);

/**
 * What a pause of everything does with a campaign: pauses it, leaves it out for a reason, or nothing as it does not dial. One
 * that either of two sources says to dial is paused, unless the other is newer.
 */
export const partInAll = (state: State, row: CampaignRow): 'pause' | 'nothing' | {why: string} => {
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
	asked: {ids: readonly string[]; left: readonly Left[]},
	offer: Offer,
): string | undefined => {
	if (!('controls' in offer)) {
		return 'why' in offer ? offer.why : offer.text;
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
	const isSame = JSON.stringify(offer.left) === JSON.stringify(asked.left);
	return changes.length > 0 ? changes.join(', ') : isSame ? undefined : 'what is left out, or why, has changed';
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

/** What is paused, and what is left out. */
const offered = (state: State, note?: string): {controls: Control[]; left: Left[]} => {
	const controls: Control[] = [];
	const left: Left[] = [];
	for (const row of campaignRows(state)) {
		const what = partInAll(state, row);
		if (what === 'pause') {
			controls.push(controlOf(state, row, note));
		} else if (what !== 'nothing') {
			left.push({target: campaignTarget(row), why: what.why});
		}
	}
	return {controls, left};
};

/** Why nothing can be paused now; undefined if {@link offerPauseAll} asks. Each frame wants to know: it stops at the first that dials. */
export const whyNoPauseAll = (state: State): string | undefined => {
	const why = whyNoControl(state) ?? (state.campaigns.value ? undefined : 'the campaigns are not listed yet');
	if (why !== undefined || campaignRows(state).some(row => partInAll(state, row) === 'pause')) {
		return why;
	}
	const each = leftTexts(offered(state).left, true);
	const nothing = `no campaign dials in ${state.source.environment}`;
	return each.length === 0 ? nothing : `${nothing} that can be paused: ${someOf(each)}`;
};

/**
 * Pause of all that dial. The question is void once others dial than those it counts; a new name, or another word for the same
 * state, does not matter to it.
 *
 * @param note a further sentence of the question
 */
export const offerPauseAll = (state: State, note?: string): Offer => {
	const why = whyNoPauseAll(state);
	if (why !== undefined) {
		return {why};
	}
	const {controls, left} = offered(state, note);
	const again = ({state: now}: Basis): Offer => offerPauseAll(now, note);
	const asked = {ids: idsOf(controls), left};
	return {...offerOf(controls, left, again), whyVoid: basis => whyOther(basis.state, asked, again(basis))};
};

/** Why a campaign is not paused at its turn after all, while others were; undefined if it is. */
export const whyNotInTurn = (state: State, {target}: Control): string | undefined => {
	const why = whyNoControl(state);
	const row = campaignRow(state, target.id);
	if (why !== undefined || !row) {
		return why ?? 'the service no longer shows it';
	}
	const what = partInAll(state, row);
	return what === 'pause' ? undefined : what === 'nothing' ? `it shows ${statusText(row.status)} by now` : what.why;
};
