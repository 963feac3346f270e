import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, describe, expect, test} from 'vitest';
import {userOf} from '../../source/sandbox/world/leads.ts';
import {agentState} from '../../source/sandbox/world/state.ts';
import {second} from '../../source/sandbox/world/time.ts';
import {withUser} from './other-users.ts';
import {smallService} from './small-service.ts';
import {planOf} from './small-world.ts';

type Ivr = {ivr_id: string; name: string; options: {key: string; action: string}[]};
type Queue = Record<'queue_id' | 'name' | 'active' | 'strategy' | 'waiting' | 'agents', string>;
type Call = (type: string, params?: Record<string, unknown>) => Promise<Record<string, unknown>>;

const ivrsOf = async (call: Call) => (await call('list_ivrs')).ivrs as Ivr[];
const queuesOf = async (call: Call) => (await call('get_queues')).queues as Queue[];
const queueOf = async (call: Call, id: string) => (await queuesOf(call)).find(({queue_id}) => queue_id === id);

const folder = await mkdtemp(join(tmpdir(), 'dialtop-switchboard-'));
afterAll(() => rm(folder, {recursive: true}));

describe('IVRs', () => {
	const menu = {
		name: 'After hours',
		prompt: 'We are closed.',
		options: [
			{key: '1', action: 'transfer:8520'},
			{key: '#', action: 'repeat'},
			{key: '*', action: 'hangup'},
			{key: '9', action: 'opt-out'},
		],
	};

	test('there are a few; another is added behind them, and deleted', async () => {
		const {call} = await smallService();
		const first = await ivrsOf(call);
		expect(first.map(({name}) => name)).toEqual(['Call back', 'Utilities']);
		const {ivr_id, ivrs} = await call('add_ivr', menu);
		expect(ivrs).toEqual([...first, {ivr_id, ...menu, timeout: '5', repeat: '2'}]);
		expect(await ivrsOf(call)).toEqual(ivrs);
		expect((await call('delete_ivr', {ivr_id})).ivrs).toEqual(first);
		expect((await call('delete_ivr', {ivr_id})).error).toBe('IVR not found');
		expect((await call('delete_ivr', {ivr_id: '07001'})).error).toBe('IVR not found');
	});

	test.each([
		[{name: ' call BACK '}, 'IVR already exists'],
		[{name: '  '}, 'Invalid value: name'],
		[{options: [{key: '12', action: 'repeat'}]}, 'Invalid value: options[0][key]'],
		[{options: [{key: '1', action: 'sing'}]}, 'Invalid value: options[0][action]'],
		[{options: [{key: '1'}]}, 'Missing parameter: options[0][action]'],
		[{options: [...menu.options, {key: '1', action: 'hangup'}]}, 'Invalid value: options'],
		[{options: [{key: '1', action: 'transfer:8599'}]}, 'Queue not found'],
	])('refuse %j', async (params, error) => {
		const {call} = await smallService();
		expect((await call('add_ivr', {...menu, ...params})).error).toBe(error);
		expect(await ivrsOf(call)).toHaveLength(2);
	});

	test('have a limit', async () => {
		const {call} = await smallService();
		for (let number = 3; number <= 100; number++) {
			expect((await call('add_ivr', {name: `Menu ${number}`})).error).toBe('');
		}
		expect(await call('add_ivr', {name: 'One more'})).toMatchObject({success: 0, error: 'IVR limit reached'});
		expect(await ivrsOf(call)).toHaveLength(100);
	});
});

