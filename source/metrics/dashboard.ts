/** A dashboard for Grafana: rows of panels over the exported metrics, with variables for profile and campaign. */

/** Which series the variables of the dashboard choose. */
const chosen = 'profile=~"$profile",campaign_id=~"$campaign"';

/** A metric of the chosen campaigns, with further matchers. */
const of = (name: string, ...matchers: readonly string[]): string =>
	`dialtop_campaign_${name}{${[chosen, ...matchers].join(',')}}`;

/** An expression with the name of its campaign as a label. */
const named = (expression: string): string =>
	`(${expression}) * on (job, instance, profile, campaign_id) group_left (name) dialtop_campaign_info`;

/** The units that Grafana knows. */
type Unit = 'short' | 'percentunit' | 's' | 'bool_on_off';

type Panel = {
	title: string;
	unit: Unit;
	/** Stacked, since the series are parts of one whole. */
	isStacked?: true;
	/** Expressions, and what their series are called. */
	of: readonly (readonly [expression: string, legend: string])[];
};

const minutely = (name: string): string => named(`increase(${of(name)}[5m]) / 5`);

const panels: readonly Panel[] = [
	{
		title: 'Services that answer',
		unit: 'bool_on_off',
		of: [['dialtop_service_up{profile=~"$profile"}', '{{profile}}']],
	},
	{
		title: "dialtop's alerts",
		unit: 'short',
		isStacked: true,
		of: [['sum by (profile, rule) (dialtop_alerts_firing{profile=~"$profile"})', '{{profile}} {{rule}}']],
	},
	{
		title: 'Drop rate of the day, and its limit',
		unit: 'percentunit',
		of: [
			[named(of('drop_ratio', 'rule="day"')), '{{name}}'],
			[named(of('drop_limit_ratio', 'rule="day"')), '{{name}}: limit'],
		],
	},
	{
		title: 'Drop rate of the compliance period',
		unit: 'percentunit',
		of: [[named(of('period_drop_ratio')), '{{name}}']],
	},
	{
		title: 'Agents',
		unit: 'short',
		isStacked: true,
		of: [[`sum by (state) (${of('agents')})`, '{{state}}']],
	},
	{
		title: 'Calls without an agent',
		unit: 'short',
		isStacked: true,
		of: [[`sum by (stage) (${of('calls')})`, '{{stage}}']],
	},
	{title: 'Calls placed a minute', unit: 'short', of: [[minutely('dialed_total'), '{{name}}']]},
	{
		title: 'Live answers per call placed',
		unit: 'percentunit',
		of: [
			[
				named(
					`increase(${of('live_answers_total')}[5m]) / on (job, instance, profile, campaign_id) (increase(${of('dialed_total')}[5m]) > 0)`,
				),
				'{{name}}',
			],
		],
	},
	{title: 'Dial level', unit: 'short', of: [[named(of('dial_level')), '{{name}}']]},
	{title: 'Sales an hour', unit: 'short', of: [[named(`increase(${of('sales_total')}[1h])`), '{{name}}']]},
	{title: 'Leads left', unit: 'short', of: [[named(of('leads_remaining')), '{{name}}']]},
	{title: 'Time left', unit: 's', of: [[named(of('time_left_seconds')), '{{name}}']]},
	{
		title: 'Age of the figures',
		unit: 's',
		of: [[named(`time() - ${of('last_poll_timestamp_seconds')}`), '{{name}}']],
	},
	{
		title: 'Requests to the service a second',
		unit: 'short',
		isStacked: true,
		of: [
			[
				'sum by (operation, outcome) (rate(dialtop_requests_total{profile=~"$profile"}[5m]))',
				'{{operation}} {{outcome}}',
			],
		],
	},
	{
		title: 'How long the service takes to answer (95 %)',
		unit: 's',
		of: [
			[
				'histogram_quantile(0.95, sum by (profile, le) (rate(dialtop_request_duration_seconds_bucket{profile=~"$profile"}[5m])))',
				'{{profile}}',
			],
		],
	},
];

/** Grafana's grid is 24 wide. */
const [width, height] = [12, 8];

// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana puts its variable in
const datasource = {type: 'prometheus', uid: '${datasource}'};

const panelOf = ({title, unit, isStacked, of: targets}: Panel, at: number) => ({
	id: at + 1,
	type: 'timeseries',
	title,
	datasource,
	gridPos: {w: width, h: height, x: (at % 2) * width, y: Math.floor(at / 2) * height},
	fieldConfig: {
		defaults: {
			unit,
			min: 0,
			custom: {
				spanNulls: false,
				fillOpacity: isStacked ? 40 : 0,
				stacking: {mode: isStacked ? 'normal' : 'none', group: 'A'},
			},
		},
		overrides: [],
	},
	options: {legend: {displayMode: 'list', placement: 'bottom'}, tooltip: {mode: 'multi', sort: 'desc'}},
	targets: targets.map(([expr, legendFormat], index) => ({
		refId: String.fromCharCode('A'.charCodeAt(0) + index),
		datasource,
		expr,
		legendFormat,
	})),
});

/** A variable with the values of a label. */
const variable = (name: string, label: string, query: string) => ({
	name,
	label,
	type: 'query',
	datasource,
	definition: query,
	query: {query, refId: name},
	refresh: 2,
	sort: 1,
	multi: true,
	includeAll: true,
	allValue: '.*',
	current: {text: ['All'], value: ['$__all']},
});

/** The dashboard, as Grafana imports it. */
export const dashboard = () => ({
	uid: 'dialtop',
	title: 'dialtop',
	tags: ['dialtop'],
	schemaVersion: 39,
	version: 1,
	editable: true,
	graphTooltip: 1,
	refresh: '30s',
	time: {from: 'now-6h', to: 'now'},
	templating: {
		list: [
			{name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus'},
			variable('profile', 'Profile', 'label_values(dialtop_service_up, profile)'),
			variable('campaign', 'Campaign', 'label_values(dialtop_campaign_info{profile=~"$profile"}, campaign_id)'),
		],
	},
	annotations: {list: []},
	panels: panels.map(panelOf),
});

/** The same as a file. */
export const dashboardFile = (): string => `${JSON.stringify(dashboard(), null, '\t')}\n`;
