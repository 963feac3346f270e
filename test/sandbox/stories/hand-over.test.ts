/** The report of a shift against what the sandbox itself knows of it: its call log, and its agents second by second. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {update} from '../../../source/alerts/reducer.ts';
import {recordingAt} from '../../../source/commands/connect/record-service.ts';
import {exportLines} from '../../../source/commands/history/rows.ts';
import {makeReport} from '../../../source/commands/report/make-report.ts';
import type {Message} from '../../../source/model/state.ts';
import {cutRecording} from '../../../source/recording/cut.ts';
import {memoryFolder} from '../../../source/recording/folder.ts';
import {createReader} from '../../../source/recording/reader.ts';
import {Recorder} from '../../../source/recording/recorder.ts';
import {documentOf} from '../../../source/report/document.ts';
import {asHtml} from '../../../source/report/html.ts';
import type {CampaignReport} from '../../../source/report/report.ts';
import {agentsIn, agentsPresent} from '../../../source/sandbox/world/agents.ts';
import {loggedCalls} from '../../../source/sandbox/world/call-log.ts';
import {agentState, type Campaign, type World} from '../../../source/sandbox/world/state.ts';
import {hour, minute, second} from '../../../source/sandbox/world/time.ts';
import {advance} from '../../../source/sandbox/world/world.ts';
import {createPast} from '../../../source/service/past.ts';
import {auditLine} from '../../helpers/audit.ts';
import {soundWriter, stillClock} from '../../helpers/recording.ts';
import {watch, watchUntil} from '../../helpers/watched-world.ts';
import {acknowledge} from '../../model/make.ts';
import {smallService} from '../small-service.ts';
import {planOf} from '../small-world.ts';

/** Seconds between two polls. */
const interval = 10;

const zone = 'America/New_York';

/** What the call log holds of a campaign. */
const logged = (world: World, campaign: Campaign) => {
	const counts = {dialed: 0, live: 0, drops: 0, sales: 0};
	for (const call of loggedCalls(world.log)) {
		if (world.campaigns[call.campaign] !== campaign) {
			continue;
		}
		const isDrop = call.status === 'DROP' || call.late;
		counts.dialed++;
		counts.live += call.agent >= 0 || isDrop || call.status === 'HANGUP' || call.status === 'WAITING' ? 1 : 0;
		counts.drops += isDrop ? 1 : 0;
		counts.sales += call.status === 'SALE' ? 1 : 0;
	}
	return counts;
};

type Logged = ReturnType<typeof logged>;

const since = (after: Logged | undefined, before: Logged | undefined, name: keyof Logged): number =>
	(after?.[name] ?? 0) - (before?.[name] ?? 0);

const states = {
	ready: agentState.ready,
	onCall: agentState.onCall,
	wrapUp: agentState.wrapUp,
	paused: agentState.paused,
	dead: agentState.dead,
} as const;

