/** Lists and results: their fields, their order, and who sees them. */
import {describe, expect, test} from 'vitest';
import {day, hour, minute} from '../../source/sandbox/world/time.ts';
import {withUser} from './other-users.ts';
import {smallService} from './small-service.ts';
import {planOf} from './small-world.ts';

type Response = Record<string, unknown>;
type Call = (type: string, params?: Record<string, unknown>) => Promise<Response>;

const listIds = async (call: Call, params: Record<string, unknown> = {}, type = 'get_lists'): Promise<unknown[]> =>
	((await call(type, params)).lists as Response[]).map(({list_id}) => list_id);

const results = async (call: Call, params: Record<string, unknown> = {}): Promise<Record<string, string>[]> =>
	(await call('get_results', {campaign_id: '1002', ...params})).results as Record<string, string>[];

describe('lists', () => {
	test('come newest first, whatever they are filtered by', async () => {
		const {call, advance} = await smallService();
		const all = ['50007', '50006', '50005', '50004', '50003', '50002', '50001'];
		expect(await listIds(call)).toEqual(all);
		const {list_id} = await call('add_leads', {campaign_id: '1001', phones: '2125550101'});
		expect(await listIds(call)).toEqual([list_id, ...all]);
		expect(await listIds(call, {filter: 'RA'})).toEqual([list_id, '50007', '50006']);
		expect(await listIds(call, {filter: 'RD'})).toEqual(['50007', '50006', '50005', '50004', '50002']);
		expect(await listIds(call, {filter: 'RD', campaign_id: '1002', status: 'Y'})).toEqual(['50002']);
		expect(await listIds(call, {campaign_id: '1002'}, 'get_campaign_lists')).toEqual(['50003', '50002']);
		advance(day);
		await call('stop_campaign', {campaign_id: '1002'});
		advance(day + hour);
		expect(await listIds(call, {filter: 'RD', campaign_id: '1002'})).toEqual([]);
		advance(6 * day);
		expect(await listIds(call, {filter: 'RA'})).toEqual([]);
	});

	test('change when they are turned on or off, or leads are added', async () => {
		const {call, advance} = await smallService();
		const list_id = '50003';
		const changed = async () => ((await call('get_list', {list_id})).list as Response).list_changedate;
		await call('change_status', {list_id, status: 'N'});
		expect(await changed()).toMatch(/^2026-03-1/);
		advance(minute);
		expect(await call('change_status', {list_id, status: 'Y'})).toEqual({success: 1, error: '', list_id, status: 'Y'});
		expect(await changed()).toBe('2026-03-31 12:31:00');
		advance(minute);
		await call('add_leads', {list_id, phones: '2125550101'});
		expect(await changed()).toBe('2026-03-31 12:32:00');
	});

	test('a user of some campaigns sees and turns only theirs', async () => {
		const small = await smallService();
		const limited = await withUser(small, 'limited', 'manager', ['1002']);
		expect(await listIds(limited)).toEqual(['50003', '50002']);
		expect(await listIds(limited, {}, 'get_campaign_lists')).toEqual(['50003', '50002']);
		for (const [type, params] of [
			['get_list', {list_id: '50001'}],
			['get_lists', {campaign_id: '1001'}],
			['change_status', {list_id: '50001', status: 'N'}],
			['get_results', {campaign_id: '1001'}],
			['get_results', {campaign_id: '1002', list_id: '50001'}],
		] as const) {
			expect([type, (await limited(type, params)).error]).toEqual([type, 'Permission denied']);
		}
		expect(((await small.call('get_list', {list_id: '50001'})).list as Response).status).toBe('Y');
	});
});

describe('get_results', () => {
	test('a result is a call of the log', async () => {
		const {call} = await smallService();
		const {total} = await call('get_results', {campaign_id: '1002'});
		const [newest = {}] = await results(call, {limit: 1, page: total});
		const entries = (await call('search_lead')).all_log_search as Record<string, string>[];
		const entry = entries.find(({lead_id}) => lead_id === newest.lead_id);
		expect(newest).toEqual({
			uniqueid: entry?.uniqueid,
			lead_id: entry?.lead_id,
			phone_number: entry?.phone_number,
			status: entry?.status,
			call_date: entry?.call_date,
			length_in_sec: expect.stringMatching(/^\d+$/),
			user: expect.any(String),
			caller_id: '8005550100',
			flag: entry?.flag,
			call_type: entry?.call_type,
		});
	});

	test('pages of a hundred, oldest first, hold every call once', async () => {
		const {call, world} = await smallService();
		const all: Record<string, string>[] = [];
		for (let page = 1; ; page++) {
			const some = await results(call, {page});
			all.push(...some);
			if (some.length < 100) {
				break;
			}
		}
		expect(all).toHaveLength(world.campaigns[1]?.counters.called ?? 0);
		const minutes = all.map(({call_date = ''}) => call_date);
		// All within one day, so that they sort as they read: 12 PM is the first hour of its half.
		expect(minutes.every(date => /^03\/31\/26 12:\d\d PM$/.test(date))).toBe(true);
		expect(minutes).toEqual(minutes.toSorted());
		expect(await results(call, {page: 1_000_000})).toEqual([]);
	});

	test('by list and by day', async () => {
		const {call, advance} = await smallService({
			plan: [
				planOf({name: 'Old', state: 'stopped'}),
				planOf({
					name: 'Two',
					lists: [
						{name: 'A', leads: 2000, active: true, worked: 0},
						{name: 'B', leads: 2000, active: true, worked: 0},
					],
				}),
			],
		});
		const count = async (params: Record<string, unknown>) => (await results(call, params)).length;
		const isOf = (from: number, until: number) => (row: Record<string, string>) => {
			const lead = Number(row.lead_id?.split(' ')[0]);
			return lead > from && lead <= until;
		};
		expect((await results(call, {list_id: '50002'})).every(isOf(2000, 4000))).toBe(true);
		expect((await results(call, {list_id: '50003'})).every(isOf(4000, 6000))).toBe(true);
		expect(await count({list_id: '50003'})).toBeGreaterThan(10);
		await call('stop_campaign', {campaign_id: '1002'});
		advance(day);
		expect(await count({from: '2026-03-31', to: '2026-03-31'})).toBe(100);
		expect(await count({from: '2026-04-01'})).toBe(0);
		expect(await count({to: '2026-03-30'})).toBe(0);
		expect(await count({to: '2026-03-31'})).toBe(100);
	});

	test.each<[Record<string, unknown>, string]>([
		[{from: '2026-03-31', to: '2026-03-30'}, 'Invalid value: to'],
		[{from: '2026-02-30'}, 'Invalid value: from'],
		[{page: '0'}, 'Invalid value: page'],
		[{list_id: '50001'}, 'Invalid value: list_id'],
		[{list_id: '77'}, 'List not found'],
		[{campaign_id: '77'}, 'Campaign not found'],
		[{campaign_id: ''}, 'Missing parameter: campaign_id'],
	])('%j is refused: %s', async (params, error) => {
		const {call} = await smallService();
		expect(await call('get_results', {campaign_id: '1002', ...params})).toMatchObject({success: 0, error});
	});
});

test('search_lead shows a user of some campaigns their calls alone', async () => {
	const small = await smallService();
	const limited = await withUser(small, 'limited', 'agent', ['1003']);
	const calls = (await limited('search_lead')).all_log_search as Response[];
	expect(calls.length).toBeGreaterThan(10);
	expect(new Set(calls.map(({campaign_id}) => campaign_id))).toEqual(new Set(['1003']));
});
