import {describe, expect, test} from 'vitest';
import {hour, minute} from '../../../source/sandbox/world/time.ts';
import {zoneOfNumber, zones} from '../../../source/sandbox/world/zones.ts';
import {operations} from '../../../source/wire/operations/index.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

type Service = Awaited<ReturnType<typeof httpService>>;
type Setting = Exclude<keyof typeof operations.update_campaign.params, 'campaign_id'>;
type Values = Partial<Record<Setting, string>>;

type Row = {
	/** What the setting changes, as an operator would say it. */
	says: string;
	/** Settings of both floors. */
	given?: Values;
	/** The setting on the first floor and on the second. */
	values: [string, string];
	/** Time of day, and minutes that pass. */
	at?: number;
	minutes?: number;
	/** A figure of each floor. */
	look(service: Service): Promise<number>;
	/** Whether the second floor differs from the first as it should. */
	holds(first: number, second: number): boolean;
};

const id = '1001';
const figure =
	(name: string) =>
	async (service: Service): Promise<number> =>
		Number((await service.dashboard(id))[name]);
const calls = (service: Service, params: Record<string, string> = {}) =>
	service.rows('search_lead', 'all_log_search', {days: '0', ...params});
const withStatus = (status: string) => async (service: Service) => (await calls(service, {status})).length;
const statuses = async (service: Service): Promise<Map<string, number>> => {
	const rows = await service.rows('campaign_summary', 'statuses', {campaign_id: id});
	return new Map(rows.map(({status = '', count}) => [status, Number(count)]));
};
const results = (service: Service) => service.rows('get_results', 'results', {campaign_id: id});
const callerIds = async (service: Service): Promise<Set<string | undefined>> =>
	new Set((await results(service)).map(({caller_id}) => caller_id));
const less = (first: number, second: number): boolean => second < first;
const more = (first: number, second: number): boolean => second > first;

/** A row for each setting of section 2.2: one that is missing does not compile. */
const rows: Record<Setting, Row> = {
	amd: {
		says: 'without machine detection no machine is told from a person',
		values: ['Y', 'N'],
		look: figure('answering_machine'),
		holds: (first, second) => first > 50 && second === 0,
	},
	msg: {
		says: 'machines get the message of the campaign',
		values: ['N', 'Y'],
		look: withStatus('MESSAGE'),
		holds: (first, second) => first === 0 && second > 50,
	},
	customcid: {
		says: 'calls show the numbers of the list by turns instead of the one',
		given: {custom_cid_list: '1'},
		values: ['N', 'Y'],
		look: async service => (await callerIds(service)).size,
		holds: (first, second) => first === 1 && second === 6,
	},
	custom_cid_list: {
		says: 'calls show numbers of the West instead of the East',
		given: {customcid: 'Y'},
		values: ['1', '2'],
		async look(service) {
			const shown = [...(await callerIds(service))].map(number => zones[zoneOfNumber(number ?? '')]?.name);
			return shown.filter(name => name === 'Pacific').length;
		},
		holds: (first, second) => first === 0 && second > 2,
	},
	override: {
		says: 'the level that is set holds, and no rule moves it',
		given: {autodiallevel: '3'},
		values: ['N', 'Y'],
		minutes: 30,
		look: figure('pace_tempo'),
		holds: (first, second) => first < 3 && second === 3,
	},
	autodiallevel: {
		says: 'more lines are dialed for each agent',
		given: {dial_method: 'RATIO'},
		values: ['1', '2.5'],
		look: figure('called_today'),
		holds: (first, second) => second > 1.3 * first,
	},
	autodiallevel2: {
		says: 'the adaptive level stays below its limit',
		given: {autodiallevel: '1', adaptive_dropped_percentage: '50'},
		values: ['4', '1.1'],
		minutes: 60,
		look: figure('pace_tempo'),
		holds: (first, second) => first > 1.1 && second <= 1.1,
	},
	dial_method: {
		says: 'texts are sent where numbers were called',
		given: {velocity: '60'},
		values: ['RATIO', 'SMSB'],
		look: withStatus('SENT'),
		holds: (first, second) => first === 0 && second > 100,
	},
	ext_queue_status: {
		says: 'people are passed to another queue instead of the agents',
		values: ['N', 'Y'],
		look: figure('transfers'),
		holds: (first, second) => first === 0 && second > 20,
	},
	AgentLevel: {
		says: 'predictive calls go to the agents of the level and above only',
		values: ['1', '6'],
		minutes: 15,
		look: figure('total'),
		holds: (first, second) => second > 0 && second < 0.8 * first,
	},
	script: {
		says: 'agents talk as long as their script takes',
		values: ['1', '4'],
		minutes: 90,
		look: figure('average_talkoff_time'),
		holds: (first, second) => second < 0.8 * first,
	},
	call_back_number: {
		says: 'more of those who heard the message ring a number that is free',
		given: {msg: 'Y', autodiallevel: '4', dial_method: 'RATIO'},
		values: ['2125550100', '8005550100'],
		minutes: 60,
		look: async service => (await calls(service, {call_type: 'inbound'})).length,
		holds: more,
	},
	conf_exten: {
		says: 'the transfer queue of the campaign is another',
		values: ['8500', '8510'],
		minutes: 1,
		look: figure('transfer_queue'),
		holds: (first, second) => first === 8500 && second === 8510,
	},
	campaign_cid: {
		says: 'calls show the number',
		values: ['8005550100', '6175550123'],
		look: async service => ((await callerIds(service)).has('6175550123') ? 1 : 0),
		holds: more,
	},
	number_of_lines: {
		says: 'no more lines are open at once',
		given: {dial_method: 'BROADCAST', velocity: '120'},
		values: ['60', '4'],
		look: figure('active_calls'),
		holds: (first, second) => first > 10 && second <= 4,
	},
	adaptive_dropped_percentage: {
		says: 'the level falls until hardly anybody is dropped',
		given: {autodiallevel: '3'},
		values: ['50', '0.5'],
		minutes: 30,
		look: figure('pace_tempo'),
		holds: less,
	},
	campaign_recording: {
		says: 'calls are not recorded',
		values: ['ALLCALLS', 'NEVER'],
		look: async service => (await calls(service, {flag: 'REC'})).length,
		holds: (first, second) => first > 20 && second === 0,
	},
	local_call_time: {
		says: 'nobody is called after five in the evening of their own zone',
		values: ['9am-9pm', '9am-5pm'],
		at: 17.5 * hour,
		async look(service) {
			const east = (await calls(service)).filter(({phone_number = ''}) => zoneOfNumber(phone_number) === 0);
			return east.length;
		},
		holds: (first, second) => first > 50 && second === 0,
	},
	velocity: {
		says: 'broadcasts dial faster',
		given: {dial_method: 'BROADCAST'},
		values: ['10', '40'],
		look: figure('called_today'),
		holds: (first, second) => second > 3 * first,
	},
	dial_prefix: {
		says: 'calls without the prefix go by the fuller route, and more of them are busy',
		given: {dial_method: 'BROADCAST', velocity: '60'},
		values: ['8', '9'],
		minutes: 30,
		look: async service => (await statuses(service)).get('BUSY') ?? 0,
		holds: (first, second) => second > 2 * first,
	},
};

