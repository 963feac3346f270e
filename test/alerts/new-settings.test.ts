/** Alerts whose rules get other settings while dialtop runs. */
import {expect, test} from 'vitest';
import {initialState} from '../../source/alerts/reducer.ts';
import {alertDefaults} from '../../source/alerts/rules.ts';
import type {AlertSettings, RuleId, RuleSettings} from '../../source/model/alert.ts';
import type {State} from '../../source/model/state.ts';
import {endText} from '../../source/present/alert-text.ts';
import {after, at, campaignsPolled, dashboardPolled, source} from '../model/make.ts';

const polledAt = (seconds: number, dropRate: number) =>
	dashboardPolled(seconds, '1', {status: 'PLAY', dropRate, dropLimit: 3, humanAnswered: 2000});

const begun = (): State =>
	after(
		initialState(source, at(0)),
		{type: 'link', link: {kind: 'live', latency: 10}, now: at(0)},
		campaignsPolled(0, ['1']),
		...[0, 2, 4, 6, 8, 10].map(second => polledAt(second, 2.6)),
	);

const withRules = (rules: Partial<Record<RuleId, Partial<RuleSettings>>>): AlertSettings => ({
	...alertDefaults,
	rules: Object.fromEntries(
		Object.entries(alertDefaults.rules).map(([id, of]) => [id, {...of, ...rules[id as RuleId]}]),
	) as AlertSettings['rules'],
});

const activeRules = ({alerts}: State): RuleId[] => [...alerts.active.values()].map(({rule}) => rule);

test('an alert that does not hold by the new settings ends at the next poll, and says that they are why', () => {
	const raised = begun();
	expect(activeRules(raised)).toEqual(['drop-near']);
	const changed = after(raised, {type: 'alert-settings', settings: withRules({'drop-near': {threshold: 2.8}})});
	expect(activeRules(changed)).toEqual(['drop-near']);
	const polled = after(changed, polledAt(12, 2.6));
	expect(activeRules(polled)).toEqual([]);
	expect(polled.alerts.past).toMatchObject([{rule: 'drop-near', end: {kind: 'settings'}}]);
	expect(endText({kind: 'settings'})).toBe('by the changed settings of its rule it does not hold');
});

test('so does one whose rule is switched off', () => {
	const off = withRules({'drop-near': {on: false}, 'drop-close': {on: false}});
	const polled = after(begun(), {type: 'alert-settings', settings: off}, polledAt(12, 2.6));
	expect(polled.alerts.past).toMatchObject([{rule: 'drop-near', end: {kind: 'settings'}}]);
});

test('one that holds by the new settings as well goes on, and ends by its figures later', () => {
	const settings = withRules({'drop-near': {threshold: 2.4}});
	const polled = after(begun(), {type: 'alert-settings', settings}, polledAt(12, 2.6));
	expect(polled.alerts.active.values().next().value).toMatchObject({rule: 'drop-near', threshold: 2.4, times: 1});
	expect(after(polled, polledAt(14, 1.2)).alerts.past).toMatchObject([{end: {kind: 'back', value: 1.2}}]);
});

test('a change of another rule has no part in its end', () => {
	const settings = withRules({idle: {threshold: 90}});
	const polled = after(begun(), {type: 'alert-settings', settings}, polledAt(12, 1.2));
	expect(polled.alerts.past).toMatchObject([{rule: 'drop-near', end: {kind: 'back', value: 1.2}}]);
});

test('a rule holds from its new threshold on', () => {
	const lower = withRules({'drop-close': {threshold: 2.55, seconds: 0, polls: 1}});
	expect(activeRules(after(begun(), {type: 'alert-settings', settings: lower}, polledAt(12, 2.6)))).toEqual([
		'drop-close',
	]);
});
