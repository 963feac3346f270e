/** Alerts that change: what a raise, a rise, a return and an end do to them, what counts as news, and which are a flood. */
import {describe, expect, test} from 'vitest';
import {Draft, holdOf, type RuleMatch} from '../../source/alerts/draft.ts';
import {activeGroups, alertCounts} from '../../source/alerts/floods.ts';
import {ruleOf} from '../../source/alerts/rules.ts';
import {
	type Alert,
	type AlertEnd,
	type Alerts,
	isOpenAlert,
	mostPastAlerts,
	noAlerts,
	type RuleId,
} from '../../source/model/alert.ts';
import {alertStatus, whatOf} from '../../source/present/alert-text.ts';
import {at} from '../model/make.ts';

const mergeWithin = 600;
const back: AlertEnd = {kind: 'answered'};

const match = (rule: RuleId, value = 3, rank = 0): RuleMatch => ({
	rule: ruleOf[rule],
	rank,
	value,
	measurement: {threshold: 1},
});

/** The alerts after changes at a second. */
const changed = (before: Alerts, second: number, ...changes: ((draft: Draft) => void)[]): Alerts => {
	const draft = new Draft(before, at(second));
	for (const change of changes) {
		change(draft);
	}
	return draft.result;
};

const raising =
	(campaignId: string, second: number, rule: RuleId = 'waiting') =>
	(draft: Draft): void =>
		draft.raise({campaignId, name: `Campaign ${campaignId}`, size: 9}, match(rule), at(second), mergeWithin);

const raised = (before: Alerts, second: number, campaignId: string, rule?: RuleId): Alerts =>
	changed(before, second, raising(campaignId, second, rule));

const of = ({active}: Alerts, campaignId = '1'): Alert =>
	[...active.values()].find(alert => alert.campaignId === campaignId) as Alert;

const renewed = (before: Alerts, second: number, by: RuleMatch, campaignId = '1'): Alerts =>
	changed(before, second, draft => draft.renew(of(before, campaignId), by, {name: 'renamed', size: 9}));

const resolved = (before: Alerts, second: number, campaignId = '1'): Alerts =>
	changed(before, second, draft => draft.resolve(of(before, campaignId), back));

const held = (before: Alerts, second: number): Alerts => changed(before, second, draft => draft.hold(of(before), back));

const one = raised(noAlerts, 0, '1');

test('several changes at once all count, and none leaves the alerts as they were', () => {
	const [idle, waiting] = (['idle', 'waiting'] as const).map(rule => ({
		rule,
		campaignId: '1',
		since: at(0),
		polls: 1,
		isRaised: false,
	}));
	const both = changed(noAlerts, 0, ...[idle, waiting].map(one => (draft: Draft) => one && draft.follow(one)));
	expect([...both.conditions.values()]).toEqual([idle, waiting]);
	const neither = changed(both, 1, ...[idle, waiting].map(one => (draft: Draft) => one && draft.unfollow(one)));
	expect(neither.conditions.size).toBe(0);
	expect(changed(both, 1, draft => draft.unfollow({rule: 'dead', campaignId: '1'}))).toBe(both);
	expect(changed(one, 1)).toBe(one);
	const three = changed(noAlerts, 0, raising('1', 0), raising('2', 0), raising('3', 0));
	expect(three.active.size).toBe(3);
	const last = changed(three, 1, ...['1', '2'].map(id => (draft: Draft) => draft.resolve(of(three, id), back)));
	expect([last.active.size, last.past.length]).toEqual([1, 2]);
});

test('a new alert has no note, no cause and no past', () => {
	expect(of(one)).toMatchObject({note: '', cause: undefined, times: 1, peak: 0, acknowledgedAt: undefined, value: 3});
	expect(of(renewed(one, 1, match('waiting', 4)))).toMatchObject({note: '', name: 'renamed', value: 4, seenAt: at(1)});
});

test('what is raised, rises, is over, returns or is resolved changes the count, and what goes on does not', () => {
	expect(one.changes).toBe(1);
	const same = renewed(one, 1, match('waiting', 9));
	expect(same.changes).toBe(1);
	const risen = renewed(same, 2, match('waiting', 9, 1));
	expect([risen.changes, of(risen).news]).toEqual([2, 2]);
	const over = held(risen, 3);
	expect(over.changes).toBe(3);
	expect(held(over, 4)).toBe(over);
	expect(of(over)).toMatchObject({wellSince: at(3), end: back});
	const returned = renewed(over, 5, match('waiting', 2, 1));
	expect(returned.changes).toBe(4);
	expect(of(returned)).toMatchObject({times: 2, wellSince: undefined, end: undefined, news: 2});
	const gone = resolved(over, 6);
	expect(gone.changes).toBe(4);
	expect(gone.past).toMatchObject([{wellSince: at(3), resolvedAt: at(3), end: back}]);
});

