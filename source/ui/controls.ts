/** The controls: why one cannot run, what it would do in words, and what it asks of the operator first. */
import {listIsOn} from '../model/list.ts';
import {type Control, isOpen, type Target} from '../model/pending.ts';
import {ageOf, type CampaignRow, campaignRow, commandOn} from '../model/select.ts';
import type {State} from '../model/state.ts';
import type {Effect} from '../model/wire.ts';
import {age, number} from './format.ts';
import type {Controls, Prompt} from './state.ts';
import type {ListRow} from './views/lists.ts';

/** Why no control at all can run now. */
export const whyNoControl = (state: State): string | undefined => {
	if (state.locked) {
		return state.source.readOnly ? 'this session is read-only' : 'the read-only lock is on (! takes it off)';
	}
	if (state.link.kind === 'signed-out') {
		return 'not signed in';
	}
	return state.link.kind === 'starting' ? 'not connected yet' : undefined;
};

const whyNotNow = (state: State, kind: Target['kind'], id: string): string | undefined => {
	const pending = commandOn(state, {kind, id});
	return pending && isOpen(pending) ? `${pending.command.verb} is still under way on it` : undefined;
};

const campaignControl = (
	row: CampaignRow,
	parts: Pick<Control, 'operation' | 'doing' | 'verb' | 'expected'>,
): Control => ({
	...parts,
	params: {campaign_id: row.campaign.id},
	target: {kind: 'campaign', id: row.campaign.id, name: row.campaign.name},
	before: row.status,
});

/** A control, or why it cannot run, or two of which the operator must say the one, since the service's word tells nothing. */
export type Offer = {control: Control} | {why: string} | {which: readonly [Control, Control]};

/** Play or pause: what is dialing is paused, what is not is played, and of what cannot be read the operator says it. */
export const offerPlayOrPause = (state: State, row: CampaignRow | undefined): Offer => {
	if (!row) {
		return {why: 'no campaign is selected'};
	}
	const why = whyNoControl(state) ?? whyNotNow(state, 'campaign', row.campaign.id);
	if (why) {
		return {why};
	}
	if (row.status === undefined) {
		return {why: 'the service has not said whether it is dialing'};
	}
	const pause = campaignControl(row, {
		operation: 'pause_campaign',
		doing: 'pausing',
		verb: 'pause',
		expected: 'paused',
	});
	const play = campaignControl(row, {operation: 'play_campaign', doing: 'starting', verb: 'play', expected: 'dialing'});
	return row.state === 'unknown' ? {which: [pause, play]} : {control: row.state === 'dialing' ? pause : play};
};

/** Stop. */
export const offerStop = (state: State, row: CampaignRow | undefined): Offer => {
	if (!row) {
		return {why: 'no campaign is selected'};
	}
	const why = whyNoControl(state) ?? whyNotNow(state, 'campaign', row.campaign.id);
	if (why) {
		return {why};
	}
	return row.state === 'stopped'
		? {why: 'it is stopped already'}
		: {
				control: campaignControl(row, {
					operation: 'stop_campaign',
					doing: 'stopping',
					verb: 'stop',
					expected: 'stopped',
				}),
			};
};

/** List on or off. */
export const offerListSwitch = (state: State, row: ListRow | undefined): Offer => {
	if (!row) {
		return {why: 'no list is selected'};
	}
	const {list} = row;
	const why = whyNoControl(state) ?? whyNotNow(state, 'list', list.id);
	if (why) {
		return {why};
	}
	const on = listIsOn(list.status);
	if (on === undefined) {
		return {why: `its status "${list.status ?? ''}" is neither Y nor N`};
	}
	return {
		control: {
			operation: 'change_status',
			params: {list_id: list.id, status: on ? 'N' : 'Y'},
			target: {kind: 'list', id: list.id, name: list.name ?? `list ${list.id}`},
			doing: on ? 'switching off' : 'switching on',
			verb: on ? 'switch off' : 'switch on',
			expected: on ? 'off' : 'on',
			before: list.status,
		},
	};
};

/** Whether the control still makes sense: the target may have changed while the question was open. */
export const whyNoLonger = (state: State, control: Control): string | undefined => {
	const {target, before} = control;
	const why = whyNoControl(state) ?? whyNotNow(state, target.kind, target.id);
	if (why) {
		return why;
	}
	if (target.kind !== 'campaign' && target.kind !== 'list') {
		return undefined;
	}
	const status =
		target.kind === 'campaign'
			? campaignRow(state, target.id)?.status
			: state.lists?.lists.find(({id}) => id === target.id)?.status;
	if (status === undefined) {
		return 'the service no longer shows it';
	}
	return status === before ? undefined : `it changed from ${before ?? '?'} to ${status} meanwhile`;
};

