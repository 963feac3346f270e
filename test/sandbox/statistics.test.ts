/** Statistics, graphs and usage agree with the dashboard, with each other, and from day to day. */
import {queryObjects} from 'node:v8';
import {beforeEach, describe, expect, test} from 'vitest';
import {hour, midnightAfter, minute, second} from '../../source/sandbox/world/time.ts';
import {smallService} from './small-service.ts';
import {testDay} from './small-world.ts';

type Response = Record<string, unknown>;

const rows = (value: unknown): Record<string, string>[] => value as Record<string, string>[];
const fields = (value: unknown): Record<string, string> => value as Record<string, string>;
const sum = (values: readonly (string | undefined)[]): number =>
	values.reduce((total, value) => total + Number(value), 0);
/** The cents of a written amount. */
const cents = (amount: unknown): number => Math.round(Number(amount) * 100);

const dayBefore = '2026-03-30';
const dayAfter = '2026-04-01';
const campaignIds = ['1001', '1002', '1003', '1004', '1005', '1006'];

let small: Awaited<ReturnType<typeof smallService>>;

beforeEach(async () => {
	small = await smallService();
});

const dashboard = async (campaign_id: string): Promise<Record<string, string>> =>
	rows((await small.call('get_dashboard_stats', {campaign_id})).dashboard_stats)[0] ?? {};

/** Returns calls as a user who may see only some campaigns. */
const limitedTo = async (...campaigns: string[]) => {
	const {handle, service} = small;
	const {call} = small;
	await call('add_user', {
		user: 'nina',
		pass: 'a long password',
		full_name: 'Nina West',
		level: 'admin',
		campaigns,
	});
	const {response} = await handle({type: 'login_user', user: 'nina', pass: 'a long password'});
	return async (type: string, params: Response = {}): Promise<Response> =>
		(await service.handle({type, token: response.token, ...params})).response;
};

describe('campaign_summary', () => {
	test.each(campaignIds)('of today agrees with the dashboard of %s', async campaign_id => {
		for (let step = 0; step < 10; step++) {
			small.advance(97 * second);
			const {summary, statuses} = await small.call('campaign_summary', {campaign_id});
			const shown = await dashboard(campaign_id);
			const is = fields(summary);
			expect(is).toMatchObject({
				calls: shown.called_today,
				answers: shown.answered_today,
				machines: shown.answering_machine,
				drop_pct: shown.percentage_dropped,
				sales: shown.sales,
			});
			const resolved = sum([is.answers, is.no_answer, is.busy, is.failed]);
			expect(Number(is.calls) - resolved).toBeGreaterThanOrEqual(0);
			expect(Number(is.calls) - resolved).toBeLessThanOrEqual(Number(shown.calls_ringings));
			const ended = new Map(rows(statuses).map(({status, count}) => [status, count]));
			// A call that waits on after it was dropped has not ended.
			const dropped = Number(ended.get('DROP') ?? 0) + Number(is.drops_connected);
			expect(Number(is.drops)).toBeGreaterThanOrEqual(dropped);
			expect(Number(is.drops)).toBeLessThanOrEqual(dropped + Number(shown.calls_waiting));
			expect(is.sales).toBe(ended.get('SALE') ?? '0');
			expect(is.busy).toBe(ended.get('BUSY') ?? '0');
			expect(sum([...ended.values()])).toBeLessThanOrEqual(Number(is.calls) + Number(is.inbound));
		}
	});

	test('names the statuses by how often they were', async () => {
		const {statuses} = await small.call('campaign_summary', {campaign_id: '1002'});
		const counts = rows(statuses).map(({count}) => Number(count));
		expect(counts.length).toBeGreaterThan(5);
		expect(counts).toEqual(counts.toSorted((a, b) => b - a));
		expect(counts).not.toContain(0);
	});

	test('of yesterday says what the dashboard said before midnight, and a span sums its days', async () => {
		const {world, call, service} = small;
		const midnight = midnightAfter(world, world.now);
		service.advanceTo(midnight - 1);
		// Who is to be called back is told of today alone.
		const {callbacks_due: due, ...before} = fields((await call('campaign_summary', {campaign_id: '1002'})).summary);
		expect(Number(due)).toBeGreaterThan(0);
		const evening = await dashboard('1002');
		service.advanceTo(midnight + 10 * hour);
		const span = async (from?: string, to?: string) =>
			fields((await call('campaign_summary', {campaign_id: '1002', from, to})).summary);
		const yesterday = await span(testDay, testDay);
		expect(yesterday).toEqual(before);
		expect(yesterday.calls).toBe(evening.called_today);
		const today = await span(dayAfter);
		expect(Number(today.calls)).toBeGreaterThan(0);
		expect(await span()).toEqual(today);
		const both = await span(testDay);
		for (const name of [
			'calls',
			'answers',
			'machines',
			'no_answer',
			'busy',
			'failed',
			'drops',
			'drops_connected',
			'sales',
		]) {
			expect(Number(both[name])).toBe(Number(yesterday[name]) + Number(today[name]));
		}
		const people = Number(both.answers) - Number(both.machines);
		expect(both.drop_pct).toBe(((100 * Number(both.drops)) / people).toFixed(2));
		expect(await span(undefined, testDay)).toEqual(yesterday);
	});

	test('of days that the world does not remember is nothing', async () => {
		const answer = await small.call('campaign_summary', {campaign_id: '1002', from: dayBefore, to: dayBefore});
		expect(answer).toMatchObject({summary: {calls: '0', drop_pct: '0.00', talk_sec: '0'}, statuses: []});
	});

	test('refuses a span that ends before it begins', async () => {
		const {call} = small;
		const refused = async (span: Response): Promise<unknown> =>
			(await call('campaign_summary', {campaign_id: '1002', ...span})).error;
		expect(await refused({from: testDay, to: dayBefore})).toBe('Invalid value: to');
		expect(await refused({from: dayAfter})).toBe('Invalid value: from');
		expect(await refused({from: '2026-02-30'})).toBe('Invalid value: from');
	});
});

