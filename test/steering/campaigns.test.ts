/** Play, pause and stop: which of them is offered to what is selected or marked, and why none is. */
import {expect, test} from 'vitest';
import {campaignRow} from '../../source/model/select.ts';
import type {Source, State} from '../../source/model/state.ts';
import {offerPlayOrPause, offerStop} from '../../source/steering/campaigns.ts';
import type {Batch, Offer} from '../../source/steering/offer.ts';
import {promptFor, questionOf} from '../../source/steering/question.ts';
import {
	after,
	asked,
	at,
	campaign,
	campaignsPolled,
	dashboardPolled,
	fresh,
	live,
	pauseOf,
	target,
} from '../model/make.ts';
import {wordsOf} from './offer-words.ts';

/** The campaigns 1, 2, … with these status words. */
const showing = (statuses: readonly (string | undefined)[], source: Partial<Source> = {}): State =>
	after(
		fresh(source),
		live,
		campaignsPolled(
			0,
			statuses.map((status, index) => campaign(String(index + 1), {status})),
		),
	);

const offered = (
	offer: typeof offerStop,
	state: State,
	ids: readonly string[] = [...(state.campaigns.value?.keys() ?? [])],
): Offer =>
	offer(
		state,
		ids.flatMap(id => campaignRow(state, id) ?? []),
	);

const unsaid = 'the service has not reported whether it is dialing';
const strange = 'it shows BUSY, which says neither dialing nor not';

test.for<[statuses: readonly (string | undefined)[], offer: typeof offerStop, says: string]>([
	[['PLAY'], offerPlayOrPause, 'pause 1'],
	[['PAUSE'], offerPlayOrPause, 'play 1'],
	[['STOP'], offerPlayOrPause, 'play 1'],
	[[undefined], offerPlayOrPause, unsaid],
	[
		['BUSY'],
		offerPlayOrPause,
		'QA: 1 shows BUSY, which dialtop cannot read as dialing or not. Press 1 to pause, 2 to play; Esc for neither.; pause 1; play 1',
	],
	[[], offerPlayOrPause, 'no campaign is selected'],
	[['PLAY', 'PLAY'], offerPlayOrPause, 'pause 1 2'],
	[['PAUSE', 'STOP'], offerPlayOrPause, 'play 1 2'],
	[
		['PLAY', 'PAUSE', 'STOP', 'BUSY', undefined],
		offerPlayOrPause,
		[
			'QA: of 5 marked campaigns 1 are dialing and 2 not. Press 1 to pause the 1, 2 to play the 2; Esc for neither.',
			`pause 1, 2 it is paused already, 3 it is stopped, so there is nothing to pause, 4 ${strange}, 5 ${unsaid}`,
			`play 2 3, 1 it is dialing already, 4 ${strange}, 5 ${unsaid}`,
		].join('; '),
	],
	[['BUSY', undefined], offerPlayOrPause, `none of them can take it: 1 (${strange}); 2 (${unsaid})`],
	[['PLAY'], offerStop, 'stop 1'],
	[['STOP'], offerStop, 'it is stopped already'],
	[['PLAY', 'PAUSE', 'STOP', 'BUSY', undefined], offerStop, 'stop 1 2 4 5, 3 it is stopped already'],
	[[], offerStop, 'no campaign is selected'],
])('%o: %#', ([statuses, offer, says]) => {
	expect(wordsOf(offered(offer, showing(statuses)))).toBe(says);
});

test('nothing is offered where nothing can be sent, or where one of the three is under way', () => {
	const state = showing(['PLAY', 'PLAY', undefined]);
	const locked = after(state, {type: 'lock', locked: true});
	const stopping = {operation: 'stop_campaign', verb: 'stop'} as const;
	const busy = after(state, asked(1, {...stopping, id: 1}), asked(1, {...stopping, id: 2, target: target('3')}));
	for (const offer of [offerPlayOrPause, offerStop]) {
		expect(wordsOf(offered(offer, locked))).toBe('the read-only lock is on (:lock takes it off)');
		expect(wordsOf(offered(offer, busy, ['1']))).toBe('stop is still under way on it');
		expect(wordsOf(offered(offer, busy, ['3']))).toBe('stop is still under way on it');
		expect(wordsOf(offered(offer, busy, ['1', '2']))).toMatch(/^(?:pause|stop) 2, 1 stop is still under way on it$/);
	}
});