test('an alert that is over by an answer from before it began is over when it began', () => {
	expect(resolved(raised(noAlerts, 10, '1'), 9).past).toMatchObject([{since: at(10), resolvedAt: at(10)}]);
	expect(of(held(raised(noAlerts, 10, '1'), 9)).wellSince).toEqual(at(10));
});

test('the past has the newest first, and no more than are kept', () => {
	let alerts = noAlerts;
	for (let id = 1; id <= mostPastAlerts + 1; id++) {
		alerts = resolved(raised(alerts, id, `${id}`), id, `${id}`);
	}
	expect(alerts.past).toHaveLength(mostPastAlerts);
	expect(alerts.past[0]?.campaignId).toBe(`${mostPastAlerts + 1}`);
	expect(alerts.past.at(-1)?.campaignId).toBe('2');
});

test.each<[rule: RuleId, value: number, then: RuleMatch, worst: Alert['worst']]>([
	['waiting', 3, match('waiting', 5), {value: 5, unit: 'calls'}],
	['waiting', 5, match('waiting', 3), {value: 5, unit: 'calls'}],
	['leads-low', 40, match('leads-low', 30), {value: 30, unit: 'minutes'}],
	['leads-low', 30, match('leads-low', 40), {value: 30, unit: 'minutes'}],
	// What another rule of its kind counts is no measure of it.
	['idle', 400, match('not-dialing', 180, 1), {value: 180, unit: 'seconds'}],
	['not-dialing', 180, match('idle', 400), {value: 400, unit: 'agents'}],
	['staffing', 40, match('paused-share', 70, 1), {value: 70, unit: 'share'}],
	['paused-share', 70, match('staffing', 40), {value: 40, unit: 'share'}],
	['starved', 28, match('idle', 11), {value: 28, unit: 'agents'}],
	['drop-near', 2.6, match('drop-limit', 3.1, 2), {value: 3.1, unit: 'percent'}],
	['drop-limit', 3.1, match('drop-near', 2.6), {value: 3.1, unit: 'percent'}],
])('the worst of %s at %d, and then of %o, is %o', (rule, value, then, worst) => {
	const before = changed(noAlerts, 0, draft =>
		draft.raise({campaignId: '1', name: '', size: 9}, match(rule, value), at(0), mergeWithin),
	);
	expect(of(renewed(before, 1, then)).worst).toEqual(worst);
});

test('the worst of what a rule counts is kept while another rule tells the alert', () => {
	const idle = changed(noAlerts, 0, draft =>
		draft.raise({campaignId: '1', name: '', size: 9}, match('idle', 28), at(0), mergeWithin),
	);
	const still = renewed(idle, 1, match('not-dialing', 245, 1));
	expect(of(still)).toMatchObject({value: 245, worst: {value: 245, unit: 'seconds'}});
	expect(of(renewed(still, 2, match('idle', 11)))).toMatchObject({value: 11, worst: {value: 28, unit: 'agents'}});
});

test('leads called in vain are summed up from poll to poll, and stay with the alert at its end', () => {
	const counted = (inVain: number | undefined): RuleMatch => ({
		...match('outage', 5),
		measurement: {threshold: 50, inVain},
	});
	const outage = changed(noAlerts, 0, draft =>
		draft.raise({campaignId: '1', name: '', size: 29}, counted(4), at(0), mergeWithin),
	);
	expect(of(outage).inVain).toBe(4);
	const more = [30.4, undefined, 12].reduce((alerts, next, index) => renewed(alerts, index + 1, counted(next)), outage);
	expect(of(more).inVain).toBeCloseTo(46.4);
	expect(whatOf(of(more))).toContain('5% of the usual (alarm below 50%), at least 46 leads called in vain*');
	const [past] = resolved(more, 9).past;
	expect(past && whatOf(past)).toMatch(/^outage, over after 9s: .*; at least 46 leads called in vain\*$/);
	expect(of(one).inVain).toBeUndefined();
});

