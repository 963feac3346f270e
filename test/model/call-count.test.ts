/** The calls of a complaint, counted by the rule of seven days. */
import {describe, expect, onTestFinished, test} from 'vitest';
import {callSheet, serviceDay} from '../../source/model/call-count.ts';
import {
	type Complaint,
	complaintAfter,
	newComplaint,
	type Subject,
	subjectTyped,
} from '../../source/model/complaint.ts';
import {peopleOf} from '../../source/model/complaint-people.ts';
import type {CallLogEntry} from '../../source/model/wire.ts';

const askedAt = {wall: 0, mono: 0};
const number = '4155550100';
let ids = 0;

const call = (date: string | undefined, over: Partial<CallLogEntry> = {}): CallLogEntry => ({
	uniqueId: `1.${++ids}`,
	date,
	fullName: 'Maria Lopez',
	phoneNumber: number,
	status: 'NOANSWER',
	callType: 'OUTBOUND',
	campaignId: '1001',
	extra: {},
	unreadable: [],
	...over,
});

const answered = (subject: Subject, entries: CallLogEntry[], footer = ''): Complaint =>
	complaintAfter(newComplaint(subject, askedAt), {
		type: 'complaint-answered',
		askedAt,
		result: {entries, footer},
	}) as Complaint;

const by = {today: '2026-11-23', timeZone: undefined, methods: new Map([['1009', 'SMSB']])};

const sheetOf = (entries: CallLogEntry[], subject: Subject = {kind: 'number', number}, footer = '') =>
	callSheet(answered(subject, entries, footer), by);

/** Nine calls in seven days, one on each side of a midnight, and two older ones. */
const nine = [
	'2026-11-23 10:00',
	'2026-11-22 00:01',
	'2026-11-21 23:59',
	'2026-11-21 09:00',
	'2026-11-20 09:00',
	'2026-11-19 09:00',
	'2026-11-18 09:00',
	'2026-11-17 20:59',
	'2026-11-17 00:00',
	'2026-11-16 23:59',
	'2026-10-01 12:00',
].map(date => call(date));

