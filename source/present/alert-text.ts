/** The words for an alert: its figures with their units, its state in a word, and the whole of it in a sentence. */

import {type AlertGroup, isFlood} from '../alerts/floods.ts';
import type {Rule} from '../alerts/rule.ts';
import {allRules, ruleOf} from '../alerts/rules.ts';
import {
	type Alert,
	type AlertEnd,
	type AlertSettings,
	type AlertUnit,
	isRecovering,
	lasted,
	type RuleId,
} from '../model/alert.ts';
import {shortWords} from '../model/reason.ts';
import type {Source} from '../model/state.ts';
import type {Moment} from '../model/time.ts';
import type {Figures} from '../model/wire.ts';
import {adviceOf, keysOf, type Reader} from './advice.ts';
import {causeText} from './diagnosis-text.ts';
import {clock, counted, dayAndTime, dayOrTime, decimals, minutesText, number, percent, spaced, span} from './format.ts';
import {word} from './sentence.ts';
import type {Role} from './theme.ts';

/** A figure with its unit. */
export const amount = (value: number, unit: AlertUnit): string => {
	switch (unit) {
		case 'percent':
			return percent(value, 2);
		case 'share':
			// A percentage of the usual may exceed 100.
			return `${number(value)}%`;
		case 'times':
			return `${decimals(value, 1)}×`;
		case 'calls':
			return counted(value, 'call');
		case 'agents':
			return counted(value, 'agent');
		case 'changes':
			return counted(value, 'change');
		case 'minutes':
			return minutesText(value);
		case 'seconds':
			return span(value);
	}
};

/** The figure of a rule with its unit, as it is shown: one that falls as it gets worse may be shown as what is missing of 100. */
export const shownAmount = (rule: RuleId, value: number): string => {
	const {unit, showsShortfall} = ruleOf[rule];
	return amount(showsShortfall ? Math.max(0, 100 - value) : value, unit);
};

/** The figure of an alert with what it measures, within a sentence. */
export const figureText = ({rule, value, cause}: Pick<Alert, 'rule' | 'value' | 'cause'>): string => {
	const {figure, title} = ruleOf[rule];
	const shown = shownAmount(rule, value);
	return figure?.(shown, {value, cause}) ?? `${title} ${shown}`;
};

/** The same in a cell. */
export const figureCell = ({rule, value, cause}: Pick<Alert, 'rule' | 'value' | 'cause'>): string => {
	const shown = shownAmount(rule, value);
	return ruleOf[rule].cell?.(shown, {value, cause}) ?? shown;
};

/** Its worst figure in a cell. */
export const worstCell = (alert: Alert): string => figureCell({...alert, value: alert.worst.value});

/** True if the shown figure of a rule falls as it gets worse. */
const fallsToBad = ({isLow, showsShortfall}: Rule): boolean => isLow !== showsShortfall;

/** The threshold in a cell, with its bad side: `≥3.00%`, `<50%`; for a count, the words of the figure say what is counted. */
export const thresholdCell = ({rule, threshold, unit}: Pick<Alert, 'rule' | 'threshold' | 'unit'>): string =>
	`${fallsToBad(ruleOf[rule]) ? '<' : '≥'}${unit === 'agents' || unit === 'calls' || unit === 'changes' ? number(threshold) : shownAmount(rule, threshold)}`;

/** The same in words: `alarm from 3.00%`, `alarm below 50%`. */
export const thresholdText = ({rule, threshold}: Pick<Alert, 'rule' | 'threshold'>): string =>
	`alarm ${fallsToBad(ruleOf[rule]) ? 'below' : 'from'} ${shownAmount(rule, threshold)}`;

/** How far a figure is from its limit: `0.20 under`. */
export const distanceText = (value: number, limit: number | undefined): string => {
	if (limit === undefined) {
		return '';
	}
	const [points, side] = [decimals(Math.abs(value - limit), 2), value < limit ? 'under' : 'over'];
	return value === limit ? 'at' : points === '0.00' ? `just ${side}` : `${points} ${side}`;
};

