/** The poller on a manual clock: late answers, what a command waits on, and what is left behind. */
import {describe, expect, test} from 'vitest';
import {createControls} from '../../source/service/controls.ts';
import {done, failing, pauseOf, simulate} from './harness.ts';

const credentials = {user: 'ops', password: 'secret'};
const selected = {selected: '1001'};

describe('answers', () => {
	test('in another order than asked: the older is dropped', async () => {
		let slow = true;
		const rig = simulate({
			campaigns: 1,
			latency: ({type}) => (type === 'get_campaigns' && slow ? 3000 : 50),
		});
		await rig.clock.advance(10);
		slow = false;
		const check = rig.poller.checkToken('T1');
		await rig.clock.advance(100);
		expect(await check).toBe('alive');
		const {campaigns} = rig.store.get();
		await rig.clock.advance(2950);
		expect(rig.store.get().campaigns).toBe(campaigns);
	});

	test('without figures, or without an id, keep what was there', async () => {
		const rig = simulate({attention: selected});
		await rig.run(5);
		await rig.clock.advance(200);
		const before = rig.store.get();
		rig.world.answers = ({type}) =>
			type === 'get_campaigns' ? done({records: [{name: 'x', extra: {}, unreadable: []}]}) : done({});
		await rig.run(10);
		const now = rig.store.get();
		expect(now.campaigns.value).toBe(before.campaigns.value);
		expect(now.campaigns.failure?.reason).toBe('no campaign came with an id');
		expect(now.dashboards.get('1001')).toMatchObject({value: {figures: {ready: 1}}});
		expect(now.dashboards.get('1001')?.failure?.reason).toContain('no data');
		expect(now.link.kind).toBe('live');
	});
});

describe('after a command', () => {
	test('its campaign is looked at soon, on screen or not, though there are 200', async () => {
		const visible = new Set(Array.from({length: 30}, (_, index) => String(1001 + index)));
		const rig = simulate({campaigns: 200, attention: {selected: '1001', visible}});
		await rig.run(60);
		rig.world.answers = ({type}) => (type === 'pause_campaign' ? done({}) : undefined);
		void createControls(rig).run(pauseOf('1190'));
		await rig.run(6);
		rig.world.statuses.set('1190', 'PAUSE');
		await rig.run(5);
		expect(rig.store.get().commands[0]).toMatchObject({phase: 'observed', seen: 'PAUSE'});
	});

	test('the lists it was given on are looked at after they have left the screen', async () => {
		let on = 'Y';
		const rig = simulate({
			attention: {lists: {campaignId: '1001'}},
			answers: ({type}) =>
				type === 'get_lists'
					? done({records: [{id: '7', status: on, extra: {}, unreadable: []}]})
					: type === 'change_status'
						? done({})
						: undefined,
		});
		await rig.run(2);
		rig.poller.watch({selected: undefined, visible: new Set(), lists: undefined});
		const control = {...pauseOf('7'), operation: 'change_status', expected: 'off', before: 'Y'} as const;
		const params = {list_id: '7', status: 'N'};
		void createControls(rig).run({...control, params, target: {service: 'p', kind: 'list', id: '7', name: '7'}});
		await rig.run(2);
		on = 'N';
		await rig.run(8);
		expect(rig.store.get().commands[0]?.phase).toBe('observed');
		const {length} = rig.of('get_lists');
		await rig.run(30);
		expect(rig.of('get_lists')).toHaveLength(length);
	});

	test('a list that is no longer among those on screen is looked for among all', async () => {
		let on = 'Y';
		const rig = simulate({
			attention: {lists: {campaignId: '1001', status: 'Y'}},
			answers({type, params}) {
				const isShown = params.status === undefined || params.status === on;
				return type === 'get_lists'
					? done({records: isShown ? [{id: '7', status: on, extra: {}, unreadable: []}] : []})
					: type === 'change_status'
						? done({})
						: undefined;
			},
		});
		await rig.run(2);
		expect(rig.store.get().lists.value?.lists).toHaveLength(1);
		expect(rig.of('get_lists').every(({params}) => params.status === 'Y')).toBe(true);
		const control = {...pauseOf('7'), operation: 'change_status', expected: 'off', before: 'Y'} as const;
		const target = {service: 'p', kind: 'list', id: '7', name: '7'} as const;
		on = 'N';
		void createControls(rig).run({...control, params: {list_id: '7', status: 'N'}, target});
		await rig.run(6);
		expect(rig.store.get().commands[0]).toMatchObject({phase: 'observed', seen: 'N'});
		expect(rig.store.get().lists.value).toMatchObject({status: 'Y', lists: []});
		const whole = rig.of('get_lists').filter(({params}) => params.status === undefined).length;
		await rig.run(20);
		expect(rig.of('get_lists').filter(({params}) => params.status === undefined)).toHaveLength(whole);
	});

	test('a poll that was under way does not count, and another follows at once', async () => {
		const rig = simulate({
			campaigns: 1,
			attention: selected,
			latency: ({type}) => (type === 'pause_campaign' ? 50 : 1000),
		});
		await rig.run(6);
		rig.world.answers = ({type}) => {
			if (type === 'pause_campaign') {
				rig.world.statuses.set('1001', 'PAUSE');
				return done({});
			}
			return undefined;
		};
		await rig.clock.advance(600);
		void createControls(rig).run(pauseOf('1001'));
		await rig.run(6);
		const [pending] = rig.store.get().commands;
		expect(pending?.phase).toBe('observed');
	});

	test('another command on the same target does not go out', async () => {
		const rig = simulate({answers: ({type}) => (type === 'pause_campaign' ? failing('deadline') : undefined)});
		await rig.run(2);
		const controls = createControls(rig);
		const runs = [controls.run(pauseOf('1001')), controls.run(pauseOf('1001')), controls.run(pauseOf('1002'))];
		await rig.run(1);
		await Promise.all(runs);
		expect(rig.of('pause_campaign').map(({id}) => id)).toEqual(['1001', '1002']);
		expect(rig.store.get().commands.map(({phase}) => phase)).toEqual(['unknown', 'not-sent', 'unknown']);
	});

	test('refused by a token that another refusal has renewed meanwhile: it is told', async () => {
		const rig = simulate({credentials, latency: ({type}) => (type === 'pause_campaign' ? 3000 : 50)});
		await rig.run(3);
		rig.world.token = 'other';
		const run = createControls(rig).run(pauseOf('1001'));
		await rig.run(6);
		await run;
		expect(rig.of('pause_campaign')).toHaveLength(1);
		expect(rig.of('login_user')).toHaveLength(1);
		expect(rig.store.get().commands[0]).toMatchObject({
			phase: 'refused',
			reason: expect.stringContaining('the token had expired; signed in anew'),
		});
	});
});