/** An hour and a half: a quiet beginning, a drop storm after a command, and its end by another. The shift is all but the first 15 minutes. */
const shift = async () => {
	const lists = [{name: 'A', leads: 20_000, active: true, worked: 0}];
	const {world, handle, token} = await smallService({
		at: 13 * hour,
		warmUp: 0,
		// The log keeps all of the shift in the world.
		chunkSize: 65_536,
		plan: [
			planOf({name: 'Spring', agents: 12, lists, settings: {method: 'RATIO', level: 1.2}}),
			planOf({name: 'Autumn', agents: 8, lists}),
		],
	});
	const watched = watch(world);
	const recordingFolder = memoryFolder();
	const writer = soundWriter({
		folder: recordingFolder,
		// No timer falls due: what waits is written at the end.
		clock: stillClock(() => world.now),
		zone,
	});
	await writer.settled();
	const recorder = new Recorder(writer, {wall: world.now, mono: world.now}, 'ann');
	const dispatch = (message: Message): void => {
		watched.state = update(watched.state, message);
		recorder.record(watched.state);
	};
	const snapshots = new Map<number, Map<string, Logged>>();
	/** Agents' seconds, by campaign and state. */
	const agents = new Map(
		world.campaigns.map(({id}) => [id, {agents: 0, ready: 0, onCall: 0, wrapUp: 0, paused: 0, dead: 0}]),
	);
	const begin = world.now;
	const [from, to] = [begin + 15 * minute, begin + 90 * minute];
	const waiting = [
		{at: begin + 50 * minute, level: '4'},
		{at: begin + 65 * minute, level: '1'},
	];
	const audit: string[] = [];
	while (world.now < to) {
		for (let step = 1; step < interval; step++) {
			advance(world, world.now + second);
			countAgents();
		}
		watchUntil(watched, world.now + second, 1);
		countAgents();
		recorder.record(watched.state);
		const alert = [...watched.state.alerts.active.values()].find(({rule}) => rule === 'drop-limit');
		if (alert && !alert.acknowledgedAt) {
			dispatch(acknowledge(alert, {by: 'ann'}));
		}
		if (world.now % (15 * minute) === 0) {
			snapshots.set(world.now, new Map(world.campaigns.map(one => [one.id, logged(world, one)])));
		}
		for (; waiting[0] && waiting[0].at <= world.now; waiting.shift()) {
			const {at, level} = waiting[0];
			const params = {campaign_id: '1001', autodiallevel: level};
			expect((await handle({type: 'update_campaign', token, ...params})).response).toMatchObject({success: 1});
			const line = {
				at: new Date(at).toISOString(),
				operation: 'update_campaign',
				verb: 'change',
				target: {kind: 'campaign', id: '1001', name: 'Spring'},
			};
			audit.push(auditLine(level, {...line, kind: 'intent', params}));
			audit.push(auditLine(level, {...line, kind: 'outcome', outcome: 'done', ms: 4}));
		}
	}
	function countAgents(): void {
		if (world.now <= from) {
			return;
		}
		for (const campaign of world.campaigns) {
			const seconds = agents.get(campaign.id);
			if (seconds) {
				seconds.agents += agentsPresent(campaign);
				for (const [name, state] of Object.entries(states)) {
					seconds[name as keyof typeof states] += agentsIn(campaign, state);
				}
			}
		}
	}
	await writer.flush();
	const file = join(folder, 'audit.jsonl');
	writeFileSync(file, audit.map(line => `${line}\n`).join(''));
	const source = {...watched.state.source, timeZone: zone};
	const recorded = {recording: writer.reader, source, audits: [file], endpoint: undefined};
	const report = makeReport(recorded, {from, to}, [], to);
	const past = createPast(writer.reader, () => ({...watched.state, source}));
	return {report, recorded, recordingFolder, snapshots, agents, begin, from, to, state: watched.state, past};
};

const folder = mkdtempSync(join(tmpdir(), 'dialtop-hand-over-'));
afterAll(() => rmSync(folder, {recursive: true}));

let told: Awaited<ReturnType<typeof shift>>;
beforeAll(async () => {
	told = await shift();
});

const each = (check: (campaign: CampaignReport, at: (time: number) => Logged | undefined) => void): void => {
	expect(told.report.campaigns.map(({name}) => name).toSorted()).toEqual(['Autumn', 'Spring']);
	for (const campaign of told.report.campaigns) {
		check(campaign, time => told.snapshots.get(time)?.get(campaign.id));
	}
};

test('every count of the shift is that of the call log, and its drops lie where the rate allows', () => {
	const {from, to} = told;
	each(({counts, drops}, at) => {
		expect(counts).toMatchObject({
			dialed: since(at(to), at(from), 'dialed'),
			live: since(at(to), at(from), 'live'),
			sales: since(at(to), at(from), 'sales'),
		});
		const actual = since(at(to), at(from), 'drops');
		expect(drops?.least).toBeLessThanOrEqual(actual);
		expect(drops?.most).toBeGreaterThanOrEqual(actual);
		// With so few calls two decimals tell the drops to the unit.
		expect((drops?.most ?? 9) - (drops?.least ?? 0)).toBeLessThanOrEqual(1);
	});
});

test('so is every count of an hour, and the storm shows in its hour alone', () => {
	each(({hours}, at) => {
		expect(hours.map(({from, until}) => until - from)).toEqual([45 * minute, 30 * minute]);
		for (const {from, until, dialed, live, drops} of hours) {
			expect(dialed).toBe(since(at(until), at(from), 'dialed'));
			expect(live).toBe(since(at(until), at(from), 'live'));
			const actual = since(at(until), at(from), 'drops');
			expect(drops?.least).toBeLessThanOrEqual(actual);
			expect(drops?.most).toBeGreaterThanOrEqual(actual);
		}
	});
});

