/** A phone may be at any UTC offset: it is kept as it was sent, and called by the clock there. */
import {expect, test} from 'vitest';
import {day, hour, utcOf} from '../../../source/sandbox/world/time.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

const offsets = ['-12.00', '-11.00', '-3.50', '0.00', '1.00', '5.75', '8.75', '13.00', '14.00'];

const phoneOf = (index: number): string => `212555010${index}`;

test('people are called from nine to nine on their own clocks, all over the earth', async () => {
	await using service = await httpService({
		plan: [
			planOf({
				agents: 0,
				settings: {method: 'BROADCAST', velocity: 30, schedule: '9am-9pm'},
				lists: [{name: 'Near', leads: 20, active: true, worked: 0}],
			}),
		],
		warmUp: 0,
	});
	const {need, rows, advance, world} = service;
	for (const [index, time_zone] of offsets.entries()) {
		await need('add_account', {
			account: {company_id: '1', accountid: `A-${index}`},
			phones: [{phone_number: phoneOf(index), time_zone}],
			accounts_leads: {list_id: '50001'},
		});
	}
	const kept = await rows('fetch_accounts', 'accounts', {company_id: '1', limit: String(offsets.length)});
	expect(kept.map(({phones}) => (phones as unknown as {time_zone: string}[])[0]?.time_zone)).toEqual(
		offsets.toReversed(),
	);
	advance(2 * day);
	for (const [index, offset] of offsets.entries()) {
		const {all_log_search: calls} = await need('search_lead', {query: phoneOf(index)});
		expect([offset, (calls as unknown[]).length]).not.toEqual([offset, 0]);
		for (const {uniqueid = ''} of calls as Record<string, string>[]) {
			const local = (((utcOf(world, Number(uniqueid.split('.')[0]) * 1000) / hour + Number(offset)) % 24) + 24) % 24;
			expect([offset, local >= 9 && local < 21]).toEqual([offset, true]);
		}
	}
});

test('a file of leads takes any offset as well', async () => {
	await using service = await httpService({});
	const lines = ['phone,time_zone', ...offsets.map((offset, index) => `${phoneOf(index)},${offset}`), '2125550199,25'];
	const file = {name: 'far.csv', bytes: new TextEncoder().encode(lines.join('\n'))};
	expect(await service.need('upload_file', {campaign_id: '1002', file})).toMatchObject({
		inserted: String(offsets.length),
		invalid: '1',
	});
});
