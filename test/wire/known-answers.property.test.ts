/** Requests that are sent again and again: what did not change is not read again, and nobody can tell by what is read. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {createDialer, type Dialer} from '../../source/wire/client/dialer.ts';

/** A dialer whose service answers with what stands in `body`. */
const answering = (): {dialer: Dialer; answer: {body: string}} => {
	const answer = {body: ''};
	const dialer = createDialer({
		transport: async () => ({
			status: 200,
			text: answer.body,
			received: answer.body.length,
			retryAfter: undefined,
			location: undefined,
		}),
		token: () => 'T',
	});
	return {dialer, answer};
};

const ask = ({dialer, answer}: ReturnType<typeof answering>, body: string, repeated: boolean) => {
	answer.body = body;
	return dialer.call('get_dashboard_stats', {campaign_id: '1001'}, {retries: 0, repeated});
};

const text = fc.constantFrom(
	'7',
	'12,000',
	'1.87%',
	'x',
	'',
	'a "b" \\ c',
	'success',
	'dashboard_stats',
	'é',
	']}',
	'1001',
);
const value = fc.oneof(text, fc.integer(), fc.constant(1e30), fc.constant(12345678901234567890n), fc.constant(null));

const figures = fc.dictionary(
	fc.constantFrom(
		'campaign_id',
		'ready',
		'percentage_dropped',
		'displayStatus',
		'success',
		'error',
		'__proto__',
		'other',
	),
	value,
);
const stats = fc.oneof(
	fc.array(figures, {maxLength: 2}),
	figures,
	fc.constantFrom(null, '', 'none', 5),
	fc.dictionary(fc.constantFrom('1001', 'dashboard_stats', 'rows'), figures),
);
const points = fc.oneof(
	fc.array(fc.record({dialed: value, datetime: fc.constantFrom('10:01:00', '10:02:00', '1700000000')}), {maxLength: 4}),
	fc.constantFrom('', null),
);
const graphs = fc.record(
	{
		calls_graph_data: points,
		agentGraphData: points,
		lead_status_graph: points,
		call_status_graph: points,
		campaign_id: fc.constantFrom('1001', '01001', '1002'),
	},
	{requiredKeys: []},
);

/** A member as it is written, with more than a number of JSON can hold. */
const written = (of: unknown): string =>
	JSON.stringify(of, (_name, one: unknown) => (typeof one === 'bigint' ? `@${one}@` : one)).replace(/"@(\d+)@"/g, '$1');

type Parts = {before: string; name: string; stats: unknown; graphs: Record<string, unknown>; after: string};

const bodyOf = ({before, name, stats: one, graphs: others, after}: Parts): string => {
	const members = Object.entries(others).map(([key, of]) => `,${JSON.stringify(key)}:${written(of)}`);
	return `{${before}"${name}":${written(one)}${members.join('')}${after}}`;
};

const parts = fc.record({
	before: fc.constantFrom(
		'"response":{"success":1,"error":"",',
		'"response": {"success": "1",\n',
		'"success":1,"response":{"success":1,',
		'"response":{"success":1,"success":0,',
		'"response":{"dashboard_stats":[],"success":1,',
		'"success":"OK","x":{',
	),
	name: fc.constantFrom(
		'dashboard_stats',
		'dashboard_stats',
		'dashboard_stats',
		'dashboard\\u005fstats',
		'dashboardStats',
	),
	stats,
	graphs,
	after: fc.constantFrom('}', '}', '},"error":""', ',"tech_msg":"m"}', '},"response":{"success":1}'),
});

/** What becomes of a body from one answer to the next. */
const change = fc.oneof(
	{weight: 6, arbitrary: stats.map(one => ({stats: one}))},
	{weight: 2, arbitrary: graphs.map(one => ({graphs: one}))},
	{weight: 2, arbitrary: fc.constant({})},
	{weight: 1, arbitrary: parts},
);

/** A body as it arrives: whole, or with something cut out or put in. */
const damage = fc.oneof(
	{weight: 5, arbitrary: fc.constant(undefined)},
	{
		weight: 1,
		arbitrary: fc.record({
			at: fc.double({min: 0, max: 1, noNaN: true}),
			cut: fc.nat(3),
			put: fc.constantFrom('', '"', ',', '}', ']', '[', '{', '1', '"error":"no",', '"success":0,', '\\u0073'),
		}),
	},
);

