/** What a check makes of a state. */
import {expect, test} from 'vitest';
import {forOnePoll, withRules} from '../../../source/alerts/one-poll.ts';
import {initialState} from '../../../source/alerts/reducer.ts';
import {alertDefaults} from '../../../source/alerts/rules.ts';
import {isSeen, judge} from '../../../source/commands/check/verdict.ts';
import type {Message} from '../../../source/model/state.ts';
import {after, at, campaign, campaignsPolled, dashboardPolled, source} from '../../model/make.ts';

const start = initialState(source, at(0), forOnePoll(alertDefaults));
const live: Message = {type: 'link', link: {kind: 'live', latency: 1}, now: at(1)};
const good = {
	dropRate: 1,
	humanAnswered: 1000,
	ready: 2,
	waiting: 0,
	ringing: 4,
	remainingLeads: 900,
	remainingTime: 90_000,
};
const question = {wanted: undefined, late: 'not done in time', watched: 0, asked: []};
const failed = (campaignId: string): Message => ({
	type: 'dashboard-failed',
	campaignId,
	failure: {at: at(2), reason: 'no answer'},
});
const both = campaignsPolled(1, ['1', '2']);

const verdictOf = (...messages: Message[]) => judge(after(start, live, ...messages), question);

test('OK only where all was read, and all is well', () => {
	const {pluginState, text, figures} = verdictOf(
		both,
		dashboardPolled(2, '1', good),
		dashboardPolled(2, '2', {...good, dropRate: 2.31}),
	);
	expect(pluginState).toBe('OK');
	expect(text).toBe(
		'2 campaigns, 2 dialing, highest drop rate 2.31% ("Campaign 2"); ' +
			'not judged in one look: drop-pace, answers, outage, starved, paused-more, staffing, unusual, dead, changed',
	);
	expect(figures).toContainEqual({label: 'drop_2', value: 2.31, unit: '%', warn: 2.5, crit: 3, min: 0, max: 100});
	expect(figures).toContainEqual({label: 'ready', value: 4, min: 0});
});

test.each<[string, Message[], string, RegExp]>([
	[
		'a warning',
		[dashboardPolled(2, '1', {...good, dropRate: 2.6}), dashboardPolled(2, '2', good)],
		'WARNING',
		/^"Campaign 1": drop rate 2\.60%/,
	],
	[
		'a critical one',
		[dashboardPolled(2, '1', {...good, dropRate: 3}), dashboardPolled(2, '2', good)],
		'CRITICAL',
		/^"Campaign 1": DROP RATE 3\.00%/,
	],
	['one not read', [dashboardPolled(2, '1', good), failed('2')], 'UNKNOWN', /^1 of 2 campaigns not read: no answer$/],
	[
		'one whose id cannot be read',
		[
			campaignsPolled(2, ['1', campaign('2', {id: undefined})]),
			dashboardPolled(2, '1', good),
			dashboardPolled(2, '2', good),
		],
		'UNKNOWN',
		/^campaigns not listed: 1 of 2 came without an id that can be read$/,
	],
	['one not read in time', [dashboardPolled(2, '1', good)], 'UNKNOWN', /^1 of 2 campaigns not read: not done in time$/],
	[
		'a warning, and one not read',
		[dashboardPolled(2, '1', {...good, dropRate: 2.6}), failed('2')],
		'UNKNOWN',
		/^1 of 2 .*; "Campaign 1": drop rate/,
	],
	[
		'a critical one, and one not read',
		[dashboardPolled(2, '1', {...good, dropRate: 4}), failed('2')],
		'CRITICAL',
		/^"Campaign 1": DROP.*; 1 of 2 campaigns not read/,
	],
	[
		'a drop rate that cannot be read',
		[dashboardPolled(2, '1', good), dashboardPolled(2, '2', {...good, dropRate: undefined})],
		'UNKNOWN',
		/^unread figures of 1 campaign: 2 \(percentage_dropped\)$/,
	],
	...[-9, 100.5].map((dropRate): [string, Message[], string, RegExp] => [
		`a drop rate of ${dropRate} %`,
		[dashboardPolled(2, '1', good), dashboardPolled(2, '2', {...good, dropRate})],
		'UNKNOWN',
		/^unread figures of 1 campaign: 2 \(percentage_dropped\)$/,
	]),
	[
		'nobody ready, and a count of waiting calls that cannot be read',
		[
			dashboardPolled(2, '1', good),
			dashboardPolled(2, '2', {...good, ready: 0, waiting: undefined, unreadable: ['calls_waiting']}),
		],
		'UNKNOWN',
		/^unread figures of 1 campaign: 2 \(calls_waiting\)$/,
	],
	[
		'a status word that nobody explains',
		[dashboardPolled(2, '1', good), dashboardPolled(2, '2', {...good, status: 'HALTED'})],
		'UNKNOWN',
		/^unread figures of 1 campaign: 2 \(display_status HALTED\)$/,
	],
	[
		'a warning, and a figure that cannot be read',
		[dashboardPolled(2, '1', {...good, dropRate: 2.6}), dashboardPolled(2, '2', {...good, waiting: undefined})],
		'UNKNOWN',
		/^unread figures of 1 campaign: 2 \(calls_waiting\); "Campaign 1": drop rate/,
	],
	[
		'a critical one, and a figure that cannot be read',
		[dashboardPolled(2, '1', {...good, dropRate: 4}), dashboardPolled(2, '2', {...good, waiting: undefined})],
		'CRITICAL',
		/^"Campaign 1": DROP.*; unread figures of 1 campaign: 2 \(calls_waiting\)$/,
	],
	[
		'calls waiting and nobody ready',
		[dashboardPolled(2, '1', {...good, ready: 0, waiting: 3}), dashboardPolled(2, '2', good)],
		'WARNING',
		/3 calls waiting, and no agent ready/,
	],
	[
		'no leads left while agents are ready',
		[dashboardPolled(2, '1', {...good, remainingLeads: 0}), dashboardPolled(2, '2', good)],
		'WARNING',
		/no leads left/,
	],
])('%s', (_what, messages, pluginState, text) => {
	const verdict = verdictOf(both, ...messages);
	expect(verdict.pluginState).toBe(pluginState);
	expect(verdict.text).toMatch(text);
});

