/** The report as a document of headings, lines and tables, which is then written for a terminal, as Markdown or as HTML. */
import {ruleOf} from '../alerts/rules.ts';
import {lasted} from '../model/alert.ts';
import type {Stretch} from '../model/calling-hours.ts';
import {laterWords, outcomeKinds} from '../model/command-outcomes.ts';
import {thresholdText, worstCell} from '../present/alert-text.ts';
import {changeText} from '../present/command-text.ts';
import {counted} from '../present/format.ts';
import {wordsOf} from '../present/parameter-words.ts';
import {someOf, word} from '../present/sentence.ts';
import type {Block, Line, ReportDocument} from './blocks.ts';
import type {AlertReport, CampaignReport, CommandReport, ListReport, Report} from './report.ts';
import {agentsTable, callsTable, charts, hourTables, limitLines} from './tables.ts';
import {type Clock, clockOf, nameOf, seconds, zoneText} from './words.ts';

const alertLine = ({alert, isOpen, lostAt, acknowledgedBy}: AlertReport, {to}: Report, {time}: Clock): Line => {
	const {rule, level, campaignId, name, since, resolvedAt, acknowledgedAt, times} = alert;
	const {title} = ruleOf[rule];
	const subject = campaignId === undefined ? name : nameOf({id: campaignId, name});
	const until = resolvedAt ?? {wall: lostAt ?? to, mono: lostAt ?? to};
	const lasting = seconds(lasted({...alert, resolvedAt: until}, until));
	const life = isOpen
		? `has held for ${lasting}`
		: lostAt === undefined
			? `lasted ${lasting}`
			: `lasted at least ${lasting}: then nothing was recorded`;
	const {until: knownUntil, reason} = alert.acknowledgement ?? {};
	const acknowledged = acknowledgedAt
		? [
				`acknowledged ${time(acknowledgedAt.wall)}`,
				...(acknowledgedBy === undefined ? [] : [`by ${word(acknowledgedBy)}`]),
				...(knownUntil === undefined ? [] : [`until ${time(knownUntil)}`]),
				...(reason ? [`(${word(reason, 80)})`] : []),
			].join(' ')
		: 'not acknowledged';
	return {
		text: `${time(since.wall)}  ${level === 'critical' ? 'CRITICAL' : 'warning'}  ${title} on ${subject}: worst ${worstCell(alert)} (${thresholdText(alert)}), ${times > 1 ? `came ${times} times, ` : ''}${life}, ${acknowledged}`,
		role: isOpen ? (level === 'critical' ? 'error' : 'warning') : undefined,
	};
};

const targetText = ({target}: CommandReport): string => {
	if (!target) {
		return '';
	}
	// What an account is called is the name of a person.
	return ` ${target.kind === 'campaign' ? '' : `${target.kind} `}${target.kind === 'campaign' || target.kind === 'list' ? nameOf(target) : word(target.id)}`;
};

const commandLine = (command: CommandReport, {time}: Clock): Line => {
	const {at, who, asked, outcome, later, reason} = command;
	const came = [
		outcomeKinds[outcome].word,
		...(later ? [laterWords[later]] : []),
		...(reason ? [word(reason, 80)] : []),
	].join(', ');
	const change = command.change && changeText(command.change);
	return {
		text: `${time(at)}  ${who === undefined ? 'not recorded by whom' : word(who)}  ${asked}${targetText(command)}: ${came}`,
		role: outcome === 'done' ? undefined : 'error',
		...(change === undefined ? {} : {more: [change]}),
	};
};

const stretchText = ({from, until}: Stretch, {time}: Clock): string =>
	`${time(from)} to ${time(until)} (${seconds(until - from)})`;

/** Shorter gaps are not reported, such as the time since the newest poll. */
const leastGap = 60_000;

/** Stretches of all campaigns, and those that only some have. */
const stretchLines = (
	all: readonly Stretch[],
	each: readonly (readonly [Pick<CampaignReport, 'id' | 'name'>, readonly Stretch[]])[],
	clock: Clock,
	suffix = '',
): Line[] => {
	const isLong = ({from, until}: Stretch): boolean => until - from >= leastGap;
	const shared = all.filter(isLong);
	// The ends of what campaigns share differ by the times of their polls.
	const isShared = (one: Stretch): boolean =>
		shared.some(({from, until}) => from - leastGap <= one.from && until + leastGap >= one.until);
	const textOf = (one: Stretch): string => `${stretchText(one, clock)}${suffix}`;
	return [
		...shared.map(one => ({text: `all campaigns: ${textOf(one)}`})),
		...each.flatMap(([campaign, stretches]) => {
			const own = stretches.filter(one => isLong(one) && !isShared(one)).map(textOf);
			return own.length === 0 ? [] : [{text: `${nameOf(campaign)}: ${someOf(own)}`}];
		}),
	];
};

/** What was not recorded of all campaigns and of some, what of it is from metrics, and what could not be read. */
const gapLines = ({gaps: all, filled, campaigns, damage}: Report, clock: Clock): Line[] => [
	...stretchLines(
		all,
		campaigns.map(campaign => [campaign, campaign.gaps]),
		clock,
	),
	...stretchLines(
		filled,
		campaigns.map(campaign => [campaign, campaign.filled]),
		clock,
		', from metrics',
	),
	...damage.map(text => ({text, role: 'warning' as const})),
];