describe('queues', () => {
	test('there are those that campaigns transfer to; another is added behind them, and deleted', async () => {
		const {call} = await smallService();
		const first = await queuesOf(call);
		expect(first.map(({queue_id, name, active}) => [queue_id, name, active])).toEqual([
			['8500', 'Main queue', 'Y'],
			['8510', 'Utilities queue', 'N'],
			['8520', 'Supervisors', 'N'],
		]);
		const {queue_id} = await call('add_queue', {name: 'Spanish', strategy: 'ring-all', max_wait: '60'});
		expect((await queuesOf(call)).slice(3)).toEqual([
			{
				...{queue_id, name: 'Spanish', active: 'N', strategy: 'ring-all', waiting: '0', agents: '0'},
				...{answered: '0', abandoned: '0', average_hold: '0'},
			},
		]);
		const {queues} = await call('delete_queue', {queue_id});
		expect((queues as Queue[]).map(({name}) => name)).toEqual(first.map(({name}) => name));
		expect((await call('delete_queue', {queue_id})).error).toBe('Queue not found');
	});

	test.each([
		[{name: 'MAIN queue'}, 'Queue already exists'],
		[{strategy: 'random'}, 'Invalid value: strategy'],
		[{max_wait: '3601'}, 'Invalid value: max_wait'],
		[{agents: ['nobody.1']}, 'Agent not found'],
		[{agents: ['ops']}, 'Agent not found'],
	])('refuse %j', async (params, error) => {
		const {call} = await smallService();
		expect((await call('add_queue', {name: 'Spanish', ...params})).error).toBe(error);
		expect(await queuesOf(call)).toHaveLength(3);
	});

	test('show the waiting calls and the agents of the campaigns that transfer to them', async () => {
		const rushed = (name: string, transferTo: string) =>
			planOf({name, agents: 3, settings: {method: 'RATIO', level: 8, transferTo}});
		const small = await smallService({plan: [rushed('A', '8500'), rushed('B', '8500'), rushed('C', '8510')]});
		const limited = await withUser(small, 'ann', 'agent', ['1001']);
		const figures = async (campaign_id: string) => {
			const [row = {}] = (await small.call('get_dashboard_stats', {campaign_id})).dashboard_stats as Queue[];
			const {calls_waiting, total} = row as Record<string, string>;
			return {waiting: Number(calls_waiting), agents: Number(total)};
		};
		let mostWaiting = 0;
		for (let step = 0; step < 300; step++) {
			small.advance(2 * second);
			const [a, b, c] = [await figures('1001'), await figures('1002'), await figures('1003')];
			const shown = async (call: Call, id: string) => {
				const {waiting, agents} = (await queueOf(call, id)) ?? {};
				return {waiting: Number(waiting), agents: Number(agents)};
			};
			expect(await shown(small.call, '8500')).toEqual({
				waiting: a.waiting + b.waiting,
				agents: a.agents + b.agents,
			});
			expect(await shown(small.call, '8510')).toEqual(c);
			expect(await shown(limited, '8500')).toEqual(a);
			mostWaiting = Math.max(mostWaiting, a.waiting + b.waiting);
		}
		expect(mostWaiting).toBeGreaterThan(1);
	});

	test('count their own agents while they are signed in', async () => {
		const small = await smallService();
		const {world, call} = small;
		const [first = 0, other = 0] = world.campaignById.get('1002')?.agents ?? [];
		const names = [userOf(world, first), userOf(world, other)];
		const {queue_id} = await call('add_queue', {name: 'Own', agents: [...names, names[0]]});
		const signedIn = [first, other].filter(index => world.agents[index]?.state !== agentState.out).length;
		expect(signedIn).toBeGreaterThan(0);
		expect((await queueOf(call, String(queue_id)))?.agents).toBe(String(signedIn));
		const limited = await withUser(small, 'boss', 'admin', ['1003']);
		expect((await limited('add_queue', {name: 'Theirs', agents: names})).error).toBe('Agent not found');
	});

	test('and IVRs outlive the service, and what was deleted does not come back', async () => {
		const database = join(folder, 'switchboard.db');
		const before = await smallService({database});
		await before.call('add_queue', {name: 'Spanish'});
		await before.call('delete_ivr', {ivr_id: '7002'});
		const left = [await ivrsOf(before.call), (await queuesOf(before.call)).map(({name}) => name)];
		before.service.close();
		const after = await smallService({database});
		expect([await ivrsOf(after.call), (await queuesOf(after.call)).map(({name}) => name)]).toEqual(left);
		after.service.close();
	});
});
