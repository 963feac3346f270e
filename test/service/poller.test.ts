/** The poller on a manual clock: outages, refusals and signing in. */
import {describe, expect, test} from 'vitest';
import {createControls} from '../../source/service/controls.ts';
import {manualClock} from '../helpers/clock.ts';
import {failuresIn} from '../model/make.ts';
import {done, failing, pauseOf, refused, simulate} from './harness.ts';

const credentials = {user: 'ops', password: 'secret'};
const selected = {selected: '1001'};
const refusedConnection = () => failing('connection-refused', 'not-sent');

describe('an outage of ten minutes', () => {
	test.each([
		['connection-refused', 'not-sent'],
		['http-status', 'unknown'],
		['reset', 'unknown'],
		['not-json', 'unknown'],
		['deadline', 'unknown'],
	] as const)('%s: one probe a step, figures kept, and well again by itself', async (code, kind) => {
		const rig = simulate({attention: selected});
		await rig.run(10);
		await rig.clock.advance(200);
		const before = rig.store.get();
		expect(before.link).toMatchObject({kind: 'live', latency: 50});
		rig.world.answers = () => failing(code, kind);
		const from = rig.sent.length;
		await rig.run(600);
		const probes = rig.sent.slice(from);
		expect(probes.length).toBeLessThanOrEqual(22);
		expect(probes.length).toBeGreaterThanOrEqual(14);
		const steps = probes.slice(-8).map(({at}, index, all) => at - (all[index - 1]?.at ?? at));
		expect(steps.slice(1).every(step => step >= 60_000)).toBe(true);
		const during = rig.store.get();
		expect(during.link).toMatchObject({kind: 'retrying', reason: code});
		// What it remembers of its polls grows with each.
		expect(during.dashboards.get('1001')?.value).toEqual({
			...before.dashboards.get('1001')?.value,
			history: expect.anything(),
		});
		expect(during.campaigns.value).toBe(before.campaigns.value);
		expect(during.campaigns.failure?.reason).toBe(code);

		rig.world.answers = () => undefined;
		await rig.run(62);
		const back = rig.sent.findIndex(({at}, index) => index >= from + probes.length && at > 0);
		const backAt = rig.sent[back]?.at ?? 0;
		const after = rig.store.get();
		expect(after.link.kind).toBe('live');
		expect(after.campaigns.failure).toBeUndefined();
		// Once the service is back no subject waits out a rest of its own.
		for (const id of rig.world.ids) {
			const first = rig.of('get_dashboard_stats').find(request => request.id === id && request.at >= backAt);
			expect(first && first.at - backAt).toBeLessThan(3000);
			expect(after.dashboards.get(id)?.failure).toBeUndefined();
		}
	});

	test('steps have jitter', async () => {
		const clock = manualClock();
		clock.setRandom(0);
		const rig = simulate({clock, answers: refusedConnection});
		await rig.run(4);
		// 0.75 s and 1.5 s apart, each after 50 ms of waiting for the refusal.
		expect(rig.sent.map(({at}) => at - 1000)).toEqual([0, 800, 2350]);
	});

	test('the operator may probe at once', async () => {
		const rig = simulate({answers: refusedConnection});
		await rig.run(40);
		const probes = rig.sent.length;
		rig.world.answers = () => undefined;
		rig.poller.refresh();
		await rig.clock.advance(100);
		expect(rig.sent.length).toBeGreaterThan(probes);
		expect(rig.store.get().link.kind).toBe('live');
	});
});

