/** The alert rules for a single look, for whoever asks once and goes away. */
import type {RuleId} from './alert.ts';
import {allRules, type Rule} from './alert-rules.ts';
import type {AlertSettings} from './alert-settings.ts';

/** The rules that one look cannot judge: they compare polls, or tell how long something lasts. */
export const rulesOverTime: readonly Rule[] = allRules.filter(({isLasting, isCompared}) => isLasting || isCompared);

const ofTime: ReadonlySet<RuleId> = new Set(rulesOverTime.map(({id}) => id));

/** The settings for a single look: what it can judge holds at once, the rest is off. */
export const forOnePoll = (settings: AlertSettings): AlertSettings => ({
	...settings,
	rules: Object.fromEntries(
		Object.entries(settings.rules).map(([id, rule]) => [
			id,
			{...rule, on: rule.on && !ofTime.has(id as RuleId), seconds: 0, polls: 1},
		]),
	) as AlertSettings['rules'],
});

/** The settings for who tells by other means than an alert that the service cannot be reached. */
export const withoutService = (settings: AlertSettings): AlertSettings => ({
	...settings,
	rules: {...settings.rules, service: {...settings.rules.service, on: false}},
});