describe('get_all_stats', () => {
	test('has the dashboard row of each campaign that the user may see', async () => {
		const stats = rows((await small.call('get_all_stats')).stats);
		expect(stats).toEqual(await Promise.all(campaignIds.map(dashboard)));
		expect((await small.call('get_all_stats', {date: testDay})).stats).toEqual(stats);
		const limited = await limitedTo('1003', '1005');
		const seen = rows((await limited('get_all_stats')).stats);
		expect(seen.map(({campaign_id}) => campaign_id)).toEqual(['1003', '1005']);
	});

	test('has the figures of a day that is over, without those that were live', async () => {
		const {world, call, service} = small;
		const midnight = midnightAfter(world, world.now);
		service.advanceTo(midnight - 1);
		const evening = await dashboard('1002');
		service.advanceTo(midnight + 10 * hour);
		const {stats} = await call('get_all_stats', {date: testDay});
		expect(rows(stats)).toHaveLength(6);
		const row = rows(stats)[1] ?? {};
		expect(row).toMatchObject({campaign_id: '1002', called_today: evening.called_today});
		expect(evening).toMatchObject(row);
		for (const live of ['active_calls', 'ready', 'remaining_leads', 'display_status', 'mtd_charge']) {
			expect(row).not.toHaveProperty(live);
		}
	});

	test('refuses a day that it knows nothing of', async () => {
		for (const date of [dayBefore, dayAfter]) {
			expect(await small.call('get_all_stats', {date})).toEqual({
				success: 0,
				error: 'Invalid value: date',
				tech_msg: 'invalid-value',
				detail: `there are figures from ${testDay} to ${testDay}`,
			});
		}
	});
});

test('the graphs of an hour are written anew each minute, and the old ones are not kept', async () => {
	const objectsAfter = async (minutes: number): Promise<number> => {
		for (let passed = 0; passed < minutes; passed++) {
			small.advance(minute);
			for (const campaign_id of campaignIds) {
				await small.call('get_dashboard_stats', {campaign_id});
			}
		}
		return queryObjects(Object, {format: 'count'});
	};
	small.advance(hour);
	const before = await objectsAfter(1);
	// A campaign's graphs are 240 points, and as many written ones.
	expect((await objectsAfter(15)) - before).toBeLessThan(campaignIds.length * 240);
});

