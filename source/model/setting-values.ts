/** Settings of a campaign (section 2.2): how their values compare, and whether they are as an operator last saw them. */
import type {Setting} from './wire.ts';

/** Settings of a campaign, by the interface's own names; `drifting` are those that the campaign moves by itself. */
export type SettingValues = {settings: Readonly<Record<string, string>>; drifting: readonly string[]};

/** The wire name of the dial level. */
export const dialLevel = 'autodiallevel';

/** A value as a number; undefined if it is none. */
export const numberIn = (text: string | undefined): number | undefined =>
	text !== undefined && /^-?\d{1,15}(?:\.\d{1,9})?$/.test(text.trim()) ? Number(text) : undefined;

/** Whether two values of a setting mean the same: `2.4` is `2.40`. */
export const sameValue = (a: string, b: string): boolean => {
	const [x, y] = [numberIn(a), numberIn(b)];
	return x === undefined || y === undefined ? a.trim() === b.trim() : x === y;
};

/** The value of a setting; undefined if the service does not show it. */
export const settingIn = (settings: readonly Setting[] | undefined, name: string): string | undefined =>
	settings?.find(setting => setting.name === name)?.value;

/** Settings that a campaign of this dial method moves by itself: the level of an adaptive one. */
export const driftingWith = (method: string | undefined): readonly string[] =>
	method?.trim().toUpperCase() === 'PREDICTIVE' ? [dialLevel] : [];

/** The share of itself by which a level may move and still count as moved by the campaign, not by a person. */
const drift = 0.1;

/** Whether the campaign itself may have moved a value from one to the other. */
export const isDrift = (from: string, to: string): boolean => {
	const [x, y] = [numberIn(from), numberIn(to)];
	return x !== undefined && y !== undefined && Math.abs(x - y) <= drift * Math.max(Math.abs(x), Math.abs(y));
};

/** Whether a setting has been changed by somebody since it showed the first of two values. */
export const isMoved = (name: string, from: string, to: string, drifting: readonly string[]): boolean =>
	!sameValue(from, to) && !(drifting.includes(name) && isDrift(from, to));

/** What a change would overwrite that is no longer as the operator saw it; undefined if all is. */
export const movedOn = (was: SettingValues | undefined, settings: readonly Setting[]): string | undefined => {
	const moved = Object.entries(was?.settings ?? {}).flatMap(([name, value]) => {
		const now = settingIn(settings, name);
		return now === undefined || !isMoved(name, value, now, was?.drifting ?? [])
			? []
			: [`${name} changed from ${value || 'nothing'} to ${now || 'nothing'} meanwhile`];
	});
	return moved.length > 0 ? moved.join(', ') : undefined;
};
