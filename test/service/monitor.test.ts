/** The monitor as a whole, over real HTTP against a service that answers in every shape and with every fault. */
import {describe, expect, test} from 'vitest';
import {statusWordsOf} from '../../source/model/campaign.ts';
import {campaignRows} from '../../source/model/select.ts';
import {manualClock} from '../helpers/clock.ts';
import {type FaultName, type ShapeName, shapes} from '../helpers/other-service.ts';
import {failuresIn} from '../model/make.ts';
import {pauseOf, startRig} from './harness.ts';

const waiting = {timeout: 5000, interval: 10};

describe.each(Object.keys(shapes) as ShapeName[])('a service of the shape %s', shape => {
	test('signs in, shows campaigns, figures, lists and a search, and is steered', async () => {
		const first = shape === 'long-ids' ? '9007199254740993' : '1001';
		const {dialing, paused, stopped} = shapes[shape].words;
		const rig = await startRig({
			shape,
			signIn: true,
			statusWords: statusWordsOf({[dialing]: 'play', [paused]: 'pause', [stopped]: 'stop'}),
			attention: {selected: first, lists: {campaignId: first}},
		});
		const count = rig.service.state.campaigns.length;
		await expect.poll(() => rig.store.get().dashboards.size, waiting).toBe(count);
		await expect.poll(() => rig.store.get().lists.value?.lists.length, waiting).toBe(2);
		const rows = campaignRows(rig.store.get());
		expect(rows.map(({campaign: {id, name}}) => ({id, name}))).toEqual(
			rig.service.state.campaigns.map(({id, name}) => ({id, name})),
		);
		expect(rows.every(({status, failure}) => status !== undefined && failure === undefined)).toBe(true);
		expect(rows[0]?.figures?.activeCalls).toBe(11);
		expect(rig.store.get().link.kind).toBe('live');

		await rig.monitor.search({query: 'ada'});
		expect(rig.store.get().search).toMatchObject({value: {entries: [{fullName: 'Ada Moss'}]}});

		const [row] = rows;
		const [list] = rig.store.get().lists.value?.lists ?? [];
		await rig.monitor.control({
			operation: 'pause_campaign',
			params: {campaign_id: row?.campaign.id ?? ''},
			target: {service: 'p', kind: 'campaign', id: row?.campaign.id ?? '', name: row?.campaign.name ?? ''},
			doing: 'pausing',
			verb: 'pause',
			expected: 'paused',
			before: row?.status,
		});
		await expect.poll(() => rig.command()?.phase, waiting).toBe('observed');
		await rig.monitor.control({
			operation: 'change_status',
			params: {list_id: list?.id ?? '', status: 'N'},
			target: {service: 'p', kind: 'list', id: list?.id ?? '', name: list?.name ?? ''},
			doing: 'switching off',
			verb: 'switch off',
			expected: 'off',
			before: list?.status,
		});
		await expect.poll(() => rig.command()?.phase, waiting).toBe('observed');
		expect(rig.service.commands.total).toBe(2);
		expect(rig.of('login_user')).toHaveLength(1);
	});
});

describe('figures are kept, with why they are not newer', () => {
	const faulty: FaultName[] = [
		'html',
		'empty',
		'truncated',
		'broken',
		'trailing',
		'success-2',
		'success-null',
		'no-arrays',
		'other-campaign',
		'http-500',
		'http-302',
		'reset-after',
		'half-answer',
		'gzip',
		'big-header',
		'not-http',
		'refusal',
		'hostile-error',
	];

	test.each(faulty)('under the fault %s', async fault => {
		const rig = await startRig({campaigns: 1, attention: {selected: '1001'}});
		await expect.poll(() => rig.store.get().dashboards.size, waiting).toBe(1);
		await rig.service.setFault(fault, {types: ['get_dashboard_stats']});
		rig.monitor.refresh();
		await expect
			.poll(() => rig.store.get().dashboards.get('1001')?.failure?.reason, waiting)
			.toEqual(expect.any(String));
		const entry = rig.store.get().dashboards.get('1001');
		expect(entry?.value?.figures?.activeCalls).toBe(11);
		expect(rig.store.get().dashboards.get('1001')?.failure?.reason).not.toBe('');
		expect(entry?.value?.calls).toHaveLength(4);
		await rig.service.setFault();
		rig.monitor.refresh();
		await expect.poll(() => rig.store.get().dashboards.get('1001')?.failure, waiting).toBeUndefined();
		expect(rig.store.get().link.kind).toBe('live');
	});
});

