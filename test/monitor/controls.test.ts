/** Commands over real HTTP: sent once whatever happens, their outcome told as it is, and seen by a later poll. */
import {describe, expect, onTestFinished, test} from 'vitest';
import {createDialer, type Dialer} from '../../source/api/client/dialer.ts';
import {createHttpTransport, lockable} from '../../source/api/client/transport.ts';
import {initialState} from '../../source/model/initial-state.ts';
import type {Control, Pending, Phase} from '../../source/model/pending.ts';
import type {Message, State} from '../../source/model/state.ts';
import {update} from '../../source/model/update.ts';
import {systemClock} from '../../source/monitor/clock.ts';
import {createControls} from '../../source/monitor/controls.ts';
import {createStore} from '../../source/monitor/store.ts';
import {type FaultName, type FaultOptions, faults, isCommand, startOtherService} from '../helpers/other-service.ts';
import {source, startRig} from './harness.ts';

const campaignControl = (
	operation: 'play_campaign' | 'pause_campaign' | 'stop_campaign',
	id: string,
	expected: 'dialing' | 'paused' | 'stopped',
): Control => ({
	operation,
	params: {campaign_id: id},
	target: {kind: 'campaign', id, name: id},
	doing: `${operation}…`,
	verb: operation,
	expected,
	before: undefined,
});
const pause = campaignControl('pause_campaign', '1001', 'paused');
const play = campaignControl('play_campaign', '1002', 'dialing');
const stop = campaignControl('stop_campaign', '1001', 'stopped');
const listOff: Control = {
	operation: 'change_status',
	params: {list_id: '2001', status: 'N'},
	target: {kind: 'list', id: '2001', name: 'A'},
	doing: 'switching off',
	verb: 'switch off',
	expected: 'off',
	before: 'Y',
};
const waiting = {timeout: 5000, interval: 10};

const acknowledged: FaultName[] = [
	'crumbs',
	'nested',
	'nested-fields',
	'many-arrays',
	'long-name',
	'warning',
	'no-arrays',
	'odd-values',
	'not-json-numbers',
	'proto',
	'other-campaign',
	'odd-percent',
	'hostile',
	'wrong-password',
];
const refused: FaultName[] = ['hostile-error', 'refusal', 'token-expired'];

const phaseUnder = (fault: FaultName): Phase =>
	fault === 'refused'
		? 'not-sent'
		: refused.includes(fault)
			? 'refused'
			: acknowledged.includes(fault)
				? 'acknowledged'
				: 'unknown';

/** Faults that hold an answer back until the deadline. */
const late: readonly string[] = ['hang', 'slow', 'drip'] satisfies FaultName[];

/** Controls over HTTP alone, without a poller. */
const startControls = async ({readOnly = false, deadline = 30_000} = {}) => {
	const service = await startOtherService({token: 'T'});
	const store = createStore<State, Message>(update, initialState({...source, readOnly}, systemClock.now()));
	const http = createHttpTransport(service.url);
	const dialer = createDialer({transport: lockable(http.send, () => store.get().locked), token: () => 'T'});
	const call: Dialer['call'] = (type, params, options) => dialer.call(type, params, {...options, deadline});
	const poller = {look: () => undefined, checkToken: async () => 'alive' as const};
	const controls = createControls({
		call,
		store,
		clock: systemClock,
		poller,
		session: {token: () => 'T', user: () => 'operator'},
		onDemand: {
			readSettings: async () => undefined,
			followSettings: async () => undefined,
			readAccountsAgain: async () => undefined,
		},
	});
	onTestFinished(async () => {
		await http.close();
		await service.close();
	});
	return {service, store, controls};
};

const names = [...(Object.keys(faults) as FaultName[]), 'refused', 'token-expired', 'wrong-password'] as const;

test.each(names)('under the fault %s each command is carried out once at most, and ends as it must', async fault => {
	// Only those that are waited for get a short deadline: a busy machine takes its time for the others.
	const {service, store, controls} = await startControls(late.includes(fault) ? {deadline: 700} : {});
	const options: FaultOptions = fault === 'slow' ? {milliseconds: 60_000} : {};
	await service.setFault(fault, options);
	await Promise.all([
		controls.run(pause),
		controls.run(play),
		controls.run({
			...stop,
			params: {campaign_id: '1003'},
			target: {kind: 'campaign', id: '1003', name: 'c'},
		}),
		controls.run(listOff),
	]);
	const {commands} = store.get();
	expect(commands.map(({phase}) => phase)).toEqual(Array(4).fill(phaseUnder(fault)));
	const isFine = ({reason}: Pending): boolean => reason === '' || reason.startsWith('the service warns: ');
	expect(commands.every(pending => (pending.phase === 'acknowledged') === isFine(pending))).toBe(true);
	expect(service.requests.filter(({type}) => isCommand(type))).toHaveLength(fault === 'refused' ? 0 : 4);
	expect(Object.values(service.commands.byTarget).every(count => count === 1)).toBe(true);
});

