/** The session: one attempt at a time, and no password tried twice by itself. */
import {describe, expect, test} from 'vitest';
import {type Credentials, createSession, reasonOf, type SessionStart, warningOf} from '../../source/service/session.ts';
import type {Dialer} from '../../source/wire/client/dialer.ts';
import type {Outcome} from '../../source/wire/errors.ts';
import {struck} from '../../source/wire/secrets.ts';
import {failuresIn} from '../model/make.ts';
import {done, failing, refused, startRig} from './harness.ts';

const mine = {user: 'ops', password: 'canary-1'};
const typed = {user: 'ops', password: 'canary-2'};
const token = (text: string): Outcome<never> => done({token: text, extra: {}, unreadable: []});

const make = (initial: SessionStart = {}) => {
	const tries: {params: unknown; answer: (outcome: Outcome<never>) => void}[] = [];
	const call: Dialer['call'] = (_type, params) =>
		new Promise(resolve => {
			tries.push({params, answer: resolve});
		});
	return {session: createSession(call, initial), tries};
};

describe('signing in', () => {
	test('is one attempt for all that ask meanwhile', async () => {
		const {session, tries} = make({credentials: mine});
		const attempts = [session.signIn(), session.signIn(), session.signIn({...mine})];
		expect(tries.map(({params}) => params)).toEqual([{user: 'ops', pass: 'canary-1'}]);
		tries[0]?.answer(token('T'));
		expect(await Promise.all(attempts)).toEqual(Array(3).fill({kind: 'signed-in'}));
		expect(session.token()).toBe('T');
		expect(session.user()).toBe('ops');
	});

	test("a token that was handed over is nobody's by name", () => {
		const {session} = make({token: 'T', credentials: mine});
		expect(session.user()).toBeUndefined();
	});

	test.each([
		['refused', refused('wrong'), {kind: 'refused', reason: 'wrong'}],
		['accepted', token('S'), {kind: 'signed-in'}],
	])("the operator's credentials have their turn after those being tried, which are %s", async (_, answer, result) => {
		const {session, tries} = make({credentials: mine});
		const first = session.signIn();
		const second = session.signIn(typed);
		tries[0]?.answer(answer);
		expect(await first).toEqual(result);
		await Promise.resolve();
		expect(tries[1]?.params).toEqual({user: 'ops', pass: 'canary-2'});
		tries[1]?.answer(token('T'));
		expect(await second).toEqual({kind: 'signed-in'});
		expect(session.token()).toBe('T');
	});

	test('what was refused is forgotten, and nothing is tried without credentials', async () => {
		const {session, tries} = make({credentials: mine});
		const attempt = session.signIn();
		tries[0]?.answer(refused('wrong'));
		await attempt;
		expect(session.canSignIn()).toBe(false);
		expect(await session.signIn()).toMatchObject({kind: 'refused'});
		expect(tries).toHaveLength(1);
	});

	test('a slip of the operator does not cost the credentials that work', async () => {
		const {session, tries} = make({credentials: mine, token: 'T'});
		const attempt = session.signIn(typed);
		tries[0]?.answer(refused('wrong'));
		await attempt;
		expect(session.canSignIn()).toBe(true);
		expect(session.token()).toBe('T');
	});

	test('a failure without an answer keeps them', async () => {
		const {session, tries} = make({credentials: mine});
		const attempt = session.signIn();
		tries[0]?.answer(failing('reset'));
		expect(await attempt).toMatchObject({kind: 'failed', reason: 'reset', cause: {code: 'reset'}});
		expect(session.canSignIn()).toBe(true);
	});

	test('an answer that is neither yes nor no counts as no', async () => {
		const {session, tries} = make({credentials: mine});
		const attempt = session.signIn();
		tries[0]?.answer(failing('odd-flag'));
		expect(await attempt).toEqual({kind: 'refused', reason: 'odd-flag'});
		expect(session.canSignIn()).toBe(false);
	});

	test('no token: an error that names the fields that came, never their values', async () => {
		const {session, tries} = make({credentials: mine});
		const attempt = session.signIn();
		const many = Object.fromEntries(Array.from({length: 50}, (_, index) => [`field${index}`, 'canary-3']));
		tries[0]?.answer(done({fullName: 'canary-4', extra: {jwt: 'canary-5', ...many}, unreadable: ['token']}));
		const result = await attempt;
		expect(result).toMatchObject({kind: 'refused'});
		const reason = result.kind === 'refused' ? result.reason : '';
		expect(reason).toContain('token, which cannot be read, fullName, jwt, field0');
		expect(reason).toContain('41 more');
		expect(reason).not.toContain('canary');
		expect(session.canSignIn()).toBe(false);
	});

	const fields = (count: number) =>
		Object.fromEntries(Array.from({length: count}, (_, index) => [`f${index}`, 'x'])) as Record<string, string>;
	const twelve = Object.keys(fields(12)).join(', ');

	test.each([
		[{}, 'nothing else'],
		[fields(12), twelve],
		[fields(13), `${twelve}, 1 more`],
		[{['x'.repeat(70)]: '1'}, 'x'.repeat(60)],
	])('no token, but %j: the names that fit in a line', async (extra, came) => {
		const {session, tries} = make({credentials: mine});
		const attempt = session.signIn();
		tries[0]?.answer(done({fullName: undefined, extra, unreadable: []}));
		expect(await attempt).toEqual({
			kind: 'refused',
			reason: `the service signed in but sent no token under a known name (it sent: ${came})`,
		});
	});

	test('without anybody to ask is refused', async () => {
		expect(await make({}).session.signIn()).toEqual({kind: 'refused', reason: 'no user and password are at hand'});
	});

	test('a token is that of the user who came with it, until it is forgotten', () => {
		const {session} = make({token: 'T', user: 'kim'});
		expect(session.user()).toBe('kim');
		session.forget();
		expect([session.token(), session.user()]).toEqual([undefined, undefined]);
		expect(make({user: 'kim'}).session.user()).toBeUndefined();
	});
});

