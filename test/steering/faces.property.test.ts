/** Screen and command line steer alike: over random states they offer the same, refuse for the same reason, and ask in the same words. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {auditLater} from '../../source/audit/audit.ts';
import type {AuditRecord} from '../../source/audit/read.ts';
import {objectOf} from '../../source/cli/table.ts';
import {
	exitOfOutcomes,
	outcomeColumns,
	outcomeIn,
	type TargetOutcome,
} from '../../source/commands/connect/outcome-rows.ts';
import {logColumns as logFileColumns} from '../../source/commands/log.ts';
import {
	campaignSteering,
	levelSteering,
	levelWishOf,
	listSteering,
	pauseAll,
	type Steering,
} from '../../source/commands/steer/steer.ts';
import {type Later, outcomeIdOf} from '../../source/model/command-outcomes.ts';
import {isOpen, type Pending} from '../../source/model/pending.ts';
import type {Ending, Message, State} from '../../source/model/state.ts';
import {bareSentenceOf, overlayOf} from '../../source/present/command-text.ts';
import {maskOf} from '../../source/present/mask.ts';
import {ask} from '../../source/screen/actions/ask.ts';
import type {Context} from '../../source/screen/store/context.ts';
import {logColumns} from '../../source/screen/views/log/rows.ts';
import {checkParameters} from '../../source/service/forms.ts';
import {offerCampaigns, offerPauseAll} from '../../source/steering/campaigns.ts';
import {questionAbout} from '../../source/steering/conductor.ts';
import {offerLevel} from '../../source/steering/level.ts';
import {offerLists} from '../../source/steering/lists.ts';
import {type Basis, campaignVerbs, type Offer} from '../../source/steering/offer.ts';
import {aboutOf, type Confirmation} from '../../source/steering/question.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';
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
	target,
	tick,
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

/** What becomes of a command on campaign 1: how it is answered, and what the two sources show then. */
const fate = fc.record({
	ending: fc.constantFrom<Ending>(
		{kind: 'done'},
		{kind: 'done', reason: 'the service warns: mind the gap'},
		{kind: 'refused', reason: 'not yours'},
		{kind: 'not-sent', reason: 'no audit'},
		{kind: 'unknown', reason: 'no answer within 15 s'},
	),
	listing: word,
	dashboard: word,
	seconds: fc.constantFrom(5, 60),
});

type Fate = typeof fate extends fc.Arbitrary<infer F> ? F : never;

/** A command with such a fate, and what the command line makes of it once it has waited. */
const endOf = ({ending, listing, dashboard, seconds}: Fate, verb: 'play' | 'pause' | 'stop') => {
	const control = {...campaignVerbs[verb], params: {campaign_id: '1'}, target: target('1'), before: 'BUSY'} as const;
	const now = after(
		fresh(),
		live,
		campaignsPolled(0, [campaign('1', {status: 'BUSY'})]),
		dashboardPolled(0, '1', {status: 'BUSY'}),
		asked(1, {...control, id: 1, audit: 'one'}),
		{type: 'command-ended', id: 1, ending, now: at(2)},
		campaignsPolled(3, [campaign('1', {status: listing})]),
		dashboardPolled(3, '1', {status: dashboard}),
		tick(seconds),
	);
	const pending = now.commands[0] as Pending;
	const ended = ending.kind === 'done' ? {...ending, answer: {}} : ending;
	const waited = {seconds: 30, inFull: seconds > 30};
	return {now, pending, row: outcomeIn({control, ended, whyNot: undefined}, pending, pending.seen, waited)};
};

const unmasked = maskOf({masked: false});

const decapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What the screen says of a command: its sentence, its word in the log, its mark on the row, and whether it was seen. */
const onScreenAtEnd = (now: State, pending: Pending) => {
	const [word] = logColumns(unmasked, now.now).flatMap(({id, cell}) => (id === 'outcome' ? [cell(pending).text] : []));
	return {
		sentence: decapitalized(bareSentenceOf(pending, unmasked, now.source)),
		word,
		mark: overlayOf(pending, 'BUSY')?.state ?? '',
		isSeen: pending.phase === 'observed' ? true : pending.phase === 'unobserved' ? false : undefined,
	};
};

/** What the audit records of a command, and what `dialtop log` makes of that. */
const inAudit = (now: State, {kind: outcome}: Ending) => {
	let later: Later | undefined;
	let listener = (): void => undefined;
	let shown: State = fresh();
	auditLater(
		{
			get: () => shown,
			subscribe(listen) {
				listener = listen;
				return () => undefined;
			},
		},
		{
			async later(_id, kind) {
				later = kind;
				return undefined;
			},
		},
	);
	shown = now;
	listener();
	const record = {outcome, later} as AuditRecord;
	const column = logFileColumns.find(({name}) => name === 'outcome');
	return {
		word: column?.text?.(record),
		isSeen: later === 'observed' ? true : later === 'not-observed' ? false : undefined,
	};
};

/** How the faces differ in what they say of a command. */
const differences = (
	given: Fate,
	verb: 'play' | 'pause' | 'stop',
	saidOf = (row: TargetOutcome): string => row.says(`${verb} 1`, true),
) => {
	const {now, pending, row} = endOf(given, verb);
	const shown = onScreenAtEnd(now, pending);
	const json = JSON.parse(JSON.stringify(objectOf(outcomeColumns, row)));
	const line = saidOf(row);
	// While the screen still waits, a command that does not has its own words.
	const isSame = isOpen(pending) || line === shown.sentence || line.startsWith(`${shown.sentence}. `);
	const log = inAudit(now, given.ending);
	const exit = {refused: 1, 'not-sent': 3, unknown: 4, done: shown.isSeen === false ? 4 : 0}[given.ending.kind];
	return [
		isSame ? undefined : [line, shown.sentence],
		json.outcome === given.ending.kind ? undefined : [json.outcome, given.ending.kind],
		(json.observed ?? undefined) === shown.isSeen ? undefined : [json.observed, shown.isSeen],
		log.word === shown.word ? undefined : [log.word, shown.word],
		log.isSeen === shown.isSeen ? undefined : [log.isSeen, shown.isSeen],
		/refused|NOT SENT|not seen|UNKNOWN/.test(shown.mark) === exit > 0 || pending.wasUnknown || isOpen(pending)
			? undefined
			: [shown.mark, exit],
		exitOfOutcomes([row]) === exit ? undefined : [exitOfOutcomes([row]), exit],
	].filter(one => one !== undefined);
};

test('over every outcome they say the same', () => {
	const met = new Set<string>();
	fc.assert(
		fc.property(fate, fc.constantFrom('play', 'pause', 'stop'), (given, verb) => {
			met.add(outcomeIdOf(endOf(given, verb).pending));
			expect(differences(given, verb)).toEqual([]);
		}),
		{numRuns: 2000},
	);
	expect([...met].toSorted()).toEqual([
		'acknowledged',
		'not-sent',
		'observed',
		'refused',
		'seen-unanswered',
		'unknown',
		'unobserved',
		'unseen-unanswered',
	]);
});

test.each(['refused', 'not-sent', 'observed', 'unobserved', 'unseen-unanswered', 'seen-unanswered'])(
	'a difference in what they say of %s is found',
	id => {
		const planted = (row: TargetOutcome): string =>
			row.says('pause 1', true).replace(id === row.outcome ? '1' : '', '2');
		const found = fc.check(
			fc.property(fate, given => differences(given, 'pause', planted).length === 0),
			{numRuns: 2000},
		);
		expect(found.failed).toBe(true);
	},
);
