import crypto from 'node:crypto';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {afterAll, describe, expect, test} from 'vitest';
import {hashPassword, isPassword} from '../../source/sandbox/rules/passwords.ts';
import {hour, minute} from '../../source/sandbox/world/time.ts';
import {smallService, testPassword} from './small-service.ts';

const folder = await mkdtemp(join(tmpdir(), 'dialtop-sign-in-'));
afterAll(() => rm(folder, {recursive: true}));

/** A service whose clock moves only when the test moves it. */
const timed = async () => {
	const clock = {now: 0};
	const small = await smallService({now: () => clock.now});
	const signIn = async (pass: string, user = small.user) =>
		(await small.handle({type: 'login_user', user, pass})).response;
	const fail = async (times: number, user?: string) => {
		for (let turn = 0; turn < times; turn++) {
			expect((await signIn('a guess', user)).error).toBe('Wrong user or password');
		}
	};
	return {clock, signIn, fail};
};

describe('failed sign-ins', () => {
	test('the fifth locks for fifteen minutes, also for who knows the password', async () => {
		const {clock, signIn, fail} = await timed();
		await fail(5);
		expect(await signIn(testPassword)).toEqual({
			success: 0,
			error: 'Account locked',
			tech_msg: 'locked',
			detail: 'too many failed sign-ins; try again in 15 min',
		});
		clock.now += 15 * minute - 1;
		expect((await signIn(testPassword)).detail).toMatch(/in 1 min$/);
		clock.now += 1;
		expect((await signIn(testPassword)).success).toBe(1);
	});

	test('trying while it is locked does not make it longer', async () => {
		const {clock, signIn, fail} = await timed();
		await fail(5);
		clock.now += 10 * minute;
		expect((await signIn('a guess')).error).toBe('Account locked');
		clock.now += 5 * minute;
		await fail(4);
		expect((await signIn(testPassword)).success).toBe(1);
	});

	test('are forgiven by a sign-in, and forgotten in time', async () => {
		const {clock, signIn, fail} = await timed();
		await fail(4);
		expect((await signIn(testPassword)).success).toBe(1);
		await fail(4);
		clock.now += 15 * minute;
		await fail(4);
		expect((await signIn(testPassword)).success).toBe(1);
	});

	test('look the same for a name that nobody has', async () => {
		const {signIn, fail} = await timed();
		await fail(5, 'nobody');
		expect((await signIn(testPassword, 'nobody')).error).toBe('Account locked');
		expect((await signIn(testPassword)).success).toBe(1);
	});

	test('all count, however many are fired at once', async () => {
		const {signIn} = await timed();
		const answers = await Promise.all(Array.from({length: 20}, () => signIn('a guess')));
		expect(answers.filter(({error}) => error === 'Wrong user or password')).toHaveLength(5);
		expect(answers.filter(({error}) => error === 'Account locked')).toHaveLength(15);
		expect((await signIn(testPassword)).error).toBe('Account locked');
	});
});

/** Runs `work` as on a Node without argon2. */
const withoutArgon2 = async <T>(work: () => Promise<T>): Promise<T> => {
	const {argon2} = crypto;
	Object.assign(crypto, {argon2: undefined});
	try {
		return await work();
	} finally {
		Object.assign(crypto, {argon2});
	}
};

test('sign-ins that were not carried out do not count, and tell nothing of the password', async () => {
	const {handle, user} = await smallService();
	for (const pass of ['a guess', 'a guess', 'a guess', 'a guess', 'a guess', testPassword]) {
		const {response} = await handle({type: 'login_user', user, pass}, {}, () => true);
		expect(response).toEqual({success: 0, error: 'The connection was closed', tech_msg: 'busy'});
	}
	const many = await Promise.all(
		Array.from({length: 30}, async (_, index) => handle({type: 'login_user', user: `nobody${index}`, pass: 'x'})),
	);
	expect(many.filter(({response}) => response.tech_msg === 'busy')).toHaveLength(8);
	expect(many.filter(({response}) => response.tech_msg === 'wrong-credentials')).toHaveLength(22);
	expect((await handle({type: 'login_user', user, pass: testPassword})).response.success).toBe(1);
});

describe('passwords', () => {
	test('hash differently each time, by argon2id, and are told apart', async () => {
		const [one, other] = await Promise.all([hashPassword(testPassword), hashPassword(testPassword)]);
		expect(one).toMatch(/^argon2id\$/);
		expect(one).not.toBe(other);
		expect(await isPassword(testPassword, one)).toBe(true);
		expect(await isPassword('another', one)).toBe(false);
		expect(await isPassword(testPassword, undefined)).toBe(false);
		expect(await isPassword(testPassword, 'crypt$x$y')).toBe(false);
	});

	test.each([testPassword, `\ud800 pässwörd \u{1f511}${'x'.repeat(200)}`])(
		'hash alike with and without argon2 in Node: %j',
		async password => {
			const [here, there] = [await hashPassword(password), await withoutArgon2(() => hashPassword(password))];
			expect(there).toMatch(/^argon2id\$/);
			expect(await isPassword(password, there)).toBe(true);
			expect(await withoutArgon2(() => isPassword(password, here))).toBe(true);
			expect(await withoutArgon2(() => isPassword(`${password}x`, here))).toBe(false);
		},
	);
});

describe('tokens', () => {
	test('outlive the service, in hours and all, and are not kept as they are', async () => {
		const database = join(folder, 'tokens.db');
		const clock = {now: 0};
		const first = await smallService({database, now: () => clock.now});
		const {token} = (await first.handle({type: 'login_user', user: first.user, pass: testPassword, hours: '2'}))
			.response;
		clock.now += hour;
		expect((await first.handle({type: 'get_profile', token})).response.success).toBe(1);
		first.service.close();

		const file = new DatabaseSync(database, {readOnly: true});
		const tables = file.prepare("select name from sqlite_schema where type = 'table'").all();
		const rows = tables.flatMap(({name}) => file.prepare(`select * from ${String(name)}`).all());
		file.close();
		const kept = rows
			.flatMap(row => Object.values(row))
			.map(value => (value instanceof Uint8Array ? '' : String(value)));
		expect(kept.filter(value => value.includes(String(token)) || value.includes(testPassword))).toEqual([]);

		clock.now += 2 * hour - minute;
		const again = await smallService({database, now: () => clock.now});
		expect((await again.handle({type: 'get_profile', token})).response.success).toBe(1);
		clock.now += 2 * hour;
		expect((await again.handle({type: 'get_profile', token})).response.error).toBe('Token expired');
		again.service.close();
	});

	test.each([
		['0', 'Invalid value: hours'],
		['8761', 'Invalid value: hours'],
		['8760', ''],
	])('last %s hours: %j', async (hours, error) => {
		const {handle, user} = await smallService();
		expect((await handle({type: 'login_user', user, pass: testPassword, hours})).response.error).toBe(error);
	});

	test('a name that is locked keeps the tokens that it has', async () => {
		const {call, handle, user} = await smallService();
		await Promise.all(Array.from({length: 5}, () => handle({type: 'login_user', user, pass: 'a guess'})));
		expect((await call('get_profile')).success).toBe(1);
	});
});
