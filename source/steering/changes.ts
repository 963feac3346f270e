/** Changes of a campaign's settings: staged on the screen first, sent together as one update_campaign. */

import type {Control, Written} from '../model/pending.ts';
import {type CampaignRow, campaignRow, settingsOf, whyNotNow} from '../model/select.ts';
import {
	dialLevel,
	driftingWith,
	isMoved,
	isPacedByLevel,
	numberIn,
	sameValue,
	settingIn,
} from '../model/setting-values.ts';
import type {Ending, State} from '../model/state.ts';
import {elapsed} from '../model/time.ts';
import type {Setting} from '../model/wire.ts';
import {wordsOf} from '../present/parameter-words.ts';
import {isWord, word} from '../present/sentence.ts';
import {campaignTarget} from './campaigns.ts';
import {
	type AllStaged,
	type Basis,
	type Batch,
	batchOf,
	type Refusal,
	type Staged,
	type Step,
	whyNoControl,
} from './offer.ts';

/** What a step makes of a value, to the hundredth. */
export const stepped = (value: string, {by, least, most}: Step): string =>
	String(Math.min(most, Math.max(least, Math.round(((numberIn(value) ?? 0) + by) * 100) / 100)));

/** Stages a change of a setting; undefined drops it. */
export type Staging = {campaignId: string; name: string; staged: Staged | undefined};

/** What is staged after a change is staged or dropped. */
export const stagedAfter = (staged: AllStaged, {campaignId, name, staged: change}: Staging): AllStaged => {
	const ofCampaign = new Map(staged.get(campaignId));
	if (change) {
		ofCampaign.set(name, change);
	} else {
		ofCampaign.delete(name);
	}
	const next = new Map(staged);
	if (ofCampaign.size > 0) {
		next.set(campaignId, ofCampaign);
	} else {
		next.delete(campaignId);
	}
	return next;
};

/** A value in words: the label of its option, with the id that is sent; a level always with two decimals. */
export const valueText = (setting: Setting | undefined, name: string, value: string): string => {
	const number = name === dialLevel ? numberIn(value) : undefined;
	if (number !== undefined) {
		return number.toFixed(2);
	}
	const label = setting?.options.find(({id}) => id === value)?.label;
	if (label === undefined || label === value) {
		return value || '(empty)';
	}
	return value === '' ? label : `${label} (${value})`;
};

/** A staged change beside what the service shows now. */
export type Change = {
	name: string;
	staged: Staged;
	/** The value that the service showed last. */
	now: string;
	/** True if somebody has changed it since it was staged. */
	moved: boolean;
	/** True if the service shows the staged value already: there is nothing to send. */
	same: boolean;
	/** The three values as shown to people. */
	words: {from: string; to: string; was: string};
};

/** The dial level in force, from the settings or from the dashboard's pace_tempo. */
export const levelNow = (state: State, row: CampaignRow): {value: string; from: Staged['from']} | undefined => {
	const reading = state.settings.get(row.campaign.id);
	const read = settingIn(reading?.value, dialLevel);
	const tempo = row.figures?.paceTempo;
	const usable = numberIn(tempo) === undefined ? undefined : tempo;
	const isFresh = reading?.span !== undefined && elapsed(reading.span.sentAt, state.now) < 10_000;
	if (read !== undefined && numberIn(read) !== undefined && (isFresh || usable === undefined)) {
		return {value: read, from: 'settings'};
	}
	return usable === undefined ? undefined : {value: usable, from: 'pace_tempo'};
};

/** The dial method of a campaign: of its settings, else as it is listed or as its figures say. */
export const dialMethod = (state: State, row: CampaignRow): string | undefined =>
	settingIn(settingsOf(state, row.campaign.id), 'dial_method') ?? row.campaign.dialMethod ?? row.figures?.paceMethod;

/** Why the level of a campaign cannot be moved by a step; undefined if it can. */
export const whyNoLevel = (state: State, row: CampaignRow): string | undefined => {
	const method = dialMethod(state, row);
	return method !== undefined && !isPacedByLevel(method)
		? `it dials by ${word(method)}, whose pace is not set by the level`
		: levelNow(state, row)
			? undefined
			: 'neither its settings nor its figures say a level';
};

/** What is staged for a campaign, each change beside what the service shows now. */
export const changesOf = (state: State, ui: {staged: AllStaged}, row: CampaignRow): Change[] => {
	const settings = settingsOf(state, row.campaign.id);
	const all = ui.staged.get(row.campaign.id) ?? new Map<string, Staged>();
	const drifting = driftingWith(dialMethod(state, row));
	return [...all].map(([name, asStaged]) => {
		const setting = settings?.find(one => one.name === name);
		const level = name === dialLevel ? levelNow(state, row)?.value : undefined;
		// A level that the campaign moves is newest in its figures, which are polled.
		const now = (drifting.includes(name) ? (level ?? setting?.value) : (setting?.value ?? level)) ?? asStaged.was;
		const {step} = asStaged;
		const staged = step ? {...asStaged, was: now, value: stepped(now, step)} : asStaged;
		const text = (value: string): string => valueText(setting, name, value);
		return {
			name,
			staged,
			now,
			moved: isMoved(name, staged.was, now, drifting),
			same: sameValue(now, staged.value),
			words: {from: text(now), to: text(staged.value), was: text(staged.was)},
		};
	});
};

/** Two values without their labels; undefined if they are not plain words and have to be quoted after the sentence. */
const arrowOf = ({name, now, staged}: Pick<Change, 'name' | 'now' | 'staged'>): string | undefined => {
	const from = valueText(undefined, name, now);
	const to = valueText(undefined, name, staged.value);
	return isWord(from) && isWord(to) ? `from ${from} to ${to}` : undefined;
};