describe('Retry-After', () => {
	const limited = (seconds: number) => failing('rate-limited', 'unknown', seconds);

	test('is obeyed, whatever else was in flight', async () => {
		const rig = simulate({
			attention: selected,
			latency: ({type}) => (type === 'get_campaigns' ? 20 : 400),
			answers: ({type, at}) => (type === 'get_campaigns' && at > 5000 ? limited(120) : undefined),
		});
		await rig.run(5);
		await rig.clock.advance(2000);
		const last = rig.sent.at(-1)?.at ?? 0;
		expect(rig.store.get().link.kind).toBe('retrying');
		await rig.run(115);
		expect(rig.sent.at(-1)?.at).toBe(last);
		await rig.run(6);
		expect(rig.sent.at(-1)?.at).toBeGreaterThan(last);
	});

	test('may be cut short by the operator: one probe, and the rest begins anew', async () => {
		const rig = simulate({answers: () => limited(300)});
		await rig.run(2);
		expect(rig.sent).toHaveLength(1);
		expect(rig.store.get().link).toMatchObject({kind: 'retrying', nextAt: {mono: 301_050}});
		rig.poller.refresh();
		// While the probe is under way there is no time to be told.
		expect(rig.store.get().link).toMatchObject({kind: 'retrying', nextAt: {mono: 3000}});
		rig.poller.refresh();
		await rig.run(60);
		expect(rig.sent).toHaveLength(2);
		expect(rig.store.get().link).toMatchObject({kind: 'retrying', nextAt: {mono: 303_050}});
	});

	test('is not cut short by a command', async () => {
		const rig = simulate({answers: ({type}) => (type === 'pause_campaign' ? done({}) : limited(60))});
		await rig.run(2);
		const reads = rig.of('get_campaigns').length;
		const run = createControls(rig).run(pauseOf('1001'));
		await rig.run(20);
		await run;
		expect(rig.of('get_campaigns')).toHaveLength(reads);
	});
});

describe('answers come often enough for the header not to flicker', () => {
	test.each([
		{campaigns: 1, latency: 50, parts: {}, pace: 2000},
		{campaigns: 1, latency: 1900, parts: {}, pace: 2000},
		{campaigns: 1, latency: 3000, parts: {}, pace: 2000},
		{campaigns: 40, latency: 3000, parts: {}, pace: 2000},
		{campaigns: 1, latency: 50, parts: {interval: 500}, pace: 500},
		{campaigns: 40, latency: 50, parts: {perSecond: 0.5}, pace: 4000},
		{campaigns: 1, latency: 50, parts: {interval: 500, perSecond: 0.2}, pace: 10_000},
		{campaigns: 0, latency: 50, parts: {}, pace: 5000},
	])('$campaigns campaigns, $latency ms, $parts', async ({campaigns, latency, parts, pace}) => {
		const rig = simulate({campaigns, latency, parts, attention: selected});
		await rig.run(120);
		const heard = rig.messages.flatMap(message =>
			message.type === 'link' && message.link.kind === 'live' ? [message.now.mono] : [],
		);
		const gaps = heard.slice(1).map((at, index) => at - (heard[index] ?? 0));
		expect(Math.max(...gaps)).toBeLessThanOrEqual(Math.max(2 * pace, latency > 1000 ? pace + latency : 0));
	});
});

describe('the first answer', () => {
	test.each(['not-json', 'too-large', 'bad-shape', 'http-status', 'deadline', 'protocol', 'reset'] as const)(
		'that is none (%s) is told at once, with its reason, and asked for again a second later',
		async code => {
			const rig = simulate({answers: () => failing(code)});
			await rig.clock.advance(200);
			expect(rig.store.get().link).toMatchObject({kind: 'retrying', reason: code});
			await rig.run(4);
			const probes = rig.sent.length;
			expect(probes).toBeGreaterThanOrEqual(2);
			expect(probes).toBeLessThanOrEqual(4);
			rig.world.answers = () => undefined;
			await rig.run(10);
			expect(rig.store.get()).toMatchObject({link: {kind: 'live'}, campaigns: {failure: undefined}});
		},
	);

	test('after a good one is worth a second and a third try', async () => {
		const rig = simulate();
		await rig.run(5);
		let broken = 2;
		rig.world.answers = () => (broken-- > 0 ? failing('not-json') : undefined);
		await rig.run(10);
		expect(rig.messages.flatMap(message => (message.type === 'link' ? message.link.kind : []))).not.toContain(
			'retrying',
		);
	});

	test('after the operator has signed in is the first again', async () => {
		const rig = simulate({
			token: undefined,
			answers: ({type}) => (type === 'login_user' ? undefined : failing('not-json')),
		});
		const signedIn = rig.session.signIn(credentials);
		await rig.clock.advance(100);
		await signedIn;
		rig.poller.signedIn();
		expect(rig.store.get().link).toEqual({kind: 'starting'});
		await rig.clock.advance(200);
		expect(rig.store.get().link).toMatchObject({kind: 'retrying', reason: 'not-json'});
	});
});