test("agents' hours are those of the floor within one percent", () => {
	each(({id, agents}) => {
		const actual = told.agents.get(id);
		const whole = (actual?.agents ?? 0) / 3600;
		for (const name of ['agents', 'ready', 'onCall', 'wrapUp', 'paused'] as const) {
			const [found = Number.NaN, hours] = [agents?.[name], (actual?.[name] ?? 0) / 3600];
			expect(Math.abs(found - hours), name).toBeLessThan(Math.max(0.01 * hours, 0.002 * whole));
		}
		const {onCall = 0, wrapUp = 0, dead = 0, agents: all = 0, paused = 0} = actual ?? {};
		expect(agents?.occupancy).toBeCloseTo((100 * (onCall + wrapUp + dead)) / (all - paused), 0);
	});
});

test('it names the alerts that held, and what was other after each command', () => {
	const {alerts, commands, gaps, open} = told.report;
	const {active, past} = told.state.alerts;
	const within = past.filter(({resolvedAt}) => (resolvedAt?.wall ?? 0) >= told.from);
	expect(alerts).toHaveLength(active.size + within.length);
	expect(alerts.map(({alert}) => alert.since.wall)).toEqual(alerts.map(({alert}) => alert.since.wall).toSorted());
	expect(open.alerts.map(({alert}) => alert.id).toSorted()).toEqual([...active.values()].map(({id}) => id).toSorted());
	expect(alerts.some(({alert}) => alert.rule === 'drop-limit' && alert.name === 'Spring')).toBe(true);
	expect(alerts.find(({alert}) => alert.rule === 'drop-limit')).toMatchObject({
		alert: {acknowledgedAt: expect.anything()},
		acknowledgedBy: 'ann',
	});
	expect(commands.map(({asked, who, outcome}) => [asked, who, outcome])).toEqual([
		['set level 4 on', 'kim', 'done'],
		['set level 1 on', 'kim', 'done'],
	]);
	const [higher, lower] = commands.map(({change}) => new Map(change?.changes.map(one => [one.name, one])));
	expect(higher?.get('dial level')).toMatchObject({before: 1.2, after: expect.closeTo(4, 0)});
	expect(higher?.get('drop rate')?.deviations).toBeGreaterThan(5);
	expect(lower?.get('dial level')).toMatchObject({before: expect.closeTo(4, 0), after: expect.closeTo(1, 0)});
	// The details of a command on the screen say the same.
	expect(commands.map(({at}) => told.past.changeAfter('1001', at))).toEqual(commands.map(({change}) => change));
	expect(gaps).toEqual([]);
});

/** The rows of each table of a page, by the first cell of its head and of the row. */
const tablesIn = (html: string): Map<string, Map<string, readonly string[]>> =>
	new Map(
		html.split('<table>').flatMap((part, index) => {
			const [[title = '', ...head] = [], ...rows] = part
				.split('<tr>')
				.slice(1)
				.map(row => [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, text = '']) => text));
			const named = rows.map(([name = '', ...cells]): [string, readonly string[]] => [name, cells]);
			return index === 0 ? [] : [[title, new Map([['head', head], ...named])] as const];
		}),
	);

/** The number in a cell, whatever marks it. */
const numberIn = (text: string | undefined): number => Number(text?.replaceAll(/[^\d.-]/g, ''));

