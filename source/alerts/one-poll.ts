/** The alert rules for a command that looks once, or for a while, and ends. */
import type {AlertSettings, RuleId} from '../model/alert.ts';
import {dialsForAgents} from '../model/drops.ts';
import {recentOf} from '../model/recent.ts';
import type {CampaignRow} from '../model/select.ts';
import type {State} from '../model/state.ts';
import type {CampaignPoll, CampaignRule, Rule} from './rule.ts';
import {allRules, campaignRules, serviceRules} from './rules.ts';

const isOverTime = ({isLasting, isCompared}: Rule): boolean => Boolean(isLasting || isCompared);

/** The rules that compare polls, or count how long something lasts: one look judges them by the service's graphs alone, if at all. */
export const rulesOverTime: readonly CampaignRule[] = campaignRules.filter(isOverTime);

/** Seconds for which a rule's condition must be seen before its alert is raised. */
const secondsOf = ({id, isLasting}: Rule, {rules}: AlertSettings): number => {
	const {seconds, threshold} = rules[id];
	return Math.max(seconds, isLasting ? threshold : 0);
};

/** A rule in force that a look could not judge on some campaigns, and the seconds that it takes: 0 if the look was long enough but saw too little. */
export type NotJudged = {rule: CampaignRule; seconds: number; campaigns: number; of: number};

/** Whether a rule applies to a campaign. */
const applies = (rule: CampaignRule, row: CampaignRow): boolean =>
	row.figures !== undefined &&
	!(rule.whileDialing && (row.state === 'paused' || row.state === 'stopped')) &&
	(rule.kind !== 'drop' || dialsForAgents(row));

/** How many polls of a campaign a look has seen, of the last two minutes. */
const pollsOf = ({dashboard}: CampaignRow): number => {
	const {buckets = [], polledSince = 0} = (dashboard && recentOf(dashboard.history)) ?? {};
	return buckets.reduce((sum, {from, polls}) => sum + (from >= polledSince ? polls : 0), 1);
};

/**
 * The rules in force that a look could not judge: it did not last long enough with enough polls and calls, the service's
 * graphs lack the figures, and they raised no alert.
 *
 * @param watched seconds; 0 for one look
 */
export const notJudgedIn = (state: State, rows: readonly CampaignRow[], watched: number): NotJudged[] => {
	const {alertSettings: settings, source, alerts} = state;
	const raised = new Set([...alerts.active.values()].map(({rule, campaignId}) => `${rule} ${campaignId}`));
	return campaignRules.flatMap(rule => {
		const of = settings.rules[rule.id];
		const seconds = secondsOf(rule, settings);
		const isLong = watched > 0 && seconds <= watched;
		if (!of.on || (watched === 0 && !isOverTime(rule))) {
			return [];
		}
		const concerned = rows.filter(row => applies(rule, row));
		const missed = concerned.filter(row => {
			const poll: CampaignPoll = {row, previous: undefined, wasDialing: true, source, alert: () => undefined};
			const isSeen = isLong && !rule.takesCalls && pollsOf(row) >= of.polls;
			return !raised.has(`${rule.id} ${row.campaign.id}`) && !isSeen && !rule.inOneLook?.(poll, of);
		});
		return missed.length > 0
			? [{rule, seconds: isLong ? 0 : seconds, campaigns: missed.length, of: concerned.length}]
			: [];
	});
};

/** The settings for one look: rules of a moment hold at once; of the others only what the service's graphs show can last. */
export const forOnePoll = (settings: AlertSettings): AlertSettings => ({
	...settings,
	rules: Object.fromEntries(
		allRules.map(rule => {
			const of = settings.rules[rule.id];
			const isOfService = serviceRules.some(({id}) => id === rule.id);
			return [rule.id, isOfService ? {...of, on: false} : isOverTime(rule) ? of : {...of, seconds: 0, polls: 1}];
		}),
	) as AlertSettings['rules'],
});

/** The settings with these rules alone, also where the configuration switches them off; all as they are if none is named. */
export const withRules = (settings: AlertSettings, named: readonly RuleId[]): AlertSettings =>
	named.length === 0
		? settings
		: {
				...settings,
				rules: Object.fromEntries(
					allRules.map(({id}) => [id, {...settings.rules[id], on: named.includes(id)}]),
				) as AlertSettings['rules'],
			};

/** The settings for a command that reports an unreachable service in another way. */
export const withoutService = (settings: AlertSettings): AlertSettings => ({
	...settings,
	rules: {...settings.rules, service: {...settings.rules.service, on: false}},
});
