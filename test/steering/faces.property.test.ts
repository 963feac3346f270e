/** Screen and command line steer alike: over random states they offer the same, refuse for the same reason, and ask in the same words. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	campaignSteering,
	levelSteering,
	levelWishOf,
	listSteering,
	pauseAll,
	type Steering,
} from '../../source/commands/steer/verbs.ts';
import type {Message, State} from '../../source/model/state.ts';
import {ask} from '../../source/screen/keys/ask.ts';
import type {Context} from '../../source/screen/store/context.ts';
import {checkParameters} from '../../source/service/forms.ts';
import {offerCampaigns, offerPauseAll} from '../../source/steering/campaigns.ts';
import {questionAbout} from '../../source/steering/conductor.ts';
import {offerLevel} from '../../source/steering/level.ts';
import {offerLists} from '../../source/steering/lists.ts';
import type {Basis, Offer} from '../../source/steering/offer.ts';
import {aboutOf, type Confirmation} from '../../source/steering/question.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';
import {
	after,
	asked,
	campaign,
	campaignsPolled,
	dashboardPolled,
	done,
	endedAs,
	fresh,
	list,
	listsPolled,
	live,
	target,
} from '../model/make.ts';

const word = fc.constantFrom('PLAY', 'PAUSE', 'STOP', 'BUSY', undefined);
const ids = ['1', '2', '3'];

const message: fc.Arbitrary<Message> = fc.oneof(
	fc.tuple(fc.integer({min: 0, max: 30}), fc.array(word, {minLength: 3, maxLength: 3})).map(([sent, words]) =>
		campaignsPolled(
			sent,
			words.map((status, index) =>
				campaign(String(index + 1), {status, dialMethod: ['RATIO', 'PREDICTIVE', 'SMSB'][index]}),
			),
		),
	),
	fc
		.record({
			sent: fc.integer({min: 0, max: 30}),
			id: fc.constantFrom(...ids),
			status: word,
			ringing: fc.constantFrom(0, 2, undefined),
			paceTempo: fc.constantFrom('1.5', '2', undefined),
		})
		.map(({sent, id, ...figures}) => dashboardPolled(sent, id, figures)),
	fc.array(fc.constantFrom('Y', 'N', 'X', undefined), {minLength: 3, maxLength: 3}).map(words =>
		listsPolled(
			1,
			words.map((status, index) => list(String(index + 1), {status, campaignId: '9'})),
		),
	),
	fc
		.record({
			operation: fc.constantFrom('play_campaign' as const, 'pause_campaign' as const, 'update_campaign' as const),
			id: fc.constantFrom(...ids),
		})
		.map(({operation, id}) => asked(5, {operation, verb: operation, id: Number(id), target: target(id)})),
	fc.constantFrom(done(6), endedAs(6, 'unknown'), endedAs(6, 'refused')),
	fc.constantFrom<Message[]>({type: 'lock', locked: true}, {type: 'lock', locked: false}, live, {
		type: 'link',
		link: {kind: 'signed-out', reason: ''},
		now: {wall: 0, mono: 0},
	}),
);

const state = fc.array(message, {minLength: 2, maxLength: 9}).map(messages => after(fresh(), live, ...messages));

const some = fc.uniqueArray(fc.constantFrom(...ids), {minLength: 1, maxLength: 3});

const effectOf = (operation: OperationType) => operations[operation].effect;

const basisOf = (now: State): Basis => ({state: now, ui: {staged: new Map()}, monitor: {check: checkParameters}});

/** What the screen asks, or says instead. */
const onScreen = (now: State, offer: Offer): string => {
	let seen = '';
	ask(
		{
			...basisOf(now),
			monitor: {effectOf},
			ui: {promptNumber: 0, columns: 500, rows: 500, staged: new Map()},
			guard: {isTyping: () => false},
			say: (text: string) => {
				seen = text;
			},
			dispatch: ({prompt}: {prompt: Confirmation}) => {
				seen = aboutOf(now, prompt);
			},
		} as unknown as Context,
		offer,
	);
	return seen;
};

const onCommandLine = (now: State, steering: Steering, named: readonly string[]): string => {
	const offer = steering.offer(basisOf(now), named);
	return 'why' in offer ? `Not now: ${offer.why}` : aboutOf(now, questionAbout(offer, {effectOf}));
};

/** What may be wished: what the screen offers for it, by a key or a line of the palette, and the verb of the command line. */
const wishes: readonly (readonly [steering: Steering, offer: (now: State, named: readonly string[]) => Offer])[] = [
	...(['play', 'pause', 'stop'] as const).map(
		verb =>
			[campaignSteering(verb), (now: State, named: readonly string[]) => offerCampaigns(now, named, verb)] as const,
	),
	[pauseAll, now => offerPauseAll(now)],
	...(['on', 'off'] as const).map(
		to => [listSteering(to), (now: State, named: readonly string[]) => offerLists(now, named, to)] as const,
	),
	...['+0.1', '1.5', '-0.02'].map(text => {
		const wish = levelWishOf(text);
		return [
			levelSteering(wish),
			(now: State, [id = '']: readonly string[]) => offerLevel(basisOf(now), id, wish),
		] as const;
	}),
];

test('they offer the same, refuse for the same reason, and ask the same', () => {
	fc.assert(
		fc.property(state, some, fc.constantFrom(...wishes), (now, named, [steering, offer]) => {
			expect(onCommandLine(now, steering, named)).toBe(onScreen(now, offer(now, named)));
		}),
		{numRuns: 10_000},
	);
});
