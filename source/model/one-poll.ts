/** The alert rules for a command that polls once and ends. */
import type {AlertSettings, RuleId} from './alert.ts';
import type {Rule} from './alert-rule.ts';
import {allRules} from './alert-rules.ts';

/** The rules that one poll cannot judge: they compare polls, or count how long something lasts. */
export const rulesOverTime: readonly Rule[] = allRules.filter(({isLasting, isCompared}) => isLasting || isCompared);

const ofTime: ReadonlySet<RuleId> = new Set(rulesOverTime.map(({id}) => id));

/** Seconds for which a rule's condition must be seen before its alert is raised. */
const secondsOf = ({id, isLasting}: Rule, {rules}: AlertSettings): number => {
	const {seconds, threshold} = rules[id];
	return Math.max(seconds, isLasting ? threshold : 0);
};

/** The rules that are on and cannot raise an alert within so many seconds, 0 for one poll, with the seconds that they need. */
export const rulesNeedingLonger = (settings: AlertSettings, watched: number): (readonly [Rule, seconds: number])[] =>
	(watched === 0 ? rulesOverTime : allRules)
		.map(rule => [rule, secondsOf(rule, settings)] as const)
		.filter(([{id}, seconds]) => settings.rules[id].on && (watched === 0 || seconds > watched));

/** The settings for one poll: rules that it can judge hold at once, the others are off. */
export const forOnePoll = (settings: AlertSettings): AlertSettings => ({
	...settings,
	rules: Object.fromEntries(
		Object.entries(settings.rules).map(([id, rule]) => [
			id,
			{...rule, on: rule.on && !ofTime.has(id as RuleId), seconds: 0, polls: 1},
		]),
	) as AlertSettings['rules'],
});

/** The settings for a command that reports an unreachable service in another way. */
export const withoutService = (settings: AlertSettings): AlertSettings => ({
	...settings,
	rules: {...settings.rules, service: {...settings.rules.service, on: false}},
});
