/** What the audit keeps of what is sent: no secret, no phone number but its end, and no more than a line can hold. */
import {createHash} from 'node:crypto';
import {expect, test} from 'vitest';
import {masked, recordedFields, recordedTarget, withoutSecrets} from '../../source/audit/mask.ts';
import type {Target} from '../../source/model/pending.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';
import type {Parameters} from '../../source/wire/parameters.ts';
import {registerSecret} from '../../source/wire/secrets.ts';

registerSecret('s3cret-word');

const kept = (operation: OperationType, params: Readonly<Record<string, unknown>>) => {
	const {params: rows}: {params: Parameters} = operations[operation];
	return recordedFields(params, rows);
};

test.for<[text: string, becomes: string]>([
	['call 5551234 now', 'call •••1234 now'],
	['call 555123 now', 'call 555123 now'],
	['+1 (730) 765-4321', '•••4321'],
	['at 10:30, s3cret-word', 'at 10:30, •••'],
	['x'.repeat(500), 'x'.repeat(500)],
	['x'.repeat(501), `${'x'.repeat(500)}…`],
])('a text: %s', ([text, becomes]) => {
	expect(masked(text)).toBe(becomes);
});

const file = {name: 'leads 7305551942.csv', bytes: new TextEncoder().encode('phone')};

test.for<[OperationType, params: Readonly<Record<string, unknown>>, becomes: Readonly<Record<string, unknown>>]>([
	// What the catalogue knows as a number, a choice or a day is nobody's phone.
	[
		'update_campaign',
		{campaign_id: '7305551942', autodiallevel: 2.5, amd: 'Y'},
		{campaign_id: '7305551942', autodiallevel: 2.5, amd: 'Y'},
	],
	[
		'update_campaign',
		{campaign_id: 's3cret-word', number_of_lines: 7_305_551_942},
		{campaign_id: '•••', number_of_lines: 7_305_551_942},
	],
	['dial_number', {phone_number: '7305551942'}, {phone_number: '•••1942'}],
	[
		'add_account',
		{
			account: {company_id: 7, phone: '7305551942', custom1: 'a 7305551942'},
			phones: [{phone_number: '7305551942'}],
			emails: ['a@b.c', 's3cret-word'],
		},
		{
			account: {company_id: 7, phone: '•••1942', custom1: 'a •••1942'},
			phones: [{phone_number: '•••1942'}],
			emails: ['a@b.c', '•••'],
		},
	],
	['charge_customer', {payment_method_token: 'tok_1', amount: '12.50'}, {payment_method_token: '•••', amount: '12.50'}],
	['add_user', {pass: 'horse', user: 'ann'}, {pass: '•••', user: 'ann'}],
	// What it does not know is judged by its name and by what stands in it.
	[
		'add_queue',
		{cell: 12_345, fax: '1234', home_phone: 7_305_551_942},
		{cell: '•••2345', fax: '•••', home_phone: '•••1942'},
	],
	['add_queue', {note: '1234', other: 12, large: 7_305_551_942}, {note: '1234', other: 12, large: '•••1942'}],
	['add_queue', {'of 7305551942': 'x', constructor: '1234'}, {'of •••1942': 'x', constructor: '1234'}],
	[
		'add_queue',
		{on: true, off: null, none: undefined, call: () => 'x'},
		{on: true, off: null, none: undefined, call: undefined},
	],
	[
		'add_queue',
		{group: {pin: '1', deep: {phones: ['7305551942']}}},
		{group: {pin: '•••', deep: {phones: ['•••1942']}}},
	],
	['add_queue', {phones: ['12345', {token: 'x'}]}, {phones: ['•••2345', {token: '•••'}]}],
	[
		'upload_file',
		{file},
		{file: {file: 'leads •••1942.csv', bytes: 5, sha256: createHash('sha256').update('phone').digest('hex')}},
	],
])('%s %o', ([operation, params, becomes]) => {
	expect(kept(operation, params)).toEqual(becomes);
});

test('of many items and fields the first are kept, and how many more there were', () => {
	const items = (count: number) => Array.from({length: count}, (_, at) => `i${at}`);
	expect(kept('add_queue', {items: items(20)})).toEqual({items: items(20)});
	expect(kept('add_queue', {items: items(22)})).toEqual({items: [...items(20), '… 2 more']});
	const fields = (count: number) => Object.fromEntries(items(count).map(name => [name, name]));
	expect(kept('add_queue', fields(100))).toEqual(fields(100));
	expect(kept('add_queue', fields(102))).toEqual({...fields(100), '…': '2 more'});
});

test.for<[kind: Target['kind'], id: string, name: string, keptId: string, keptName: string]>([
	['number', '7305551942', '7305551942', '•••1942', '•••1942'],
	['number', '7305551942', 'Ann 7305551942', '•••1942', 'Ann •••1942'],
	['campaign', '7305551942', 'Spring 7305551942', '7305551942', 'Spring •••1942'],
	['account', '7305551942', '7305551942', '7305551942', '7305551942'],
	['account', 's3cret-word', 's3cret-word', '•••', '•••'],
])('a target: %s %s, %s', ([kind, id, name, keptId, keptName]) => {
	expect(recordedTarget({kind, id, name})).toEqual({kind, id: keptId, name: keptName});
});

test('on the screen only what is secret by the catalogue is hidden', () => {
	const params = {user: 'ann', pass: 'horse', further: {token: 'x'}, phone: '7305551942'};
	expect(withoutSecrets('add_user', params)).toEqual({...params, pass: '•••'});
});