describe('a broken connection', () => {
	test('is tried once more at once, and counts against the budget', async () => {
		let broken = 1;
		const rig = simulate({campaigns: 0, answers: () => (broken-- > 0 ? failing('reset') : undefined)});
		await rig.run(1);
		expect(rig.of('get_campaigns')).toHaveLength(2);
		expect(rig.store.get().campaigns.failure).toBeUndefined();
		expect(rig.sent.every(({options}) => options?.retries === 0)).toBe(true);
	});
});

describe('a refusal', () => {
	test('of one campaign is no death of the token, and asks get_campaigns within the budget', async () => {
		const rig = simulate({
			campaigns: 5,
			credentials,
			answers: ({id}) => (id === '1002' ? refused('not yours') : undefined),
		});
		await rig.run(120);
		expect(rig.of('login_user')).toEqual([]);
		expect(rig.session.token()).toBe('T1');
		expect(rig.store.get().link.kind).toBe('live');
		expect(rig.store.get().dashboards.get('1002')?.failure?.reason).toBe('not yours');
		expect(rig.store.get().dashboards.get('1003')?.failure).toBeUndefined();
		expect(rig.of('get_dashboard_stats').filter(({id}) => id === '1002').length).toBeLessThan(12);
		expect(rig.mostInFlight()).toBe(2);
	});

	test('of every campaign keeps to the budget', async () => {
		const rig = simulate({
			campaigns: 100,
			answers: ({type}) => (type === 'get_dashboard_stats' ? refused('no figures today') : undefined),
		});
		await rig.run(60);
		expect(rig.sent.length).toBeLessThanOrEqual(5 * 61);
		expect(rig.session.token()).toBe('T1');
	});

	test('of a selected campaign that is gone is not met again and again', async () => {
		const rig = simulate({attention: selected});
		await rig.run(5);
		rig.world.ids.shift();
		await rig.run(10);
		const {length} = rig.of('get_dashboard_stats').filter(({id}) => id === '1001');
		await rig.run(60);
		expect(rig.of('get_dashboard_stats').filter(({id}) => id === '1001')).toHaveLength(length);
		expect(rig.store.get().campaigns.value?.has('1001')).toBe(false);
	});

	test('by a dead token leads to one sign-in, and all goes on', async () => {
		const rig = simulate({campaigns: 20, credentials, attention: selected});
		await rig.run(5);
		rig.world.token = 'other';
		await rig.run(3);
		expect(rig.of('login_user')).toHaveLength(1);
		expect(rig.session.token()).toBe('T2');
		await rig.run(10);
		expect(rig.of('login_user')).toHaveLength(1);
		expect(rig.store.get().link.kind).toBe('live');
		expect([...failuresIn(rig.store.get())]).toEqual([]);
	});

	test('by a token that was dead from the start is made good at once', async () => {
		const rig = simulate({credentials, token: 'T0'});
		await rig.run(1);
		expect(rig.of('login_user')).toHaveLength(1);
		expect(rig.store.get().campaigns.value?.size).toBeGreaterThan(0);
	});

	test('by a dead token, without credentials, leaves it to the operator', async () => {
		const rig = simulate();
		await rig.run(5);
		rig.world.token = 'other';
		await rig.run(5);
		const {length} = rig.sent;
		expect(rig.store.get().link).toEqual({kind: 'signed-out', reason: 'the service no longer takes the token'});
		await rig.run(120);
		expect(rig.sent).toHaveLength(length);
	});

	test.each([
		['well', () => done({figures: undefined})],
		['refused', () => refused('come in again')],
		['broken', refusedConnection],
	])('by a dead token: what else was in flight and ends %s does not hide that', async (_name, late) => {
		const rig = simulate({attention: selected, latency: ({type}) => (type === 'get_campaigns' ? 50 : 900)});
		await rig.run(10);
		rig.world.token = 'other';
		rig.world.answers = ({type}) => (type === 'get_campaigns' ? undefined : late());
		rig.poller.refresh();
		await rig.run(10);
		expect(rig.store.get().link.kind).toBe('signed-out');
	});

	test('by get_campaigns right after signing in is not answered by signing in for ever', async () => {
		const rig = simulate({
			token: undefined,
			credentials,
			answers: ({type}) => (type === 'get_campaigns' ? refused('not for you') : undefined),
		});
		await rig.run(300);
		expect(rig.of('login_user')).toHaveLength(1);
		expect(rig.store.get().link).toMatchObject({kind: 'signed-out', reason: expect.stringContaining('not for you')});
	});
});

