/** The page of the keys and the readme's first ones, made from the keymap and the actions. */

import {remappable} from '../../source/cli/configured-keys.ts';
import {dashed} from '../../source/cli/text.ts';
import {type ActionId, actionRows, type View, viewNames} from '../../source/present/actions.ts';
import {type Binding, keyFor, keyLabel, keymap} from '../../source/present/keymap.ts';
import {code, page, table} from './markdown.ts';

/** The actions of an operator's first day, one row each. */
const first: readonly (readonly ActionId[])[] = [
	['up', 'down'],
	['campaign'],
	['back'],
	['nextPane'],
	['playOrPause'],
	['stop'],
	['pauseAll'],
	['levelUp', 'levelDown'],
	['editSettings'],
	['switchList'],
	['undo'],
	['acknowledge'],
	['filter'],
	['search'],
	['palette'],
	['help'],
	['quit'],
];

/** The keys to know on the first day. */
export const firstKeys = (): string =>
	table(
		['key', 'does'],
		first.map(ids => [
			ids.map(id => code(keyFor(keymap, id) ?? '')).join(' '),
			ids.map(id => actionRows[id].label).join('; '),
		]),
	);

const rowOf = ({keys, action}: Binding): string[] => [
	keys.map(key => code(keyLabel(key))).join(' '),
	actionRows[action].label,
	remappable.includes(action) ? code(dashed(action)) : 'fixed',
];

const bound = (title: string, bindings: readonly Binding[]): string[] => [
	title,
	table(['key', 'does', 'name'], bindings.map(rowOf)),
];

const onlyIn = (view: View): Binding[] => keymap.filter(({views}) => views?.includes(view));

/** The page of the keys. */
export const keysPage = (): string =>
	page(
		'# Every key',
		'Lower-case letters and punctuation never write. A capital letter (except `G`) starts a write, and a write always asks first. `y` or the typed name confirms it, never Enter and never the key that asked; any other key but an arrow answers no. For half a second after a key that answered no or did nothing, no capital letter asks.',
		'While you type into a prompt, `←` `→` `Home` `End` move, `Ctrl-U` `Ctrl-K` `Ctrl-W` `Delete` delete, `Enter` confirms and `Esc` cancels; you can paste. `Ctrl-Z` suspends dialtop and `fg` brings it back. dialtop leaves `Ctrl-A` and `Ctrl-B` to screen and tmux.',
		'The last column is the name of the action under `keys` in the [configuration](configuration.md), where you can choose other keys.',
		...bound(
			'## Everywhere',
			keymap.filter(({views}) => !views),
		),
		...viewNames.flatMap((view, index) => bound(`## In view ${index + 1}, ${view}`, onlyIn(view))),
	);
