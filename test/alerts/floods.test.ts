/** Floods: alerts of one kind on many campaigns within a minute are one row, whose count moves. */
import {describe, expect, test} from 'vitest';
import {activeGroups, alertCounts, alertGroups, gravestOpen, groupsOf, isFlood} from '../../source/alerts/floods.ts';
import {initialState} from '../../source/alerts/reducer.ts';
import type {Alert} from '../../source/model/alert.ts';
import {ById} from '../../source/model/by-id.ts';
import type {Message, State} from '../../source/model/state.ts';
import {acknowledge, after, at, campaignsPolled, dashboardPolled, source} from '../model/make.ts';

const ids = Array.from({length: 18}, (_, index) => String(index + 1));

const begun = after(
	initialState(source, at(0)),
	{type: 'link', link: {kind: 'live', latency: 1}, now: at(0)},
	campaignsPolled(0, ids),
);

const drops = (second: number, id: string, dropRate: number): Message =>
	dashboardPolled(second, id, {status: 'PLAY', dropRate, humanAnswered: 2000});

/** A campaign near its limit: a warning after ten seconds. */
const near = (from: number, id: string): Message[] => [0, 4, 8, 12].map(more => drops(from + more, id, 2.6));

/** Each campaign over its limit, so many seconds after the one before. */
const flooded = (apart: number, count = ids.length): State =>
	after(begun, ...ids.slice(0, count).map((id, index) => drops(index * apart, id, 3.1 + index / 100)));

const sizes = (state: State): number[] => alertGroups(state.alerts).map(({members}) => members.length);

test('many campaigns over the same line are one row, the worst first', () => {
	const state = flooded(1);
	expect(sizes(state)).toEqual([18]);
	const [flood] = activeGroups(state.alerts);
	expect(flood && isFlood(flood)).toBe(true);
	expect(flood?.lead).toMatchObject({campaignId: '18', value: 3.27});
	expect(alertCounts(state.alerts)).toEqual({open: 1, acknowledged: 0, worst: 'critical'});
	expect(sizes(flooded(59))).toEqual([18]);
	expect(activeGroups(flooded(1, 3).alerts).map(isFlood)).toEqual([true]);
});

test('two are two rows, and so are those that came more than a minute apart, or of another kind', () => {
	expect(sizes(flooded(1, 2))).toEqual([1, 1]);
	expect(activeGroups(flooded(1, 2).alerts).map(isFlood)).toEqual([false, false]);
	expect(sizes(flooded(60, 4))).toEqual([1, 1, 1, 1]);
	const waiting = Array.from({length: 20}, (_, poll) =>
		dashboardPolled(poll * 2, '9', {status: 'PLAY', waiting: 2, ready: 0}),
	);
	expect(sizes(after(flooded(1, 3), ...waiting))).toEqual([3, 1]);
});

test('the count moves in place: those that are over stay in it as past, and it is past with the last', () => {
	const some = after(flooded(1), ...ids.slice(0, 13).map(id => drops(60, id, 1)));
	expect(sizes(some)).toEqual([18]);
	expect(some.alerts.active.size).toBe(5);
	expect(activeGroups(some.alerts)[0]?.lead.campaignId).toBe('18');
	const none = after(some, ...ids.slice(13).map(id => drops(62, id, 1)));
	expect(activeGroups(none.alerts)).toEqual([]);
	expect(sizes(none)).toEqual([18]);
});

test('is open until each of its campaigns is acknowledged', () => {
	const state = flooded(1, 3);
	const [first, ...others] = [...state.alerts.active.values()].map(alert => acknowledge(alert));
	const one = after(state, ...(first ? [first] : []));
	expect(alertCounts(one.alerts)).toMatchObject({open: 1, acknowledged: 0});
	expect(gravestOpen(one.alerts)?.members).toHaveLength(3);
	const all = after(one, ...others);
	expect(alertCounts(all.alerts)).toMatchObject({open: 0, acknowledged: 1});
	expect(gravestOpen(all.alerts)).toBeUndefined();
});

