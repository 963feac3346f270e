/** The outcomes of talks among what came of the calls. */
import {expect, test} from 'vitest';
import {contactsPerAgentHour} from '../../source/model/derived.ts';
import {outcomeMix} from '../../source/model/outcomes.ts';
import {figures} from './make.ts';

const of = (counts: Readonly<Record<string, number>>) =>
	outcomeMix(Object.entries(counts).map(([status, count]) => ({status, count})));

test('talks are told apart from what comes of dialing, and from words that are not known', () => {
	const mix = of({
		NOANSWER: 900,
		Sale: 12,
		'Wrong Number': 8,
		'call-back': 30,
		NOT_INTERESTED: 50,
		QX7: 4,
		MACHINE: 300,
	});
	expect(mix.talks.map(({status}) => status)).toEqual(['NOT_INTERESTED', 'call-back', 'Sale', 'Wrong Number']);
	expect(mix.others.map(({status}) => status)).toEqual(['NOANSWER', 'MACHINE', 'QX7']);
	expect(mix).toMatchObject({total: 100, wrongNumbers: 8});
	expect(of({NOANSWER: 1})).toMatchObject({talks: [], total: 0, wrongNumbers: 0});
});

test('contacts an hour: live answers that an agent took, less wrong numbers', () => {
	const all = {humanAnswered: 400, dropRate: 2, averageTalk: 120, averageWrap: 30, averageInterval: 30};
	// 392 of them, three minutes each.
	expect(contactsPerAgentHour(figures(all), 0)).toBeCloseTo(20);
	expect(contactsPerAgentHour(figures(all), 98)).toBeCloseTo(15);
	for (const missing of Object.keys(all)) {
		expect(contactsPerAgentHour(figures({...all, [missing]: undefined}), 0), missing).toBeUndefined();
	}
	expect(contactsPerAgentHour(figures({...all, humanAnswered: 10}), 0), 'less than an hour').toBeUndefined();
});
