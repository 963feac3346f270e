/** The world and the store survive a restart, after a proper end and after a crash. */
import {copyFileSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {isDeepStrictEqual} from 'node:util';
import {deserialize, serialize} from 'node:v8';
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {type DurableWorld, openDurableWorld, type ServiceOptions} from '../../source/sandbox/engine/durable-world.ts';
import type {World} from '../../source/sandbox/world/state.ts';
import {hour, minute, second} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {edit} from './edit.ts';
import {smallService} from './small-service.ts';
import {planOf, testDay} from './small-world.ts';

let folder: string;
let file: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-restart-'));
	file = join(folder, 'x.db');
});

afterEach(() => {
	rmSync(folder, {recursive: true});
});

/** A world as it is now. */
const copyOf = (world: World): World => deserialize(serialize(world));

/** A world whose ended calls have been taken, which happens at any time. */
const settled = (world: World): World => ({...world, log: {...world.log, ended: []}});

/** Compares values, not serialized bytes, since V8 may write the same number in two ways. */
const expectSame = (world: World, other: World): void =>
	expect(isDeepStrictEqual(settled(world), settled(other))).toBe(true);

/** Copies a database in use, as a crash would leave it. */
const crashCopy = (): string => {
	const copy = join(folder, 'copy.db');
	for (const part of ['', '-wal']) {
		copyFileSync(`${file}${part}`, `${copy}${part}`);
	}
	return copy;
};

/** Commands of every kind, at odd times. */
const workOn = async ({call, advance: move}: Awaited<ReturnType<typeof smallService>>): Promise<void> => {
	const {lists} = await call('get_lists');
	const [newest] = lists as {list_id: string}[];
	const steps: [type: string, params: Record<string, unknown>, after: number][] = [
		['pause_campaign', {campaign_id: '1003'}, 7333],
		['play_campaign', {campaign_id: '1003'}, 41_001],
		['stop_campaign', {campaign_id: '1004'}, 1],
		['update_campaign', {campaign_id: '1002', autodiallevel: '2.5', dial_method: 'RATIO'}, 90_017],
		['change_status', {list_id: newest?.list_id, status: 'N'}, 0],
		['add_leads', {campaign_id: '1002', phones: '2125550111,2125550112', first_name: 'Ann'}, 60_000],
		['add_dnc', {phone_number: '2125550112'}, 333],
		['add_dnc', {phone_number: '2125550111', campaign_id: '1002'}, 5],
		['delete_dnc', {phone_number: '2125550112'}, 777],
		['dial_number', {campaign_id: '1002', phone_number: '2125550199', callerid: '8005550100'}, 12_345],
		['add_queue', {name: 'Spanish', max_wait: '60'}, 70_001],
		['add_ivr', {name: 'Spanish', options: [{key: '1', action: 'transfer:8521'}]}, 3],
		['update_campaign', {campaign_id: '1005', conf_exten: '7003'}, 120_000],
		['delete_ivr', {ivr_id: '7001'}, 60_000],
		['delete_queue', {queue_id: '8520'}, 1],
		['add_account', {account: {company_id: '1', accountid: 'A-1', first_name: 'Bo'}}, 2],
		['add_account', {account: {company_id: '1', accountid: '2026-0000009', phone: '2125550177'}}, 3],
		...Array.from({length: 8}, (): [string, Record<string, unknown>, number] => [
			'get_payment_link',
			{accountid: '2026-0000009', amount: '1', send_by: 'sms'},
			4,
		]),
	];
	for (const [type, params, after] of steps) {
		expect([type, await call(type, params)]).toMatchObject([type, {success: 1}]);
		move(after);
	}
};

const signIn = async (service: Awaited<ReturnType<typeof smallService>>['service'], password: string) => {
	const {response} = await service.handle({type: 'login_user', user: 'ops', pass: password});
	return async (type: string, params: Record<string, unknown> = {}) =>
		(await service.handle({type, token: response.token, ...params})).response;
};

