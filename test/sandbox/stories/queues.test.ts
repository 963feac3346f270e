/** Where answered calls go: IVRs, their keys, queues and who takes the calls held there. */
import {describe, expect, test} from 'vitest';
import {userOf} from '../../../source/sandbox/world/leads.ts';
import {minute, second} from '../../../source/sandbox/world/time.ts';
import {planOf} from '../small-world.ts';
import {type Call, httpService} from './http-service.ts';

type Row = Record<string, string>;

const lists = [{name: 'Clinics', leads: 900, active: true, worked: 0}];
const people = {human: 0.9, machine: 0.05, busy: 0, badNumber: 0, absent: 0};

/** A broadcast to people who mostly answer (1001), and a campaign whose eight agents are idle (1002). */
const start = (transferTo = '8510') =>
	httpService({
		warmUp: 0,
		carrier: people,
		without: ['memory'],
		plan: [
			planOf({name: 'Reminders', agents: 0, lists, settings: {method: 'BROADCAST', velocity: 60, transferTo}}),
			planOf({name: 'Desk', agents: 8, state: 'paused', lists, settings: {transferTo: '8510'}}),
		],
	});

const figuresOf = async (call: Call, campaign_id = '1001'): Promise<Row> =>
	((await call('get_dashboard_stats', {campaign_id})).dashboard_stats as Row[])[0] ?? {};

const queueOf = async (call: Call, id: unknown): Promise<Row> =>
	((await call('get_queues')).queues as Row[]).find(({queue_id}) => queue_id === id) ?? {};

const callsWith = async (call: Call, status: string): Promise<Row[]> =>
	(await call('search_lead', {status, days: '0'})).all_log_search as Row[];

const optionsOf = async (call: Call, name: string): Promise<string[]> => {
	const {settings} = await call('get_campaign_settings', {campaign_id: '1001'});
	const row = (settings as {name: string; options: {id: string}[]}[]).find(setting => setting.name === name);
	return (row?.options ?? []).map(({id}) => id);
};

test('calls go to the queue that I have added, by the key of the IVR that I have added', async () => {
	await using service = await start();
	const {call, need, advance, world} = service;
	const names = world.campaigns[1]?.agents.slice(0, 3).map(index => userOf(world, index)) ?? [];
	const {queue_id} = await need('add_queue', {name: 'Spanish', strategy: 'fewest-calls', agents: names});
	const {ivr_id} = await need('add_ivr', {
		name: 'Spanish',
		options: [{key: '2', action: `transfer:${queue_id}`}],
	});
	expect(await optionsOf(call, 'conf_exten')).toEqual(['8500', '8510', '8520', queue_id, '7001', '7002', ivr_id]);
	await need('update_campaign', {campaign_id: '1001', conf_exten: String(ivr_id)});
	expect((await figuresOf(call)).transfer_queue).toBe(ivr_id);
	advance(12 * minute);
	const {answered, abandoned, active, agents} = await queueOf(call, queue_id);
	expect(Number(answered)).toBeGreaterThan(5);
	expect([active, agents]).toEqual(['Y', '3']);
	expect((await figuresOf(call)).transfers).toBe(answered);
	const [ended, live] = [await callsWith(call, 'TRANSFER'), await callsWith(call, 'INCALL')];
	const {oncalls, ready} = await figuresOf(call, '1002');
	expect([ended.length + live.length, live.length]).toEqual([Number(answered), Number(oncalls)]);
	// Three agents are too few, and the five others do not help them.
	expect(Number(abandoned)).toBeGreaterThan(5);
	expect(ready).toBe('5');
	expect(await queueOf(call, '8510')).toMatchObject({answered: '0', abandoned: '0'});
	// Nobody could press 9: this IVR does not offer it.
	expect(await callsWith(call, 'OPTOUT')).toEqual([]);
});

