/** Which figures each alert rule rests on: what of them came but cannot be read, and what did not come. */
import {describe, expect, test} from 'vitest';
import type {CampaignRule} from '../../source/alerts/rule.ts';
import {campaignRules, ruleOf} from '../../source/alerts/rules.ts';
import type {RuleId} from '../../source/model/alert.ts';
import {unreadOf} from '../../source/model/unread.ts';
import type {CallsPoint, Figures} from '../../source/model/wire.ts';
import {figures} from './make.ts';

const unread = (id: RuleId, over: Partial<Figures>, calls?: CallsPoint[]) =>
	unreadOf(ruleOf[id] as CampaignRule, {figures: figures(over), dashboard: {calls}});

/** All that may come. */
const wire = [
	'percentage_dropped',
	'adaptive_dropped_percentage',
	'human_answered_calls',
	'calls_waiting',
	'ready',
	'calls_ringing',
	'called_today',
	'remaining_leads',
	'remaining_time',
];

const drops = ['percentage_dropped', 'adaptive_dropped_percentage', 'human_answered_calls'];
const answers = ['called_today', 'human_answered_calls', 'calls_ringing'];

test.each<[rule: RuleId, rests: readonly string[], needs: readonly string[]]>([
	['hours', ['calls_ringing'], []],
	['drop-pace', drops, []],
	['drop-near', drops, ['percentage_dropped']],
	['drop-close', drops, ['percentage_dropped']],
	['drop-limit', drops, ['percentage_dropped']],
	['answers', answers, []],
	['outage', answers, []],
	['waiting', ['calls_waiting', 'ready'], ['calls_waiting', 'ready']],
	['starved', ['ready', 'calls_ringing', 'called_today'], []],
	['idle', ['ready', 'calls_ringing', 'called_today'], ['ready', 'calls_ringings', 'called_today']],
	['not-dialing', ['ready', 'calls_ringing', 'called_today'], ['ready', 'calls_ringings', 'called_today']],
	['leads-low', ['remaining_leads', 'remaining_time'], ['remaining_leads', 'remaining_time']],
	['paused-ready', ['ready'], []],
	['paused-more', [], []],
	['staffing', [], []],
	['paused-share', [], []],
	['unusual', [], []],
	['dead', [], []],
	['changed', [], []],
	['period-near', ['percentage_dropped', 'human_answered_calls'], []],
	['period-over', ['percentage_dropped', 'human_answered_calls'], []],
])('%s rests on %j, and is blind without %j', (rule, rests, needs) => {
	expect(unread(rule, {unreadable: wire})).toEqual({garbled: rests, missing: []});
	expect(unread(rule, {})).toEqual({garbled: [], missing: needs});
});

test('no other rule is on a campaign', () => {
	expect(campaignRules).toHaveLength(21);
});

describe('a figure came', () => {
	test('though it is no percentage, or under another name', () => {
		expect(unread('drop-near', {dropRate: 101, dropLimit: -1, humanAnswered: 1})).toEqual({
			garbled: ['percentage_dropped', 'adaptive_dropped_percentage'],
			missing: [],
		});
		expect(unread('hours', {unreadable: ['calls_ringings']}).garbled).toEqual(['calls_ringings']);
		expect(unread('hours', {unreadable: ['calls_ringing', 'calls_ringings']}).garbled).toEqual(['calls_ringing']);
	});

	test('where the graph of the calls tells the time that is left', () => {
		const none = {extra: {}, unreadable: []};
		const calls = Array.from({length: 10}, (_, minute) => ({dialed: 6, time: 36_000 + minute * 60, ...none}));
		expect(unread('leads-low', {remainingLeads: 90}, calls)).toEqual({garbled: [], missing: []});
		expect(unread('leads-low', {remainingLeads: 90, remainingTime: 60})).toEqual({garbled: [], missing: []});
		expect(unread('leads-low', {remainingLeads: 90})).toEqual({garbled: [], missing: ['remaining_time']});
	});
});
