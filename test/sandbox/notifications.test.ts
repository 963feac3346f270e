import {copyFile, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, describe, expect, test} from 'vitest';
import {openDatabase, unnamed} from '../../source/sandbox/store/database.ts';
import {createNotifications} from '../../source/sandbox/store/notifications.ts';
import {storeFormat} from '../../source/sandbox/store/store.ts';
import {createUsers} from '../../source/sandbox/store/users.ts';
import {eastern, hour, minute, parseDay} from '../../source/sandbox/world/time.ts';
import {withUser} from './other-users.ts';
import {smallService} from './small-service.ts';
import {planOf, testDay} from './small-world.ts';

type Row = {id: string; event: string; message: string; created: string; read: string};
type Call = (type: string, params?: Record<string, unknown>) => Promise<Record<string, unknown>>;

const rowsOf = async (call: Call, params: Record<string, unknown> = {}): Promise<Row[]> =>
	(await call('get_notifications', params)).notifications as Row[];

/** 1001 drops far more than it may; 1002 calls its only list to the end within minutes. */
const plan = [
	planOf({
		name: 'Overdialed',
		agents: 4,
		settings: {method: 'RATIO', level: 10, dropLimit: 2.5},
		lists: [{name: 'Long', leads: 4000, active: true, worked: 0}],
	}),
	planOf({
		name: 'Nearly done',
		age: 1,
		attemptLimit: 1,
		lists: [{name: 'Last few', leads: 40, active: true, worked: 0}],
	}),
];

/** A service in which both has happened since it opened. */
const eventful = async (options: Parameters<typeof smallService>[0] = {}) => {
	// Nobody is to be called back: the list is done with when all have been called.
	const small = await smallService({plan, warmUp: minute, without: ['promises'], ...options});
	for (let passed = 0; passed < 30; passed++) {
		small.advance(minute);
	}
	return small;
};

describe('what happens in the world', () => {
	test('is told in words, newest first, with the time of the world', async () => {
		const {call} = await eventful();
		const rows = await rowsOf(call);
		expect(rows.map(({event}) => event).toSorted()).toEqual(['drop_limit_reached', 'list_exhausted']);
		expect(rows.map(({created}) => created)).toEqual(
			rows
				.map(({created}) => created)
				.toSorted()
				.reverse(),
		);
		const [drops, list] = rows.toSorted((a, b) => (a.event < b.event ? -1 : 1));
		expect(drops?.message).toMatch(
			/^Overdialed is over its drop limit: \d+\.\d\d% of today's answered calls were dropped, 2\.5% are allowed$/,
		);
		expect(Number(/[\d.]+(?=% of)/.exec(drops?.message ?? '')?.[0])).toBeGreaterThan(2.5);
		expect(list).toEqual({
			id: expect.stringMatching(/^\d+$/),
			event: 'list_exhausted',
			message: 'List Last few of Nearly done is exhausted: none of its leads remains to be called',
			created: expect.stringMatching(/^2026-03-31 12:\d\d:00$/),
			read: '0',
		});
	});

	test('before the service opened is no news', async () => {
		const {call} = await smallService({plan, warmUp: hour});
		expect(await rowsOf(call)).toEqual([]);
	});
});

describe('a user', () => {
	test('sees what is about their own campaigns', async () => {
		const small = await eventful();
		const events = async (call: Call) => (await rowsOf(call)).map(({event}) => event);
		expect(await events(await withUser(small, 'ann', 'agent', ['1002']))).toEqual(['list_exhausted']);
		expect(await events(await withUser(small, 'bob', 'manager', ['1001']))).toEqual(['drop_limit_reached']);
		expect(await events(await withUser(small, 'cy', 'manager'))).toEqual([]);
		expect(await events(await withUser(small, 'boss', 'admin'))).toHaveLength(2);
	});

	test('sees what came before an event was turned off', async () => {
		const small = await eventful();
		const boss = await withUser(small, 'boss', 'admin');
		await small.call('set_notifications', {event: 'list_exhausted', enabled: 'N'});
		expect(await rowsOf(small.call)).toHaveLength(2);
		expect((await small.call('clear_notifications')).cleared).toBe('2');
		expect(await rowsOf(boss, {unread: '1'})).toHaveLength(2);
	});

	test('clears by id or all, for nobody else', async () => {
		const small = await eventful();
		const boss = await withUser(small, 'boss', 'admin');
		const [newest] = await rowsOf(small.call);
		expect(await rowsOf(small.call, {unread: '1'})).toHaveLength(2);
		expect((await small.call('clear_notifications', {ids: [newest?.id, '7777', 'x']})).cleared).toBe('1');
		expect((await rowsOf(small.call)).map(({read}) => read)).toEqual(['1', '0']);
		expect(await rowsOf(small.call, {unread: '1'})).toHaveLength(1);
		expect((await small.call('clear_notifications')).cleared).toBe('1');
		expect((await small.call('clear_notifications')).cleared).toBe('0');
		expect(await rowsOf(small.call, {unread: '1'})).toEqual([]);
		expect(await rowsOf(small.call, {unread: '0'})).toHaveLength(2);
		expect(await rowsOf(boss, {unread: '1'})).toHaveLength(2);
	});

	test('cannot clear what is not theirs to see', async () => {
		const small = await eventful();
		const ann = await withUser(small, 'ann', 'agent', ['1002']);
		const ids = (await rowsOf(small.call)).map(({id}) => id);
		expect((await ann('clear_notifications', {ids})).cleared).toBe('1');
	});
});