test('read as if each of them were the first', async () => {
	let refused = 0;
	let done = 0;
	await fc.assert(
		fc.asyncProperty(parts, fc.array(fc.tuple(change, damage), {maxLength: 6}), async (first, changes) => {
			const [repeating, fresh] = [answering(), answering()];
			let now = first;
			for (const [next, broken] of [[{}, undefined] as const, ...changes]) {
				now = {...now, ...next};
				const whole = bodyOf(now);
				const at = Math.floor((broken?.at ?? 0) * whole.length);
				const body = broken ? whole.slice(0, at) + broken.put + whole.slice(at + broken.cut) : whole;
				const outcome = await ask(repeating, body, true);
				const expected = await ask(fresh, body, false);
				expect(outcome).toStrictEqual(expected);
				done += outcome.kind === 'done' ? 1 : 0;
				refused += outcome.kind === 'unknown' ? 1 : 0;
			}
		}),
		{numRuns: 500},
	);
	expect(Math.min(done, refused)).toBeGreaterThan(100);
});

const plain = {
	before: '"response":{"success":1,"error":"",',
	name: 'dashboard_stats',
	stats: [{ready: '1'}],
	after: '}',
};

const whole = (ready: string, dialed: string): string =>
	bodyOf({
		before: '"response":{"success":1,"error":"",',
		name: 'dashboard_stats',
		stats: [{campaign_id: '1001', ready}],
		graphs: {
			calls_graph_data: [{dialed, datetime: '10:01:00'}],
			agent_graph_data: [{ready: '12,000', datetime: '10:01:00'}],
			lead_status_graph: [{active_leads: 5}],
			call_status_graph: [{active_calls: 5}],
		},
		after: '}',
	});

test('an answer like the last one is the very same, and one with other figures has the very same graphs', async () => {
	const service = answering();
	const answers = [];
	for (const body of [
		whole('1', '5'),
		whole('1', '5'),
		whole('2', '5'),
		whole('2', '6'),
		whole('3', '6'),
		whole('3', '6'),
	]) {
		const outcome = await ask(service, body, true);
		answers.push(outcome.kind === 'done' ? outcome.answer : undefined);
		// A rule counts each time, whether its answer was read again or not.
		expect(outcome.kind === 'done' && outcome.rules?.get('thousands')).toBe(1);
	}
	const [first, same, moved, grown, ...last] = answers;
	expect(same).toBe(first);
	expect(moved?.figures?.ready).toBe(2);
	expect(
		[moved?.calls, moved?.agents, moved?.leads, moved?.liveCalls].map(
			(graph, index) => graph === [first?.calls, first?.agents, first?.leads, first?.liveCalls][index],
		),
	).toEqual([true, true, true, true]);
	expect(grown?.calls).toMatchObject([{dialed: 6}]);
	expect(last[0]).toMatchObject({figures: {ready: 3}, calls: [{dialed: 6}]});
	expect(last[1]).toBe(last[0]);
});

describe('the answers to several requests, in turn', () => {
	const setUp = async () => {
		const service = answering();
		const list = async (...ids: string[]) => {
			const campaigns = ids.map(id => ({campaign_id: id}));
			service.answer.body = JSON.stringify({response: {success: 1, error: '', campaigns}});
			await service.dialer.call('get_campaigns', {}, {retries: 0, repeated: true});
		};
		const figuresOf = async (campaign_id: string) => {
			service.answer.body = whole(campaign_id, '5').replace('"1001"', `"${campaign_id}"`);
			const outcome = await service.dialer.call('get_dashboard_stats', {campaign_id}, {retries: 0, repeated: true});
			return outcome.kind === 'done' ? outcome.answer : undefined;
		};
		await list('1001', '1002');
		return {list, figuresOf};
	};

	test('are each the very same, also if the same campaigns are listed meanwhile', async () => {
		const {list, figuresOf} = await setUp();
		const [one, other] = [await figuresOf('1001'), await figuresOf('1002')];
		expect([one, other].map(answer => answer?.figures?.campaignId)).toEqual(['1001', '1002']);
		await list('1002', '1001');
		expect((await figuresOf('1001')) === one).toBe(true);
		expect((await figuresOf('1002')) === other).toBe(true);
	});

	test.each([
		['one is new', ['1001', '1002', '1003']],
		['one is gone', ['1001']],
		['one is another', ['1001', '1003']],
		['none is left', []],
	])('are read anew once other campaigns are listed: %s', async (_what, ids) => {
		const {list, figuresOf} = await setUp();
		const one = await figuresOf('1001');
		await list(...ids);
		const again = await figuresOf('1001');
		expect(again).toEqual(one);
		expect(again === one).toBe(false);
	});
});

