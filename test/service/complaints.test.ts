/** What is asked of the service about a complaint: no more than is needed, and nothing once the operator has left. */
import {expect, test} from 'vitest';
import {initialState, update} from '../../source/alerts/reducer.ts';
import {createStore} from '../../source/model/store.ts';
import {createComplaints} from '../../source/service/complaints.ts';
import type {Outcome} from '../../source/wire/errors.ts';

const number = '4155550100';
const entry = (over = {}) => ({
	...{uniqueId: '1.1', date: '2026-11-23 10:00', fullName: 'Maria Lopez', phoneNumber: number},
	...{extra: {}, unreadable: [], ...over},
});

type Answers = Record<string, (params: Record<string, unknown>) => unknown>;

const desk = (answers: Answers) => {
	let time = 0;
	const moment = () => ({wall: 1000 + time, mono: time});
	const source = {profile: '', environment: 'QA', host: 'dialer.test', readOnly: false};
	const store = createStore(update, initialState(source, moment()));
	const sent: string[] = [];
	const read = (async (type: string, params: Record<string, unknown>): Promise<Outcome<unknown>> => {
		sent.push(`${type} ${String(params.query)}`);
		await Promise.resolve();
		const answer = answers[type]?.(params);
		return answer === undefined ? {kind: 'refused', error: 'No', techMsg: ''} : {kind: 'done', answer};
	}) as never;
	const complaints = createComplaints({read, store, clock: {now: () => ({...moment(), mono: ++time})} as never});
	return {complaints, sent, complaint: () => store.get().complaint};
};

const found = (...entries: object[]) => ({entries, footer: ''});
const free = {dncs: [], total: 0};

test('a number is a search and a look at the do-not-call list', async () => {
	const {complaints, sent, complaint} = desk({search_lead: () => found(entry()), get_dncs: () => free});
	await complaints.ask({kind: 'number', number});
	expect(sent).toEqual([`search_lead ${number}`, `get_dncs ${number}`]);
	expect(complaint()?.barrings.get(number)).toEqual({kind: 'not-listed'});
});

test('of several people nobody is looked up until one is chosen, and whole answers are not asked for again', async () => {
	const {complaints, sent, complaint} = desk({
		search_lead: () => found(entry(), entry({uniqueId: '1.2', phoneNumber: '4155550199'})),
		get_dncs: () => free,
	});
	await complaints.ask({kind: 'words', text: 'lopez'});
	expect(sent).toEqual(['search_lead lopez']);
	await complaints.choose({kind: 'person', name: 'Maria Lopez', numbers: ['4155550199']});
	expect(sent).toEqual(['search_lead lopez', 'get_dncs 4155550199']);
	complaints.leave();
	expect(complaint()?.subject).toEqual({kind: 'words', text: 'lopez'});
});

test('a person chosen from an answer that was cut is searched by number', async () => {
	const many = Array.from({length: 100}, (_, at) => entry({uniqueId: `2.${at}`, fullName: `Name ${at}`}));
	const {complaints, sent} = desk({search_lead: () => found(...many), get_dncs: () => free});
	await complaints.ask({kind: 'words', text: 'name'});
	await complaints.choose({kind: 'person', name: 'Name 1', numbers: [number, '4155550199']});
	expect(sent.slice(1, 3)).toEqual([`search_lead ${number}`, 'search_lead 4155550199']);
});

test('of an account with many numbers five are looked up', async () => {
	const {complaints, sent} = desk({search_lead: () => found(), get_dncs: () => free});
	const numbers = Array.from({length: 8}, (_, at) => `415555010${at}`);
	await complaints.ask({kind: 'account', id: 'A-1', name: undefined, numbers});
	expect(sent).toEqual(['search_lead A-1', ...numbers.slice(0, 5).map(one => `get_dncs ${one}`)]);
});

test('nothing more is asked once the operator has left', async () => {
	const {complaints, sent, complaint} = desk({search_lead: () => found(entry()), get_dncs: () => free});
	const asking = complaints.ask({kind: 'number', number});
	complaints.leave();
	await asking;
	expect(sent).toEqual([`search_lead ${number}`]);
	expect(complaint()).toBeUndefined();
});

