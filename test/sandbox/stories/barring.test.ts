/** Some people ask the agent to call them no more: their number is barred, and who barred it is known. */
import {expect, test} from 'vitest';
import {hour} from '../../../source/sandbox/world/time.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

type Row = Record<string, string>;

const floor = (change: Parameters<typeof httpService>[0] = {}) =>
	httpService({
		seed: 5,
		warmUp: 0,
		plan: [
			planOf({name: 'Spring', agents: 30, lists: [{name: 'A', leads: 9000, active: true, worked: 0}]}),
			planOf({name: 'Autumn', agents: 10, settings: {method: 'MANUAL'}}),
		],
		...change,
	});

const tenDigits = ({phone_number = ''}: Row): string => phone_number;

test('who asks an agent to stop is barred by that agent, from every campaign, and is called no more', async () => {
	await using service = await floor();
	const {need, rows, advance} = service;
	advance(3 * hour);
	const asked = await rows('search_lead', 'all_log_search', {status: 'DONOTCALL'});
	expect(asked.length).toBeGreaterThan(3);
	const barred = await rows('get_dncs', 'dncs');
	expect(barred.map(tenDigits).toSorted()).toEqual(asked.map(tenDigits).toSorted());
	for (const call of asked) {
		const [entry] = await rows('get_dncs', 'dncs', {query: tenDigits(call)});
		expect(entry).toMatchObject({campaign_id: ''});
		// The agent who had the call is the one who added the number.
		const by = {query: tenDigits(call), username: entry?.added_by, status: 'DONOTCALL'};
		expect(await need('search_lead', by)).toMatchObject({footer: '1 call'});
	}
	const callsOf = async ({phone_number}: Row) => (await need('search_lead', {query: phone_number})).footer;
	const before = await Promise.all(asked.map(callsOf));
	advance(10 * hour);
	expect(await Promise.all(asked.map(callsOf))).toEqual(before);
});

test('about one talk in sixty ends so, and none without the habit', async () => {
	await using service = await floor({carrier: {talk: 20_000}});
	await using without = await floor({carrier: {talk: 20_000}, without: ['barring']});
	service.advance(8 * hour);
	without.advance(8 * hour);
	const countsOf = async ({need}: typeof service): Promise<Map<string, number>> => {
		const {statuses} = await need('campaign_summary', {campaign_id: '1001'});
		return new Map((statuses as Row[]).map(({status = '', count}) => [status, Number(count)]));
	};
	const counts = await countsOf(service);
	const talks = ['SALE', 'REFUSED', 'CALLBACK', 'WRONGNUMBER', 'COMPLETE', 'DONOTCALL'];
	const all = talks.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
	expect(all).toBeGreaterThan(800);
	const share = (counts.get('DONOTCALL') ?? 0) / all;
	expect(share).toBeGreaterThan(0.008);
	expect(share).toBeLessThan(0.028);
	const plain = await countsOf(without);
	expect(plain.has('DONOTCALL')).toBe(false);
	expect(await without.rows('get_dncs', 'dncs')).toEqual([]);
});