test('an agent who takes a transferred call is on a call in their own campaign, and wraps up after it', async () => {
	await using service = await start();
	const {call, advance} = service;
	let most = 0;
	let wrapped = 0;
	for (let step = 0; step < 60; step++) {
		advance(15 * second);
		const {paused, ready, oncalls, wrappingup, dead, total} = await figuresOf(call, '1002');
		const sum = [paused, ready, oncalls, wrappingup, dead].reduce((all, count) => all + Number(count), 0);
		expect(sum).toBe(Number(total));
		// Whoever talks is on a call: so many calls are in the log as under way, with these agents.
		expect(await callsWith(call, 'INCALL')).toHaveLength(Number(oncalls));
		expect((await figuresOf(call)).oncalls).toBe('0');
		most = Math.max(most, Number(oncalls));
		wrapped = Math.max(wrapped, Number(wrappingup));
	}
	expect(most).toBeGreaterThan(0);
	expect(wrapped).toBeGreaterThan(0);
	// Their time counts where they work, the calls where they were placed.
	const [desk, reminders] = [await figuresOf(call, '1002'), await figuresOf(call)];
	expect(Number(desk.average_talkoff_time)).toBeGreaterThan(60);
	expect(Number(desk.average_wrap_time)).toBeGreaterThan(5);
	expect(Number(desk.average_call_interval)).toBeGreaterThan(0);
	expect([desk.connected_calls, desk.transfers, reminders.average_talkoff_time]).toEqual(['0', '0', '0']);
	expect(Number(reminders.transfers)).toBeGreaterThan(5);
	// The line is held, billed and recorded until the talk ends.
	const ended = await callsWith(call, 'TRANSFER');
	expect(ended.every(({flag}) => flag === 'REC')).toBe(true);
	const results = await service.rows('get_results', 'results', {campaign_id: '1001', limit: '1000'});
	const talks = results.filter(({status}) => status === 'TRANSFER');
	const lengths = talks.map(({length_in_sec}) => Number(length_in_sec));
	expect(Math.max(...lengths)).toBeGreaterThan(90);
});

test('none of 25 agents who live on the calls of a queue shows as paused, on the dashboard or in its graph', async () => {
	await using service = await httpService({
		warmUp: 0,
		carrier: {...people, pauseChance: 0},
		plan: [
			planOf({
				name: 'Reminders',
				agents: 0,
				lists,
				settings: {method: 'BROADCAST', playMessage: false, velocity: 60, transferTo: '8510'},
			}),
			planOf({name: 'Desk', agents: 25, state: 'paused', lists, settings: {transferTo: '8510'}}),
		],
	});
	const {advance, call} = service;
	let most = 0;
	for (let step = 0; step < 24; step++) {
		advance(10 * second);
		const {paused, oncalls} = await figuresOf(call, '1002');
		expect(paused).toBe('0');
		most = Math.max(most, Number(oncalls));
	}
	expect(most).toBe(25);
	const {agent_graph_data} = await call('get_dashboard_stats', {campaign_id: '1002'});
	const points = agent_graph_data as Row[];
	expect(points.every(({pausedcalls}) => pausedcalls === '0')).toBe(true);
	expect(points.some(({oncalls}) => Number(oncalls) > 20)).toBe(true);
});

test('agents lent to a queue are not dialed for in their own campaign', async () => {
	await using service = await httpService({
		warmUp: 0,
		carrier: people,
		without: ['memory'],
		plan: [
			planOf({name: 'Reminders', agents: 0, lists, settings: {method: 'BROADCAST', velocity: 200, transferTo: '8510'}}),
			planOf({name: 'Desk', agents: 8, lists, settings: {method: 'RATIO', level: 1, transferTo: '8510'}}),
		],
	});
	const {advance, call, world} = service;
	const desk = world.campaigns[1];
	advance(5 * minute);
	const lines: number[] = [];
	const busy: number[] = [];
	for (let step = 0; step < 60; step++) {
		advance(5 * second);
		busy.push(Number((await figuresOf(call, '1002')).oncalls));
		lines.push((desk?.stages ?? []).reduce((sum, count) => sum + count, 0));
	}
	// Nearly all of them are on calls of the queue: hardly a line is dialed for the others.
	const mean = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0) / counts.length;
	expect(mean(busy)).toBeGreaterThan(5);
	expect(mean(lines)).toBeLessThan(3);
});

