/** At any moment of any small world, every operation that counts calls or charges counts the same. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {day, dayText, hour, midnightAfter, midnightOf, minute, second} from '../../source/sandbox/world/time.ts';
import {smallService} from './small-service.ts';
import {planOf} from './small-world.ts';

type Small = Awaited<ReturnType<typeof smallService>>;
type Rows = Record<string, string>[];

const lists = [{name: 'a', leads: 900, active: true, worked: 0.2}];
const plan = [
	planOf({name: 'Predictive', agents: 5, lists, settings: {level: 3}}),
	planOf({name: 'By hand', agents: 3, lists, settings: {method: 'MANUAL'}}),
	planOf({name: 'Broadcast', agents: 0, lists, attemptLimit: 2, settings: {method: 'BROADCAST', velocity: 12}}),
	planOf({name: 'Texts', agents: 0, lists, settings: {method: 'SMSB', velocity: 4}}),
];
const ids = plan.map((_, index) => String(1001 + index));

const sum = (values: readonly (string | undefined)[]): number =>
	values.reduce((total, value) => total + Number(value), 0);
const cents = (values: readonly (string | undefined)[]): number =>
	values.reduce((total, value) => total + Math.round(Number(value) * 100), 0);

const found = async ({call}: Small, filters: Record<string, string>): Promise<number> =>
	Number(/([\d,]+) calls?(?:;|$)/.exec(String((await call('search_lead', filters)).footer))?.[1]?.replace(',', ''));

/** Every call of a day, by the results of a campaign. */
const resultsOf = async ({call}: Small, campaign_id: string, date: string): Promise<number> => {
	for (let page = 1, count = 0; ; page++) {
		const {results} = await call('get_results', {campaign_id, from: date, to: date, page: String(page)});
		count += (results as Rows).length;
		if ((results as Rows).length < 100) {
			return count;
		}
	}
};

const checkDay = async (one: Small, date: string): Promise<number> => {
	const {call} = one;
	const stats = (await call('get_all_stats', {date})).stats as Rows;
	const called = sum(stats.map(row => row.called_today));
	const summaries = await Promise.all(
		ids.map(campaign_id => call('campaign_summary', {campaign_id, from: date, to: date})),
	);
	const summed = summaries.map(({summary}) => summary as Record<string, string>);
	expect(summed.map(({calls, answers, sales}) => [calls, answers, sales])).toEqual(
		stats.map(row => [row.called_today, row.answered_today, row.sales]),
	);
	const received = sum(summed.map(row => row.inbound));
	expect(await found(one, {search_date: date, call_type: 'outbound'})).toBe(called);
	expect(await found(one, {search_date: date, call_type: 'inbound'})).toBe(received);
	for (const [index, campaign_id] of ids.entries()) {
		const inbound = Number(summed[index]?.inbound);
		expect(await resultsOf(one, campaign_id, date)).toBe(Number(stats[index]?.called_today) + inbound);
		const {charge, minutes} = await call('get_usage', {campaign_id, from: date, to: date});
		expect([charge, minutes]).toEqual([stats[index]?.todays_charge, stats[index]?.todays_minutes]);
	}
	// Calls that go on have statuses of their own.
	const ended = Map.groupBy(
		summaries.flatMap(({statuses}) => statuses as Rows),
		({status}) => status ?? '',
	);
	let live = 0;
	for (const status of ['RINGING', 'WAITING', 'INCALL', 'IVR']) {
		live += await found(one, {search_date: date, status});
	}
	const endedAs = (status: string): number => sum((ended.get(status) ?? []).map(row => row.count));
	// A call counts as a drop while it still waits, and if an agent takes it later.
	const drops = sum(summed.map(row => row.drops));
	const waiting = drops - sum(summed.map(row => row.drops_connected)) - endedAs('DROP');
	for (const status of ended.keys()) {
		const count = status === 'DROP' ? drops : endedAs(status);
		expect([status, await found(one, {search_date: date, status})]).toEqual([status, count]);
	}
	expect(sum([...ended.values()].flat().map(row => row.count)) + live + waiting).toBe(called + received);
	return called;
};