test('a service that is gone is asked nothing more, and nothing brings it back', async () => {
	const rig = simulate({attention: {selected: '1001'}});
	await rig.run(5);
	rig.poller.gone('the embedded sandbox has ended');
	await rig.run(1);
	const {length} = rig.sent;
	rig.poller.refresh();
	rig.poller.signedIn();
	await rig.run(120);
	expect(rig.sent).toHaveLength(length);
	expect(rig.store.get().link).toEqual({kind: 'gone', reason: 'the embedded sandbox has ended'});
});

test('figures of another campaign than was asked for are a failure of that campaign alone', async () => {
	const rig = simulate({
		attention: {selected: '1001'},
		answers: ({type, id}) => (type === 'get_dashboard_stats' && id === '1001' ? failing('other-target') : undefined),
	});
	await rig.run(10);
	const state = rig.store.get();
	const read = [...state.dashboards].filter(([, {value}]) => value);
	expect(state.link.kind).toBe('live');
	expect(read.map(([id]) => id)).toEqual(['1002', '1003']);
	expect([...failuresIn(state).keys()]).toEqual(['1001']);
});

describe('signing in', () => {
	test('a wrong password is tried once', async () => {
		const rig = simulate({
			token: undefined,
			credentials,
			answers: ({type}) => (type === 'login_user' ? refused('not you') : undefined),
		});
		await rig.run(600);
		expect(rig.sent.map(({type}) => type)).toEqual(['login_user']);
		expect(rig.store.get().link).toEqual({kind: 'signed-out', reason: 'not you'});
	});

	test('an answer that is neither yes nor no is not tried again', async () => {
		const rig = simulate({
			token: undefined,
			credentials,
			answers: ({type}) => (type === 'login_user' ? failing('odd-flag') : undefined),
		});
		await rig.run(600);
		expect(rig.sent).toHaveLength(1);
	});

	test('without an answer waits longer and longer, from the first time on', async () => {
		const rig = simulate({token: undefined, credentials, answers: () => failing('http-status')});
		await rig.run(130);
		expect(rig.sent.length).toBeLessThanOrEqual(8);
		expect(rig.sent.every(({type}) => type === 'login_user')).toBe(true);
		rig.world.answers = () => undefined;
		await rig.run(70);
		expect(rig.store.get().campaigns.value?.size).toBe(3);
	});

	test('nothing at hand: nothing is sent', async () => {
		const rig = simulate({token: undefined});
		await rig.run(60);
		expect(rig.sent).toEqual([]);
		expect(rig.store.get().link).toEqual({kind: 'signed-out', reason: ''});
	});
});

