/**
 * What an operator can do about the settings of a campaign: stage other values, send them, drop them. What is staged is held on the
 * screen until then.
 */

import {type CampaignRow, settingsOf} from '../../../model/select.ts';
import {dialLevel, dropLimit, numberIn, sameValue, settingIn} from '../../../model/setting-values.ts';
import type {Setting} from '../../../model/wire.ts';
import {capital} from '../../../present/format.ts';
import {keyFor} from '../../../present/keymap.ts';
import {wordsOf} from '../../../present/parameter-words.ts';
import {nameOf, sentence, word} from '../../../present/sentence.ts';
import {campaignTarget} from '../../../steering/campaigns.ts';
import {levelNow, offerUpdate, stepped, stepText, valueText, whyNoLevel} from '../../../steering/changes.ts';
import type {Staged} from '../../../steering/offer.ts';
import {type Behaviour, type Behaviours, offering} from '../../actions/action.ts';
import {whyNotParameter} from '../../actions/ask.ts';
import {type Context, promptChoice, promptText, selectedCampaign, selectedSetting} from '../../store/context.ts';

/** Why a setting cannot be changed here at all. */
const whyNotEditable = ({monitor}: Pick<Context, 'monitor'>, name: string): string | undefined => {
	if (!monitor) {
		return 'not connected yet';
	}
	return Object.hasOwn(monitor.parametersOf('update_campaign'), name) && name !== 'campaign_id'
		? undefined
		: `the interface gives no way to change ${name}`;
};

/** Shows that staged changes are not sent, and names the keys that send or drop them. */
export const waysText = ({ui: {view}, options: {keymap}}: Pick<Context, 'ui' | 'options'>): string => {
	const inView = view === 'settings';
	const send = keyFor(keymap, inView ? 'sendSettings' : 'editSettings');
	const drop = keyFor(keymap, inView ? 'dropSetting' : 'dropLevel');
	const ways = [send && `${send} sends`, drop && `${drop} drops it`].filter(Boolean);
	return `nothing is sent yet: ${ways.join(', ')}`;
};

const stage = (context: Context, campaignId: string, setting: Setting, value: string): void => {
	const {dispatch, say} = context;
	const {name} = setting;
	const same = sameValue(setting.value, value);
	const staged: Staged | undefined = same ? undefined : {value, was: setting.value, from: 'settings'};
	dispatch({type: 'stage', campaignId, name, staged});
	const [from = '', to = ''] = [setting.value, value].map(one => valueText(setting, name, one));
	say(
		same
			? sentence(`${wordsOf(name).words} is so already: nothing is staged`, [['Now', from]])
			: sentence(`${wordsOf(name).words} staged; ${waysText(context)}`, [['Change', `${from} → ${to}`]]),
	);
};

const boundsText = (min: number | undefined, max: number | undefined): string =>
	min === undefined ? '' : max === undefined ? `, at least ${min}` : `, ${min} to ${max}`;

/** The values that a setting may have, if they can be listed: those of the service, else those of the interface. */
const optionsOf = ({monitor}: Pick<Context, 'monitor'>, {name, options}: Setting): Setting['options'] => {
	const {choices = []} = monitor?.parametersOf('update_campaign')[name] ?? {};
	return options.length > 0 ? options : choices.map(one => ({id: one, label: one}));
};

/** Settings that a step moves by a tenth; any other number moves by one. */
const byTenths: ReadonlySet<string> = new Set([dialLevel, 'autodiallevel2', 'adaptive_dropped_percentage']);

/** Why a step cannot change a setting; undefined if it can. */
const whyNoStep = (context: Context, setting: Setting): string | undefined => {
	const {name, value} = setting;
	const why = whyNotEditable(context, name);
	const row = selectedCampaign(context);
	if (why !== undefined || optionsOf(context, setting).length > 0) {
		return why;
	}
	if (name === dialLevel) {
		return row && whyNoLevel(context.state, row);
	}
	const {kind} = context.monitor?.parametersOf('update_campaign')[name] ?? {};
	const staged = context.ui.staged.get(row?.campaign.id ?? '')?.get(name)?.value;
	const isNumber = (kind === 'number' || kind === 'integer') && numberIn(staged ?? value) !== undefined;
	const edit = keyFor(context.options.keymap, 'editSetting');
	return isNumber ? undefined : `${wordsOf(name).words} has no steps${edit ? `; ${edit} changes it` : ''}`;
};

