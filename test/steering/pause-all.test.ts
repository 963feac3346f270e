/** A pause of everything: what it pauses, what it leaves out and why, and what voids its question. */
import {expect, test} from 'vitest';
import type {Message, State} from '../../source/model/state.ts';
import type {Figures} from '../../source/model/wire.ts';
import {offerPauseAll, whyNoPauseAll} from '../../source/steering/campaigns.ts';
import type {Batch} from '../../source/steering/offer.ts';
import {promptFor, questionOf} from '../../source/steering/question.ts';
import {whyVoid} from '../../source/steering/void.ts';
import {
	after,
	asked,
	campaign,
	campaignsPolled,
	dashboardPolled,
	done,
	fresh,
	live,
	pauseOf,
	target,
} from '../model/make.ts';
import {wordsOf} from './offer-words.ts';

/** The campaigns 1, 2, … with these status words. */
const shows = (sent: number, ...statuses: (string | undefined)[]): Message =>
	campaignsPolled(
		sent,
		statuses.map((status, index) => campaign(String(index + 1), {status})),
	);
const showing = (...statuses: (string | undefined)[]): State => after(fresh(), live, shows(0, ...statuses));

const strange = 'it shows BUSY, which says neither dialing nor not';

test.for<[what: string, state: State, says: string]>([
	['what dials', showing('PLAY', 'PAUSE', 'STOP', 'PLAY'), 'pause 1 4'],
	['nothing that dials', showing('PAUSE', 'STOP'), 'no campaign dials in QA'],
	['nothing listed', after(fresh(), live), 'the campaigns are not listed yet'],
	['a lock', after(showing('PLAY'), {type: 'lock', locked: true}), 'the read-only lock is on (:lock takes it off)'],
	[
		'a strange word',
		showing('PLAY', 'BUSY', undefined),
		`pause 1, 2 ${strange}, and its calls are not known, 3 the service has not reported whether it is dialing, and its calls are not known`,
	],
	[
		'strange words alone',
		showing('BUSY', 'PAUSE'),
		`no campaign dials in QA that can be paused: 1 (${strange}, and its calls are not known)`,
	],
	[
		'one that is being played',
		after(showing('PLAY', 'PAUSE', 'PAUSE'), asked(1, {operation: 'play_campaign', verb: 'play', target: target('2')})),
		'pause 1, 2 play is still under way on it',
	],
	[
		'one that was played, and one whose settings are changed',
		after(
			showing('PLAY', 'PAUSE', 'PAUSE'),
			asked(1, {operation: 'play_campaign', verb: 'play', target: target('2'), expected: undefined}),
			done(2),
			asked(3, {id: 2, operation: 'update_campaign', verb: 'update', target: target('3')}),
		),
		'pause 1',
	],
])('%s', ([, state, says]) => {
	const offer = offerPauseAll(state);
	expect(wordsOf(offer)).toBe(says);
	expect(whyNoPauseAll(state)).toBe('why' in offer ? says : undefined);
});

test.for<[figures: Partial<Figures>, says: string]>([
	[{ringing: 1}, 'pause 1'],
	[{activeCalls: 1}, 'pause 1'],
	[{ringing: 0, activeCalls: 1}, 'pause 1'],
	[
		{ringing: 0, activeCalls: 0},
		`no campaign dials in QA that can be paused: 1 (${strange}, and no call of it is in progress)`,
	],
	[{}, `no campaign dials in QA that can be paused: 1 (${strange}, and no call of it is in progress)`],
])('a strange word dials where calls are made: %o', ([figures, says]) => {
	expect(wordsOf(offerPauseAll(after(showing('BUSY'), dashboardPolled(1, '1', figures))))).toBe(says);
});

test('each is marked as one of all, and so is what takes it back; a note stands in the question alone', () => {
	const {id: _, ...pause} = pauseOf('1', 'Campaign 1', {all: true});
	const play = {
		...pause,
		operation: 'play_campaign',
		verb: 'play',
		doing: 'starting',
		expected: 'dialing',
	};
	const offer = offerPauseAll(showing('PLAY'));
	expect('controls' in offer && offer.controls).toStrictEqual([{...pause, undo: play}]);
	expect(offerPauseAll(showing('PLAY'), 'So it is.')).toMatchObject({controls: [{note: 'So it is.'}]});
});

test('what either of two sources says to dial is paused, unless the other is newer', () => {
	const state = after(
		showing('PAUSE', 'PLAY', 'STOP', 'PLAY', 'PLAY'),
		...['PLAY', 'PAUSE', 'PAUSE', 'ODD'].map((status, index) => dashboardPolled(1, String(index + 1), {status})),
		dashboardPolled(1, '5', {status: 'PLAY'}),
		dashboardPolled(2, '5', {status: 'PAUSE'}),
	);
	const offer = offerPauseAll(state);
	expect(wordsOf(offer)).toBe('pause 1 2 4');
	expect(questionOf(state, promptFor(offer as Batch, 'write'))).toContain('The sources disagree on 1, 2.');
	const disputed = after(
		state,
		dashboardPolled(3, '1', {status: 'PAUSE'}),
		shows(8, 'PAUSE', 'PLAY', 'STOP', 'PLAY', 'PLAY'),
	);
	expect(whyVoid({state: disputed, ui: {staged: new Map()}, monitor: undefined}, offer as Batch)).toBe(
		'5 may dial by now: the sources disagree, 1 is not to be paused any more',
	);
});

test.for<[messages: Message[], why: string | undefined]>([
	[[], undefined],
	[[shows(1, 'RUNNING', 'PLAY', 'PAUSE', 'BUSY', 'STOP')], undefined],
	[[shows(1, 'PLAY', 'PLAY', 'PLAY', 'BUSY')], '3 began to dial'],
	[[shows(1, 'PLAY', 'PLAY', 'PLAY', 'BUSY', 'PLAY')], '3, 5 began to dial'],
	[[shows(1, 'PLAY', 'PAUSE', 'PAUSE', 'BUSY')], '2 is not to be paused any more'],
	[[shows(1, 'PAUSE', 'PAUSE', 'PLAY', 'BUSY')], '3 began to dial, 1, 2 are not to be paused any more'],
	[[shows(1, 'PLAY', 'PLAY', 'PAUSE', 'ODD')], 'what is skipped, or why, has changed'],
	[[shows(1, 'PAUSE', 'PAUSE', 'PAUSE', 'PAUSE')], 'no campaign dials in QA'],
	[[{type: 'lock', locked: true}], 'the read-only lock is on (:lock takes it off)'],
])('%#: what voids the question', ([messages, why]) => {
	const state = showing('PLAY', 'PLAY', 'PAUSE', 'BUSY', 'PAUSE');
	const basis = {state: after(state, ...messages), ui: {staged: new Map()}, monitor: undefined};
	expect(whyVoid(basis, offerPauseAll(state) as Batch)).toBe(why);
});

test.for<[messages: Message[], why: string | undefined]>([
	[[], undefined],
	[[shows(1, 'PAUSE')], 'it shows PAUSE by now'],
	[[shows(1, 'BUSY')], `${strange}, and its calls are not known`],
	[[campaignsPolled(1, ['2'])], 'the service no longer shows it'],
	[[asked(1)], 'pause is still under way on it'],
	[[{type: 'lock', locked: true}], 'the read-only lock is on (:lock takes it off)'],
])('%#: why one is not paused at its turn', ([messages, why]) => {
	const offer = offerPauseAll(showing('PLAY'));
	const now = after(showing('PLAY'), ...messages);
	expect('controls' in offer && offer.ofAll?.whyNotInTurn(now, offer.controls[0])).toBe(why);
});