test('as HTML, of the recording and of a file that is cut of it, each figure is that of the call log', () => {
	const {from, to, report, recorded, recordingFolder} = told;
	const html = asHtml(documentOf(report));
	const file = join(folder, 'shift.dialtop');
	cutRecording(recordingFolder, {from: told.begin, to}, file);
	const part = createReader(recordingAt(file), zone);
	expect(asHtml(documentOf(makeReport({...recorded, recording: part}, {from, to}, [], to)))).toBe(html);
	part.close();

	const tables = tablesIn(html);
	expect([...tables.keys()]).toEqual(['calls', 'drop rate, %', 'agents and leads']);
	const [calls, rates, agents] = [...tables.values()];
	expect(calls?.get('head')?.slice(0, 6)).toEqual(['dialed', 'live', 'drops', 'rate', 'limit', 'sales']);
	const totals = {dialed: 0, live: 0, sales: 0};
	each(({id, name, hours}, at) => {
		const row = `${name} ${id}`;
		const [dialed, live, drops, rate, limit, sales] = calls?.get(row) ?? [];
		const actual = {
			dialed: since(at(to), at(from), 'dialed'),
			live: since(at(to), at(from), 'live'),
			drops: since(at(to), at(from), 'drops'),
			sales: since(at(to), at(from), 'sales'),
		};
		expect([dialed, live, sales].map(numberIn)).toEqual([actual.dialed, actual.live, actual.sales]);
		for (const total of ['dialed', 'live', 'sales'] as const) {
			totals[total] += actual[total];
		}
		// The service gives a rate of two decimals, which tells the drops to the unit.
		expect(Math.abs(numberIn(drops) - actual.drops)).toBeLessThanOrEqual(1);
		expect(Math.abs(numberIn(rate) - (100 * actual.drops) / actual.live)).toBeLessThanOrEqual(
			100 / actual.live + 0.005,
		);
		expect(rate?.includes('!')).toBe(numberIn(rate) >= Math.min(3, numberIn(limit)));
		const hourly = rates?.get(row)?.slice(1) ?? [];
		expect(hourly).toHaveLength(2);
		for (const [index, hourOf] of hours.entries()) {
			const [before, after] = [at(hourOf.from), at(hourOf.until)];
			const answers = since(after, before, 'live');
			const expected = (100 * since(after, before, 'drops')) / answers;
			expect(Math.abs(numberIn(hourly[index]) - expected)).toBeLessThanOrEqual(100 / answers + 0.005);
		}
		const seconds = told.agents.get(id);
		const [present, busy, idle, paused, perHour] = agents?.get(row) ?? [];
		const whole = (seconds?.agents ?? 0) / 3600;
		for (const [text, of] of [
			[present, seconds?.agents],
			[idle, seconds?.ready],
			[paused, seconds?.paused],
		] as const) {
			expect(Math.abs(numberIn(text) - (of ?? 0) / 3600)).toBeLessThanOrEqual(0.01 * whole + 0.05);
		}
		const {onCall = 0, wrapUp = 0, dead = 0, agents: all = 0, paused: away = 0} = seconds ?? {};
		expect(Math.abs(numberIn(busy) - (100 * (onCall + wrapUp + dead)) / (all - away))).toBeLessThanOrEqual(1);
		expect(Math.abs(numberIn(perHour) - actual.sales / whole)).toBeLessThanOrEqual(
			0.01 * (actual.sales / whole) + 0.005,
		);
	});
	const [dialed, live, , , , sales] = calls?.get('all') ?? [];
	expect([dialed, live, sales].map(numberIn)).toEqual([totals.dialed, totals.live, totals.sales]);
	// The storm is over its limit on the page, and so are the commands on it.
	expect(rates?.get('Spring 1001')?.at(-1)).toMatch(/!/);
	for (const {asked} of report.commands) {
		expect(html).toContain(`${asked} 1001`);
	}
});

test('what is exported ends with the counts of the call log, and a look back shows the storm', () => {
	const {recorded, from, to, begin} = told;
	each(({id}, at) => {
		const wanted = {kind: 'figures', id, period: {from: begin, to}, tier: undefined} as const;
		const rows = [...exportLines(recorded.recording, wanted, 'json')].map(line => JSON.parse(line));
		const of = (row: Record<string, unknown> | undefined) => [row?.called_today, row?.human_answered, row?.sales];
		const counted = (time: number) => [at(time)?.dialed, at(time)?.live, at(time)?.sales];
		expect(of(rows.at(-1))).toEqual(counted(to));
		expect(of(rows.findLast(({time}) => Date.parse(time) <= from))).toEqual(counted(from));
	});
	const storm = told.past.stateAt(begin + 64 * minute);
	expect(storm.dashboards.get('1001')?.value?.figures?.dropRate).toBeGreaterThan(3);
	expect([...storm.alerts.active.values()].some(({rule}) => rule === 'drop-limit')).toBe(true);
	expect(storm.commands).toEqual([]);
});
