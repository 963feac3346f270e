/** One monitor's worth of calls against a service of every shape. */
import {describe, expect, test} from 'vitest';
import {loginRecord} from '../../source/wire/operations/authentication.ts';
import {type ShapeName, shapes} from '../helpers/other-service.ts';
import {startHarness} from './harness.ts';

const names = Object.keys(shapes) as ShapeName[];

const done = <T>(outcome: {kind: 'done'; answer: T} | {kind: string}): T => {
	expect(outcome).toMatchObject({kind: 'done'});
	return (outcome as {answer: T}).answer;
};

describe.each(names)('a service of the shape %s', shape => {
	const firstId = shape === 'long-ids' ? '9007199254740993' : '1001';

	test('signs in', async () => {
		const {service, dialer} = await startHarness({shape});
		const outcome = await dialer.call('login_user', {user: 'ops', pass: 'secret'});
		expect(done(outcome).token).toMatch(/^token-1-x{32}$/);
		expect(Object.values(loginRecord.fields.token.wire)).toContain(shapes[shape].token);
		expect(service.state.tokens.size).toBe(2);
		expect(await dialer.call('login_user', {user: 'ops', pass: 'other'})).toMatchObject({
			kind: 'refused',
			error: 'Those are not the words.',
			techMsg: 'E1',
		});
	});

	test('lists campaigns with every digit of their ids', async () => {
		const {service, dialer} = await startHarness({shape});
		const {records} = done(await dialer.call('get_campaigns', {}));
		expect(records.map(({id, name}) => ({id, name}))).toEqual(
			service.state.campaigns.map(({id, name}) => ({id, name})),
		);
		expect(records[0]?.id).toBe(firstId);
		expect(records[0]?.status).toBe(shape === 'sparse' ? undefined : shapes[shape].words.dialing);
		expect(records.flatMap(({unreadable}) => unreadable)).toEqual([]);
	});

	test('shows the dashboard of the campaign asked for', async () => {
		const {dialer} = await startHarness({shape});
		const dashboard = done(await dialer.call('get_dashboard_stats', {campaign_id: firstId}));
		expect(dashboard.figures).toMatchObject({
			campaignId: firstId,
			status: shapes[shape].words.dialing,
			activeCalls: 11,
			unreadable: [],
			extra: {},
		});
		if (shape === 'rows') {
			expect(dashboard.liveCalls).toEqual([
				{activeCalls: 11, ringing: 0, waiting: 1, inIvr: 0, extra: {}, unreadable: []},
			]);
		}
		if (shape === 'sparse') {
			expect(dashboard).toMatchObject({calls: undefined, agents: undefined, leads: undefined, liveCalls: undefined});
		}
		if (shape === 'beside') {
			expect(dashboard.figures?.agents).toBeUndefined();
			expect(dashboard.calls).toHaveLength(500);
			expect(dashboard.agents).toEqual([]);
			expect(dashboard.liveCalls).toBeUndefined();
		}
	});

	test('obeys commands, and shows what they changed', async () => {
		const {service, dialer} = await startHarness({shape});
		const campaign = {campaign_id: firstId};
		for (const [type, state] of [
			['pause_campaign', 'paused'],
			['play_campaign', 'dialing'],
			['stop_campaign', 'stopped'],
		] as const) {
			expect(await dialer.call(type, campaign)).toMatchObject({kind: 'done'});
			const {figures} = done(await dialer.call('get_dashboard_stats', campaign));
			expect(figures?.status).toBe(shapes[shape].words[state]);
			expect(service.commands.byTarget[`${type} ${firstId}`]).toBe(1);
		}
		expect(await dialer.call('pause_campaign', campaign)).toMatchObject({
			kind: 'refused',
			error: 'Campaign is not running',
		});
		expect(service.commands.total).toBe(3);
	});

	test('lists lists, returns one, and switches it', async () => {
		const {service, dialer} = await startHarness({shape});
		const {records} = done(await dialer.call('get_lists', {campaign_id: firstId}));
		const [first] = service.state.lists;
		const listId = first?.id ?? '';
		expect(records.map(({id, name, campaignId, status}) => ({id, name, campaignId, status}))).toEqual(
			service.state.lists.slice(0, 2).map(({id, name, campaignId, active}) => ({
				id,
				name,
				campaignId,
				status: active ? 'Y' : 'N',
			})),
		);
		const {record} = done(await dialer.call('get_list', {list_id: listId}));
		expect(record).toMatchObject({id: listId, name: first?.name, status: 'Y', totalLeads: 2500});
		expect(await dialer.call('change_status', {list_id: listId, status: 'N'})).toMatchObject({kind: 'done'});
		expect(done(await dialer.call('get_list', {list_id: listId})).record.status).toBe('N');
		const {records: active} = done(await dialer.call('get_lists', {campaign_id: firstId, status: 'Y'}));
		expect(active).toEqual([]);
	});

	test('searches the call log', async () => {
		const {dialer} = await startHarness({shape});
		const {entries, footer} = done(await dialer.call('search_lead', {query: 'Ada'}));
		expect(footer).toBe('1 found');
		expect(entries).toMatchObject([{fullName: 'Ada Moss', date: '2026-03-31 13:15', campaignId: firstId}]);
	});
});
