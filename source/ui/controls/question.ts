/** The questions: what will happen, to what, where, with live numbers, and what is to be typed for it. */

import {age, capital, number, wrap} from '../../look/format.ts';
import type {Control, Target} from '../../model/pending.ts';
import {ageOf, type CampaignRow, campaignRow} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import type {Effect, Figures} from '../../model/wire.ts';
import type {Context} from '../context.ts';
import type {Batch, Controls, Prompt} from '../prompt.ts';
import {named} from './offer.ts';

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
export const promptFor = ({controls, left}: Batch, effect: Effect): Confirmation =>
	effect === 'irreversible' || effect === 'money'
		? {kind: 'type', controls, left, expected: typedFor(controls), value: ''}
		: {kind: 'yes-no', controls, left};

/** A prompt that sends something when it is answered. */
export type Confirmation = Extract<Prompt, {kind: 'yes-no' | 'type'}>;

const kindWord: Record<Target['kind'], string> = {
	campaign: '',
	list: 'list ',
	account: 'account ',
	number: '',
	service: '',
};

const leadsLeft = (count: number | undefined): string =>
	count === undefined ? 'an unknown number of leads' : `${number(count)} leads`;

/** A sum over campaigns; nothing where one of them does not say. */
const sum = (rows: readonly (CampaignRow | undefined)[], of: (figures: Figures) => number | undefined) =>
	rows.reduce<number | undefined>((total, row) => {
		const value = row?.figures && of(row.figures);
		return total === undefined || value === undefined ? undefined : total + value;
	}, 0);

const inProgress = ({activeCalls, onCall}: Figures): number | undefined =>
	activeCalls === undefined || onCall === undefined ? undefined : activeCalls + onCall;

const callsIn = (rows: readonly (CampaignRow | undefined)[]): string => {
	const calls = sum(rows, inProgress);
	return `${calls === undefined ? 'an unknown number of' : number(calls)} calls in progress`;
};

/** How old the oldest of the figures are, where that must be said. */
const seenAt = (state: State, rows: readonly (CampaignRow | undefined)[]): string => {
	const ages = rows.flatMap(row => (row?.entry ? [ageOf(state, row.entry)] : []));
	const oldest = ages.includes(undefined) ? undefined : Math.max(0, ...ages.flatMap(one => one ?? []));
	return ages.length > 0 && (oldest === undefined || oldest > 10_000) ? ` (figures ${age(oldest)} old)` : '';
};

/** What the controls will do, with live numbers. */
const effectsOf = (state: State, controls: Controls): string => {
	const [{operation, expected, before, effects}] = controls;
	const several = controls.length > 1;
	const rows = controls.map(one => (one.target.kind === 'campaign' ? campaignRow(state, one.target.id) : undefined));
	const seen = seenAt(state, rows);
	const leads = leadsLeft(sum(rows, figures => figures.remainingLeads));
	switch (operation) {
		case 'pause_campaign':
			return `${callsIn(rows)} will finish${seen}.`;
		case 'play_campaign':
			return `${several ? 'They' : 'It'} will dial ${leads}${seen}${several ? '' : `; it now shows ${before ?? 'no status'}`}.`;
		case 'stop_campaign':
			return several
				? `deactivates them and clears their dialing queues (${leads} waiting${seen}).`
				: `deactivates it and clears its dialing queue (${leads} waiting${seen}).`;
		case 'update_campaign':
			return `${effects ?? ''} It has ${callsIn(rows)} and ${leads} left${seen}.`;
		case 'change_status': {
			const lists = controls.map(one => state.lists?.lists.find(({id}) => id === one.target.id));
			const left = lists.reduce<number | undefined>(
				(total, list) =>
					total === undefined || list?.remainingLeads === undefined ? undefined : total + list.remainingLeads,
				0,
			);
			const whose = several ? 'Their' : 'Its';
			const what = left === undefined ? `${whose} leads` : `${whose} ${number(left)} remaining leads`;
			return `${what} ${expected === 'on' ? 'may then be dialed' : 'are then no longer dialed'}.`;
		}
		default:
			return effects ?? '';
	}
};

const targetText = (state: State, {target}: Control): string => {
	const what =
		target.kind === 'service' || target.kind === 'number' ? target.name : `${kindWord[target.kind]}${named(target)}`;
	const list = target.kind === 'list' ? state.lists?.lists.find(({id}) => id === target.id) : undefined;
	return `${what} in ${state.source.environment}${list?.campaignName ? ` of "${list.campaignName}"` : ''}`;
};

/** What is to be typed, in words. */
const askedFor = ({controls, expected}: Extract<Confirmation, {kind: 'type'}>): string => {
	const [{target, typed, verb}] = controls;
	if (controls.length > 1 || typed !== undefined) {
		return `Type ${expected} to ${verb}:`;
	}
	return `Type its ${expected === target.name ? 'name' : 'id'} to ${verb} it:`;
};

/** What will happen, to what, where, with live numbers; and what is left out, with why. */
export const questionOf = (state: State, prompt: Confirmation): string => {
	const {controls, left} = prompt;
	const [control] = controls;
	const end = prompt.kind === 'type' ? ':' : '?';
	const leftOut = left.length > 0 ? `Left out: ${left.join('; ')}.` : '';
	const ask = prompt.kind === 'type' ? askedFor(prompt) : '[y/N]';
	const names = controls.map(({target}) => named(target)).join(', ');
	const what =
		controls.length === 1
			? `${capital(control.verb)} ${targetText(state, control)}${end}`
			: `${capital(control.verb)} ${controls.length} ${control.target.kind}s in ${state.source.environment}: ${names}${end}`;
	const after = controls.length > 1 ? 'One after another, each with its own outcome.' : '';
	return [what, effectsOf(state, controls), control.note, leftOut, after, ask].filter(Boolean).join(' ');
};

/** Lines of the screen that a question must leave: the header, the field below it, and a line between. */
const around = 3;

/** Whether the whole question can be read on this screen: what is cut off is not confirmed. */
export const fits = ({state, ui}: Pick<Context, 'state' | 'ui'>, prompt: Confirmation): boolean =>
	wrap(questionOf(state, prompt), ui.columns).length <= ui.rows - around;
