import {expect, test} from 'vitest';
import {
	accountIdOfSeeded,
	phoneOfSeeded,
	seededLeadOfAccountId,
	seededLeadOfPhone,
	seededPerson,
	tenDigits,
} from '../../source/sandbox/world/people.ts';
import {areaCodes, zoneOfNumber} from '../../source/sandbox/world/zones.ts';

const someLeads = [0, 1, 2, 167, 168, 169, 9999, 123_456, 1_679_999, 1_680_000, 9_999_999];

test('a number leads back to its lead, and so does a reference', () => {
	for (const seed of [1, 2, 77]) {
		for (const lead of someLeads) {
			expect(seededLeadOfPhone(seed, phoneOfSeeded(seed, lead))).toBe(lead);
			expect(seededLeadOfAccountId(2026, accountIdOfSeeded(2026, lead))).toBe(lead);
		}
	}
});

test('numbers are not given twice, have ten digits and lie in the zone of their area code', () => {
	const people = Array.from({length: 20_000}, (_, lead) => seededPerson(5, 2026, lead));
	expect(new Set(people.map(({phone}) => phone)).size).toBe(people.length);
	for (const {phone, zone} of people) {
		expect(tenDigits(phone)).toBe(phone);
		expect(zoneOfNumber(phone)).toBe(zone);
	}
});

test('area codes are listed once', () => {
	expect(new Set(areaCodes.map(({code}) => code)).size).toBe(areaCodes.length);
});

test.each([
	['+1 (212) 555-0123', '2125550123'],
	['12125550123', '2125550123'],
	['212.555.0123', '2125550123'],
	['+442071234567', undefined],
	['0125550123', undefined],
	['2125550', undefined],
	['', undefined],
])('reads %s as ten digits', (text, digits) => {
	expect(tenDigits(text)).toBe(digits);
});
