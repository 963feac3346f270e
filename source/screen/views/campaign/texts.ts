/** The texts about a campaign beside its figures: its status and why, its alerts, its lists, the commands on it, and how its calls ended. */

import {titleOf} from '../../../alerts/life.ts';
import {type Alert, type AlertKind, type Alerts, alertsOf, isRecovering, mostPastAlerts} from '../../../model/alert.ts';
import {type Diagnosis, needsNoAgents} from '../../../model/diagnosis.ts';
import {type CallingList, listIsOn} from '../../../model/list.ts';
import {type OutcomeMix, outcomeMix, type StatusCount} from '../../../model/outcomes.ts';
import type {Pending} from '../../../model/pending.ts';
import type {CampaignRow} from '../../../model/select.ts';
import type {CampaignDashboard, Source} from '../../../model/state.ts';
import type {Moment} from '../../../model/time.ts';
import {type Keys, slowerText} from '../../../present/advice.ts';
import {alertLine, alertRole, alertStatus, figureCell, worstCell} from '../../../present/alert-text.ts';
import {stateRoleOf} from '../../../present/board-cells.ts';
import {bareSentenceOf, overlayOf, toneOf} from '../../../present/command-text.ts';
import {diagnosisLines, withoutNamedCause} from '../../../present/diagnosis-text.ts';
import {backUnderText} from '../../../present/forecast-text.ts';
import {
	width as cells,
	clock,
	dayAndTime,
	dayOrTime,
	fit,
	nothing,
	number,
	percent,
	withId,
	wrap,
} from '../../../present/format.ts';
import type {Mask} from '../../../present/mask.ts';
import {wrapSentence} from '../../../present/sentence.ts';
import {cellsOf, faintLines, type Span, type Spans} from '../../../present/spans.ts';
import {disputeTimes} from '../../../present/status-text.ts';
import type {Role} from '../../../present/theme.ts';
import {failed} from '../empty.ts';

/** Its state, or the command under way; and since when that is seen. */
const stateSpans = (row: CampaignRow, now: Moment): Spans => {
	const {campaign, dashboard, command, status, by} = row;
	const since = by === 'dashboard' ? dashboard?.statusSince : by && campaign.statusSince;
	const overlay = overlayOf(command, status);
	return overlay
		? [[overlay.role, ` ${overlay.state}`]]
		: [
				[stateRoleOf(row), ` ${status ?? nothing}`],
				['faint', since ? `  seen since ${dayAndTime(since, now)}` : ''],
			];
};

/** Sentences that may be longer than a line. */
const paragraph = (role: Role, text: string, width: number): Spans[] =>
	wrapSentence(text, width - 2).map((part): Spans => [[role, ` ${part}`]]);

/** Alerts that are caused by dialing too fast. */
const tooFast: ReadonlySet<AlertKind> = new Set(['drop', 'waiting']);

/** From this width on the state and its explanation share one line, with since when it is seen only if that fits. */
const oneLineFrom = 76;

/** The parts of the head of the page. */
export type HeadParts = {
	row: CampaignRow;
	alerts: Alerts;
	diagnosis: Diagnosis;
	keys: Keys;
	mask: Mask;
	now: Moment;
};

/** The most important facts: its state and why, each with its key; the command under way, and why figures are missing. */
export const headLines = ({row, alerts, diagnosis, keys, mask, now}: HeadParts, width: number): Spans[] => {
	const {campaign, command, failure, figures, dashboard, dispute} = row;
	const state = stateSpans(row, now);
	const diagnosed = (before: Spans): Spans[] => diagnosisLines(diagnosis, row, width, keys, before);
	const [whole, bare] = [diagnosed([...state, ['text', ' ']]), diagnosed([...state.slice(0, 1), ['text', ' ']])];
	const [heading = [], ...reasons] =
		width < oneLineFrom ? [state, ...diagnosed([])] : whole.length > bare.length ? bare : whole;
	const advice =
		row.state === 'dialing' && diagnosis.reasons.length === 0
			? `; ${slowerText(keys, campaign.id, !needsNoAgents(row))}`
			: '';
	const back = backUnderText(row);
	const line = (alert: Alert): string =>
		`${alertLine(withoutNamedCause(alert, diagnosis), keys)}${tooFast.has(alert.kind) && !alert.cause && !isRecovering(alert) ? advice : ''}`;
	return [
		heading,
		...(dispute ? paragraph('warning', disputeTimes(dispute, now), width) : []),
		...(command && toneOf(command) !== 'ok'
			? paragraph(toneOf(command), bareSentenceOf(command, mask, row.source), width)
			: []),
		...alertsOf(alerts, campaign.id).flatMap(alert => paragraph(alertRole(alert), line(alert), width)),
		...(back ? paragraph('text', back, width) : []),
		...(failure ? paragraph('error', failed('figures', failure), width) : []),
		...(figures || failure ? [] : faintLines([dashboard ? 'No data: the service sent no figures.' : 'Reading…'])),
		...reasons,
	];
};