test('a rule that is off needs no figures', () => {
	const {rules} = alertDefaults;
	const off = {...alertDefaults, rules: {...rules, waiting: {...rules.waiting, on: false}}};
	const state = initialState(source, at(0), forOnePoll(off));
	const messages = [live, campaignsPolled(1, ['1']), dashboardPolled(2, '1', {...good, waiting: undefined})];
	expect(judge(after(state, ...messages), question).pluginState).toBe('OK');
});

test('what could not be looked at at all is UNKNOWN', () => {
	const unknown = (text: string, ...messages: Message[]) =>
		expect(judge(after(start, ...messages), question)).toEqual(expect.objectContaining({pluginState: 'UNKNOWN', text}));
	unknown('campaigns not listed: not done in time');
	unknown('no campaign is listed: nothing to judge', live, campaignsPolled(1, []));
	unknown('not signed in at h: no', {type: 'link', link: {kind: 'signed-out', reason: 'no'}, now: at(1)});
	unknown('h: gone', {
		type: 'link',
		link: {kind: 'retrying', reason: 'gone', advice: '', since: at(0), nextAt: at(2)},
		now: at(1),
	});
	expect(
		judge(after(start, live, both, dashboardPolled(2, '1', good)), {...question, wanted: new Set(['1', '9'])}),
	).toEqual(expect.objectContaining({pluginState: 'UNKNOWN', text: 'no campaign 9'}));
});

test('a paused campaign need not tell its drop rate; sums of a part are not told', () => {
	const paused = verdictOf(
		campaignsPolled(1, ['1', campaign('2', {status: 'PAUSE'})]),
		dashboardPolled(2, '1', good),
		dashboardPolled(2, '2', {status: 'PAUSE'}),
	);
	expect(paused.pluginState).toBe('OK');
	const part = verdictOf(both, dashboardPolled(2, '1', good), failed('2'));
	expect(part.figures.find(({label}) => label === 'ready')?.value).toBeUndefined();
	expect(part.figures.find(({label}) => label === 'drop_2')?.value).toBeUndefined();
	const odd = verdictOf(
		both,
		dashboardPolled(2, '1', {...good, dropRate: -9}),
		dashboardPolled(2, '2', {...good, waiting: undefined}),
	);
	expect(odd.figures.find(({label}) => label === 'drop_1')?.value).toBeUndefined();
	expect(odd.figures.find(({label}) => label === 'waiting')?.value).toBeUndefined();
});

test('a limit of its own moves the lines of a campaign', () => {
	const {figures} = verdictOf(campaignsPolled(1, ['1']), dashboardPolled(2, '1', {...good, dropLimit: 1.5}));
	expect(figures.find(({label}) => label === 'drop_1')).toMatchObject({warn: 1.25, crit: 1.5});
});

test('fifty campaigns tell their figures, those that were named all of them', () => {
	const ids = Array.from({length: 60}, (_, place) => String(place));
	const state = after(start, live, campaignsPolled(1, ids), ...ids.map(id => dashboardPolled(2, id, good)));
	const drops = (wanted?: ReadonlySet<string>) =>
		judge(state, {...question, wanted}).figures.filter(({label}) => label.startsWith('drop_')).length;
	expect([drops(), drops(new Set(ids))]).toEqual([50, 60]);
});

test('one look is over once each has been read or has failed; a refused listing may be the token', () => {
	const seen = (...messages: Message[]) => isSeen(after(start, ...messages), undefined);
	const listing = (refused: boolean): Message => ({
		type: 'campaigns-failed',
		failure: {at: at(1), reason: 'no', ...(refused && {refused})},
	});
	expect(seen(live, both, dashboardPolled(2, '1', good))).toBe(false);
	expect(seen(live, both, dashboardPolled(2, '1', good), failed('2'))).toBe(true);
	expect([seen(), seen(listing(true)), seen(listing(false))]).toEqual([false, false, true]);
});

test('a rule that is asked for by name and cannot be judged is UNKNOWN; one that can be is not', () => {
	const looked = (rule: 'outage' | 'drop-limit', own = good) => {
		const state = initialState(source, at(0), forOnePoll(withRules(alertDefaults, [rule])));
		const polled = after(state, live, campaignsPolled(1, ['1']), dashboardPolled(2, '1', own));
		const {pluginState, text} = judge(polled, {...question, asked: [rule]});
		return [pluginState, text];
	};
	expect(looked('outage')).toEqual(['UNKNOWN', 'not judged in one look: outage']);
	expect(looked('drop-limit')).toEqual(['OK', '1 campaign, 1 dialing, highest drop rate 1.00% ("Campaign 1")']);
	expect(looked('drop-limit', {...good, dropRate: 4})[0]).toBe('CRITICAL');
	expect(looked('outage', {...good, dropRate: 4})[0]).toBe('UNKNOWN');
});