test.each<[FaultName, RegExp, RegExp]>([
	['html', /answered a web page, not JSON: <!doctype html>/, /base address/],
	['flood', /larger than 4,000,000 bytes/, /base address/],
	['empty', /an empty body/, /base address/],
	['success-2', /success "2"/, /^$/],
	['http-500', /HTTP 500/, /^$/],
	['http-302', /redirects \(HTTP 302\)/, /the address that it redirects to/],
	['http-429', /asks for a pause/, /^$/],
	['not-http', /did not answer in HTTP/, /^$/],
	['reset-after', /closed the connection/, /^$/],
	['gzip', /compressed/, /^$/],
])('an address that answers %s from the start says why at once', async (fault, reason, advice) => {
	const rig = await startRig({fault});
	await expect.poll(() => rig.store.get().link.kind, waiting).toBe('retrying');
	expect(rig.store.get().link).toMatchObject({
		reason: expect.stringMatching(reason),
		advice: expect.stringMatching(advice),
	});
	await rig.service.setFault();
	rig.monitor.refresh();
	await expect.poll(() => rig.store.get().link.kind, waiting).toBe('live');
});

test.each<[FaultName, string]>([
	['html', 'retrying'],
	['success-2', 'signed-out'],
])('a sign-in that is answered %s says why at once', async (fault, kind) => {
	const rig = await startRig({fault, signIn: true});
	await expect
		.poll(() => rig.store.get().link, waiting)
		.toMatchObject({kind, reason: expect.stringMatching(/answered/)});
	expect(rig.of('login_user')).toHaveLength(1);
});

test('figures that are none are missing, and no failure', async () => {
	const rig = await startRig({campaigns: 1, attention: {selected: '1001'}});
	await expect.poll(() => rig.store.get().dashboards.size, waiting).toBe(1);
	await rig.service.setFault('odd-values', {types: ['get_dashboard_stats']});
	rig.monitor.refresh();
	await expect
		.poll(() => rig.store.get().dashboards.get('1001')?.value?.figures?.unreadable.length, waiting)
		.toBeGreaterThan(5);
	expect(failuresIn(rig.store.get()).size).toBe(0);
});

test('a service that is gone and comes back is found again by itself', async () => {
	const rig = await startRig({attention: {selected: '1001'}});
	await expect.poll(() => rig.store.get().dashboards.size, waiting).toBe(3);
	await rig.service.setFault('refused');
	await expect.poll(() => rig.store.get().link, waiting).toMatchObject({kind: 'retrying'});
	expect(rig.store.get().dashboards.size).toBe(3);
	await rig.service.setFault();
	await expect.poll(() => rig.store.get().link.kind, {timeout: 10_000, interval: 10}).toBe('live');
	await expect.poll(() => failuresIn(rig.store.get()).size, waiting).toBe(0);
}, 20_000);

test('a slow service has two requests at most to bear', async () => {
	const clock = manualClock();
	const rig = await startRig({campaigns: 50, monitor: {clock}, attention: {selected: '1001'}});
	await expect.poll(() => rig.store.get().campaigns.value?.size, waiting).toBe(50);
	await rig.service.setFault('hang');
	const {length} = rig.service.requests;
	await clock.advance(5000);
	await expect.poll(() => rig.service.requests.length, waiting).toBeGreaterThanOrEqual(length + 1);
	for (let second = 0; second < 60; second++) {
		await clock.advance(1000);
		rig.monitor.refresh();
	}
	const asked = rig.service.requests.length;
	await rig.service.setFault();
	expect(rig.service.release('reversed')).toBe(2);
	await expect.poll(() => rig.service.requests.length, waiting).toBeGreaterThan(asked);
});