/** The title of a section, what it says of the whole, and at its right end what its columns are. */
const titleLine = (title: string, note: string, width: number, columns = ''): Spans => {
	const spans: Span[] = [
		['title', ` ${title}`],
		['faint', `  ${note}`],
	];
	const room = width - cellsOf(spans) - cells(columns);
	return columns === '' || room < 1 ? spans : [...spans, ['faint', `${' '.repeat(room)}${columns}`]];
};

/** Text after a time, the further lines of it indented as far. */
const dated = (when: string, role: Role, text: string, width: number): Spans[] => {
	const head = ` ${fit(when, 8)} `;
	return wrap(text, width - cells(head) - 1).map(
		(part, index): Spans => [
			['faint', index === 0 ? head : ' '.repeat(cells(head))],
			[role, part],
		],
	);
};

const inView = (key: string): string => `${key} shows all`;

/** How many lines are omitted, and the key that shows them. */
const more = (count: number, key: string): Spans[] =>
	count > 0 ? faintLines([`${number(count)} more: ${inView(key)}`]) : [];

/** Alerts of a campaign that are active, and those that ended today; the newest first. */
const alertsOfToday = ({active, past}: Alerts, campaignId: string, now: Moment): {open: Alert[]; ended: Alert[]} => ({
	open: [...active.values()]
		.filter(alert => alert.campaignId === campaignId)
		.toSorted((one, other) => other.newsAt.mono - one.newsAt.mono),
	ended: past.filter(
		({campaignId: id, resolvedAt}) => id === campaignId && resolvedAt && dayOrTime(resolvedAt, now).includes(':'),
	),
});

/** Its alerts: of an active one its figure, since the head has the others; of one that is over, why it ended. */
export const alertLines = (
	alerts: Alerts,
	{campaignId, now, keys, width, most}: {campaignId: string; now: Moment; keys: Keys; width: number; most: number},
): Spans[] => {
	const {open, ended} = alertsOfToday(alerts, campaignId, now);
	const lines = [
		...open.map(alert => {
			const [figure, most] = [figureCell(alert), worstCell(alert)];
			const words = `${alertStatus(alert)}: ${titleOf(alert)}, ${figure}${most === figure ? '' : `, worst ${most}`}`;
			return dated(dayOrTime(alert.since, now), alertRole(alert), words, width);
		}),
		...ended.map(alert => dated(clock(alert.resolvedAt?.wall ?? 0), 'faint', alertLine(alert, keys), width)),
	];
	const isPart = alerts.past.length >= mostPastAlerts;
	const note = `${open.length} active, ${ended.length} ended today${isPart ? ` (of the last ${mostPastAlerts})` : ''}`;
	return [
		titleLine('Alerts', lines.length === 0 ? '' : note, width),
		...(lines.length === 0 ? faintLines(['No alerts today in this run.']) : lines.slice(0, most).flat()),
		...more(lines.length - most, keys('alerts')),
	];
};

/** Whether a command was on a campaign, on one of its lists, or for it. */
const isOn = ({command: {target, campaign}}: Pending, campaignId: string): boolean =>
	(target.kind === 'campaign' && target.id === campaignId) || campaign?.id === campaignId;

/** The last commands on a campaign, the newest first: those of this run, and of earlier ones whose outcome is not known. */
export const commandLines = (
	commands: readonly Pending[],
	{
		campaignId,
		source,
		now,
		mask,
		keys,
		width,
		most,
	}: {campaignId: string; source: Source; now: Moment; mask: Mask; keys: Keys; width: number; most: number},
): Spans[] => {
	const own = commands.filter(pending => isOn(pending, campaignId)).toReversed();
	return [
		titleLine('Commands', '', width),
		...(own.length === 0
			? faintLines(['No commands in this run.'])
			: own
					.slice(0, most)
					.flatMap(one => dated(dayOrTime(one.askedAt, now), toneOf(one), bareSentenceOf(one, mask, source), width))),
		...more(own.length - most, keys('log')),
	];
};

/** A column of a list's figures. */
type ListColumn = {title: string; width: number; of(list: CallingList): string};

