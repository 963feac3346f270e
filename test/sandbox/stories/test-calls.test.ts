/** What an operator sees of test calls (dial_number): each is placed with the settings of its campaign. */
import {describe, expect, test} from 'vitest';
import type {ServiceOptions} from '../../../source/sandbox/engine/durable-world.ts';
import type {Settings} from '../../../source/sandbox/world/state.ts';
import {hour, minute, second} from '../../../source/sandbox/world/time.ts';
import {planOf} from '../small-world.ts';
import {httpService} from './http-service.ts';

type Service = Awaited<ReturnType<typeof httpService>>;
type Carrier = NonNullable<ServiceOptions['carrier']>;

const campaign_id = '1001';
const phone_number = '2125550123';
const asked = {campaign_id, phone_number, callerid: '8005550100'};

const people: Carrier = {human: 1000, machine: 0, busy: 0, badNumber: 0, humanTakenForMachine: 0};
const machines: Carrier = {human: 0, machine: 1, busy: 0, badNumber: 0, machineTakenForHuman: 0};

/** A campaign that dials nothing of its own, with these settings. */
const start = (settings: Partial<Settings>, carrier: Carrier = people, options: ServiceOptions = {}) =>
	httpService({
		plan: [planOf({settings: {level: 0, method: 'RATIO', ...settings}})],
		carrier,
		at: 12 * hour,
		...options,
	});

const dial = async ({call}: Service) => {
	const answer = await call('dial_number', asked);
	expect(answer).toMatchObject({success: 1, status: 'RINGING'});
	return answer;
};

const entries = ({rows}: Service) => rows('search_lead', 'all_log_search', {query: phone_number});

/** How a test call ends, in the log and the results. */
const outcome = async (service: Service) => {
	await dial(service);
	service.advance(20 * minute);
	const [{status, flag} = {}] = await entries(service);
	const [{length_in_sec} = {}] = await service.rows('get_results', 'results', {campaign_id});
	return {status, flag, length: Number(length_in_sec)};
};

test.each([
	['a person', 'COMPLETE', people],
	['a machine', 'MACHINE', machines],
	['nobody', 'NOANSWER', {human: 0, machine: 0, busy: 0, badNumber: 0}],
])('a test call that %s answers is logged and billed, and counts nowhere', async (who, status, carrier) => {
	await using service = await start({}, carrier);
	const billed = async (): Promise<number> =>
		Number((await service.call('get_usage', {campaign_id})).minutes as string);
	const counted = async () => {
		const {todays_minutes, todays_charge, mtd_minutes, mtd_charge, ...figures} = await service.dashboard(campaign_id);
		return {
			figures,
			graphs: await service.call('get_all_graphs', {campaign_id}).then(({calls_graph_data, call_status_graph}) => ({
				calls_graph_data: (calls_graph_data as Record<string, string>[]).map(({datetime: _, ...point}) => point),
				call_status_graph,
			})),
			stats: (await service.call('get_campaign_stats', {campaign_id})).stats,
			summary: await service.call('campaign_summary', {campaign_id}),
		};
	};
	service.advance(60 * minute);
	const before = await counted();
	for (let calls = 0; calls < 3; calls++) {
		await dial(service);
	}
	// Their lines are in use: that shows while they last.
	expect(await service.dashboard(campaign_id)).toMatchObject({
		calls_ringings: '3',
		active_calls: '3',
		called_today: '0',
	});
	service.advance(2 * minute);
	expect(await counted()).toEqual(before);
	const flag = who === 'nobody' ? 'TEST' : 'TEST REC';
	expect((await entries(service)).map(entry => [entry.status, entry.flag])).toEqual(
		Array.from({length: 3}, () => [status, flag]),
	);
	expect((await billed()) > 0).toBe(who !== 'nobody');
});

test('testing a campaign that dials changes none of its counts', async () => {
	const answers = async (tests: number) => {
		await using service = await httpService({plan: [planOf({settings: {method: 'RATIO', level: 1.5}})]});
		for (let calls = 0; calls < tests; calls++) {
			await dial(service);
		}
		service.advance(20 * minute);
		const {summary, statuses} = await service.call('campaign_summary', {campaign_id});
		return {summary, statuses};
	};
	expect(await answers(8)).toEqual(await answers(0));
});

