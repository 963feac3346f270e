/** Test calls, do-not-call and texts: asked for step by step, and the number typed where a person is reached. */
import {expect, test} from 'vitest';
import type {Control} from '../../source/model/pending.ts';
import type {Message} from '../../source/model/state.ts';
import {checkParameters} from '../../source/service/forms.ts';
import {type ForCampaign, offerDoNotCall, offerTestCall, offerText} from '../../source/steering/numbers.ts';
import type {Basis, Offer} from '../../source/steering/offer.ts';
import {after, asked, campaignsPolled, fresh, live} from '../model/make.ts';
import {fill, makeScreen, moment} from '../screen/make.ts';

type Screen = ReturnType<typeof makeScreen>;

const opened = () => {
	const screen = makeScreen();
	fill(screen.store);
	screen.drawn();
	return screen;
};

const type = (screen: Screen, text: string) => {
	screen.press('ctrl-u');
	for (const letter of text) {
		screen.press(letter === ' ' ? 'space' : letter);
	}
	screen.drawn();
	screen.press('enter');
};

const question = (screen: Screen): string => screen.text().replace(/[\s│╰╯─]+/g, ' ');

/** A screen with one entry found. */
const searched = (phoneNumber: string | undefined = '5125550123') => {
	const screen = opened();
	const askedAt = moment(2000);
	screen.store.dispatch({type: 'search-asked', question: {query: 'x'}, now: askedAt});
	screen.store.dispatch({
		type: 'search-answered',
		askedAt,
		now: moment(2010),
		result: {
			footer: '',
			entries: [
				{
					uniqueId: '1.2',
					phoneNumber,
					campaignId: '1002',
					campaignName: 'Autumn Renewals',
					extra: {},
					unreadable: [],
				} as never,
			],
		},
	});
	screen.press('4');
	screen.drawn();
	return screen;
};

test('a test call: number and caller ID are checked, then the number is typed again', () => {
	const screen = opened();
	screen.press('T');
	expect(question(screen)).toContain('QA: test call with the settings of campaign 1003. Name: Spring Collections');
	type(screen, '555');
	expect(question(screen)).toContain('must be a phone number');
	type(screen, '5125550123');
	type(screen, '8005550100');
	expect(question(screen)).toContain(
		'QA: test-call 5125550123? This phone rings at once, dialed with the settings of campaign 1003 and caller ID 8005550100. Type 5125550123 to test-call: Campaign: Spring Collections',
	);
	expect(screen.frame().rows.at(-1)).toMatch(/^Number: +$/);
	type(screen, '5125550124');
	expect(screen.sent).toEqual([]);
	screen.press('T');
	type(screen, '5125550123');
	type(screen, '8005550100');
	type(screen, '5125550123');
	expect(screen.sent).toMatchObject([
		{
			operation: 'dial_number',
			params: {campaign_id: '1003', phone_number: '5125550123', callerid: '8005550100'},
			target: {service: '', kind: 'number', id: '5125550123'},
		},
	]);
});

test('Esc leaves a chain anywhere, and nothing is sent', () => {
	const screen = opened();
	for (const steps of [0, 1, 2]) {
		screen.press('T');
		for (const text of ['5125550123', '8005550100'].slice(0, steps)) {
			type(screen, text);
		}
		screen.press('escape');
		expect(screen.ui.get().prompt).toBeUndefined();
	}
	expect(screen.sent).toEqual([]);
});

test("do-not-call takes the entry's number, and asks for one campaign or for all", () => {
	const screen = searched();
	screen.press('D');
	expect(question(screen)).toContain(
		'QA: do-not-call 5125550123. Press 1 for EVERY campaign, 2 for campaign 1002 alone; Esc for neither. Name: Autumn Renewals',
	);
	screen.press('2');
	expect(question(screen)).toContain('It goes on the do-not-call list of campaign 1002. The interface only');
	screen.press('n');
	screen.press('D');
	screen.press('1');
	expect(question(screen)).toContain('It goes on the do-not-call list of EVERY campaign.');
	screen.drawn();
	screen.press('y');
	expect(screen.sent).toMatchObject([{operation: 'add_dnc', params: {phone_number: '5125550123'}}]);
	expect(screen.sent[0]?.params).not.toHaveProperty('campaign_id');
});

test('a number that cannot be taken is asked for, and so it is where nothing was found', () => {
	for (const screen of [searched('12'), opened()]) {
		screen.press('4');
		screen.press('D');
		expect(screen.ui.get().prompt).toMatchObject({kind: 'ask', label: 'Number: '});
		type(screen, '5125550199');
		expect(question(screen)).toContain('QA: do-not-call 5125550199. Press 1 for EVERY campaign');
	}
});

test('a text says all that will be sent, and wants the number typed', () => {
	const screen = searched();
	screen.press('M');
	type(screen, 'Call us back');
	screen.press('2');
	expect(question(screen)).toContain(
		'QA: text 5125550123? This phone gets a message of 12 characters, for campaign 1002.',
	);
	type(screen, '5125550123');
	expect(screen.sent).toMatchObject([
		{operation: 'send_text_message', params: {to: '5125550123', message: 'Call us back', campaign_id: '1002'}},
	]);
});

