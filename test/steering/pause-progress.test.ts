/** How a pause of everything stands: what was paused, what was not, and the calls that are left. */
import {expect, test} from 'vitest';
import type {Command} from '../../source/model/pending.ts';
import type {Message} from '../../source/model/state.ts';
import {
	isBeingSent,
	isReadSince,
	type PausedAll,
	type ProgressKeys,
	progressOf,
} from '../../source/steering/pause-progress.ts';
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
	span,
	target,
	tick,
} from '../model/make.ts';

const run: PausedAll = {
	batch: 1,
	at: at(1),
	targets: [target('1'), target('2')],
	skipped: [{target: target('4'), why: 'so'}],
};
const keys = {again: 'H', log: '8', close: 'x'};

const paused = (id: string, command: number): Partial<Command> => ({id: command, batch: 1, target: target(id)});
const play = (id: string, command: number): Partial<Command> => ({
	id: command,
	operation: 'play_campaign',
	target: target(id),
	expected: 'dialing',
	before: 'PAUSE',
});

/** The campaigns with these statuses, and these figures. */
const shown = (sent: number, statuses: readonly string[], calls: Readonly<Record<string, number>> = {}): Message[] => [
	campaignsPolled(
		sent,
		statuses.map((status, index) => campaign(String(index + 1), {status})),
	),
	...statuses.map((status, index) => dashboardPolled(sent, String(index + 1), {status, ...calls})),
	tick(sent + 0.2),
];

const playing = ['PLAY', 'PLAY', 'STOP'] as const;
const quiet = {activeCalls: 0, onCall: 0};
const sending = [asked(2, paused('1', 1)), asked(2, paused('2', 2))];
const both = [...sending, done(3, 1), done(3, 2)];
const idle = ['PAUSE', 'PAUSE', 'STOP'] as const;
const one = {activeCalls: 1, onCall: 0};
const notPaused = '1 NOT PAUSED (H asks again, 8 log, x closes): ';

const lines = (...messages: Message[]) => progressOf(after(fresh(), ...shown(1, playing), ...messages), run, keys);