describe('settings', () => {
	const all = ['drop_limit_reached', 'list_exhausted', 'payment_failed'];

	test('are on for every event, and each user has their own', async () => {
		const small = await smallService();
		const ann = await withUser(small, 'ann', 'agent');
		const initial = all.map(event => ({event, email: '', sms: '', enabled: 'Y'}));
		expect((await small.call('get_notifications_settings')).settings).toEqual(initial);
		await small.call('set_notifications', {event: 'payment_failed', email: 'ops@example.com'});
		const {settings} = await small.call('set_notifications', {
			event: 'payment_failed',
			sms: '+12125550123',
			enabled: 'N',
		});
		expect(settings).toEqual([
			...initial.slice(0, 2),
			{event: 'payment_failed', email: 'ops@example.com', sms: '+12125550123', enabled: 'N'},
		]);
		expect((await small.call('get_notifications_settings')).settings).toEqual(settings);
		expect((await ann('get_notifications_settings')).settings).toEqual(initial);
	});

	test.each([
		[{}, 'Missing parameter: event'],
		[{event: 'full_moon'}, 'Invalid value: event'],
		[{event: 'list_exhausted', email: 'ops'}, 'Invalid value: email'],
		[{event: 'list_exhausted', sms: '911'}, 'Invalid value: sms'],
		[{event: 'list_exhausted', enabled: 'maybe'}, 'Invalid value: enabled'],
	])('refuse %j', async (params, error) => {
		expect((await (await smallService()).call('set_notifications', params)).error).toBe(error);
	});
});

describe('after a crash', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-notifications-'));
	afterAll(() => rm(folder, {recursive: true}));

	test('what was told is not told again, and what was cleared stays so', async () => {
		const [database, copy] = [join(folder, 'one.db'), join(folder, 'two.db')];
		const clock = {now: 0};
		const before = await eventful({database, now: () => clock.now});
		const rows = await rowsOf(before.call);
		expect((await before.call('clear_notifications')).cleared).toBe('2');
		clock.now += 10_000;
		before.advance(1);
		await Promise.all(['', '-wal'].map(end => copyFile(`${database}${end}`, `${copy}${end}`)));
		const after = await smallService({database: copy, now: () => clock.now});
		after.advance(1);
		expect(await rowsOf(after.call, {unread: '1'})).toEqual([]);
		expect(await rowsOf(after.call)).toEqual(rows.map(row => ({...row, read: '1'})));
		before.service.close();
		after.service.close();
	});
});

test('ten thousand are kept, and those that were let go do not come back', () => {
	const database = openDatabase(unnamed, storeFormat);
	const notifications = createNotifications(database);
	const id = createUsers(database).add({name: 'ann', fullName: '', level: 'agent', campaigns: 'all', password: ''});
	const reader = {id, campaigns: 'all'} as const;
	const start = parseDay(eastern, testDay);
	const raise = (index: number): boolean =>
		notifications.raise({
			event: 'payment_failed',
			key: `payment ${index}`,
			message: `${index}`,
			campaign: '',
			time: start + index,
		});
	database.transaction(() => {
		for (let index = 0; index < 10_050; index++) {
			raise(index);
		}
	});
	const messages = (): string[] =>
		notifications.list(reader, 'all', {skip: 0, most: 20_000}).map(({message}) => message);
	expect(messages()).toHaveLength(10_000);
	expect(messages().at(-1)).toBe('50');
	expect(notifications.clear(reader)).toBe(10_000);
	raise(3);
	raise(10_049);
	expect(messages().at(-1)).toBe('50');
	raise(20_000);
	expect(notifications.list(reader, 'uncleared', {skip: 0, most: 100}).map(({message}) => message)).toEqual(['20000']);
	expect(database.one('select count(*) as count from cleared_notifications')).toEqual({count: 9999});
	expect(notifications.list(reader, 'all', {skip: 9950, most: 100})).toHaveLength(50);
});
