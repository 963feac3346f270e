/** Two services with equal ids and equal names: what is asked and said of one names it, and nothing of it is for the other. */
import {describe, expect, test} from 'vitest';
import type {Control} from '../../source/model/pending.ts';
import {campaignRows, commandOn} from '../../source/model/select.ts';
import type {Source, State} from '../../source/model/state.ts';
import {bareSentenceOf, sentenceOf} from '../../source/present/command-text.ts';
import {maskOf} from '../../source/present/mask.ts';
import {checkParameters, forms} from '../../source/service/forms.ts';
import {judge} from '../../source/steering/answer.ts';
import {offerCampaigns, offerPauseAll, offerPlayOrPause, whyNoPauseAll} from '../../source/steering/campaigns.ts';
import {questionAbout, recheck} from '../../source/steering/conductor.ts';
import {offerLevel} from '../../source/steering/level.ts';
import {offerListSwitch, offerLists} from '../../source/steering/lists.ts';
import {offerTestCall} from '../../source/steering/numbers.ts';
import {type Basis, type Batch, type Offer, offerControl} from '../../source/steering/offer.ts';
import {controlOf} from '../../source/steering/operation.ts';
import {begunSince, isBeingSent, progressOf} from '../../source/steering/pause-progress.ts';
import {type Confirmation, fitted, questionOf} from '../../source/steering/question.ts';
import {offerUndo} from '../../source/steering/undo.ts';
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
	live,
} from '../model/make.ts';

const names = {name: 'Spring Collections'} as const;

/** A service that lists the same as the other one. */
const at2 = (source: Partial<Source>, ...words: string[]): State =>
	after(
		fresh(source),
		live,
		campaignsPolled(0, [
			campaign('1001', {...names, status: words[0] ?? 'PLAY', dialMethod: 'RATIO'}),
			campaign('1002', {status: words[1] ?? 'PLAY', dialMethod: 'RATIO'}),
		]),
		dashboardPolled(1, '1001', {activeCalls: 2, onCall: 1, remainingLeads: 9, paceTempo: '1.5'}),
		listsPolled(1, [list('7', {campaignId: '1001', campaignName: names.name}), list('8', {campaignId: '1001'})]),
	);

const east = at2({profile: 'east', floor: 'east'});
const west = at2({profile: 'west', floor: 'west'});
/** The same service by itself. */
const alone = at2({profile: 'east'});

const basis = (state: State): Basis => ({state, ui: {staged: new Map()}, monitor: {check: checkParameters}});

const batchOf = (offer: Offer): Batch => ('controls' in offer ? offer : expect.fail(JSON.stringify(offer)));

const prompt = (offer: Offer, effect: 'write' | 'irreversible'): Confirmation =>
	questionAbout(batchOf(offer), {effectOf: () => effect});

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ');

const form = (state: State): Control => {
	const operation = forms.operations.find(({type}) => type === 'change_status');
	const params = {list_id: '7', status: 'N'};
	return operation ? controlOf(operation, params, forms.sentFields(operation.type, params), state) : expect.fail();
};

const wish = {text: '+0.1', amount: 0.1, isStep: true};

/** Every way to an offer. */
const offers: readonly (readonly [what: string, offer: (state: State) => Offer])[] = [
	['one campaign', state => offerCampaigns(state, ['1001'], 'pause')],
	['several campaigns', state => offerCampaigns(state, ['1001', '1002'], 'pause')],
	['all that dial', state => offerPauseAll(state)],
	['a list', state => offerLists(state, ['7'], 'off')],
	['several lists', state => offerLists(state, ['7', '8'], 'off')],
	['a level', state => offerLevel(basis(state), '1001', wish)],
	['a number', state => offerTestCall(basis(state), {id: '1001', name: 'x'}, '5125550123', '8005550100')],
	['a form', state => offerControl(form, state)],
	['an undo', state => offerUndo(undoable(state))],
];

const pause = (state: State): Control => batchOf(offerCampaigns(state, ['1001'], 'pause')).controls[0];

/** Both sources show it as paused. */
const paused = [
	campaignsPolled(4, [campaign('1001', {...names, status: 'PAUSE'}), campaign('1002')]),
	dashboardPolled(4, '1001', {status: 'PAUSE', activeCalls: 0, onCall: 0, remainingLeads: 9, paceTempo: '1.5'}),
];