test('closed and opened again: the same world to the bit, the same future, the same store', async () => {
	const first = await smallService({database: file});
	expect(first.service.isRestored).toBe(false);
	await workOn(first);
	const before = copyOf(first.service.world);
	const accounts = await first.call('fetch_accounts', {company_id: '1'});
	first.service.close();

	// Another seed, plan and password have no effect: the world and the user exist already.
	const again = await smallService({
		database: file,
		seed: 99,
		plan: [],
		password: undefined,
		user: 'none',
	} as ServiceOptions);
	expect(again.service.isRestored).toBe(true);
	expect(again.service.password).toBe(undefined);
	expectSame(again.service.world, before);
	const call = await signIn(again.service, 'correct horse');
	expect(await call('fetch_accounts', {company_id: '1'})).toEqual(accounts);
	expect(await call('pause_campaign', {campaign_id: '1003'})).toMatchObject({success: 1});
	again.service.close();
});

test('an uninterrupted world and one that was closed in between have the same future', async () => {
	const whole = await smallService();
	await workOn(whole);
	whole.advance(hour);

	const first = await smallService({database: file});
	await workOn(first);
	first.service.close();
	const again = await smallService({database: file});
	again.advance(hour);
	expectSame(again.service.world, whole.service.world);
	again.service.close();
});

test('a crash: the world is where it was at the last acknowledged write, with the same future', async () => {
	// On a slow machine, five seconds could pass, after which its time is written anyway.
	const first = await smallService({database: file, now: () => 0});
	await workOn(first);
	await first.call('add_account', {account: {company_id: '1', accountid: 'A-2'}});
	const at = first.service.world.now;
	const before = copyOf(first.service.world);
	// What was not acknowledged may be lost.
	first.advance(second);

	const copy = crashCopy();
	const survivor = await smallService({database: copy});
	expect(survivor.service.world.now).toBe(at);
	expectSame(survivor.service.world, before);
	first.advance(hour);
	survivor.service.advanceTo(at + second + hour);
	expectSame(survivor.service.world, first.service.world);
	const call = await signIn(survivor.service, 'correct horse');
	expect(await call('fetch_accounts', {company_id: '1'})).toEqual(
		await first.call('fetch_accounts', {company_id: '1'}),
	);
	survivor.service.close();
	first.service.close();
});

test('how far the world has come is noted every five seconds of the machine', async () => {
	let now = 0;
	const first = await smallService({database: file, now: () => now});
	const {world} = first.service;
	first.advance(minute);
	now += 5000;
	first.advance(minute);
	const noted = world.now;
	now += 4999;
	first.advance(minute);
	const survivor = await smallService({database: crashCopy(), now: () => now});
	expect(survivor.service.world.now).toBe(noted);
	survivor.service.close();
	first.service.close();
});

