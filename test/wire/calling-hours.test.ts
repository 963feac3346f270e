/** Calling hours and time zones as a profile writes them. */
import {expect, test} from 'vitest';
import {hoursOf, zonesIn} from '../../source/wire/calling-hours.ts';

test.each([
	['8:00-21:00', {from: 480, until: 1260}],
	[' 08:30-9:15 ', {from: 510, until: 555}],
	['0:00-24:00', {from: 0, until: 1440}],
	['21:00-8:00', undefined],
	['8:00-8:00', undefined],
	['8:00-24:01', undefined],
	['8:60-10:00', undefined],
	['8:00-9:60', undefined],
	['8-21', undefined],
	['', undefined],
])('%j are the minutes %j', (text, hours) => {
	expect(hoursOf(text)).toEqual(hours);
});

test('zones are separated by commas', () => {
	expect(zonesIn('America/New_York, Asia/Tokyo')).toEqual(['America/New_York', 'Asia/Tokyo']);
});
