/** Commands: from the operator's yes to what the service was then seen to do. */
import {describe, expect, test} from 'vitest';
import {isOpen, type Pending} from '../../source/model/pending.ts';
import {commandOn} from '../../source/model/select.ts';
import type {State} from '../../source/model/state.ts';
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

describe('a command that was done', () => {
	const acknowledged = after(listed, asked(1), done(2));

	test('is sending, then acknowledged, and open all the while', () => {
		const sending = after(listed, asked(1));
		expect(last(sending)).toMatchObject({phase: 'sending', askedAt: at(1), endedAt: undefined});
		expect(last(acknowledged)).toMatchObject({phase: 'acknowledged', endedAt: at(2), wasUnknown: false, reason: ''});
		expect([sending, acknowledged].map(state => state.commands.every(isOpen))).toEqual([true, true]);
	});

	test.each([1.5, 2])('is not observed by a poll sent at %d s, before or with the answer', sent => {
		const state = after(acknowledged, dashboardPolled(sent, '1', {status: 'PAUSE'}));
		expect(last(state)?.phase).toBe('acknowledged');
	});

	test('is observed by a poll sent after the answer', () => {
		const state = after(acknowledged, dashboardPolled(2.5, '1', {status: 'PAUSE'}));
		expect(last(state)).toMatchObject({phase: 'observed', seen: 'PAUSE', at: {mono: 2600}});
	});

	test('is observed by get_campaigns too', () => {
		const state = after(acknowledged, campaignsPolled(2.5, [campaign('1', {status: 'PAUSED'})]));
		expect(last(state)).toMatchObject({phase: 'observed', seen: 'PAUSED'});
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
		const observed = after(acknowledged, dashboardPolled(2.5, '1', {status: 'PAUSE'}));
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
		expect(last(after(unknown, dashboardPolled(1.9, '1', {status: 'PAUSE'})))?.phase).toBe('unknown');
		expect(last(after(unknown, dashboardPolled(2.1, '1', {status: 'PAUSE'})))).toMatchObject({
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
		expect(last(after(played, dashboardPolled(3, '1', {status: 'RUNNING'})))?.phase).toBe('acknowledged');
		expect(last(after(played, dashboardPolled(3, '1', {status: ' play '})))?.phase).toBe('observed');
	});

	test('stop is not observed by a pause', () => {
		const stopped = after(paused, asked(1, {expected: 'stopped', before: 'PAUSE'}), done(2));
		expect(last(after(stopped, dashboardPolled(3, '1', {status: 'PAUSE'})))?.phase).toBe('acknowledged');
		expect(last(after(stopped, dashboardPolled(3, '1', {status: 'STOP'})))?.phase).toBe('observed');
	});
});

describe('words of another service', () => {
	const both = after(
		fresh(),
		campaignsPolled(0, [campaign('1', {status: 'ACTIVE'})]),
		dashboardPolled(0.5, '1', {status: 'PLAY'}),
		asked(1, {before: 'PLAY'}),
		done(2),
	);

	test('a new word in the place that had another is what was asked for', () => {
		expect(last(after(both, campaignsPolled(3, [campaign('1', {status: 'ASLEEP'})])))).toMatchObject({
			phase: 'observed',
			seen: 'ASLEEP',
		});
		expect(last(after(both, dashboardPolled(3, '1', {status: 'ASLEEP'})))?.phase).toBe('observed');
	});

	test("one place's word for the old state is not news, though the other place has another word for it", () => {
		const state = after(both, campaignsPolled(3, [campaign('1', {status: 'ACTIVE'})]));
		expect(last(state)?.phase).toBe('acknowledged');
	});

	test('the first word of a place says nothing of a change', () => {
		const state = after(
			fresh(),
			campaignsPolled(0, [campaign('1', {status: 'PLAY'})]),
			asked(1),
			done(2),
			dashboardPolled(3, '1', {status: 'RUNNING'}),
		);
		expect(last(state)?.phase).toBe('acknowledged');
	});
});

describe('lists', () => {
	const off = {operation: 'change_status', target: target('7', 'list'), expected: 'off', before: 'Y'} as const;
	const switched = after(fresh(), listsPolled(0, [list('7')]), asked(1, off), done(2));

	test('are observed by get_lists', () => {
		expect(last(after(switched, listsPolled(3, [list('7', {status: 'Y'})])))?.phase).toBe('acknowledged');
		expect(last(after(switched, listsPolled(3, [list('7', {status: ' n'})])))?.phase).toBe('observed');
	});

	test('are not observed by another word', () => {
		expect(last(after(switched, listsPolled(3, [list('7', {status: 'OFF'})])))?.phase).toBe('acknowledged');
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
