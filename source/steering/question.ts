/** The questions: what will happen, to what, in which environment, with live numbers, and what to type. */

import type {Written} from '../model/pending.ts';
import {ageOf, type CampaignRow, campaignRow, listIn} from '../model/select.ts';
import type {State} from '../model/state.ts';
import type {Effect, Figures} from '../model/wire.ts';
import {aged, counted, cut} from '../present/format.ts';
import {
	cutTexts,
	idOf,
	isTypeable,
	isWord,
	nameOf,
	sentence,
	serviceText,
	someOf,
	word,
	wrapSentence,
} from '../present/sentence.ts';
import {disputeText} from '../present/status-text.ts';
import {type Asked, type Batch, type Controls, type Skipped, skippedTexts, verbOf} from './offer.ts';

/** What is typed, behind the name of the service while several are on screen: each may have the same ids and names. */
const typedOn = (floor: string | undefined, text: string): string => (floor === undefined ? text : `${floor} ${text}`);

/**
 * What is typed to confirm: what the control gives, else the name, or the id if the name cannot be typed on every
 * keyboard; for several targets, what is done and to how many.
 */
const typedFor = (controls: Controls): string => {
	const [{target, typed, verb}] = controls;
	return controls.length > 1
		? `${verb} ${controls.length}`
		: (typed ?? (isTypeable(target.name) ? target.name : target.id));
};

/** The question that an effect asks; with `isTyped`, a yes is typed as a word. */
export const promptFor = (batch: Batch, effect: Effect, isTyped = false): Confirmation =>
	effect === 'irreversible' || effect === 'money'
		? {...batch, kind: 'type', expected: typedOn(batch.floor, typedFor(batch.controls)), value: ''}
		: isTyped
			? {...batch, kind: 'type', expected: 'yes', value: '', isYes: true}
			: {...batch, kind: 'yes-no'};

/** A prompt that sends something when it is answered. */
export type Confirmation =
	| ({kind: 'yes-no'} & Asked)
	/** `isYes` is set if the word for yes is to be typed, which names no target. */
	| ({kind: 'type'; expected: string; value: string; isYes?: true} & Asked);

const leadsText = (count: number | undefined): string =>
	count === undefined ? 'an unknown number of leads' : counted(count, 'lead');

/** A sum over campaigns; undefined if one of them does not report it. */
const sum = (rows: readonly (CampaignRow | undefined)[], of: (figures: Figures) => number | undefined) =>
	rows.reduce<number | undefined>((total, row) => {
		const value = row?.figures && of(row.figures);
		return total === undefined || value === undefined ? undefined : total + value;
	}, 0);

const inProgress = ({activeCalls, onCall}: Figures): number | undefined =>
	activeCalls === undefined || onCall === undefined ? undefined : activeCalls + onCall;

const callsIn = (rows: readonly (CampaignRow | undefined)[]): string => {
	const calls = sum(rows, inProgress);
	return `${calls === undefined ? 'an unknown number of calls' : counted(calls, 'call')} in progress`;
};

/** The same sum for all that dial, which may be more campaigns than were read yet. */
const callsInAll = (rows: readonly (CampaignRow | undefined)[]): string => {
	const known = rows.filter(row => row?.figures && inProgress(row.figures) !== undefined);
	return known.length === 0 || known.length === rows.length
		? callsIn(rows)
		: `at least ${callsIn(known)} (${rows.length - known.length} of ${counted(rows.length, 'campaign')} not read yet)`;
};

/** How old the oldest of the figures are; empty if they are fresh. */
const seenAt = (state: State, rows: readonly (CampaignRow | undefined)[]): string => {
	const ages = rows.flatMap(row => (row?.span ? [ageOf(state, row.span)] : []));
	const oldest = ages.includes(undefined) ? undefined : Math.max(0, ...ages.flatMap(one => one ?? []));
	return oldest === undefined || oldest > 10_000 ? ` (figures ${aged(oldest)})` : '';
};

