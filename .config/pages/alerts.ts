/** The table of the alert rules, for the page of the configuration. */
import {alertDefaults, allRules} from '../../source/alerts/rules.ts';
import {dropRateNote, shownAmount} from '../../source/present/alert-text.ts';
import {span} from '../../source/present/format.ts';
import {code, table} from './markdown.ts';

/** What a profile must have for a rule. */
const needs = {callingHours: 'calling_hours', compliance: 'compliance', watchOnly: '--watch-only'} as const;

/** Every rule, and when it holds by the defaults. */
export const alertRulesTable = (): string => {
	const rows = allRules.map(({id, level, title, profilePart, inForce}) => {
		const {threshold, seconds} = alertDefaults.rules[id];
		const holds = inForce({threshold: shownAmount(id, threshold), seconds: span(seconds)});
		return [
			code(id),
			level,
			title,
			profilePart === undefined ? holds : `${holds} (only with ${code(needs[profilePart])})`,
		];
	});
	return `${table(['rule', 'level', 'on screen', 'alarm by default'], rows)}\n\n${dropRateNote(alertDefaults)}`;
};
