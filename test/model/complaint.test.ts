/** A complaint: what is searched for it, whose entries are its own, and what becomes of it with each answer. */
import {describe, expect, test} from 'vitest';
import type {Account} from '../../source/model/account.ts';
import {
	type Complaint,
	type ComplaintMessage,
	complaintAfter,
	entryNumber,
	isAnswered,
	newComplaint,
	numbersOf,
	queriesOf,
	type Subject,
	subjectOfAccount,
	subjectOfEntry,
	subjectTyped,
} from '../../source/model/complaint.ts';
import {entriesOf, isOf, kindOf, peopleOf, subjectFound} from '../../source/model/complaint-people.ts';
import type {CallLogEntry} from '../../source/model/wire.ts';
import {at} from './make.ts';

const number = '4155550100';
const abroad = '+442079460000';

const entry = (over: Partial<CallLogEntry> = {}): CallLogEntry => ({
	uniqueId: '1.1',
	date: '2026-11-23 10:00',
	fullName: 'Maria Lopez',
	phoneNumber: number,
	extra: {},
	unreadable: [],
	...over,
});

const answered = (subject: Subject, ...entries: CallLogEntry[]): Complaint => ({
	...newComplaint(subject, at(1)),
	results: [{entries, footer: ''}],
});

const words = (text: string): Subject => ({kind: 'words', text});

test.each<[subject: Subject, queries: readonly string[], numbers: readonly string[]]>([
	[{kind: 'number', number}, [number], [number]],
	[{kind: 'number', number: abroad}, ['442079460000'], [abroad]],
	[words('lopez'), ['lopez'], []],
	[{kind: 'account', id: 'A-1', name: 'x', numbers: [number]}, ['A-1'], [number]],
	[{kind: 'account', id: undefined, name: 'x', numbers: [number, abroad]}, [number, '442079460000'], [number, abroad]],
	[{kind: 'person', name: 'x', numbers: [number, abroad]}, [number, '442079460000'], [number, abroad]],
	[{kind: 'person', name: 'x', numbers: []}, ['x'], []],
	[{kind: 'person', name: undefined, numbers: []}, [], []],
])('%j is searched as %j', (subject, queries, numbers) => {
	expect(queriesOf(subject)).toEqual(queries);
	expect(numbersOf(subject)).toEqual(numbers);
	expect(newComplaint(subject, at(1)).searches).toBe(queries.length);
});

test('what is typed is a number, or else words without the blanks around them', () => {
	expect(subjectTyped(' (415) 555-0100 ')).toEqual({kind: 'number', number});
	expect(subjectTyped(' Maria Lopez ')).toEqual(words('Maria Lopez'));
});

test('an entry is of its number, which may stand behind the lead, or else of its holder', () => {
	expect(entryNumber(entry())).toBe(number);
	expect(entryNumber(entry({phoneNumber: undefined, leadId: '77 (415-555-0100)'}))).toBe(number);
	expect(entryNumber(entry({phoneNumber: undefined, leadId: '77'}))).toBeUndefined();
	expect(entryNumber(entry({phoneNumber: undefined}))).toBeUndefined();
	expect(subjectOfEntry(entry())).toEqual({kind: 'number', number});
	expect(subjectOfEntry(entry({phoneNumber: undefined, fullName: ' Maria '}))).toEqual(words('Maria'));
	expect(subjectOfEntry(entry({phoneNumber: undefined, fullName: ' '}))).toBeUndefined();
});

test('an account is its reference, its holder and all its numbers, each once', () => {
	const of = (over: object) =>
		subjectOfAccount({key: 'A-1', id: 'A-1', altered: [], extra: {}, unreadable: [], ...over} as Account);
	const phones = ['4155550199', '+1 (415) 555-0100', '', undefined].map(one => ({number: one}));
	expect(of({phone: number, phones})).toMatchObject({kind: 'account', id: 'A-1', numbers: [number, '4155550199']});
	expect(of({phone: undefined})).toMatchObject({numbers: []});
});