describe('the lists of the selected campaign', () => {
	const listsOf = (rig: ReturnType<typeof simulate>): number => rig.of('get_lists').length;

	test('are read once a minute while they stand beside its figures, once these have come', async () => {
		const rig = simulate({attention: {...selected, listsOfSelected: true}});
		await rig.run(30);
		expect(listsOf(rig)).toBe(1);
		const [first] = rig.of('get_lists');
		const figures = rig.of('get_dashboard_stats').find(({id}) => id === '1001');
		expect(first?.at).toBeGreaterThan(figures?.at ?? Number.POSITIVE_INFINITY);
		await rig.run(100);
		expect(listsOf(rig)).toBe(3);
	});

	test('are not read where they do not', async () => {
		const rig = simulate({attention: selected});
		await rig.run(130);
		expect(listsOf(rig)).toBe(0);
	});
});

describe('what came of the calls of the selected campaign', () => {
	const whole = {...selected, outcomesOfSelected: true};
	const asked = (rig: ReturnType<typeof simulate>) => rig.of('campaign_summary');
	const told = done({statuses: [{status: 'SALE', count: 3}], callbacksDue: undefined});

	test('is asked every five minutes while its page is open, once its figures have come', async () => {
		const rig = simulate({attention: whole, answers: ({type}) => (type === 'campaign_summary' ? told : undefined)});
		await rig.run(290);
		expect(asked(rig)).toHaveLength(1);
		expect(rig.store.get().dashboards.get('1001')?.value?.outcomes).toMatchObject({
			statuses: [{status: 'SALE', count: 3}],
		});
		await rig.run(320);
		expect(asked(rig)).toHaveLength(3);
		// A later poll of its figures keeps it.
		await rig.run(4);
		expect(rig.store.get().dashboards.get('1001')?.value?.outcomes).toBeDefined();
	});

	test('is not asked where it is not on screen, nor sooner after a command', async () => {
		const rig = simulate({attention: selected});
		await rig.run(30);
		expect(asked(rig)).toHaveLength(0);
		const open = simulate({attention: whole, answers: ({type}) => (type === 'campaign_summary' ? told : undefined)});
		await open.run(10);
		open.poller.look();
		await open.run(10);
		expect(asked(open)).toHaveLength(1);
	});

	test.each([
		['a refusal', refused('Permission denied')],
		['an answer without any', done({statuses: undefined, callbacksDue: undefined})],
	])('%s is remembered: it is not asked again, of no campaign, and nothing is failing', async (_what, answer) => {
		const rig = simulate({attention: whole, answers: ({type}) => (type === 'campaign_summary' ? answer : undefined)});
		await rig.run(20);
		rig.poller.watch({...whole, selected: '1002', visible: new Set(), lists: undefined});
		await rig.run(900);
		expect(asked(rig)).toHaveLength(1);
		expect(rig.store.get().link.kind).toBe('live');
		expect(rig.store.get().dashboards.get('1001')?.failure).toBeUndefined();
		expect(rig.store.get().dashboards.get('1001')?.value?.outcomes).toBeUndefined();
		rig.poller.signedIn();
		await rig.run(20);
		expect(asked(rig)).toHaveLength(2);
	});

	test.each(['deadline', 'http-status', 'not-json'] as const)('%s says nothing of the connection', async code => {
		const rig = simulate({
			attention: whole,
			answers: ({type}) => (type === 'campaign_summary' ? failing(code) : undefined),
		});
		for (let minute = 0; minute < 20; minute++) {
			await rig.run(60);
			expect(rig.store.get().link.kind).toBe('live');
		}
		expect(asked(rig).length).toBeLessThanOrEqual(5);
	});
});

