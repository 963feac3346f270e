/** Judges a state for `dialtop check`: never OK if something was not read. */

import {dropThreshold} from '../../alerts/drop-rules.ts';
import {type AlertGroup, groupsInOrder} from '../../alerts/floods.ts';
import {notJudgedIn, rulesOverTime} from '../../alerts/one-poll.ts';
import type {CampaignRule} from '../../alerts/rule.ts';
import {campaignRules} from '../../alerts/rules.ts';
import type {Alert, AlertSettings, RuleId} from '../../model/alert.ts';
import {honestPercent} from '../../model/derived.ts';
import {needsLists} from '../../model/diagnosis.ts';
import {dialsForAgents, dropRateOf} from '../../model/drops.ts';
import {type CampaignRow, campaignRow, notListed, totalsOf} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {unreadOf} from '../../model/unread.ts';
import {groupSentence} from '../../present/alert-text.ts';
import {percent, span} from '../../present/format.ts';
import {counted} from '../../wire/words.ts';
import {type PerfFigure, type PluginState, plainText} from './plugin-line.ts';

/** The campaigns to judge, and the message for those that were too late. */
export type Question = {
	/** Undefined for every campaign. */
	wanted: ReadonlySet<string> | undefined;
	/** The message for what was not read in time. */
	late: string;
	/** The message if it was not looked at for as long as was asked. */
	cut?: string;
	/** For how many seconds it was looked at; 0 for one look. */
	watched: number;
	/** The rules that were asked for by name; none for all. */
	asked: readonly RuleId[];
};

/** The result. */
export type Verdict = {pluginState: PluginState; text: string; figures: PerfFigure[]};

/** The most campaigns with figures of their own if none was named. */
const mostCampaigns = 50;

/** The most alerts, and campaigns with unread figures, that the text names. */
const mostNamed = 5;

/** The most characters of a campaign's name. */
const longestName = 40;

/** The most characters of a service's reason. */
const longestReason = 200;

const named = (group: AlertGroup, source: State['source']): string =>
	groupSentence({...group, lead: {...group.lead, name: plainText(group.lead.name, longestName)}}, source);

const rowsOf = (state: State, wanted: ReadonlySet<string> | undefined): CampaignRow[] =>
	[...(state.campaigns.value?.keys() ?? [])].flatMap(id =>
		wanted === undefined || wanted.has(id) ? (campaignRow(state, id) ?? []) : [],
	);

/** Whether the figures were read and the last try did not fail. */
const isRead = ({figures, failure}: CampaignRow): boolean => figures !== undefined && failure === undefined;

/** The figures that a rule needs and that were not read, though the campaign should send them. */
const unreadFor = (rule: CampaignRule, row: CampaignRow): string[] => {
	const isOff = row.state === 'paused' || row.state === 'stopped';
	if (isOff && rule.whileDialing) {
		return [];
	}
	const {garbled, missing} = unreadOf(rule, row);
	return [
		...(rule.whileDialing && row.state === 'unknown' ? [`display_status ${row.status ?? ''}`.trim()] : []),
		...garbled,
		// A campaign that does not dial need not send its figures.
		...(isOff ? [] : missing),
	];
};

/** The unread figures that the rules in force need, by their wire names; what one look does not judge needs none. */
const unreadFigures = (row: CampaignRow, {rules}: AlertSettings, {watched}: Pick<Question, 'watched'>): string[] => [
	...new Set(
		campaignRules
			.filter(rule => rules[rule.id].on && (rule.kind !== 'drop' || dialsForAgents(row)))
			.filter(rule => watched > 0 || !rulesOverTime.includes(rule))
			.flatMap(rule => unreadFor(rule, row)),
	),
];

/** Why the service as a whole could not be read. */
const unreached = ({link, campaigns: {value, failure}, source}: State, late: string): string | undefined => {
	switch (link.kind) {
		case 'signed-out':
			return `not signed in at ${source.host}${link.reason && `: ${link.reason}`}`;
		case 'gone':
			return link.reason;
		case 'retrying':
			return link.reason.includes(source.host) ? link.reason : `${source.host}: ${link.reason}`;
		default:
			return value && !failure ? undefined : `campaigns not listed: ${failure?.reason ?? late}`;
	}
};