/** After a pause that can be taken back. */
const undoable = (state: State): State => after(state, asked(2, pause(state)), done(3), ...paused);

describe.each(offers)('%s', (_what, offer) => {
	test('the question names the service before the environment, and every control carries it', () => {
		for (const [state, name] of [
			[east, 'east'],
			[west, 'west'],
		] as const) {
			const question = prompt(offer(state), 'write');
			expect(spaced(questionOf(state, question))).toMatch(new RegExp(`^${name}, QA: `));
			const {controls} = question;
			expect(controls.flatMap(({target, undo}) => [target, undo?.target ?? target]).map(one => one.service)).toEqual(
				controls.flatMap(() => [name, name]),
			);
		}
	});

	test('what is typed begins with the service; of one service alone nothing changes', () => {
		const [there, here] = [prompt(offer(east), 'irreversible'), prompt(offer(alone), 'irreversible')];
		const typed = here.kind === 'type' ? here.expected : expect.fail();
		expect(there).toMatchObject({expected: `east ${typed}`});
		expect(prompt(offer(west), 'irreversible')).toMatchObject({expected: `west ${typed}`});
		const question = spaced(questionOf(alone, here));
		expect(question).toMatch(/^QA: /);
		expect(question).not.toMatch(/\beast\b/);
		for (const value of [typed, `west ${typed}`, `east  ${typed}`, `East ${typed}`]) {
			const key = {name: 'enter', alone: true, paste: false, at: 9000};
			expect(judge({...there, value} as Confirmation, key, 0)).toBe('mismatch');
		}
	});

	test('asked for one service, it is void on the other one, and is not offered again there', () => {
		const batch = batchOf(offer(east));
		const change = 'what was asked is for east, and this connection is to west';
		expect(recheck(batch, basis(west))).toEqual({change, instead: {why: change}});
		expect(batch.again(basis(west))).toEqual({why: change});
	});
});

test.for<[effect: 'write' | 'irreversible', offer: Offer, ends: string, typed?: string]>([
	['write', offerCampaigns(east, ['1001'], 'pause'), '[y/N] Name: Spring Collections'],
	[
		'irreversible',
		offerCampaigns(east, ['1001'], 'stop'),
		'Type east, a space and its name: Name: Spring Collections',
		'east Spring Collections',
	],
	[
		'irreversible',
		offerCampaigns(east, ['1001', '1002'], 'pause'),
		'Type east pause 2: 1001: Spring Collections 1002: Campaign 1002',
		'east pause 2',
	],
	[
		'irreversible',
		offerTestCall(basis(east), {id: '1001', name: 'x'}, '5125550123', '8005550100'),
		'Type east 5125550123 to test-call:',
		'east 5125550123',
	],
])('%#: the end of a question, and what is typed', ([effect, offer, ends, typed]) => {
	const question = prompt(offer, effect);
	expect(spaced(questionOf(east, question))).toContain(ends);
	expect('expected' in question ? question.expected : undefined).toBe(typed);
});

test('a name that cannot be typed, or does not fit, gives way to the id, behind the service', () => {
	const state = after(east, campaignsPolled(2, [campaign('1001', {name: 'Frühling'})]));
	const question = prompt(offerCampaigns(state, ['1001'], 'stop'), 'irreversible');
	expect(question).toMatchObject({expected: 'east 1001'});
	expect(questionOf(state, question)).toContain('Type east, a space and its id:');
	const long = after(east, campaignsPolled(2, [campaign('1001', {name: 'n'.repeat(900)})]));
	const cut = fitted(long, prompt(offerCampaigns(long, ['1001'], 'stop'), 'irreversible'), {columns: 60, rows: 14});
	expect(cut).toMatchObject({expected: 'east 1001'});
});

test('a text that is no word is quoted with the service that is typed before it', () => {
	const control: Control = {...pause(east), operation: 'add_payment', verb: 'pay', typed: 'two words'};
	const question = prompt(
		offerControl(() => control, east),
		'irreversible',
	);
	expect(question).toMatchObject({expected: 'east two words'});
	expect(spaced(questionOf(east, question))).toContain(
		'Type what is quoted last: Name: Spring Collections To be typed: east two words',
	);
});