test.each([
	[refused('no'), 'no'],
	[{kind: 'refused', error: 'no', techMsg: 'E1'} as const, 'no (E1)'],
	[{kind: 'refused', error: '', techMsg: 'E1'} as const, '(E1)'],
	[{kind: 'refused', error: '', techMsg: ''} as const, 'refused without a reason'],
	[failing('reset'), 'reset'],
])('%j is told as %s', (outcome, reason) => {
	expect(reasonOf(outcome as Parameters<typeof reasonOf>[0])).toBe(reason);
});

test('a warning is told as the service’s', () => {
	expect(warningOf({warning: 'slow'})).toBe('the service warns: slow');
	expect(warningOf({})).toBeUndefined();
});

describe('a password that is asked for', () => {
	/** A session that finds these credentials in turn, and how often it looked for them. */
	const finding = (found: (Credentials | undefined | Error)[], more: SessionStart = {}) => {
		let asked = 0;
		const askPassword = async (): Promise<Credentials | undefined> => {
			const next = found[Math.min(asked++, found.length - 1)];
			if (next instanceof Error) {
				throw next;
			}
			return next;
		};
		return {...make({askPassword, ...more}), asked: () => asked};
	};

	/** Lets what was asked for arrive. */
	const turn = () => new Promise(resolve => setImmediate(resolve));

	test('is asked for when it is needed and not before, once for all that wait', async () => {
		const {session, tries, asked} = finding([mine], {token: 'kept'});
		expect([session.canSignIn(), asked()]).toEqual([true, 0]);
		expect(session.rejected('kept', 'expired')).toBeUndefined();
		const attempts = [session.signIn(), session.signIn(), session.signIn()];
		await turn();
		expect([asked(), tries.length]).toEqual([1, 1]);
		tries[0]?.answer(token('T'));
		expect(await Promise.all(attempts)).toEqual(Array(3).fill({kind: 'signed-in'}));
		session.proved('T');
		expect(session.rejected('T', 'expired')).toBeUndefined();
		const again = session.signIn();
		await turn();
		tries[1]?.answer(token('T2'));
		expect(await again).toEqual({kind: 'signed-in'});
		expect([asked(), session.token(), session.user()]).toEqual([1, 'T2', 'ops']);
	});

	test('that was refused is not tried again, though the command goes on saying it', async () => {
		const {session, tries, asked} = finding([mine]);
		const attempt = session.signIn();
		await turn();
		tries[0]?.answer(refused('wrong'));
		expect(await attempt).toEqual({kind: 'refused', reason: 'wrong'});
		expect(session.canSignIn()).toBe(false);
		expect(await session.signIn()).toMatchObject({kind: 'refused'});
		expect([asked(), tries.length]).toEqual([1, 1]);
	});

	test('that was refused when it was typed is not tried again when it is found', async () => {
		const {session, tries, asked} = finding([mine]);
		const attempt = session.signIn({...mine});
		tries[0]?.answer(refused('wrong'));
		await attempt;
		expect(await session.signIn()).toEqual({
			kind: 'refused',
			reason: 'the same password was refused before, and is not tried again',
		});
		expect([asked(), tries.length]).toEqual([1, 1]);
	});

	test('that changed since is found anew', async () => {
		const {session, tries, asked} = finding([typed], {credentials: mine});
		const attempt = session.signIn();
		tries[0]?.answer(refused('changed'));
		expect(await attempt).toMatchObject({kind: 'refused'});
		expect(session.canSignIn()).toBe(true);
		const second = session.signIn();
		await turn();
		tries[1]?.answer(token('T'));
		expect(await second).toEqual({kind: 'signed-in'});
		expect(asked()).toBe(1);
	});

	test('is asked for once where the answer did not come', async () => {
		const {session, tries, asked} = finding([mine]);
		const attempt = session.signIn();
		await turn();
		tries[0]?.answer(failing('reset'));
		expect(await attempt).toMatchObject({kind: 'failed'});
		const second = session.signIn();
		tries[1]?.answer(token('T'));
		expect(await second).toEqual({kind: 'signed-in'});
		expect(asked()).toBe(1);
	});

	test.each([
		[undefined, 'no user and password are at hand'],
		[new Error('password_command ended with 1'), 'password_command ended with 1'],
	])('that is not found is a no, and is not asked for again', async (found, reason) => {
		const {session, tries, asked} = finding([found]);
		expect(await session.signIn()).toEqual({kind: 'refused', reason});
		expect(session.canSignIn()).toBe(false);
		expect(await session.signIn()).toMatchObject({kind: 'refused'});
		expect([asked(), tries.length]).toEqual([1, 0]);
	});

	test('the credentials that are typed meanwhile have their turn after it', async () => {
		const {session, tries} = finding([mine]);
		const attempt = session.signIn();
		const second = session.signIn(typed);
		await turn();
		tries[0]?.answer(refused('wrong'));
		expect(await attempt).toMatchObject({kind: 'refused'});
		await turn();
		tries[1]?.answer(token('T'));
		expect(await second).toEqual({kind: 'signed-in'});
		expect(tries.map(({params}) => params)).toEqual([
			{user: 'ops', pass: 'canary-1'},
			{user: 'ops', pass: 'canary-2'},
		]);
	});

	test('is forgotten with everything else', async () => {
		const {session, asked} = finding([mine]);
		session.forget();
		expect(session.canSignIn()).toBe(false);
		expect(await session.signIn()).toMatchObject({kind: 'refused'});
		expect(asked()).toBe(0);
	});
});

