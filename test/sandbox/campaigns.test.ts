/** Control of campaigns (section 3) and their settings (section 2.2). */
import {beforeEach, describe, expect, test} from 'vitest';
import {minute} from '../../source/sandbox/world/time.ts';
import {campaignSettings} from '../../source/wire/operations/campaigns.ts';
import {smallService} from './small-service.ts';
import {planOf} from './small-world.ts';

type Setting = {name: string; value: string; options: {id: string; label: string}[]};

const campaign_id = '1002';

let small: Awaited<ReturnType<typeof smallService>>;

beforeEach(async () => {
	small = await smallService();
});

const settingsOf = async (id = campaign_id): Promise<Setting[]> =>
	(await small.call('get_campaign_settings', {campaign_id: id})).settings as Setting[];
const values = async (): Promise<Record<string, string>> =>
	Object.fromEntries((await settingsOf()).map(({name, value}) => [name, value]));
const update = async (changes: Record<string, unknown>) => small.call('update_campaign', {campaign_id, ...changes});
const dashboard = async (): Promise<Record<string, string>> =>
	((await small.call('get_dashboard_stats', {campaign_id})).dashboard_stats as Record<string, string>[])[0] ?? {};

describe('states', () => {
	const orders = {play: 'play_campaign', pause: 'pause_campaign', stop: 'stop_campaign'} as const;
	const running = 'Campaign is already running';
	const idle = 'Campaign is not running';
	const stopped = 'Campaign is already stopped';

	test.each([
		['STOP', ['stop'], 'play', 'PLAY'],
		['STOP', ['stop'], 'pause', idle],
		['STOP', ['stop'], 'stop', stopped],
		['PLAY', [], 'play', running],
		['PLAY', [], 'pause', 'PAUSE'],
		['PLAY', [], 'stop', 'STOP'],
		['PAUSE', ['pause'], 'play', 'PLAY'],
		['PAUSE', ['pause'], 'pause', idle],
		['PAUSE', ['pause'], 'stop', 'STOP'],
	] as const)('%s, after %j: %s', async (state, before, order, outcome) => {
		for (const earlier of before) {
			await small.call(orders[earlier], {campaign_id});
		}
		expect((await dashboard()).display_status).toBe(state);
		const answer = await small.call(orders[order], {campaign_id});
		if (/^[A-Z]+$/.test(outcome)) {
			expect(answer).toEqual({success: 1, error: '', campaign_id, display_status: outcome});
			expect((await dashboard()).display_status).toBe(outcome);
		} else {
			expect(answer).toEqual({success: 0, error: outcome, tech_msg: 'wrong-state'});
			expect((await dashboard()).display_status).toBe(state);
		}
	});

	test('stop clears the queue and deactivates; a pause lets calls finish', async () => {
		const {call, advance} = small;
		expect(Number((await dashboard()).oncalls)).toBeGreaterThan(0);
		await call('pause_campaign', {campaign_id});
		expect(Number((await dashboard()).oncalls)).toBeGreaterThan(0);
		const called = (await dashboard()).called_today;
		advance(40 * minute);
		const {lent} = small.world.campaignById.get(campaign_id) ?? {};
		expect(await dashboard()).toMatchObject({called_today: called, active_calls: '0', oncalls: `${lent}`});
		await call('stop_campaign', {campaign_id});
		const active = ((await call('get_campaigns')).campaigns as Record<string, string>[]).find(
			campaign => campaign.campaign_id === campaign_id,
		)?.active;
		expect(active).toBe('N');
	});

	test('a campaign without agents or leads may be played', async () => {
		small = await smallService({plan: [planOf({state: 'stopped', agents: 0, lists: []})]});
		expect(await small.call('play_campaign', {campaign_id: '1001'})).toMatchObject({display_status: 'PLAY'});
		small.advance(5 * minute);
		expect((await small.call('get_dashboard_stats', {campaign_id: '1001'})).dashboard_stats).toMatchObject([
			{called_today: '0', display_status: 'PLAY', remaining_time: '00:00:00', percentage_dropped: '0.00'},
		]);
	});
});