const checkToday = async ({call, service: {world}}: Small): Promise<void> => {
	const stats = (await call('get_all_stats')).stats as Rows;
	for (const [index, campaign_id] of ids.entries()) {
		const dashboard = ((await call('get_dashboard_stats', {campaign_id})).dashboard_stats as Rows)[0] ?? {};
		expect(dashboard).toEqual(stats[index]);
		const counts = (await call('get_campaign_stats', {campaign_id})).stats as Record<string, string>;
		expect([counts.calls_today, counts.answers_today]).toEqual([dashboard.called_today, dashboard.answered_today]);
		const points = (
			await call('get_graph_data', {campaign_id, graph: 'calls_graph_data', from: dayText(world, world.today)})
		).graph_data as Rows;
		const dialed = sum(points.map(point => point.dialed));
		if (world.now % minute === 0 && points.length < 60) {
			expect(dialed).toBe(Number(dashboard.called_today));
		} else {
			expect(dialed).toBeLessThanOrEqual(Number(dashboard.called_today));
		}
	}
};

const checkMonth = async ({call, service: {world}}: Small): Promise<void> => {
	const from = `${dayText(world, world.today).slice(0, 8)}01`;
	const stats = (await call('get_all_stats')).stats as Rows;
	for (const [index, campaign_id] of ids.entries()) {
		const {charge, minutes, days} = await call('get_usage', {campaign_id, from});
		expect([charge, minutes]).toEqual([stats[index]?.mtd_charge, stats[index]?.mtd_minutes]);
		expect(cents((days as Rows).map(row => row.charge))).toBe(cents([String(charge)]));
	}
	const all = await call('get_usage', {from});
	// Texts that belong to no campaign are the rest.
	expect(cents([String(all.charge)])).toBeGreaterThanOrEqual(cents(stats.map(row => row.mtd_charge)));
};

/** The days on which calls can still be under way. */
const check = async (one: Small): Promise<void> => {
	const {world} = one.service;
	await checkDay(one, dayText(world, Math.max(world.today - day, world.origin)));
	await checkDay(one, dayText(world, world.today));
	await checkToday(one);
	await checkMonth(one);
};

const checkAll = async (one: Small): Promise<void> => {
	const {world} = one.service;
	let called = 0;
	for (let at = midnightOf(world, world.origin); at <= world.today; at = midnightAfter(world, at)) {
		called += await checkDay(one, dayText(world, at));
	}
	expect(await found(one, {call_type: 'outbound'})).toBe(called);
};

const campaign_id = fc.constantFrom(...ids);
const order = fc.oneof(
	fc.record({type: fc.constantFrom('play_campaign', 'pause_campaign', 'stop_campaign'), campaign_id}),
	fc.record({
		type: fc.constant('update_campaign'),
		campaign_id,
		dial_method: fc.constantFrom('RATIO', 'MANUAL', 'BROADCAST', 'SMSB'),
		velocity: fc.constant('20'),
	}),
	fc.record({
		type: fc.constant('send_text_message'),
		to: fc.constant('2125550123'),
		message: fc.constantFrom('Hello', 'x'.repeat(400)),
		campaign_id: fc.option(campaign_id, {nil: undefined}),
	}),
	fc.record({type: fc.constant('add_leads'), campaign_id, phones: fc.constantFrom('2125550123', '3125550124')}),
	fc.constant({type: 'restart'}),
);

/** To a moment like any other, to a whole minute, or to a midnight. */
const move = fc.oneof(
	fc.integer({min: 1, max: 20 * minute}).map(delay => (now: number) => now + delay),
	fc.integer({min: 1, max: 40}).map(minutes => (now: number) => now - (now % minute) + minutes * minute),
	fc.constantFrom(-1, 0, 1, 3 * second, 10 * minute).map(after => (now: number) => now - (now % day) + day + after),
	fc.constant((now: number) => now + 13 * hour),
);

test('search, results, summary, statistics, dashboard, usage and graphs agree to the call and to the cent', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({min: 1, max: 1000}),
			fc.constantFrom('2026-03-30', '2026-04-29', '2026-12-31'),
			fc.constantFrom(12.5, 23.75),
			fc.constantFrom(16, 100, 4096),
			fc.array(fc.tuple(move, order), {minLength: 1, maxLength: 5}),
			async (seed, date, hours, chunkSize, steps) => {
				const folder = mkdtempSync(join(tmpdir(), 'dialtop-totals-'));
				const open = async () =>
					smallService({database: join(folder, 'x.db'), plan, seed, day: date, at: hours * hour, chunkSize});
				let one = await open();
				try {
					await check(one);
					for (const [to, params] of steps) {
						one.service.advanceTo(Math.max(one.service.world.now, to(one.service.world.now)));
						if (params.type === 'restart') {
							one.service.close();
							one = await open();
						} else {
							await one.call(params.type, params);
						}
						await check(one);
					}
					await checkAll(one);
				} finally {
					one.service.close();
					rmSync(folder, {recursive: true});
				}
			},
		),
		{numRuns: 4},
	);
}, 120_000);
