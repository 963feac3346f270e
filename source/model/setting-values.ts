/** Settings of a campaign (section 2.2): how their values compare, and whether they are as an operator last saw them. */
import type {Setting} from './wire.ts';

/** Settings of a campaign, by the interface's own names; `drifting` are those that the campaign moves by itself. */
export type SettingValues = {
	settings: Readonly<Record<string, string>>;
	drifting: readonly string[];
	/** By how much a drifting one may move and still be as it was seen; a tenth of itself by default. */
	within?: number;
};

/** The wire name of the dial level. */
export const dialLevel = 'autodiallevel';

/** The wire name of the drop limit, which decides the level of PREDICTIVE. */
export const dropLimit = 'adaptive_dropped_percentage';

/** A value as a number; undefined if it is not one. */
export const numberIn = (text: string | undefined): number | undefined =>
	text !== undefined && /^-?\d{1,15}(?:\.\d{1,9})?$/.test(text.trim()) ? Number(text) : undefined;

/** Whether two values of a setting mean the same: `2.4` is `2.40`. */
export const sameValue = (a: string, b: string): boolean => {
	const [x, y] = [numberIn(a), numberIn(b)];
	return x === undefined ? a.trim() === b.trim() : x === y;
};

/** The value of a setting; undefined if the service does not show it. */
export const settingIn = (settings: readonly Setting[] | undefined, name: string): string | undefined =>
	settings?.find(setting => setting.name === name)?.value;

/** Settings that a campaign of this dial method moves by itself: the level of an adaptive one. */
export const driftingWith = (method: string | undefined): readonly string[] =>
	method?.trim().toUpperCase() === 'PREDICTIVE' ? [dialLevel] : [];

/** Dial methods whose pace other settings make, or people. */
const withoutLevel: ReadonlySet<string> = new Set(['MANUAL', 'BROADCAST', 'SMSB']);

/** Whether the dial level sets the pace of this dial method; true of one that the interface does not name. */
export const isPacedByLevel = (method: string | undefined): boolean =>
	!withoutLevel.has(method?.trim().toUpperCase() ?? '');

/** The share of itself by which a level may move and still count as moved by the campaign, not by a person. */
const drift = 0.1;

/** Slack of sums of decimals, which are not exact: 1.61 + 0.05. */
const slack = 1e-9;

/** Whether the campaign itself may have moved a value from one to the other. */
export const isDrift = (from: string, to: string, within?: number): boolean => {
	const [x, y] = [numberIn(from), numberIn(to)];
	return (
		x !== undefined &&
		y !== undefined &&
		Math.abs(x - y) <= (within ?? drift * Math.max(Math.abs(x), Math.abs(y))) + slack
	);
};

/** Whether a setting has been changed by somebody since it showed the first of two values. */
export const isMoved = (
	name: string,
	from: string,
	to: string,
	drifting: readonly string[],
	within?: number,
): boolean => !sameValue(from, to) && !(drifting.includes(name) && isDrift(from, to, within));

/** What a change would overwrite that is no longer as the operator saw it; undefined if all is. */
export const movedOn = (was: SettingValues | undefined, settings: readonly Setting[]): string | undefined => {
	const moved = Object.entries(was?.settings ?? {}).flatMap(([name, value]) => {
		const now = settingIn(settings, name);
		return now === undefined || !isMoved(name, value, now, was?.drifting ?? [], was?.within)
			? []
			: [`${name === dialLevel ? 'level' : name} changed from ${value || 'nothing'} to ${now || 'nothing'} meanwhile`];
	});
	return moved.length > 0 ? moved.join(', ') : undefined;
};
