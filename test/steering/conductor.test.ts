/** How a write goes on from its offer: what a key does to its question, what voids it, and what is sent in which order. */
import {describe, expect, test} from 'vitest';
import type {Control} from '../../source/model/pending.ts';
import type {State} from '../../source/model/state.ts';
import {offerCampaigns, offerPauseAll} from '../../source/steering/campaigns.ts';
import {
	type Asking,
	answered,
	commandOf,
	isSettled,
	questionAbout,
	recheck,
	type Sender,
	sendInTurn,
} from '../../source/steering/conductor.ts';
import type {Basis, Batch} from '../../source/steering/offer.ts';
import {after, asked, at, campaign, campaignsPolled, done, fresh, live} from '../model/make.ts';

const showing = (...statuses: string[]): State =>
	after(
		fresh(),
		live,
		campaignsPolled(
			0,
			statuses.map((status, index) => campaign(String(index + 1), {status})),
		),
	);

const basis = (state: State): Basis => ({state, ui: {staged: new Map()}, monitor: undefined});

const batchOf = (offer: ReturnType<typeof offerCampaigns>): Batch =>
	'controls' in offer ? offer : expect.fail(offer.why);

const stopping: Asking = {effectOf: () => 'irreversible'};
const pausing: Asking = {effectOf: () => 'write'};
const state = showing('PLAY', 'PLAY');
const pause = batchOf(offerCampaigns(state, ['1', '2'], 'pause'));
const one = batchOf(offerCampaigns(state, ['1'], 'pause'));

const key = (name: string, pressedAt: number, more: object = {}) => ({
	name,
	alone: true,
	paste: false,
	at: pressedAt,
	...more,
});

describe('a key on a question', () => {
	const yesNo = questionAbout(pause, pausing);
	const anew = questionAbout(pause, pausing, 'it changed');
	const named = questionAbout(one, stopping);

	test.for<[question: typeof yesNo, name: string, pressedAt: number, to: string, more?: object]>([
		[yesNo, 'y', 1400, 'confirmed'],
		[yesNo, 'y', 1399, 'nothing'],
		[yesNo, 'y', 9000, 'nothing', {alone: false}],
		[yesNo, 'y', 9000, 'nothing', {paste: true}],
		[yesNo, 'n', 1001, 'declined'],
		[yesNo, 'up', 9000, 'nothing'],
		[anew, 'y', 2999, 'nothing'],
		[anew, 'y', 3000, 'confirmed'],
		[named, 'C', 9000, 'typing'],
		[named, 'enter', 9000, 'mismatch'],
		[named, 'escape', 1001, 'declined'],
		[named, 'ctrl-d', 1001, 'declined'],
		[{...named, value: 'Campaign 1'} as typeof named, 'enter', 1400, 'confirmed'],
		[{...named, value: 'Campaign 1'} as typeof named, 'enter', 1399, 'nothing'],
		[{...named, value: 'campaign 1'} as typeof named, 'enter', 1400, 'mismatch'],
	])('%#: %s', ([question, name, pressedAt, to, more]) => {
		expect(answered(question, key(name, pressedAt, more), 1000, basis(state)).to).toBe(to);
	});

	test('that was never drawn confirms nothing', () => {
		expect(answered(yesNo, key('y', 9000), undefined, basis(state)).to).toBe('nothing');
	});

	test('a yes to what is no longer true confirms nothing: it is offered as it is by now', () => {
		const now = showing('PAUSE', 'PLAY');
		const result = answered(yesNo, key('y', 9000), 1000, basis(now));
		expect(result).toMatchObject({to: 'void', change: '1: it changed from PLAY to PAUSE meanwhile'});
		expect(result).toMatchObject({instead: {controls: [{target: {id: '2'}}], skipped: [{target: {id: '1'}}]}});
		expect(recheck(yesNo, basis(state))).toBeUndefined();
		expect(answered(yesNo, key('n', 9000), 1000, basis(now)).to).toBe('declined');
	});

	test('a question that is asked anew says what has changed', () => {
		expect(anew.changed).toBe('Asked anew, and for 2 s nothing confirms it. Nothing was sent: it changed');
		expect(yesNo.changed).toBeUndefined();
	});
});

