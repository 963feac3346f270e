/** A shift of which a part was not recorded is reported with what an engine has of it. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, expect, test, vi} from 'vitest';
import {makeFilledReport} from '../../source/commands/report/filled-report.ts';
import {makeReport} from '../../source/commands/report/make-report.ts';
import type {Service} from '../../source/config/service.ts';
import {minute} from '../../source/model/time.ts';
import {documentOf} from '../../source/report/document.ts';
import {reportObject} from '../../source/report/json.ts';
import {asText} from '../../source/report/text.ts';
import {calledAs} from '../commands/called.ts';
import {scrapedFloor, scrapeEvery} from '../helpers/scraped-floor.ts';

const floor = await scrapedFloor(120, [40, 70]);
const home = mkdtempSync(join(tmpdir(), 'dialtop-backfill-'));
afterAll(async () => {
	rmSync(home, {recursive: true, force: true});
	await floor[Symbol.asyncDispose]();
});
afterEach(() => {
	vi.unstubAllEnvs();
	floor.engine.break(undefined);
	floor.engine.warn([]);
});

const engine = {url: floor.engine.url, profile: 'prod', headers: {}, headerCommands: {}, isPlain: false};
const service = {profile: 'prod', environment: 'QA', readOnly: false, engine} as unknown as Service;
const period = {from: floor.from + 10 * minute, to: floor.from + 115 * minute};
const recorded = (recording = floor.own) => ({recording, source: floor.state.source, audits: [], endpoint: undefined});
const filled = () => makeFilledReport(recorded(), service, period, undefined, {});

test('its counts are those of a shift that was recorded whole, and what is from metrics is marked', async () => {
	const [report, whole, own] = [
		await filled(),
		makeReport(recorded(floor.whole), period),
		makeReport(recorded(), period),
	];
	expect(report.campaigns.map(({counts}) => counts)).toEqual(whole.campaigns.map(({counts}) => counts));
	for (const [index, {drops, agents, leads, gaps}] of report.campaigns.entries()) {
		const other = whole.campaigns[index];
		expect([drops, leads, gaps]).toEqual([other?.drops, other?.leads, []]);
		expect(agents?.agents).toBeCloseTo(other?.agents?.agents ?? 0, 0);
	}
	const begin = expect.closeTo(floor.gap.from, -5.2);
	const until = expect.closeTo(floor.gap.to, -5.2);
	expect(report.filled).toEqual([{from: begin, until}]);
	expect([report.gaps, own.gaps]).toEqual([[], [{from: begin, until}]]);
	expect(Math.abs((report.filled[0]?.until ?? 0) - floor.gap.to)).toBeLessThan((60 + scrapeEvery) * 1000);
	const text = asText(documentOf(report), 100, (_role, words) => words);
	expect(text).toMatch(/^recorded 1h 1[5-8]m of 1h 45m, (?:28|29|30)m(?: \d+s)? from metrics$/m);
	expect(text).toMatch(/^all campaigns: \d\d:\d\d:\d\d to \d\d:\d\d:\d\d \(.*\), from metrics$/m);
	expect(text.replaceAll('\n', ' ')).toContain('Alerts of times that are from metrics are not listed');
	const object = reportObject(report);
	expect(object.from_metrics).toHaveLength(1);
	expect(object.campaigns.every(({from_metrics: own}) => own.length === 1)).toBe(true);
});

test('a dead engine leaves it as it was recorded, and says why', async () => {
	floor.engine.break(response => Boolean(response.writeHead(503, {'content-type': 'text/plain'}).end('busy')));
	const {damage, ...report} = await filled();
	const {damage: _, madeAt, ...own} = makeReport(recorded(), period);
	expect({...report, madeAt: 0}).toEqual({...own, madeAt: 0});
	expect(madeAt).toBeGreaterThan(0);
	expect(damage).toEqual([expect.stringContaining(`metrics: ${floor.engine.host} `)]);
});

test('what the engine warns of is in it', async () => {
	floor.engine.warn(['store gateway 2 is down']);
	expect((await filled()).damage).toEqual([`metrics: ${floor.engine.host} warns: store gateway 2 is down`]);
});

test('the command reports what was never recorded here', async () => {
	const config = join(home, 'config.yml');
	writeFileSync(
		config,
		`profiles:\n  prod: {url: "https://dialer.example.com", environment: production, time_zone: UTC, history: {prometheus: "${floor.engine.url}"}}\n`,
	);
	const env = {XDG_STATE_HOME: home, DIALTOP_CONFIG: config, LANG: 'C.UTF-8'};
	const time = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
	const {code, stdout, stderr} = await calledAs(
		['report', '-p', 'prod', '--from', time(period.from), '--to', time(period.to), '--json'],
		env,
	);
	expect([code, stderr]).toEqual([0, '']);
	const report = JSON.parse(stdout) as ReturnType<typeof reportObject>;
	expect(report.campaigns.map(({id}) => id).toSorted()).toEqual(floor.world.campaigns.map(({id}) => id).toSorted());
	expect(report.from_metrics).toHaveLength(1);
	expect(report.campaigns[0]?.dialed).toBeGreaterThan(1000);
});