/** What the controls will do, with live numbers. */
const effectsOf = (state: State, controls: Controls): string => {
	const [{operation, expected, effects, all}] = controls;
	const several = controls.length > 1;
	const rows = controls.map(one => campaignRow(state, one.target.id));
	const seen = seenAt(state, rows);
	const leads = leadsText(sum(rows, figures => figures.remainingLeads));
	switch (operation) {
		case 'pause_campaign':
			return `${all ? callsInAll(rows) : callsIn(rows)} will finish${seen}.`;
		case 'play_campaign':
			return `${several ? 'They' : 'It'} will dial ${leads}${seen}.`;
		case 'stop_campaign':
			return several
				? `They are deactivated and their dialing queues cleared (${leads} waiting${seen}).`
				: `It is deactivated and its dialing queue cleared (${leads} waiting${seen}).`;
		case 'update_campaign':
			return `${effects ?? ''} It has ${callsIn(rows)} and ${leads} left${seen}.`;
		case 'change_status': {
			const lists = controls.map(one => listIn(state, one.target.id));
			const remaining = lists.reduce<number | undefined>(
				(total, list) =>
					total === undefined || list?.remainingLeads === undefined ? undefined : total + list.remainingLeads,
				0,
			);
			const whose = several ? 'Their' : 'Its';
			const what = remaining === undefined ? 'leads' : counted(remaining, 'remaining lead');
			const then = expected === 'on' ? 'may then be' : remaining === 1 ? 'is then no longer' : 'are then no longer';
			return `${whose} ${what} ${then} dialed.`;
		}
		default:
			return effects ?? '';
	}
};

/** What the sources of those that are played, paused or stopped disagree about. */
const disputesOf = (state: State, controls: Controls): string => {
	const disputes = controls.flatMap(({operation, target}) => {
		const dispute = operation === 'update_campaign' ? undefined : campaignRow(state, target.id)?.dispute;
		return target.kind === 'campaign' && dispute ? [{target, dispute}] : [];
	});
	const [only, ...others] = disputes;
	if (!only) {
		return '';
	}
	if (controls.length === 1) {
		return `Its sources disagree: ${disputeText(only.dispute)}.`;
	}
	return `The sources disagree on ${someOf([only, ...others].map(({target}) => word(target.id)))}.`;
};

/** The one target; or the number, kind and ids of several. */
const targetsText = (controls: Controls): string => {
	const [{target, campaign, all, verb}, ...others] = controls;
	if (all) {
		const one = verb === 'pause' ? `${idOf(target)}, the only campaign that dials` : idOf(target);
		const several = verb === 'pause' ? ['all', 'that dial'] : ['the', 'that were paused together'];
		return others.length > 0 ? several.join(` ${controls.length} campaigns `) : one;
	}
	if (others.length > 0) {
		return `${controls.length} ${target.kind}s (${controls.map(one => word(one.target.id)).join(', ')})`;
	}
	const of = target.kind === 'list' && campaign?.id !== undefined ? ` of campaign ${word(campaign.id)}` : '';
	return `${idOf(target)}${of}`;
};

const skippedText = (skipped: readonly Skipped[], all: boolean): string => {
	const each = skippedTexts(skipped, all);
	return skipped.length === 0 ? '' : `Skipped: ${all ? someOf(each) : each.join('; ')}.`;
};

/** Whether a name is what has to be typed. */
const isNameTyped = (prompt: Confirmation): boolean =>
	prompt.kind === 'type' &&
	!prompt.isYes &&
	prompt.controls.length === 1 &&
	prompt.expected === typedOn(prompt.floor, prompt.controls[0].target.name);

/** Whether what a control wants typed can be a part of the question's own words. */
const isPlain = (typed: string, verb: string): boolean => isWord(typed) || typed === verb;

/** What is to be typed, in words. */
const askedFor = (prompt: Extract<Confirmation, {kind: 'type'}>): string => {
	const {controls, floor, expected, isYes} = prompt;
	const [{typed, verb}] = controls;
	if (isYes) {
		return 'Type yes and Enter; anything else sends nothing.';
	}
	if (controls.length > 1) {
		return `Type ${expected}:`;
	}
	if (typed !== undefined) {
		return isPlain(typed, verb) ? `Type ${expected} to ${verb}:` : 'Type what is quoted last:';
	}
	const before = floor === undefined ? '' : `${floor}, a space and `;
	return `Type ${before}its ${isNameTyped(prompt) ? 'name' : 'id'}:`;
};

/**
 * Texts of others about the targets: names, the campaign it is of, the values that are sent.
 *
 * @param most cells that what only describes the target may have: a value that is sent, and a name that is typed, are whole
 */
