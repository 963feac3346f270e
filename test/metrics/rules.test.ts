/** The printed rules, by Prometheus's own tool where the machine has it. */
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {parse} from 'yaml';
import {alertDefaults} from '../../source/alerts/rules.ts';
import {dashboard} from '../../source/metrics/dashboard.ts';
import {metricRows} from '../../source/metrics/families.ts';
import {sampleName} from '../../source/metrics/format.ts';
import {rulesFile} from '../../source/metrics/rules.ts';
import {hasPromtool} from './make.ts';

const known = new Set(
	metricRows.flatMap(row =>
		row.kind === 'histogram' ? [`${row.name}_bucket`, `${row.name}_sum`, `${row.name}_count`] : [sampleName(row)],
	),
);

const metricsIn = (text: string): string[] => text.match(/dialtop_[a-z_]+/g) ?? [];

type Rules = {groups: {rules: {alert: string; expr: string; for?: string; keep_firing_for?: string}[]}[]};

const rulesOf = (text: string) => (parse(text) as Rules).groups.flatMap(({rules}) => rules);

test('rules and panels ask only for metrics that are exported', () => {
	const asked = [...rulesOf(rulesFile(alertDefaults)).map(({expr}) => expr), JSON.stringify(dashboard())];
	expect(asked.flatMap(metricsIn).filter(name => !known.has(name))).toEqual([]);
});

test('thresholds and durations are those of the configuration, and a rule that is off is left out', () => {
	const {rules} = alertDefaults;
	const printed = rulesOf(
		rulesFile({
			...alertDefaults,
			mergeWithin: 0,
			rules: {
				...rules,
				service: {...rules.service, threshold: 45},
				waiting: {...rules.waiting, threshold: 7, seconds: 90},
				'drop-limit': {...rules['drop-limit'], threshold: 2},
				outage: {...rules.outage, on: false},
			},
		}),
	);
	const one = (alert: string) => printed.find(rule => rule.alert === alert);
	expect(one('DialtopServiceDown')).toMatchObject({for: '45s'});
	expect(one('DialtopNobodyReady')).toMatchObject({
		for: '90s',
		expr: expect.stringContaining('{stage="waiting"} >= 7'),
	});
	expect(one('DialtopDropsOverLimit')?.expr).toContain('< 0.02 or');
	expect(one('DialtopAnswersCollapsed')).toBeUndefined();
	expect(printed.filter(rule => rule.keep_firing_for)).toEqual([]);
});

/** Series of a campaign for promtool: what is not given stands still. */
const seriesOf = (profile: string, id: string, values: Readonly<Record<string, string>>) =>
	Object.entries({
		'dialtop_campaign_info{}': '1+0x60',
		'dialtop_campaign_state{state="dialing"}': '1+0x60',
		'dialtop_campaign_agents{state="ready"}': '2+0x60',
		'dialtop_campaign_agents_signed_in{}': '20+0x60',
		'dialtop_campaign_calls{stage="waiting"}': '0+0x60',
		'dialtop_campaign_calls{stage="ringing"}': '5+0x60',
		'dialtop_campaign_dialed_total{}': '0+60x60',
		'dialtop_campaign_live_answers_total{}': '400+15x60',
		'dialtop_campaign_drop_ratio{rule="day"}': '0.01+0x60',
		'dialtop_campaign_leads_remaining{}': '900+0x60',
		'dialtop_campaign_time_left_seconds{}': '90000+0x60',
		'dialtop_campaign_last_poll_timestamp_seconds{}': '0+30x60',
		...values,
	}).map(([series, given]) => ({
		series: series
			.replace(
				/\{/,
				`{job="dialtop",instance="h:9797",profile="${profile}",campaign_id="${id}",${series.includes('_info') ? `name="Campaign ${id}",` : ''}`,
			)
			.replace(/,\}/, '}'),
		values: given,
	}));