test('an entry is a call to the person, one from them, a text, or none', () => {
	const methods = new Map([['7', 'smsb']]);
	expect(kindOf(entry(), methods)).toBe('call');
	expect(kindOf(entry({campaignId: '8'}), methods)).toBe('call');
	expect(kindOf(entry({campaignId: '7'}), methods)).toBe('text');
	expect(kindOf(entry({campaignId: '7', callType: ' Inbound'}), methods)).toBe('inbound');
	expect(kindOf(entry({uniqueId: undefined}), methods)).toBe('call');
	expect(kindOf(entry({date: undefined}), methods)).toBe('call');
	expect(kindOf(entry({uniqueId: '', date: ''}), methods)).toBe('none');
});

test('a call that came in two answers is one, and calls without an id are each one', () => {
	const none = entry({uniqueId: undefined});
	const complaint = {...answered(words('x'), entry(), none, none)};
	const results = [...complaint.results, {entries: undefined, footer: ''}, {entries: [entry()], footer: ''}];
	expect(entriesOf({...complaint, results})).toEqual([entry(), none, none]);
});

test.each<[subject: Subject, over: Partial<CallLogEntry>, isOwn: boolean]>([
	[{kind: 'number', number}, {}, true],
	[{kind: 'number', number}, {phoneNumber: '4155550199'}, false],
	[words('x'), {}, true],
	[{kind: 'account', id: 'A', name: undefined, numbers: [number]}, {}, true],
	[{kind: 'account', id: 'A', name: undefined, numbers: []}, {fullName: undefined}, false],
	[{kind: 'account', id: 'A', name: ' maria  LOPEZ ', numbers: []}, {}, true],
	[{kind: 'account', id: 'A', name: 'Mario Lopez', numbers: []}, {}, false],
	[{kind: 'account', id: 'A', name: 'MariaLopez', numbers: []}, {}, false],
	[{kind: 'account', id: 'A', name: 'Maria Lopez', numbers: [number]}, {phoneNumber: undefined}, true],
	[{kind: 'person', name: 'MARIA LOPEZ', numbers: [number]}, {}, true],
	[{kind: 'person', name: 'Maria Lopez', numbers: ['4155550199']}, {}, false],
	[{kind: 'person', name: 'Mario Lopez', numbers: [number]}, {}, false],
	[{kind: 'person', name: 'Maria Lopez', numbers: []}, {phoneNumber: undefined}, true],
	[{kind: 'person', name: undefined, numbers: [number]}, {fullName: ' '}, true],
	[{kind: 'person', name: 'Maria Lopez', numbers: [number]}, {phoneNumber: undefined}, false],
])('of %j is the entry with %j: %s', (subject, over, isOwn) => {
	expect(isOf(subject, entry(over))).toBe(isOwn);
});

describe('people', () => {
	const found = [
		entry({uniqueId: '1', fullName: 'Maria Lopez', date: '2026-11-20 10:00'}),
		entry({uniqueId: '2', fullName: ' maria  lopez', phoneNumber: '4155550199', date: '2026-11-22 10:00'}),
		entry({uniqueId: '3', fullName: 'Mario Lopez', date: '2026-11-21 10:00'}),
		entry({uniqueId: '4', fullName: 'Mario Lopez', date: undefined}),
		entry({uniqueId: '5', fullName: 'Mario Lopez', date: '2026-11-19 10:00'}),
		entry({uniqueId: undefined, fullName: 'Ann', date: undefined, phoneNumber: undefined}),
	];

	test('are those of each name, and of each of its numbers, with the most calls first', () => {
		const people = peopleOf(answered(words('lopez'), ...found));
		expect(
			people.map(({name, numbers, calls, newest, isSeveral}) => [name, numbers, calls, newest, isSeveral]),
		).toEqual([
			['Mario Lopez', [number], 3, '2026-11-21 10:00', false],
			['Maria Lopez', [number, '4155550199'], 2, '2026-11-22 10:00', true],
			['Maria Lopez', [number], 1, '2026-11-20 10:00', false],
			['Maria Lopez', ['4155550199'], 1, '2026-11-22 10:00', false],
			['Ann', [], 0, undefined, false],
		]);
		expect(new Set(people.map(({key}) => key)).size).toBe(people.length);
		const uncalled = entry({uniqueId: undefined, date: undefined, phoneNumber: '4155550199'});
		const equal = peopleOf(answered(words('lopez'), entry({uniqueId: '9', fullName: 'Ann'}), entry(), uncalled));
		expect(equal.map(({name, numbers, calls}) => [name, numbers.length, calls])).toEqual([
			['Maria Lopez', 2, 1],
			['Ann', 1, 1],
			['Maria Lopez', 1, 1],
			['Maria Lopez', 1, 0],
		]);
	});

	test('are not told apart of a number that was found, nor of an account', () => {
		expect(peopleOf(answered({kind: 'number', number}, ...found))).toEqual([]);
		expect(peopleOf(answered({kind: 'number', number: '2125550100'}))).toEqual([]);
		expect(peopleOf(answered({kind: 'account', id: 'A', name: 'x', numbers: []}, ...found))).toEqual([]);
		// The digits were an account.
		expect(peopleOf(answered({kind: 'number', number: '2125550100'}, ...found))).toHaveLength(5);
	});

	test('are chosen from where they are several; a reference is of one person, whatever the numbers', () => {
		const [first, second, mario] = found as [CallLogEntry, CallLogEntry, CallLogEntry];
		expect(subjectFound(answered(words('lopez')))).toEqual(words('lopez'));
		expect(subjectFound(answered(words('lopez'), first))).toMatchObject({kind: 'person', numbers: [number]});
		expect(subjectFound(answered(words('lopez'), first, mario))).toBeUndefined();
		expect(subjectFound(answered(words('lopez'), first, second))).toBeUndefined();
		const both = {kind: 'person', name: 'Maria Lopez', numbers: [number, '4155550199']};
		expect(subjectFound(answered(words('A-1'), first, second))).toEqual(both);
		expect(subjectFound(answered({kind: 'number', number: '2125550100'}, first, second))).toEqual(both);
		expect(subjectFound(answered(words('A-1'), first, mario))).toBeUndefined();
		expect(subjectFound(answered(words('A-1'), first, second, mario))).toBeUndefined();
		expect(subjectFound(answered({kind: 'number', number}, first, second))).toEqual({kind: 'number', number});
	});
});

