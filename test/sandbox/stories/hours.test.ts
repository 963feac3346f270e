import {expect, test} from 'vitest';
import {leadOfAccountId, leadsOfPhone, personOf} from '../../../source/sandbox/world/leads.ts';
import {hour, minute} from '../../../source/sandbox/world/time.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

/** Area codes of each zone that seeded leads have. */
const east =
	/^(?:2(?:01|02|03|12|15|16|39)|3(?:01|02|04|05|13|15)|4(?:04|07|10|12)|6(?:03|09|10|17)|7(?:03|04|18)|9(?:08|10))/;
const west =
	/^(?:2(?:06|09|13|53)|3(?:10|23|60)|4(?:08|15|25)|5(?:03|09|10|30|41|59|62)|6(?:19|26|50|61)|7(?:02|07|14|60|75)|8(?:05|18))/;

const large = {name: 'Large', leads: 20_000, active: true, worked: 0};

const broadcast = planOf({
	agents: 0,
	attemptLimit: 1,
	lists: [large],
	settings: {method: 'BROADCAST', velocity: 20, schedule: '9am-9pm'},
});

test('a lead added in California is called within its day, though thousands in the East are not called yet', async () => {
	await using service = await httpService({plan: [broadcast], at: 10 * hour, warmUp: 0});
	const added = {campaign_id: '1001', list_id: '50001', phones: '4155550199', first_name: 'Cal', last_name: 'Ifornia'};
	expect(await service.call('add_leads', added)).toMatchObject({success: 1});
	service.advance(4 * hour);
	const [call] = await service.rows('search_lead', 'all_log_search', {query: '4155550199', days: '0'});
	expect(call).toMatchObject({full_name: 'Cal Ifornia', list_id: '50001'});
	// Nine in the morning in California is noon in the East.
	expect(call?.call_date?.slice(9)).toMatch(/^(?:12|01):\d\d PM$/);
});

test('the zones share the calls from the hour at which each may be called', async () => {
	await using service = await httpService({plan: [broadcast], at: 9 * hour, warmUp: 0});
	const calledBy = async (): Promise<{east: number; west: number}> => {
		const rows = await service.rows('search_lead', 'all_log_search', {days: '0'});
		const phones = rows.map(({phone_number = ''}) => phone_number);
		return {
			east: phones.filter(phone => east.test(phone)).length,
			west: phones.filter(phone => west.test(phone)).length,
		};
	};
	service.advance(20 * minute);
	expect(await calledBy()).toMatchObject({west: 0});
	service.advance(2.6 * hour);
	expect((await calledBy()).west).toBe(0);
	// An hour of calls after noon, when all zones of the mainland may be called: the last 500 calls.
	service.advance(70 * minute);
	const both = await calledBy();
	expect(both.west / both.east).toBeGreaterThan(0.3);
	expect(both.west / both.east).toBeLessThan(2);
});

test.each([
	['America/New_York', 'America/New_York'],
	['America/Chicago', 'America/Chicago'],
	['Pacific/Honolulu', 'Pacific/Honolulu'],
])('a service in %s keeps its own midnight', async (_, timeZone) => {
	await using service = await httpService({
		timeZone,
		day: '2026-03-31',
		at: 23 * hour,
		warmUp: 0,
		plan: [planOf({agents: 0, settings: {method: 'BROADCAST', velocity: 20}})],
	});
	service.advance(30 * minute);
	const evening = await service.dashboard('1001');
	expect(Number(evening.called_today)).toBeGreaterThan(500);
	const [late] = await service.rows('search_lead', 'all_log_search', {search_date: '2026-03-31'});
	expect(late?.call_date).toMatch(/^03\/31\/26 11:\d\d PM$/);
	service.advance(40 * minute);
	const after = await service.dashboard('1001');
	expect(Number(after.called_today)).toBeLessThan(250);
	const stats = await service.rows('get_all_stats', 'stats', {date: '2026-03-31'});
	expect(Number(stats[0]?.called_today)).toBeGreaterThan(1100);
	expect(Number(after.mtd_minutes)).toBeCloseTo(Number(after.todays_minutes), 5);
	const usage = await service.rows('get_usage', 'days', {from: '2026-03-31'});
	expect(usage.map(({date}) => date)).toEqual(['2026-03-31', '2026-04-01']);
});

test('calling hours follow the clocks of the leads, not of the service', async () => {
	await using service = await httpService({
		timeZone: 'America/Los_Angeles',
		at: 6 * hour,
		warmUp: 0,
		plan: [broadcast],
	});
	service.advance(30 * minute);
	const rows = await service.rows('search_lead', 'all_log_search', {days: '0'});
	expect(rows.length).toBeGreaterThan(400);
	expect(rows.every(({phone_number = ''}) => !west.test(phone_number))).toBe(true);
	expect(await service.dashboard('1001')).toMatchObject({scheduler_status: 'OPEN'});
});

