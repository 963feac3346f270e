/** Parameters in words, as help and pages have them. */
import {expect, test} from 'vitest';
import {parametersIn, wireParameters} from '../../source/wire/describe.ts';
import * as p from '../../source/wire/parameters.ts';

const allowed = (row: p.Parameter): string | undefined => parametersIn({row}, true)[0]?.allowed;

test.each<[p.Parameter, string]>([
	[p.integer('x'), 'integer'],
	[p.integer('x', {min: 1}), 'integer, from 1'],
	[p.integer('x', {max: 5}), 'integer, to 5'],
	[p.number('x', {min: 0, max: 5}), 'number, 0 to 5'],
	[p.text('x', 10), 'text, at most 10 characters'],
	[p.secret('x'), 'secret, at most 1000 characters'],
	[p.secret('x', 2), 'secret, 2 to 1000 characters'],
	[p.choice('x', ['red', 'blue']), 'red, blue'],
	[p.date('x'), 'date, YYYY-MM-DD'],
	[p.money('x'), 'money, more than 0, to the cent'],
	[p.phone('x'), 'text, a phone number: E.164 (+15551234567) or ten digits'],
	[p.repeated('x', p.integer('x')), 'list, at most 1001 of them'],
	[p.file('x'), 'file'],
])('%o takes: %s', (row, words) => {
	expect(allowed(row)).toBe(words);
});

const rows = {
	group: p.group('a group', {x: p.text('x', 10)}),
	many: p.repeatedGroup('groups', {y: p.file('y')}),
	id: p.required(p.given('4.1', p.integer('id', {min: 1}))),
	items: p.repeated('items', p.integer('x')),
	custom1: p.text('free', 10),
	custom2: p.text('free', 10),
	custom3: p.text('free', 10),
	other: p.text('other', 10),
	last1: p.text('free', 20),
	last2: p.text('free', 20),
};

test('rows that are alike are one, those of groups come last, and each says whose its bounds are', () => {
	expect(parametersIn(rows, true).map(({name, required, source}) => [name, required, source])).toEqual([
		['id', true, 'section 4.1'],
		['items[n]', false, 'ours'],
		['custom1 to custom3', false, 'ours'],
		['other', false, 'ours'],
		['last1 to last2', false, 'ours'],
		['group[x]', false, 'ours'],
		['many[n][y]', false, undefined],
	]);
	expect(parametersIn(rows, false)[0]?.source).toBe('ours');
	expect(wireParameters(rows).map(({name}) => name)).toEqual([
		...['group[x]', 'many[n][y]', 'id', 'items[n]'],
		...['custom1', 'custom2', 'custom3', 'other', 'last1', 'last2'],
	]);
});