test('what is confirmed together is marked by the number of its question, and so is one of all that dial', () => {
	const batches = (batch: Batch) =>
		questionAbout(batch, {...pausing, number: 7}).controls.map(control => control.batch);
	expect(batches(pause)).toEqual([7, 7]);
	expect(batches(one)).toEqual([undefined]);
	expect(batches(batchOf(offerPauseAll(showing('PLAY'))))).toEqual([7]);
});

/** Sends into a list; `now` is the state of each turn. */
const sender = (now: readonly State[], over: readonly (string | undefined)[] = []) => {
	const calls: [id: string, whyNot: string | undefined][] = [];
	let turn = 0;
	const parts: Sender = {
		state: () => now[Math.min(turn, now.length - 1)] ?? state,
		whyOver: () => over[turn],
		async send({target}: Control, whyNot) {
			calls.push([target.id, whyNot]);
			return whyNot === undefined ? {kind: 'unknown', reason: 'no answer'} : {kind: 'not-sent', reason: whyNot};
		},
		onEnded: () => turn++,
	};
	return {calls, parts};
};

test('they are sent one after another, and an unknown outcome holds up none', async () => {
	const {calls, parts} = sender([state]);
	const sent = await sendInTurn(pause, parts);
	expect(calls).toEqual([
		['1', undefined],
		['2', undefined],
	]);
	expect(sent).toMatchObject([{ended: {kind: 'unknown'}}, {ended: {kind: 'unknown'}}]);
});

test('one that has changed by its turn is recorded with why, and not sent', async () => {
	const {calls, parts} = sender([state, showing('PLAY', 'PAUSE')]);
	const sent = await sendInTurn(pause, parts);
	expect(calls).toEqual([
		['1', undefined],
		['2', 'it changed from PLAY to PAUSE meanwhile'],
	]);
	expect(sent[1]).toMatchObject({ended: {kind: 'not-sent'}, whyNot: 'it changed from PLAY to PAUSE meanwhile'});
});

test('of all that dial one goes by the name that it has at its turn', async () => {
	const all = batchOf(offerPauseAll(showing('PLAY', 'PLAY')));
	const renamed = after(
		fresh(),
		live,
		campaignsPolled(0, [campaign('1', {name: 'Another', status: 'RUNNING'}), campaign('2', {status: 'PAUSE'})]),
	);
	const {calls, parts} = sender([renamed]);
	const sent = await sendInTurn(all, parts);
	expect(sent[0]?.control.target.name).toBe('Another');
	expect(calls[1]).toEqual(['2', 'it shows PAUSE by now']);
});

test('once it is over nothing more is sent, nor recorded', async () => {
	const {calls, parts} = sender([state], [undefined, 'interrupted before its turn']);
	const sent = await sendInTurn(pause, parts);
	expect(calls).toEqual([['1', undefined]]);
	expect(sent[1]).toMatchObject({
		ended: {kind: 'not-sent', reason: 'interrupted before its turn'},
		whyNot: 'interrupted before its turn',
	});
});

test('a command of this run is waited for until it is observed; one of an earlier run is none of these', () => {
	const [first] = pause.controls;
	const under = after(state, asked(1, {...first, id: 1}), done(2));
	expect(commandOf(under, first)?.command.id).toBe(1);
	expect(isSettled(under, [first])).toBe(false);
	expect(isSettled(after(under, campaignsPolled(3, [campaign('1', {status: 'PAUSE'})])), [first])).toBe(false);
	expect(isSettled(after(under, {type: 'tick', now: at(60)}), [first])).toBe(true);
	expect(commandOf(after(state, asked(1, {...first, id: -1})), first)).toBeUndefined();
	expect(isSettled(state, [first])).toBe(true);
});
