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
	['another shape', {numbers: [{phone: number}]}, {kind: 'everywhere'}],
	['no list', {success: 1}, {kind: 'not-known', why: 'get_dncs answered without a list'}],
	[
		'numbers that cannot be read',
		{dncs: ['4155550100']},
		{kind: 'not-known', why: 'get_dncs answered without numbers that dialtop can read'},
	],
])('%s', ([, answer, expected]) => expect(barringOf(answer, number)).toMatchObject(expected));
