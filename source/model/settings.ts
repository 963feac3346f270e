/** Settings of a campaign (section 2.2): how their values compare, and whether they stand as an operator last saw them. */
import type {Control} from './pending.ts';
import type {Setting} from './wire.ts';

const numberIn = (text: string): number | undefined =>
	/^-?\d{1,15}(?:\.\d{1,9})?$/.test(text.trim()) ? Number(text) : undefined;

/** Whether two values of a setting mean the same: `2.4` is `2.40`. */
export const sameValue = (a: string, b: string): boolean => {
	const [x, y] = [numberIn(a), numberIn(b)];
	return x === undefined || y === undefined ? a.trim() === b.trim() : x === y;
};

/** The value of a setting; nothing where the service does not show it. */
export const settingIn = (settings: readonly Setting[] | undefined, name: string): string | undefined =>
	settings?.find(setting => setting.name === name)?.value;

/** Settings that a campaign of this dial method moves by itself: the level of an adaptive one (section 2.2). */
export const driftingWith = (method: string | undefined): readonly string[] =>
	method?.trim().toUpperCase() === 'PREDICTIVE' ? ['autodiallevel'] : [];

/** What the control would overwrite that is no longer as the operator saw it; nothing where all is. */
export const movedOn = ({was = {}, expected}: Control, settings: readonly Setting[]): string | undefined => {
	const drifting = typeof expected === 'object' ? (expected.drifting ?? []) : [];
	const moved = Object.entries(was).flatMap(([name, value]) => {
		const now = settingIn(settings, name);
		return now === undefined || drifting.includes(name) || sameValue(now, value)
			? []
			: [`${name} changed from ${value || 'nothing'} to ${now || 'nothing'} meanwhile`];
	});
	return moved.length > 0 ? moved.join(', ') : undefined;
};