test('who presses 9 is on the do-not-call list, and nobody reaches them any more', async () => {
	await using service = await start();
	const {call, advance} = service;
	advance(12 * minute);
	const gone = await callsWith(call, 'OPTOUT');
	const {dncs, total} = await call('get_dncs', {limit: '1000'});
	expect(gone.length).toBeGreaterThan(5);
	expect(total).toBe(String(gone.length));
	expect(new Set((dncs as Row[]).map(({phone_number}) => phone_number))).toEqual(
		new Set(gone.map(({phone_number}) => phone_number)),
	);
	expect((dncs as Row[])[0]).toMatchObject({campaign_id: '', added_by: 'IVR Utilities'});
	const number = gone[0]?.phone_number ?? '';
	const refused = {success: 0, error: 'Number is on the do-not-call list'};
	expect(await call('send_text_message', {to: number, message: 'Hello'})).toMatchObject(refused);
	expect(await call('dial_number', {campaign_id: '1002', phone_number: number, callerid: '8005550100'})).toMatchObject(
		refused,
	);
	await call('delete_dnc', {phone_number: number});
	expect(await call('send_text_message', {to: number, message: 'Hello'})).toMatchObject({success: 1});
	// A call has finished the lead: it is not called again.
	advance(5 * minute);
	expect((await call('search_lead', {query: number})).all_log_search).toHaveLength(1);
});

test('callers who find no agent are held, give up, and are counted; others wait until one comes', async () => {
	await using service = await start('7001');
	const {call, need, advance} = service;
	const {queue_id} = await need('add_queue', {name: 'Night', max_wait: '90'});
	const {ivr_id} = await need('add_ivr', {name: 'Night', options: [{key: '1', action: `transfer:${queue_id}`}]});
	await need('update_campaign', {campaign_id: '1001', conf_exten: String(ivr_id)});
	let mostHeld = 0;
	for (let step = 0; step < 40; step++) {
		advance(15 * second);
		const held = await queueOf(call, queue_id);
		const waiting = await callsWith(call, 'WAITING');
		const {calls_in_ivr, calls_waiting} = await figuresOf(call);
		expect(held.waiting).toBe(String(waiting.length));
		expect(Number(calls_in_ivr)).toBeGreaterThanOrEqual(waiting.length);
		expect(calls_waiting).toBe('0');
		mostHeld = Math.max(mostHeld, waiting.length);
	}
	expect(mostHeld).toBeGreaterThan(1);
	const before = await queueOf(call, queue_id);
	expect([before.answered, before.agents, before.average_hold]).toEqual(['0', '0', '0']);
	expect(Number(before.abandoned)).toBeGreaterThan(5);
	expect(await callsWith(call, 'ABANDON')).toHaveLength(Number(before.abandoned));
	expect((await figuresOf(call)).transfers).toBe('0');
	while ((await queueOf(call, queue_id)).waiting === '0') {
		advance(second);
	}
	const {waiting = ''} = await queueOf(call, queue_id);
	// The desk's agents now take the calls of this queue, also the one that is held already.
	await need('update_campaign', {campaign_id: '1002', conf_exten: String(queue_id)});
	expect(await queueOf(call, queue_id)).toMatchObject({waiting: '0', answered: waiting, agents: '8'});
	advance(5 * minute);
	const after = await queueOf(call, queue_id);
	expect(Number(after.answered)).toBeGreaterThan(Number(waiting));
	expect((await figuresOf(call)).transfers).toBe(after.answered);
});

