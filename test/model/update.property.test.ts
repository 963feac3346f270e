/** Whatever comes, in whatever order: nothing throws, nothing is changed in place, nothing grows, nothing is hoped. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {update} from '../../source/alerts/reducer.ts';
import {dialStateOf} from '../../source/model/campaign.ts';
import {listIsOn} from '../../source/model/list.ts';
import {isOpen, type Pending} from '../../source/model/pending.ts';
import {ageOf, campaignRows, totalsOf} from '../../source/model/select.ts';
import type {Message, State} from '../../source/model/state.ts';
import type {Moment, Span} from '../../source/model/time.ts';
import {rankOf, troubleOf} from '../../source/model/trouble.ts';
import type {SearchResult} from '../../source/model/wire.ts';
import {boardColumns} from '../../source/present/board-columns.ts';
import {sortRows} from '../../source/present/grid.ts';
import {initialUi} from '../../source/screen/state/state.ts';
import {rankNow, ranksAfter} from '../../source/screen/views/board/rows.ts';
import {
	after,
	campaign,
	campaignsPolled,
	command,
	dashboard,
	dashboardPolled,
	deepFreeze,
	fresh,
	list,
	target,
} from './make.ts';

const moment: fc.Arbitrary<Moment> = fc
	.record({mono: fc.integer({min: 0, max: 120_000}), jump: fc.constantFrom(0, 0, 0, -3_600_000, 28_800_000)})
	.map(({mono, jump}) => ({wall: 1_780_000_000_000 + mono + jump, mono}));
const span: fc.Arbitrary<Span> = fc
	.tuple(moment, fc.nat(20_000))
	.map(([sentAt, took]) => ({sentAt, receivedAt: {wall: sentAt.wall + took, mono: sentAt.mono + took}}));
const id = fc.constantFrom('1', '2', '3');
const word = fc.constantFrom('PLAY', 'PAUSE', 'STOP', 'Y', 'N', 'RUNNING', 'ASLEEP', '', undefined);
const figure = fc.constantFrom(undefined, 0, 1, 7, -3, 130, 1e15);
const failure = fc.record({at: moment, reason: fc.string()});
const figures = fc.record({
	status: word,
	ready: figure,
	ringing: figure,
	waiting: figure,
	dropRate: figure,
	dropLimit: figure,
	humanAnswered: figure,
	remainingLeads: figure,
});
const query = fc.constantFrom('a', 'b');
const commandId = fc.integer({min: 1, max: 4});

const message: fc.Arbitrary<Message> = fc.oneof(
	fc.record({type: fc.constant('tick' as const), now: moment}),
	fc.record({
		type: fc.constant('campaigns-polled' as const),
		span,
		records: fc
			.array(fc.tuple(fc.option(id, {nil: undefined}), word), {maxLength: 4})
			.map(entries => entries.map(([one, status]) => ({...campaign(''), id: one, status}))),
	}),
	fc.record({type: fc.constant('campaigns-failed' as const), failure}),
	fc.record({
		type: fc.constant('dashboard-polled' as const),
		campaignId: id,
		span,
		dashboard: fc
			.option(figures, {nil: undefined})
			.map(some => (some ? dashboard(some) : {...dashboard(), figures: undefined})),
	}),
	fc.record({type: fc.constant('dashboard-failed' as const), campaignId: id, failure}),
	fc.record({
		type: fc.constant('lists-polled' as const),
		campaignId: fc.option(id, {nil: undefined}),
		span,
		records: fc
			.array(fc.tuple(id, word), {maxLength: 3})
			.map(entries => entries.map(([one, status]) => list(one, {status}))),
	}),
	fc.record({type: fc.constant('lists-failed' as const), failure}),
	fc.record({type: fc.constant('search-asked' as const), question: fc.record({query}), now: moment}),
	fc.record({
		type: fc.constant('search-answered' as const),
		askedAt: moment,
		result: fc.constant<SearchResult>({entries: [], footer: ''}),
		now: moment,
	}),
	fc.record({type: fc.constant('search-failed' as const), askedAt: moment, failure}),
	fc.record({type: fc.constant('command-noted' as const), id: commandId, note: fc.string()}),
	fc.record({type: fc.constant('lock' as const), locked: fc.boolean()}),
);

/** What a command's life is made of; else it would seldom come to its end among all the others. */
const commandMessage: fc.Arbitrary<Message> = fc.oneof(
	fc.record({
		type: fc.constant('command-asked' as const),
		command: fc
			.record({
				id: commandId,
				kind: fc.constantFrom('campaign' as const, 'list' as const),
				on: id,
				expected: fc.constantFrom(
					'dialing' as const,
					'paused' as const,
					'stopped' as const,
					'on' as const,
					'off' as const,
				),
			})
			.map(({id: number, kind, on, expected}) => command({id: number, target: target(on, kind), expected})),
		now: moment,
	}),
	fc.record({
		type: fc.constant('command-ended' as const),
		id: commandId,
		ending: fc.oneof(
			fc.constant({kind: 'done' as const}),
			fc.record({
				kind: fc.constantFrom('refused' as const, 'not-sent' as const, 'unknown' as const),
				reason: fc.string(),
			}),
		),
		now: moment,
	}),
	fc.tuple(id, span, word).map(
		([campaignId, sent, status]): Message => ({
			type: 'dashboard-polled',
			campaignId,
			span: sent,
			dashboard: dashboard({status}),
		}),
	),
);