describe('settings', () => {
	test('there is one for each field of section 2.2', async () => {
		expect((await settingsOf()).map(({name}) => name).toSorted()).toEqual(Object.keys(campaignSettings).toSorted());
	});

	test('every option of each may be set, and is what is read then', async () => {
		for (const {name, options} of await settingsOf()) {
			for (const {id, label} of options) {
				expect(label).not.toBe('');
				expect(await update({[name]: id})).toEqual({success: 1, error: '', campaign_id});
				expect((await values())[name]).toBe(id);
			}
		}
	});

	test('those without options take any value within their bounds', async () => {
		const changes = {
			autodiallevel: '2.35',
			autodiallevel2: '12.5',
			number_of_lines: '120',
			adaptive_dropped_percentage: '2.5',
			velocity: '75',
			campaign_cid: '2125550111',
			call_back_number: '+18005550123',
		};
		const before = await values();
		expect((await update(changes)).success).toBe(1);
		expect(await values()).toEqual({...before, ...changes});
	});

	test.each([
		[{number_of_lines: '-1'}, 'number_of_lines', 'must be at least 0'],
		[{number_of_lines: '10001'}, 'number_of_lines', 'must be at most 10000'],
		[{velocity: '100001'}, 'velocity', 'must be at most 100000'],
		[{velocity: '-5'}, 'velocity', 'must be at least 0'],
		[{adaptive_dropped_percentage: '100.1'}, 'adaptive_dropped_percentage', 'must be at most 100'],
		[
			{conf_exten: '9999'},
			'conf_exten',
			'must be one of 8500, 8510, 8520, 7001, 7002, or an extension: two to six digits, but not 7000 to 9999',
		],
		[{custom_cid_list: '7'}, 'custom_cid_list', 'must be one of 0, 1, 2'],
		[{AgentLevel: '12'}, 'AgentLevel', 'must be one of 1, 2, 3, 4, 5, 6, 7, 8, 9'],
		[{campaign_cid: 'me'}, 'campaign_cid', 'must be a US number of ten digits, or E.164 (+15551234567)'],
		[{call_back_number: '911'}, 'call_back_number', 'must be a US number of ten digits, or E.164 (+15551234567)'],
		[
			{local_call_time: 'always'},
			'local_call_time',
			'must be one of 9am-9pm, 8am-9pm, 9am-5pm, 24hours, 9am-9pm-mon-sat, 9am-5pm-mon-sat',
		],
	])('%j is refused with what it must be, and nothing else is changed', async (wrong, name, detail) => {
		const before = await values();
		expect(await update({autodiallevel: '3', ...wrong})).toEqual({
			success: 0,
			error: `Invalid value: ${name}`,
			tech_msg: 'invalid-value',
			detail,
		});
		expect(await values()).toEqual(before);
	});

	test('nothing sent changes nothing', async () => {
		const before = await values();
		expect(await update({})).toEqual({success: 1, error: '', campaign_id});
		// It always has a value.
		expect(await update({amd: ''})).toMatchObject({success: 0, error: 'Invalid value: amd'});
		expect(await values()).toEqual(before);
	});

	test('they show on the dashboard, and the pace of the world follows', async () => {
		await update({dial_method: 'RATIO', autodiallevel: '1', autodiallevel2: '2.5', script: '2', amd: 'N'});
		expect(await dashboard()).toMatchObject({
			pace_method: 'RATIO',
			pace_tempo: '1',
			intensity_throttle: '2.5',
			campaign_script: 'Settlement offer',
			am_detection: 'N',
		});
		const calledIn = async (minutes: number): Promise<number> => {
			const before = Number((await dashboard()).called_today);
			small.advance(minutes * minute);
			return Number((await dashboard()).called_today) - before;
		};
		small.advance(10 * minute);
		const slow = await calledIn(10);
		await update({autodiallevel: '4'});
		expect(await calledIn(10)).toBeGreaterThan(2 * slow);
		await update({number_of_lines: '5'});
		small.advance(10 * minute);
		// One of its agents may be on a call that a queue gave them, whose line is another campaign's.
		const {lent = 0} = small.world.campaignById.get(campaign_id) ?? {};
		expect(Number((await dashboard()).active_calls) + Number((await dashboard()).oncalls) - lent).toBeLessThanOrEqual(
			5,
		);
	});

	test('a level above the limit of an adaptive campaign is pulled back by its rule', async () => {
		await update({autodiallevel2: '2', autodiallevel: '6'});
		expect((await dashboard()).pace_tempo).toBe('6');
		small.advance(minute);
		expect(Number((await dashboard()).pace_tempo)).toBeLessThanOrEqual(2);
	});
});

describe('dial_number', () => {
	const dial = async (phone_number: string) =>
		small.call('dial_number', {campaign_id, phone_number, callerid: '8005550100'});

	test.each(['2125550123', '12125550123', '+12125550123'])('places one call to %s', async number => {
		expect(await dial(number)).toEqual({
			success: 1,
			error: '',
			uniqueid: expect.stringMatching(/^\d+\.\d+$/),
			status: 'RINGING',
			note: 'agents take no test calls: a person who answers hears nothing (msg=N)',
		});
		const {all_log_search} = await small.call('search_lead', {query: number, flag: 'TEST'});
		expect(all_log_search).toMatchObject([{status: 'RINGING', phone_number: '2125550123'}]);
	});

	test('reaches a number abroad, which the interface allows, and the call log shows it', async () => {
		expect(await dial('+442071234567')).toMatchObject({success: 1, error: ''});
		expect((await dial('442071234567')).error).toBe('Invalid value: phone_number');
		const {all_log_search} = await small.call('search_lead', {query: '+442071234567'});
		expect(all_log_search).toMatchObject([{phone_number: '+442071234567', flag: 'TEST'}]);
	});

	test('places none where there is no line', async () => {
		await update({number_of_lines: '0'});
		const {called_today} = await dashboard();
		expect(await dial('2125550123')).toEqual({success: 0, error: 'No free line', tech_msg: 'no-free-line'});
		expect((await dashboard()).called_today).toBe(called_today);
	});
});