describe('what is polled out of turn', () => {
	/** A board that is quiet for seven seconds more. */
	const quiet = async (more: Parameters<typeof simulate>[0] = {}) => {
		const rig = simulate({
			attention: {selected: '1001', visible: new Set(['1002'])},
			...more,
			parts: {interval: 10_000, ...more.parts},
		});
		await rig.run(3);
		const from = rig.sent.length;
		const since = () => rig.sent.slice(from).map(({type, id}) => (type === 'get_dashboard_stats' ? id : type));
		return {...rig, since};
	};

	test('is what is on screen, at a look: the listing, the selected campaign and the visible ones', async () => {
		const {clock, poller, since} = await quiet();
		await clock.advance(1000);
		expect(since()).toEqual([]);
		poller.look();
		await clock.advance(1000);
		expect(since()).toEqual(['get_campaigns', '1001', '1002']);
	});

	test('is a campaign that a command waits on, too', async () => {
		const {clock, poller, store, since} = await quiet();
		store.dispatch({type: 'command-asked', command: {...pauseOf('1003'), id: 1}, now: clock.now()});
		store.dispatch({type: 'command-ended', id: 1, ending: {kind: 'done'}, now: clock.now()});
		poller.look();
		await clock.advance(1000);
		expect(since()).toEqual(['get_campaigns', '1001', '1003', '1002']);
	});

	test('are lists that come on screen, and other ones in their place, but not the same again', async () => {
		const {clock, poller, of} = await quiet();
		const watch = (campaignId: string | undefined) =>
			poller.watch({selected: '1001', visible: new Set(), lists: {campaignId}});
		for (const [campaignId, count] of [
			['1001', 1],
			['1001', 1],
			['1002', 2],
			[undefined, 3],
		] as const) {
			watch(campaignId);
			expect(of('get_lists')).toHaveLength(count);
			expect(of('get_lists').at(-1)?.id).toBe(campaignId ?? '');
			await clock.advance(500);
		}
		poller.watch({selected: '1001', visible: new Set(), lists: undefined});
		watch(undefined);
		expect(of('get_lists')).toHaveLength(4);
	});

	test('is nothing once it has stopped, and no timer waits', async () => {
		const {clock, poller, since} = await quiet();
		poller.stop();
		poller.look();
		await clock.advance(60_000);
		expect(since()).toEqual([]);
		expect(clock.timers()).toBe(0);
	});
});

test('where only some campaigns are wanted, the others are not asked for', async () => {
	const rig = simulate({attention: {only: new Set(['1002'])}});
	await rig.run(10);
	expect(new Set(rig.of('get_dashboard_stats').map(({id}) => id))).toEqual(new Set(['1002']));
});

test('a campaign that is refused again and again does not keep the others from being read', async () => {
	const rig = simulate({
		answers: ({type, id}) => (type === 'get_dashboard_stats' && id === '1002' ? refused('not yours') : undefined),
	});
	await rig.run(30);
	const times = (wanted: string) => rig.of('get_dashboard_stats').filter(({id}) => id === wanted).length;
	expect(Math.min(times('1001'), times('1003'))).toBeGreaterThan(10);
	expect(times('1002')).toBeLessThan(6);
});

test('a campaign that is back after it was gone does not rest for what failed before', async () => {
	let isRefused = true;
	const rig = simulate({
		answers: ({type, id}) =>
			type === 'get_dashboard_stats' && id === '1002' && isRefused ? refused('not yours') : undefined,
	});
	await rig.run(120);
	rig.world.ids.splice(1, 1);
	await rig.run(15);
	isRefused = false;
	rig.world.ids.splice(1, 0, '1002');
	await rig.run(15);
	expect(rig.store.get().dashboards.get('1002')?.value).toBeDefined();
});

test('a token that is found dead after the end brings no sign-in', async () => {
	const rig = simulate({credentials, token: 'T0', latency: 500});
	expect(rig.inFlight()).toBe(1);
	rig.poller.stop();
	await rig.run(5);
	expect(rig.inFlight()).toBe(0);
	expect(rig.of('login_user')).toEqual([]);
});