describe('what fails is undone', () => {
	const plan = [planOf({name: 'One'})];
	const openSmall = async (options: Partial<ServiceOptions> = {}): Promise<DurableWorld> =>
		openDurableWorld({database: file, day: testDay, at: 12 * hour, password: 'x', plan, ...options});

	/** Makes a statement of the database fail, as a full disk would. */
	const failOn = (what: string): void => {
		const other = new DatabaseSync(file);
		other.exec(`create trigger full before ${what} begin select raise(abort, 'disk is full'); end`);
		other.close();
	};

	const prepare = async (what: string, options: Partial<ServiceOptions> = {}): Promise<DurableWorld> => {
		(await openSmall()).close();
		failOn(what);
		return openSmall(options);
	};

	const addUser = ({store}: DurableWorld): void => {
		store.users.add({name: 'kim', fullName: 'Kim', level: 'agent', campaigns: 'all', password: ''});
	};

	test('a command that cannot be written down: world and store are as before', async () => {
		const durable = await prepare("insert on commands when new.name = 'pauseCampaign'");
		durable.advanceTo(durable.world.now + 12_345);
		const id = durable.world.campaigns[0]?.id ?? '';
		const before = copyOf(durable.world);
		expect(() =>
			durable.transaction(() => {
				addUser(durable);
				durable.command('pauseCampaign', id);
			}),
		).toThrow('disk is full');
		expectSame(durable.world, before);
		expect(durable.store.users.has('kim')).toBe(false);
		durable.transaction(() => durable.command('stopCampaign', id));
		const after = copyOf(durable.world);
		durable.close();
		const again = await openSmall();
		expectSame(again.world, after);
		again.close();
	});

	test('a handler that fails after its command', async () => {
		const durable = await openSmall();
		durable.advanceTo(durable.world.now + 4321);
		const before = copyOf(durable.world);
		expect(() =>
			durable.transaction(() => {
				addUser(durable);
				durable.command('pauseCampaign', durable.world.campaigns[0]?.id ?? '');
				throw new TypeError('not expected');
			}),
		).toThrow('not expected');
		expectSame(durable.world, before);
		expect(durable.store.users.has('kim')).toBe(false);
		durable.close();
	});

	test('a second command that is refused takes the first back with it', async () => {
		const durable = await openSmall();
		const {world} = durable;
		const id = world.campaigns[0]?.id ?? '';
		const pauseTwice = (): void => {
			durable.command('pauseCampaign', id);
			durable.command('pauseCampaign', id);
		};
		expect(() => durable.transaction(pauseTwice)).toThrow('Campaign is not running');
		expect(durable.world.campaigns[0]?.state).toBe('dialing');
		durable.close();
	});

	test('a note that cannot be written: it is reported, and tried again in five seconds', async () => {
		let now = 0;
		const report = vi.fn();
		const durable = await prepare('update on progress', {now: () => now, report});
		for (const milliseconds of [5000, 100, 4000]) {
			now += milliseconds;
			durable.advanceTo(durable.world.now + second);
		}
		expect(report).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({message: 'disk is full'}));
		now += 1000;
		durable.advanceTo(durable.world.now + second);
		expect(report).toHaveBeenCalledTimes(2);
		durable.close();
	});

	test('news that cannot be written down are told later', async () => {
		let now = 0;
		const report = vi.fn();
		const durable = await prepare('insert on notifications when (select count(*) from users) = 1', {
			now: () => now,
			report,
			plan: [planOf({name: 'One', lists: [{name: 'Short', leads: 3, active: true, worked: 1}]})],
		});
		const exhaust = (): void => {
			durable.world.happenings.push({kind: 'list-exhausted', time: durable.world.now, campaign: 0, list: 0});
		};
		exhaust();
		durable.advanceTo(durable.world.now + second);
		expect(report).toHaveBeenCalledOnce();
		addUser(durable);
		now += 5000;
		durable.advanceTo(durable.world.now + second);
		expect(report).toHaveBeenCalledOnce();
		expect(durable.world.happenings).toEqual([]);
		durable.close();
	});
});

test('a world that cannot be read is refused, and the file is free for others then', async () => {
	(await smallService({database: file})).service.close();
	const change = (changes: string): void => edit(file, `update world set ${changes}`);
	const opening = () => smallService({database: file});
	change("snapshot = x'00'");
	await expect(opening()).rejects.toThrow('the stored world cannot be read');
});

test('a snapshot is taken once going on would cost more than it, so that bringing a world back is quick', async () => {
	const first = await smallService({database: file});
	// Hours of world time: several snapshots.
	for (let step = 0; step < 40; step++) {
		first.advance(hour / 2);
	}
	await first.call('add_account', {account: {company_id: '1', accountid: 'A-2'}});
	const copy = crashCopy();
	const survivor = await openDurableWorld({database: copy});
	expect(survivor.world.now).toBe(first.service.world.now);
	const {world} = first.service;
	advance(world, world.now);
	expectSame(survivor.world, world);
	survivor.close();
	first.service.close();
});

test('a payment that is due today is taken once, whatever comes between', async () => {
	const first = await smallService({database: file});
	await first.call('add_account', {account: {company_id: '1', accountid: 'A-1', balance: '100'}});
	const payment = {accountid: 'A-1', amount: '10', date: testDay, payment_method_token: 'tok_good'};
	expect(await first.call('add_payment', payment)).toMatchObject({success: 1, status: 'succeeded'});
	const copy = crashCopy();
	first.service.close();
	for (const database of [copy, file]) {
		const again = await smallService({database});
		again.service.advanceTo(again.service.world.now + 36 * hour);
		expect(again.service.store.movements.ofAccount('A-1').filter(({kind}) => kind === 'payment')).toHaveLength(1);
		expect(again.service.store.payments.find(1)?.status).toBe('succeeded');
		again.service.close();
	}
});
