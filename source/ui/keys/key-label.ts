/** Keys as people write them. */
import type {Binding} from '../state/options.ts';

const shownKeys = new Map([
	['up', '↑'],
	['down', '↓'],
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

/** The key that an action has in force, for sentences; nothing where it has none. */
export const keyFor = (bindings: readonly Binding[], action: Binding['action']): string | undefined => {
	const key = bindings.find(binding => binding.action === action)?.keys[0];
	return key === undefined ? undefined : keyLabel(key);
};