test.skipIf(!hasPromtool)('promtool takes the rules, and each fires on its trouble alone', {timeout: 60_000}, () => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-rules-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	writeFileSync(join(folder, 'rules.yml'), rulesFile(alertDefaults));
	const checked = spawnSync('promtool', ['check', 'rules', 'rules.yml'], {cwd: folder, encoding: 'utf8'});
	expect([checked.status, checked.stdout]).toEqual([0, expect.stringContaining('SUCCESS')]);

	/** What is wrong with a campaign, by the alert that says so. */
	const troubles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
		none: {},
		DialtopDropsOverLimit: {'dialtop_campaign_drop_ratio{rule="day"}': '0.031+0x60'},
		DialtopDropsNearLimit: {'dialtop_campaign_drop_ratio{rule="day"}': '0.026+0x60'},
		DialtopPeriodDropsOverLimit: {
			'dialtop_campaign_period_drop_ratio{rule="thirty-days"}': '0.04+0x60',
			'dialtop_campaign_drop_limit_ratio{rule="thirty-days"}': '0.03+0x60',
		},
		DialtopNobodyReady: {
			'dialtop_campaign_calls{stage="waiting"}': '4+0x60',
			'dialtop_campaign_agents{state="ready"}': '0+0x60',
		},
		DialtopNotDialing: {
			'dialtop_campaign_dialed_total{}': '500+0x60',
			'dialtop_campaign_live_answers_total{}': '400+0x60',
			'dialtop_campaign_calls{stage="ringing"}': '0+0x60',
		},
		DialtopAnswersCollapsed: {'dialtop_campaign_live_answers_total{}': '400+15x40 1000+2x19'},
		DialtopLeadsLow: {'dialtop_campaign_time_left_seconds{}': '1800+0x60'},
		DialtopLeadsOut: {'dialtop_campaign_leads_remaining{}': '0+0x60'},
		DialtopFiguresStale: {
			'dialtop_campaign_dialed_total{}': '_x60',
			'dialtop_campaign_live_answers_total{}': '_x60',
			'dialtop_campaign_leads_remaining{}': '_x60',
			'dialtop_campaign_agents_signed_in{}': '_x60',
			'dialtop_campaign_time_left_seconds{}': '_x60',
			'dialtop_campaign_calls{stage="ringing"}': '_x60',
		},
		// A limit of its own, and the same rate as another campaign that has none.
		limited: {
			'dialtop_campaign_drop_ratio{rule="day"}': '0.021+0x60',
			'dialtop_campaign_drop_limit_ratio{rule="day"}': '0.02+0x60',
		},
	};
	const alsoOf: Readonly<Record<string, readonly string[]>> = {
		limited: ['DialtopDropsOverLimit', 'DialtopDropsNearLimit'],
		DialtopDropsOverLimit: ['DialtopDropsNearLimit'],
		DialtopPeriodDropsOverLimit: ['DialtopPeriodDropsNearLimit'],
	};
	const fires = (alert: string): string[] =>
		Object.keys(troubles).filter(trouble => trouble === alert || alsoOf[trouble]?.includes(alert));
	const up = {series: 'up{job="dialtop",instance="h:9797"}', values: '1+0x60'};
	const campaigns = Object.entries(troubles).flatMap(([name, values]) => seriesOf('east', name, values));
	const alerts = rulesOf(rulesFile(alertDefaults)).map(({alert}) => alert);
	const ofService = ['DialtopExporterDown', 'DialtopServiceDown', 'DialtopAlert'];
	const condition = (alert: string) => ({
		expr: `count by (campaign_id) (ALERTS{alertname="${alert}",alertstate="firing"})`,
		eval_time: '45m',
	});
	const tests = [
		{
			interval: '30s',
			input_series: [
				up,
				{series: 'dialtop_service_up{job="dialtop",instance="h:9797",profile="east"}', values: '1+0x60'},
				...campaigns,
			].map(one => ({
				...one,
				values: one.values.replaceAll('x60', 'x100').replace('x40', 'x70').replace('1000+2x19', '1450+0x29'),
			})),
			promql_expr_test: alerts
				.filter(alert => !ofService.includes(alert))
				.map(alert => ({
					...condition(alert),
					exp_samples: fires(alert).map(id => ({labels: `{campaign_id="${id}"}`, value: 1})),
				})),
		},
		{
			interval: '30s',
			input_series: [
				{series: 'dialtop_service_up{job="dialtop",instance="h:9797",profile="east"}', values: '0+0x60'},
				{
					series: 'dialtop_alerts_firing{job="dialtop",instance="h:9797",profile="east",rule="service"}',
					values: '1+0x60',
				},
				{
					series:
						'dialtop_alerts_firing{job="dialtop",instance="h:9797",profile="east",rule="staffing",campaign_id="1"}',
					values: '1+0x60',
				},
			],
			promql_expr_test: [
				{
					expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
					eval_time: '20m',
					exp_samples: ofService.map(alert => ({labels: `{alertname="${alert}"}`, value: 1})),
				},
			],
		},
	];
	writeFileSync(
		join(folder, 'test.yml'),
		JSON.stringify({rule_files: ['rules.yml'], evaluation_interval: '30s', tests}),
	);
	const {status, stdout, stderr} = spawnSync('promtool', ['test', 'rules', 'test.yml'], {
		cwd: folder,
		encoding: 'utf8',
	});
	expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')]);
});
