/** What `dialtop level` would send: a new dial level, given as a figure or relative to the one in force. */
import {UsageError} from '../../config/errors.ts';
import {campaignRow, settingsOf, whyNotNow} from '../../model/select.ts';
import {dialLevel, isPacedByLevel, numberIn, sameValue, settingIn} from '../../model/setting-values.ts';
import type {State} from '../../model/state.ts';
import {word} from '../../present/sentence.ts';
import {checkParameters} from '../../service/forms.ts';
import {campaignTarget} from '../../steering/campaigns.ts';
import {dialMethod, mostMoved, offerUpdate} from '../../steering/changes.ts';
import {type LevelWish, levelAfter, levelWishIn, levelWords, whyNoLevelAfter} from '../../steering/level.ts';
import {campaignSteering, type Steering} from './plan.ts';

/** Reads `1.5`, `+0.1` or `-0.1`. @throws UsageError */
export const levelWishOf = (text: string): LevelWish => {
	const wish = levelWishIn(text);
	if (!wish) {
		throw new UsageError(`LEVEL must be ${levelWords}, not "${text}"`);
	}
	return wish;
};

/** The level as the settings were last read. */
const levelOf = (state: State, id: string): string | undefined => settingIn(settingsOf(state, id), dialLevel);

/** Changes the dial level of a campaign. */
export const levelSteering = (wish: LevelWish): Steering => ({
	...campaignSteering('play'),
	verb: 'set the level of',
	operation: 'update_campaign',
	isSeen: ({dashboards, settings}, id) => dashboards.has(id) && settings.has(id),
	read: (monitor, id) => monitor.readSettings(id),
	shown: (state, id) => {
		const level = levelOf(state, id);
		return level && `level ${level}`;
	},
	plan(state, id) {
		const row = campaignRow(state, id);
		if (!row) {
			return undefined;
		}
		const target = campaignTarget(row);
		const level = levelOf(state, id);
		const at = {target, shows: level && `level ${level}`};
		const left = (why: string) => ({...at, kind: 'left', why}) as const;
		const busy = whyNotNow(state, {operation: 'update_campaign', target});
		if (busy) {
			return left(busy);
		}
		const method = dialMethod(state, row);
		if (!isPacedByLevel(method)) {
			return left(`it dials by ${word(method ?? '')}, whose pace is not set by the level`);
		}
		if (level === undefined || numberIn(level) === undefined) {
			const why = state.settings.get(id)?.failure?.reason;
			return left(`its level could not be read${why === undefined ? '' : `: ${why}`}`);
		}
		const beyond = whyNoLevelAfter(level, wish);
		if (beyond !== undefined) {
			return left(beyond);
		}
		const to = levelAfter(level, wish);
		if (sameValue(level, to)) {
			return {...at, kind: 'nothing', isThere: true, why: `has the level ${to} already`};
		}
		const staged = new Map([[id, new Map([[dialLevel, {value: to, was: level, from: 'settings'} as const]])]]);
		const offer = offerUpdate({state, ui: {staged}, monitor: {check: checkParameters}}, row, dialLevel);
		if (!('controls' in offer)) {
			return left('why' in offer ? offer.why : offer.text);
		}
		const [update] = offer.controls;
		const moves = update.was?.drifting.includes(dialLevel) ? ' The campaign moves its level by itself from there.' : '';
		// A step that the level has made by itself meanwhile must not become one in the other direction.
		const within = wish.isStep ? Math.min(mostMoved, Math.abs(wish.amount)) : mostMoved;
		const control = {
			...update,
			verb: 'set the level of',
			doing: 'setting the level',
			effects: `The level goes from ${level} to ${to}.${moves}`,
			texts: [],
			...(update.was ? {was: {...update.was, within}} : {}),
		};
		return {...at, kind: 'send', control};
	},
});
