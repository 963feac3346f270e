/** Pause of everything that dials, whatever is selected, marked or filtered. */
import {someOf, word} from '../look/sentence.ts';
import type {Control} from '../model/pending.ts';
import {isOpen} from '../model/pending.ts';
import {type CampaignRow, campaignRow, campaignRows} from '../model/select.ts';
import type {State} from '../model/state.ts';
import {campaignTarget, dialControl, unknownWord, whyBusy} from './campaigns.ts';
import {type Basis, type Left, type Offer, offerOf, whyNoControl, whyNot} from './offer.ts';

/** Whether calls are being made for it, whatever its status word. */
const isCalling = ({figures}: CampaignRow): boolean => (figures?.ringing ?? 0) > 0 || (figures?.activeCalls ?? 0) > 0;

/** Why a campaign that may dial is left alone: its status does not say, nor do its calls; undefined if it is paused. */
export const whyNotAmongAll = (row: CampaignRow): string | undefined =>
	row.state !== 'unknown' || isCalling(row)
		? undefined
		: `${unknownWord(row.status)}, and ${row.figures ? 'no call of it is in progress' : 'its calls are not known'}`;

const isPlaying = ({commands}: State, id: string): boolean =>
	commands.some(one => isOpen(one) && one.command.operation === 'play_campaign' && one.command.target.id === id);

/** What a pause of everything does with a campaign: pauses it, leaves it out for a reason, or nothing as it does not dial. */
const sorted = (state: State, row: CampaignRow): 'pause' | 'nothing' | {why: string} => {
	const mayDial = row.state === 'dialing' || row.state === 'unknown' || isPlaying(state, row.campaign.id);
	if (!mayDial) {
		return 'nothing';
	}
	const why = whyBusy(state, row) ?? whyNotAmongAll(row);
	return why === undefined ? 'pause' : {why};
};

const flagged = (control: Control): Control => ({
	...control,
	all: true,
	...(control.undo ? {undo: {...control.undo, all: true}} : {}),
});

const idsOf = (of: readonly {target: Control['target']}[]): string[] => of.map(({target}) => target.id);

const without = (ids: readonly string[], others: readonly string[]): string[] => ids.filter(id => !others.includes(id));

const clause = (ids: readonly string[], one: string, several: string): string[] =>
	ids.length === 0 ? [] : [`${someOf(ids.map(id => word(id)))} ${ids.length === 1 ? one : several}`];

/** How what would be paused differs from what the question says; undefined if it is the same. */
const whyOther = (asked: {ids: readonly string[]; left: readonly Left[]}, offer: Offer): string | undefined => {
	if (!('controls' in offer)) {
		return 'why' in offer ? offer.why : offer.text;
	}
	const now = idsOf(offer.controls);
	const changes = [
		...clause(without(now, asked.ids), 'began to dial', 'began to dial'),
		...clause(without(asked.ids, now), 'is not to be paused any more', 'are not to be paused any more'),
	];
	const isSame = JSON.stringify(offer.left) === JSON.stringify(asked.left);
	return changes.length > 0 ? changes.join(', ') : isSame ? undefined : 'what is left out, or why, has changed';
};

const offered = (state: State): {controls: Control[]; left: Left[]} => {
	const controls: Control[] = [];
	const left: Left[] = [];
	for (const row of campaignRows(state)) {
		const what = sorted(state, row);
		if (what === 'pause') {
			controls.push(flagged(dialControl(state, row, 'pause')));
		} else if (what !== 'nothing') {
			left.push({target: campaignTarget(row), why: what.why});
		}
	}
	return {controls, left};
};

/**
 * Pause of all that dial. The question is void once others dial than those it counts; a new name, or another word for the same
 * state, does not matter to it.
 *
 * @param note a further sentence of the question
 */
export const offerPauseAll = (state: State, note?: string): Offer => {
	const why = whyNoControl(state) ?? (state.campaigns.value ? undefined : 'the campaigns are not listed yet');
	if (why !== undefined) {
		return {why};
	}
	const {controls, left} = offered(state);
	const [first, ...others] = controls;
	if (!first) {
		const each = left.map(one => `${word(one.target.id)} (${one.why})`);
		const nothing = `no campaign dials in ${state.source.environment}`;
		return {why: left.length === 0 ? nothing : `${nothing} that can be paused: ${someOf(each)}`};
	}
	const again = ({state: now}: Basis): Offer => offerPauseAll(now, note);
	const asked = {ids: idsOf(controls), left};
	const offer = offerOf([note === undefined ? first : {...first, note}, ...others], left, again);
	return 'controls' in offer ? {...offer, whyVoid: basis => whyOther(asked, again(basis))} : offer;
};

/** Why nothing could be paused now; undefined if {@link offerPauseAll} would ask. Each frame wants to know: it stops at the first that dials. */
export const whyNoPauseAll = (state: State): string | undefined => {
	const asks = whyNoControl(state) === undefined && campaignRows(state).some(row => sorted(state, row) === 'pause');
	return asks ? undefined : whyNot(offerPauseAll(state));
};

/** Why a campaign is not paused at its turn after all, while others were; undefined if it is. */
export const whyNotInTurn = (state: State, {target}: Control): string | undefined => {
	const row = campaignRow(state, target.id);
	const what = row && sorted(state, row);
	return (
		whyNoControl(state) ??
		(row === undefined || what === undefined
			? 'the service no longer shows it'
			: what === 'pause'
				? undefined
				: what === 'nothing'
					? `it shows ${word(row.status ?? '')} by now`
					: what.why)
	);
};
