/** What is secret in this process is struck out of every text, in whatever form it comes back. */
import {expect, test} from 'vitest';
import {keepSent} from '../../source/wire/client/struck-body.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';
import type {Parameters} from '../../source/wire/parameters.ts';
import {registerPhone, registerSecret, struck, struckOnScreen} from '../../source/wire/secrets.ts';

test('a secret is struck out of a text wherever it stands', () => {
	registerSecret('cânary/"1 &2');
	expect(struckOnScreen('cânary/"1 &2')).toBe('•••');
	expect(struck('cânary/"1 &2, again cânary/"1 &2; canary stays')).toBe('•••, again •••; canary stays');
	for (const form of [
		encodeURIComponent('cânary/"1 &2'),
		encodeURIComponent('cânary/"1 &2').toLowerCase(),
		new URLSearchParams({pass: 'cânary/"1 &2'}).toString().slice(5),
		new URLSearchParams({pass: 'cânary/"1 &2'}).toString().slice(5).toLowerCase(),
		JSON.stringify('cânary/"1 &2').slice(1, -1),
		'c\\u00e2nary\\/\\"1 &2',
	]) {
		expect(struck(`<${form}>`)).toBe('<•••>');
	}
});

test('the longer secret goes first, so that nothing of it is left', () => {
	registerSecret('canary-2');
	registerSecret('canary-2-and-more');
	expect(struck('canary-2-and-more canary-2')).toBe('••• •••');
});

test('what has fewer than four characters is no secret', () => {
	registerSecret('');
	registerSecret('abc');
	registerPhone('911');
	expect(struck('abc 911')).toBe('abc 911');
});

test('a secret that is no well-formed text is one all the same', () => {
	registerSecret('half \ud800 pair');
	expect(struck('a half \ud800 pair')).toBe('a •••');
});

test('a phone number is known by its digits too', () => {
	registerPhone('+1 (555) 010-2030');
	for (const form of ['+1 (555) 010-2030', '15550102030', '5550102030', '+15550102030', '%2B1%20%28555%29']) {
		expect(struck(form)).not.toContain('5550102030');
	}
	expect(struck('call +1 (555) 010-2030')).toBe('call •••');
	expect(struckOnScreen('call +1 (555) 010-2030')).toBe('call +1 (555) 010-2030');
});

test.each([
	'(555) 010-2040',
	'555.010.2040',
	'1-555-010-2040',
	'+1 555 010 2040',
	'%28555%29%20010-2040',
	'%28555%29+010-2040',
])('a phone number that is grouped another way, %s, is struck out whole, and no other is', form => {
	registerPhone('5550102040');
	expect(struck(`call ${form}, not 555-010-2041`)).toMatch(/^call \S{0,4}•••, not 555-010-2041$/);
	expect(struck(form)).not.toMatch(/555|010|2040/);
});

test('a thousand phone numbers are kept, those that are used the longest; tokens are never forgotten', () => {
	const phone = (index: number): string => `+4930${String(index).padStart(7, '0')}`;
	registerSecret('canary-token');
	for (let index = 0; index < 1000; index++) {
		registerPhone(phone(index));
	}
	registerPhone(phone(0));
	for (let index = 1000; index < 1500; index++) {
		registerPhone(phone(index));
		registerSecret(`another-token-${index}`);
	}
	expect(struck(phone(0))).toBe('•••');
	expect(struck(phone(1))).toBe(phone(1));
	expect(struck(phone(1499))).toBe('•••');
	expect(struck('canary-token another-token-1000')).toBe('••• •••');
});

test('the sensitive parameters of a request are its secrets, nested and in lists as well', () => {
	keepSent(operations.login_user.params, {user: 'operator', pass: 'canary-pass', token: 'canary-tok'});
	keepSent(operations.dial_number.params, {campaign_id: '1001', phone_number: '+15550001111'});
	keepSent(operations.search_lead.params, {query: 'Moss 555 000 2222'});
	keepSent({}, {new_password: 'canary-new', home_phone: 15550003333, other: 'stays-here'});
	const told = struck(
		'operator canary-pass canary-tok +15550001111 1001 Moss 555 000 2222 canary-new 15550003333 stays-here',
	);
	expect(told).toBe('operator ••• ••• ••• 1001 Moss ••• ••• ••• stays-here');
});

/** Wire names of the rows whose own kind or mark says that they are secret. */
const sensitiveIn = (rows: Parameters, before = ''): string[] =>
	Object.entries(rows).flatMap(([name, row]) =>
		row.fields
			? sensitiveIn(row.fields, `${before}${name}.`)
			: row.kind === 'secret' || row.sensitive
				? [`${before}${name}`]
				: [],
	);

test('every password and every phone number of the catalogue is marked', () => {
	const named = (rows: Parameters, before = ''): string[] =>
		Object.entries(rows).flatMap(([name, row]) =>
			row.fields
				? named(row.fields, `${before}${name}.`)
				: row.kind !== 'choice' && /pass$|phone(?:s|_number)?$|mobile|^sms$|_token$/.test(name)
					? [`${before}${name}`]
					: [],
		);
	const marked = Object.keys(operations).flatMap(type =>
		sensitiveIn(operations[type as OperationType].params).map(name => `${type} ${name}`),
	);
	const expected = Object.keys(operations).flatMap(type =>
		named(operations[type as OperationType].params).map(name => `${type} ${name}`),
	);
	expect(marked).toEqual(expect.arrayContaining(expected));
	expect(marked).toContain('search_lead query');
	expect(marked).toContain('send_text_message to');
	expect(expected.length).toBeGreaterThan(8);
});
