/** Commands: from the operator's yes to what the service was then seen to do. */
import {describe, expect, test} from 'vitest';
import {statusWordsOf} from '../../source/model/campaign.ts';
import {isExpectedWord, isOpen, isSameControl, type Pending, type Target} from '../../source/model/pending.ts';
import {commandOn} from '../../source/model/select.ts';
import type {Message, State} from '../../source/model/state.ts';
import {
	after,
	asked,
	at,
	campaign,
	campaignsPolled,
	dashboardPolled,
	done,
	endedAs,
	fresh,
	list,
	listsPolled,
	target,
	tick,
} from './make.ts';

const listed = after(fresh(), campaignsPolled(0, ['1']), dashboardPolled(0, '1', {status: 'PLAY'}));
const last = (state: State): Pending | undefined => state.commands.at(-1);

/** The next poll of both places shows this word. */
const seenAs = (status: string, sent: number): [Message, Message] => [
	campaignsPolled(sent, [campaign('1', {status})]),
	dashboardPolled(sent, '1', {status}),
];

describe('a command that was done', () => {
	const acknowledged = after(listed, asked(1), done(2));

	test('is sending, then acknowledged, and open all the while', () => {
		const sending = after(listed, asked(1));
		expect(last(sending)).toMatchObject({phase: 'sending', askedAt: at(1), endedAt: undefined});
		expect(last(acknowledged)).toMatchObject({phase: 'acknowledged', endedAt: at(2), wasUnknown: false, reason: ''});
		expect([sending, acknowledged].map(state => state.commands.every(isOpen))).toEqual([true, true]);
	});

	test.each([1.5, 2])('is not observed by a poll sent at %d s, before or with the answer', sent => {
		const state = after(acknowledged, ...seenAs('PAUSE', sent));
		expect(last(state)).toMatchObject({phase: 'acknowledged', seen: undefined});
	});

	test('is observed once both places were read after the answer, in words that may differ', () => {
		const first = after(acknowledged, dashboardPolled(2.5, '1', {status: 'PAUSE'}));
		expect(last(first)).toMatchObject({phase: 'acknowledged', seen: 'PAUSE', reading: 'asked'});
		const state = after(first, campaignsPolled(3, [campaign('1', {status: ' Paused'})]));
		expect(last(state)).toMatchObject({phase: 'observed', seen: 'PAUSE', at: {mono: 3100}});
	});

	test.each([
		['says no status', campaignsPolled(3, [campaign('1', {status: undefined})])],
		['no longer lists it', campaignsPolled(3, ['2'])],
		['cannot be read', {type: 'campaigns-failed', failure: {at: at(3), reason: 'no'}} as const],
		['says a word of its own', campaignsPolled(3, [campaign('1', {status: 'Y'})])],
	])('is observed by one place where the other %s', (_what, message) => {
		const state = after(acknowledged, dashboardPolled(2.5, '1', {status: 'PAUSE'}), message);
		expect(last(state)).toMatchObject({phase: 'observed', reading: 'asked'});
	});

	test('is observed by get_campaigns where no dashboard can be read', () => {
		const failed = {type: 'dashboard-failed', campaignId: '1', failure: {at: at(3), reason: 'no data'}} as const;
		const state = after(acknowledged, campaignsPolled(2.5, [campaign('1', {status: 'PAUSED'})]), failed);
		expect(last(state)).toMatchObject({phase: 'observed', seen: 'PAUSED'});
	});

	test('is observed at the end of the wait by the one place that was read', () => {
		const state = after(acknowledged, dashboardPolled(2.5, '1', {status: 'PAUSE'}), tick(33));
		expect(last(state)?.phase).toBe('observed');
	});

	test('is not observed while the service shows the old state, and what it shows is kept', () => {
		const state = after(acknowledged, dashboardPolled(2.5, '1', {status: 'PLAY'}));
		expect(last(state)).toMatchObject({phase: 'acknowledged', seen: 'PLAY'});
	});

	test('is not observed on another campaign, or on a list of the same id', () => {
		const state = after(
			acknowledged,
			campaignsPolled(3, ['1', campaign('2', {status: 'PAUSE'})]),
			dashboardPolled(3, '2', {status: 'PAUSE'}),
			listsPolled(3, [list('1', {status: 'N'})]),
		);
		expect(last(state)?.phase).toBe('acknowledged');
	});

	test('keeps what was seen when a place says no status', () => {
		const state = after(
			acknowledged,
			dashboardPolled(3, '1', {status: 'PLAY'}),
			campaignsPolled(4, [campaign('1', {status: undefined})]),
		);
		expect(last(state)?.seen).toBe('PLAY');
	});

	test('stays observed whatever comes later', () => {
		const observed = after(acknowledged, ...seenAs('PAUSE', 2.5));
		const later = after(observed, dashboardPolled(3, '1', {status: 'PLAY'}), tick(90), endedAs(91, 'refused'));
		expect(last(later)).toBe(last(observed));
	});

	test('is unobserved after 30 s, not sooner', () => {
		expect(last(after(acknowledged, tick(32)))?.phase).toBe('acknowledged');
		expect(last(after(acknowledged, tick(32.1)))?.phase).toBe('unobserved');
	});

	test('is not given up because the wall clock was set on', () => {
		const state = after(acknowledged, {type: 'tick', now: {wall: at(3600).wall, mono: at(3).mono}});
		expect(last(state)?.phase).toBe('acknowledged');
	});
});

