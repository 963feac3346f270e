/** What is exported of campaigns: every figure, held totals, nothing that is too old or gone, and the same in both formats. */
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {campaignMetrics} from '../../source/metrics/campaign-metrics.ts';
import {metricRows} from '../../source/metrics/families.ts';
import {type Compliance, complianceOf} from '../../source/model/compliance.ts';
import {campaignGroups} from '../../source/present/campaign-fields.ts';
import {dashboardRecord} from '../../source/wire/dashboard.ts';
import {alertOf, at, campaign, campaignsPolled, dashboardPolled, fresh, live} from '../model/make.ts';
import {exported, hasPromtool, samplesOf} from './make.ts';

const hostile = 'Spring "A" \\ B\nHELP {x="1"} 5 é 漢';

const figures = {
	paceMethod: 'PREDICTIVE',
	paceTempo: '2.4',
	throttle: 'AUTO',
	callerId: '8005550100',
	ready: 3,
	onCall: 9,
	wrapUp: 2,
	paused: 1,
	dead: 0,
	agents: 15,
	ringing: 12,
	waiting: 1,
	inIvr: 0,
	totalLeads: 1000,
	calledToday: 500,
	humanAnswered: 100,
	dropRate: 2.35,
	dropLimit: 3,
	minutesToday: 12.1,
	chargeToday: 4.2,
	remainingTime: 7200,
	percentComplete: 40.25,
};

test('every numeric figure of the dashboard has a metric, whose help is for people', () => {
	const shown = new Set(campaignMetrics.flatMap(metric => metric.figures));
	const names = Object.entries(dashboardRecord.fields).map(([name, {wire}]) => [wire[0], name] as const);
	const numeric = campaignGroups
		.flatMap(({fields}) => fields)
		.flatMap(({wire, raw}) => (raw ? names.find(([one]) => one === wire)?.[1] : []));
	expect(numeric.length).toBeGreaterThan(30);
	expect(numeric.filter(name => !shown.has(name as never))).toEqual([]);
	expect(new Set(metricRows.map(({name}) => name)).size).toBe(metricRows.length);
	for (const {name, help, kind} of metricRows) {
		expect(name).toMatch(/^dialtop_[a-z_]+(?<!_total)$/);
		expect(help.length).toBeGreaterThan(15);
		expect([name, name.endsWith('_ratio')]).toEqual([name, help.includes('do not average it over campaigns')]);
		expect(kind === 'counter' && name.includes('campaign')).toBe(help.includes('begins anew'));
	}
});

test('figures in base units, with the labels of profile and campaign', async () => {
	const east = exported();
	east.see(live, campaignsPolled(1, [campaign('1', {name: hostile})]), dashboardPolled(2, '1', figures));
	const page = await east.text(3);
	const one = (name: string) => samplesOf(page, `dialtop_${name}`);
	const of = 'profile="east",campaign_id="1"';
	expect(one('service_up')).toEqual(['{profile="east"} 1']);
	expect(one('campaign_info')).toEqual([
		`{${of},name="Spring \\"A\\" \\\\ B\\nHELP {x=\\"1\\"} 5 é 漢",method="PREDICTIVE",caller_id="8005550100"} 1`,
	]);
	expect(one('campaign_state')).toEqual(
		['dialing', 'paused', 'stopped', 'unknown'].map((state, index) => `{${of},state="${state}"} ${index ? 0 : 1}`),
	);
	expect(one('campaign_agents')).toEqual(
		[3, 9, 2, 1, 0].map(
			(value, index) => `{${of},state="${['ready', 'on_call', 'wrap_up', 'paused', 'dead'][index]}"} ${value}`,
		),
	);
	expect(one('campaign_drop_ratio')).toEqual([`{${of},rule="day"} 0.0235`]);
	expect(one('campaign_drop_limit_ratio')).toEqual([`{${of},rule="day"} 0.03`]);
	expect(one('campaign_leads_done_ratio')).toEqual([`{${of}} 0.4025`]);
	expect(one('campaign_billed_seconds_total')).toEqual([`{${of}} 726`]);
	expect(one('campaign_charges_total')).toEqual([`{${of}} 4.2`]);
	expect(one('campaign_dial_level')).toEqual([`{${of}} 2.4`]);
	expect(one('campaign_throttle')).toEqual([]);
	expect(one('campaign_sales_total')).toEqual([]);
	expect(one('campaign_time_left_seconds')).toEqual([`{${of}} 7200`]);
	expect(one('campaign_last_poll_timestamp_seconds')).toEqual([`{${of}} ${at(2).wall / 1000}`]);
	// No sample has a time of its own.
	expect(page.split('\n').filter(line => /^[a-z].* \S+ \d+$/.test(line.replace(/\{.*\}/, '')))).toEqual([]);
});