describe('the count', () => {
	test('is of seven days of the calendar, today included', () => {
		const sheet = sheetOf(nine.toReversed());
		expect(sheet?.week).toEqual({from: '2026-11-17', to: '2026-11-23', calls: 9, endsWith: 'answers'});
		expect(sheet?.most).toEqual({from: '2026-11-17', to: '2026-11-23', calls: 9});
		// Newest first, each with the calls of the seven days up to it.
		expect(sheet?.calls.map(({within}) => within)).toEqual([9, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]);
	});

	test('finds the worst seven days of all', () => {
		const worst = Array.from({length: 11}, (_, at) => call(`2026-10-0${1 + (at % 7)} 10:00`));
		expect(sheetOf([call('2026-11-23 09:00'), ...worst])).toMatchObject({
			week: {calls: 1},
			most: {from: '2026-10-01', to: '2026-10-07', calls: 11},
		});
	});

	test('leaves out what is no call to the person, and says so', () => {
		const sheet = sheetOf([
			call('2026-11-23 09:00'),
			call('2026-11-23 09:01', {callType: 'INBOUND'}),
			call('2026-11-23 09:02', {campaignId: '1009', status: 'SENT'}),
			call(undefined),
			call(undefined),
			call(undefined, {callType: 'INBOUND'}),
			call('2026-11-23 09:03', {phoneNumber: '14155550101'}),
			{...call(undefined), uniqueId: '', callType: ''},
		]);
		expect(sheet).toMatchObject({week: {calls: 1}, inbound: 2, texts: 1, undated: 2, uncalled: 1, others: 1});
		expect(sheet?.calls).toHaveLength(6);
	});

	test('has the newest first and those without a date last, each by a name of its own', () => {
		const sheet = sheetOf([
			call(undefined, {uniqueId: '7.1'}),
			call('2026-11-20 09:00', {uniqueId: undefined}),
			call('2026-11-21 09:00', {uniqueId: '7.2', fullName: ' Maria Lopez '}),
			call(undefined, {uniqueId: '7.3'}),
		]);
		expect(sheet?.calls.map(({id}) => id)).toEqual(['7.2', '#1', '7.1', '7.3']);
		expect(sheet?.names).toEqual(['Maria Lopez']);
	});

	test('takes a call that came twice for one', () => {
		const once = call('2026-11-23 09:00');
		expect(sheetOf([once, {...once}])?.week.calls).toBe(1);
	});

	test('reads a time that came with a zone by the clock of the profile', () => {
		const sheet = callSheet(answered({kind: 'number', number}, [call('2026-11-24 03:30Z')]), {
			...by,
			timeZone: 'America/New_York',
		});
		expect(sheet?.calls[0]?.when).toBe('2026-11-23 22:30');
		expect(sheet?.week.calls).toBe(1);
		for (const [date, when] of [
			['2026-11-24 03:30+00:00', '2026-11-23 22:30'],
			['2026-11-24 03:30+0530', '2026-11-23 17:00'],
			['2026-11-23 20:30-0200', '2026-11-23 17:30'],
			['2026-11-24 03:30 EST', '2026-11-24 03:30'],
			['24.11.2026 03:30', undefined],
			['2026-13-45 03:30Z', undefined],
			['0000-00-00 00:00:00', undefined],
		] as const) {
			const own = answered({kind: 'number', number}, [call(date)]);
			expect(callSheet(own, {...by, timeZone: 'America/New_York'})?.calls[0]?.when, date).toBe(when);
		}
	});

	test('ends with the newest call of a service whose clock is ahead', () => {
		expect(sheetOf([call('2026-11-25 09:00')])?.week).toEqual({
			...{from: '2026-11-19', to: '2026-11-25', calls: 1, endsWith: 'answers'},
		});
	});

	test('is of the days of the profile, else of the answers, and never of the zone of this machine', () => {
		const zone = process.env.TZ;
		onTestFinished(() => {
			process.env.TZ = zone;
			if (zone === undefined) {
				delete process.env.TZ;
			}
		});
		const late = Date.parse('2026-11-24T03:30:00Z');
		const entries = [
			call('2026-11-23 22:00'),
			call('2026-11-17 09:00'),
			call('2026-11-16 09:00'),
			call('2026-11-23 23:30-0500'),
		];
		const weekIn = (TZ: string, timeZone: string | undefined) => {
			process.env.TZ = TZ;
			const complaint = answered({kind: 'number', number}, entries);
			return callSheet(complaint, {...by, today: serviceDay(late, timeZone), timeZone})?.week;
		};
		for (const machine of ['UTC', 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Kiritimati']) {
			expect(weekIn(machine, 'America/New_York'), machine).toEqual({
				...{from: '2026-11-17', to: '2026-11-23', calls: 3, endsWith: 'today'},
			});
			expect(weekIn(machine, undefined), machine).toEqual({
				...{from: '2026-11-17', to: '2026-11-23', calls: 3, endsWith: 'answers'},
			});
		}
	});

	test('of old calls ends with the earliest day that it can be at the service', () => {
		expect(serviceDay(Date.parse('2026-11-24T03:30:00Z'), undefined)).toBe('2026-11-23');
		expect(serviceDay(Date.parse('2026-11-24T12:00:00Z'), undefined)).toBe('2026-11-24');
		expect(serviceDay(Date.parse('2026-11-24T03:30:00Z'), 'Asia/Tokyo')).toBe('2026-11-24');
		expect(sheetOf([call('2026-10-01 09:00')])?.week).toEqual({
			...{from: '2026-11-17', to: '2026-11-23', calls: 0, endsWith: 'earliest'},
		});
	});

	test.for<[footer: string, entries: number, isPartial: boolean, total: number | undefined]>([
		['9 calls', 9, false, undefined],
		['', 9, false, undefined],
		['Showing 1 to 9 of 9 entries', 9, false, 9],
		['the newest 11 of 12,345 calls', 11, true, 12_345],
		['', 100, true, undefined],
	])('never passes for the whole: %j below %i entries', ([footer, count, isPartial, total]) => {
		const entries = Array.from({length: count}, () => call('2026-11-23 09:00'));
		expect(sheetOf(entries, undefined, footer)?.returned).toMatchObject({entries: count, isPartial, total});
	});
});

describe('whom it is about', () => {
	const lopez = call('2026-11-23 09:00');
	const second = call('2026-11-22 09:00', {phoneNumber: '4155550199'});
	const other = call('2026-11-23 09:05', {fullName: 'Maria Lopezan', phoneNumber: '2125550100'});

	test('a name that one person has at one number is that person', () => {
		expect(sheetOf([lopez, call('2026-11-22 09:00')], subjectTyped('maria lopez'))).toMatchObject({
			subject: {kind: 'person', name: 'Maria Lopez', numbers: [number]},
			week: {calls: 2},
		});
	});

	test('several names, or several numbers of one, are to be chosen from', () => {
		const complaint = answered(subjectTyped('maria'), [lopez, second, other]);
		expect(callSheet(complaint, by)).toBeUndefined();
		expect(peopleOf(complaint).map(({name, numbers, calls}) => [name, numbers.length, calls])).toEqual([
			['Maria Lopez', 2, 2],
			['Maria Lopez', 1, 1],
			['Maria Lopez', 1, 1],
			['Maria Lopezan', 1, 1],
		]);
		const chosen = complaintAfter(complaint, {
			type: 'complaint-chosen',
			subject: {kind: 'person', name: 'Maria Lopez', numbers: [number, '4155550199']},
		}) as Complaint;
		expect(callSheet(chosen, by)).toMatchObject({week: {calls: 2}, others: 1, numbers: [number, '4155550199']});
		expect(complaintAfter(chosen, {type: 'complaint-left'})).toBe(complaint);
	});

	test('an account is one person, at all its numbers', () => {
		expect(sheetOf([lopez, second], subjectTyped('2026-0000012'))).toMatchObject({
			subject: {kind: 'person', numbers: [number, '4155550199']},
			week: {calls: 2},
		});
		const account: Subject = {kind: 'account', id: '2026-12', name: 'Maria Lopez', numbers: ['4155550199']};
		expect(sheetOf([lopez, second, other], account)).toMatchObject({week: {calls: 2}, others: 1});
	});

	test('digits that are a reference and no number find the account', () => {
		expect(sheetOf([lopez], subjectTyped('6465550142'))).toMatchObject({
			subject: {kind: 'person', name: 'Maria Lopez'},
		});
	});
});

describe('the seven days after a conversation', () => {
	test('begin with the day of the last one, and every call in them counts', () => {
		const sheet = sheetOf([
			call('2026-11-23 09:00'),
			call('2026-11-21 15:01'),
			call('2026-11-21 15:00', {status: 'CALLBACK'}),
			call('2026-11-21 14:59'),
			call('2026-11-10 09:00', {status: ' refused '}),
		]);
		expect(sheet?.talk).toEqual({
			last: {when: '2026-11-21 15:00', status: 'CALLBACK', from: '2026-11-21', to: '2026-11-27', calls: 2},
			after: 2,
			unknown: [],
		});
	});

	test('count what came after an earlier one, a conversation itself too, and each call once', () => {
		const sheet = sheetOf([
			call('2026-11-23 09:00', {status: 'SALE'}),
			call('2026-11-03 09:00'),
			call('2026-11-02 09:00', {status: 'REFUSED'}),
			call('2026-11-01 09:00', {status: 'COMPLETE', callType: 'INBOUND'}),
			call('2026-10-01 09:00', {status: 'SALE'}),
			call('2026-10-08 09:00'),
		]);
		expect(sheet?.talk).toMatchObject({last: {when: '2026-11-23 09:00', calls: 0}, after: 2});
	});

	test('are not told of statuses that nobody knows, nor of calls without a date', () => {
		const sheet = sheetOf([
			call('2026-11-23 09:00', {status: 'QZ7'}),
			call('2026-11-22 09:00', {status: 'QZ7'}),
			call('2026-11-22 09:00', {status: undefined}),
			call(undefined, {status: 'SALE'}),
			call('2026-11-21 09:00', {status: 'SENT', campaignId: '1009'}),
			call('2026-11-20 09:00', {status: 'WRONGNUMBER'}),
		]);
		expect(sheet?.talk).toEqual({last: undefined, after: 0, unknown: ['', 'QZ7']});
	});
});
