import {describe, expect, test} from 'vitest';
import {leadNumber} from '../../source/sandbox/world/people.ts';
import {areaCodes, offsetText, zoneOfAreaCode, zoneOfOffset, zones} from '../../source/sandbox/world/zones.ts';

const inService = Array.from({length: 800}, (_, index) => String(index + 200)).filter(
	code => zoneOfAreaCode(code) !== undefined,
);

describe('area codes', () => {
	test('there are those of the US, each with a zone that there is', () => {
		expect(inService.length).toBe(375);
		for (const code of inService) {
			expect(zones[zoneOfAreaCode(code) ?? -1]).toBeDefined();
		}
	});

	test('no code is a service code, a toll-free one or one that cannot be dialed', () => {
		expect(inService.filter(code => !/^[2-9][0-8]\d$/.test(code) || /^(?:.11|8(\d)\1)$/.test(code))).toEqual([]);
	});

	test.each([
		['New York', '212 332 646 917 465', 'Eastern'],
		['Florida', '305 407 448 689 850 904', undefined],
		['Chicago and its overlays', '312 773 872 224 331 861', 'Central'],
		['Texas but El Paso', '214 346 512 621 737 945', 'Central'],
		['El Paso', '915', 'Mountain'],
		['Arizona, which has no daylight saving time', '480 520 602 623 928', 'Arizona'],
		['California and its overlays', '209 350 357 369 738 820 837 840', 'Pacific'],
		['Alaska', '907', 'Alaska'],
		['Hawaii', '808', 'Hawaii'],
		['Puerto Rico and the Virgin Islands', '787 939 340', 'Atlantic'],
	])('%s: %s is %s', (_, codes, zone) => {
		for (const code of codes.split(' ')) {
			const found = zones[zoneOfAreaCode(code) ?? -1]?.name;
			expect([code, found]).toEqual([code, zone ?? (/448|850/.test(code) ? 'Central' : 'Eastern')]);
		}
	});

	test('those of the seeded leads are among them', () => {
		expect(areaCodes.filter(({code, zone}) => zoneOfAreaCode(code) !== zone)).toEqual([]);
	});
});

test.each([
	['+1 (212) 555-0123', '2125550123'],
	['9395550123', '9395550123'],
	['4165550123', undefined],
	['6715550123', undefined],
	['8005550123', undefined],
	['2005550123', undefined],
	['9115550123', undefined],
	['+442071234567', undefined],
])('a lead may have %s: %s', (text, number) => {
	expect(leadNumber(text)).toBe(number);
});

test('an offset and a number lead back to their zone', () => {
	for (const {code, zone} of areaCodes) {
		expect(zoneOfOffset(Number(offsetText(zone)), `${code}5550123`)).toBe(zone);
	}
	expect(offsetText(1)).toBe('-6.00');
	expect(zones[zoneOfOffset(-7) ?? -1]?.name).toBe('Mountain');
});