test('those that rise to a graver line later, together, are a flood of their own', () => {
	const near = after(
		begun,
		...[0, 5, 10, 15].flatMap(second => ids.map((id, index) => drops(second + index / 100, id, 2.6))),
	);
	expect(sizes(near)).toEqual([18]);
	const risen = after(near, ...ids.slice(0, 4).map((id, index) => drops(200 + index, id, 3.2)));
	expect(alertGroups(risen.alerts).map(({lead, members}) => [lead.level, members.length])).toEqual([
		['critical', 4],
		['warning', 14],
	]);
	// At once after the others, it is the same flood, and graver.
	const soon = after(near, drops(30, '1', 3.2));
	expect(alertGroups(soon.alerts).map(({lead, members}) => [lead.level, members.length])).toEqual([['critical', 18]]);
	expect(alertCounts(soon.alerts).worst).toBe('critical');
	expect(gravestOpen(soon.alerts)?.members).toHaveLength(18);
});

test('the worst of those that nobody has acknowledged is counted', () => {
	expect(alertCounts(begun.alerts)).toEqual({open: 0, acknowledged: 0, worst: undefined});
	const warned = after(begun, ...near(0, '1'));
	expect(alertCounts(warned.alerts)).toEqual({open: 1, acknowledged: 0, worst: 'warning'});
	const both = after(warned, drops(13, '2', 3.1));
	expect(alertCounts(both.alerts)).toEqual({open: 2, acknowledged: 0, worst: 'critical'});
	const critical = [...both.alerts.active.values()].find(({campaignId}) => campaignId === '2');
	const known = after(both, acknowledge(critical));
	expect(alertCounts(known.alerts)).toEqual({open: 1, acknowledged: 1, worst: 'warning'});
});

/** A campaign with so many agents over its limit. */
const overWith = (second: number, id: string, agents: number, dropRate = 3.1): Message =>
	dashboardPolled(second, id, {status: 'PLAY', dropRate, humanAnswered: 2000, agents});

describe('what stands first', () => {
	const firstOf = (...messages: Message[]) => gravestOpen(after(begun, ...messages).alerts)?.lead.campaignId;

	test('is the gravest, however new a warning is', () => {
		expect(firstOf(overWith(0, '1', 2), ...near(100, '2'))).toBe('1');
	});

	test('is then what concerns most agents, however new the others are', () => {
		expect(firstOf(overWith(0, '1', 40), overWith(100, '2', 12), overWith(200, '3', 30))).toBe('1');
	});

	test('is then the newest', () => {
		expect(firstOf(overWith(0, '1', 20), overWith(100, '2', 20))).toBe('2');
		expect(firstOf(overWith(0, '2', 20), overWith(100, '1', 20))).toBe('1');
	});

	test('of what one round of polls shows is the worst, whatever order the service lists them in', () => {
		const rates = {3: 3.1, 7: 4.3, 5: 3.2} as const;
		const round = Object.entries(rates).map(([id, rate], index) => overWith(index * 0.2, id, 20, rate));
		expect(firstOf(...round.slice(0, 2))).toBe('5');
		expect(firstOf(...round.slice(0, 2).toReversed())).toBe('5');
		const same = ['4', '2'].map((id, index) => overWith(index * 0.2, id, 20));
		expect(firstOf(...same)).toBe(firstOf(...same.toReversed()));
	});

	test('counts agents of all campaigns of a flood, and those of a rule on agents', () => {
		const many = ['4', '5', '6'].map((id, index) => overWith(100 + index, id, 15));
		expect(after(begun, ...many).alerts.active.size).toBe(3);
		expect(['4', '5', '6']).toContain(firstOf(overWith(0, '1', 40), ...many));
	});
});

test('the gravest is one whose figures are not well again, if there is one', () => {
	const first = after(begun, drops(0, '1', 3.1));
	const twice = after(first, drops(100, '2', 3.1), drops(102, '2', 1), drops(104, '2', 3.1));
	expect(gravestOpen(twice.alerts)?.lead.campaignId).toBe('2');
	const well = after(twice, drops(106, '2', 1));
	expect(well.alerts.active.size).toBe(2);
	expect(gravestOpen(well.alerts)?.lead.campaignId).toBe('1');
	const [one] = first.alerts.active.values();
	const known = after(well, acknowledge(one));
	expect(gravestOpen(known.alerts)?.lead.campaignId).toBe('2');
	expect(gravestOpen(begun.alerts)).toBeUndefined();
});

