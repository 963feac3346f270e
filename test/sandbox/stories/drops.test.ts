/** What an operator sees of drops: how they are counted, and what keeps them below the limit. */
import {expect, test} from 'vitest';
import {minute, second} from '../../../source/sandbox/world/time.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

const campaign_id = '1001';

const sum = (values: readonly unknown[]): number => values.reduce<number>((total, value) => total + Number(value), 0);

/** A campaign that dials far too much for its agents. */
const overdialed = planOf({agents: 6, settings: {method: 'RATIO', level: 2.5}});

test('I find every drop that the dashboard counts, those that an agent took too late among them', async () => {
	// People wait long enough for an agent to come too late.
	await using service = await httpService({plan: [overdialed], carrier: {patience: 10 * second}});
	for (let step = 0; step < 5; step++) {
		service.advance(83 * second);
		const shown = await service.dashboard(campaign_id);
		const summary = (await service.call('campaign_summary', {campaign_id})).summary as Record<string, string>;
		const {stats} = (await service.call('get_campaign_stats', {campaign_id})) as {stats: Record<string, string>};
		const drops = await service.rows('search_lead', 'all_log_search', {status: 'DROP', days: '0'});
		const late = await service.rows('search_lead', 'all_log_search', {flag: 'LATE', days: '0'});
		expect(Number(summary.drops)).toBeGreaterThan(10);
		expect(drops).toHaveLength(Number(summary.drops));
		expect(stats.drops_today).toBe(summary.drops);
		expect(shown.percentage_dropped).toBe(summary.drop_pct);
		expect(Number(shown.percentage_dropped)).toBeCloseTo((100 * drops.length) / Number(shown.human_answered_calls), 1);
		// They are connected calls as well: an agent spoke with each.
		expect(late).toHaveLength(Number(summary.drops_connected));
		expect(late.length).toBeGreaterThan(2);
		expect(drops).toEqual(expect.arrayContaining(late));
		expect(late.filter(({status}) => status === 'DROP')).toEqual([]);
	}
	const {sales} = await service.dashboard(campaign_id);
	expect(await service.rows('search_lead', 'all_log_search', {status: 'SALE', days: '0'})).toHaveLength(Number(sales));
});

test('who hangs up before the threshold is no drop; a longer threshold counts fewer', async () => {
	const counted = await Promise.all(
		[0, 2, 30].map(async seconds => {
			await using service = await httpService({plan: [overdialed], carrier: {dropAfter: seconds * second}});
			const {summary, statuses} = (await service.call('campaign_summary', {campaign_id})) as {
				summary: Record<string, string>;
				statuses: {status: string; count: string}[];
			};
			const hangUps = statuses.find(({status}) => status === 'HANGUP')?.count ?? '0';
			return {drops: Number(summary.drops), hangUps: Number(hangUps)};
		}),
	);
	const [atOnce, usual, never] = counted;
	expect(atOnce?.hangUps).toBe(0);
	expect(usual?.drops).toBeLessThan(atOnce?.drops ?? 0);
	expect(usual?.hangUps).toBeGreaterThan(5);
	expect(never).toMatchObject({drops: 0});
	expect(never?.hangUps).toBeGreaterThan((usual?.hangUps ?? 0) + 10);
});

test('I see how many people the machine detection took for machines', async () => {
	await using service = await httpService({plan: [planOf()], carrier: {humanTakenForMachine: 0.3}});
	const statuses = await service.rows('campaign_summary', 'statuses', {campaign_id});
	const found = await service.rows('search_lead', 'all_log_search', {status: 'MISDETECTED', days: '0'});
	expect(found.length).toBeGreaterThan(10);
	expect(statuses.find(({status}) => status === 'MISDETECTED')?.count).toBe(String(found.length));
	const machines = statuses.filter(({status}) => status === 'MISDETECTED' || status === 'MACHINE');
	// Undetected machines reach an agent, who says so; the service has counted them as people.
	const heard = await service.rows('search_lead', 'all_log_search', {status: 'MACHINE', flag: 'REC', days: '0'});
	const {answering_machine} = await service.dashboard(campaign_id);
	expect(sum(machines.map(({count}) => count)) - heard.length).toBe(Number(answering_machine));
});

test('I set the level to 3 by hand: half an hour later the last quarter of an hour is below the limit', async () => {
	const lists = [{name: 'a', leads: 12_000, active: true, worked: 0}];
	await using service = await httpService({plan: [planOf({agents: 30, settings: {lines: 300}, lists})]});
	const counts = async () => {
		const {human_answered_calls} = await service.dashboard(campaign_id);
		const {stats} = (await service.call('get_campaign_stats', {campaign_id})) as {stats: Record<string, string>};
		return {human: Number(human_answered_calls), drops: Number(stats.drops_today)};
	};
	const rateSince = async (before: Awaited<ReturnType<typeof counts>>): Promise<number> => {
		const now = await counts();
		return (100 * (now.drops - before.drops)) / (now.human - before.human);
	};
	await service.call('update_campaign', {campaign_id, autodiallevel: '3'});
	const atFirst = await counts();
	service.advance(5 * minute);
	expect(await rateSince(atFirst)).toBeGreaterThan(10);
	service.advance(10 * minute);
	const before = await counts();
	service.advance(15 * minute);
	expect(await rateSince(before)).toBeLessThan(3);
	expect(Number((await service.dashboard(campaign_id)).pace_tempo)).toBeLessThan(2);
});