/** `0.1 lower`. */
export const stepText = (by: number): string => {
	const direction = by < 0 ? 'lower' : 'higher';
	return `${Math.abs(by)} ${direction}`;
};

/** A change in a sentence, with what the operator must know before confirming it. */
const changeText = (change: Omit<Change, 'same'>): string => {
	const {name, staged, moved} = change;
	return [
		wordsOf(name).words,
		staged.step && `${stepText(staged.step.by)}:`,
		arrowOf(change),
		moved && `(it was ${word(valueText(undefined, name, staged.was))} when staged: changed meanwhile)`,
		staged.unknown && '(sent before, outcome UNKNOWN)',
	]
		.filter(Boolean)
		.join(' ');
};

/** What the question and the log say about some changes; `drifting` are the settings that the campaign moves by itself after. */
const wordsOfChanges = (
	changes: readonly Omit<Change, 'same'>[],
	drifting: readonly string[],
): Pick<Control, 'effects' | 'texts'> => ({
	effects: `${changes.map(changeText).join(', ')}.${changes.some(({name}) => drifting.includes(name)) ? ' The campaign moves its level by itself from there.' : ''}`,
	texts: changes.flatMap((change): Written[] => {
		const {from, to} = change.words;
		return `from ${from} to ${to}` === arrowOf(change) ? [] : [[wordsOf(change.name).words, `${from} → ${to}`]];
	}),
});

/** The change that takes one back. */
const reversed = ({name, staged, now, words}: Change): Omit<Change, 'same'> => ({
	name,
	staged: {value: now, was: staged.value, from: staged.from},
	now: staged.value,
	moved: false,
	words: {from: words.to, to: words.from, was: words.to},
});

const valuesOf = (changes: readonly Change[], of: (change: Change) => string): Record<string, string> =>
	Object.fromEntries(changes.map(change => [change.name, of(change)]));

/** By how much a level may move under a question that quotes it. */
export const mostMoved = 0.05;

/**
 * One update_campaign with the staged changes of a campaign, or with that of one setting alone.
 *
 * @param within by how much a level that the campaign moves by itself may move under the question; a tenth of itself by default,
 *   and for a step no more than the step itself, so that it never goes the other way
 */
export const offerUpdate = (
	{state, ui, monitor}: Basis,
	row: CampaignRow | undefined,
	only?: string,
	within?: number,
): Batch | Refusal => {
	if (!row) {
		return {why: 'no campaign is selected'};
	}
	const {id} = row.campaign;
	const target = campaignTarget(row);
	const why = whyNoControl(state) ?? whyNotNow(state, {operation: 'update_campaign', target});
	if (why || !monitor) {
		return {why: why ?? 'not connected yet'};
	}
	const staged = changesOf(state, ui, row).filter(({name}) => only === undefined || name === only);
	const changes = staged.filter(({same}) => !same);
	if (changes.length === 0) {
		return {why: staged.length > 0 ? 'what is staged is so already' : 'nothing is staged'};
	}
	const paramsOf = (values: Record<string, string>) => {
		const checked = monitor.check('update_campaign', {campaign_id: id, ...values});
		// An empty value is not sent, so a change to it, or back to it, would change nothing.
		return checked.ok && Object.values(values).every(value => value.trim() !== '') ? checked : undefined;
	};
	const to = valuesOf(changes, change => change.staged.value);
	const from = valuesOf(changes, change => change.now);
	const [forth, back] = [paramsOf(to), paramsOf(from)];
	if (!forth) {
		return {why: 'what is staged is not what the service takes'};
	}
	const method = dialMethod(state, row);
	const steps = changes.flatMap(({staged: {step}}) => (step ? Math.abs(step.by) : []));
	const most = steps.length > 0 ? Math.min(mostMoved, ...steps) : within;
	const before = {settings: from, drifting: driftingWith(method), ...(most === undefined ? {} : {within: most})};
	const after = {settings: to, drifting: driftingWith(to.dial_method ?? method)};
	const common = {operation: 'update_campaign', target, doing: 'updating', verb: 'update', before: row.status} as const;
	const undo: Control | undefined = back && {
		...common,
		params: back.params,
		expected: before,
		was: after,
		...wordsOfChanges(changes.map(reversed), before.drifting),
	};
	const control: Control = {
		...common,
		params: forth.params,
		expected: after,
		was: before,
		...wordsOfChanges(changes, after.drifting),
		...(undo ? {undo} : {}),
	};
	return batchOf(state.source, [control], [], now => offerUpdate(now, campaignRow(now.state, id), only, within));
};

/** Stages a change, or drops one. */
type Stage = {type: 'stage'} & Staging;

/** Unstages what was done and marks what is unknown, after the outcome of a control. */
export const afterUpdate = (
	{staged}: {staged: AllStaged},
	{operation, target, expected, was}: Control,
	ending: Ending,
): Stage[] => {
	if (operation !== 'update_campaign' || typeof expected !== 'object') {
		return [];
	}
	const campaignId = target.id;
	const before = was?.settings ?? {};
	return Object.entries(expected.settings).flatMap(([name, value]): Stage[] => {
		const present = staged.get(campaignId)?.get(name);
		// A value that was staged meanwhile is another change.
		if (!present) {
			return [];
		}
		const sent = present.step ? stepped(before[name] ?? present.was, present.step) : present.value;
		if (!sameValue(sent, value)) {
			return [];
		}
		return ending.kind === 'done'
			? [{type: 'stage', campaignId, name, staged: undefined}]
			: ending.kind === 'unknown'
				? [{type: 'stage', campaignId, name, staged: {value, was: present.was, from: present.from, unknown: true}}]
				: [];
	});
};