describe('the order of alerts', () => {
	const moment = at(9);
	const standings: Readonly<Record<string, Partial<Alert>>> = {
		critical: {level: 'critical'},
		warning: {level: 'warning'},
		'critical, well again': {level: 'critical', wellSince: moment},
		'warning, well again': {level: 'warning', wellSince: moment},
		'critical, known': {level: 'critical', acknowledgedAt: moment},
		'warning, known': {level: 'warning', acknowledgedAt: moment},
		'critical, known and well': {level: 'critical', acknowledgedAt: moment, wellSince: moment},
		'warning, known and well': {level: 'warning', acknowledgedAt: moment, wellSince: moment},
		'critical, past': {level: 'critical', wellSince: moment, resolvedAt: moment},
		'warning, past': {level: 'warning', wellSince: moment, resolvedAt: moment},
		'critical, known, past': {level: 'critical', acknowledgedAt: moment, wellSince: moment, resolvedAt: moment},
	};
	const alertOf = (name: string, over: Partial<Alert>, flood: number, news = 1): Alert =>
		({
			name,
			peak: 1,
			value: 4,
			threshold: 3,
			concerns: 0,
			newsAt: at(20 * news),
			campaignId: name,
			...over,
			flood,
			news,
		}) as Alert;
	const named = (groups: readonly {members: readonly Alert[]}[]): string[] =>
		groups.flatMap(({members}) => members.map(({name}) => name));
	const alertsOf = (...all: Alert[]) => ({
		conditions: new ById<never>(),
		active: new Map(all.filter(({resolvedAt}) => !resolvedAt).map((alert, index) => [String(index), alert])),
		past: all.filter(({resolvedAt}) => resolvedAt),
		acknowledgements: new Map(),
		changes: 9,
	});

	test('is by who knows of them, whether they are well, and their level, within a flood and without', () => {
		const all = Object.entries(standings);
		const turned = all.toReversed();
		expect(named(groupsOf(turned.map(([name, over]) => alertOf(name, over, 1))))).toEqual(all.map(([name]) => name));
		const apart = alertsOf(...turned.map(([name, over], index) => alertOf(name, over, index)));
		const isPast = (name: string): boolean => name.includes('past');
		expect(named(alertGroups(apart))).toEqual([
			...all.filter(([name]) => !isPast(name)).map(([name]) => name),
			...turned.filter(([name]) => isPast(name)).map(([name]) => name),
		]);
	});

	test('of a flood is then by the gravest line that was passed, and by how far', () => {
		const warning = {level: 'warning'} as const;
		const far = [
			alertOf('a tenth over', {...warning, value: 3.1}, 1),
			alertOf('half a point under', {...warning, value: 2.5}, 1),
			alertOf('a point over', {...warning, value: 4}, 1),
			alertOf('once graver', {...warning, value: 3, peak: 2}, 1),
		];
		expect(named(groupsOf(far))).toEqual(['once graver', 'a point over', 'half a point under', 'a tenth over']);
	});

	test('of others is then by the newest of each', () => {
		const warning = {level: 'warning'} as const;
		const flood = [5, 9, 7].map(news => alertOf(`flood ${news}`, warning, 1, news));
		const all = alertsOf(alertOf('6', warning, 2, 6), ...flood, alertOf('8', warning, 3, 8));
		expect(alertGroups(all).map(({lead}) => lead.name)).toEqual(['flood 9', '8', '6']);
		expect(gravestOpen(all)?.lead.name).toBe('flood 9');
		// Many ask in each frame.
		expect(alertGroups(all)).toBe(alertGroups(all));
	});

	test('puts what is well again behind all that is not, however new', () => {
		const well = {level: 'warning', wellSince: moment} as const;
		const all = alertsOf(alertOf('well', well, 1, 9), alertOf('not', {level: 'warning'}, 2, 1));
		expect(gravestOpen(all)?.lead.name).toBe('not');
		expect(gravestOpen(alertsOf(alertOf('older', well, 1, 2), alertOf('newer', well, 2, 3)))?.lead.name).toBe('newer');
	});
});