describe('a command without an outcome', () => {
	const unknown = after(listed, asked(1), endedAs(2, 'unknown'));

	test('is open and says why', () => {
		expect(last(unknown)).toMatchObject({phase: 'unknown', wasUnknown: true, reason: 'unknown it was'});
		expect(unknown.commands.every(isOpen)).toBe(true);
	});

	test('is observed by a later poll, and stays one that was unknown', () => {
		expect(last(after(unknown, ...seenAs('PAUSE', 1.9)))?.phase).toBe('unknown');
		expect(last(after(unknown, ...seenAs('PAUSE', 2.1)))).toMatchObject({
			phase: 'observed',
			wasUnknown: true,
		});
	});

	test('is unobserved after 30 s', () => {
		const state = after(unknown, dashboardPolled(3, '1', {status: 'PLAY'}), tick(33));
		expect(last(state)).toMatchObject({phase: 'unobserved', wasUnknown: true, seen: 'PLAY'});
	});
});

test.each(['refused', 'not-sent'] as const)('a command that was %s ends at once', kind => {
	const ended = after(listed, asked(1), endedAs(2, kind));
	expect(last(ended)).toMatchObject({phase: kind, reason: `${kind} it was`});
	expect(ended.commands.some(isOpen)).toBe(false);
	expect(last(after(ended, dashboardPolled(3, '1', {status: 'PAUSE'}), tick(60)))?.phase).toBe(kind);
});

test('a command that was never asked ends nothing', () => {
	const state = after(listed, asked(1));
	expect(after(state, done(2, 99)).commands).toBe(state.commands);
});

test('a note is added to the reason', () => {
	const refused = after(listed, asked(1), endedAs(2, 'refused'));
	expect(last(after(refused, {type: 'command-noted', id: 1, note: 'and more'}))?.reason).toBe(
		'refused it was; and more',
	);
	const acknowledged = after(listed, asked(1), done(2));
	expect(last(after(acknowledged, {type: 'command-noted', id: 1, note: 'and more'}))?.reason).toBe('and more');
});

describe('play and stop', () => {
	const paused = after(fresh(), campaignsPolled(0, [campaign('1', {status: 'PAUSE'})]));

	test('play is observed by PLAY, not by the first word of a place', () => {
		const played = after(paused, asked(1, {expected: 'dialing', before: 'PAUSE'}), done(2));
		expect(last(after(played, ...seenAs('STARTING', 3)))?.phase).toBe('acknowledged');
		expect(last(after(played, ...seenAs('Running', 3)))?.phase).toBe('observed');
		expect(last(after(played, ...seenAs(' play ', 3)))?.phase).toBe('observed');
	});

	test('stop is not observed by a pause', () => {
		const stopped = after(paused, asked(1, {expected: 'stopped', before: 'PAUSE'}), done(2));
		expect(last(after(stopped, ...seenAs('PAUSE', 3)))?.phase).toBe('acknowledged');
		expect(last(after(stopped, ...seenAs('STOP', 3)))?.phase).toBe('observed');
	});
});