/** The status words of a target in a poll; none where the message is no poll of it. */
const wordsIn = (from: Message, {kind, id: wanted}: Pending['command']['target']): (string | undefined)[] => {
	switch (from.type) {
		case 'campaigns-polled':
			return kind === 'campaign' ? from.records.filter(one => one.id === wanted).map(({status}) => status) : [];
		case 'lists-polled':
			return kind === 'list' ? from.records.filter(one => one.id === wanted).map(({status}) => status) : [];
		case 'dashboard-polled':
			return kind === 'campaign' && from.campaignId === wanted ? [from.dashboard.figures?.status] : [];
		default:
			return [];
	}
};

/** Whether a word means what was asked; undefined for one of which nobody says what it means. */
const isAsked = (expected: Pending['command']['expected'], status: string): boolean | undefined =>
	expected === 'on' || expected === 'off'
		? listIsOn(status) === undefined
			? undefined
			: listIsOn(status) === (expected === 'on')
		: dialStateOf(status, undefined) === 'unknown'
			? undefined
			: dialStateOf(status, undefined) === expected;

/** A command has come no further than what was told and seen allows. */
const checkStep = (before: Pending | undefined, now: Pending, cause: Message): void => {
	if (!before || before === now || before.phase === now.phase) {
		return;
	}
	if (now.phase === 'observed') {
		expect(['acknowledged', 'unknown']).toContain(before.phase);
		const said = Object.values(now.shown).map(word => word && isAsked(now.command.expected, word));
		expect(said).toContain(true);
		expect(said).not.toContain(false);
		if ('span' in cause) {
			expect(cause.span.sentAt.mono).toBeGreaterThan(before.endedAt?.mono ?? Number.POSITIVE_INFINITY);
			expect(cause.type === 'campaigns-polled' || wordsIn(cause, now.command.target).length > 0).toBe(true);
		} else {
			expect(['tick', 'campaigns-failed', 'dashboard-failed']).toContain(cause.type);
		}
	} else if (now.phase === 'unobserved') {
		expect(['acknowledged', 'unknown']).toContain(before.phase);
		expect(cause.type).toBe('tick');
	} else {
		expect(before.phase).toBe('sending');
		expect(cause.type).toBe('command-ended');
	}
};

