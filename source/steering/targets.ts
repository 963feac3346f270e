/** What a field offers to choose from: the values that its parameter allows, or the campaigns and lists that are known. */
import {listsOf} from '../model/select.ts';
import type {State} from '../model/state.ts';
import type {FormParameter} from '../service/forms.ts';

/** A value that may be chosen, and what it is called; undefined if it speaks for itself. */
export type Offer = {value: string; name: string | undefined};

/** The campaigns and lists that may be chosen from, newest first as the service gives them. */
export type KnownTargets = {campaigns: readonly Offer[]; lists: readonly Offer[]};

/** What is known of the service's campaigns and lists. */
export const knownTargets = (state: State): KnownTargets => ({
	campaigns: [...(state.campaigns.value?.values() ?? [])].map(({id, name}) => ({value: id, name})),
	lists: listsOf(state).map(({id, name}) => ({value: id, name})),
});

/** What a parameter of that name names; undefined if it is neither a campaign nor a list. */
export const kindNamedBy = (name: string): 'campaign' | 'list' | undefined =>
	name === 'campaign_id' || name === 'campaigns' ? 'campaign' : name === 'list_id' ? 'list' : undefined;

/** What a parameter offers. */
export const offersOf = (
	{name, choices}: Pick<FormParameter, 'name' | 'choices'>,
	known: KnownTargets,
): readonly Offer[] => {
	const kind = kindNamedBy(name);
	return choices?.map(value => ({value, name: undefined})) ?? (kind === undefined ? [] : known[`${kind}s`]);
};

/** The name that goes with a value; undefined if it has none. */
export const nameOf = (offers: readonly Offer[], value: string): string | undefined =>
	offers.find(offer => offer.value === value)?.name;

/** The offers that go with what was typed: all of them if nothing was typed, or if it is one of them. */
export const offersFor = (offers: readonly Offer[], typed: string): readonly Offer[] => {
	const part = typed.toLowerCase();
	return offers.some(({value}) => value === typed)
		? offers
		: offers.filter(({value, name}) => value.toLowerCase().startsWith(part) || name?.toLowerCase().includes(part));
};

/** The offer before or behind the present one; past either end nothing is chosen, so that a field can be left out. */
export const stepThrough = (offers: readonly Offer[], typed: string, step: 1 | -1): string => {
	const matching = offersFor(offers, typed);
	const values = ['', ...matching.map(({value}) => value)];
	const at = Math.max(0, values.indexOf(typed));
	return values[(at + step + values.length) % values.length] ?? typed;
};

/**
 * The only offer that begins with what was typed, or has it in its name; otherwise what was typed. Digits alone are an
 * id as they stand, known or not.
 */
export const meant = (offers: readonly Offer[], typed: string): string => {
	const [only, ...others] = /^\d*$/.test(typed) ? [] : offersFor(offers, typed);
	return only && others.length === 0 ? only.value : typed;
};