test.each([
	['round-robin', 'in turn'],
	['fewest-calls', 'evenly'],
	['longest-idle', 'evenly'],
	['ring-all', 'to whoever is quickest'],
])('a queue of strategy %s gives its calls %s', async (strategy, how) => {
	await using service = await start();
	const {need, advance} = service;
	const names = service.world.campaigns[1]?.agents.map(index => userOf(service.world, index)) ?? [];
	const {queue_id} = await need('add_queue', {name: 'New', strategy, agents: names});
	const {ivr_id} = await need('add_ivr', {name: 'New', options: [{key: '1', action: `transfer:${queue_id}`}]});
	await need('update_campaign', {campaign_id: '1001', conf_exten: String(ivr_id), velocity: '8'});
	advance(80 * minute);
	const users = (await service.rows('get_results', 'results', {campaign_id: '1001', limit: '1000'}))
		.filter(({status}) => status === 'TRANSFER')
		.map(({user = ''}) => names.indexOf(user));
	expect(users.length).toBeGreaterThan(24);
	const counts = names.map((_, index) => users.filter(user => user === index).length);
	const spread = Math.max(...counts) - Math.min(...counts);
	if (how === 'to whoever is quickest') {
		expect(spread).toBeGreaterThan(3);
	} else {
		expect(spread).toBeLessThanOrEqual(3);
	}
	if (how === 'in turn') {
		const steps = users.slice(1).map((user, index) => (user - (users[index] ?? 0) + names.length) % names.length);
		// Only who is busy is left out.
		expect(steps.filter(step => step === 1).length).toBeGreaterThan(0.6 * steps.length);
	}
});

test('with an external queue, answered calls go to the queue that conf_exten names', async () => {
	await using service = await httpService({
		warmUp: 0,
		carrier: people,
		without: ['memory'],
		plan: [
			planOf({
				name: 'Spring',
				agents: 4,
				lists,
				settings: {method: 'RATIO', level: 1, machineDetection: false, externalQueue: true, transferTo: '8520'},
			}),
			planOf({name: 'Desk', agents: 6, state: 'paused', lists, settings: {transferTo: '8520'}}),
		],
	});
	const {call, advance, need} = service;
	advance(10 * minute);
	const {answered, abandoned} = await queueOf(call, '8520');
	const {transfers, human_answered_calls, connected_calls, oncalls} = await figuresOf(call);
	expect(Number(answered)).toBeGreaterThan(10);
	expect(transfers).toBe(answered);
	expect(connected_calls).toBe(human_answered_calls);
	// The campaign's own agents take calls of the queue that it transfers to, as do those of the desk.
	expect(await callsWith(call, 'INCALL')).toHaveLength(
		Number(oncalls) + Number((await figuresOf(call, '1002')).oncalls),
	);
	const {waiting} = await queueOf(call, '8520');
	expect(Number(connected_calls)).toBe(Number(answered) + Number(abandoned) + Number(waiting));
	// To an IVR as well: it asks first.
	await need('update_campaign', {campaign_id: '1001', conf_exten: '7001'});
	advance(3 * minute);
	expect((await callsWith(call, 'COMPLETE')).length).toBeGreaterThan(0);
});

test.each(['101', '42', '123456'])('answered calls go to the extension %s that conf_exten names', async conf_exten => {
	await using service = await httpService({
		warmUp: 0,
		carrier: people,
		without: ['memory'],
		plan: [planOf({name: 'Spring', agents: 4, lists, settings: {method: 'RATIO', level: 1, externalQueue: true}})],
	});
	const {call, advance, need} = service;
	await need('update_campaign', {campaign_id: '1001', conf_exten});
	const {settings} = await need('get_campaign_settings', {campaign_id: '1001'});
	expect(settings).toContainEqual(expect.objectContaining({name: 'conf_exten', value: conf_exten}));
	expect(await optionsOf(call, 'conf_exten')).toContain(conf_exten);
	expect((await figuresOf(call)).transfer_queue).toBe(conf_exten);
	advance(10 * minute);
	const {transfers, human_answered_calls, connected_calls, oncalls, ready, calls_waiting} = await figuresOf(call);
	expect(Number(transfers)).toBeGreaterThan(10);
	// Nobody of the floor takes them, nobody waits and nobody is dropped.
	expect([transfers, connected_calls, oncalls, calls_waiting]).toEqual([
		human_answered_calls,
		human_answered_calls,
		'0',
		'0',
	]);
	expect(Number(ready)).toBeGreaterThan(0);
	const ended = (await service.rows('get_results', 'results', {campaign_id: '1001'})).filter(
		({status}) => status === 'TRANSFER',
	);
	expect(ended.length).toBeGreaterThan(5);
	expect(ended.every(({user, length_in_sec}) => user === '' && Number(length_in_sec) > 0)).toBe(true);
	expect((await queueOf(call, '8500')).answered).toBe('0');
});