test('a campaign has as many series as the page says', async () => {
	const all = Object.fromEntries(Object.keys(dashboardRecord.fields).map(name => [name, 1]));
	const words = {paceTempo: '2', throttle: '2', paceMethod: 'PREDICTIVE', status: 'PLAY', callerId: '1'};
	const count = async (compliance?: Compliance) => {
		const east = exported(fresh({compliance}));
		east.see(live, campaignsPolled(1, ['1']), dashboardPolled(2, '1', {...all, ...words, dropRate: 0.5, dropLimit: 3}));
		return (await east.text(3)).match(/campaign_id="1"/g)?.length;
	};
	const withRule = complianceOf({rule: 'each-day', limit: 3});
	const page = readFileSync(new URL('../../media/metrics.md', import.meta.url), 'utf8').replaceAll('\n', ' ');
	expect(page).toContain(`has ${await count()} series at most (${await count(withRule)} with a rule of compliance)`);
});

test('text, OpenMetrics and text again: the first and the last are the same, and the samples are in all', async () => {
	const east = exported();
	east.see(live, campaignsPolled(1, [campaign('1', {name: hostile})]), dashboardPolled(2, '1', figures));
	east.metrics.observe({operation: 'get_campaigns', outcome: 'done', milliseconds: 300});
	const [text, open, again] = [await east.text(3), await east.text(3, 'openmetrics'), await east.text(3)];
	expect(again).toBe(text);
	const samples = (page: string) => page.split('\n').filter(line => !line.startsWith('#'));
	expect(samples(open)).toEqual(samples(text));
	expect(text).toContain('# TYPE dialtop_campaign_dialed_total counter\n');
	expect(open).toContain('# TYPE dialtop_campaign_dialed counter\n');
	expect(open).toContain(
		'dialtop_request_duration_seconds_bucket{profile="east",operation="get_campaigns",outcome="done",le="0.5"} 1\n',
	);
	expect([text.includes('# EOF'), open.endsWith('# EOF\n')]).toEqual([false, true]);
	for (const page of [text, open]) {
		const heads = page.split('\n').filter(line => line.startsWith('# TYPE'));
		expect(new Set(heads).size).toBe(heads.length);
	}
});

test.skipIf(!hasPromtool)('promtool finds nothing wrong with it', async () => {
	const east = exported();
	east.see(live, campaignsPolled(1, [campaign('1', {name: hostile})]), dashboardPolled(2, '1', figures));
	east.metrics.observe({operation: 'get_campaigns', outcome: 'done', milliseconds: 300});
	const {status, stdout, stderr} = spawnSync('promtool', ['check', 'metrics'], {input: await east.text(3)});
	expect([status, String(stdout), String(stderr)]).toEqual([0, '', '']);
});

