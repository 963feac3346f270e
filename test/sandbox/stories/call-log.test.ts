import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {day, hour, minute} from '../../../source/sandbox/world/time.ts';
import {planOf, testDay} from '../small-world.ts';
import {httpService} from './http-service.ts';

type Service = Awaited<ReturnType<typeof httpService>>;

/** How many calls a search found, by its footer. */
const found = async (service: Service, filters: Record<string, string>): Promise<number> =>
	Number(
		/([\d,]+) calls?(?:;|$)/.exec(String((await service.need('search_lead', filters)).footer))?.[1]?.replace(',', ''),
	);

const sum = (values: readonly (string | undefined)[]): number =>
	values.reduce((total, value) => total + Number(value), 0);

const calledToday = async (service: Service): Promise<number> =>
	sum((await service.rows('get_all_stats', 'stats')).map(row => row.called_today));

const texts = (place: number) =>
	planOf({
		name: `Texts ${place}`,
		agents: 0,
		attemptLimit: 1,
		lists: [{name: `T${place}`, leads: 12_000, active: true, worked: 0}],
		settings: {method: 'SMSB', velocity: 4000, lines: 4000},
	});

test('more calls were made today than I can count, and the search finds each of them', async () => {
	await using busy = await httpService({plan: [1, 2, 3, 4, 5].map(texts), warmUp: 20 * minute});
	const called = await calledToday(busy);
	expect(called).toBeGreaterThan(52_000);
	expect(await found(busy, {days: '0'})).toBe(called);
	expect(await found(busy, {})).toBe(called);
	const sent = sum((await busy.rows('get_usage', 'days')).map(row => row.texts));
	expect(await found(busy, {status: 'SENT', search_date: testDay})).toBe(sent);
});

test('while I search a whole day for a number, the dashboard answers', async () => {
	await using busy = await httpService({plan: [1, 2, 3, 4, 5].map(texts), warmUp: 20 * minute});
	const answered: string[] = [];
	const note = async (type: string, params: Record<string, string>): Promise<void> => {
		await busy.need(type, params);
		answered.push(type);
	};
	await Promise.all([note('search_lead', {query: '0000'}), note('get_dashboard_stats', {campaign_id: '1001'})]);
	expect(answered).toEqual(['get_dashboard_stats', 'search_lead']);
});

const floor = {
	plan: [
		planOf({name: 'People', agents: 2, lists: [{name: 'P', leads: 9000, active: true, worked: 0}]}),
		planOf({name: 'Messages', agents: 0, settings: {method: 'BROADCAST', velocity: 1}}),
	],
	chunkSize: 64,
};

const dayAfter = (text: string, days: number): string =>
	new Date(Date.parse(text) + days * day).toISOString().slice(0, 10);

/** Each day of the log, as search, summary and statistics count it. */
const countsOf = async (one: Service, date: string) => {
	const ids = ['1001', '1002'];
	const answers = await Promise.all(
		ids.map(campaign_id => one.need('campaign_summary', {campaign_id, from: date, to: date})),
	);
	const summaries = answers.map(({summary}) => (summary as Record<string, string>).calls);
	const stats = (await one.rows('get_all_stats', 'stats', {date})).map(row => row.called_today);
	return {
		search: await found(one, {search_date: date, call_type: 'outbound'}),
		summary: sum(summaries),
		stats: sum(stats),
	};
};

test('I look for the calls of earlier days, and find as many as were counted then', async () => {
	await using one = await httpService(floor);
	one.advance(4 * day);
	for (let at = 0; at <= 4; at++) {
		const date = dayAfter(testDay, at);
		const {search, summary, stats} = await countsOf(one, date);
		expect([date, search, summary]).toEqual([date, stats, stats]);
		expect(stats).toBeGreaterThan(100);
	}
	const {footer, all_log_search} = await one.need('search_lead', {search_date: dayAfter(testDay, 3)});
	expect(footer).toMatch(/^the newest 500 of [\d,]+ calls$/);
	expect(
		(all_log_search as Record<string, string>[]).every(({call_date = ''}) => call_date.startsWith('04/03/26')),
	).toBe(true);
});

test('a call that was placed before midnight and ended after it is one call, of yesterday', async () => {
	const messages = planOf({name: 'Messages', agents: 0, settings: {method: 'BROADCAST', velocity: 30}});
	await using late = await httpService({plan: [planOf(), messages], chunkSize: 64, at: 23.5 * hour});
	late.advance(hour / 2 - 1);
	const before = await countsOf(late, testDay);
	late.advance(2);
	expect(await countsOf(late, testDay)).toEqual(before);
	expect(await found(late, {search_date: testDay, status: 'RINGING'})).toBeGreaterThan(0);
	late.advance(2 * hour);
	expect(await countsOf(late, testDay)).toEqual(before);
	const {search, summary, stats} = await countsOf(late, dayAfter(testDay, 1));
	expect([search, summary]).toEqual([stats, stats]);
});

test('older calls were let go, and the search says from which day on it knows them all', async () => {
	await using one = await httpService({...floor, logLimits: {days: 1, calls: 1_000_000}});
	expect((await one.need('search_lead')).footer).toMatch(/^[\d,]+ calls$/);
	one.advance(3 * day + hour);
	const whole = dayAfter(testDay, 2);
	expect((await one.need('search_lead')).footer).toMatch(
		new RegExp(`^the newest 500 of [\\d,]+ calls; the log is whole from ${whole} on$`),
	);
	const [{campaign_id = ''} = {}] = await one.rows('get_campaigns', 'campaigns');
	for (const [type, params] of [
		['get_results', {campaign_id}],
		['retrieve_sent_messages', {}],
	] as const) {
		expect(await one.need(type, params)).toMatchObject({whole_since: whole});
		expect(await one.need(type, {...params, from: dayAfter(testDay, 1)})).toMatchObject({whole_since: whole});
		expect(await one.need(type, {...params, from: whole})).toMatchObject({whole_since: ''});
	}
	for (const at of [2, 3]) {
		const date = dayAfter(testDay, at);
		expect((await one.need('search_lead', {from: date})).footer).not.toContain('whole');
		const {search, stats} = await countsOf(one, date);
		expect([date, search]).toEqual([date, stats]);
	}
	expect(await found(one, {to: testDay})).toBe(0);
});

test('on a floor too large for a month, today is whole all the same', async () => {
	await using one = await httpService({...floor, logLimits: {days: 31, calls: 500}});
	one.advance(2 * day);
	const {search, stats} = await countsOf(one, dayAfter(testDay, 2));
	expect(stats).toBeGreaterThan(600);
	expect(search).toBe(stats);
	expect(await found(one, {to: testDay})).toBe(0);
});

test('after a restart the log holds what it held, and goes on', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-log-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	const database = join(folder, 'x.db');
	const held = async (one: Service) => [await found(one, {}), await one.rows('search_lead', 'all_log_search')];
	const beforeRestart = async () => {
		await using first = await httpService({...floor, database});
		first.advance(day);
		await first.need('dial_number', {campaign_id: '1001', phone_number: '2125550199', callerid: '8005550100'});
		first.advance(hour);
		return await held(first);
	};
	const before = await beforeRestart();
	await using again = await httpService({database});
	expect(await held(again)).toEqual(before);
	expect(await again.rows('search_lead', 'all_log_search', {query: '(212) 555-0199'})).toMatchObject([
		{flag: expect.stringMatching(/^TEST\b/), phone_number: '2125550199', full_name: 'Test call'},
	]);
	again.advance(day);
	const {search, stats} = await countsOf(again, dayAfter(testDay, 2));
	expect(search).toBe(stats);
});
