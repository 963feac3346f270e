/** The keymap: which keys mean which action in which view. */
import {type ActionId, actionIds, actionRows, type Keys, type View} from './actions.ts';

/** Keys of an action, and where they hold. */
export type Binding = Keys & {action: ActionId};

/** The keymap unless the configuration gives other keys. */
export const keymap: readonly Binding[] = actionIds.flatMap((action): Binding[] => {
	const {keys, views, inPast, also} = actionRows[action];
	// The more specific key comes first: footer and sentences name the first that they find.
	return [...(also ? [{...also, action}] : []), {keys, ...(views && {views}), ...(inPast && {inPast}), action}];
});

/** The bindings that hold in a view now; those that hold in the past alone come first there. */
export const bindingsNow = (bindings: readonly Binding[], view: View, isPast: boolean): Binding[] => {
	const all = bindingsIn(bindings, view);
	const ordinary = all.filter(({inPast}) => !inPast);
	return isPast ? [...all.filter(({inPast}) => inPast), ...ordinary] : ordinary;
};

/** The bindings that hold in a view at some time. */
export const bindingsIn = (bindings: readonly Binding[], view: View): Binding[] =>
	bindings.filter(({views}) => views?.includes(view) ?? true);

const shownKeys = new Map([
	['up', '↑'],
	['down', '↓'],
	['left', '←'],
	['right', '→'],
	['pageup', 'PgUp'],
	['pagedown', 'PgDn'],
	['home', 'Home'],
	['end', 'End'],
	['tab', 'Tab'],
	['shift-tab', 'Shift-Tab'],
	['escape', 'Esc'],
	['enter', 'Enter'],
	['space', 'Space'],
	['backspace', 'Backspace'],
]);

/** A key as people write it: `Ctrl-R`, `PgUp`. */
export const keyLabel = (key: string): string => {
	const ctrl = /^ctrl-(.)$/.exec(key);
	return ctrl?.[1] ? `Ctrl-${ctrl[1].toUpperCase()}` : (shownKeys.get(key) ?? key);
};

/** The first key of an action, for sentences; undefined if it has none. */
export const keyFor = (bindings: readonly Binding[], action: ActionId): string | undefined => {
	const key = bindings.find(binding => binding.action === action)?.keys[0];
	return key === undefined ? undefined : keyLabel(key);
};
