/** Where an answer's records are found, and by which rules: each is counted, so that an operator can be told. */
import {describe, expect, test} from 'vitest';
import {readEnvelope} from '../../source/wire/envelope.ts';
import {findRecords, namedRecords} from '../../source/wire/find-records.ts';
import {countingRules, type ToleranceRule} from '../../source/wire/tolerance.ts';

const a = {id: 1, x: 2};
const b = {id: 2};

type Rules = Partial<Record<ToleranceRule, number>>;
type Case = [what: string, body: unknown, records: unknown, rules?: Rules];

const counted = (read: () => unknown): unknown[] => {
	const {made, rules} = countingRules(read);
	return [made, Object.fromEntries(rules)];
};

const found = (body: unknown, name = 'things'): unknown[] =>
	counted(() => findRecords(readEnvelope(JSON.stringify(body)), name));

const yes = (response: object, top: object = {}) => ({response: {success: 1, ...response}, ...top});
const named = (things: unknown) => yes({things});

const wrappers = ['data', 'result', 'results', 'response', 'payload', 'body', 'content', 'items', 'rows', 'records'];

test.each<Case>([
	...[...wrappers, 'list', 'output', 'value'].map(
		(name): Case => [`wrapped in ${name}`, named({total: 1, [name]: [a]}), [a], {nested: 1}],
	),
	['in no wrapper', named({total: 1, others: [a]}), [{total: 1, others: [a]}], {'one-record': 1}],
	['in the one wrapper of two that has some', named({list: 'all', rows: [a]}), [a], {nested: 1}],
	[
		'in neither of two wrappers that have some',
		named({list: [a], rows: [b]}),
		[{list: [a], rows: [b]}],
		{'one-record': 1},
	],
	['that is one, alone in a wrapper', named({data: a}), [a], {nested: 1, 'one-record': 1}],
	['that is one, with a text', named({data: 'x'}), [{data: 'x'}], {'one-record': 1}],
	['that is one, with an object in it', named({p: {x: 1}, q: 5}), [{p: {x: 1}, q: 5}], {'one-record': 1}],
	['in three wrappers', named({data: {data: {data: [a]}}}), [a], {nested: 3}],
	['in four wrappers', named({data: {data: {data: {data: [a]}}}}), [{data: [a]}], {nested: 3, 'one-record': 1}],
	['of an empty object', named({}), []],
	['of an empty text', named(''), [], {'empty-text': 1}],
	['under the very name rather than in other letters', yes({Things: [a], things: [b]}), [b]],
	['under the first of two in other letters', yes({Things: [a], THINGS: [b]}), [a], {'field-case': 1}],
	['in response rather than beside it', yes({things: [a]}, {things: [b]}), [a]],
	['beside response, if there are none in it', yes({things: [1]}, {things: [b]}), [b], {'beside-response': 1}],
	...[5, null, 'x'].map((things): Case => {
		return [`deeper, beside ${things}`, yes({east: {things}, west: {things: [a]}}), [a], {nested: 1}];
	}),
	['under another name', yes({stuff: [a]}), [a], {'other-name': 1}],
	['under another name, beside response', yes({}, {stuff: [a]}), [a], {'other-name': 1, 'beside-response': 1}],
	['under another name, without response', {success: 1, stuff: [a]}, [a], {'other-name': 1}],
	['under another name, deeper', yes({east: {stuff: [a]}}), [a], {'other-name': 1, nested: 1}],
	[
		'under other names, deeper, in two objects',
		yes({east: {stuff: [a]}, west: {stuff: [b], deeper: {more: [a]}}}),
		undefined,
	],
	['in the first array that is whole', yes({mixed: [a, 5], more: [b]}), [b], {'other-name': 1}],
	[
		'in the first of two tables',
		yes({
			one: [
				['x', 'y'],
				[1, 2],
			],
			other: [['z'], [3]],
		}),
		[{x: 1, y: 2}],
		{'other-name': 1, 'header-row': 1},
	],
	[
		'in the first of two objects that are keyed',
		yes({one: {7: {name: 'p', tags: [1]}}, other: {8: {name: 'q'}}}),
		[{id: '7', name: 'p', tags: [1]}],
		{'other-name': 1, 'keyed-by-id': 1},
	],
	[
		'rather in a wrapper than in an object that may be keyed',
		yes({stuff: {7: {x: 1}, data: {rows: [b]}}}),
		[b],
		{'other-name': 1, nested: 1},
	],
	['of an empty array under another name', yes({rows: []}), [], {'other-name': 1}],
	['of an empty text in a wrapper', yes({data: ''}), [], {'empty-text': 1}],
	['of an empty text in no wrapper', yes({stuff: ''}), undefined],
	['in none', yes({count: 2}), undefined],
	...['error', 'tech_msg'].map((name): Case => [`never in ${name}`, yes({[name]: [a], count: 1}), undefined]),
	['never in what is said of success', {response: {success: [a], count: 1}}, undefined],
	['never in response as one of many', {response: {7: {things: 'x', y: {z: 1}}}}, undefined],
])('records %s', (_what, body, records, rules = {}) => {
	expect(found(body)).toEqual([records, rules]);
});

describe('rows under a header', () => {
	const table = (...rows: unknown[][]): unknown => found(named(rows))[0];

	test('are records, of which a short one lacks the last fields', () => {
		expect(table(['x', 'y'], [1, null], ['p'])).toEqual([{x: 1, y: null}, {x: 'p'}]);
	});

	test.each([
		['it is alone', [['x', 'y']]],
		[
			'two of its names are one',
			[
				['x', 'x'],
				[1, 2],
			],
		],
		[
			'one of its names is a number',
			[
				['x', 5],
				[1, 2],
			],
		],
		[
			'one of its names is a sentence',
			[
				['x', 'so? it is'],
				[1, 2],
			],
		],
		['a row is longer', [['x'], [1], [1, 2]]],
		[
			'a cell is an object',
			[
				['x', 'y'],
				[1, 2],
				[3, {}],
			],
		],
	])('are none where %s', (_what, rows) => {
		expect(table(...rows)).toBeUndefined();
	});
});

test('where one record is due, one is no rule', () => {
	const envelope = readEnvelope(JSON.stringify(named(a)));
	expect(counted(() => namedRecords(envelope, 'things', true))).toEqual([[a], {}]);
	expect(counted(() => namedRecords(envelope, 'things'))).toEqual([[a], {'one-record': 1}]);
});
