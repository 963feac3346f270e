/** Which keys mean what, where. Lower-case letters and punctuation never write; a capital letter starts a write. */

import type {Binding} from '../state/options.ts';
import type {View} from '../state/state.ts';
import {type Action, type ActionId, actions} from './actions.ts';

/** A row of the keymap whose action is known. */
export type ActionBinding = Binding & {action: ActionId};

/** The keymap, in the order of the help. */
export const keymap: readonly ActionBinding[] = [
	{keys: ['up', 'k'], scope: 'everywhere', action: 'up'},
	{keys: ['down', 'j'], scope: 'everywhere', action: 'down'},
	{keys: ['g', 'home'], scope: 'everywhere', action: 'top'},
	{keys: ['G', 'end'], scope: 'everywhere', action: 'bottom'},
	{keys: ['pageup'], scope: 'everywhere', action: 'pageUp'},
	{keys: ['pagedown'], scope: 'everywhere', action: 'pageDown'},
	{keys: ['ctrl-u'], scope: 'everywhere', action: 'halfUp'},
	{keys: ['ctrl-d'], scope: 'everywhere', action: 'halfDown'},

	{keys: ['P'], scope: 'campaigns', action: 'playOrPause'},
	{keys: ['S'], scope: 'campaigns', action: 'stop'},
	{keys: ['+'], scope: 'campaigns', action: 'levelUp'},
	{keys: ['-'], scope: 'campaigns', action: 'levelDown'},
	{keys: ['x'], scope: 'campaigns', action: 'dropLevel'},
	{keys: ['E'], scope: 'campaigns', action: 'editSettings'},
	{keys: ['T'], scope: 'campaigns', action: 'testCall'},
	{keys: ['space'], scope: 'campaigns', action: 'mark'},
	{keys: ['enter'], scope: 'campaigns', action: 'campaign'},
	{keys: ['P'], scope: 'campaign', action: 'playOrPause'},
	{keys: ['S'], scope: 'campaign', action: 'stop'},
	{keys: ['+'], scope: 'campaign', action: 'levelUp'},
	{keys: ['-'], scope: 'campaign', action: 'levelDown'},
	{keys: ['x'], scope: 'campaign', action: 'dropLevel'},
	{keys: ['E'], scope: 'campaign', action: 'editSettings'},
	{keys: ['T'], scope: 'campaign', action: 'testCall'},
	{keys: ['L'], scope: 'lists', action: 'switchList'},
	{keys: ['space'], scope: 'lists', action: 'mark'},
	{keys: ['D'], scope: 'search', action: 'doNotCall'},
	{keys: ['M'], scope: 'search', action: 'text'},
	{keys: ['E'], scope: 'accounts', action: 'changeAccount'},
	{keys: ['A'], scope: 'accounts', action: 'addAccount'},
	{keys: ['N'], scope: 'accounts', action: 'addLeads'},
	{keys: ['E'], scope: 'settings', action: 'sendSettings'},
	{keys: ['enter'], scope: 'settings', action: 'editSetting'},
	{keys: ['x', 'backspace'], scope: 'settings', action: 'dropSetting'},
	{keys: ['u'], scope: 'settings', action: 'dropSettings'},
	{keys: ['x'], scope: 'log', action: 'setAside'},
	{keys: ['U'], scope: 'everywhere', action: 'undo'},
	{keys: ['o'], scope: 'lists', action: 'allLists'},
	{keys: ['f'], scope: 'lists', action: 'listsStatus'},
	{keys: ['d'], scope: 'lists', action: 'listsRecent'},
	{keys: ['enter'], scope: 'lists', action: 'listDetails'},
	{keys: ['enter'], scope: 'search', action: 'entryDetails'},
	{keys: ['f'], scope: 'search', action: 'searchFilters'},
	{keys: ['enter'], scope: 'accounts', action: 'accountDetails'},
	{keys: ['o'], scope: 'accounts', action: 'company'},
	{keys: ['enter'], scope: 'log', action: 'commandDetails'},

	{keys: ['/'], scope: 'everywhere', action: 'filter'},
	{keys: ['s'], scope: 'everywhere', action: 'search'},
	{keys: ['1'], scope: 'everywhere', action: 'campaigns'},
	{keys: ['2'], scope: 'everywhere', action: 'campaign'},
	{keys: ['3'], scope: 'everywhere', action: 'lists'},
	{keys: ['4'], scope: 'everywhere', action: 'searchView'},
	{keys: ['5'], scope: 'everywhere', action: 'settings'},
	{keys: ['6'], scope: 'everywhere', action: 'accounts'},
	{keys: ['7'], scope: 'everywhere', action: 'alerts'},
	{keys: ['8', '@'], scope: 'everywhere', action: 'log'},
	{keys: ['tab'], scope: 'campaigns', action: 'nextPane'},
	{keys: ['shift-tab'], scope: 'campaigns', action: 'previousPane'},
	{keys: ['z'], scope: 'campaigns', action: 'zoom'},
	{keys: ['w'], scope: 'everywhere', action: 'wall'},
	{keys: ['>'], scope: 'everywhere', action: 'sortNext'},
	{keys: ['<'], scope: 'everywhere', action: 'sortPrevious'},
	{keys: ['r'], scope: 'everywhere', action: 'reverse'},
	{keys: ['c'], scope: 'everywhere', action: 'clearFilter'},
	{keys: ['p'], scope: 'everywhere', action: 'freeze'},
	{keys: ['m'], scope: 'everywhere', action: 'mask'},
	{keys: ['a'], scope: 'everywhere', action: 'acknowledge'},
	{keys: ['b'], scope: 'everywhere', action: 'mute'},
	{keys: ['enter'], scope: 'alerts', action: 'alertCampaign'},
	{keys: ['y'], scope: 'everywhere', action: 'copy'},
	{keys: ['e'], scope: 'everywhere', action: 'export'},
	{keys: ['ctrl-r'], scope: 'everywhere', action: 'refresh'},
	{keys: ['!'], scope: 'everywhere', action: 'lock'},

	{keys: ['i'], scope: 'everywhere', action: 'signIn'},
	{keys: [':'], scope: 'everywhere', action: 'palette'},
	{keys: ['?'], scope: 'everywhere', action: 'help'},
	{keys: ['escape'], scope: 'everywhere', action: 'back'},
	{keys: ['q'], scope: 'everywhere', action: 'quit'},
	{keys: ['ctrl-c'], scope: 'everywhere', action: 'quitNow'},
];

/** The bindings that hold in a view, with their actions. */
export const bindingsIn = (bindings: readonly Binding[], view: View): ActionBinding[] =>
	// What the configuration names was checked against the actions.
	(bindings as readonly ActionBinding[]).filter(({scope}) => scope === 'everywhere' || scope === view);

/** The action of a key in a view. */
export const actionFor = (bindings: readonly Binding[], key: string, view: View): Action | undefined => {
	const binding = bindingsIn(bindings, view).find(({keys}) => keys.includes(key));
	return binding && actions[binding.action];
};
