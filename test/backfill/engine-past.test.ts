/** Where the recording has nothing, an engine fills it: the same moments show the same figures, and nobody waits for it. */
import {afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {createEnginePast} from '../../source/backfill/engine-past.ts';
import {hour, minute} from '../../source/model/time.ts';
import {createEngine} from '../../source/prometheus/client.ts';
import {memoryFolder} from '../../source/recording/folder.ts';
import {createReader} from '../../source/recording/reader.ts';
import {recordedChart} from '../../source/recording/recorded-chart.ts';
import type {Recording} from '../../source/recording/recording.ts';
import {createPast, type Past} from '../../source/service/past.ts';
import {pollEvery, scrapedFloor, scrapeEvery} from '../helpers/scraped-floor.ts';

const floor = await scrapedFloor(150, [40, 90]);
const [id = '', other = ''] = floor.world.campaigns.map(campaign => campaign.id);
const end = floor.clock.now().wall;
/** A moment at which dialtop did not run, in the middle of a minute. */
const unseen = floor.from + 65 * minute + 20_000;

afterAll(() => floor[Symbol.asyncDispose]());
afterEach(() => floor.engine.break(undefined));
beforeEach(() => floor.engine.queries.splice(0));

/** The past of the floor. */
const opened = (own: Recording = floor.own) => {
	const engine = createEngine({url: floor.engine.url, deadline: 500}, floor.clock);
	const filling = createEnginePast({engine, profile: 'prod', own, zone: () => undefined, clock: floor.clock});
	onTestFinished(async () => {
		filling.close();
		await engine.close();
		floor.engine.warn([]);
	});
	return {filling, past: createPast(own, () => floor.state, filling)};
};

type Opened = ReturnType<typeof opened>;

/** Resolves once nothing is asked for any more. */
const settled = async ({filling}: Opened): Promise<void> => {
	await expect.poll(() => filling.state().isAsking, {timeout: 5000}).toBe(false);
};

/** Looks back until nothing more comes. */
const lookAt = async (both: Opened, at: number) => {
	let before: number | undefined;
	while (before !== both.filling.version) {
		before = both.filling.version;
		both.past.stateAt(at);
		await settled(both);
	}
	return both.past.stateAt(at);
};

const chartOf = (recording: Recording) => recordedChart(recording, id, '8 h', {until: end, zone: undefined});

const known = (recording: Recording) => chartOf(recording).steps.filter(({record}) => Object.keys(record).length > 0);

describe('a chart', () => {
	test('is filled where nothing was recorded, with what was there', async () => {
		const both = opened();
		both.past.chart(id, '8 h', end, undefined);
		await settled(both);
		const [whole, filled] = [known(floor.whole), known(both.filling.recording)];
		expect([whole.length, known(floor.own).length, filled.length]).toEqual([30, 20, 30]);
		const sum = (steps: typeof whole, of: 'called' | 'answered' | 'sales') =>
			steps.reduce((all, {record}) => all + (record[of] ?? 0), 0);
		// No call is counted twice or lost where the sources meet.
		for (const of of ['called', 'answered', 'sales'] as const) {
			expect([of, sum(filled, of)]).toEqual([of, sum(whole, of)]);
		}
		const inGap = whole.map(({at}, index) => ({at, index})).filter(({at}) => at > floor.gap.from && at < floor.gap.to);
		expect(inGap).toHaveLength(10);
		for (const {index} of inGap) {
			const [is, was] = [filled[index]?.record, whole[index]?.record];
			expect(is?.agents).toBe(was?.agents);
			expect(Math.abs((is?.occupied ?? 0) - (was?.occupied ?? 0))).toBeLessThan(4);
			// The counts of five minutes may begin a scrape late, and end one late.
			const perScrape = ((was?.called ?? 0) * (scrapeEvery + pollEvery)) / 300;
			expect(Math.abs((is?.called ?? 0) - (was?.called ?? 0))).toBeLessThan(2 * perScrape);
		}
		const {filled: stretches} = both.past.chart(id, '8 h', end, undefined);
		expect(stretches).toEqual([
			{from: expect.closeTo(floor.gap.from, -5.1), until: expect.closeTo(floor.gap.to, -5.1)},
		]);
	});

	test('where both have something, the recording wins', async () => {
		const both = opened();
		both.past.chart(id, '8 h', end, undefined);
		await settled(both);
		const rows = (recording: Recording) =>
			recording
				.rows(`figures/${id}`, {from: floor.from, to: end}, 'polled')
				.rows.filter(({at}) => at <= floor.gap.from || at >= floor.gap.to);
		expect(rows(both.filling.recording)).toEqual(rows(floor.own));
	});

	test('asks once for the same, and calls off what is asked for when another campaign is chosen', async () => {
		const both = opened();
		await settled(both);
		const closed: string[] = [];
		floor.engine.break((response, query) => {
			response.on('close', () => closed.push(query.get('query') ?? ''));
			return true;
		});
		both.past.chart(id, '8 h', end, undefined);
		both.past.chart(id, '8 h', end, undefined);
		await expect
			.poll(() => floor.engine.queries.filter(query => query.get('query')?.includes(`"${id}"`)))
			.toHaveLength(1);
		floor.engine.break(undefined);
		both.past.chart(other, '8 h', end, undefined);
		await settled(both);
		expect(closed).toHaveLength(1);
		expect(closed.every(query => query.includes(`"${id}"`))).toBe(true);
		const asked = floor.engine.queries.map(String);
		both.past.chart(other, '8 h', end + minute, undefined);
		await settled(both);
		expect(floor.engine.queries.map(String)).toEqual(asked);
	});

	test('of a time that was recorded asks for nothing', async () => {
		const both = opened(floor.whole);
		both.past.chart(id, '1 h', end, undefined);
		await lookAt(both, unseen);
		await settled(both);
		expect(floor.engine.queries.filter(query => !query.get('query')?.startsWith('dialtop_service_up'))).toEqual([]);
	});
});

describe('a moment', () => {
	const polledAt = (past: Past, at: number) => past.stateAt(at).dashboards.get(id)?.span?.receivedAt.wall ?? 0;

	test('shows the figures of the poll that it says, of every campaign, one scrape old at most', async () => {
		const both = opened();
		const then = await lookAt(both, unseen);
		expect([...(then.campaigns.value?.keys() ?? [])].toSorted()).toEqual(
			[id, other, ...floor.world.campaigns.slice(2).map(one => one.id)].toSorted(),
		);
		for (const campaignId of then.campaigns.value?.keys() ?? []) {
			const {value, span} = then.dashboards.get(campaignId) ?? {};
			const at = span?.receivedAt.wall ?? 0;
			expect(unseen - at).toBeLessThan((scrapeEvery + pollEvery) * 1000);
			const poll = floor.whole.last(`figures/${campaignId}`, at);
			expect(poll?.at).toBe(at);
			const {extra, unreadable, ...figures} = value?.figures ?? {extra: {}, unreadable: []};
			expect(Object.keys(figures).length).toBeGreaterThan(30);
			expect(poll?.values).toMatchObject({...figures, campaignId});
			expect(then.campaigns.value?.get(campaignId)?.name).toBe(floor.state.campaigns.value?.get(campaignId)?.name);
		}
		expect(then.link.kind).toBe('live');
		expect(both.past.engine?.sourceAt(unseen)).toBe('from metrics');
		expect(both.past.engine?.sourceAt(floor.gap.from - minute)).toBeUndefined();
	});

	test('has the history that was known then', async () => {
		const both = opened();
		both.past.timeline(id, {from: unseen - hour, to: unseen + hour}, 60);
		const then = await lookAt(both, unseen);
		const whole = createPast(floor.whole, () => floor.state).stateAt(unseen);
		const steps = (state: typeof then) => state.dashboards.get(id)?.value?.history.past ?? [];
		expect(JSON.stringify(steps(then)).length).toBeGreaterThan(JSON.stringify(steps(whole)).length / 3);
	});

	test('of the hour in which recording began is known from before that', async () => {
		// The first hour that is recorded whole begins later.
		const begun = Math.ceil(floor.from / hour) * hour + 40 * minute;
		const late: Recording = {
			...floor.whole,
			rows: (stream, period, ...more) =>
				floor.whole.rows(stream, {...period, from: Math.max(period.from, begun)}, ...more),
			last: (stream, at) => (at < begun ? undefined : floor.whole.last(stream, at)),
		};
		const both = opened(late);
		const then = await lookAt(both, begun - 5 * minute);
		expect(then.dashboards.size).toBe(floor.world.campaigns.length);
		expect(then.dashboards.get(id)?.value?.figures?.calledToday).toBeGreaterThan(0);
	});

	test('without any recording is known, too', async () => {
		const both = opened(createReader(memoryFolder()));
		await settled(both);
		expect(both.past.span()?.from).toBeLessThanOrEqual(floor.from);
		const then = await lookAt(both, unseen);
		expect(then.dashboards.size).toBe(floor.world.campaigns.length);
	});

	test('of which the engine has nothing more is not shown as new: an engine repeats a sample for minutes', async () => {
		const both = opened(createReader(memoryFolder()));
		const after = end + 4 * minute;
		await lookAt(both, after);
		expect(end - polledAt(both.past, after)).toBeLessThan((scrapeEvery + pollEvery) * 1000);
	});
});

test('a timeline marks what is from metrics, with what happened then', async () => {
	const both = opened();
	const period = {from: floor.gap.from - 20 * minute, to: floor.gap.to + 20 * minute};
	both.past.timeline(id, period, 90);
	await settled(both);
	const {cells} = both.past.timeline(id, period, 90);
	expect(cells.filter(({isFilled}) => isFilled).length).toBeGreaterThan(45);
	expect(cells.slice(0, 18).some(({isFilled}) => isFilled)).toBe(false);
	expect(cells.slice(22, 68).filter(({rate}) => rate === undefined)).toEqual([]);
	// An alert has one rule after another.
	const rules = floor.whole
		.streams('alerts/')
		.flatMap(stream => floor.whole.rows(stream, floor.gap).rows.map(({values}) => `alert ${values.rule}`));
	const begun = both.filling.recording.marks(floor.gap, {kinds: ['alert']});
	expect(begun.length).toBeGreaterThan(0);
	expect(begun.filter(({text}) => !rules.includes(text))).toEqual([]);
});

describe('an engine that fails', () => {
	test.each([
		[
			'answers with an error',
			(response: import('node:http').ServerResponse) => Boolean(response.writeHead(503).end('busy')),
		],
		['never answers', () => true],
		['resets the connection', (response: import('node:http').ServerResponse) => Boolean(response.destroy())],
	])('that %s leaves all as it is, says so, and is asked again later', async (_what, fault) => {
		const both = opened();
		await settled(both);
		floor.engine.break(fault);
		both.past.chart(id, '8 h', end, undefined);
		const begun = performance.now();
		const then = both.past.stateAt(unseen);
		expect(performance.now() - begun).toBeLessThan(400);
		expect(then.campaigns.value?.size).toBe(floor.world.campaigns.length);
		await settled({...both});
		await expect.poll(() => both.filling.state().problem, {timeout: 5000}).toContain(floor.engine.host);
		expect(known(both.filling.recording)).toEqual(known(floor.own));
		expect(both.past.engine?.sourceAt(unseen)).toBe('metrics fail');
		floor.engine.break(undefined);
		await floor.clock.advance(31_000);
		await settled(both);
		expect(both.filling.state().problem).toBeUndefined();
		expect(known(both.filling.recording)).toHaveLength(30);
	});

	test('warns: its words and that data is missing are known', async () => {
		const both = opened();
		await settled(both);
		floor.engine.warn(['store gateway 2 is down']);
		both.past.chart(id, '8 h', end, undefined);
		await settled(both);
		expect(both.filling.state()).toMatchObject({warnings: ['store gateway 2 is down'], isPartial: true});
	});

	test('has nothing of the profile', async () => {
		const engine = createEngine({url: floor.engine.url}, floor.clock);
		const filling = createEnginePast({
			engine,
			profile: 'qa',
			own: floor.own,
			zone: () => undefined,
			clock: floor.clock,
		});
		await expect.poll(() => filling.state()).toMatchObject({isEmpty: true, isAsking: false});
		filling.close();
		await engine.close();
	});
});
