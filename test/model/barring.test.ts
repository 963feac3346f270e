/** The do-not-call state is known only where the answer shows it. */
import {expect, test} from 'vitest';
import {barringOf} from '../../source/model/barring.ts';

const number = '4155550100';
const entry = (phone_number: string, over = {}) => ({
	phone_number,
	campaign_id: '',
	added_by: 'ann',
	added_date: '',
	...over,
});
const hundred = Array.from({length: 100}, (_, at) => entry(`2125550${String(at).padStart(3, '0')}`));

test.for<[name: string, answer: Record<string, unknown>, expected: object]>([
	['everywhere', {dncs: [entry('+14155550100')], total: 1}, {kind: 'everywhere', barred: {by: 'ann', date: undefined}}],
	[
		'by STOP',
		{dncs: [entry(number, {added_by: 'STOP', added_date: '2026-11-20 10:00:00'})], total: 1},
		{kind: 'everywhere', barred: {by: 'STOP', date: '2026-11-20 10:00:00'}},
	],
	[
		'of a campaign',
		{dncs: [entry(number, {campaign_id: '1001'})], total: 1},
		{kind: 'campaigns', barred: [{campaignId: '1001'}]},
	],
	['an empty list', {dncs: [], total: 0}, {kind: 'not-listed'}],
	['an empty list without a total', {dncs: []}, {kind: 'not-listed'}],
	// The service took no notice of the number: it may be on another page.
	[
		'a first page of others',
		{dncs: hundred, total: 3204},
		{kind: 'not-known', why: 'it is not among the first 100 numbers that get_dncs answered'},
	],
	['a page of others without a total', {dncs: hundred}, {kind: 'not-known'}],
	['a page of others with a total of null', {dncs: hundred, total: null}, {kind: 'not-known'}],
	['a page of others with an empty total', {dncs: hundred, total: ''}, {kind: 'not-known'}],
	['a page of others with a total of fewer', {dncs: hundred, total: -1}, {kind: 'not-known'}],
	['a page of others with a total that is no number', {dncs: hundred, total: 'many'}, {kind: 'not-known'}],
	['all of others', {dncs: hundred, total: 100}, {kind: 'not-listed'}],
	['all of others by a total in words of digits', {dncs: hundred, total: '100'}, {kind: 'not-listed'}],
	['all of others but one', {dncs: hundred, total: 101}, {kind: 'not-known'}],
	['longer numbers that have it in them', {dncs: [entry('9994155550100')]}, {kind: 'not-listed'}],
	['the first of such numbers', {dncs: [entry('9994155550100')], total: 2}, {kind: 'not-known'}],
	['such a number beside another', {dncs: [entry('9994155550100'), entry('2125550100')]}, {kind: 'not-known'}],
	['such a number beside none', {dncs: [entry('9994155550100'), entry('')]}, {kind: 'not-known'}],
	['a page of others with the number', {dncs: [...hundred, entry(number)], total: 3204}, {kind: 'everywhere'}],
	['another shape', {numbers: [{phone: number}], pages: [1]}, {kind: 'everywhere'}],
	['yet another shape', {list: [{number, user: ' STOP ', date: 20261120}]}, {barred: {by: 'STOP', date: '20261120'}}],
	['a shape by campaign', {list: [{dnc: number, campaign: 7}]}, {kind: 'campaigns', barred: [{campaignId: '7'}]}],
	['its own name before another list', {pages: [1], dncs: [entry(number)]}, {kind: 'everywhere'}],
	['another list that is empty before it', {errors: [], numbers: [{phone: number}]}, {kind: 'everywhere'}],
	[
		'no list but an empty one by another name',
		{errors: []},
		{kind: 'not-known', why: 'get_dncs answered without a list'},
	],
	['a blank campaign', {dncs: [entry(number, {campaign_id: ' '})]}, {kind: 'everywhere'}],
	[
		'a campaign, and everywhere twice',
		{dncs: [entry(number, {campaign_id: '7'}), entry(number, {added_by: 'bob'}), entry(number)]},
		{kind: 'everywhere', barred: {by: 'bob'}},
	],
	['it among what is no entry', {dncs: [null, 'x', 7, [number], entry(number)]}, {kind: 'everywhere'}],
	['no list', {success: 1}, {kind: 'not-known', why: 'get_dncs answered without a list'}],
	[
		'numbers that cannot be read',
		{dncs: ['4155550100']},
		{kind: 'not-known', why: 'get_dncs answered with numbers that dialtop cannot read'},
	],
	// One that cannot be read may be the one.
	['all of others, one of which cannot be read', {dncs: ['x', ...hundred.slice(1)], total: 100}, {kind: 'not-known'}],
	[
		'all of others, one of which has no number',
		{dncs: [entry(''), ...hundred.slice(1)], total: 100},
		{kind: 'not-known'},
	],
])('%s', ([, answer, expected]) => expect(barringOf(answer, number)).toMatchObject(expected));

test('a number from abroad is looked for by its digits', () => {
	const abroad = '+442079460000';
	expect(barringOf({dncs: [entry('00442079460000')]}, abroad)).toMatchObject({kind: 'not-listed'});
	expect(barringOf({dncs: [entry('+44 20 7946 0000')]}, abroad)).toMatchObject({kind: 'everywhere'});
});