const listLine = ({id, name, campaignId, remaining, endsAt}: ListReport, {minute}: Clock): Line => ({
	text: `list ${nameOf({id, name})} of ${word(campaignId)}: ${counted(remaining, 'lead')} left, out about ${minute(endsAt)}`,
	role: 'warning',
});

const leadsLine = (campaign: CampaignReport, {minute}: Clock): Line => {
	const {remaining = 0, endsAt, isDerived = false} = campaign.leads ?? {};
	return {
		text:
			endsAt === undefined
				? `${nameOf(campaign)} dials and has no leads left`
				: `${nameOf(campaign)}: ${counted(remaining, 'lead')} left, out about ${minute(endsAt)}${isDerived ? '*' : ''}`,
		role: 'warning',
	};
};

const openLines = (report: Report, clock: Clock): Line[] => {
	const {alerts, commands, leads, lists} = report.open;
	return [
		...alerts.map(alert => alertLine(alert, report, clock)),
		...commands.map(command => {
			const {text, role} = commandLine(command, clock);
			return {text: `${text}: find out whether it was carried out`, role};
		}),
		...leads.map(campaign => leadsLine(campaign, clock)),
		...lists.map(list => listLine(list, clock)),
	];
};

/** A settings update in words, before its campaign: `set level 2.4, drop limit % 3 on`. */
export const settingsAsked = (params: Readonly<Record<string, unknown>>): string =>
	`set ${Object.entries(params)
		.filter(([name]) => name !== 'campaign_id')
		.map(([name, value]) => `${wordsOf(name).words} ${word(String(value))}`)
		.join(', ')} on`;

const section = (text: string, lines: readonly Line[], none: string): Block[] => [
	{kind: 'heading', text},
	{kind: 'lines', lines: lines.length > 0 ? lines : [{text: none, role: 'faint'}]},
];

/** How the figures of the tables are to be read. */
const tableNotes = ({campaigns}: Report): Line[] => [
	...(campaigns.some(({drops}) => drops)
		? [
				{
					text: 'Drops are worked out from a rate with two decimals, so a count may lie between two: ~ marks its rate. ! marks a rate at its limit or over it (at 3% if that is lower), ? an hour that was not recorded whole. They are an indicator, not legal advice: the service does not say how it counts.',
					role: 'faint' as const,
				},
			]
		: []),
	...(campaigns.some(({leads}) => leads?.isDerived)
		? [
				{
					text: '* by the leads that were dialed in the last 15 minutes; the service gives no time.',
					role: 'faint' as const,
				},
			]
		: []),
];

const changeNote =
	'Below a command are the five figures that changed most, if by at least one standard deviation (sd) of their minutes in the hour before. The command need not be the cause.';

const metricsNote =
	'Alerts of times that are from metrics are not listed: metrics lack their figures. Counts of those times are complete; agents and leads are single moments, a minute or more apart.';

/** The report as a document. */
export const documentOf = (report: Report): ReportDocument => {
	const {source, from, to, madeAt, zone, campaigns, alerts, commands, gaps, filled} = report;
	const clock = clockOf(report);
	const lengthOf = (stretches: readonly Stretch[]): number =>
		stretches.reduce((sum, one) => sum + one.until - one.from, 0);
	const [missing, fromMetrics] = [lengthOf(gaps), lengthOf(filled)];
	const tables: Block[] =
		campaigns.length === 0
			? [{kind: 'paragraphs', lines: [{text: 'Nothing was recorded in this time.', role: 'warning'}]}]
			: [
					callsTable(report),
					...hourTables(report, clock),
					charts(report, clock),
					agentsTable(report, clock),
					{kind: 'paragraphs', lines: [...limitLines(report, clock), ...tableNotes(report)]},
				];
	const profile = source.profile === '' ? '' : ` (${source.profile})`;
	return {
		title: `Hand-over: ${source.environment} ${source.host}${profile}`,
		blocks: [
			{
				kind: 'paragraphs',
				lines: [
					{text: `${clock.day(to)}, ${clock.minute(from)} to ${clock.minute(to)}, ${zoneText(zone)}`, role: 'strong'},
					{
						text: `recorded ${seconds(to - from - missing - fromMetrics)} of ${seconds(to - from)}${fromMetrics > 0 ? `, ${seconds(fromMetrics)} from metrics` : ''}${madeAt - to < 60_000 ? ', up to now' : ''}`,
					},
				],
			},
			...tables,
			...section(
				'Alerts',
				alerts.map(alert => alertLine(alert, report, clock)),
				'none',
			),
			{
				kind: 'paragraphs',
				lines: campaigns.some(one => one.filled.length > 0) ? [{text: metricsNote, role: 'faint'}] : [],
			},
			...section(
				'Commands',
				commands.map(command => commandLine(command, clock)),
				'none',
			),
			{kind: 'paragraphs', lines: commands.some(({change}) => change) ? [{text: changeNote, role: 'faint'}] : []},
			...section('Not recorded', gapLines(report, clock), 'nothing is missing'),
			...section('Open at hand-over', openLines(report, clock), 'nothing'),
		],
	};
};

/** In place of the report of a service that could not be made: an absent one would be overlooked. */
export const documentOfFailure = (profile: string, reason: string): ReportDocument => ({
	title: `Hand-over: ${profile}`,
	blocks: [{kind: 'paragraphs', lines: [{text: `There is no report of it: ${reason}`, role: 'error'}]}],
});
