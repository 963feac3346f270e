/** The words of the alert rules: what each watches for, what it says of a campaign, and how it ends. */
import {expect, test} from 'vitest';
import {alertDefaults, allRules, ruleOf} from '../../source/alerts/rules.ts';
import type {Alert, RuleId} from '../../source/model/alert.ts';
import {complianceOf} from '../../source/model/compliance.ts';
import {shortWords} from '../../source/model/reason.ts';
import {endText, rulesInForce, whatOf} from '../../source/present/alert-text.ts';
import {fresh} from '../model/make.ts';

/** A profile with all that a rule may need. */
const full = fresh({
	callingHours: {from: 480, until: 1260, zones: ['UTC']},
	compliance: complianceOf({rule: 'each-day', limit: 3}),
	watchOnly: {engine: 'metrics.test'},
}).source;

/** The sentence of an alert of a rule. */
const sentence = (rule: RuleId, value: number, note = '', limit: number | undefined = undefined): string =>
	whatOf({rule, value, threshold: alertDefaults.rules[rule].threshold, limit, unit: ruleOf[rule].unit, note} as Alert);

test('each rule says what it watches for, with its settings', () => {
	expect(rulesInForce(alertDefaults, full)).toEqual([
		"ringing outside the profile's calling_hours for 25s",
		'drops at a pace that passes the limit within 15 min',
		'drop rate from 2.50% on',
		'drop rate from 2.80% on, reported once more',
		"drop rate at the campaign's limit, or at 3.00% where that is lower",
		"drops from 90% of the compliance period's limit on",
		"drops over the compliance period's limit",
		'live answers per dial down to 65% of the usual',
		'people and machines answering down to 50% of the usual',
		'calls waiting and no agent ready for 30s',
		'more agents ready than usual while it dials, and fewer dials',
		'PLAY, agents ready and nothing ringing for 1m 00s',
		'PLAY and nothing dialed for 3m 00s',
		'leads for less than 1 h at the present pace',
		'2.0× as many agents paused as usual for 1m 00s',
		"40% of the last hour's agents have left",
		'60% of the agents paused for 2m 00s',
		'3 agents ready on a campaign that is paused or stopped for 2m 00s',
		'another figure 40% from the usual',
		'1 agent more than usual on a dead call for 1m 00s',
		'settings or lists that somebody changes, not by dialtop here',
		'figures that could not be read for 1m 00s',
		'no service for 15s',
		'no metrics for 15s',
	]);
	const {staffing} = alertDefaults.rules;
	const rules = {...alertDefaults.rules, staffing: {...staffing, on: false}};
	expect(rulesInForce({...alertDefaults, rules}, full)).toHaveLength(allRules.length - 1);
	const bare = rulesInForce(alertDefaults, {
		...full,
		callingHours: undefined,
		compliance: undefined,
		watchOnly: undefined,
	});
	expect(bare).toHaveLength(allRules.length - 4);
	expect(bare.join()).not.toMatch(/calling_hours|compliance/);
});

test.each<[rule: RuleId, value: number, note: string, sentence: string, limit?: number]>([
	['hours', 6, 'the calling hours', '6 calls RINGING OUTSIDE the calling hours'],
	['drop-pace', 12, '9 drops', 'limit passed at this pace in 12 min (alarm below 15 min): 9 drops'],
	['drop-near', 2.5, 'its own limit', 'drop rate 2.50%, 0.50 under its own limit of 3.00%', 3],
	['drop-near', 2.2, "the regulator's line", "drop rate 2.20%, 0.80 under the regulator's line of 3.00%", 3],
	['drop-close', 2.8, 'its own limit', 'drop rate 2.80%, 0.20 under its own limit of 3.00%', 3],
	['drop-close', 2.999, 'its own limit', 'drop rate 3.00%, just under its own limit of 3.00%', 3],
	['drop-limit', 3, 'its own limit', 'DROP RATE 3.00%, AT its own limit of 3.00%', 3],
	['drop-limit', 2.95, 'its own limit', 'DROP RATE 2.95%, 0.05 UNDER its own limit of 3.00%', 3],
	['drop-limit', 4.86, 'its own limit', 'DROP RATE 4.86%, 1.86 OVER its own limit of 3.00%', 3],
	['answers', 40, 'why', 'live answers per dial at 40% of the usual (alarm below 65%): why'],
	['outage', 40, 'why', 'answers per dial at 40% of the usual (alarm below 50%): why'],
	['waiting', 3, '', '3 calls waiting, and no agent ready'],
	['starved', 4, 'why', '4 agents ready while it dials: why'],
	['idle', 4, 'why', '4 agents ready, and nothing rings: why'],
	['idle', 4, '', '4 agents ready, and nothing rings'],
	['not-dialing', 200, 'why', 'PLAY, and no dials for 3m 20s: why'],
	['leads-low', 41, '', 'leads for 41 min at the present pace (alarm below 1 h)'],
	['leads-low', 0, 'no leads left', 'PLAY, and no leads left'],
	['staffing', 30, 'why', '70% of the agents have left'],
	['paused-share', 70, '14 of 20', '70% of the agents paused: 14 of 20'],
	['paused-share', 70, '', '70% of the agents paused'],
	['paused-ready', 6, 'paused', 'paused, 6 agents ready'],
	['unusual', 50, 'why', 'why'],
	['dead', 2, '', '2 agents more than usual on a dead call: the caller is gone'],
	['stale', 90, 'why', 'figures not read for 1m 30s: why'],
	['service', 20, 'why', 'no service for 20s: why'],
])('%s at %d says %j: %j', (rule, value, note, expected, limit) => {
	expect(sentence(rule, value, note, limit)).toBe(expected);
});

test.each<[rule: RuleId, value: number, line: number, text: string]>([
	['drop-pace', 40, 30, 'limit passed at this pace in 40 min, above 30 min'],
	['drop-near', 2.39, 2.4, 'drop rate 2.39%, below 2.40%'],
	['drop-limit', 2.85, 2.9, 'drop rate 2.85%, below 2.90%'],
	['answers', 90, 80, 'live answers per dial at 90% of the usual, above 80%'],
	['leads-low', 80, 75, 'leads for 1 h 20 at the present pace, above 1 h 15'],
])('the end of %s names its figure', (rule, value, line, text) => {
	expect(endText({kind: 'back', rule, value, line})).toBe(text);
});

test('each rule has a title, and each reason has words of its own', () => {
	expect(allRules.filter(({title}) => title === '')).toEqual([]);
	const words = Object.values(shortWords);
	expect(words).not.toContain('');
	expect(new Set(words).size).toBe(words.length);
});