test('a call whose outcome is UNKNOWN stays so until it is set aside in the log, and holds up no other control', () => {
	const screen = opened();
	screen.press('T');
	type(screen, '5125550123');
	type(screen, '8005550100');
	type(screen, '5125550123');
	const [control] = screen.sent;
	if (!control) {
		throw new Error('nothing was sent');
	}
	const now = moment(2000);
	screen.store.dispatch({type: 'command-asked', command: {...control, id: 1}, now});
	screen.store.dispatch({type: 'command-ended', id: 1, ending: {kind: 'unknown', reason: 'no answer'}, now});
	screen.store.dispatch({type: 'tick', now: moment(600_000)});
	expect(screen.store.get().commands[0]?.phase).toBe('unknown');
	screen.press('P');
	expect(screen.ui.get().prompt?.kind).toBe('yes-no');
	screen.press('escape');
	screen.press('8');
	screen.drawn();
	screen.press('x');
	expect(screen.store.get().commands[0]?.phase).toBe('set-aside');
	expect(screen.sent).toHaveLength(1);
	screen.press('x');
	expect(question(screen)).toContain('no command is selected that is UNKNOWN or not observed');
});

/** With the campaign 1, where it was listed. */
const basis = (...messages: Message[]): Basis => ({
	state: after(fresh(), live, ...messages),
	ui: {staged: new Map()},
	monitor: {check: checkParameters},
});
const listed = campaignsPolled(0, ['1']);
const one: ForCampaign = {id: '1', name: 'As it was'};
const beside = {id: '1', name: 'Campaign 1'};
const number = '5125550123';
const target = {service: 'p', kind: 'number', id: number, name: number} as const;
const common = {target, expected: undefined, before: undefined};
const onlyNamed = (operation: string) => `The interface only names ${operation}; its fields are dialtop's guess.`;

test.for<[offered: () => Offer, control: Control]>([
	[
		() => offerTestCall(basis(listed), one, number, '8005550100'),
		{
			...common,
			operation: 'dial_number',
			params: {campaign_id: '1', phone_number: number, callerid: '8005550100'},
			doing: 'calling',
			verb: 'test-call',
			typed: number,
			effects: 'This phone rings at once, dialed with the settings of campaign 1 and caller ID 8005550100.',
			campaign: beside,
		},
	],
	[
		() => offerDoNotCall(basis(listed), number, undefined),
		{
			...common,
			operation: 'add_dnc',
			params: {phone_number: number},
			doing: 'adding to do-not-call',
			verb: 'do-not-call',
			effects: 'It goes on the do-not-call list of EVERY campaign.',
			note: onlyNamed('add_dnc'),
		},
	],
	[
		() => offerDoNotCall(basis(listed), number, one),
		{
			...common,
			operation: 'add_dnc',
			params: {phone_number: number, campaign_id: '1'},
			doing: 'adding to do-not-call',
			verb: 'do-not-call',
			effects: 'It goes on the do-not-call list of campaign 1.',
			note: onlyNamed('add_dnc'),
			campaign: beside,
		},
	],
	[
		() => offerText(basis(listed), number, 'Call us', undefined),
		{
			...common,
			operation: 'send_text_message',
			params: {to: number, message: 'Call us'},
			doing: 'texting',
			verb: 'text',
			typed: number,
			effects: 'This phone gets a message of 7 characters.',
			texts: [['Message', 'Call us']],
			note: onlyNamed('send_text_message'),
		},
	],
	[
		() => offerText(basis(listed), number, 'Call us', one),
		{
			...common,
			operation: 'send_text_message',
			params: {to: number, message: 'Call us', campaign_id: '1'},
			doing: 'texting',
			verb: 'text',
			typed: number,
			effects: 'This phone gets a message of 7 characters, for campaign 1.',
			texts: [['Message', 'Call us']],
			note: onlyNamed('send_text_message'),
			campaign: beside,
		},
	],
])('%#: what is sent, and what is said of it', ([offered, control]) => {
	const offer = offered();
	expect('controls' in offer && offer.controls).toStrictEqual([control]);
});

test('a campaign that is not listed has the name that it came with', () => {
	for (const messages of [[], [campaignsPolled(0, ['2'])]]) {
		expect(offerDoNotCall(basis(...messages), number, one)).toMatchObject({controls: [{campaign: one}]});
	}
});

test('why nothing is offered', () => {
	const why = (over: Partial<Basis>, phone = number, callerId = '8005550100') =>
		offerTestCall({...basis(listed), ...over}, one, phone, callerId);
	expect(why({monitor: undefined})).toEqual({why: 'not connected yet'});
	expect(why({state: basis(listed, {type: 'lock', locked: true}).state})).toEqual({
		why: 'the read-only lock is on (:lock takes it off)',
	});
	const calling = asked(1, {operation: 'dial_number', verb: 'test-call', target});
	expect(why({state: basis(listed, calling).state})).toEqual({why: 'test-call is still under way on it'});
	expect(why({}, '555', '')).toEqual({
		why: 'phone_number must be a phone number: E.164 (+15551234567) or ten digits; callerid is required',
	});
});