test('the day on which clocks go forward has 23 hours, and shifts begin by the clock on either side of it', async () => {
	await using service = await httpService({
		day: '2026-03-07',
		at: 8 * hour,
		warmUp: 0,
		plan: [
			planOf({
				agents: 20,
				lists: [large],
				shifts: [{days: [0, 1, 2, 3, 4, 5, 6], from: 9 * hour, length: 9 * hour, share: 1, breaks: []}],
			}),
		],
	});
	const agentsAt = async (milliseconds: number): Promise<number> => {
		service.advance(milliseconds);
		return Number((await service.dashboard('1001')).total);
	};
	expect(await agentsAt(55 * minute)).toBe(0);
	expect(await agentsAt(50 * minute)).toBeGreaterThan(15);
	// To 8:55 of the next day: an hour was left out.
	expect(await agentsAt(22 * hour + 10 * minute)).toBe(0);
	expect(await agentsAt(50 * minute)).toBeGreaterThan(15);
	const [list] = await service.rows('get_lists', 'lists');
	expect(list?.list_lastcalldate).toMatch(/^2026-03-08 09:4\d/);
});

test('agents take breaks and lunch, an evening shift follows the day shift, and Sunday is closed', async () => {
	const week = [1, 2, 3, 4, 5, 6];
	const lunch = {at: 12 * hour, within: 0, length: 30 * minute};
	await using service = await httpService({
		// A Saturday.
		day: '2026-03-28',
		at: 11.5 * hour,
		warmUp: 2 * hour,
		carrier: {absent: 0, pauseChance: 0},
		plan: [
			planOf({
				agents: 40,
				settings: {schedule: '9am-9pm-mon-sat'},
				shifts: [
					{days: week, from: 14 * hour, length: 7 * hour, share: 0.5, breaks: []},
					{days: week, from: 8.5 * hour, length: 9 * hour, share: 0.5, breaks: [lunch]},
				],
			}),
		],
	});
	const board = () => service.dashboard('1001');
	const morning = Number((await board()).total);
	expect(morning).toBeGreaterThan(10);
	expect(morning).toBeLessThan(30);
	service.advance(50 * minute);
	expect(Number((await board()).paused)).toBeGreaterThan(0.8 * morning);
	service.advance(30 * minute);
	expect(Number((await board()).paused)).toBeLessThan(2);
	service.advance(3 * hour);
	expect(Number((await board()).total)).toBe(40);
	service.advance(4 * hour);
	expect(Number((await board()).total)).toBe(40 - morning);
	// Sunday noon.
	service.advance(16.2 * hour);
	expect(await board()).toMatchObject({total: '0', called_today: '0', scheduler_status: 'CLOSED'});
	service.advance(24 * hour);
	expect(await board()).toMatchObject({scheduler_status: 'OPEN'});
	expect(Number((await board()).total)).toBe(morning);
});

test('a list that arrives overnight is called the next day, and its people are found by number and account', async () => {
	await using service = await httpService({
		at: 21 * hour,
		warmUp: 0,
		plan: [
			planOf({
				lists: [{name: 'Old', leads: 100, active: true, worked: 1}],
				settings: {schedule: '9am-9pm'},
				supplies: [{name: 'Fresh', leads: 1500, days: [3]}],
			}),
		],
	});
	// A lead that is added lies between those of the two lists.
	await service.call('add_leads', {campaign_id: '1001', list_id: '50001', phones: '2125550101', last_name: 'Between'});
	service.advance(14 * hour);
	const [fresh, old] = await service.rows('get_lists', 'lists');
	expect(fresh).toMatchObject({list_name: 'Fresh, 2026-04-01', status: 'Y', total_leads: '1500'});
	expect(old).toMatchObject({list_name: 'Old', total_leads: '101'});
	const called = (await service.rows('search_lead', 'all_log_search')).find(({list_id}) => list_id === fresh?.list_id);
	const {phone_number = '', full_name = ''} = called ?? {};
	const found = await service.rows('search_lead', 'all_log_search', {query: phone_number});
	expect(found.map(row => [row.full_name, row.list_name])).toContainEqual([full_name, 'Fresh, 2026-04-01']);
	const {world} = service;
	const accounts = await service.rows('fetch_accounts', 'accounts', {company_id: '1'});
	expect(accounts.some(({accountid = ''}) => leadOfAccountId(world, accountid) !== undefined)).toBe(true);
	for (let lead = 101; lead < world.leads.count; lead += 97) {
		const {accountId, phone} = personOf(world, lead);
		expect([leadOfAccountId(world, accountId), leadsOfPhone(world, phone)]).toEqual([lead, [lead]]);
	}
	expect(new Set(accounts.map(({accountid}) => accountid)).size).toBe(accounts.length);
});