test('every token that comes of signing in is told, with whose it is, and is a secret from then on', async () => {
	const told: unknown[] = [];
	const {session, tries} = make({credentials: mine, onToken: (...given) => void told.push(given)});
	const attempt = session.signIn();
	tries[0]?.answer(token('canary-new-token'));
	await attempt;
	const other = session.signIn(typed);
	tries[1]?.answer(refused('wrong'));
	await other;
	expect(told).toEqual([['canary-new-token', mine]]);
	expect(struck('canary-new-token canary-1 canary-2')).toBe('••• ••• •••');
});

describe('a token that get_campaigns refuses', () => {
	const anew = async () => {
		const made = make({credentials: mine, token: 'old'});
		expect(made.session.rejected('old', 'expired')).toBeUndefined();
		expect(made.session.token()).toBeUndefined();
		const attempt = made.session.signIn();
		made.tries[0]?.answer(token('new'));
		await attempt;
		return made.session;
	};

	test('is given up once: the one that came after it must be proved before another is asked for', async () => {
		const session = await anew();
		session.proved('old');
		expect(session.rejected('new', 'not for you')).toEqual({
			kind: 'refused',
			reason: 'signed in, but get_campaigns is refused: not for you',
		});
		session.forget();
		expect([session.token(), session.canSignIn(), session.isOver()]).toEqual([undefined, false, true]);
	});

	test('leaves one alone that has replaced it, and one that was proved is renewed in its turn', async () => {
		const session = await anew();
		expect(session.rejected('old', 'expired')).toEqual({kind: 'signed-in'});
		expect(session.token()).toBe('new');
		session.proved('new');
		expect([session.rejected('new', 'expired'), session.token()]).toEqual([undefined, undefined]);
	});

	test('ends the session where nobody can sign in', () => {
		const {session} = make({token: 'old'});
		expect(session.isOver()).toBe(false);
		expect(session.rejected('old', 'expired')).toEqual({
			kind: 'refused',
			reason: 'the service no longer takes the token',
		});
		expect(session.isOver()).toBe(true);
	});
});