/** The words for a figure behind an alert, where its name and value alone are not clear. */
const figureWords: Partial<Record<keyof Figures, (value: number) => string>> = {
	dropRate: value => `drop rate ${percent(value, 2)}`,
	remainingLeads: value => `${counted(value, 'lead')} left`,
	remainingTime: value => `${span(value)} left`,
	calledToday: value => `${number(value)} called today`,
};

/** Why an alert is over, in a few words. */
export const endText = (end: AlertEnd): string => {
	switch (end.kind) {
		case 'back': {
			const {rule, value, line} = end;
			const side = fallsToBad(ruleOf[rule]) ? 'above' : 'below';
			return `${figureText({rule, value, cause: undefined})}, ${side} ${shownAmount(rule, line)}`;
		}
		case 'figures':
			return (
				end.figures
					.map(([name, value]) => figureWords[name]?.(value) ?? `${number(value)} ${spaced(name)}`)
					.join(', ') || 'its figures are as usual again'
			);
		case 'turned':
			return `its figures have another cause now: ${shortWords[end.to]}`;
		case 'at-rest':
			return `the campaign is ${end.state}`;
		case 'unlisted':
			return 'the service lists the campaign no longer';
		case 'told-by':
			return `the alert "${allRules.find(({kind}) => kind === end.other)?.title}" tells of it now`;
		case 'answered':
			return 'the service answers again';
		case 'settings':
			return 'by the changed settings of its rule it does not hold';
	}
};

/** How often it came back by then, with its first time; empty if it never did. */
const timesText = ({times, since}: Alert, by: Moment): string =>
	times > 1 ? `${times} times since ${dayAndTime(since, by)}` : '';

/** Leads that were called in vain while it held; empty if none are counted. */
const inVainText = ({inVain}: Alert): string =>
	inVain === undefined || inVain < 0.5 ? '' : `at least ${counted(Math.round(inVain), 'lead')} called in vain*`;

/** What an alert is about, in a sentence without its campaign; why it is over, if its figures are well. */
export const whatOf = (alert: Alert, reader: Reader = keysOf()): string => {
	const {rule, value, limit, unit, note, cause, wellSince, end, partOf} = alert;
	if (wellSince && end) {
		const times = timesText(alert, wellSince);
		const after = `over after ${span(lasted({...alert, resolvedAt: wellSince}, wellSince) / 1000)}`;
		const how = isRecovering(alert)
			? `${times}, well since ${clock(wellSince.wall)}`
			: [times, after].filter(Boolean).join(', ');
		return [`${ruleOf[rule].title}, ${how}: ${endText(end)}`, inVainText(alert)].filter(Boolean).join('; ');
	}
	if (partOf) {
		return `${figureText(alert)}, now part of: ${ruleOf[partOf].title}`;
	}
	const campaignId = alert.campaignId ?? '';
	const why = cause ? causeText(cause, reader, campaignId) : note;
	const because = why === '' ? '' : `: ${why}`;
	// A figure that falls as it gets worse is shown right beside the threshold that it fell under.
	const figure = `${figureText(alert)}${fallsToBad(ruleOf[rule]) ? ` (${thresholdText(alert)})` : ''}`;
	return (
		ruleOf[rule].says?.({
			value: shownAmount(rule, value),
			figure,
			distance: distanceText(value, limit),
			limit: limit === undefined ? '' : amount(limit, unit),
			note: why,
			because,
			briefly: note,
			inVain: inVainText(alert) && `, ${inVainText(alert)}`,
			advice: cause ? `; ${adviceOf(cause, reader, campaignId)}` : '',
			isNone: value === 0,
		}) ?? `${figure}${because}`
	);
};

/** Before its sentence: what it is on; a name cannot close its quotes. */
const nameBefore = ({campaignId, name}: Alert): string =>
	campaignId === undefined ? `${name}: ` : `"${name.replaceAll('"', "'")}": `;

/** The whole alert in one sentence. */
export const alertSentence = (alert: Alert, reader?: Reader): string => nameBefore(alert) + whatOf(alert, reader);

/** How many campaigns a flood is about: `18 campaigns`, `5 of 18 campaigns` while the others are over. */
export const floodCount = ({members, lead}: AlertGroup): string => {
	const active = members.filter(({resolvedAt}) => resolvedAt === undefined).length;
	const isPart = lead.resolvedAt === undefined && active < members.length;
	return `${isPart ? `${active} of ` : ''}${counted(members.length, 'campaign')}`;
};