const plan = [
	planOf({
		agents: 16,
		lists: [{name: 'Large', leads: 12_000, active: true, worked: 0}],
		settings: {level: 1.6, levelLimit: 4},
	}),
];

const lookAt = async ({given = {}, at = 12 * hour, minutes = 20, look}: Row, values: Values): Promise<number> => {
	await using service = await httpService({plan, at, warmUp: 0});
	expect(await service.call('update_campaign', {campaign_id: id, ...given, ...values})).toMatchObject({success: 1});
	service.advance(minutes * minute);
	// Awaited here, since the service ends with this function.
	return await look(service);
};

test.each(Object.entries(rows).map(([name, row]) => ({name, ...row})))('$name: $says', async ({name, ...row}) => {
	const [first, second] = [await lookAt(row, {[name]: row.values[0]}), await lookAt(row, {[name]: row.values[1]})];
	expect([first, second, row.holds(first, second)]).toEqual([first, second, true]);
});

test('every setting of the catalogue has its row', () => {
	expect(Object.keys(rows).toSorted()).toEqual(
		Object.keys(operations.update_campaign.params)
			.filter(name => name !== 'campaign_id')
			.toSorted(),
	);
});

describe('a setting never changes what is past:', () => {
	test.each<[string, Values, Values]>([
		['recordings that were made stay recorded', {campaign_recording: 'ALLCALLS'}, {campaign_recording: 'NEVER'}],
		['calls keep the caller ID that they showed', {campaign_cid: '8005550100'}, {campaign_cid: '6175550123'}],
		['and so do those of a list of numbers', {customcid: 'Y', custom_cid_list: '1'}, {customcid: 'N'}],
	])('%s', async (_, before, after) => {
		await using service = await httpService({plan, at: 12 * hour, warmUp: 0});
		await service.call('update_campaign', {campaign_id: id, ...before});
		service.advance(4 * minute);
		const past = async () => {
			const ended = (await calls(service)).filter(({call_date = ''}) => call_date <= '03/31/26 12:02 PM');
			const byLead = new Map((await results(service)).map(({lead_id, ...row}) => [lead_id, row]));
			return ended.map(({lead_id, flag}) => [lead_id, flag === 'REC', byLead.get(lead_id)?.caller_id]);
		};
		const shown = await past();
		expect(shown.some(([, isRecorded]) => isRecorded)).toBe(true);
		await service.call('update_campaign', {campaign_id: id, ...after});
		expect(await past()).toEqual(shown);
	});
});

test('people answer a number of their own part of the country more readily', async () => {
	const given = {dial_method: 'BROADCAST', velocity: '120', custom_cid_list: '1'};
	const answered = (customcid: string): Promise<number> =>
		lookAt({...rows.customcid, given, look: figure('human_answered_calls')}, {customcid});
	const [one, several] = [await answered('N'), await answered('Y')];
	expect(several / one).toBeGreaterThan(1.01);
	expect(several / one).toBeLessThan(1.15);
});

test('a test call shows the caller ID that it was placed with', async () => {
	await using service = await httpService({plan: [planOf({state: 'paused'})], warmUp: 0});
	const placed = {campaign_id: id, phone_number: '2125550123', callerid: '6175550144'};
	expect(await service.call('dial_number', placed)).toMatchObject({success: 1});
	service.advance(minute);
	expect((await results(service)).map(({caller_id, flag}) => [caller_id, flag])).toEqual([['6175550144', 'TEST REC']]);
});