describe('what is not what was asked', () => {
	const acknowledged = after(listed, asked(1), done(2));

	test.each(['ERROR', 'PAUSE FAILED', 'PAUSING', 'INACTIVE', 'DIALING', 'HALTED', 'N', ''])(
		'a pause is not observed by %j, a word nobody explains: done or UNKNOWN, and at the end of the wait',
		word => {
			for (const begun of [acknowledged, after(listed, asked(1), endedAs(2, 'unknown'))]) {
				const shown = after(begun, ...seenAs(word, 3));
				expect(last(shown)).toMatchObject({phase: last(begun)?.phase, seen: word, reading: 'unknown'});
				expect(last(after(shown, tick(33)))).toMatchObject({phase: 'unobserved', seen: word, reading: 'unknown'});
			}
		},
	);

	test.each(['PLAY', 'STOP', ' stopped ', 'PLAYING', 'Active', 'RUNNING'])(
		'a pause is not observed by %j, which means something else',
		word => {
			const shown = after(acknowledged, ...seenAs(word, 3), tick(33));
			expect(last(shown)).toMatchObject({phase: 'unobserved', seen: word, reading: 'other'});
		},
	);

	test('the words of the profile are known: what was asked, and what was not', () => {
		const statusWords = statusWordsOf({RUNNING: 'play', 'ON HOLD': 'pause'});
		const begun = after(
			fresh({statusWords}),
			campaignsPolled(0, [campaign('1', {status: 'RUNNING'})]),
			asked(1, {before: 'RUNNING'}),
			done(2),
		);
		expect(last(after(begun, ...seenAs('Running', 3)))).toMatchObject({phase: 'acknowledged', reading: 'other'});
		expect(last(after(begun, ...seenAs('on  hold', 3)))).toMatchObject({phase: 'observed', seen: 'on  hold'});
		expect(last(after(begun, ...seenAs('PAUSE', 3)))).toMatchObject({phase: 'observed'});
	});

	test('nothing is claimed while the two places do not agree, whichever was read first', () => {
		const listing = campaignsPolled(3, [campaign('1', {status: 'PLAY'})]);
		const shown = dashboardPolled(3.5, '1', {status: 'PAUSE'});
		for (const state of [after(acknowledged, listing, shown), after(acknowledged, shown, listing)]) {
			const apart = {seen: 'PAUSE in the dashboard, PLAY in get_campaigns', reading: 'apart'};
			expect(last(state)).toMatchObject({phase: 'acknowledged', ...apart});
			// That it cannot be read any longer does not take back what it said.
			const failed = {type: 'campaigns-failed', failure: {at: at(5), reason: 'no'}} as const;
			expect(last(after(state, failed, tick(33)))).toMatchObject({phase: 'unobserved', ...apart});
			expect(last(after(state, campaignsPolled(6, [campaign('1', {status: 'PAUSE'})])))?.phase).toBe('observed');
		}
	});

	test('two words that nobody explains are told apart, and one word written in two ways is not', () => {
		const shown = (listing: string) =>
			last(
				after(
					acknowledged,
					campaignsPolled(3, [campaign('1', {status: listing})]),
					dashboardPolled(3, '1', {status: 'HALTED'}),
				),
			);
		expect(shown('ERROR')).toMatchObject({seen: 'HALTED in the dashboard, ERROR in get_campaigns', reading: 'unknown'});
		expect(shown(' halted')).toMatchObject({seen: 'HALTED', reading: 'unknown'});
	});

	test('a word that stood there before is no sign of it', () => {
		const half = after(
			fresh(),
			campaignsPolled(0, [campaign('1', {status: 'PAUSE'})]),
			dashboardPolled(0.5, '1', {status: 'PLAY'}),
			asked(1),
			done(2),
			campaignsPolled(3, [campaign('1', {status: 'PAUSE'})]),
			dashboardPolled(3, '1', {status: 'HALTED'}),
		);
		expect(last(half)?.phase).toBe('acknowledged');
		expect(last(after(half, dashboardPolled(4, '1', {status: 'PAUSE'})))?.phase).toBe('observed');
	});

	test('it can be set aside before the wait is over, and the control is free again', () => {
		const aside = {type: 'command-set-aside', id: 1, now: at(5)} as const;
		const state = after(acknowledged, ...seenAs('ERROR', 3), aside);
		expect(last(state)).toMatchObject({phase: 'set-aside', wasUnknown: false});
		expect(state.commands.some(isOpen)).toBe(false);
		const sending = after(listed, asked(1), aside);
		expect(last(sending)?.phase).toBe('sending');
	});
});