test.each(['1', '8530', '7003', '9999', '1234567', '10a', '-12'])('conf_exten %s is neither', async conf_exten => {
	await using service = await start();
	expect(await service.call('update_campaign', {campaign_id: '1002', conf_exten})).toMatchObject({
		success: 0,
		error: 'Invalid value: conf_exten',
		detail: 'must be one of 8500, 8510, 8520, 7001, 7002, or an extension: two to six digits, but not 7000 to 9999',
	});
});

describe('what is in use stays', () => {
	test('a queue is not deleted while campaigns or IVRs lead to it, and the refusal names them', async () => {
		await using service = await start();
		const {call, need} = service;
		expect(await call('delete_queue', {queue_id: '8510'})).toMatchObject({
			error: 'Queue is in use',
			detail: 'by conf_exten of 1001 Reminders, 1002 Desk; IVR 7002 Utilities',
		});
		const limited = await service.as('limited', 'admin', ['1002']);
		expect((await limited('delete_queue', {queue_id: '8510'})).detail).toBe(
			'by conf_exten of 1002 Desk and 1 more campaign; IVR 7002 Utilities',
		);
		await need('delete_ivr', {ivr_id: '7001'});
		await need('delete_queue', {queue_id: '8500'});
		expect(await optionsOf(call, 'conf_exten')).toEqual(['8510', '8520', '7002']);
		expect(await call('update_campaign', {campaign_id: '1001', conf_exten: '8500'})).toMatchObject({
			error: 'Invalid value: conf_exten',
			detail: 'must be one of 8510, 8520, 7002, or an extension: two to six digits, but not 7000 to 9999',
		});
	});

	test('an IVR is not deleted while a broadcast plays it', async () => {
		await using service = await start();
		const refused = await service.call('delete_ivr', {ivr_id: '7002'});
		expect(refused).toMatchObject({error: 'IVR is in use', detail: 'by 1001 Reminders: change conf_exten first'});
		await service.need('update_campaign', {campaign_id: '1001', conf_exten: '7001'});
		await service.need('delete_ivr', {ivr_id: '7002'});
	});
});

