/** The page of the keys and the readme's first ones, made from the keymap and the actions. */
import {dashed} from '../../source/commands/frame/text.ts';
import {type Action, type ActionId, actions} from '../../source/ui/keys/actions.ts';
import {keyLabel} from '../../source/ui/keys/key-label.ts';
import {type ActionBinding, keymap} from '../../source/ui/keys/keymap.ts';
import {remappable} from '../../source/ui/keys/remap.ts';
import {code, page, table} from './markdown.ts';

const labelOf = (id: ActionId): string => {
	const {label}: Action = actions[id];
	return label;
};

/** The actions of an operator's first day, one row each. */
const first: readonly (readonly ActionId[])[] = [
	['up', 'down'],
	['campaign'],
	['back'],
	['nextPane'],
	['playOrPause'],
	['stop'],
	['levelUp', 'levelDown'],
	['editSettings'],
	['switchList'],
	['undo'],
	['filter'],
	['search'],
	['palette'],
	['help'],
	['quit'],
];

const firstKey = (id: ActionId): string => {
	const binding = keymap.find(({action}) => action === id);
	return code(keyLabel(binding?.keys[0] ?? ''));
};

/** The keys to know on the first day. */
export const firstKeys = (): string =>
	table(
		['key', 'does'],
		first.map(ids => [ids.map(firstKey).join(' '), ids.map(labelOf).join('; ')]),
	);

const rowOf = ({keys, action}: ActionBinding): string[] => [
	keys.map(key => code(keyLabel(key))).join(' '),
	labelOf(action),
	remappable.includes(action) ? code(dashed(action)) : 'fixed',
];

/** The keymap by scope, in its own order. */
const scopes = Map.groupBy(keymap, ({scope}) => scope);

/** The page of the keys. */
export const keysPage = (): string =>
	page(
		'# Every key',
		'Lower-case letters and punctuation never write. A capital letter starts a write, and a write always asks first. What confirms it is `y` or the typed name, never Enter and never the key that asked. Every other key answers no, and for half a second after such a key, or one that does nothing, no capital letter asks.',
		'While a prompt is open, `←` `→` `Home` `End` move, `Ctrl-U` `Ctrl-K` `Ctrl-W` `Delete` delete, pastes are taken, `Enter` sends and `Esc` cancels. `Ctrl-Z` suspends dialtop and `fg` brings it back. dialtop leaves `Ctrl-A` and `Ctrl-B` to screen and tmux.',
		"The last column is the action's name under `keys` in the [configuration](configuration.md).",
		...[...scopes].flatMap(([scope, bindings]) => [
			scope === 'everywhere' ? '## Everywhere' : `## In the view "${scope}"`,
			table(['key', 'does', 'name'], bindings.map(rowOf)),
		]),
	);