const remaining: ListColumn = {title: 'remaining', width: 10, of: list => number(list.remainingLeads)};

const listColumns: readonly ListColumn[] = [
	remaining,
	{title: 'done %', width: 8, of: list => percent(list.percentComplete)},
	{title: 'leads', width: 10, of: list => number(list.totalLeads)},
];

/** From this width on lists have more columns. */
const wideLists = 60;

const onWords = new Map<boolean | undefined, readonly [word: string, role: Role]>([
	[true, ['on', 'state.dialing']],
	[false, ['off', 'state.paused']],
]);

/** The lists of a campaign, why they could not be read, and how old they are if that is too old. */
export type ListsParts = {
	lists: readonly CallingList[] | undefined;
	/** The text while none are known. */
	none: string;
	failure: string | undefined;
	old: string | undefined;
};

/** Its lists with what remains on them, those that are on first. */
export const listLines = (
	{lists, none, failure, old}: ListsParts,
	{keys, width, most}: {keys: Keys; width: number; most: number},
): Spans[] => {
	if (!lists) {
		const why: Spans[] = failure ? paragraph('error', failure, width) : faintLines([none]);
		return [titleLine('Lists', '', width), ...why];
	}
	const columns = width >= wideLists ? listColumns : [remaining];
	const titles = columns.map(column => fit(column.title, column.width, 'right')).join('');
	const isOnOf = ({status}: CallingList): boolean => listIsOn(status) === true;
	const sorted = [...lists.filter(isOnOf), ...lists.filter(list => !isOnOf(list))];
	const names = Math.max(4, width - 6 - columns.reduce((sum, column) => sum + column.width, 0));
	const lines = sorted.slice(0, most).map((list): Spans => {
		const [word, role] = onWords.get(listIsOn(list.status)) ?? [list.status ?? nothing, 'text'];
		const isOff = role === 'state.paused';
		return [
			[role, ` ${fit(word, 3)} `],
			[isOff ? 'faint' : 'text', fit(withId(list.name ?? `list ${list.id}`, list.id, names), names)],
			[isOff ? 'faint' : 'strong', columns.map(column => fit(column.of(list), column.width, 'right')).join('')],
		];
	});
	const note = [`${sorted.filter(isOnOf).length} of ${lists.length} on`, old].filter(Boolean).join(', ');
	return [
		titleLine('Lists', lists.length === 0 ? '' : note, width, lists.length === 0 ? '' : `${titles} `),
		...(failure ? paragraph('error', failure, width) : []),
		...(lists.length === 0 ? faintLines(['It has no lists.']) : lines),
		...more(lists.length - most, keys('lists')),
	];
};

/** A status with its figure: `CALLBACK 51 28%`. */
type OutcomeFigure = {label: string; value: string; share: string};

const talk = ({status, count}: StatusCount, {total}: OutcomeMix): OutcomeFigure => ({
	label: status,
	value: number(count),
	share: ` ${percent((count / total) * 100, 0)}*`,
});

const other = ({status, count}: StatusCount): OutcomeFigure => ({label: status, value: number(count), share: ''});

const gap = 3;

/** Figures one after another, as many a line as fit. */
const flowed = (all: readonly OutcomeFigure[], width: number): Spans[] => {
	const lines: Span[][] = [];
	let used = width;
	for (const {label, value, share} of all) {
		const needs = cells(label) + 1 + cells(value) + cells(share);
		if (used + gap + needs > width - 1) {
			lines.push([]);
			used = 0;
		}
		const space = ' '.repeat(used === 0 ? 1 : gap);
		lines.at(-1)?.push(['faint', `${space}${label} `], ['strong', value], ['faint', share]);
		used += space.length + needs;
	}
	return lines;
};

/** How the day's calls ended; no lines if the service reports nothing about it. */
export const outcomeLines = (outcomes: CampaignDashboard['outcomes'], width: number): Spans[] => {
	if (!outcomes) {
		return [];
	}
	const {statuses = [], callbacksDue, at} = outcomes;
	const mix = outcomeMix(statuses);
	const due: OutcomeFigure[] =
		callbacksDue === undefined ? [] : [{label: 'callbacks due', value: number(callbacksDue), share: ''}];
	const of = mix.total > 0 ? `, of ${number(mix.total)} talks` : '';
	return [
		[
			['title', ' Outcomes today'],
			['faint', `  at ${clock(at.wall).slice(0, 5)}${of}`],
		],
		...flowed([...mix.talks.map(one => talk(one, mix)), ...due], width),
		...flowed(mix.others.map(other), width),
	];
};