describe('a total', () => {
	const dialed = async (...polls: [second: number, calledToday: number][]) => {
		const east = exported(fresh({timeZone: 'UTC'}));
		east.see(live, campaignsPolled(0, ['1']));
		const shown: string[] = [];
		for (const [second, calledToday] of polls) {
			east.see(campaignsPolled(second, ['1']), dashboardPolled(second, '1', {calledToday}));
			const [sample = ''] = samplesOf(await east.text(second + 1), 'dialtop_campaign_dialed_total');
			shown.push(sample.replace(/.* /, ''));
		}
		return shown;
	};
	/** From the start to the midnight of UTC, seconds. */
	const midnight = 86_400 - ((at(0).wall / 1000) % 86_400);

	test('that falls within a day is held until it has risen above what it was', async () => {
		expect(await dialed([1, 500], [6, 498], [11, 0], [16, 499], [21, 510])).toEqual([
			'500',
			'500',
			'500',
			'500',
			'510',
		]);
	});

	test('begins anew with the day of the service, also where its clock is late', async () => {
		expect(
			await dialed(
				[midnight - 9, 500],
				[midnight + 9, 500],
				[midnight + 600, 0],
				[midnight + 700, 7],
				[midnight + 800, 5],
			),
		).toEqual(['500', '500', '0', '7', '7']);
	});
});

describe('what is too old', () => {
	test('is left out after three cycles of its own, and the time of its poll stays', async () => {
		const east = exported();
		east.see(live, campaignsPolled(0, ['1', '2']), dashboardPolled(0, '1', figures), dashboardPolled(0, '2', figures));
		east.see(campaignsPolled(14, ['1', '2']), dashboardPolled(14, '2', figures));
		expect(samplesOf(await east.text(14.5), 'dialtop_campaign_leads')).toHaveLength(2);
		const page = await east.text(16);
		expect(samplesOf(page, 'dialtop_campaign_leads')).toEqual(['{profile="east",campaign_id="2"} 1000']);
		expect(samplesOf(page, 'dialtop_campaign_last_poll_timestamp_seconds')).toHaveLength(2);
		expect(samplesOf(page, 'dialtop_campaign_info')).toHaveLength(2);
		// Its status is still listed.
		expect(samplesOf(page, 'dialtop_campaign_state')).toHaveLength(8);
		expect(samplesOf(await east.text(60), 'dialtop_campaign_state')).toEqual([]);
	});

	test('is measured by the time that a round takes: a thousand campaigns at five a second take 200 s', async () => {
		const ids = Array.from({length: 1000}, (_, index) => String(index));
		const east = exported();
		east.see(live, campaignsPolled(0, ids), dashboardPolled(0, '7', figures));
		expect(samplesOf(await east.text(590), 'dialtop_campaign_leads')).toHaveLength(1);
		expect(samplesOf(await east.text(610), 'dialtop_campaign_leads')).toHaveLength(0);
	});

	test('a slow service has slow cycles, and an outage is none', async () => {
		const east = exported();
		east.see(live, campaignsPolled(0, ['1']));
		for (const second of [0, 20, 40]) {
			east.see(dashboardPolled(second, '1', figures));
		}
		expect(samplesOf(await east.text(90), 'dialtop_campaign_leads')).toHaveLength(1);
		east.see(dashboardPolled(3640, '1', figures));
		expect(samplesOf(await east.text(3690), 'dialtop_campaign_leads')).toHaveLength(1);
		expect(samplesOf(await east.text(3710), 'dialtop_campaign_leads')).toHaveLength(0);
	});

	test('and what was seen before the machine slept is not shown', async () => {
		const east = exported();
		east.see(live, campaignsPolled(0, ['1']), dashboardPolled(0, '1', figures));
		await east.text(1);
		east.see({type: 'tick', now: {wall: at(3600).wall, mono: at(2).mono}});
		expect(samplesOf(await east.text(3), 'dialtop_campaign_leads')).toHaveLength(0);
	});
});

test('a campaign that is gone is gone, and comes back with the figures that it has then', async () => {
	const east = exported();
	east.see(live, campaignsPolled(0, ['1', '2']), dashboardPolled(0, '1', figures), dashboardPolled(0, '2', figures));
	expect(await east.text(1)).toContain('campaign_id="2"');
	east.see(campaignsPolled(5, ['1']));
	expect(await east.text(6)).not.toContain('campaign_id="2"');
	east.see(campaignsPolled(10, ['1', '2']), dashboardPolled(11, '2', {...figures, calledToday: 20}));
	expect(samplesOf(await east.text(12), 'dialtop_campaign_dialed_total')).toContain(
		'{profile="east",campaign_id="2"} 20',
	);
});