describe('lists', () => {
	const off = {operation: 'change_status', target: target('7', 'list'), expected: 'off', before: 'Y'} as const;
	const switched = after(fresh(), listsPolled(0, [list('7')]), asked(1, off), done(2));

	test('are observed by get_lists', () => {
		expect(last(after(switched, listsPolled(3, [list('7', {status: 'Y'})])))?.phase).toBe('acknowledged');
		expect(last(after(switched, listsPolled(3, [list('7', {status: ' n'})])))?.phase).toBe('observed');
	});

	test('that are switched on are observed by Y', () => {
		const on = after(
			fresh(),
			listsPolled(0, [list('7', {status: 'N'})]),
			asked(1, {...off, expected: 'on', before: 'N'}),
			done(2),
		);
		const still = after(on, listsPolled(3, [list('7', {status: 'N'})]));
		expect(last(still)).toMatchObject({phase: 'acknowledged', reading: 'other'});
		expect(last(after(still, listsPolled(4, [list('7')])))?.phase).toBe('observed');
	});

	test.each(['OFF', 'NO', 'ERROR', '0'])('are not observed by %s', status => {
		const shown = after(switched, listsPolled(3, [list('7', {status})]));
		expect(last(shown)).toMatchObject({phase: 'acknowledged', seen: status, reading: 'unknown'});
		expect(last(after(shown, listsPolled(4, [list('7', {status: 'Y'})])))?.reading).toBe('other');
	});
});

describe('the command on a target', () => {
	test('is the last one, for as long as it is open or has just ended', () => {
		const refused = after(listed, asked(1), endedAs(2, 'refused'), tick(11));
		expect(commandOn(refused, target('1'))?.phase).toBe('refused');
		expect(commandOn(refused, target('2'))).toBeUndefined();
		expect(commandOn(refused, target('1', 'list'))).toBeUndefined();
		expect(commandOn(after(refused, tick(12)), target('1'))).toBeUndefined();
	});

	test('is the open one, though another ended later', () => {
		const state = after(listed, asked(1), endedAs(2, 'unknown'), asked(3, {id: 2}), endedAs(3, 'not-sent', 2), tick(4));
		expect(commandOn(state, target('1'))).toMatchObject({phase: 'unknown', command: {id: 1}});
	});
});

test.each([
	['dialing', true],
	['paused', true],
	['stopped', true],
	['on', true],
	['off', true],
	['', false],
	['PLAY', false],
	[undefined, false],
])('a command may wait for %s: %s', (word, is) => {
	expect(isExpectedWord(word)).toBe(is);
});

describe('a command waits for another', () => {
	test.for<[one: string, other: string, waits: boolean]>([
		['play_campaign', 'stop_campaign', true],
		['play_campaign', 'pause_campaign', true],
		['pause_campaign', 'update_campaign', false],
		['stop_campaign', 'update_campaign', false],
		['update_campaign', 'update_campaign', true],
		['update_campaign', 'add_dnc', false],
	])('%s for %s of the same target: %s', ([one, other, waits]) => {
		const of = (operation: string) => ({operation, target: target('1')}) as Parameters<typeof isSameControl>[0];
		expect(isSameControl(of(one), of(other))).toBe(waits);
		expect(isSameControl(of(other), of(one))).toBe(waits);
	});

	test('only of its own target, which may be one of which only the last digits are known', () => {
		const waits = (one: Target, other: Target): boolean =>
			isSameControl({operation: 'add_dnc', target: one}, {operation: 'add_dnc', target: other});
		const masked: Target = {...target('…0123', 'number'), endsIn: '0123'};
		for (const [one, other, is] of [
			[target('1'), target('2'), false],
			[target('1'), target('1', 'list'), false],
			[masked, target('5125550123', 'number'), true],
			[masked, target('5125550124', 'number'), false],
			[masked, target('5125550123', 'account'), false],
		] as const) {
			expect([waits(one, other), waits(other, one)]).toEqual([is, is]);
		}
	});
});