describe('a broadcast with msg=N', () => {
	test('plays nothing to people: they go to the queue at once', async () => {
		await using service = await start();
		const {advance, need} = service;
		await need('update_campaign', {campaign_id: '1001', msg: 'N'});
		for (let step = 0; step < 40; step++) {
			advance(15 * second);
			// In the IVR's stage are those alone who are held.
			const {waiting} = await queueOf(service.call, '8510');
			expect((await figuresOf(service.call)).calls_in_ivr).toBe(waiting);
		}
		const {human_answered_calls, connected_calls, transfers, am_leave_message} = await figuresOf(service.call);
		const {answered, abandoned, waiting} = await queueOf(service.call, '8510');
		expect(Number(answered)).toBeGreaterThan(20);
		expect([am_leave_message, transfers, connected_calls]).toEqual(['N', answered, human_answered_calls]);
		expect(Number(connected_calls)).toBe(Number(answered) + Number(abandoned) + Number(waiting));
		for (const status of ['COMPLETE', 'MESSAGE', 'OPTOUT', 'IVR']) {
			expect(await callsWith(service.call, status)).toEqual([]);
		}
	});

	test('goes to an extension as well', async () => {
		await using service = await start();
		await service.need('update_campaign', {campaign_id: '1001', msg: 'N', conf_exten: '101'});
		service.advance(5 * minute);
		const {human_answered_calls, transfers} = await figuresOf(service.call);
		expect(Number(transfers)).toBeGreaterThan(50);
		expect(transfers).toBe(human_answered_calls);
	});

	test('has nothing for people if conf_exten is an IVR, and is refused', async () => {
		await using service = await start('7002');
		const {call, need} = service;
		const detail =
			'with msg=N a broadcast transfers people at once, and 7002 is an IVR: set conf_exten to a queue or an extension, or msg to Y';
		const campaign_id = '1001';
		expect(await call('update_campaign', {campaign_id, msg: 'N'})).toMatchObject({
			error: 'Invalid value: msg',
			detail,
		});
		await need('pause_campaign', {campaign_id});
		await need('update_campaign', {campaign_id, msg: 'N'});
		const refused = {success: 0, error: 'Campaign plays no message', detail};
		expect(await call('play_campaign', {campaign_id})).toMatchObject(refused);
		expect(await call('dial_number', {campaign_id, phone_number: '2125550123', callerid: '8005550100'})).toMatchObject(
			refused,
		);
		await need('update_campaign', {campaign_id, conf_exten: '8510'});
		await need('play_campaign', {campaign_id});
	});
});

test('with ext_queue_status=Y a broadcast sends people where conf_exten says, without its message', async () => {
	await using service = await start();
	const {call, advance, need} = service;
	await need('update_campaign', {campaign_id: '1001', ext_queue_status: 'Y'});
	advance(5 * minute);
	const {human_answered_calls, connected_calls} = await figuresOf(call);
	const {answered, abandoned, waiting} = await queueOf(call, '8510');
	expect(connected_calls).toBe(human_answered_calls);
	expect(Number(connected_calls)).toBe(Number(answered) + Number(abandoned) + Number(waiting));
	expect(await callsWith(call, 'COMPLETE')).toEqual([]);
	// To an IVR as well: that is played.
	await need('update_campaign', {campaign_id: '1001', conf_exten: '7002', msg: 'N'});
	advance(2 * minute);
	expect((await callsWith(call, 'COMPLETE')).length).toBeGreaterThan(0);
});

test('with every IVR deleted a broadcast is not played, and transfers nobody', async () => {
	await using service = await start();
	const {call, need, advance} = service;
	const why = 'a broadcast needs an IVR, and none transfers to 8520: set conf_exten to an IVR (list_ivrs, add_ivr)';
	const conf_exten = '8520';
	expect(await call('update_campaign', {campaign_id: '1001', conf_exten})).toMatchObject({
		error: 'Invalid value: conf_exten',
		detail: why,
	});
	advance(minute);
	await need('pause_campaign', {campaign_id: '1001'});
	await need('update_campaign', {campaign_id: '1001', conf_exten});
	const {transfers = ''} = await figuresOf(call);
	for (const ivr_id of ['7001', '7002']) {
		await need('delete_ivr', {ivr_id});
	}
	expect(await call('play_campaign', {campaign_id: '1001'})).toMatchObject({
		error: 'Campaign has no IVR',
		detail: why,
	});
	advance(10 * minute);
	expect(await figuresOf(call)).toMatchObject({display_status: 'PAUSE', transfers, calls_in_ivr: '0'});
	const {ivr_id} = await need('add_ivr', {name: 'New', options: [{key: '1', action: 'transfer:8510'}]});
	await need('update_campaign', {campaign_id: '1001', conf_exten: String(ivr_id)});
	await need('play_campaign', {campaign_id: '1001'});
	advance(10 * minute);
	expect(Number((await figuresOf(call)).transfers)).toBeGreaterThan(Number(transfers));
});
