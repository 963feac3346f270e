/** Alerting rules for Prometheus, made from dialtop's own rules and their thresholds. */
import {stringify} from 'yaml';
import {ruleOf} from '../alerts/rules.ts';
import type {AlertLevel, AlertSettings, RuleId} from '../model/alert.ts';

/** A rule of Prometheus. */
type PrometheusRule = {
	alert: string;
	expr: string;
	for?: string;
	keep_firing_for?: string;
	labels: {severity: AlertLevel};
	annotations: {summary: string; description: string};
};

/** A rule that matches rules of dialtop. */
type Row = {
	alert: string;
	/** The rule of dialtop whose level and durations it has, and without which it is omitted. */
	rule: RuleId;
	expr(settings: AlertSettings): string;
	/** Seconds for which it must hold, if not as long as the rule of dialtop. */
	seconds?(settings: AlertSettings): number;
	/** What is wrong, in a line. */
	summary: string;
	/** True if it is about the service as a whole. */
	isOfService?: true;
};

/** The labels that series of one campaign, from one exporter, share. */
const same = 'on (job, instance, profile, campaign_id)';

/** A metric of a campaign, by its name without the prefix. */
const of = (name: string): string => `dialtop_campaign_${name}`;

/** The same figure under another condition. */
const and = (...conditions: readonly string[]): string => conditions.join(`\nand ${same} `);

const dropRatio = of('drop_ratio{rule="day"}');
const isDialing = `${of('state{state="dialing"}')} == 1`;

const share = (percent: number): number => Math.round(percent * 1e4) / 1e6;

/** The line of a drop rate: the campaign's own limit where it is lower than the regulator's, times a factor. */
const dropLine = ({rules}: AlertSettings, factor: number): string => {
	const most = share(rules['drop-limit'].threshold);
	const own = of('drop_limit_ratio{rule="day"}');
	const line = `(${own} < ${most} or ${same} 0 * ${dropRatio} + ${most})`;
	return factor === 1 ? line : `${share(100 * factor)} * ${line}`;
};

/** A drop rate over a line, once the day has enough calls to mean something. */
const drops = (settings: AlertSettings, factor: number): string =>
	and(
		`${dropRatio} > 0`,
		`${dropRatio} >= ${same} ${dropLine(settings, factor)}`,
		`${of('live_answers_total')} >= ${settings.leastHuman}`,
		`${dropRatio} * ${same} ${of('live_answers_total')} >= ${Math.max(0, settings.leastDrops - 0.5)}`,
	);

/** The drops of the period over a part of its limit. */
const period = (comparison: string): string =>
	`${of('period_drop_ratio')} ${comparison} on (job, instance, profile, campaign_id, rule) ${of('drop_limit_ratio')}`;

/** Live answers per dial over some time. */
const answersPerDial = (range: string): string =>
	`increase(${of('live_answers_total')}${range}) / ${same} increase(${of('dialed_total')}${range})`;

/** Calls that must have been placed within five minutes before the answers among them mean something. */
const leastDialed = 50;

/** Calls that wait, per agent who is signed in, below which there are few. */
const fewShare = 0.03;

const rows: readonly Row[] = [
	{
		alert: 'DialtopServiceDown',
		rule: 'service',
		expr: () => 'dialtop_service_up == 0',
		seconds: ({rules}) => rules.service.threshold,
		summary: 'the service of {{ $labels.profile }} does not answer',
		isOfService: true,
	},
	{
		alert: 'DialtopFiguresStale',
		rule: 'stale',
		expr: () =>
			[
				`${of('last_poll_timestamp_seconds')} unless ${same} (`,
				[of('dialed_total'), of('leads_remaining'), of('agents_signed_in')].join(` or ${same} `),
				') and on (job, instance, profile) dialtop_service_up == 1',
			].join(''),
		seconds: ({rules}) => rules.stale.threshold,
		summary: 'the figures of a campaign cannot be read',
	},
	{
		alert: 'DialtopDropsOverLimit',
		rule: 'drop-limit',
		expr: settings => drops(settings, 1),
		summary: "the day's drop rate is at its limit",
	},
	{
		alert: 'DialtopDropsNearLimit',
		rule: 'drop-near',
		expr: settings => drops(settings, settings.rules['drop-near'].threshold / settings.rules['drop-limit'].threshold),
		summary: "the day's drop rate is near its limit",
	},
	{
		alert: 'DialtopPeriodDropsOverLimit',
		rule: 'period-over',
		expr: () => period('>'),
		summary: 'the drops of the compliance period are over its limit',
	},
	{
		alert: 'DialtopPeriodDropsNearLimit',
		rule: 'period-near',
		expr: ({rules}) => `${period('>=')} * ${share(rules['period-near'].threshold)}`,
		summary: 'the drops of the compliance period are near its limit',
	},
	{
		alert: 'DialtopNobodyReady',
		rule: 'waiting',
		expr: ({rules}) =>
			and(
				`${of('calls{stage="waiting"}')} >= ${rules.waiting.threshold}`,
				`${of('calls{stage="waiting"}')} >= ${same} ${fewShare} * ${of('agents_signed_in')}`,
				`${of('agents{state="ready"}')} == 0`,
			),
		summary: '{{ $value }} calls wait, and no agent is ready',
	},
	{
		alert: 'DialtopNotDialing',
		rule: 'not-dialing',
		expr: ({rules}) => {
			const {threshold, polls} = rules['not-dialing'];
			return and(
				`increase(${of('dialed_total')}[${threshold}s]) == 0`,
				isDialing,
				`${of('calls{stage="ringing"}')} == 0`,
				`${of('agents{state="ready"}')} > 0`,
				`changes(${of('last_poll_timestamp_seconds')}[${threshold}s]) >= ${Math.max(1, polls - 1)}`,
			);
		},
		summary: 'nothing is dialed, though agents are ready',
	},
	{
		alert: 'DialtopAnswersCollapsed',
		rule: 'outage',
		expr: ({rules}) =>
			and(
				`${answersPerDial('[5m]')} < ${same} ${share(rules.outage.threshold)} * (${answersPerDial('[1h] offset 5m')})`,
				`increase(${of('dialed_total')}[5m]) >= ${leastDialed}`,
				isDialing,
			),
		summary: 'far fewer people answer than in the hour before',
	},
	{
		alert: 'DialtopLeadsLow',
		rule: 'leads-low',
		expr: ({rules}) =>
			and(
				`${of('time_left_seconds')} < ${rules['leads-low'].threshold * 60}`,
				`${of('leads_remaining')} > 0`,
				isDialing,
			),
		summary: 'the leads run out: {{ $value | humanizeDuration }} remain at the present pace',
	},
	{
		alert: 'DialtopLeadsOut',
		rule: 'leads-low',
		expr: () => and(`${of('leads_remaining')} == 0`, isDialing),
		summary: 'no leads remain to be dialed',
	},
];