describe('a test call is with the settings of the campaign:', () => {
	test.each<[string, Carrier, Partial<Settings>, string]>([
		['msg=N leaves no message on a machine', machines, {}, 'MACHINE'],
		['msg=Y leaves one', machines, {playMessage: true}, 'MESSAGE'],
		['amd=N tells no machine from a person', machines, {machineDetection: false, playMessage: true}, 'COMPLETE'],
		['amd=Y takes some people for machines', {...people, humanTakenForMachine: 1}, {}, 'MISDETECTED'],
		['dial_prefix=8 has a route', {...people, congestion: 1}, {}, 'COMPLETE'],
		['dial_prefix=9 finds the fuller route busy', {...people, congestion: 1}, {prefix: '9'}, 'BUSY'],
		['ext_queue_status puts it through to an extension', people, {externalQueue: true, transferTo: '101'}, 'TRANSFER'],
		['ext_queue_status plays an IVR', people, {externalQueue: true, transferTo: '7001'}, 'COMPLETE'],
		['a broadcast is played', people, {method: 'BROADCAST', playMessage: true}, 'COMPLETE'],
		[
			'a broadcast with msg=N is transferred',
			people,
			{method: 'BROADCAST', playMessage: false, transferTo: '101'},
			'TRANSFER',
		],
		['a preview campaign', people, {method: 'MANUAL'}, 'COMPLETE'],
		[
			'a preview campaign transfers nobody',
			people,
			{method: 'MANUAL', externalQueue: true, transferTo: '101'},
			'COMPLETE',
		],
		[
			'amd tells machines in a preview campaign, where agents do otherwise',
			machines,
			{method: 'MANUAL', playMessage: true},
			'MESSAGE',
		],
	])('%s', async (_, carrier, settings, status) => {
		await using service = await start(settings, carrier);
		expect(await outcome(service)).toMatchObject({status});
	});

	test.each([
		['ALLCALLS', 'TEST REC'],
		['NEVER', 'TEST'],
	])('campaign_recording %s flags it %s', async (campaign_recording, flag) => {
		await using service = await start({});
		await service.need('update_campaign', {campaign_id, campaign_recording});
		expect(await outcome(service)).toMatchObject({flag});
	});

	test.each<[string, Partial<Settings>]>([
		['agents', {}],
		['the agents of a queue', {externalQueue: true, transferTo: '8500'}],
		['the agents of a queue, without a message', {method: 'BROADCAST', playMessage: false, transferTo: '8500'}],
	])('it would go to %s, who are not given it: the answer says so', async (_, settings) => {
		await using service = await start(settings);
		const {note} = await dial(service);
		expect(note).toBe('agents take no test calls: a person who answers hears nothing (msg=N)');
		service.advance(12 * second);
		expect(await service.dashboard(campaign_id)).toMatchObject({oncalls: '0', calls_waiting: '0'});
		service.advance(2 * minute);
		expect(await service.rows('get_results', 'results', {campaign_id})).toMatchObject([
			{status: 'COMPLETE', user: '', length_in_sec: '2'},
		]);
		expect((await service.rows('get_queues', 'queues')).map(({answered, abandoned}) => [answered, abandoned])).toEqual(
			Array.from({length: 3}, () => ['0', '0']),
		);
		if (settings.method !== 'BROADCAST') {
			await service.need('update_campaign', {campaign_id, msg: 'Y'});
			expect(await dial(service)).toMatchObject({
				note: 'agents take no test calls: a person who answers hears the message instead',
			});
			service.advance(2 * minute);
			const newest = (await service.rows('get_results', 'results', {campaign_id})).at(-1);
			expect(Number(newest?.length_in_sec)).toBeGreaterThan(10);
		}
	});

	test('script decides how long an extension talks', async () => {
		const length = async (script: string): Promise<number> => {
			await using service = await start({externalQueue: true, transferTo: '101', script});
			const {note} = await dial(service);
			expect(note).toBeUndefined();
			service.advance(20 * minute);
			const [{length_in_sec} = {}] = await service.rows('get_results', 'results', {campaign_id});
			return Number(length_in_sec);
		};
		const [first, appointment] = [await length('1'), await length('4')];
		expect(appointment).toBeLessThan(0.7 * first);
	});

	test('with customcid people answer a number of their own part of the country more readily', async () => {
		const answered = async (customCallerIds: boolean): Promise<number> => {
			// At noon as many people answer as dialed calls that show a local number allow.
			const carrier = {...people, human: 1 / (0.95 * 1.15)};
			await using service = await start({customCallerIds}, carrier, {warmUp: 0});
			for (let calls = 0; calls < 50; calls++) {
				await service.need('dial_number', {...asked, callerid: '6175550144'});
			}
			service.advance(2 * minute);
			return (await entries(service)).filter(({status}) => status === 'COMPLETE').length;
		};
		expect(await answered(true)).toBe(50);
		expect(await answered(false)).toBeLessThan(48);
	});

	test('local_call_time holds in the zone of the number, and the refusal says so', async () => {
		await using service = await start({schedule: '9am-9pm'}, people, {at: 11 * hour});
		expect(await service.call('dial_number', {...asked, phone_number: '2135550123'})).toMatchObject({
			success: 0,
			error: 'Outside of calling hours',
			detail: 'local_call_time is 9am-9pm, and the zone of 2135550123 is Pacific',
		});
		await dial(service);
		await service.need('update_campaign', {campaign_id, local_call_time: '24hours'});
		await service.need('dial_number', {...asked, phone_number: '2135550123'});
		await service.need('add_account', {
			account: {company_id: 1, accountid: 'Z-1'},
			accounts_leads: {list_id: 50001},
			phones: [{phone_number: '2125550188', time_zone: '-8.00'}],
		});
		await service.need('update_campaign', {campaign_id, local_call_time: '9am-9pm'});
		expect(await service.call('dial_number', {...asked, phone_number: '2125550188'})).toMatchObject({success: 0});
	});

	test('callerid is refused where campaign_cid would be', async () => {
		await using service = await start({});
		for (const callerid of ['me', '911', '800555010']) {
			const {error, detail} = await service.call('dial_number', {...asked, callerid});
			expect(error).toBe('Invalid value: callerid');
			expect(await service.call('update_campaign', {campaign_id, campaign_cid: callerid})).toMatchObject({detail});
		}
	});

	test('a broadcast that cannot be played cannot be tested', async () => {
		await using service = await start({method: 'BROADCAST', playMessage: true, transferTo: '8520'});
		expect(await service.call('dial_number', asked)).toMatchObject({success: 0, error: 'Campaign has no IVR'});
		expect(await entries(service)).toEqual([]);
	});
});

