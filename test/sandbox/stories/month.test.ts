import {expect, test} from 'vitest';
import {day, hour, minute} from '../../../source/sandbox/world/time.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

type Service = Awaited<ReturnType<typeof httpService>>;

const cents = (amount: unknown): number => Math.round(Number(amount) * 100);

/** The middle of a month: there are days of it on which the campaigns existed and the service did not. */
const floor = {
	day: '2026-04-27',
	plan: [
		planOf({name: 'Old', age: 40, agents: 2}),
		planOf({name: 'Young', age: 3, agents: 3}),
		planOf({name: 'Texts', age: 3, agents: 0, settings: {method: 'SMSB', velocity: 5}}),
	],
};
const ids = ['1001', '1002', '1003'];

/** The month of each campaign, as the dashboard and get_usage tell it. */
const months = async (one: Service, from: string) =>
	Promise.all(
		ids.map(async campaign_id => {
			const {minutes, charge} = await one.need('get_usage', {campaign_id, from});
			const {mtd_minutes, mtd_charge} = await one.dashboard(campaign_id);
			return {usage: [minutes, charge], dashboard: [mtd_minutes, mtd_charge]};
		}),
	);

test('the month costs what its days cost, wherever I look', async () => {
	await using one = await httpService(floor);
	for (const pause of [0, 3 * hour, 2 * day]) {
		one.advance(pause);
		for (const {usage, dashboard} of await months(one, '2026-04-01')) {
			expect(dashboard).toEqual(usage);
		}
	}
	// Five minutes into the next month.
	one.advance(day + 8 * hour + 35 * minute);
	for (const {usage, dashboard} of await months(one, '2026-05-01')) {
		expect(dashboard).toEqual(usage);
		expect(cents(dashboard[1])).toBeLessThan(50);
	}
});

test('a campaign of three days was charged nothing before it was made', async () => {
	await using one = await httpService(floor);
	for (const campaign_id of ids) {
		const before = await one.need('get_usage', {campaign_id, from: '2026-04-01', to: '2026-04-23'});
		expect(before).toMatchObject({minutes: '0', charge: '0.00'});
		const {mtd_charge, todays_charge} = await one.dashboard(campaign_id);
		expect(mtd_charge).toBe(todays_charge);
	}
});

test('texts that I send for a campaign cost it the same on its dashboard, in all statistics, and in the usage', async () => {
	await using one = await httpService(floor);
	const shown = async () => {
		const {charge} = await one.need('get_usage', {campaign_id: '1001'});
		const row = (await one.rows('get_all_stats', 'stats')).find(({campaign_id}) => campaign_id === '1001');
		const {todays_charge, mtd_charge} = await one.dashboard('1001');
		expect([row?.todays_charge, todays_charge, row?.mtd_charge, mtd_charge]).toEqual([charge, charge, charge, charge]);
		return cents(charge);
	};
	const before = await shown();
	for (let at = 0; at < 20; at++) {
		await one.need('send_text_message', {to: '2125550123', message: 'x'.repeat(200), campaign_id: '1001'});
	}
	expect(await shown()).toBe(before + 30);
	one.advance(day);
	const {stats} = await one.need('get_all_stats', {date: floor.day});
	const {charge} = await one.need('get_usage', {campaign_id: '1001', from: floor.day, to: floor.day});
	expect((stats as Record<string, string>[])[0]?.todays_charge).toBe(charge);
});

test('what all campaigns and I cost is what the balance lost', async () => {
	await using one = await httpService(floor);
	await one.need('send_text_message', {to: '2125550123', message: 'Hello'});
	const start = await one.need('get_usage', {from: '2026-04-01'});
	one.advance(90 * minute);
	await one.need('send_text_message', {to: '2125550123', message: 'Hello', campaign_id: '1002'});
	const end = await one.need('get_usage', {from: '2026-04-01'});
	expect(cents(start.balance) - cents(end.balance)).toBe(cents(end.charge) - cents(start.charge));
	const own = await Promise.all(ids.map(id => one.need('get_usage', {campaign_id: id, from: '2026-04-01'})));
	const texts = cents(end.charge) - own.reduce((sum, {charge}) => sum + cents(charge), 0);
	expect(texts).toBe(1);
});
