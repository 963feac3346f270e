import {expect, test} from 'vitest';
import {type KeysGiven, remapped, startsWrite} from '../../source/cli/configured-keys.ts';
import {actionIds, type viewNames} from '../../source/present/actions.ts';
import {keymap} from '../../source/present/keymap.ts';
import {actionFor, actions} from '../../source/screen/keys/actions.ts';
import {operations} from '../../source/wire/operations/index.ts';

const problemsOf = (given: KeysGiven) => remapped(given).problems;

const bound = (given: KeysGiven, key: string, view: (typeof viewNames)[number]) =>
	actionFor(remapped(given).keymap, key, view);

test('what starts a write is told by its keys as by its operations', () => {
	for (const id of actionIds) {
		const {operations: types = []} = actions[id];
		const writes = types.some(type => !['read', 'session'].includes(operations[type].effect));
		expect(startsWrite(id), id).toBe(writes);
	}
});

test('a key given replaces those there were', () => {
	expect(bound({zoom: ['f5', 'Z'.toLowerCase()]}, 'f5', 'campaigns')).toBe(actions.zoom);
	expect(bound({freeze: ['f5']}, 'p', 'log')).toBeUndefined();
	expect(bound({playOrPause: ['F']}, 'F', 'campaign')).toBe(actions.playOrPause);
	expect(bound({playOrPause: ['F']}, 'P', 'campaigns')).toBeUndefined();
	expect(bound({stop: []}, 'S', 'campaigns')).toBeUndefined();
});

test('an action that has a key of its own in one view keeps it there', () => {
	const given = {campaign: ['enter', 'v']};
	expect(bound(given, 'enter', 'campaigns')).toBe(actions.campaign);
	expect(bound(given, 'enter', 'log')).toBe(actions.commandDetails);
	expect(bound(given, 'v', 'log')).toBe(actions.campaign);
	expect(bound(given, '2', 'log')).toBeUndefined();
});

test('keys are known by the names that people write', () => {
	const given = {help: ['F1', 'Esc', '?'], back: ['ctrl-x'], pageDown: ['PgDn'], mark: [' ']};
	expect(problemsOf(given)).toEqual([]);
	expect(bound(given, 'f1', 'log')).toBe(actions.help);
	expect(bound(given, 'escape', 'log')).toBe(actions.help);
	expect(bound(given, 'space', 'lists')).toBe(actions.mark);
});

test.each<[KeysGiven, string]>([
	[{stop: ['x']}, '"x" is no capital letter, and only a capital letter starts a write'],
	[{stop: ['É']}, '"É" is no capital letter, and only a capital letter starts a write'],
	[{stop: ['f5']}, '"f5" is no capital letter, and only a capital letter starts a write'],
	[{zoom: ['Z']}, '"Z" is a capital letter, which starts a write and nothing else: choose another'],
	[{zoom: ['É']}, '"É" is a capital letter, which starts a write and nothing else: choose another'],
	[{zoom: ['Ctrl-A']}, '"ctrl-a" is the prefix of screen and of many tmux: choose another'],
	[{zoom: ['ctrl-b']}, '"ctrl-b" is the prefix of tmux: choose another'],
	[{quit: ['ctrl-c']}, '"ctrl-c" always quits: choose another'],
	[{help: ['s']}, '"s" is the key of search: give one of the two another'],
	[{zoom: ['x']}, '"x" is the key of dropLevel in campaigns: give one of the two another'],
	[{mark: ['o']}, '"o" is the key of allLists in lists: give one of the two another'],
	[{stop: ['P']}, '"P" is the key of playOrPause in campaigns, campaign: give one of the two another'],
])('%j is refused', (given, message) => {
	expect(problemsOf(given)).toEqual([{action: Object.keys(given)[0], message}]);
});

test.each(['', 'hyper-x', 'ctrl-', 'zz', 'f0', 'f13', 'shift-a', '\u009b', 'paste'])('there is no key %j', key => {
	expect(problemsOf({zoom: [key]})[0]?.message).toMatch(/^there is no key /);
});

test('two actions may change places', () => {
	expect(problemsOf({zoom: ['w'], wall: ['z']})).toEqual([]);
	expect(problemsOf({playOrPause: ['S'], stop: ['P']})).toEqual([]);
	expect(problemsOf({zoom: ['f5'], wall: ['f5']})).toHaveLength(1);
});

test('nothing given is the keymap', () => {
	expect(remapped({})).toEqual({keymap, problems: []});
});