/** Everything that could not be read, a line each. */
export const unreadIn = (state: State, {wanted, late, cut, watched}: Question): string[] => {
	const rows = rowsOf(state, wanted);
	const reached = unreached(state, late);
	const missing = notListed(state, wanted);
	const unread = rows.filter(row => !isRead(row));
	const half = rows.filter(isRead).flatMap(row => {
		const names = unreadFigures(row, state.alertSettings, {watched});
		return names.length > 0 ? [`${row.campaign.id} (${names.join(', ')})`] : [];
	});
	const why = unread.findLast(({failure}) => failure)?.failure?.reason ?? (reached === undefined ? late : '');
	return [
		...(reached === undefined ? [] : [reached]),
		...(cut === undefined || reached !== undefined ? [] : [cut]),
		...(missing.length > 0 ? [`no campaign ${missing.join(', ')}`] : []),
		...(state.campaigns.value?.size === 0 ? ['no campaign is listed: nothing to judge'] : []),
		...(unread.length > 0
			? [`${unread.length} of ${counted(rows.length, 'campaign')} not read${why && `: ${why}`}`]
			: []),
		...(half.length > 0
			? [`unread figures of ${counted(half.length, 'campaign')}: ${half.slice(0, mostNamed).join(', ')}`]
			: []),
	].map(text => plainText(text, longestReason));
};

/** The rules in force that the look could not judge: for how many campaigns if not for all, and what they need. */
export const notJudged = (state: State, {wanted, watched}: Pick<Question, 'wanted' | 'watched'>): string[] =>
	notJudgedIn(state, rowsOf(state, wanted), watched).map(({rule, seconds, campaigns, of}) => {
		const notes = [
			...(campaigns < of ? [`${campaigns} of ${counted(of, 'campaign')}`] : []),
			...(watched > 0 ? [seconds > 0 ? span(seconds) : `too few ${rule.takesCalls ? 'calls' : 'polls'}`] : []),
		];
		return notes.length > 0 ? `${rule.id} (${notes.join(', ')})` : rule.id;
	});

/** What the look could not judge, in a sentence; undefined if it judged everything. */
const notJudgedText = (state: State, question: Question): string | undefined => {
	const names = notJudged(state, question);
	const look = question.watched === 0 ? 'one look' : span(question.watched);
	return names.length > 0 ? `not judged in ${look}: ${names.join(', ')}` : undefined;
};

/** The alerts as text, the gravest first; those of many campaigns at once are one. */
const problems = (alerts: readonly Alert[], source: State['source']): string[] => {
	const groups = groupsInOrder(alerts);
	const texts = groups.slice(0, mostNamed).map(group => named(group, source));
	return groups.length > mostNamed ? [...texts, `${groups.length - mostNamed} more`] : texts;
};

const allWell = (rows: readonly CampaignRow[]): string => {
	const highest = Math.max(...rows.map(row => dropRateOf(row) ?? -1));
	const worst = rows.find(row => dropRateOf(row) === highest);
	const dialing = rows.filter(({state}) => state === 'dialing').length;
	const drops = worst
		? `, highest drop rate ${percent(highest, 2)} ("${plainText(worst.campaign.name, longestName)}")`
		: '';
	return `${counted(rows.length, 'campaign')}, ${dialing} dialing${drops}`;
};

/** The thresholds of a campaign's drop rate in percent; undefined if their rules are off. */
const dropLines = ({figures}: CampaignRow, settings: AlertSettings): Pick<PerfFigure, 'warn' | 'crit'> => {
	const {rules} = settings;
	const line = (rule: AlertSettings['rules']['drop-near']): number | undefined =>
		rule.on ? dropThreshold(figures?.dropLimit, rule, settings) : undefined;
	return {warn: line(rules['drop-near']) ?? line(rules['drop-close']), crit: line(rules['drop-limit'])};
};