describe('get_graph_data', () => {
	const graphs = ['calls_graph_data', 'agent_graph_data', 'lead_status_graph', 'call_status_graph'];
	const data = async (params: Response) =>
		rows((await small.call('get_graph_data', {campaign_id: '1002', ...params})).graph_data);

	test.each(graphs)('has the points of %s', async graph => {
		const answer = await small.call('get_dashboard_stats', {campaign_id: '1002'});
		expect(answer[graph]).toHaveLength(30);
		expect(await data({graph})).toEqual(answer[graph]);
		expect((await small.call('get_all_graphs', {campaign_id: '1002'}))[graph]).toEqual(answer[graph]);
	});

	test.each([120, 300, 420, 900, 3600])(
		'gathers points of %i seconds: counts summed, states the last',
		async interval => {
			small.advance(17 * minute);
			const calls = await data({graph: 'calls_graph_data'});
			const gathered = await data({graph: 'calls_graph_data', interval});
			for (const name of ['dialed', 'delivered', 'drops']) {
				expect(sum(gathered.map(point => point[name]))).toBe(sum(calls.map(point => point[name])));
			}
			expect(gathered.length).toBeLessThanOrEqual(Math.ceil((47 * 60) / interval) + 1);
			const agents = new Map((await data({graph: 'agent_graph_data'})).map(point => [point.datetime, point]));
			for (const point of await data({graph: 'agent_graph_data', interval})) {
				expect(point).toEqual(agents.get(point.datetime));
			}
			const secondsOf = (time = ''): number => {
				const [hours = 0, minutes = 0] = time.split(':').map(Number);
				return hours * 3600 + minutes * 60;
			};
			for (const {datetime} of gathered.slice(0, -1)) {
				expect(secondsOf(datetime) % interval).toBe(0);
			}
		},
	);

	test('keeps to its days: a point at midnight is the last of the day before', async () => {
		const {world, service} = small;
		const midnight = midnightAfter(world, world.now);
		service.advanceTo(midnight + 10 * minute);
		const graph = 'calls_graph_data';
		const times = (points: Record<string, string>[]) => points.map(({datetime}) => datetime);
		const all = times(await data({graph}));
		const today = times(await data({graph, from: dayAfter, to: dayAfter}));
		const yesterday = all.slice(0, -today.length);
		expect(yesterday).toHaveLength(50);
		expect(yesterday.at(-1)).toBe('00:00:00');
		expect(today).toHaveLength(10);
		expect(today[0]).toBe('00:01:00');
		expect([...yesterday, ...today]).toEqual(all);
		expect(times(await data({graph, interval: 1800})).slice(-2)).toEqual(['00:00:00', '00:10:00']);
	});

	test.each([
		[{graph: 'bars'}, 'Invalid value: graph'],
		[{}, 'Missing parameter: graph'],
		[{graph: 'calls_graph_data', interval: 90}, 'Invalid value: interval'],
		[{graph: 'calls_graph_data', interval: 0}, 'Invalid value: interval'],
		[{graph: 'calls_graph_data', interval: 3660}, 'Invalid value: interval'],
		[{graph: 'calls_graph_data', from: testDay, to: dayBefore}, 'Invalid value: to'],
		[{graph: 'calls_graph_data', from: dayBefore}, 'Invalid value: from'],
		[{graph: 'calls_graph_data', from: dayAfter, to: dayAfter}, 'Invalid value: from'],
		[{graph: 'calls_graph_data', campaign_id: '77'}, 'Campaign not found'],
	])('refuses %j', async (params, error) => {
		expect((await small.call('get_graph_data', {campaign_id: '1002', ...params})).error).toBe(error);
	});
});

test('get_campaign_stats looks back over whole minutes', async () => {
	small.advance(50 * minute);
	for (const campaign_id of campaignIds) {
		const stats = fields((await small.call('get_campaign_stats', {campaign_id})).stats);
		expect(Object.keys(stats)).toHaveLength(15);
		const shown = await dashboard(campaign_id);
		expect([stats.calls_today, stats.answers_today]).toEqual([shown.called_today, shown.answered_today]);
		const points = rows((await small.call('get_all_graphs', {campaign_id})).calls_graph_data);
		expect(points).toHaveLength(60);
		for (const [span, minutes] of [
			['hour', 60],
			['halfhour', 30],
			['fivemin', 5],
			['onemin', 1],
		] as const) {
			expect(Number(stats[`calls_${span}`])).toBe(sum(points.slice(-minutes).map(({dialed}) => dialed)));
			expect(Number(stats[`drops_${span}`])).toBe(sum(points.slice(-minutes).map(({drops}) => drops)));
			expect(Number(stats[`answers_${span}`])).toBeLessThanOrEqual(Number(stats.answers_today));
		}
		expect(Number(stats.answers_hour)).toBeGreaterThanOrEqual(Number(stats.answers_halfhour));
	}
	expect(fields((await small.call('get_campaign_stats', {campaign_id: '1002'})).stats).answers_onemin).not.toBe('0');
});

