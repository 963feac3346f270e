/** A level that is asked for in words: a figure, or a step from the one in force. */
import {campaignRow, settingsOf, whyNotNow} from '../model/select.ts';
import {dialLevel, numberIn, sameValue, settingIn} from '../model/setting-values.ts';
import {campaignTarget} from './campaigns.ts';
import {levelNow, mostMoved, offerUpdate, valueText, whyNoLevel} from './changes.ts';
import {type Basis, type Batch, batchOf, gone, type Reason, type Refusal, whyNoControl} from './offer.ts';

/** The bounds of autodiallevel (section 8). */
export const levelBounds = {least: 0, most: 10} as const;

/** A level as it was asked for: a figure, or a step up or down. */
export type LevelWish = {text: string; amount: number; isStep: boolean};

/** What a level may be, in words. */
export const levelWords = `a figure from ${levelBounds.least} to ${levelBounds.most}, such as 1.5, or a step such as +0.1 or -0.1`;

/** Reads `1.5`, `+0.1` or `-0.1`; undefined if it is no level. */
export const levelWishIn = (text: string): LevelWish | undefined => {
	const isStep = /^[+-]/.test(text);
	const amount = /^[+-]?\d{1,2}(?:\.\d{1,4})?$/.test(text) ? Number(text) : undefined;
	return amount === undefined || (isStep ? amount === 0 : amount > levelBounds.most)
		? undefined
		: {text, amount, isStep};
};

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** The level that results from a wish, with as many decimals as the two have. */
export const levelAfter = (level: string, {text, amount, isStep}: LevelWish): string =>
	isStep ? (Number(level) + amount).toFixed(Math.max(decimalsOf(level.trim()), decimalsOf(text))) : text;

/** Why a level cannot be changed so; undefined if it can. */
export const whyNoLevelAfter = (level: string, wish: LevelWish): string | undefined => {
	const to = levelAfter(level, wish);
	return Number(to) < levelBounds.least || Number(to) > levelBounds.most
		? `its level is ${level}, and ${wish.text} makes it ${to}: a level is from ${levelBounds.least} to ${levelBounds.most}`
		: undefined;
};

/** One update_campaign that sets the level of a campaign, whatever is staged for it. */
export const offerLevel = (basis: Basis, id: string, wish: LevelWish): Batch | Refusal => {
	const {state} = basis;
	const row = campaignRow(state, id);
	const why = whyNoControl(state) ?? (row ? undefined : gone);
	if (why !== undefined || !row) {
		return {why: why ?? ''};
	}
	const target = campaignTarget(row);
	const refused = (reason: Reason): Refusal => ({why: reason.why, skipped: [{target, ...reason}]});
	const level = levelNow(state, row);
	const settings = settingsOf(state, id);
	const isShown = settings === undefined || numberIn(settingIn(settings, dialLevel)) !== undefined;
	const hindrance =
		whyNotNow(state, {operation: 'update_campaign', target}) ??
		whyNoLevel(state, row) ??
		// A level that the settings do not show could neither be compared before it is sent nor be observed after.
		(isShown ? undefined : 'its settings show no level') ??
		(level && whyNoLevelAfter(level.value, wish));
	if (hindrance !== undefined || !level) {
		return refused({why: hindrance ?? ''});
	}
	const value = levelAfter(String(numberIn(level.value)), wish);
	if (sameValue(level.value, value)) {
		return refused({why: `its level is ${valueText(undefined, dialLevel, level.value)} already`, already: true});
	}
	const step = wish.isStep ? {step: {by: wish.amount, ...levelBounds}} : {};
	const staged = new Map([[id, new Map([[dialLevel, {value, was: level.value, from: level.from, ...step}]])]]);
	const offer = offerUpdate({...basis, ui: {staged}}, row, dialLevel, mostMoved);
	return 'controls' in offer
		? batchOf(state.source, offer.controls, offer.skipped, now => offerLevel(now, id, wish))
		: refused(offer);
};