describe('an alert that becomes part of another', () => {
	const part = (partOf: RuleId | undefined): RuleMatch => ({
		...match('starved', 28),
		measurement: {threshold: 1, partOf},
	});
	const waits = changed(noAlerts, 0, draft =>
		draft.raise({campaignId: '1', name: 'Spring', size: 29}, match('starved', 4), at(0), mergeWithin),
	);

	test('does not end: it says of which, and is nobody’s to look at', () => {
		const joined = renewed(waits, 12, part('outage'));
		expect(joined.past).toEqual([]);
		expect(of(joined)).toMatchObject({partOf: 'outage', value: 28, end: undefined, resolvedAt: undefined, times: 1});
		expect(isOpenAlert(of(joined))).toBe(false);
		expect(joined.changes).toBe(2);
		expect(renewed(joined, 14, part('outage')).changes).toBe(2);
		expect(whatOf(of(joined))).toBe('28 agents ready while it dials, now part of: outage');
		expect(alertStatus(of(joined))).toBe('part');
	});

	test('stands by itself again where the other is over first, and ends as any other', () => {
		const joined = renewed(waits, 12, part('outage'));
		const alone = renewed(joined, 60, part(undefined));
		expect(of(alone)).toMatchObject({partOf: undefined, times: 1, news: 1});
		expect(isOpenAlert(of(alone))).toBe(true);
		expect(resolved(joined, 60).past).toMatchObject([{partOf: undefined, end: back}]);
	});

	test('counts with the other, neither as open nor as acknowledged', () => {
		const outage = changed(waits, 18, draft =>
			draft.raise({campaignId: '1', name: 'Spring', size: 29}, match('outage', 5), at(12), mergeWithin),
		);
		const starved = [...outage.active.values()].find(({rule}) => rule === 'starved') as Alert;
		const both = changed(outage, 20, draft => draft.renew(starved, part('outage'), {name: 'Spring', size: 29}));
		expect(alertCounts(both)).toEqual({open: 1, acknowledged: 0, worst: 'critical'});
		expect(activeGroups(both).map(({lead}) => lead.rule)).toEqual(['outage', 'starved']);
		const known = [...both.active.values()].find(({rule}) => rule === 'outage') as Alert;
		const seen = {...both, active: new Map(both.active).set('answers 1', {...known, acknowledgedAt: at(30)})};
		expect(alertCounts(seen)).toEqual({open: 0, acknowledged: 1, worst: undefined});
		expect(activeGroups(seen).map(({lead}) => lead.rule)).toEqual(['outage', 'starved']);
	});
});

describe('an alert that comes back', () => {
	const past = resolved(one, 10);

	test('is the same one, if its figures were well for less than the time set', () => {
		const again = raised(past, 609.9, '1');
		expect(of(again)).toMatchObject({id: of(one).id, times: 2, resolvedAt: undefined, since: at(0)});
		expect(again.past).toEqual([]);
	});

	test.each<[what: string, second: number, campaignId: string, rule: RuleId]>([
		['after that time', 610, '1', 'waiting'],
		['on another campaign', 11, '2', 'waiting'],
		['by another kind', 11, '1', 'leads-low'],
	])('is another %s', (_what, second, campaignId, rule) => {
		const other = raised(past, second, campaignId, rule);
		expect(of(other, campaignId)).toMatchObject({times: 1, since: at(second)});
		expect(other.past).toHaveLength(1);
	});

	test('is the one that ended last', () => {
		const [first] = past.past;
		const both = {...past, past: [{...(first as Alert), id: 9, times: 5}, first as Alert]};
		expect(of(raised(both, 20, '1'))).toMatchObject({id: 9, times: 6});
	});

	test('is held before its end, the longer the more often it has come back', () => {
		expect([1, 2, 3, 11, 12].map(times => holdOf({...of(one), times}, mergeWithin))).toEqual([0, 60, 120, 600, 600]);
	});
});

describe('a flood', () => {
	const floods = (alerts: Alerts, ...ids: string[]): number[] => ids.map(id => of(alerts, id).flood);

	test('is of alerts of a kind that are news less than a minute after the newest of them', () => {
		const two = raised(one, 59.9, '2');
		const four = raised(raised(two, 119, '3'), 179, '4');
		expect(floods(four, '1', '2', '3', '4')).toEqual([1, 1, 1, 4]);
		expect(floods(raised(one, 1, '2', 'leads-low'), '1', '2')).toEqual([1, 2]);
	});

	test('counts those that are over, and not when one was first raised but when it was news', () => {
		expect(of(raised(resolved(one, 5), 30, '2'), '2').flood).toBe(1);
		const apart = raised(one, 100, '2');
		expect(floods(apart, '1', '2')).toEqual([1, 2]);
		const risen = renewed(apart, 110, match('waiting', 3, 1));
		expect(floods(risen, '1', '2')).toEqual([2, 2]);
		expect(of(risen)).toMatchObject({news: 3, newsAt: at(110), acknowledgedAt: undefined});
		expect(of(raised(risen, 165, '3'), '3').flood).toBe(2);
	});

	test('is not of an alert with itself', () => {
		expect(floods(renewed(one, 10, match('waiting', 3, 1)), '1')).toEqual([2]);
	});
});