describe('get_usage', () => {
	const usage = async (params: Response = {}) => small.call('get_usage', params);
	const days = (answer: Response) => rows(answer.days);

	test('of a campaign today is what its dashboard says, and campaigns sum to all of them', async () => {
		const answers = await Promise.all(campaignIds.map(async campaign_id => usage({campaign_id})));
		for (const [place, answer] of answers.entries()) {
			const shown = await dashboard(campaignIds[place] ?? '');
			expect(answer).toMatchObject({minutes: shown.todays_minutes, charge: shown.todays_charge});
		}
		const all = await usage();
		expect(cents(all.charge)).toBe(sum(answers.map(({charge}) => String(cents(charge)))));
		expect(cents(all.charge)).toBeGreaterThan(0);
		expect(Number(all.texts)).toBeGreaterThan(500);
		expect(Number(answers[5]?.texts)).toBe(Number(all.texts));
		expect(all.charge).toMatch(/^\d+\.\d\d$/);
	});

	test('its days sum to its totals to the cent, and to the month on the dashboard', async () => {
		const {world, service} = small;
		service.advanceTo(world.now + 3 * 24 * hour);
		const all = await usage({from: '2026-01-01', to: '2026-12-31'});
		expect(days(all).map(({date}) => date)).toEqual(['2026-03-31', ...[1, 2, 3].map(day => `2026-04-0${day}`)]);
		for (const name of ['minutes', 'texts', 'charge'] as const) {
			expect(cents(all[name])).toBe(sum(days(all).map(day => String(cents(day[name])))));
		}
		const month = await usage({from: dayAfter});
		const shown = await Promise.all(campaignIds.map(dashboard));
		expect(cents(month.charge)).toBe(sum(shown.map(({mtd_charge}) => String(cents(mtd_charge)))));
		expect(cents(month.minutes)).toBe(sum(shown.map(({mtd_minutes}) => String(cents(mtd_minutes)))));
	});

	test('the balance falls by what is charged', async () => {
		const before = await usage();
		small.advance(hour);
		const after = await usage();
		expect(cents(after.charge)).toBeGreaterThan(cents(before.charge));
		expect(cents(before.balance) - cents(after.balance)).toBe(cents(after.charge) - cents(before.charge));
		expect((await usage({campaign_id: '1003'})).balance).toBe(after.balance);
	});

	test('texts sent by hand are counted by their segments, and charged', async () => {
		const before = await usage();
		const send = async (params: Response) =>
			small.call('send_text_message', {to: '2125550123', message: 'x'.repeat(200), ...params});
		expect(await send({campaign_id: '1003'})).toMatchObject({segments: '2', status: 'sent'});
		expect(await send({})).toMatchObject({segments: '2', status: 'sent'});
		const after = await usage();
		expect(Number(after.texts)).toBe(Number(before.texts) + 4);
		// Two of the segments are rounded together with the campaign's calls of the day.
		expect(cents(after.charge) - cents(before.charge)).toBeOneOf([3, 4]);
		expect(cents(before.balance) - cents(after.balance)).toBe(cents(after.charge) - cents(before.charge));
		expect(await usage({campaign_id: '1003'})).toMatchObject({texts: '2', days: [{texts: '2'}]});
		expect(await usage({campaign_id: '1004'})).toMatchObject({texts: '0'});
		const limited = await limitedTo('1003');
		expect(await limited('get_usage')).toMatchObject({texts: '2', balance: after.balance});
	});

	test('of a user who may see some campaigns is theirs alone; a manager may not ask', async () => {
		const limited = await limitedTo('1002', '1003');
		const [two, three] = [await usage({campaign_id: '1002'}), await usage({campaign_id: '1003'})];
		expect(cents((await limited('get_usage')).charge)).toBe(cents(two.charge) + cents(three.charge));
		expect((await limited('get_usage', {campaign_id: '1004'})).error).toBe('Permission denied');
		expect((await limited('campaign_summary', {campaign_id: '1004'})).error).toBe('Permission denied');
	});

	test('refuses a span that ends before it begins', async () => {
		expect((await usage({from: testDay, to: dayBefore})).error).toBe('Invalid value: to');
		expect((await usage({campaign_id: '77'})).error).toBe('Campaign not found');
	});
});