test('the name of a service can be no part of the question', () => {
	const state = at2({profile: 'x, QA: play 9? "', floor: 'x, QA: play 9? "'});
	const question = prompt(offerCampaigns(state, ['1001'], 'pause'), 'irreversible');
	expect(questionOf(state, question)).toMatch(/^"x, QA: play 9\? '", QA: pause 1001\?/);
	// What cannot be typed as it is shown is not confirmed.
	expect(question).toMatchObject({expected: 'x, QA: play 9? " Spring Collections'});
	const long = 'a'.repeat(60);
	expect(
		questionOf(
			at2({profile: long, floor: long}),
			prompt(offerCampaigns(at2({profile: long, floor: long}), ['1001'], 'pause'), 'write'),
		),
	).toContain(long);
});

test('choices name the service too', () => {
	const mixed = at2({profile: 'east', floor: 'east'}, 'PLAY', 'PAUSE');
	const choice = offerPlayOrPause(mixed, campaignRows(mixed));
	expect(choice).toMatchObject({text: expect.stringMatching(/^east, QA: of 2 marked campaigns/)});
	const [first] = 'which' in choice ? choice.which : [];
	expect(first?.again(basis(west))).toMatchObject({why: expect.stringContaining('is for east')});
	const unclear = at2({profile: 'east', floor: 'east'}, 'BUSY');
	expect(offerPlayOrPause(unclear, campaignRows(unclear).slice(0, 1))).toMatchObject({
		text: expect.stringMatching(/^east, QA: 1001 shows BUSY/),
	});
	const lists = after(east, listsPolled(2, [list('7'), list('8', {status: 'N'})]));
	expect(
		offerListSwitch(
			lists,
			(lists.lists.value?.lists ?? []).map(one => ({list: one})),
		),
	).toMatchObject({
		text: expect.stringMatching(/^east, QA: of 2 marked lists/),
	});
	expect(whyNoPauseAll(at2({profile: 'east', floor: 'east'}, 'PAUSE', 'PAUSE'))).toBe('no campaign dials in east, QA');
});

test('an undo is of the service on which it was done', () => {
	const undo = batchOf(offerUndo(undoable(east)));
	expect(undo.controls[0].target.service).toBe('east');
	expect(offerUndo(west)).toMatchObject({why: 'nothing to undo'});
	// A command of another service, if one came into this state, is nothing that can be taken back here.
	const strayed = after(west, asked(2, pause(east)), done(3), ...paused);
	expect(offerUndo(strayed)).toMatchObject({why: 'nothing to undo'});
});

test('outcomes name the service where there are several', () => {
	const mask = maskOf({masked: false});
	const state = after(east, asked(2, pause(east)), endedAs(3, 'unknown'));
	const command = commandOn(state, {kind: 'campaign', id: '1001'}) ?? expect.fail();
	expect(bareSentenceOf(command, mask, state.source)).toMatch(/^east: Pause 1001: outcome UNKNOWN \(unknown it was\)/);
	expect(sentenceOf(command, mask, state.source)).toMatch(/^east: Pause 1001: .* {2}Name: Spring Collections$/);
	expect(bareSentenceOf(command, mask, alone.source)).toMatch(/^Pause 1001: outcome UNKNOWN/);
});

test('the progress of a pause of everything names its service, and is of no other', () => {
	const all = batchOf(offerPauseAll(east));
	const run = {batch: 1, at: at(2), targets: all.controls.map(({target}) => target), skipped: []};
	const keys = {again: 'A', log: '8', close: 'esc'};
	const state = after(east, asked(2, {...all.controls[0], batch: 1}), endedAs(3, 'refused'));
	const lines = progressOf(state, run, keys).map(({text}) => text);
	expect(lines[0]).toMatch(/^east: Pause all .*: 0 of 2 paused, 1 to go/);
	expect(lines[1]).toMatch(/^east: 1 NOT PAUSED/);
	expect(isBeingSent(state, run)).toBe(true);
	expect(begunSince(west, {...run, targets: [], skipped: []})).toEqual(['1001', '1002']);
	expect(progressOf(west, run, keys)).toEqual([]);
	expect(isBeingSent(west, run)).toBe(false);
});