const checkState = (state: State): void => {
	const listed = state.campaigns.value;
	expect(state.dashboards.size).toBeLessThanOrEqual(listed?.size ?? 3);
	for (const {value} of state.dashboards.values()) {
		expect(value?.history.polls.length ?? 0).toBeLessThanOrEqual(240);
	}
	expect(state.commands.length).toBeLessThanOrEqual(500);
	const rows = campaignRows(state);
	expect(totalsOf(rows).rows).toBe(rows.length);
	for (const row of rows) {
		expect(rankOf(troubleOf(row))).toBeGreaterThanOrEqual(0);
		expect(ageOf(state, row.span) ?? 0).toBeGreaterThanOrEqual(0);
	}
};

test('any messages in any order', () => {
	fc.assert(
		fc.property(
			fc.array(fc.oneof(message, commandMessage), {maxLength: 80, size: 'max'}),
			fc.boolean(),
			(messages, readOnly) => {
				let state = deepFreeze(fresh({readOnly}));
				const asked = new Set<number>();
				for (const one of messages) {
					// An id is given once in a run.
					if (one.type === 'command-asked') {
						if (asked.has(one.command.id)) {
							continue;
						}
						asked.add(one.command.id);
					}
					const next = deepFreeze(update(state, deepFreeze(one)));
					for (const pending of next.commands) {
						const before = state.commands.find(({command: {id: number}}) => number === pending.command.id);
						checkStep(before, pending, one);
						expect(before ?? isOpen(pending)).toBeTruthy();
					}
					expect(next.commands.length).toBeGreaterThanOrEqual(state.commands.length);
					expect(next.locked || !readOnly).toBe(true);
					state = next;
					checkState(state);
				}
			},
		),
		{numRuns: 500},
	);
});

/** A state whose rows nobody has made yet. */
const unknownRows = (state: State): State => {
	const {value} = state.campaigns;
	return value
		? {...state, campaigns: {...state.campaigns, value: new Map([...value].map(([key, one]) => [key, {...one}]))}}
		: state;
};

test('rows, totals and order are those made from scratch, on a frozen screen too', () => {
	const ui = initialUi(120, 40);
	const column = boardColumns(fresh(), 2000).find(({id: name}) => name === 'ready');
	const expectSame = (state: State): void => {
		const [rows, scratch] = [campaignRows(state), campaignRows(unknownRows(state))];
		expect(rows).toEqual(scratch);
		expect(totalsOf(rows)).toEqual(totalsOf(scratch));
		expect(sortRows(rows, column, false)).toEqual(sortRows(scratch, column, false));
		const ranks = scratch.map(row => [row.campaign.id, rankNow(row)] as const);
		const sorted = {...ui, sorts: {campaigns: {column: 'trouble', reversed: false}}};
		expect(ranksAfter([{state, ui}], sorted, undefined)).toEqual(new Map(ranks));
	};
	fc.assert(
		fc.property(
			fc.array(fc.oneof({weight: 2, arbitrary: message}, commandMessage), {maxLength: 60}),
			fc.nat(60),
			(messages, frozenAt) => {
				let state = after(fresh(), campaignsPolled(0, ['1', '2', '3']));
				let frozen = state;
				for (const [index, one] of messages.entries()) {
					state = update(state, one);
					frozen = index === frozenAt ? state : frozen;
					expectSame(state);
					expectSame({...frozen, now: state.now, commands: state.commands, alerts: state.alerts});
				}
			},
		),
	);
});

test('an answer makes one row anew, however many there are', () => {
	const many = Array.from({length: 1000}, (_, index) => String(index + 1));
	const state = after(fresh(), campaignsPolled(0, many), ...many.map(one => dashboardPolled(1, one)));
	campaignRows(state);
	const next = update(state, dashboardPolled(5, '500', {ready: 7}));
	let looks = 0;
	const dashboards = new Proxy(next.dashboards, {
		get(target, name) {
			if (name === 'get') {
				looks++;
			}
			const value: unknown = Reflect.get(target, name);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
	const rows = campaignRows({...next, dashboards});
	expect(rows[499]?.figures?.ready).toBe(7);
	expect(rows.filter((row, at) => row !== campaignRows(state)[at])).toHaveLength(1);
	expect(looks).toBeLessThan(5);
});