test('a command on the number has its state read again, one on another has not', async () => {
	let dncs: object[] = [];
	const {complaints, sent, complaint} = desk({
		search_lead: () => found(entry()),
		get_dncs: () => ({dncs, total: dncs.length}),
	});
	await complaints.ask({kind: 'number', number});
	dncs = [{phone_number: number, campaign_id: ''}];
	const target = (id: string) => ({service: '', kind: 'number', id, name: id}) as const;
	await complaints.readAfter({operation: 'add_dnc', target: target('2125550100')});
	await complaints.readAfter({operation: 'send_text_message', target: target(number)});
	expect(sent).toHaveLength(2);
	await complaints.readAfter({operation: 'add_dnc', target: target('(415) 555-0100')});
	expect(complaint()?.barrings.get(number)?.kind).toBe('everywhere');
});

test('a failure is said, and an answer without a list of calls is one', async () => {
	const refused = desk({});
	await refused.complaints.ask({kind: 'number', number});
	expect(refused.complaint()?.failure).toMatchObject({refused: true, reason: expect.stringContaining('No')});
	const odd = desk({search_lead: () => ({entries: undefined, footer: ''})});
	await odd.complaints.ask({kind: 'number', number});
	expect(odd.complaint()?.failure?.reason).toContain('without a list of calls');
});

test('a number is looked up as the list has it, without its plus', async () => {
	const {complaints, sent} = desk({search_lead: () => found(), get_dncs: () => free});
	await complaints.ask({kind: 'number', number: '+442079460000'});
	expect(sent[1]).toBe('get_dncs 442079460000');
});

test('where the do-not-call list is not read, that is said', async () => {
	const {complaints, complaint} = desk({search_lead: () => found(entry())});
	await complaints.ask({kind: 'number', number});
	expect(complaint()?.barrings.get(number)).toEqual({kind: 'not-known', why: 'get_dncs was not answered: No'});
});

test('one that takes the place of another ends its questions, and gets none of its answers', async () => {
	const person = {kind: 'person', name: 'Maria Lopez', numbers: [number, '4155550199']} as const;
	const {complaints, sent, complaint} = desk({
		search_lead: ({query}) => found(entry({phoneNumber: query})),
		get_dncs: () => free,
	});
	const first = complaints.ask(person);
	const second = complaints.ask({kind: 'number', number: '2125550100'});
	await Promise.all([first, second]);
	expect(sent).toEqual([`search_lead ${number}`, 'search_lead 2125550100', 'get_dncs 2125550100']);
	// So it is while the do-not-call list is read.
	let next: Promise<void> | undefined;
	const {
		complaints: late,
		complaint: shown,
		sent: asked,
	} = desk({
		search_lead: () => found(),
		get_dncs() {
			next ??= late.ask({kind: 'number', number: '2125550100'});
			return free;
		},
	});
	await late.ask({kind: 'account', id: 'A', name: undefined, numbers: [number, '4155550199']});
	await next;
	expect(asked.filter(one => one.startsWith('get_dncs'))).toEqual([`get_dncs ${number}`, 'get_dncs 2125550100']);
	expect([...(shown()?.barrings.keys() ?? [])]).toEqual(['2125550100']);
	expect(complaint()?.subject).toEqual({kind: 'number', number: '2125550100'});
});

test('from a person who was searched anew the way leads back to those to choose from', async () => {
	const many = Array.from({length: 100}, (_, at) => entry({uniqueId: `2.${at}`, fullName: `Name ${at}`}));
	const {complaints, complaint} = desk({search_lead: () => found(...many), get_dncs: () => free});
	await complaints.choose({kind: 'person', name: 'Name 1', numbers: [number]});
	expect(complaint()).toBeUndefined();
	await complaints.ask({kind: 'words', text: 'name'});
	await complaints.choose({kind: 'person', name: 'Name 1', numbers: [number]});
	complaints.leave();
	expect(complaint()?.subject).toEqual({kind: 'words', text: 'name'});
});

test.for(['add_dnc', 'delete_dnc'] as const)(
	'after %s one of several numbers is read again, and not known until then',
	async operation => {
		const {complaints, sent, complaint} = desk({search_lead: () => found(), get_dncs: () => free});
		await complaints.ask({kind: 'account', id: 'A', name: undefined, numbers: [number, '4155550199']});
		sent.length = 0;
		const reading = complaints.readAfter({
			operation,
			target: {service: '', kind: 'number', id: '4155550199', name: ''},
		});
		expect(complaint()?.barrings.get('4155550199')).toBeUndefined();
		await reading;
		expect(sent).toEqual(['get_dncs 4155550199']);
		expect(complaint()?.barrings.get('4155550199')).toEqual({kind: 'not-listed'});
	},
);