const isTypeable = (text: string): boolean => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);

/**
 * What is typed to confirm: what the control says, else the name, or the id where the name cannot be typed on every
 * keyboard; for several targets, what is done and to how many.
 */
const typedFor = (controls: Controls): string => {
	const [{target, typed, verb}] = controls;
	return controls.length > 1
		? `${verb} ${controls.length}`
		: (typed ?? (isTypeable(target.name) ? target.name : target.id));
};

/** The question that an effect asks. */
export const promptFor = (controls: Controls, effect: Effect): Prompt =>
	effect === 'irreversible' || effect === 'money'
		? {kind: 'type', controls, expected: typedFor(controls), value: ''}
		: {kind: 'yes-no', controls};

/** The question that comes first where the service's word for the state tells nothing. */
export const whichOf = ({source}: State, {which: [first, second]}: Extract<Prompt, {kind: 'which'}>): string => {
	const {target, before} = first;
	const shown = `"${target.name}" (${target.id}) in ${source.environment} shows "${before ?? ''}"`;
	return `${shown}, which dialtop cannot read as dialing or not. Press 1 to ${first.verb}, 2 to ${second.verb}; Esc for neither.`;
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const kindWord: Record<Target['kind'], string> = {
	campaign: '',
	list: 'list ',
	account: 'account ',
	number: '',
	service: '',
};

const leadsLeft = (count: number | undefined): string =>
	count === undefined ? 'an unknown number of leads' : `${number(count)} leads`;

/** What a control on a campaign will do, with live numbers; a list's, likewise. */
const effectsOf = (state: State, {operation, target, expected, before, effects}: Control): string => {
	const row = target.kind === 'campaign' ? campaignRow(state, target.id) : undefined;
	const figures = row?.figures;
	const old = row && ageOf(state, row.entry);
	const seen = row?.entry && (old === undefined || old > 10_000) ? ` (figures ${age(old)} old)` : '';
	switch (operation) {
		case 'pause_campaign': {
			const {activeCalls, onCall} = figures ?? {};
			const calls =
				activeCalls === undefined || onCall === undefined ? 'an unknown number of' : number(activeCalls + onCall);
			return `${calls} calls in progress will finish${seen}.`;
		}
		case 'play_campaign':
			return `It will dial ${leadsLeft(figures?.remainingLeads)}${seen}; it now shows ${before ?? 'no status'}.`;
		case 'stop_campaign':
			return `deactivates it and clears its dialing queue (${leadsLeft(figures?.remainingLeads)} waiting${seen}).`;
		case 'change_status': {
			const list = state.lists?.lists.find(({id}) => id === target.id);
			const remaining =
				list?.remainingLeads === undefined ? 'Its leads' : `Its ${number(list.remainingLeads)} remaining leads`;
			return `${remaining} ${expected === 'on' ? 'may then be dialed' : 'are then no longer dialed'}.`;
		}
		default:
			return effects ?? '';
	}
};

const targetText = (state: State, {target}: Control): string => {
	const named =
		target.kind === 'service' || target.kind === 'number'
			? target.name
			: `${kindWord[target.kind]}"${target.name}" (${target.id})`;
	const list = target.kind === 'list' ? state.lists?.lists.find(({id}) => id === target.id) : undefined;
	return `${named} in ${state.source.environment}${list?.campaignName ? ` of "${list.campaignName}"` : ''}`;
};

/** What is to be typed, in words. */
const askedFor = ({controls, expected}: Extract<Prompt, {kind: 'type'}>): string => {
	const [{target, typed, verb}] = controls;
	if (controls.length > 1 || typed !== undefined) {
		return `Type ${expected} to ${verb}:`;
	}
	return `Type its ${expected === target.name ? 'name' : 'id'} to ${verb} it:`;
};

/** What will happen, to what, where, with live numbers. */
export const questionOf = (state: State, prompt: Extract<Prompt, {controls: Controls}>): string => {
	const {controls} = prompt;
	const [control] = controls;
	const ask = prompt.kind === 'type' ? askedFor(prompt) : '[y/N]';
	if (controls.length === 1) {
		const what = `${capital(control.verb)} ${targetText(state, control)}${prompt.kind === 'type' ? ':' : '?'}`;
		return [what, effectsOf(state, control), ask].filter(Boolean).join(' ');
	}
	const names = controls.map(({target}) => `"${target.name}" (${target.id})`).join(', ');
	const all = `${capital(control.verb)} ${controls.length} ${control.target.kind}s in ${state.source.environment}: ${names}`;
	return `${all}${prompt.kind === 'type' ? '.' : '?'} One after another, each with its own outcome. ${ask}`;
};