describe('a search', () => {
	test('that met a dead token is made again with the new one', async () => {
		const rig = await startRig({signIn: true});
		await expect.poll(() => rig.store.get().campaigns.value?.size, waiting).toBe(3);
		await rig.service.setFault('token-expired', {times: 0});
		await rig.monitor.search({query: 'ada'});
		expect(rig.store.get().search).toMatchObject({
			query: 'ada',
			value: {entries: [{fullName: 'Ada Moss'}]},
			failure: undefined,
		});
		expect(rig.of('login_user')).toHaveLength(2);
	});

	test('that is refused says why', async () => {
		const rig = await startRig();
		await rig.service.setFault('refusal', {types: ['search_lead']});
		await rig.monitor.search({query: 'ada'});
		expect(rig.store.get().search).toMatchObject({
			value: undefined,
			failure: {reason: 'The moon is full. (E77)', refused: true},
		});
	});

	test('that is no longer wanted does not stand in for the one that is', async () => {
		const rig = await startRig();
		await rig.service.setFault('hang', {types: ['search_lead'], times: 1});
		const early = rig.monitor.search({query: 'ada'});
		await expect.poll(() => rig.of('search_lead').length, waiting).toBe(1);
		await rig.monitor.search({query: 'ben'});
		rig.service.release();
		await early;
		expect(rig.store.get().search).toMatchObject({query: 'ben', value: {entries: [{fullName: 'Ben Hale'}]}});
	});
});

describe('closing', () => {
	test('ends what is under way, closes every connection, and tells nothing more', async () => {
		const rig = await startRig({campaigns: 20, attention: {selected: '1001'}});
		await expect.poll(() => rig.store.get().campaigns.value?.size, waiting).toBe(20);
		await rig.service.setFault('hang');
		const {length} = rig.service.requests;
		await expect.poll(() => rig.service.requests.length, waiting).toBeGreaterThan(length);
		const state = rig.store.get();
		await rig.monitor.close();
		await expect.poll(() => rig.service.open(), waiting).toBe(0);
		rig.monitor.refresh();
		expect(rig.store.get().link).toBe(state.link);
		expect(rig.store.get().campaigns.failure).toBeUndefined();
	});

	test('does not wait for what waits to send again', async () => {
		const clock = manualClock();
		const rig = await startRig({monitor: {clock}});
		await rig.service.setFault('http-429', {types: ['search_lead'], retryAfter: '5'});
		const search = rig.monitor.search({query: 'ada'});
		await expect.poll(() => rig.of('search_lead').length, waiting).toBe(1);
		await expect.poll(() => clock.timers(), waiting).toBeGreaterThan(0);
		await rig.monitor.close();
		await search;
		expect(rig.store.get().search?.failure).toBeDefined();
		expect(rig.of('search_lead')).toHaveLength(1);
		expect(clock.timers()).toBe(0);
	});
});

test('the effect of an operation is the catalogue’s', async () => {
	const {monitor} = await startRig();
	expect(monitor.effectOf('stop_campaign')).toBe('irreversible');
	expect(monitor.effectOf('pause_campaign')).toBe('write');
});

test('a control that may not be sent after all is not, and stands in the log with why', async () => {
	const rig = await startRig({attention: {selected: '1001'}});
	await expect.poll(() => rig.store.get().link.kind, waiting).toBe('live');
	const ended = {kind: 'not-sent', reason: 'it shows PAUSE by now'};
	expect(await rig.monitor.control(pauseOf('1001'), 'it shows PAUSE by now')).toEqual(ended);
	expect(rig.command()).toMatchObject({phase: 'not-sent', reason: 'it shows PAUSE by now'});
	expect(rig.service.commands.total).toBe(0);
});

test('a sandbox that ends unasked is told with why', async () => {
	const rig = await startRig({monitor: {ended: Promise.resolve(new Error('it was killed'))}});
	await expect.poll(() => rig.store.get().link, waiting).toMatchObject({kind: 'gone', reason: 'it was killed'});
});

test('what writes is not asked for as a read is', async () => {
	const {monitor, service} = await startRig();
	await expect(monitor.ask('pause_campaign', {campaign_id: '1001'})).rejects.toThrow('pause_campaign is not a read');
	expect(service.commands.total).toBe(0);
	expect(await monitor.ask('get_list', {list_id: '2001'})).toMatchObject({kind: 'done'});
});