/** The value a step further: the neighbour among the allowed ones, else a number within its bounds; with which end it meets. */
const stepOn = (context: Context, setting: Setting, present: string, step: 1 | -1): {value: string; end: string} => {
	const {name} = setting;
	const all = optionsOf(context, setting);
	if (all.length > 0) {
		const options = all.filter(({id}) => whyNotParameter(context, 'update_campaign', name, id) === undefined);
		const at = options.findIndex(({id}) => id === present);
		const next = options[at < 0 && step < 0 ? options.length - 1 : at + step];
		return {value: next?.id ?? present, end: next ? '' : step > 0 ? 'the last' : 'the first'};
	}
	const {min = 0, max = Number.MAX_SAFE_INTEGER} = context.monitor?.parametersOf('update_campaign')[name] ?? {};
	const by = byTenths.has(name) ? step / 10 : step;
	const value = stepped(present, {by, least: min, most: max});
	return {value, end: sameValue(value, present) ? (step > 0 ? 'the most' : 'the least') : ''};
};

/** + and - in Settings: moves the selected setting a step from its staged value, or from the one in force. */
const stageStep = (context: Context, step: 1 | -1): void => {
	const row = selectedCampaign(context);
	const setting = selectedSetting(context);
	if (!row || !setting) {
		return;
	}
	const {id} = row.campaign;
	const {name} = setting;
	if (name === dialLevel && optionsOf(context, setting).length === 0) {
		stageLevel(context, step);
		return;
	}
	const present = context.ui.staged.get(id)?.get(name)?.value ?? setting.value;
	const {value, end} = stepOn(context, setting, present, step);
	if (end === '') {
		stage(context, id, setting, value);
	} else {
		const shown = valueText(setting, name, present);
		context.say(sentence(`${wordsOf(name).words} stays: that is ${end} it can be`, [['Value', shown]]));
	}
};

/** Enter on a setting: choose among its options, or type its value. */
const editSetting = (context: Context): void => {
	const row = selectedCampaign(context);
	const setting = selectedSetting(context);
	if (!row || !setting || !context.monitor) {
		return;
	}
	const {id} = row.campaign;
	const {name} = setting;
	const {kind, min, max, summary} = context.monitor.parametersOf('update_campaign')[name] ?? {};
	const present = context.ui.staged.get(id)?.get(name)?.value ?? setting.value;
	const options = optionsOf(context, setting);
	const about = sentence(`${wordsOf(name).words} (${name}) of ${word(id)}: ${summary ?? ''}.`, [
		['Now', valueText(setting, name, setting.value)],
		...nameOf(campaignTarget(row)),
	]);
	const check = (value: string): string | undefined =>
		value.trim() === ''
			? 'an empty value counts as nothing on the wire: it cannot be sent'
			: whyNotParameter(context.now(), 'update_campaign', name, value);
	const next = (value: string): void => stage(context.now(), id, setting, value.trim());
	if (options.length > 0) {
		const at = Math.max(
			0,
			options.findIndex(option => option.id === present),
		);
		promptChoice(context, {about, choices: options, at, check, next});
	} else {
		const isNumber = kind === 'number' || kind === 'integer';
		const label = `${wordsOf(name).words}${isNumber ? boundsText(min, max) : ''}: `;
		promptText(context, {about, label, value: present, check, next});
	}
};

/**
 * + and -: the level of the selected campaign, a tenth up or down from whatever it is when it is sent. A level that was given as a
 * figure moves by a tenth and stays a figure.
 */
export const stageLevel = (context: Context, step: 1 | -1): void => {
	const {state, ui, dispatch, say, monitor} = context;
	const row = selectedCampaign(context);
	const level = row && levelNow(state, row);
	if (!row || !level || !monitor) {
		return;
	}
	const {id: campaignId} = row.campaign;
	const names = nameOf(campaignTarget(row));
	const {min: least = 0, max: most = 10} = monitor.parametersOf('update_campaign')[dialLevel] ?? {};
	const present = ui.staged.get(campaignId)?.get(dialLevel);
	const base = present && !present.step ? present.value : level.value;
	const tenths = Math.round((present?.step?.by ?? 0) * 10) + step;
	const asked = {by: present && !present.step ? step / 10 : tenths / 10, least, most};
	const wanted = (numberIn(base) ?? 0) + asked.by;
	const value = stepped(base, asked);
	// A step beyond a bound is not remembered: the next step back counts from the bound.
	const by = Math.round((Number(value) - (numberIn(base) ?? 0)) * 100) / 100;
	const was = present && !present.step ? present.was : level.value;
	const change: Staged = {value, was, from: present?.from ?? level.from};
	const isStep = !present || present.step !== undefined;
	const isSame = isStep ? by === 0 : sameValue(value, was);
	dispatch({
		type: 'stage',
		campaignId,
		name: dialLevel,
		staged: isSame ? undefined : isStep ? {...change, step: {by, least, most}} : change,
	});
	if (!present) {
		// The staged level is compared with the settings themselves once they are read.
		void monitor.readSettings(campaignId);
	}
	const [from, to] = [was, value].map(one => valueText(undefined, dialLevel, one));
	const bound = wanted > most ? ` (${most} is the most)` : wanted < least ? ` (${least} is the least)` : '';
	const how = isStep ? ` ${stepText(by)}:` : '';
	say(
		isSame
			? sentence(`Level of ${word(campaignId)} stays ${from}${bound}: nothing is staged`, names)
			: sentence(`Level of ${word(campaignId)}${how} ${from} → ${to}${bound} staged; ${waysText(context)}`, names),
	);
};