describe('a complaint', () => {
	const two: Subject = {kind: 'person', name: 'x', numbers: [number, abroad]};
	const asked = complaintAfter(undefined, {type: 'complaint-asked', subject: two, now: at(1)}) as Complaint;
	const result = {entries: [entry()], footer: ''};
	const after = (complaint: Complaint | undefined, ...messages: ComplaintMessage[]) =>
		messages.reduce(complaintAfter, complaint);
	const answer = (askedAt = asked.askedAt): ComplaintMessage => ({type: 'complaint-answered', askedAt, result});

	test('is answered once every search is, and takes no answer to another', () => {
		expect(isAnswered(asked)).toBe(false);
		const one = after(asked, answer()) as Complaint;
		expect(isAnswered(one)).toBe(false);
		expect(after(asked, answer(at(1)))).toBe(asked);
		const all = after(one, answer()) as Complaint;
		expect(isAnswered(all)).toBe(true);
		expect(after(all, answer())).toBe(all);
		expect(after(undefined, answer())).toBeUndefined();
	});

	test('that failed is not answered, and takes no failure of another', () => {
		const failure = {at: at(2), reason: 'no'};
		const failed = after(asked, answer(), answer(), {type: 'complaint-failed', askedAt: asked.askedAt, failure});
		expect(failed?.failure).toBe(failure);
		expect(failed && isAnswered(failed)).toBe(false);
		expect(after(asked, {type: 'complaint-failed', askedAt: at(1), failure})).toBe(asked);
	});

	test('keeps what is known of each number until it is read again', () => {
		const barring = {kind: 'not-listed'} as const;
		const known = after(asked, {type: 'barring-read', number, barring});
		expect(known?.barrings.get(number)).toBe(barring);
		expect(after(known, {type: 'barring-read', number, barring: undefined})?.barrings.has(number)).toBe(false);
		expect(asked.barrings.size).toBe(0);
	});

	test('goes back to those that it was chosen from', () => {
		const chosen = after(asked, {type: 'complaint-chosen', subject: {kind: 'number', number}});
		expect(chosen).toMatchObject({subject: {kind: 'number', number}, chosenFrom: asked});
		expect(after(chosen, {type: 'complaint-left'})).toBe(asked);
		expect(after(asked, {type: 'complaint-left'})).toBeUndefined();
		const again = after(asked, {type: 'complaint-asked', subject: two, chosenFrom: asked, now: at(3)});
		expect(again).toMatchObject({chosenFrom: asked, askedAt: at(3), results: []});
	});
});
