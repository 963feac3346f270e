/** The alert rules for a command that looks once, or watches for a while. */
import {expect, test} from 'vitest';
import {forOnePoll, notJudgedIn, rulesOverTime, withoutService, withRules} from '../../source/alerts/one-poll.ts';
import {alertDefaults, allRules, campaignRules} from '../../source/alerts/rules.ts';
import {notJudged as saidNotJudged} from '../../source/commands/check/verdict.ts';
import type {AlertSettings, RuleId} from '../../source/model/alert.ts';
import {campaignRow} from '../../source/model/select.ts';
import type {State} from '../../source/model/state.ts';
import type {Dashboard, Figures} from '../../source/model/wire.ts';
import {after, campaign, campaignsPolled, dashboardPolled, fresh} from '../model/make.ts';

const onIn = ({rules}: AlertSettings): RuleId[] => allRules.map(({id}) => id).filter(id => rules[id].on);
const overTime = rulesOverTime.map(({id}) => id);

test('one look waits for no duration of a rule of the moment, and keeps those that the graphs must show', () => {
	const {rules} = forOnePoll(alertDefaults);
	for (const {id} of campaignRules) {
		const own = alertDefaults.rules[id];
		expect(rules[id]).toEqual(overTime.includes(id) ? own : {...own, seconds: 0, polls: 1});
	}
	expect([rules.stale.on, rules.service.on]).toEqual([false, false]);
	const waiting = {...alertDefaults.rules.waiting, on: false};
	expect(forOnePoll({...alertDefaults, rules: {...alertDefaults.rules, waiting}}).rules.waiting.on).toBe(false);
});

test('rules that are asked for by name are on, and no other', () => {
	const off = {...alertDefaults, rules: {...alertDefaults.rules, outage: {...alertDefaults.rules.outage, on: false}}};
	expect(onIn(withRules(off, ['outage', 'idle']))).toEqual(['outage', 'idle']);
	expect(withRules(off, [])).toBe(off);
});

test('the rule on the service alone may be left to what else tells it', () => {
	expect(onIn(withoutService(alertDefaults))).not.toContain('service');
});

const none = {extra: {}, unreadable: []};
const minutes = <T>(count: number, point: T) =>
	Array.from({length: count}, (_, index) => ({...point, time: 36_000 + index * 60, ...none}));

/** A campaign in order, with graphs of so many minutes. */
const looked = (
	length: number,
	own: Partial<Figures> = {},
	status = 'PLAY',
	settings = forOnePoll(alertDefaults),
	calls = {dialed: 60, delivered: 12},
	polls = 1,
): State => {
	const there = {agents: 20, ready: 2, onCall: 15, wrapUp: 2, paused: 1, dead: 0};
	const graphs: Partial<Dashboard> = {
		calls: minutes(length, {...calls, drops: 0}),
		agents: minutes(length, there),
		liveCalls: minutes(length, {activeCalls: 20, ringing: 18, waiting: 0, inIvr: 0}),
	};
	const figures = {
		...{calledToday: 6000, humanAnswered: 1200, machineAnswered: 1800, dropRate: 1, dropLimit: 3, ringing: 18},
		...{waiting: 0, agents: 20, ready: 2, onCall: 15, wrapUp: 2, paused: 1, dead: 0},
	};
	const polled = Array.from({length: polls}, (_, index) =>
		dashboardPolled(2 + 2 * index, '1', {...figures, status, paceMethod: 'RATIO', ...own}, graphs),
	);
	return after(fresh({}, settings), campaignsPolled(0, [campaign('1', {status})]), ...polled);
};

const notJudged = (state: State, watched = 0): RuleId[] =>
	notJudgedIn(
		state,
		[campaignRow(state, '1')].flatMap(row => row ?? []),
		watched,
	).map(({rule}) => rule.id);

/** What no graph draws, or not well enough. */
const neverDrawn = rulesOverTime.filter(({inOneLook}) => !inOneLook).map(({id}) => id);

test('with graphs one look judges answers, drops, dialing and staffing', () => {
	expect(notJudged(looked(60))).toEqual(neverDrawn);
	expect(neverDrawn).not.toEqual(
		expect.arrayContaining(['outage', 'answers', 'drop-pace', 'idle', 'not-dialing', 'staffing']),
	);
});

test('without graphs, or with short ones, it names what it could not judge', () => {
	expect(notJudged(looked(0))).toEqual(
		overTime.filter(id => !['period-near', 'period-over', 'idle', 'not-dialing', 'paused-ready'].includes(id)),
	);
	expect(notJudged(looked(6))).toEqual(expect.arrayContaining(['outage', 'answers']));
	expect(notJudged(looked(0, {ringing: 0}))).toEqual(expect.arrayContaining(['idle', 'not-dialing']));
});

test('a campaign of a few calls is not judged by them: had nobody answered, that could be chance', () => {
	const few = (dialed: number, watched = 0) =>
		notJudged(looked(60, {}, 'PLAY', forOnePoll(alertDefaults), {dialed, delivered: dialed / 5}), watched);
	expect(few(60)).not.toContain('outage');
	for (const watched of [0, 60]) {
		expect(few(8, watched)).toEqual(expect.arrayContaining(['answers', 'outage']));
	}
	const state = looked(60, {}, 'PLAY', alertDefaults, {dialed: 8, delivered: 1.6}, 4);
	const question = {wanted: undefined, watched: 60};
	expect(saidNotJudged(state, question).slice(0, 2)).toEqual(['answers (too few calls)', 'outage (too few calls)']);
	expect(saidNotJudged(state, {...question, watched: 0}).slice(0, 2)).toEqual(['answers', 'outage']);
});

test('a longer look that polled a campaign too seldom has not judged it', () => {
	const seen = (polls: number) => looked(60, {}, 'PLAY', alertDefaults, undefined, polls);
	expect(alertDefaults.rules.waiting.polls).toBe(4);
	expect(notJudged(seen(3), 30)).toContain('waiting');
	expect(saidNotJudged(seen(3), {wanted: undefined, watched: 30})).toContain('waiting (too few polls)');
	expect(notJudged(seen(4), 30)).not.toContain('waiting');
});

test('a paused campaign is judged by the rules that concern it', () => {
	const paused = notJudged(looked(60, {ringing: 0}, 'PAUSE'));
	expect(paused).not.toContain('outage');
	expect(paused).not.toContain('paused-ready');
	expect(notJudged(looked(0, {ringing: 0}, 'PAUSE'))).toContain('paused-ready');
});

test('a longer look judges what lasts no longer than it', () => {
	const state = looked(0, {ringing: 0}, 'PLAY', alertDefaults, undefined, 4);
	expect(notJudged(state, 59)).toEqual(expect.arrayContaining(['idle', 'not-dialing', 'paused-share', 'dead']));
	expect(notJudged(state, 60)).not.toContain('idle');
	// Nothing was dialed meanwhile: of answers nothing is known.
	expect(notJudged(state, 180)).toEqual(['answers', 'outage']);
	expect(
		notJudgedIn(
			state,
			[campaignRow(state, '1')].flatMap(row => row ?? []),
			60,
		),
	).toContainEqual(expect.objectContaining({seconds: 180, campaigns: 1, of: 1}));
});
