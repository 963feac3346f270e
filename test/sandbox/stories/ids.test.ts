/** Ids are integers: a question may write one with leading zeros, and what changes something takes it as it is listed. */
import {afterEach, expect, test} from 'vitest';
import {httpService} from './http-service.ts';

let service: Awaited<ReturnType<typeof httpService>>;

afterEach(() => service[Symbol.asyncDispose]());

test('every question about a campaign or a list is answered alike for 1002 and 01002', async () => {
	service = await httpService({});
	const graph = 'calls_graph_data';
	for (const [type, params] of [
		['get_campaign_settings', {}],
		['get_lists', {}],
		['get_campaign_lists', {}],
		['get_dashboard_stats', {}],
		['campaign_summary', {}],
		['get_graph_data', {graph}],
		['get_campaign_stats', {}],
		['get_all_graphs', {}],
		['get_usage', {}],
		['get_results', {list_id: '050003'}],
		['get_dncs', {}],
		['retrieve_sent_messages', {}],
		['check_permission', {permission: 'play_campaign'}],
	] as const) {
		const plain = await service.need(type, {
			...params,
			campaign_id: '1002',
			...('list_id' in params && {list_id: '50003'}),
		});
		expect(await service.need(type, {...params, campaign_id: '01002'}), type).toEqual(plain);
	}
	expect(await service.need('get_list', {list_id: '0050003'})).toEqual(
		await service.need('get_list', {list_id: '50003'}),
	);
});

test('plans and payments are found with leading zeros', async () => {
	service = await httpService({});
	await service.need('add_account', {
		'account[company_id]': '1',
		'account[accountid]': 'A-1',
		'account[balance]': '90',
	});
	const {plan_id, schedules} = await service.need('create_payment_plan', {
		accountid: 'A-1',
		total_amount: '90',
		start_date: '2026-04-01',
		frequency: 'one-time',
		number_of_payments: '1',
	});
	const [{schedule_id = ''} = {}] = schedules as {schedule_id: string}[];
	for (const type of ['agreement_details', 'get_schedules', 'get_agreement_doc']) {
		await service.need(type, {plan_id: `00${plan_id}`});
	}
	await service.need('get_payment_status', {payment_id: `0${schedule_id}`});
});

test('nothing is paused, switched or texted for by an id that is not as listed', async () => {
	service = await httpService({});
	const notFound = {success: 0, error: 'Campaign not found', tech_msg: 'not-found'};
	expect(await service.call('pause_campaign', {campaign_id: '01002'})).toMatchObject(notFound);
	expect(await service.call('update_campaign', {campaign_id: '01002', amd: 'N'})).toMatchObject(notFound);
	expect(await service.call('change_status', {list_id: '050003', status: 'N'})).toMatchObject({
		error: 'List not found',
	});
	expect(await service.dashboard('1002')).toMatchObject({display_status: 'PLAY', am_detection: 'Y'});
});