test('a campaign that is renamed, or paused, is so at once, though its figures are those of before', async () => {
	const east = exported();
	east.see(live, campaignsPolled(0, ['1']), dashboardPolled(0, '1', figures));
	await east.text(1);
	east.see(campaignsPolled(5, [campaign('1', {name: 'Another', status: 'PAUSE', dialMethod: 'RATIO'})]));
	const page = await east.text(6);
	expect(samplesOf(page, 'dialtop_campaign_info')[0]).toContain('name="Another",method="RATIO"');
	expect(samplesOf(page, 'dialtop_campaign_state').find(line => line.includes('"paused"'))).toMatch(/ 1$/);
});

test('a thousand campaigns are written in turns, none of which holds the event loop for 20 ms', async () => {
	const ids = Array.from({length: 1000}, (_, index) => String(1000 + index));
	const east = exported();
	east.see(live, campaignsPolled(0, ids), ...ids.map(id => dashboardPolled(1, id, figures)));
	// Of the processor: other processes do not count.
	const used = (): number => {
		const {user, system} = process.threadCpuUsage();
		return (user + system) / 1000;
	};
	const turns: number[] = [];
	let last = used();
	let isOver = false;
	const watch = (): void => {
		const now = used();
		turns.push(now - last);
		last = now;
		if (!isOver) {
			setImmediate(watch);
		}
	};
	setImmediate(watch);
	const page = await east.text(2);
	isOver = true;
	expect(page.match(/^dialtop_campaign_info/gm)).toHaveLength(1000);
	expect(turns.length).toBeGreaterThan(3);
	expect(Math.max(...turns)).toBeLessThan(20);
});

test('a service that ends, or rests, is down; its alerts are those of dialtop', async () => {
	const east = exported();
	east.see(live, campaignsPolled(0, ['1']), dashboardPolled(0, '1', figures));
	for (const link of [
		{kind: 'retrying', reason: 'x', advice: '', since: at(1), nextAt: at(9)},
		{kind: 'signed-out', reason: ''},
	] as const) {
		east.see({type: 'link', link, now: at(2)});
		expect(samplesOf(await east.text(2), 'dialtop_service_up')).toEqual(['{profile="east"} 0']);
	}
	const alerts = [
		alertOf(1, '1', {rule: 'drop-limit'}),
		alertOf(2, '2', {rule: 'waiting', wellSince: at(1)}),
		alertOf(3, undefined, {rule: 'service'}),
	];
	const state = fresh();
	const page = await exported({
		...state,
		alerts: {...state.alerts, active: new Map(alerts.map(alert => [String(alert.id), alert]))},
	}).text(3);
	expect(samplesOf(page, 'dialtop_alerts_firing')).toEqual([
		'{rule="drop-limit",profile="east",campaign_id="1"} 1',
		'{rule="service",profile="east"} 1',
	]);
});

test('requests are counted by operation and outcome, and their times add up', async () => {
	const east = exported();
	for (const milliseconds of [50, 100, 300, 20_000]) {
		east.metrics.observe({operation: 'get_dashboard_stats', outcome: 'done', milliseconds});
	}
	east.metrics.observe({operation: 'get_dashboard_stats', outcome: 'not-sent', milliseconds: 0});
	const page = await east.text(1);
	const of = 'profile="east",operation="get_dashboard_stats",outcome="done"';
	expect(samplesOf(page, 'dialtop_requests_total')).toEqual([`{${of}} 4`, `{${of.replace('done', 'not-sent')}} 1`]);
	expect(
		samplesOf(page, 'dialtop_request_duration_seconds_bucket')
			.slice(0, 8)
			.map(line => line.replace(/.*le=/, '')),
	).toEqual(['"0.1"} 2', '"0.25"} 2', '"0.5"} 3', '"1.0"} 3', '"2.5"} 3', '"5.0"} 3', '"10.0"} 3', '"+Inf"} 4']);
	expect(samplesOf(page, 'dialtop_request_duration_seconds_sum')[0]).toBe(`{${of}} 20.45`);
});