const textsOf = (prompt: Confirmation, most: number): Written[] => {
	const {controls, skipped} = prompt;
	const [{campaign, operation, params, before, texts = [], typed, verb, all}, ...others] = controls;
	const named = (all ? (others.length > 0 ? [] : controls) : [...controls, ...skipped]).map(one => one.target);
	const names = named.length > 1 ? named.map((one): Written => [word(one.id), one.name]) : named.flatMap(nameOf);
	// A form names it with the field.
	const isNamed = texts.some(([label]) => label === 'campaign_id');
	const ofCampaign: Written[] = isNamed || campaign?.name === undefined ? [] : [['Campaign', campaign.name]];
	const status: Written[] =
		operation === 'play_campaign' && others.length === 0 ? [['It now shows', before ?? 'no status']] : [];
	const quoted: Written[] =
		prompt.kind === 'type' && !prompt.isYes && typed !== undefined && !isPlain(typed, verb)
			? [['To be typed', prompt.expected]]
			: [];
	// The question says in its own words what a verb does.
	const sent = verbOf(operation, params) ? [] : texts;
	const short = (written: readonly Written[]): Written[] => written.map(([label, text]) => [label, cut(text, most)]);
	return [
		...(isNameTyped(prompt) ? names : short(names)),
		...short([...(others.length === 0 ? ofCampaign : []), ...status]),
		...sent,
		...quoted,
	];
};

const sentenceAbout = (state: State, prompt: Confirmation, ask: string, most = Number.POSITIVE_INFINITY): string => {
	const {controls, skipped} = prompt;
	const [{verb, note, all = false}] = controls;
	const {environment} = state.source;
	const what = `${serviceText({floor: prompt.floor, environment})}: ${verb} ${targetsText(controls)}?`;
	const after = controls.length > 1 && !all ? 'One after another, each with its own outcome.' : '';
	const ours = [
		what,
		effectsOf(state, controls),
		disputesOf(state, controls),
		note,
		skippedText(skipped, all),
		after,
		ask,
	].join(' ');
	return sentence(ours, textsOf(prompt, most));
};

/** What will happen, with live numbers, and what is skipped, with why; then what others wrote. */
export const aboutOf = (state: State, prompt: Confirmation): string => sentenceAbout(state, prompt, '');

const asking = (prompt: Confirmation): string => (prompt.kind === 'type' ? askedFor(prompt) : '[y/N]');

/** The same, with what is to be answered. */
export const questionOf = (state: State, prompt: Confirmation): string => sentenceAbout(state, prompt, asking(prompt));

/** The size of a screen, or of its part for a question. */
type Room = {columns: number; rows: number};

/** Lines of the screen that a question must not cover: the header, the rule above it, and the field below it. */
const around = 3;

/** The fewest cells of a name that has to be cut. */
const leastOfName = 8;

/** The lines of a question, after what voided the one before it, with names of so many cells at most. */
const linesOf = (state: State, prompt: Confirmation, columns: number, most: number): string[] => [
	...(prompt.changed === undefined ? [] : wrapSentence(cutTexts(prompt.changed, most), columns)),
	...wrapSentence(sentenceAbout(state, prompt, asking(prompt), most), columns),
];

/** The lines of a question. Where they are too many, names are cut, as little as it takes: ids never are. */
export const questionLines = (state: State, prompt: Confirmation, {columns, rows}: Room): string[] => {
	const lines = (most: number): string[] => linesOf(state, prompt, columns, most);
	const fits = (some: readonly string[]): boolean => some.length + around <= rows;
	let best = lines(Number.POSITIVE_INFINITY);
	if (fits(best)) {
		return best;
	}
	best = lines(leastOfName);
	for (let [least, most] = [leastOfName, columns * rows]; fits(best) && most - least > 1; ) {
		const between = Math.floor((least + most) / 2);
		const tried = lines(between);
		[least, most, best] = fits(tried) ? [between, most, tried] : [least, between, best];
	}
	return best;
};

/** Whether a question of so many lines can be shown on a screen. */
export const questionFits = (lines: number, {rows}: Pick<Room, 'rows'>): boolean => lines + around <= rows;

/** The rows that a screen of so many columns needs for the question: nothing but names may be cut off when it is confirmed. */
export const rowsFor = (state: State, prompt: Confirmation, columns: number): number =>
	linesOf(state, prompt, columns, leastOfName).length + around;

/** Whether a screen of this size shows the whole question. */
export const fitsOn = (state: State, prompt: Confirmation, {columns, rows}: Room): boolean =>
	rowsFor(state, prompt, columns) <= rows;

/** The question as a screen of this size can ask it: a name that does not fit whole is not to be typed, but its id. */
export const fitted = (state: State, prompt: Confirmation, room: Room): Confirmation =>
	prompt.kind === 'type' && isNameTyped(prompt) && !fitsOn(state, prompt, room)
		? {...prompt, expected: typedOn(prompt.floor, prompt.controls[0].target.id)}
		: prompt;
