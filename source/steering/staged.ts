/** Changes of settings that are held on the screen until they are sent or dropped. */
import {numberIn} from '../model/setting-values.ts';

/** A change of a setting that is not sent yet. */
export type Staged = {
	value: string;
	/** The value that the operator saw when staging it, and which source showed it. */
	was: string;
	from: 'settings' | 'pace_tempo';
	/** It was sent, and its outcome is not known. */
	unknown?: boolean;
	/** It is a step from whatever the newest value is; `value` is what it came to when it was staged. */
	step?: Step;
};

/** So much up or down, within bounds. */
export type Step = {by: number; least: number; most: number};

/** What a step makes of a value, to the hundredth. */
export const stepped = (value: string, {by, least, most}: Step): string =>
	String(Math.min(most, Math.max(least, Math.round(((numberIn(value) ?? 0) + by) * 100) / 100)));

/** All that is staged, by campaign and the setting's wire name. */
export type AllStaged = ReadonlyMap<string, ReadonlyMap<string, Staged>>;

/** Stages a change of a setting; undefined drops it. */
export type Staging = {campaignId: string; name: string; staged: Staged | undefined};

/** What is staged once a change is, or is no longer. */
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