/** The rules of dialtop that have a rule of their own above. */
const covered = new Set(rows.map(({rule}) => rule));

/** Alerts of dialtop's rules that take more than the exported figures. */
const others: Omit<PrometheusRule, 'labels'> = {
	alert: 'DialtopAlert',
	expr: `dialtop_alerts_firing{rule!~"${[...covered].join('|')}"} == 1`,
	annotations: {
		summary: "dialtop's own rule {{ $labels.rule }} holds",
		description: '{{ $labels.profile }}, campaign {{ $labels.campaign_id }}: dialtop shows the figures',
	},
};

const named = (expr: string): string => `(\n${expr}\n) * ${same} group_left (name) dialtop_campaign_info`;

const ruleFor = (row: Row, settings: AlertSettings): PrometheusRule => {
	const {level} = ruleOf[row.rule];
	const seconds = row.seconds?.(settings) ?? settings.rules[row.rule].seconds;
	const {mergeWithin} = settings;
	return {
		alert: row.alert,
		expr: row.isOfService ? row.expr(settings) : named(row.expr(settings)),
		...(seconds > 0 && {for: `${seconds}s`}),
		// An alert that comes back so soon is the same one to dialtop.
		...(mergeWithin > 0 && !row.isOfService && {keep_firing_for: `${mergeWithin}s`}),
		labels: {severity: level},
		annotations: {
			summary: row.summary,
			description: row.isOfService
				? '{{ $labels.profile }}: its campaigns are not seen'
				: '{{ $labels.profile }}, campaign {{ $labels.campaign_id }} ({{ $labels.name }}): {{ $value }}',
		},
	};
};

/** The head of the file of rules. */
const preface = `# Alerting rules for figures that dialtop export serves, by the rules and thresholds of dialtop's configuration.
# They take the job of the scrape to be called dialtop. Check them with: promtool check rules FILE
#
# While the exporter or a service is down, nothing is known of its campaigns. In Alertmanager's configuration:
#
# inhibit_rules:
#   - source_matchers: ['alertname = DialtopExporterDown']
#     target_matchers: ['alertname =~ "Dialtop.+"', 'alertname != DialtopExporterDown']
#   - source_matchers: ['alertname = DialtopServiceDown']
#     target_matchers: ['alertname =~ "Dialtop.+"', 'alertname !~ "Dialtop(Exporter|Service)Down"']
#     equal: [profile]
`;

/** The rules as a file of Prometheus; those that are switched off are omitted. */
export const rulesFile = (settings: AlertSettings): string => {
	const rules: PrometheusRule[] = [
		{
			alert: 'DialtopExporterDown',
			expr: 'up{job="dialtop"} == 0 or absent(up{job="dialtop"})',
			for: '1m',
			labels: {severity: 'critical'},
			annotations: {
				summary: 'dialtop export cannot be scraped',
				description: '{{ $labels.instance }}: nothing is known of its services',
			},
		},
		...rows.filter(({rule}) => settings.rules[rule].on).map(row => ruleFor(row, settings)),
		{...others, labels: {severity: 'warning'}},
	];
	return `${preface}${stringify({groups: [{name: 'dialtop', rules}]}, {lineWidth: 0})}`;
};