test.for<[name: string, messages: Message[], first: [role: string, says: string], second?: string]>([
	['nothing sent', [], ['pending', '0 of 2 paused, 2 to go']],
	['nothing sent, and paused by others', shown(2, idle), ['pending', '0 of 2 paused, 2 to go']],
	['one under way', sending.slice(0, 1), ['pending', '0 of 2 paused, 1 under way, 1 to go']],
	[
		'one under way, one done',
		[...sending, done(3, 1), ...shown(4, idle, quiet)],
		['pending', '1 of 2 paused, 1 under way; no call in progress any more'],
	],
	[
		'one refused',
		[...sending, endedAs(3, 'refused', 1), done(3, 2), ...shown(4, ['PLAY', 'PAUSE', 'STOP'], one)],
		['warning', '1 of 2 paused; 1 call still in progress'],
		`${notPaused}1 refused`,
	],
	[
		'one not sent',
		[...sending, endedAs(3, 'not-sent', 1), done(3, 2), ...shown(4, ['PLAY', 'PAUSE', 'STOP'], one)],
		['warning', '1 of 2 paused; 1 call still in progress'],
		`${notPaused}1 NOT SENT`,
	],
	[
		'one unknown',
		[...sending, endedAs(3, 'unknown', 1), done(3, 2), ...shown(4, ['PLAY', 'PAUSE', 'STOP'], one)],
		['warning', '1 of 2 paused; 1 call still in progress'],
		`${notPaused}1 UNKNOWN`,
	],
	[
		'one unknown that was not seen either, and one that was set aside',
		[
			...sending,
			endedAs(3, 'unknown', 1),
			done(3, 2),
			...shown(4, ['PLAY', 'PLAY', 'STOP'], one),
			{type: 'command-set-aside', id: 2, now: at(5)},
			tick(34),
		],
		['warning', '0 of 2 paused'],
		'2 NOT PAUSED (H asks again, 8 log, x closes): 1 UNKNOWN, 2 set aside',
	],
	[
		'one not seen',
		[...sending, done(3, 1), done(3, 2), ...shown(4, ['PLAY', 'PAUSE', 'STOP'], one), tick(34)],
		['warning', '1 of 2 paused; 1 call still in progress, figures 30s old'],
		`${notPaused}1 not seen`,
	],
	[
		'one that dials again',
		[...both, ...shown(4, idle), ...shown(5, ['PLAY', 'PAUSE', 'STOP'], one)],
		['warning', '1 of 2 paused; 1 call still in progress'],
		`${notPaused}1 dials again`,
	],
	[
		'one that dials again, of which it was not known whether it was paused',
		[...sending, endedAs(3, 'unknown', 1), done(3, 2), ...shown(4, idle), ...shown(5, ['PLAY', 'PAUSE', 'STOP'], one)],
		['warning', '1 of 2 paused; 1 call still in progress'],
		`${notPaused}1 dials again`,
	],
	[
		'one that dials again, the other refused',
		[...sending, done(3, 1), endedAs(3, 'refused', 2), ...shown(4, ['PAUSE', 'PLAY', 'STOP']), ...shown(5, playing)],
		['warning', '0 of 2 paused'],
		'2 NOT PAUSED (H asks again, 8 log, x closes): 1 dials again, 2 refused',
	],
	[
		'one that was stopped since',
		[...both, ...shown(4, idle), ...shown(5, ['STOP', 'PAUSE', 'STOP'], quiet)],
		['ok', 'all 2 paused; no call in progress any more; x closes'],
	],
	[
		'one that is listed no longer',
		[...both, ...shown(4, idle, quiet), ...shown(5, ['PAUSE'], quiet)],
		['warning', '1 of 2 paused; 0 calls in progress, 1 unread'],
	],
	[
		'one skipped, one begun since',
		[...both, ...shown(4, ['PAUSE', 'PAUSE', 'PLAY', 'HALTED'], quiet)],
		['ok', 'all 2 paused; no call in progress any more; x closes'],
		'2 NOT PAUSED (H asks again, 8 log, x closes): 4 skipped, 3 began since',
	],
	[
		'another that shows a strange word',
		[...both, ...shown(4, ['PAUSE', 'PAUSE', 'HALTED'], quiet)],
		['ok', 'all 2 paused; no call in progress any more; x closes'],
	],
	[
		'calls',
		[...both, ...shown(4, idle, {activeCalls: 2, onCall: 1, ringing: 1})],
		['warning', 'all 2 paused; 6 calls still in progress (2 ringing)'],
	],
	['no calls', [...both, ...shown(4, idle, quiet)], ['ok', 'all 2 paused; no call in progress any more; x closes']],
	[
		'calls that are not said',
		[...both, ...shown(4, idle, {activeCalls: 1})],
		['warning', 'all 2 paused; calls in progress unknown'],
	],
	[
		'figures from before the end',
		[...both, ...shown(3, idle, quiet)],
		['pending', '0 of 2 paused, 2 under way; calls in progress not read yet'],
	],
	[
		'figures of one alone',
		[...both, ...shown(2.5, idle), dashboardPolled(4, '1', {status: 'PAUSE', activeCalls: 1, onCall: 0}), tick(4.2)],
		['pending', '0 of 2 paused, 2 under way; 1 call in progress, 1 unread'],
	],
	[
		'figures of one alone, long after',
		[...both, ...shown(2.5, idle), dashboardPolled(40, '1', {status: 'PAUSE', ...quiet}), tick(40.2)],
		['warning', 'all 2 paused; 0 calls in progress, 1 unread'],
	],
	[
		'old figures',
		[...both, ...shown(4, idle, quiet), tick(14.1)],
		['warning', 'all 2 paused; no call in progress any more, figures 10s old'],
	],
	[
		'figures of ten seconds',
		[...both, ...shown(4, idle, quiet), tick(14)],
		['ok', 'all 2 paused; no call in progress any more; x closes'],
	],
	[
		'figures of which nobody knows the age, as the machine slept',
		[...both, ...shown(4, idle, quiet), {type: 'tick', now: {...at(5), wall: at(5000).wall}}],
		['warning', 'all 2 paused; no call in progress any more, figures of unknown age'],
	],
])('%s', ([, messages, [role, says], second]) => {
	const [first, other, ...more] = lines(...messages);
	expect(first).toEqual({role, text: expect.stringMatching(/^Pause all \d\d:\d\d:\d\d: /)});
	expect(first?.text.slice('Pause all 00:00:00: '.length)).toBe(says);
	expect(other).toEqual(second === undefined ? undefined : {role: 'error', text: second});
	expect(more).toEqual([]);
});

