/** Whether a refusal was the token's fault: get_campaigns tells. */
import {describe, expect, test} from 'vitest';
import type {Message, State} from '../../source/model/state.ts';
import type {Moment} from '../../source/model/time.ts';
import {createAccess} from '../../source/service/access.ts';
import {createLink} from '../../source/service/link.ts';
import {createSession, type SessionStart} from '../../source/service/session.ts';
import {type Outcome, WireError} from '../../source/wire/errors.ts';
import {manualClock} from '../helpers/clock.ts';
import {done, failing, refused} from './harness.ts';

const make = (
	campaigns: Outcome<never>,
	signedIn: Outcome<never> = refused('wrong'),
	start: SessionStart = {token: 'T', credentials: {user: 'ops', password: 'p'}},
) => {
	const clock = manualClock({wall: 5000, mono: 0});
	const links: State['link'][] = [];
	const link = createLink((message: Message) => {
		if (message.type === 'link') {
			links.push(message.link);
		}
	}, clock);
	const session = createSession(async () => signedIn, start);
	const taken: number[] = [];
	const heard: Moment[] = [];
	let renewals = 0;
	const access = createAccess({
		session,
		link,
		reads: {campaigns: async () => ({outcome: campaigns, sound: true})},
		budget: {wait: () => 0, take: at => void taken.push(at)},
		clock,
		answered(sentAt) {
			heard.push(sentAt);
			link.succeeded(sentAt);
		},
		renewed() {
			renewals++;
		},
	});
	return {access, link, links, clock, taken, heard, session, renewals: () => renewals};
};

const issued = (token: string): Outcome<never> => done({token, extra: {}, unreadable: []});

describe('the check of a token that met a refusal', () => {
	test('is an answer of the service: it counts as live again', async () => {
		const {access, link, links, clock, taken, heard} = make(done({records: [], unreadable: []}));
		link.failed(new WireError('connection-refused', 'connection refused'));
		expect(link.isFailing()).toBe(true);
		await clock.advance(2000);
		expect(await access.check('T')).toBe('alive');
		expect(taken).toEqual([2000]);
		expect(heard).toMatchObject([{mono: 2000}]);
		expect(link.isFailing()).toBe(false);
		expect(links.at(-1)).toMatchObject({kind: 'live'});
	});

	test('finds a dead token, and that nobody can sign in without the operator', async () => {
		const {access, links, heard, session} = make(refused('Invalid token'));
		expect(await access.check('T')).toBe('dead');
		expect(heard).toEqual([]);
		expect(session.token()).toBeUndefined();
		expect(links.at(-1)).toMatchObject({kind: 'signed-out'});
	});

	test('renews a dead token where it can', async () => {
		const {access, session, heard} = make(refused('Invalid token'), done({token: 'U', extra: {}, unreadable: []}));
		expect(await access.check('T')).toBe('renewed');
		expect(session.token()).toBe('U');
		expect(heard).toHaveLength(1);
	});

	test('knows nothing where the service does not answer', async () => {
		const {access, session, heard} = make(failing('deadline'));
		expect(await access.check('T')).toBe('unsure');
		expect(session.token()).toBe('T');
		expect(heard).toEqual([]);
	});

	test('is not asked for a token that was replaced meanwhile: that one is dead or renewed already', async () => {
		const {access, taken, session} = make(done({records: [], unreadable: []}), issued('U'));
		session.rejected('T', 'Invalid token');
		expect(await access.signIn()).toBe(true);
		taken.length = 0;
		expect(await access.check('T')).toBe('renewed');
		expect(taken).toEqual([]);
		const lost = make(done({records: [], unreadable: []}));
		lost.session.rejected('T', 'Invalid token');
		expect(await lost.access.check('T')).toBe('dead');
	});
});

describe('signing in', () => {
	const without: SessionStart = {credentials: {user: 'ops', password: 'p'}};
	const nothing = done({records: [], unreadable: []});

	test('takes its place in the budget, counts as an answer, and has the poller begin', async () => {
		const {access, clock, taken, heard, renewals, session} = make(nothing, issued('U'), without);
		await clock.advance(700);
		expect(await access.signIn()).toBe(true);
		expect([session.token(), taken, renewals()]).toEqual(['U', [700], 1]);
		expect(heard).toMatchObject([{mono: 700}]);
	});

	test('that is refused is for the operator', async () => {
		const {access, links, heard, renewals, link} = make(nothing, refused('not you'), without);
		expect(await access.signIn()).toBe(false);
		expect(links.at(-1)).toEqual({kind: 'signed-out', reason: 'not you'});
		expect([heard.length, renewals(), link.isFailing()]).toEqual([0, 0, false]);
	});

	test('that gets no answer rests, and is not tried before the rest is over', async () => {
		const {access, links, link, taken, clock} = make(nothing, failing('deadline'), without);
		link.succeeded(clock.now());
		expect(await access.signIn()).toBe(false);
		expect(links.at(-1)).toMatchObject({kind: 'retrying', reason: 'deadline'});
		expect(taken).toHaveLength(1);
		expect(await access.renew(undefined, 'no')).toBe(false);
		expect(taken).toHaveLength(1);
		await clock.advance(999);
		expect(await access.renew(undefined, 'no')).toBe(false);
		expect(taken).toHaveLength(1);
		await clock.advance(1);
		expect(await access.renew(undefined, 'no')).toBe(false);
		expect(taken).toHaveLength(2);
	});

	test('is not tried where there is nothing to sign in with', async () => {
		const {access, links, taken} = make(nothing, issued('U'), {token: 'T'});
		expect(await access.renew('T', 'Invalid token')).toBe(false);
		expect(links.at(-1)).toMatchObject({kind: 'signed-out'});
		expect(taken).toEqual([]);
	});
});