test('a number is bad for every test call, and the others are not', async () => {
	await using service = await start({}, {...people, badNumber: 0.5});
	const numbers = Array.from({length: 20}, (_, index) => String(2125550100 + index));
	const statuses = async () => {
		for (const number of numbers) {
			await service.need('dial_number', {...asked, phone_number: number});
		}
		service.advance(5 * minute);
		const rows = await service.rows('get_results', 'results', {campaign_id});
		return rows.slice(-numbers.length).map(({status}) => status);
	};
	const first = await statuses();
	expect(new Set(first)).toEqual(new Set(['BADNUMBER', 'COMPLETE']));
	expect(await statuses()).toEqual(first);
});

describe('the test of a text campaign is a text', () => {
	const texts = (service: Service) => service.rows('retrieve_sent_messages', 'messages', {campaign_id});

	test('with the content of its script and the sender that was asked for, and no call', async () => {
		await using service = await start({method: 'SMSB', script: '2', callBackNumber: '8005550177', velocity: 0});
		const {uniqueid, status, note} = await service.need('dial_number', {...asked, callerid: '6175550144'});
		expect([status, note]).toEqual(['SENT', 'a text: retrieve_sent_messages lists it']);
		service.advance(2 * minute);
		expect(await texts(service)).toMatchObject([
			{
				message_id: uniqueid,
				to: phone_number,
				from: '6175550144',
				status: 'sent',
				segments: '1',
				body: 'Hello there, we can settle your balance of $123.45 for less. Call 800-555-0177. Reply STOP to opt out.',
			},
		]);
		expect(await entries(service)).toEqual([]);
		expect(await service.call('get_usage', {campaign_id})).toMatchObject({texts: '1', minutes: '0'});
		expect((await service.call('campaign_summary', {campaign_id})).summary).toMatchObject({calls: '0'});
	});

	test('that is not delivered to a bad number', async () => {
		await using service = await start({method: 'SMSB'}, {...people, badNumber: 1});
		expect(await service.need('dial_number', asked)).toMatchObject({status: 'UNDELIVERED'});
		expect(await texts(service)).toMatchObject([{status: 'failed'}]);
	});

	test('that no barred number gets, nor one outside of the calling hours', async () => {
		await using service = await start({method: 'SMSB', schedule: '9am-9pm'}, people, {at: 11 * hour});
		await service.need('add_dnc', {phone_number});
		expect((await service.call('dial_number', asked)).error).toBe('Number is on the do-not-call list');
		const western = {...asked, phone_number: '2135550123'};
		expect((await service.call('dial_number', western)).error).toBe('Outside of calling hours');
		expect(await texts(service)).toEqual([]);
	});

	test('and abroad there is none', async () => {
		await using service = await start({method: 'SMSB'});
		expect(await service.call('dial_number', {...asked, phone_number: '+442071234567'})).toMatchObject({
			error: 'Invalid value: phone_number',
			detail: 'the simulated carrier reaches US numbers only',
		});
	});
});
