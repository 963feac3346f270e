/** Keys that the configuration gives to actions. It cannot change the rule that only capital letters start a write. */
import {type ActionId, actionIds, type View, viewNames} from '../present/actions.ts';
import {type Binding, bindingsIn, keymap} from '../present/keymap.ts';

/** A problem with the keys of an action. */
export type KeyProblem = {action: ActionId; message: string};

/** The configured keys by action; other actions have their default keys. */
export type KeysGiven = Readonly<Partial<Record<ActionId, readonly string[]>>>;

/** The key that always quits cannot be changed. */
const fixedActions: readonly ActionId[] = ['quitNow'];

/** The actions whose keys can be chosen, in the order of the help. */
export const remappable: readonly ActionId[] = actionIds.filter(action => !fixedActions.includes(action));

const isCapital = (key: string): boolean => /^\p{Lu}$/u.test(key);

const rowsOf = (action: ActionId): Binding[] => keymap.filter(row => row.action === action);

/** The keys that an action has unless it is configured. */
export const defaultKeys = (action: ActionId): string[] => [...new Set(rowsOf(action).flatMap(({keys}) => keys))];

/** True if an action starts a write: it has capital letters only, and may have no other keys. */
export const startsWrite = (action: ActionId): boolean => defaultKeys(action).every(key => /^[A-Z]$/.test(key));

const otherNames = new Map([
	['esc', 'escape'],
	['return', 'enter'],
	['pgup', 'pageup'],
	['pgdn', 'pagedown'],
	['del', 'delete'],
	['ins', 'insert'],
]);

const named =
	/^(?:ctrl-)?(?:alt-)?(?:shift-)?(?:enter|escape|tab|backspace|delete|insert|up|down|left|right|home|end|pageup|pagedown|f[1-9]|f1[0-2]|space)$/;

/** The name that the terminal's decoder gives a key. */
export const keyName = (given: string): string => {
	if ([...given].length === 1) {
		return given === ' ' ? 'space' : given;
	}
	const [, modifiers = '', name = ''] = /^((?:ctrl-|alt-|shift-)*)(.*)$/.exec(given.toLowerCase()) ?? [];
	return `${modifiers}${otherNames.get(name) ?? name}`;
};

const taken = new Map([
	['ctrl-a', 'is the prefix of screen and of many tmux'],
	['ctrl-b', 'is the prefix of tmux'],
	['ctrl-c', 'always quits'],
	['ctrl-z', 'always suspends'],
	['ctrl-h', 'is backspace to a terminal'],
	['ctrl-i', 'is tab to a terminal'],
	['ctrl-j', 'is enter to a terminal'],
	['ctrl-m', 'is enter to a terminal'],
]);

/** Why no action may have a key: it has a meaning for the terminal, or there is none of this name. */
export const whyNoKey = (key: string): string | undefined => {
	if (taken.has(key)) {
		return `"${key}" ${taken.get(key)}: choose another`;
	}
	const isOne = [...key].length === 1 && !/[\p{C}\p{Z}]/u.test(key);
	return !isOne && !named.test(key) && !/^(?:ctrl-|alt-|ctrl-alt-)[a-z]$/.test(key) && !/^alt-[!-~]$/.test(key)
		? `there is no key "${key}"; a key is one character, such as z, or a name, such as enter, pageup, f5, ctrl-r, alt-x`
		: undefined;
};

/** What is wrong with a key for an action. */
const wrongWith = (action: ActionId, key: string): string | undefined => {
	const why = whyNoKey(key);
	if (why !== undefined) {
		return why;
	}
	if (startsWrite(action)) {
		return /^[A-Z]$/.test(key) ? undefined : `"${key}" is no capital letter, and only a capital letter starts a write`;
	}
	return isCapital(key) && !defaultKeys(action).includes(key)
		? `"${key}" is a capital letter, which starts a write and nothing else: choose another`
		: undefined;
};

/** The keys of one binding: default keys keep their views, new ones hold where the action holds most widely. */
const keysFor = (row: Binding, keys: readonly string[]): readonly string[] => {
	const rows = rowsOf(row.action);
	const everywhere = rows.filter(({views}) => views === undefined);
	return keys.filter(key => {
		const before = rows.filter(other => other.keys.includes(key));
		const home = before.length > 0 ? before : everywhere.length > 0 ? everywhere : rows;
		return home.includes(row);
	});
};

/** Keys that two actions have in one view, each reported once, at an action that was configured to have it. */
const conflictsIn = (bindings: readonly Binding[], nameOfAction: (id: ActionId) => string): KeyProblem[] => {
	const found = new Map<string, {key: string; at: ActionId; by: ActionId; views: Set<View>}>();
	for (const view of viewNames) {
		const holders = new Map<string, ActionId>();
		for (const {keys, action, inPast} of bindingsIn(bindings, view)) {
			for (const key of keys) {
				// A binding for the past overrides what the key means at other times.
				const held = inPast ? `past ${key}` : key;
				const other = holders.get(held) ?? action;
				holders.set(held, other);
				if (other !== action) {
					const [at, by] = defaultKeys(action).includes(key) ? [other, action] : [action, other];
					const id = `${key} ${at} ${by}`;
					const conflict = found.get(id) ?? {key, at, by, views: new Set()};
					found.set(id, conflict);
					conflict.views.add(view);
				}
			}
		}
	}
	return [...found.values()].map(({key, at, by, views}) => {
		const where = views.size === viewNames.length ? '' : ` in ${[...views].join(', ')}`;
		return {action: at, message: `"${key}" is the key of ${nameOfAction(by)}${where}: give one of the two another`};
	});
};

/** The keymap with the configured keys, and what is wrong with them; it must not be used if there are problems. */
export const remapped = (
	given: KeysGiven,
	nameOfAction: (id: ActionId) => string = id => id,
): {keymap: readonly Binding[]; problems: readonly KeyProblem[]} => {
	const wanted = new Map(
		(Object.entries(given) as [ActionId, readonly string[]][]).map(([action, keys]) => [
			action,
			[...new Set(keys.map(keyName))],
		]),
	);
	const problems = [...wanted].flatMap(([action, keys]) =>
		keys.flatMap(key => {
			const message = wrongWith(action, key);
			return message === undefined ? [] : [{action, message}];
		}),
	);
	const bindings = keymap
		.map(row => ({...row, keys: keysFor(row, wanted.get(row.action) ?? row.keys)}))
		.filter(({keys}) => keys.length > 0);
	// A key that an action may not have is not a conflict as well.
	return {keymap: bindings, problems: problems.length > 0 ? problems : conflictsIn(bindings, nameOfAction)};
};
