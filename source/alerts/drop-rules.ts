/** Alert rules on drops: how near the day's rate is to its limit, and how soon the pace of the last minutes passes it. */
import type {Alert, AlertSettings, RuleSettings} from '../model/alert.ts';
import {dropBudget, dropForecast, dropLine, honestPercent, regulatorsLimit} from '../model/derived.ts';
import {dialsForAgents, dropRateOf} from '../model/drops.ts';
import {lately, recentOf} from '../model/recent.ts';
import type {CampaignRow} from '../model/select.ts';
import type {Needs} from '../model/unread.ts';
import type {AlertWords, CampaignRule} from './rule.ts';

/**
 * The line of a drop rule for a campaign, percent. The first two lines keep their ratio to the regulator's limit where the
 * campaign has a lower one.
 */
export const dropThreshold = (dropLimit: number | undefined, rule: RuleSettings, {rules}: AlertSettings): number => {
	const most = rules['drop-limit'].threshold;
	return rule.threshold * (dropLine(dropLimit, most) / most);
};

/** What the drop rules need. */
const drops: Needs = {needs: ['dropRate'], uses: ['dropLimit', 'humanAnswered']};

/** Whether an alert was measured by the campaign's own limit. */
const hasOwnLine = (alert: Alert | undefined, {rules}: AlertSettings): boolean =>
	alert !== undefined && alert.threshold < rules[alert.rule].threshold;

/** The drop rate, if the day has enough calls for it to mean something. */
const measureDrops: CampaignRule['measure'] = ({row, alert}, rule, settings) => {
	const {rules, leastHuman, leastDrops} = settings;
	if (!dialsForAgents(row)) {
		return undefined;
	}
	const {humanAnswered} = row.figures ?? {};
	const dropRate = honestPercent(dropRateOf(row));
	const dropLimit = honestPercent(row.figures?.dropLimit);
	if (dropRate === undefined) {
		return 'unknown';
	}
	const isEnough =
		humanAnswered === undefined ||
		(humanAnswered >= leastHuman && (dropRate * humanAnswered) / 100 >= leastDrops - 0.5);
	if (dropRate <= 0 || !isEnough) {
		return undefined;
	}
	const threshold = dropThreshold(dropLimit, rule, settings);
	if (dropLimit === undefined && dropRate < threshold && hasOwnLine(alert('drop'), settings)) {
		// Under the regulator's line, but perhaps not under the campaign's own.
		return 'unknown';
	}
	const most = rules['drop-limit'].threshold;
	const limit = dropLine(dropLimit, most);
	const note = limit === dropLimit ? 'its own limit' : most < regulatorsLimit ? 'the line set' : "the regulator's line";
	return {value: dropRate, threshold, limit, note};
};

/**
 * Seconds of polls over which drops are counted sooner than the graph draws them. They come in bursts: the short span shows
 * the first one at once, and the long one keeps the alert active between two bursts.
 */
const paceSeconds = [20, 30, 60, 120] as const;

/** The drops and live answers of these spans, as far as polls reach; minutes that the graph has are counted from it. */
const watchedIn = ({dashboard}: CampaignRow) => {
	const recent = dashboard && recentOf(dashboard.history);
	return paceSeconds.flatMap(seconds => {
		const span = recent && lately(recent, seconds);
		if (!recent || !span || span.from < recent.polledSince) {
			return [];
		}
		const drops = Math.round(span.drops);
		// A drop is counted later than its answer, which may be of the time before.
		return [{drops, answers: Math.max(drops, Math.round(span.human)), minutes: (span.to - span.from) / 60_000}];
	});
};

const timeOf = (minutes: number): string =>
	minutes < 2 ? `${Math.round(minutes * 60)} s` : `${Math.round(minutes)} min`;

/** When the limit of drops is passed at the pace of the last minutes. */
export const dropPace: CampaignRule = {
	id: 'drop-pace',
	kind: 'drop',
	level: 'warning',
	unit: 'minutes',
	title: 'limit ahead',
	figure: amount => `limit passed at this pace in ${amount}`,
	cell: amount => `in ${amount.replace('under ', '<')}`,
	isLow: true,
	defaults: {threshold: 15, margin: 15, seconds: 4, polls: 2},
	inForce: ({threshold}) => `drops at a pace that passes the limit within ${threshold}`,
	needs: [],
	uses: ['dropRate', 'dropLimit', 'humanAnswered'],
	isCompared: true,
	inOneLook({row}) {
		const budget = row.figures && dropBudget(row.figures, row.dashboard?.calls);
		return !dialsForAgents(row) || (budget !== undefined && (budget.remaining < 0 || budget.passedIn !== undefined));
	},
	measure({row, previous, alert}, {threshold}, {leastHuman, leastDrops}) {
		const {figures, dashboard} = row;
		if (!dialsForAgents(row)) {
			return undefined;
		}
		if (figures?.dropRate === undefined) {
			return 'unknown';
		}
		const watched = watchedIn(row);
		const known = alert('drop');
		const isKnown = known?.rule === 'drop-pace' && known.wellSince === undefined;
		const ahead =
			(figures.humanAnswered ?? 0) >= leastHuman && row.state !== 'paused' && row.state !== 'stopped'
				? dropForecast(figures, dashboard?.calls, watched, isKnown)
				: undefined;
		return ahead && (isKnown || ahead.drops >= leastDrops)
			? {
					value: ahead.passedIn / 60,
					threshold,
					note: `${ahead.drops} drops of ${ahead.answers} live answers in ${timeOf(ahead.minutes)}`,
					...(!previous && watched.length === 0 && {drawn: ahead.minutes * 60}),
				}
			: undefined;
	},
};

/** What the rules of the rate have in common. */
const ofRate = {title: 'drop rate', counts: 'drop rate', figure: (amount: string) => `drop rate ${amount}`};

const besideLimit = ({figure, distance, note, limit}: AlertWords): string =>
	`${figure}, ${distance} ${note} of ${limit}`;

/** The rules, the graver later. */
export const dropRules: readonly CampaignRule[] = [
	dropPace,
	{
		id: 'drop-near',
		kind: 'drop',
		level: 'warning',
		unit: 'percent',
		...ofRate,
		defaults: {threshold: 2.5, margin: 0.1, seconds: 10, polls: 2},
		says: besideLimit,
		inForce: ({threshold}) => `drop rate from ${threshold} on`,
		...drops,
		measure: measureDrops,
	},
	{
		id: 'drop-close',
		kind: 'drop',
		level: 'warning',
		unit: 'percent',
		...ofRate,
		defaults: {threshold: 2.8, margin: 0.1, seconds: 10, polls: 2},
		says: besideLimit,
		inForce: ({threshold}) => `drop rate from ${threshold} on, reported once more`,
		...drops,
		measure: measureDrops,
	},
	{
		id: 'drop-limit',
		kind: 'drop',
		level: 'critical',
		unit: 'percent',
		...ofRate,
		defaults: {threshold: regulatorsLimit, margin: 0.1, seconds: 0, polls: 1},
		says: ({value, distance, note, limit}) => `DROP RATE ${value}, ${distance.toUpperCase()} ${note} of ${limit}`,
		inForce: ({threshold}) => `drop rate at the campaign's limit, or at ${threshold} where that is lower`,
		...drops,
		measure: measureDrops,
	},
];
