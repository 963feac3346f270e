/** Commands, most of them over real HTTP: sent once whatever happens, their outcome told as it is, and seen by a later poll. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {initialState, update} from '../../source/alerts/reducer.ts';
import type {Control, Pending, Phase} from '../../source/model/pending.ts';
import type {Message, State} from '../../source/model/state.ts';
import {createStore} from '../../source/model/store.ts';
import type {Setting} from '../../source/model/wire.ts';
import type {TokenCheck} from '../../source/service/access.ts';
import {createControls, type Ended} from '../../source/service/controls.ts';
import {lookAtFile} from '../../source/service/uploads.ts';
import {systemClock} from '../../source/system/clock.ts';
import {createDialer, type Dialer} from '../../source/wire/client/dialer.ts';
import {createHttpTransport, lockable} from '../../source/wire/client/transport.ts';
import {WireError} from '../../source/wire/errors.ts';
import {temporaryFolder} from '../helpers/audit.ts';
import {manualClock} from '../helpers/clock.ts';
import {type FaultName, type FaultOptions, faults, isCommand, startOtherService} from '../helpers/other-service.ts';
import {source, startRig} from './harness.ts';

const campaignControl = (
	operation: 'play_campaign' | 'pause_campaign' | 'stop_campaign',
	id: string,
	expected: 'dialing' | 'paused' | 'stopped',
): Control => ({
	operation,
	params: {campaign_id: id},
	target: {service: 'p', kind: 'campaign', id, name: id},
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
	target: {service: 'p', kind: 'list', id: '2001', name: 'A'},
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
		service: 'p',
		call,
		withhold: async () => expect.fail('withheld'),
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
			target: {service: 'p', kind: 'campaign', id: '1003', name: 'c'},
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

test('a screen that shows the past stops a command before the wire', async () => {
	const {service, store, controls} = await startControls();
	store.dispatch({type: 'looking-at', at: systemClock.now().wall - 60_000});
	for (const control of [pause, play, stop, listOff]) {
		expect(await controls.run(control)).toMatchObject({kind: 'not-sent', reason: 'the screen shows the past'});
	}
	expect(store.get().commands.map(({phase}) => phase)).toEqual(Array(4).fill('not-sent'));
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
			target: {service: 'p', kind: 'campaign', id: '1003', name: 'c'},
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

describe('one command', () => {
	type Call = Parameters<typeof createControls>[0]['call'];

	/** Controls with a service that gives one outcome, and with what happens beside a command. */
	const setUp = ({
		outcome = {kind: 'done', answer: {}} as Awaited<ReturnType<Call>>,
		checked = 'alive' as TokenCheck,
		readSettings = (): {why?: string; settings?: readonly Setting[]} => ({}),
	} = {}) => {
		const clock = manualClock();
		const store = createStore<State, Message>(update, initialState(source, clock.now()));
		const sent: Parameters<Call>[] = [];
		const beside: unknown[] = [];
		const {run} = createControls({
			service: 'p',
			withhold: async () => expect.fail('withheld'),
			call: async (...asked) => {
				sent.push(asked);
				return outcome;
			},
			store,
			clock,
			poller: {
				look: () => void beside.push('look'),
				async checkToken(used) {
					beside.push(['check', used]);
					return checked;
				},
			},
			session: {token: () => 'T', user: () => 'ops'},
			onDemand: {
				async readSettings(campaignId) {
					const {why, settings} = readSettings();
					const span = {sentAt: clock.now(), receivedAt: clock.now()};
					if (settings) {
						store.dispatch({type: 'settings-polled', campaignId, span, settings});
					}
					return why;
				},
				followSettings: async command => void beside.push(['settings', command]),
				readAccountsAgain: async () => void beside.push('accounts'),
			},
		});
		return {run, store, sent, beside, last: () => store.get().commands.at(-1)};
	};

	test.each<[Awaited<ReturnType<Call>>, ended: Ended, phase: Phase]>([
		[{kind: 'done', answer: {id: 7}}, {kind: 'done', answer: {id: 7}}, 'acknowledged'],
		[
			{kind: 'done', answer: {id: 7}, warning: 'slow'},
			{kind: 'done', answer: {id: 7}, reason: 'the service warns: slow'},
			'acknowledged',
		],
		[{kind: 'refused', error: 'no', techMsg: 'E1'}, {kind: 'refused', reason: 'no (E1)'}, 'refused'],
		[{kind: 'not-sent', cause: new WireError('tls', 'no TLS')}, {kind: 'not-sent', reason: 'no TLS'}, 'not-sent'],
		[{kind: 'unknown', cause: new WireError('reset', 'gone')}, {kind: 'unknown', reason: 'gone'}, 'unknown'],
	])('with the outcome %j tells it whole, and the model but its answer', async (outcome, ended, phase) => {
		const {run, sent, last} = setUp({outcome});
		expect(await run(pause)).toStrictEqual(ended);
		expect(last()).toMatchObject({phase, reason: 'reason' in ended ? ended.reason : ''});
		expect(JSON.stringify(last())).not.toContain('answer');
		expect(sent).toHaveLength(1);
	});

	test('is kept with who asked for it, and without its secrets; it is sent with them, and in 15 s', async () => {
		const {run, sent, last} = setUp();
		const change: Control = {
			...pause,
			operation: 'change_password',
			params: {old_pass: 'canary', new_pass: 'canary2'},
			target: {service: 'p', kind: 'service', id: 'change_password', name: 'password'},
			expected: undefined,
		};
		await run(pause);
		await run(change);
		expect(last()?.command).toMatchObject({id: 2, by: 'ops', audit: expect.stringMatching(/./)});
		expect(JSON.stringify(last()?.command)).not.toContain('canary');
		const {target, verb} = change;
		expect(sent[1]).toMatchObject([
			'change_password',
			change.params,
			{deadline: 15_000, audit: {target, verb, id: last()?.command.audit}},
		]);
		expect(sent[0]?.[2]?.audit).toMatchObject({expected: 'paused'});
		expect(sent[1]?.[2]?.audit).not.toHaveProperty('expected');
	});

	test.each<[Partial<Control>, boolean]>([
		[{}, true],
		[{params: {campaign_id: '1002'}}, false],
		[{params: {list_id: '1001'}}, false],
		[{params: {list_id: '1001'}, target: {...pause.target, kind: 'list'}}, true],
		[{params: {campaign_id: '1001'}, target: {...pause.target, kind: 'list'}}, false],
		[{params: {phone_number: '1001', to: '1'}, target: {...pause.target, kind: 'number'}}, true],
		[{params: {to: '1001'}, target: {...pause.target, kind: 'number'}}, true],
		[{params: {campaign_id: '1001', to: '1'}, target: {...pause.target, kind: 'number'}}, false],
		[{params: {}, target: {...pause.target, kind: 'account'}}, true],
		[{params: {}, target: {...pause.target, kind: 'service'}}, true],
	])('with %j is sent only if that names the target that was confirmed: %s', async (over, isSent) => {
		const {run, sent} = setUp();
		const ended = await run({...pause, ...over});
		expect(sent).toHaveLength(isSent ? 1 : 0);
		expect(ended).toMatchObject(
			isSent
				? {kind: 'done'}
				: {kind: 'not-sent', reason: 'what would be sent names another target than the one confirmed'},
		);
	});

	test('is not sent where there is a reason not to, or the same control is still under way', async () => {
		const {run, sent, last} = setUp();
		expect(await run(pause, 'the row has changed')).toEqual({kind: 'not-sent', reason: 'the row has changed'});
		expect(last()).toMatchObject({phase: 'not-sent', reason: 'the row has changed'});
		expect(sent).toEqual([]);
		await run(pause);
		expect(await run(stop)).toEqual({kind: 'not-sent', reason: 'pause_campaign is still under way on it'});
		expect(sent).toHaveLength(1);
	});

	const level: Control = {
		...pause,
		operation: 'update_campaign',
		params: {campaign_id: '1001', autodiallevel: '3'},
		expected: {settings: {autodiallevel: '3'}, drifting: []},
		was: {settings: {autodiallevel: '2'}, drifting: []},
	};
	const shown = (value: string) => ({settings: [{name: 'autodiallevel', value, options: []}]});

	test.each<[ReturnType<NonNullable<NonNullable<Parameters<typeof setUp>[0]>['readSettings']>>, why?: string]>([
		[shown('2')],
		[{}],
		[shown('4'), 'level changed from 2 to 4 meanwhile'],
		[{why: 'timed out'}, 'the settings could not be read first: timed out'],
	])('that changes a setting reads it first: with %j it is not sent because %s', async (read, why) => {
		const {run, sent, beside} = setUp({readSettings: () => read});
		expect(await run(level)).toMatchObject(why === undefined ? {kind: 'done'} : {kind: 'not-sent', reason: why});
		expect(sent).toHaveLength(why === undefined ? 1 : 0);
		expect(beside).toEqual(why === undefined ? ['look', ['settings', 1]] : []);
	});

	test.each([
		['add_account', true],
		['add_leads', true],
		['add_queue', false],
	] as const)('%s has the accounts read again: %s', async (operation, does) => {
		const {run, beside} = setUp();
		await run({...pause, operation, params: {}, target: {service: 'p', kind: 'service', id: operation, name: ''}});
		expect(beside).toEqual(does ? ['look', 'accounts'] : ['look']);
	});

	test('that names a file is sent with what is in it, and not at all once that has changed', async () => {
		const {run, sent} = setUp();
		const path = join(temporaryFolder(), 'leads.csv');
		writeFileSync(path, 'a,b');
		const file = await lookAtFile(path);
		const upload: Control = {
			...pause,
			operation: 'upload_file',
			params: {file, list_id: '7'},
			target: {service: 'p', kind: 'service', id: 'upload_file', name: ''},
		};
		await run({...upload, expected: undefined});
		expect(sent.map(([, params]) => params)).toEqual([
			{file: {name: 'leads.csv', bytes: Buffer.from('a,b')}, list_id: '7'},
		]);
		writeFileSync(path, 'a,c');
		expect(await run(upload)).toEqual({kind: 'not-sent', reason: 'leads.csv has changed since it was confirmed'});
		expect(sent).toHaveLength(1);
	});

	const refusal = {kind: 'refused', error: 'no', techMsg: ''} as const;

	test.each<[Awaited<ReturnType<Call>>, TokenCheck, reason: string]>([
		[refusal, 'alive', 'no'],
		[refusal, 'renewed', 'no; the token had expired; signed in anew: pause_campaign again if it is still wanted'],
		[
			refusal,
			'dead',
			'no; the service no longer takes the token: once signed in, pause_campaign again if it is still wanted',
		],
		[{kind: 'done', answer: {}}, 'dead', ''],
	])('ended by %j whose token is %s says why: %j', async (outcome, checked, reason) => {
		const {run, beside, last} = setUp({outcome, checked});
		await run(pause);
		expect(last()?.reason).toBe(reason);
		expect(beside).toEqual(outcome === refusal ? ['look', ['check', 'T']] : ['look']);
	});
});

test('what names another target than the one confirmed is not sent', async () => {
	const rig = await startRig();
	await rig.monitor.control({...pause, params: {campaign_id: '1002'}});
	expect(rig.command()).toMatchObject({phase: 'not-sent', reason: expect.stringContaining('another target')});
	expect(rig.service.commands.total).toBe(0);
});