describe('over HTTP', () => {
	const waiting = {timeout: 5000, interval: 10};

	test('a wrong password is tried once, and the next one is the operator’s', async () => {
		const rig = await startRig({signIn: {user: 'ops', password: 'm1styped'}});
		await expect.poll(() => rig.store.get().link.kind, waiting).toBe('signed-out');
		rig.monitor.refresh();
		rig.monitor.refresh();
		expect(await rig.monitor.signIn({user: 'ops', password: 'm1styped too'})).toMatchObject({kind: 'refused'});
		expect(await rig.monitor.signIn({user: 'ops', password: 'secret'})).toEqual({kind: 'signed-in'});
		await expect.poll(() => rig.store.get().campaigns.value?.size, waiting).toBe(3);
		expect(rig.of('login_user').map(({fields}) => fields.pass)).toEqual(['m1styped', 'm1styped too', 'secret']);
	});

	test('a token that dies is told from a campaign that is refused, and brings one sign-in', async () => {
		const rig = await startRig({
			signIn: true,
			campaigns: 12,
			attention: {selected: '1001', visible: new Set(['1002', '1003'])},
		});
		await expect.poll(() => rig.store.get().dashboards.size, waiting).toBe(12);
		await rig.service.setFault('refusal', {types: ['get_dashboard_stats']});
		rig.monitor.refresh();
		await expect.poll(() => failuresIn(rig.store.get()).size, waiting).toBeGreaterThan(0);
		await rig.service.setFault();
		await expect.poll(() => failuresIn(rig.store.get()).size, waiting).toBe(0);
		expect(rig.of('login_user')).toHaveLength(1);

		await rig.service.setFault('token-expired', {times: 0});
		rig.monitor.refresh();
		await expect.poll(() => rig.of('login_user').length, waiting).toBe(2);
		const {length} = rig.of('get_dashboard_stats');
		await expect.poll(() => rig.of('get_dashboard_stats').length, waiting).toBeGreaterThan(length + 12);
		await expect.poll(() => failuresIn(rig.store.get()).size, waiting).toBe(0);
		expect(rig.of('login_user')).toHaveLength(2);
	});
});