describe('stopping', () => {
	test('leaves no timer, asks nothing more and tells nothing more', async () => {
		const rig = simulate({campaigns: 10, credentials, attention: selected, latency: 500});
		await rig.run(5);
		rig.world.token = 'other';
		await rig.clock.advance(300);
		rig.poller.stop();
		const {length} = rig.messages;
		const asked = rig.sent.length;
		rig.poller.refresh();
		rig.poller.watch({selected: '1002', visible: new Set(), lists: undefined});
		await rig.clock.advance(60_000);
		expect(rig.clock.timers()).toBe(0);
		expect(rig.messages).toHaveLength(length);
		expect(rig.sent).toHaveLength(asked);
	});
});

test('weeks of coming and going leave nothing behind', async () => {
	const rig = simulate({campaigns: 20, attention: selected});
	let next = 5000;
	for (let turn = 0; turn < 40; turn++) {
		rig.world.ids = Array.from({length: 20}, () => String(next++));
		await rig.run(10);
	}
	const state = rig.store.get();
	expect(state.dashboards.size).toBeLessThanOrEqual(20);
	expect(rig.clock.timers()).toBeLessThanOrEqual(3);
});

test('a suspended machine goes on polling, and a clock that was set disturbs nothing', async () => {
	const rig = simulate({attention: selected});
	await rig.run(5);
	rig.clock.suspend(8 * 3_600_000);
	const before = rig.sent.length;
	await rig.run(5);
	expect(rig.sent.length).toBeGreaterThan(before + 3);
	rig.clock.setWall(-3_600_000);
	const then = rig.sent.length;
	await rig.run(5);
	expect(rig.sent.length).toBeGreaterThan(then + 3);
	expect(rig.store.get().link.kind).toBe('live');
});