test('a pause is taken back by a play and a play by a pause, a stop by nothing', () => {
	const pause = pauseOf('1', 'Campaign 1');
	const {id: _, ...pausing} = {...pause, before: 'PLAY'};
	const playing = {...pausing, operation: 'play_campaign', verb: 'play', doing: 'starting', expected: 'dialing'};
	const stopping = {...pausing, operation: 'stop_campaign', verb: 'stop', doing: 'stopping', expected: 'stopped'};
	expect(offered(offerPlayOrPause, showing(['PLAY']))).toMatchObject({controls: [{...pausing, undo: playing}]});
	const before = {before: 'PAUSE'};
	expect(offered(offerPlayOrPause, showing(['PAUSE']))).toMatchObject({
		controls: [{...playing, ...before, undo: {...pausing, ...before}}],
	});
	const stop = offered(offerStop, showing(['PLAY']));
	expect(stop).toMatchObject({controls: [stopping]});
	expect('controls' in stop && stop.controls[0]).not.toHaveProperty('undo');
});

test('play warns where people would be rung outside the calling hours', () => {
	const hour = new Date(at(0).wall).getUTCHours();
	const hours = (from: number, until: number) => ({
		callingHours: {from: from * 60, until: until * 60, zones: ['UTC']},
	});
	const [now, later] = [hours(hour, hour + 1), hours(hour + 1, hour + 2)];
	const noteOf = (status: string, source: Partial<Source>): string | undefined => {
		const offer = offered(offerPlayOrPause, showing([status], source));
		return 'controls' in offer ? offer.controls[0].note : undefined;
	};
	expect(noteOf('PAUSE', later)).toMatch(/^IT IS OUTSIDE the calling hours of \d\d:00.*: people would be rung now\.$/);
	expect(noteOf('PAUSE', now)).toBeUndefined();
	expect(noteOf('PLAY', later)).toBeUndefined();
	expect(noteOf('PAUSE', {})).toBeUndefined();
});

test('where the sources disagree a pause is asked for first, whichever says that it dials, and a play is not taken for done', () => {
	const apart = (listed: string, shown: string): State =>
		after(showing([listed, 'PLAY']), dashboardPolled(1, '1', {status: shown}));
	for (const [listed, shown, does] of [
		['PAUSE', 'PLAY', 'is safe either way'],
		['PLAY', 'PAUSE', 'is safe either way'],
		['STOP', 'PLAY', 'ends its dialing, but may undo a stop'],
	] as const) {
		expect(wordsOf(offered(offerPlayOrPause, apart(listed, shown), ['1']))).toBe(
			`QA: the sources of 1 disagree: get_campaigns lists it as ${listed}, its dashboard shows ${shown}. Press 1 to pause, which ${does}, 2 to play; Esc for neither.; pause 1; play 1`,
		);
	}
	expect(wordsOf(offered(offerPlayOrPause, apart('PAUSE', 'STOP'), ['1']))).toBe('play 1');
	expect(wordsOf(offered(offerPlayOrPause, apart('PAUSE', 'PLAY'), ['1', '2']))).toBe('pause 1 2');
	expect(wordsOf(offered(offerStop, apart('PAUSE', 'STOP'), ['1']))).toBe('stop 1');
	const state = apart('PAUSE', 'PLAY');
	const pause = offered(offerPlayOrPause, state, ['1', '2']);
	expect(questionOf(state, promptFor(pause as Batch, 'write'))).toContain('The sources disagree on 1.');
	const stop = offered(offerStop, state, ['1']);
	expect(questionOf(state, promptFor(stop as Batch, 'write'))).toContain(
		'Its sources disagree: get_campaigns lists it as PAUSE, its dashboard shows PLAY.',
	);
	const several = after(state, campaignsPolled(2, [campaign('1', {status: 'PAUSE'}), campaign('2', {status: 'STOP'})]));
	expect(wordsOf(offered(offerPlayOrPause, several))).toContain(
		'play 2, 1 get_campaigns lists it as PAUSE, its dashboard shows PLAY',
	);
});
