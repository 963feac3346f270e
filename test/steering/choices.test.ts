/** What a field offers to choose from, and which of it is named by what was typed. */
import {expect, test} from 'vitest';
import {
	type Choice,
	choicesFor,
	choicesOf,
	knownTargets,
	nameOf,
	resolveChoice,
	stepThrough,
} from '../../source/steering/operation.ts';
import {after, campaign, campaignsPolled, fresh, list, listsPolled} from '../model/make.ts';

const known = knownTargets(
	after(
		fresh(),
		campaignsPolled(0, [campaign('1003', {name: 'Spring'}), campaign('1002', {name: 'Autumn'})]),
		listsPolled(0, [list('2001', {name: 'First'}), list('2002', {name: undefined})]),
	),
);
const campaigns: readonly Choice[] = [
	{value: '1003', name: 'Spring'},
	{value: '1002', name: 'Autumn'},
];
const lists: readonly Choice[] = [
	{value: '2001', name: 'First'},
	{value: '2002', name: undefined},
];
const choices: readonly Choice[] = ['Y', 'N', 'NEVER'].map(value => ({value, name: undefined}));

test('campaigns and lists are offered where one is asked for, and what may be chosen where that is given', () => {
	expect(choicesOf({name: 'campaign_id'}, known)).toEqual(campaigns);
	expect(choicesOf({name: 'campaigns'}, known)).toEqual(campaigns);
	expect(choicesOf({name: 'list_id'}, known)).toEqual(lists);
	expect(choicesOf({name: 'amd', choices: ['Y', 'N', 'NEVER']}, known)).toEqual(choices);
	expect(choicesOf({name: 'user'}, known)).toEqual([]);
	expect(knownTargets(fresh())).toEqual({campaigns: [], lists: []});
});

test('a value is called what it is offered as', () => {
	expect(['1002', '2001', '9'].map(value => nameOf([...campaigns, ...lists], value))).toEqual([
		'Autumn',
		'First',
		undefined,
	]);
	// Of two with one id, the first.
	expect(nameOf([...lists, {value: '2001', name: 'Other'}], '2001')).toBe('First');
});

test.for<[offers: readonly Choice[], typed: string, fitting: string[], resolved: string]>([
	[campaigns, '', ['1003', '1002'], ''],
	[campaigns.slice(1), '', ['1002'], ''],
	[campaigns, '1003', ['1003', '1002'], '1003'],
	[campaigns, 'aut', ['1002'], '1002'],
	[campaigns, 'R', ['1003'], '1003'],
	[campaigns, 'u', ['1002'], '1002'],
	[campaigns, 'x', [], 'x'],
	// Digits are an id as they stand, though one alone begins so.
	[campaigns, '100', ['1003', '1002'], '100'],
	[campaigns.slice(1), '100', ['1002'], '100'],
	[campaigns.slice(1), '100x', [], '100x'],
	[[{value: 'a-7', name: 'Seven'}], 'A', ['a-7'], 'a-7'],
	[[{value: 'a-7', name: 'Seven'}], '-7', [], '-7'],
	[lists, '2', ['2001', '2002'], '2'],
	[lists.slice(1), '20', ['2002'], '20'],
	[lists, 'first', ['2001'], '2001'],
	[choices, 'y', ['Y'], 'Y'],
	[choices, 'n', ['N', 'NEVER'], 'n'],
	[choices, 'N', ['Y', 'N', 'NEVER'], 'N'],
	[choices, 'ne', ['NEVER'], 'NEVER'],
	[choices, 'ever', [], 'ever'],
	[choices.slice(2), 'NEVER', ['NEVER'], 'NEVER'],
])('%#: of what is offered, what fits %s', ([offers, typed, fitting, chosen]) => {
	expect(choicesFor(offers, typed).map(({value}) => value)).toEqual(fitting);
	expect(resolveChoice(offers, typed)).toBe(chosen);
});

test('arrows go through what fits, and past either end to nothing', () => {
	const steps = (typed: string, step: 1 | -1, count: number): string[] => {
		const seen = [typed];
		while (seen.length <= count) {
			seen.push(stepThrough(choices, seen.at(-1) ?? '', step));
		}
		return seen.slice(1);
	};
	expect(steps('', 1, 4)).toEqual(['Y', 'N', 'NEVER', '']);
	expect(steps('', -1, 4)).toEqual(['NEVER', 'N', 'Y', '']);
	expect(steps('n', 1, 1)).toEqual(['N']);
	expect(steps('n', -1, 1)).toEqual(['NEVER']);
	expect(stepThrough(choices, 'x', 1)).toBe('');
});
