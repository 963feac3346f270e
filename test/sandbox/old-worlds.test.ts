/** Databases that an earlier dialtop wrote go on under today's: see old-worlds/. */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {gunzipSync} from 'node:zlib';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {habitsWithout} from '../../source/sandbox/world/habits.ts';
import {hour} from '../../source/sandbox/world/time.ts';
import {checkInvariants} from './invariants.ts';
import {smallService} from './small-service.ts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-old-'));
});

afterEach(() => {
	rmSync(folder, {recursive: true});
});

/** Opens a copy of an old database, after `change` to it, signed in. */
const openOld = async (name: string, change?: string) => {
	const database = join(folder, 'old.db');
	writeFileSync(database, gunzipSync(readFileSync(new URL(`old-worlds/${name}.db.gz`, import.meta.url))));
	if (change) {
		const other = new DatabaseSync(database);
		other.exec(change);
		other.close();
	}
	return {database, ...(await smallService({database}))};
};

test('what an operator kept in world version 4 is there, and the floor goes on', async () => {
	const {service, world, database, call, advance} = await openOld('world-4-closed');
	expect(service.isRestored).toBe(true);

	const {accounts} = await call('fetch_accounts', {company_id: '1', all_phones: '1'});
	expect(accounts).toContainEqual(
		expect.objectContaining({accountid: 'OLD-1', first_name: 'Old', phone: '2125550142'}),
	);
	for (const query of ['old-1', 'OLD', '2125550142']) {
		expect((await call('search_lead', {query})).all_log_search).toContainEqual(
			expect.objectContaining({full_name: expect.stringContaining('Old'), phone_number: '2125550142'}),
		);
	}
	expect(await call('get_payment_status', {payment_id: '1'})).toMatchObject({status: 'succeeded', amount: '50.00'});
	expect(await call('agreement_details', {plan_id: '1'})).toMatchObject({plan: {total: '100.00', status: 'active'}});
	expect((await call('get_schedules', {plan_id: '1'})).schedules).toHaveLength(4);
	expect((await call('retrieve_sent_messages')).messages).toContainEqual(
		expect.objectContaining({to: '2125550142', body: 'hello'}),
	);
	expect((await call('get_dncs')).dncs).toEqual([expect.objectContaining({phone_number: '2125550143'})]);
	expect((await call('get_queues')).queues).toContainEqual(expect.objectContaining({name: 'Old queue'}));
	expect((await call('list_ivrs')).ivrs).toContainEqual(expect.objectContaining({name: 'Old menu'}));
	expect(accounts).toContainEqual(expect.objectContaining({accountid: 'OLD-2', phone: '3105550123'}));
	expect(await call('get_list', {list_id: '50007'})).toMatchObject({list: {total_leads: '1', new_leads: '1'}});
	expect(await call('get_dashboard_stats', {campaign_id: '1003'})).toMatchObject({
		dashboard_stats: [{campaign_name: 'Spring Collections', called_today: '222', human_answered_calls: '56'}],
	});

	const marks = checkInvariants(world);
	advance(2 * hour);
	checkInvariants(world, marks);
	expect(world.campaigns[2]?.counters.called).toBeGreaterThan(222);
	const {now} = world;
	service.close();

	const again = await smallService({database});
	expect(again.world.now).toBe(now);
	again.service.close();
});

test('commands since the last snapshot of world version 4 are carried out, but one that today is refused', async () => {
	const {service, world, call, advance} = await openOld(
		'world-4-crashed',
		"insert into commands (time, name, arguments) select time, name, arguments from commands where name = 'stopCampaign'",
	);
	expect((await call('get_campaigns')).campaigns).toMatchObject([
		{campaign_id: '1003', display_status: 'PLAY'},
		{campaign_id: '1002', display_status: 'PLAY'},
		{campaign_id: '1001', display_status: 'STOP'},
	]);
	expect(world.campaignById.get('1003')?.settings).toMatchObject({level: 2.5, lines: 3});
	expect(await call('get_list', {list_id: '50004'})).toMatchObject({list: {status: 'N'}});
	expect(await call('get_list', {list_id: '50007'})).toMatchObject({list: {total_leads: '1'}});
	const marks = checkInvariants(world);
	advance(hour);
	checkInvariants(world, marks);
	service.close();
});

test('the floor of world version 5 goes on with its calls, and its people get their habits', async () => {
	const {service, world, database, call, advance} = await openOld('world-5-closed');
	expect(service.isRestored).toBe(true);
	expect(world.habits).toEqual(habitsWithout());
	expect(world.calls.filter(Boolean)).toHaveLength(6);
	expect(await call('campaign_summary', {campaign_id: '1003'})).toMatchObject({
		summary: {calls: '1688', answers: '928', sales: '34', callbacks_due: '28'},
	});
	expect(await call('agreement_details', {plan_id: '1'})).toMatchObject({plan: {total: '100.00', status: 'active'}});
	let marks = checkInvariants(world);
	advance(2 * hour);
	marks = checkInvariants(world, marks);
	advance(24 * hour);
	checkInvariants(world, marks);
	expect(world.campaigns[2]?.days.at(-1)?.counters.called).toBeGreaterThan(1688);
	service.close();

	const again = await smallService({database});
	expect(again.world.now).toBe(world.now);
	again.service.close();
});

test('calls of world version 5 that ring, are held or are listened to go on, and come to their end', async () => {
	const {service, world, call, advance} = await openOld('world-5-crashed');
	const {accounts} = await call('fetch_accounts', {company_id: '1'});
	expect(accounts).toContainEqual(expect.objectContaining({accountid: 'OLD-5', balance: '75.50'}));
	expect((await call('get_dashboard_stats', {campaign_id: '1001'})).dashboard_stats).toMatchObject([
		// It played its message with msg=N, which it does with msg=Y now.
		{called_today: '612', transfers: '9', calls_in_ivr: '20', am_leave_message: 'Y'},
	]);
	// Those who were on a call of the queue.
	expect((await call('get_dashboard_stats', {campaign_id: '1002'})).dashboard_stats).toMatchObject([{paused: '3'}]);
	const under = world.calls.flatMap(live => live?.number ?? []);
	expect(under.length).toBeGreaterThan(20);
	let marks = checkInvariants(world);
	advance(hour / 2);
	marks = checkInvariants(world, marks);
	expect(world.calls.filter(live => live && under.includes(live.number))).toEqual([]);
	expect((await call('search_lead', {flag: 'TEST'})).all_log_search).toHaveLength(2);
	expect(world.campaigns[0]?.counters.transfers).toBeGreaterThan(9);
	advance(hour / 2);
	checkInvariants(world, marks);
	service.close();
});