/** The words before the sentence of a group's worst alert: how many campaigns there are, and which it is. */
export const groupHead = (group: AlertGroup): string =>
	`${isFlood(group) ? `${floodCount(group)}, the worst ` : ''}${nameBefore(group.lead)}`;

/** A group of alerts in one sentence: how many campaigns, and the worst of them. */
export const groupSentence = (group: AlertGroup, reader: Reader): string =>
	groupHead(group) + whatOf(group.lead, reader);

/** The status of an alert, in a word: its level in capitals while somebody should look at it. */
export const alertStatus = (alert: Alert): string =>
	alert.resolvedAt
		? 'past'
		: alert.acknowledgedAt
			? 'acknowledged'
			: alert.partOf
				? 'part'
				: isRecovering(alert)
					? 'recovering'
					: alert.level.toUpperCase();

/** The status of an alert and what it is about, without its campaign. */
export const alertLine = (alert: Alert, reader: Reader): string => `${alertStatus(alert)}: ${whatOf(alert, reader)}`;

/** Beside a campaign and before its alert, so that colour is not the only carrier: critical, a warning, or acknowledged. */
export const alertMark = (alert: Alert): string =>
	alert.acknowledgedAt ? '▽' : alertRole(alert) === 'error' ? '▲' : '△';

/** The role that an alert is drawn in. */
export const alertRole = (alert: Alert): Role =>
	alert.resolvedAt
		? 'faint'
		: alert.acknowledgedAt || alert.partOf
			? 'text'
			: alert.level === 'critical' && !isRecovering(alert)
				? 'error'
				: 'warning';

/** Until when it is acknowledged; undefined for as long as it lasts. */
export const untilText = (until: number | undefined, now: Moment): string =>
	until === undefined ? 'until it ends' : `until ${dayAndTime({wall: until, mono: now.mono}, now)}`;

/** By whom an alert is acknowledged, until when and why; empty if it is not. */
const acknowledgedText = ({acknowledgedAt, acknowledgement: known}: Alert, now: Moment): string =>
	acknowledgedAt === undefined
		? ''
		: [
				`acknowledged at ${dayAndTime(acknowledgedAt, now)}`,
				...(known?.by === undefined ? [] : [`by ${word(known.by)}`]),
				...(known ? [untilText(known.until, now)] : []),
			].join(' ') + (known?.reason ? `: ${known.reason}` : '');

/** The same in a cell: `21:04:10 kim`. */
export const acknowledgedCell = ({resolvedAt, acknowledgement: known}: Alert, now: Moment): string | undefined =>
	known && resolvedAt === undefined
		? [known.until === undefined ? 'its end' : dayOrTime({wall: known.until, mono: now.mono}, now), known.by]
				.join(' ')
				.trim()
		: undefined;

/** Its times, in full: since when, until when, how often, and by whom, until when and why it was acknowledged. */
export const lifeOf = (alert: Alert, now: Moment): string => {
	const {since, resolvedAt, times} = alert;
	return [
		`worst ${worstCell(alert)} (${thresholdText(alert)})`,
		`${times > 1 ? `${times} times ` : ''}since ${dayAndTime(since, now)}`,
		...(resolvedAt ? [`until ${dayAndTime(resolvedAt, now)}`] : []),
		acknowledgedText(alert, now),
	]
		.filter(Boolean)
		.join(', ');
};

/** The rules in force, a line each: those that are on, and for which the profile has what they need. */
export const rulesInForce = ({rules}: AlertSettings, source: Source): string[] =>
	allRules.flatMap(({id, profilePart, inForce}) => {
		const {on, threshold, seconds} = rules[id];
		return on && (profilePart === undefined || source[profilePart])
			? [inForce({threshold: shownAmount(id, threshold), seconds: span(seconds)})]
			: [];
	});

/** When a drop rate counts, and by which lines. */
export const dropRateNote = ({rules, leastHuman, leastDrops}: AlertSettings): string =>
	`A drop rate counts from ${number(leastHuman)} human answers and ${number(leastDrops)} drops on. Where a campaign's limit is below ${amount(rules['drop-limit'].threshold, 'percent')}, the lines before it are lower in proportion.`;
