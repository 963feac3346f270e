import {expect, test} from 'vitest';
import {maskOf, maskReason, maskTarget, personalOf} from '../../source/present/mask.ts';

const mask = maskOf({masked: true});

test('hides names, numbers, addresses and references, each in its own way', () => {
	expect(mask('name', 'Maria Lopez-Garcia')).toBe('M••• L•••');
	expect(mask('name', 'Ёлкина')).toBe('Ё•••');
	expect(mask('phone', '+1 (800) 555-0167')).toBe('••••67');
	expect(mask('phone', '8005550167, 8005550142')).toBe('••••67, ••••42');
	expect(mask('email', 'maria@example.test')).toBe('m•••@••••');
	expect(mask('account', '2026-004417')).toBe('••••17');
	expect(mask('account', '417')).toBe('••••');
	expect(mask('hidden', '1980-02-03')).toBe('••••');
	expect(mask('name', '—')).toBe('—');
});

test('finds what is a number or an address in a sentence, and leaves the rest', () => {
	expect(mask('text', 'Number 8005550167 is on the list of maria@example.test.')).toBe(
		'Number ••••67 is on the list of m•••@••••',
	);
	expect(mask('text', '48213 (800-555-0167)')).toBe('48213 (••••67)');
	for (const text of [
		'1780000000.123',
		'12,345,678 leads',
		'1234567.00',
		'2026-03-04 10:02',
		'Campaign 1003',
		'3.0%',
	]) {
		expect(mask('text', text)).toBe(text);
	}
});

test('hides in a reason what was asked for, which the service may repeat', () => {
	const reason = 'nobody is called LOPEZ-Garcia, Maria; 212555 is no number';
	expect(maskReason(mask, reason, ['Maria Lopez-Garcia', '212555', undefined, 'is', ''])).toBe(
		'nobody is called L•••, M•••; ••••55 is no number',
	);
	expect(maskReason(maskOf({masked: false}), reason, ['Maria'])).toBe(reason);
});

test('shows everything but secrets where nothing is masked', () => {
	const open = maskOf({masked: false});
	expect(open('phone', '8005550167')).toBe('8005550167');
	expect(open('secret', 'hunter2')).toBe('••••');
});

test('knows from the name of a field what it says of a person', () => {
	const kinds = {
		name: [
			'fullName',
			'first_name',
			'account[last_name]',
			'middle initial',
			'holder',
			'username',
			'user',
			'company_name',
		],
		phone: ['phoneNumber', 'phones[0][phone_number]', 'phones', 'phone', 'mobile_number', 'to'],
		email: ['email', 'emails[1]', 'e-mail'],
		account: ['accountid', 'account_id', 'account[accountid]'],
		hidden: ['address1', 'postal_code', 'birthday', 'account[custom7]'],
		secret: ['pass', 'new_pass', 'token', 'payment_method_token', 'password'],
		query: ['query'],
		text: ['name', 'status', 'leadId'],
		none: ['campaign_name', 'list_name', 'callerid', 'call_back_number', 'phone_type', 'uniqueId'],
	};
	for (const [kind, fields] of Object.entries(kinds)) {
		for (const field of fields) {
			expect(personalOf(field), field).toBe(kind);
		}
	}
	expect([personalOf('name', 'search_lead'), personalOf('name', 'add_ivr')]).toEqual(['name', 'text']);
});

test('masks the target of a command where it is a person, and never a campaign or a list', () => {
	const named = (kind: 'campaign' | 'number' | 'account', id: string, name: string) =>
		maskTarget(mask, {kind, id, name});
	expect(named('campaign', '1003', 'Spring Collections')).toEqual({
		kind: 'campaign',
		id: '1003',
		name: 'Spring Collections',
	});
	expect(named('number', '8005550167', '8005550167')).toMatchObject({id: '••••67', name: '••••67'});
	expect(named('account', '2026-004417', 'Maria Lopez')).toMatchObject({id: '••••17', name: 'M••• L•••'});
	expect(named('account', '2026-004417', '2026-004417')).toMatchObject({id: '••••17', name: '••••17'});
});
