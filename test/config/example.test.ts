import {expect, test} from 'vitest';
import {defaults, keysOf, whole, words} from '../../source/cli/configuration-words.ts';
import {remapped} from '../../source/cli/configured-keys.ts';
import {ownCommandsOf} from '../../source/cli/own-commands.ts';
import {exampleOf} from '../../source/config/example.ts';
import {profilesSection} from '../../source/config/profiles.ts';
import {keymap} from '../../source/present/keymap.ts';
import {givenIn} from './make.ts';

const example = exampleOf(words);

test('as it is it says nothing', () => {
	expect(whole(givenIn(example))).toEqual(defaults);
	expect(remapped(keysOf(givenIn(example))).keymap).toEqual(keymap);
});

test('with its comments taken off it is right, and says what holds anyway', () => {
	const stripped = example.replace(/^(\s*)#(?=[a-z]| {3})/gm, '$1');
	const given = givenIn(stripped);
	expect({...whole(given), profiles: {}, commands: {}, views: {}}).toEqual(defaults);
	expect(ownCommandsOf(given)).toMatchObject([{name: 'ticket', keys: ['f5'], on: 'campaign', isDangerous: true}]);
	expect(remapped(keysOf(given)).keymap).toEqual(keymap);
	expect(Object.keys(given.profiles?.qa ?? {})).toEqual(
		Object.keys(profilesSection(['dark'], words.compliance).unwrap().valueType.unwrap().shape),
	);
	const names = (value: object): string[] =>
		Object.entries(value).flatMap(([name, inner]) =>
			inner && typeof inner === 'object' && !Array.isArray(inner)
				? names(inner).map(below => `${name}.${below}`)
				: name,
		);
	expect(names({...given, profiles: {}, commands: {}, views: {}})).toEqual(names(defaults));
});

test('each of its lines can be read', () => {
	expect(example).not.toContain('\t');
	expect(Math.max(...example.split('\n').map(line => line.length))).toBeLessThanOrEqual(170);
});