/** Stages a level, or a drop limit, as a figure; one that is in force already is staged no longer. */
export const stagePace = (
	context: Context,
	row: CampaignRow,
	name: typeof dialLevel | typeof dropLimit,
	value: string,
): void => {
	const {state, dispatch, say, monitor} = context;
	const {id: campaignId} = row.campaign;
	const limit = settingIn(settingsOf(state, campaignId), dropLimit) ?? row.figures?.dropLimit;
	const now =
		name === dialLevel
			? levelNow(state, row)
			: limit === undefined
				? undefined
				: ({value: String(limit), from: 'pace_tempo'} as const);
	const {words} = wordsOf(name);
	const names = nameOf(campaignTarget(row));
	if (!now) {
		say(
			sentence(`${capital(words)} of ${word(campaignId)} is not staged: the service does not show it`, names),
			'error',
		);
		return;
	}
	const isSame = sameValue(now.value, value);
	dispatch({
		type: 'stage',
		campaignId,
		name,
		staged: isSame ? undefined : {value, was: now.value, from: now.from},
	});
	void monitor?.readSettings(campaignId);
	const [from, to] = [now.value, value].map(one => valueText(undefined, name, one));
	say(
		isSame
			? sentence(`${capital(words)} of ${word(campaignId)} stays ${from}: nothing is staged`, names)
			: sentence(`${capital(words)} of ${word(campaignId)}: ${from} → ${to} staged; ${waysText(context)}`, names),
	);
};

/** The names of the settings that are staged for the selected campaign. */
export const stagedNames = (context: Context): readonly string[] => [
	...(context.ui.staged.get(selectedCampaign(context)?.campaign.id ?? '')?.keys() ?? []),
];

/** Drops some of the staged changes of the selected campaign. */
export const dropping = (
	isAffected: (name: string, context: Context) => boolean,
	whyNone: string,
	notice: (names: readonly string[]) => string,
): Behaviour => {
	const affected = (context: Context) => stagedNames(context).filter(name => isAffected(name, context));
	return {
		whyDisabled: context => (affected(context).length > 0 ? undefined : whyNone),
		run(context) {
			const [names, row] = [affected(context), selectedCampaign(context)];
			if (row) {
				for (const name of names) {
					context.dispatch({type: 'stage', campaignId: row.campaign.id, name, staged: undefined});
				}
				context.say(`${notice(names)}; nothing was sent`);
			}
		},
	};
};

/** Shows that one of them was dropped. */
export const noLongerStaged = ([name]: readonly string[]): string => `${wordsOf(name ?? '').words} is no longer staged`;

const stepSelected = (step: 1 | -1): Behaviour => ({
	whyDisabled(context) {
		const setting = selectedSetting(context);
		return setting ? whyNoStep(context, setting) : 'no setting is selected';
	},
	run: context => stageStep(context, step),
});

/** What the actions of the view do. */
export const settingActions = {
	sendSettings: offering(context => offerUpdate(context, selectedCampaign(context))),
	editSetting: {
		whyDisabled(context) {
			const setting = selectedSetting(context);
			return setting ? whyNotEditable(context, setting.name) : 'no setting is selected';
		},
		run: editSetting,
	},
	stepUp: stepSelected(1),
	stepDown: stepSelected(-1),
	dropSetting: dropping(
		(name, context) => name === selectedSetting(context)?.name,
		'nothing is staged for it',
		noLongerStaged,
	),
	dropSettings: dropping(
		() => true,
		'nothing is staged',
		({length}) => `${length} staged ${length === 1 ? 'change' : 'changes'} dropped`,
	),
} satisfies Behaviours;
