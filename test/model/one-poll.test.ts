/** The alert rules for a command that polls once, or watches for a while. */
import {expect, test} from 'vitest';
import {alertDefaults} from '../../source/model/alert-rules.ts';
import {forOnePoll, rulesNeedingLonger, rulesOverTime, withoutService} from '../../source/model/one-poll.ts';

const overTime = [
	...[
		'drop-pace',
		'answers',
		'outage',
		'starved',
		'idle',
		'not-dialing',
		'staffing',
		'paused-ready',
		'unusual',
		'dead',
	],
	...['stale', 'service'],
];

test('one poll judges only rules that neither compare polls nor count how long something lasts', () => {
	expect(rulesOverTime.map(({id}) => id)).toEqual(overTime);
	const {rules} = forOnePoll(alertDefaults);
	expect(Object.values(rules).every(({seconds, polls}) => seconds === 0 && polls === 1)).toBe(true);
	expect(Object.entries(rules).flatMap(([id, {on}]) => (on ? [] : [id]))).toEqual(overTime);
	const waiting = {...alertDefaults.rules.waiting, on: false};
	expect(forOnePoll({...alertDefaults, rules: {...alertDefaults.rules, waiting}}).rules.waiting.on).toBe(false);
});

test('rules that take longer than it watches are named, with the seconds that they take', () => {
	const named = (watched: number, settings = alertDefaults) =>
		rulesNeedingLonger(settings, watched).map(([{id}, seconds]) => [id, seconds]);
	expect(named(0).map(([id]) => id)).toEqual(overTime);
	expect(named(59)).toEqual([
		['idle', 60],
		['not-dialing', 180],
		['paused-share', 120],
		['paused-ready', 120],
		['dead', 60],
		['stale', 60],
	]);
	expect(named(60).map(([id]) => id)).toEqual(['not-dialing', 'paused-share', 'paused-ready']);
	expect(named(180)).toEqual([]);
	// A threshold counts only where it is how long something lasts.
	const many = {...alertDefaults.rules.waiting, threshold: 500};
	expect(named(180, {...alertDefaults, rules: {...alertDefaults.rules, waiting: many}})).toEqual([]);
	const slow = {...alertDefaults.rules['leads-low'], threshold: 500};
	expect(named(180, {...alertDefaults, rules: {...alertDefaults.rules, 'leads-low': slow}})).toEqual([]);
	const idle = {...alertDefaults.rules.idle, on: false};
	expect(named(59, {...alertDefaults, rules: {...alertDefaults.rules, idle}})).not.toContainEqual(['idle', 60]);
});

test('the rule on the service alone may be left to what else tells it', () => {
	const {rules} = withoutService(alertDefaults);
	expect(Object.entries(rules).flatMap(([id, {on}]) => (on ? [] : [id]))).toEqual(['service']);
});