test('a graph that got a point has the very same other points, whether its oldest one fell out or not', async () => {
	const service = answering();
	const callsAfter = async (...minutes: number[]) => {
		const points = minutes.map(minute => ({dialed: String(minute), datetime: `10:${minute}:00`}));
		const graphs = {calls_graph_data: points, lead_status_graph: points.map(({dialed}) => ({active_leads: dialed}))};
		const outcome = await ask(service, bodyOf({...plain, graphs}), true);
		return outcome.kind === 'done' ? [...(outcome.answer.calls ?? []), ...(outcome.answer.leads ?? [])] : [];
	};
	const first = await callsAfter(10, 11, 12);
	const grown = await callsAfter(10, 11, 12, 13);
	const slid = await callsAfter(12, 13, 14);
	expect(grown.map(({dialed, activeLeads}: Record<string, unknown>) => dialed ?? activeLeads)).toEqual([
		...[10, 11, 12, 13],
		...[10, 11, 12, 13],
	]);
	expect([0, 1, 2].flatMap(at => [grown[at] === first[at], grown[at + 4] === first[at + 3]])).not.toContain(false);
	expect([slid[0] === first[2], slid[1] === grown[3], slid[3] === first[5]]).toEqual([true, true, true]);
	expect(slid[2]).toMatchObject({dialed: 14});
	expect(slid[5]).toMatchObject({activeLeads: 14});
});

test('an answer like the last one is read anew once an id in it means something else', async () => {
	const service = answering();
	const body = whole('1', '5').replace('"1001"', '"01001"');
	const idAfter = async (...listed: string[]) => {
		const campaigns = listed.map(id => ({campaign_id: id}));
		service.answer.body = JSON.stringify({response: {success: 1, error: '', campaigns}});
		await service.dialer.call('get_campaigns', {}, {retries: 0, repeated: true});
		const outcome = await ask(service, body, true);
		return outcome.kind === 'done' ? outcome.answer.figures?.campaignId : undefined;
	};
	expect([await idAfter('1001'), await idAfter('1001'), await idAfter('1001', '01001')]).toEqual([
		'1001',
		'1001',
		'01001',
	]);
});

test.each([
	[
		'an object that stands there twice',
		'{"response":{"success":1,"dashboard_stats":STATS},"response":{"success":1,"rows":[{"ready":"9"}]}}',
	],
	[
		'a member that stands there twice',
		'{"response":{"success":1,"dashboard_stats":STATS,"dashboard_stats":[{"ready":"9"}]}}',
	],
	[
		'a member of that name in another object',
		'{"data":{"dashboard_stats":STATS},"response":{"success":1,"rows":[{"ready":"9"}]}}',
	],
	['a response that is none', '{"success":1,"response":[{"dashboard_stats":STATS}],"rows":[{"ready":"9"}]}'],
	['records that are none', '{"response":{"success":1,"dashboard_stats": STATS , "rows":[{"ready":"9"}]}}'],
])('an answer is read as if it were the first, whatever changes in %s', async (_what, body) => {
	const service = answering();
	for (const stats of ['[{"ready":"1"}]', '[{"ready":"2"}]', '5', '"x"', '[{"ready":"3"}]', '{"ready":"4"}']) {
		const now = body.replace('STATS', stats);
		expect(await ask(service, now, true)).toStrictEqual(await ask(answering(), now, false));
	}
});

test('an answer to a request that is not repeated is always read anew', async () => {
	const service = answering();
	const [one, other] = [await ask(service, whole('1', '5'), false), await ask(service, whole('1', '5'), false)];
	expect(one).toEqual(other);
	expect(one.kind === 'done' && other.kind === 'done' && one.answer === other.answer).toBe(false);
});
