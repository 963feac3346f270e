/** The controls: why one cannot run, what it would do in words, and what it asks of the operator first. */
import {listIsOn} from '../model/list.ts';
import {isOpen} from '../model/pending.ts';
import {ageOf, type CampaignRow, campaignRow, commandOn} from '../model/select.ts';
import type {State} from '../model/state.ts';
import type {Effect} from '../model/wire.ts';
import type {Control} from '../monitor/controls.ts';
import {age, number} from './format.ts';
import type {Prompt} from './state.ts';
import type {ListRow} from './tables.ts';

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

const whyNotNow = (state: State, kind: 'campaign' | 'list', id: string): string | undefined => {
	const pending = commandOn(state, {kind, id});
	return pending && isOpen(pending) ? `${pending.command.verb} is still under way on it` : undefined;
};

const campaignControl = (
	row: CampaignRow,
	parts: Pick<Control, 'operation' | 'doing' | 'verb' | 'expected'>,
): Control => ({
	...parts,
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
	const status =
		target.kind === 'campaign'
			? campaignRow(state, target.id)?.status
			: state.lists?.lists.find(({id}) => id === target.id)?.status;
	if (status === undefined) {
		return 'the service no longer shows it';
	}
	return status === before ? undefined : `it changed from ${before ?? '?'} to ${status} meanwhile`;
};

/** What is typed to confirm: the name, or the id where the name cannot be typed on every keyboard. */
const typedFor = ({target}: Control): string =>
	/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(target.name) ? target.name : target.id;

/** The question that an effect asks. */
export const promptFor = (control: Control, effect: Effect): Prompt =>
	effect === 'irreversible' || effect === 'money'
		? {kind: 'type-name', control, expected: typedFor(control), value: ''}
		: {kind: 'yes-no', control};

/** The question that comes first where the service's word for the state tells nothing. */
export const whichOf = ({source}: State, {which: [first, second]}: Extract<Prompt, {kind: 'which'}>): string => {
	const {target, before} = first;
	const shown = `"${target.name}" (${target.id}) in ${source.environment} shows "${before ?? ''}"`;
	return `${shown}, which dialtop cannot read as dialing or not. Press 1 to ${first.verb}, 2 to ${second.verb}; Esc for neither.`;
};

/** What will happen, to what, where, with live numbers. */
export const questionOf = (state: State, prompt: Extract<Prompt, {control: Control}>): string => {
	const {control} = prompt;
	const {target} = control;
	const capital = control.verb.charAt(0).toUpperCase() + control.verb.slice(1);
	const what = `${capital} ${target.kind === 'list' ? 'list ' : ''}"${target.name}" (${target.id}) in ${state.source.environment}`;
	const row = target.kind === 'campaign' ? campaignRow(state, target.id) : undefined;
	const figures = row?.figures;
	const old = row && ageOf(state, row.entry);
	const seen = row?.entry && (old === undefined || old > 10_000) ? ` (figures ${age(old)} old)` : '';
	const lines = [figures?.activeCalls, figures?.onCall].every(value => value !== undefined)
		? number((figures?.activeCalls ?? 0) + (figures?.onCall ?? 0))
		: 'an unknown number of';
	const left =
		figures?.remainingLeads === undefined ? 'an unknown number of leads' : `${number(figures.remainingLeads)} leads`;
	switch (control.operation) {
		case 'pause_campaign':
			return `${what}? ${lines} calls in progress will finish${seen}. [y/N]`;
		case 'play_campaign':
			return `${what}? It will dial ${left}${seen}; it now shows ${control.before ?? 'no status'}. [y/N]`;
		case 'stop_campaign': {
			const typed = prompt.kind === 'type-name' && prompt.expected !== target.name ? 'its id' : 'its name';
			return `${what}: deactivates it and clears its dialing queue (${left} waiting${seen}). Type ${typed} to stop it:`;
		}
		case 'change_status': {
			const list = state.lists?.lists.find(({id}) => id === target.id);
			const remaining =
				list?.remainingLeads === undefined ? 'Its leads' : `Its ${number(list.remainingLeads)} remaining leads`;
			const campaign = list?.campaignName ? ` of "${list.campaignName}"` : '';
			return `${what}${campaign}? ${remaining} ${control.expected === 'on' ? 'may then be dialed' : 'are then no longer dialed'}. [y/N]`;
		}
	}
};