test('a single one is not counted as all, and keys that are bound to nothing are not named', () => {
	const single = {...run, targets: [target('1')], skipped: []};
	const bare = {again: undefined, log: undefined, close: undefined};
	const said = (named: ProgressKeys, ...statuses: string[]) =>
		progressOf(
			after(fresh(), ...shown(1, ['PLAY']), asked(2, paused('1', 1)), done(3, 1), ...shown(4, statuses, quiet)),
			single,
			named,
		).map(({text}) => text.replace(/^Pause all \S+: /, ''));
	const first = '1 of 1 paused; no call in progress any more';
	expect(said(bare, 'PAUSE')).toEqual([first]);
	expect(said(bare, 'PAUSE', 'PLAY')).toEqual([first, '1 NOT PAUSED: 2 began since']);
	expect(said({...bare, again: 'H'}, 'PAUSE', 'PLAY')[1]).toBe('1 NOT PAUSED (H asks again): 2 began since');
});

test('what this run has played again since counts no longer, unless the play was refused or not sent', () => {
	const quieted = [...both, ...shown(4, idle, quiet)];
	const again = (kind?: 'refused' | 'not-sent'): Message[] => [
		...quieted,
		asked(5, play('1', 3)),
		kind ? endedAs(6, kind, 3) : done(6, 3),
	];
	expect(lines(...again())[0]?.text).toContain(': 1 of 2 paused');
	expect(lines(...again('refused'))[0]?.text).toContain(': all 2 paused');
	expect(lines(...again('not-sent'))[0]?.text).toContain(': all 2 paused');
	// A play before the pause is none since.
	expect(lines(asked(1.5, play('1', 9)), done(1.6, 9), ...quieted)[0]?.text).toContain(': all 2 paused');
	// Nor is another command, or a pause of another batch.
	expect(lines(...quieted, asked(5, {...play('1', 3), operation: 'update_campaign'}), done(6, 3))[0]?.text).toContain(
		': all 2',
	);
	expect(lines(asked(1.5, {id: 8, batch: 2, target: target('1')}), ...sending.slice(1))[0]?.text).toContain('1 to go');
});

test('there is nothing left to say once all of them dial again', () => {
	const quieted = [...both, ...shown(4, idle, quiet)];
	expect(lines(...quieted, ...shown(5, playing))).toEqual([]);
});

test('figures were read since only if they were asked for after the end', () => {
	expect(isReadSince({endedAt: at(3)}, {span: span(3)})).toBe(false);
	expect(isReadSince({endedAt: at(3)}, {span: span(3.1)})).toBe(true);
	expect(isReadSince({endedAt: undefined}, {span: span(3)})).toBe(false);
	expect(isReadSince({endedAt: at(3)}, {span: undefined})).toBe(false);
});

test('it is being sent until each was', () => {
	const state = (...messages: Message[]) => after(fresh(), ...shown(1, playing), ...messages);
	expect(isBeingSent(state(), undefined)).toBe(false);
	expect(isBeingSent(state(), run)).toBe(true);
	expect(isBeingSent(state(...sending.slice(0, 1)), run)).toBe(true);
	expect(isBeingSent(state(...sending), run)).toBe(false);
});