const figuresOf = (
	rows: readonly CampaignRow[],
	alerts: readonly Alert[],
	settings: AlertSettings,
	isPart: boolean,
): PerfFigure[] => {
	const sums = totalsOf(rows);
	// A sum over some of the campaigns would mislead.
	const sum = (name: 'agents' | 'ready' | 'waiting'): number | undefined =>
		rows.every(row => isRead(row) && row.figures?.[name] !== undefined) ? sums[name] : undefined;
	const levels = (level: Alert['level']): number => alerts.filter(alert => alert.level === level).length;
	return [
		{label: 'campaigns', value: rows.length, min: 0},
		{label: 'dialing', value: rows.filter(({state}) => state === 'dialing').length, min: 0, max: rows.length},
		{label: 'not_read', value: rows.filter(row => !isRead(row)).length, min: 0, max: rows.length},
		{label: 'criticals', value: levels('critical'), min: 0},
		{label: 'warnings', value: levels('warning'), min: 0},
		{label: 'agents', value: sum('agents'), min: 0},
		{label: 'ready', value: sum('ready'), min: 0},
		{label: 'waiting', value: sum('waiting'), min: 0},
		...(isPart ? rows : rows.slice(0, mostCampaigns)).flatMap((row): PerfFigure[] => {
			const {campaign, figures} = row;
			const read = isRead(row) ? figures : undefined;
			return [
				{
					label: `drop_${campaign.id}`,
					value: read && honestPercent(dropRateOf(row)),
					unit: '%',
					...dropLines(row, settings),
					min: 0,
					max: 100,
				},
				{label: `waiting_${campaign.id}`, value: read?.waiting, min: 0},
			];
		}),
	];
};

/** The active alerts on the wanted campaigns and on the service; one that is part of another is covered by it. */
export const alertsIn = (state: State, wanted: Question['wanted']): Alert[] =>
	[...state.alerts.active.values()].filter(
		({campaignId, partOf}) => !partOf && (campaignId === undefined || wanted === undefined || wanted.has(campaignId)),
	);

/** Judges a state. CRITICAL prevails over UNKNOWN, and UNKNOWN over WARNING. */
export const judge = (state: State, question: Question): Verdict => {
	const {wanted, asked} = question;
	const rows = rowsOf(state, wanted);
	const alerts = alertsIn(state, wanted);
	const blind = notJudgedText(state, question);
	const unread = unreadIn(state, question);
	const unknown = asked.length > 0 && blind ? [...unread, blind] : unread;
	const isCritical = alerts.some(({level}) => level === 'critical');
	const pluginState: PluginState = isCritical
		? 'CRITICAL'
		: unknown.length > 0
			? 'UNKNOWN'
			: alerts.length > 0
				? 'WARNING'
				: 'OK';
	const found = problems(alerts, state.source);
	const parts = isCritical ? [...found, ...unknown] : [...unknown, ...found];
	const sentences = parts.length > 0 ? parts : [allWell(rows)];
	return {
		pluginState,
		text: (blind && (pluginState === 'OK' || pluginState === 'WARNING') ? [...sentences, blind] : sentences).join('; '),
		figures: state.campaigns.value ? figuresOf(rows, alerts, state.alertSettings, wanted !== undefined) : [],
	};
};

/** Whether everything has been read, or has failed to be. */
export const isSeen = (state: State, wanted: ReadonlySet<string> | undefined): boolean => {
	const {link, campaigns} = state;
	if (link.kind === 'signed-out' || link.kind === 'retrying' || link.kind === 'gone') {
		return true;
	}
	if (!campaigns.value) {
		// The refusal may mean that the token has expired, and a renewal is under way.
		return campaigns.failure !== undefined && !campaigns.failure.refused;
	}
	return rowsOf(state, wanted).every(
		row => row.failure || (row.figures && (row.dashboard?.lists !== undefined || !needsLists(row))),
	);
};
