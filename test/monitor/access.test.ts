/** Whether a refusal was the token's fault: get_campaigns tells. */
import {describe, expect, test} from 'vitest';
import {WireError} from '../../source/api/errors.ts';
import type {Outcome} from '../../source/api/outcome.ts';
import type {Message, State} from '../../source/model/state.ts';
import type {Moment} from '../../source/model/time.ts';
import {createAccess} from '../../source/monitor/access.ts';
import {createLink} from '../../source/monitor/link.ts';
import {createSession} from '../../source/monitor/session.ts';
import {manualClock} from '../helpers/clock.ts';
import {done, failing, refused} from './harness.ts';

const make = (campaigns: Outcome<never>, signedIn: Outcome<never> = refused('wrong')) => {
	const clock = manualClock({wall: 5000, mono: 0});
	const links: State['link'][] = [];
	const link = createLink((message: Message) => {
		if (message.type === 'link') {
			links.push(message.link);
		}
	}, clock);
	const session = createSession(async () => signedIn, {token: 'T', credentials: {user: 'ops', password: 'p'}});
	const taken: number[] = [];
	const heard: Moment[] = [];
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
		renewed: () => undefined,
	});
	return {access, link, links, clock, taken, heard, session};
};

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
});
