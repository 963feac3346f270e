/** Staging: a setting's new value is held on the screen until it is sent or dropped. Nothing here writes. */

import {campaignTarget} from '../../control/campaigns.ts';
import {levelNow, valueText} from '../../control/changes.ts';
import type {Staged} from '../../control/staged.ts';
import {counted} from '../../look/format.ts';
import {nameOf, sentence, word} from '../../look/sentence.ts';
import {wordsOf} from '../../look/setting-words.ts';
import {dialLevel, numberIn, sameValue} from '../../model/setting-values.ts';
import type {Setting} from '../../model/wire.ts';
import {type Context, selectedCampaign, selectedSetting} from '../screen/context.ts';
import {keyFor} from './key-label.ts';
import {whyNotParameter} from './steps.ts';

/** Why a setting cannot be changed here at all. */
export const whyNotEditable = ({monitor}: Pick<Context, 'monitor'>, name: string): string | undefined => {
	if (!monitor) {
		return 'not connected yet';
	}
	return Object.hasOwn(monitor.parametersOf('update_campaign'), name) && name !== 'campaign_id'
		? undefined
		: `the interface gives no way to change ${name}`;
};

/** What is said of what is staged: that nothing is sent, and the keys that send or drop it. */
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
			? sentence(`${name} is so already: nothing is staged`, [['Now', from]])
			: sentence(`${name} staged; ${waysText(context)}`, [['Change', `${from} → ${to}`]]),
	);
};

const boundsText = (min: number | undefined, max: number | undefined): string =>
	min === undefined ? '' : max === undefined ? `, at least ${min}` : `, ${min} to ${max}`;

/** Enter on a setting: choose among its options, or type its value. */
export const editSetting = (context: Context): void => {
	const row = selectedCampaign(context);
	const setting = selectedSetting(context);
	if (!row || !setting || !context.monitor) {
		return;
	}
	const {id} = row.campaign;
	const {name} = setting;
	const {kind, min, max, choices = [], summary} = context.monitor.parametersOf('update_campaign')[name] ?? {};
	const present = context.ui.staged.get(id)?.get(name)?.value ?? setting.value;
	const options = setting.options.length > 0 ? setting.options : choices.map(one => ({id: one, label: one}));
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
		context.dispatch({type: 'prompt', prompt: {kind: 'choose', about, choices: options, at, check, next, wrong: ''}});
	} else {
		const isNumber = kind === 'number' || kind === 'integer';
		const label = `${wordsOf(name).words}${isNumber ? boundsText(min, max) : ''}: `;
		context.dispatch({type: 'prompt', prompt: {kind: 'ask', about, label, value: present, wrong: '', check, next}});
	}
};

/** + and -: the dial level of the selected campaign, a tenth up or down. */
export const stageLevel = (context: Context, step: 1 | -1): void => {
	const {state, ui, dispatch, say, monitor} = context;
	const row = selectedCampaign(context);
	const level = row && levelNow(state, row);
	if (!row || !level || !monitor) {
		return;
	}
	const {id: campaignId} = row.campaign;
	const names = nameOf(campaignTarget(row));
	const {min = 0, max = 10} = monitor.parametersOf('update_campaign')[dialLevel] ?? {};
	const present = ui.staged.get(campaignId)?.get(dialLevel);
	const from = present ?? {value: level.value, was: level.value, from: level.from};
	const wanted = Math.round(((numberIn(from.value) ?? 0) + step / 10) * 100) / 100;
	const value = String(Math.min(max, Math.max(min, wanted)));
	const staged: Staged | undefined = sameValue(value, from.was) ? undefined : {value, was: from.was, from: from.from};
	dispatch({type: 'stage', campaignId, name: dialLevel, staged});
	if (!present) {
		// What is staged is held against the settings themselves as soon as they are known.
		void monitor.readSettings(campaignId);
	}
	const [was, to] = [from.was, value].map(one => valueText(undefined, dialLevel, one));
	const bound = wanted > max ? ` (${max} is the most)` : wanted < min ? ` (${min} is the least)` : '';
	const source = from.from === 'settings' ? 'its settings' : 'pace_tempo';
	say(
		staged
			? sentence(
					`Dial level of ${word(campaignId)} ${was} (${source}) → ${to}${bound} staged; ${waysText(context)}`,
					names,
				)
			: sentence(`Dial level of ${word(campaignId)} stays ${was}${bound}: nothing is staged`, names),
	);
};

/** Drops one staged change; tells whether there was one. */
export const dropStaged = ({ui, dispatch, say}: Context, campaignId: string, name: string): void => {
	if (ui.staged.get(campaignId)?.has(name)) {
		dispatch({type: 'stage', campaignId, name, staged: undefined});
		say(`${name} is no longer staged; nothing was sent`);
	}
};

/** Drops all that is staged for a campaign. */
export const dropAllStaged = ({ui, dispatch, say}: Context, campaignId: string): void => {
	const names = [...(ui.staged.get(campaignId)?.keys() ?? [])];
	for (const name of names) {
		dispatch({type: 'stage', campaignId, name, staged: undefined});
	}
	say(`${counted(names.length, 'staged change')} dropped; nothing was sent`);
};