test('the read-only lock stops a command before the wire', async () => {
	const {service, store, controls} = await startControls({readOnly: true});
	for (const control of [pause, play, stop, listOff]) {
		await controls.run(control);
	}
	expect(store.get().commands.map(({phase}) => phase)).toEqual(Array(4).fill('not-sent'));
	expect(store.get().commands[0]?.reason).toBe('the read-only lock is on');
	expect(service.requests).toEqual([]);
});

describe('with the whole monitor', () => {
	const started = async (options: Parameters<typeof startRig>[0] = {}) => {
		const rig = await startRig({attention: {selected: '1001', lists: {campaignId: undefined}}, ...options});
		await expect.poll(() => rig.store.get().dashboards.size, waiting).toBe(3);
		await expect.poll(() => rig.store.get().lists.value?.lists.length, waiting).toBe(6);
		return rig;
	};

	test.each([
		['pause', pause],
		['play', play],
		['stop', stop],
		['list off', listOff],
	])('%s is done, and observed by a later poll', async (_name, control) => {
		const rig = await started();
		await rig.monitor.control(control);
		await expect.poll(() => rig.command()?.phase, waiting).toBe('observed');
		expect(rig.service.commands.total).toBe(1);
	});

	test.each([
		['pause', pause],
		['play', play],
		['stop', stop],
		['list off', listOff],
	])('%s without an answer is UNKNOWN, then observed by the next poll', async (_name, control) => {
		const rig = await started();
		await rig.service.setFault('reset-after', {types: [control.operation]});
		await rig.monitor.control(control);
		expect(rig.command()).toMatchObject({wasUnknown: true});
		await expect.poll(() => rig.command()?.phase, waiting).toBe('observed');
		expect(rig.service.commands.total).toBe(1);
	});

	test('a command that never ran stays UNKNOWN, with what the service shows', async () => {
		const rig = await started();
		await rig.service.setFault('reset-before', {types: ['pause_campaign']});
		await rig.monitor.control(pause);
		await expect.poll(() => rig.command()?.seen, waiting).toBe('PLAY');
		expect(rig.command()?.phase).toBe('unknown');
		expect(rig.of('pause_campaign')).toHaveLength(1);
		expect(rig.service.commands.total).toBe(0);
	});

	test('a command whose token had expired is not sent again, and that is told', async () => {
		const rig = await started({signIn: true});
		const used = rig.of('get_campaigns').at(-1)?.fields.token;
		await rig.service.setFault('token-expired', {times: 0});
		await rig.monitor.control(pause);
		await expect
			.poll(() => rig.command(), waiting)
			.toMatchObject({phase: 'refused', reason: expect.stringContaining('the token had expired; signed in anew')});
		await expect.poll(() => rig.store.get().dashboards.get('1001')?.failure, waiting).toBeUndefined();
		expect(rig.of('pause_campaign').map(({fields}) => fields.token)).toEqual([used]);
		expect(rig.of('login_user')).toHaveLength(2);
		await rig.monitor.control(pause);
		await expect.poll(() => rig.command()?.phase, waiting).toBe('observed');
		expect(rig.of('pause_campaign').map(({fields}) => fields.token === used)).toEqual([true, false]);
	});

	test('a command that the service refuses for another reason brings no sign-in', async () => {
		const rig = await started({signIn: true});
		await rig.monitor.control({
			...pause,
			params: {campaign_id: '1003'},
			target: {kind: 'campaign', id: '1003', name: 'c'},
		});
		expect(rig.command()).toMatchObject({phase: 'refused', reason: 'Campaign is not running (E1)'});
		expect(rig.of('login_user')).toHaveLength(1);
	});

	test('the token of a session that is over goes with no command', async () => {
		const rig = await started();
		await rig.service.setFault('token-expired', {times: 0});
		rig.monitor.refresh();
		await expect.poll(() => rig.store.get().link.kind, waiting).toBe('signed-out');
		await rig.monitor.control(pause);
		expect(rig.command()).toMatchObject({phase: 'not-sent', reason: 'not signed in'});
		expect(rig.of('pause_campaign')).toEqual([]);
	});

	test('the lock may be put on while all runs', async () => {
		const rig = await started();
		rig.store.dispatch({type: 'lock', locked: true});
		await rig.monitor.control(pause);
		expect(rig.command()?.phase).toBe('not-sent');
		expect(rig.service.commands.total).toBe(0);
	});
});

test('what names another target than the one confirmed is not sent', async () => {
	const rig = await startRig();
	await rig.monitor.control({...pause, params: {campaign_id: '1002'}});
	expect(rig.command()).toMatchObject({phase: 'not-sent', reason: expect.stringContaining('another target')});
	expect(rig.service.commands.total).toBe(0);
});
