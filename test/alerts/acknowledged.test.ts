/** How long an acknowledgement holds, what ends it before its time, and what hears of that. */
import {describe, expect, test} from 'vitest';
import {alertCounts} from '../../source/alerts/floods.ts';
import {type Acknowledgement, type Alert, type AlertKind, alertKey} from '../../source/model/alert.ts';
import type {Message, State} from '../../source/model/state.ts';
import {acknowledge, after, at, campaignsPolled, dashboardPolled, fresh, tick} from '../model/make.ts';

const begun = (): State => after(fresh(), campaignsPolled(0, ['1']));

type Figures = Parameters<typeof dashboardPolled>[2];

/** A poll every two seconds. */
const polls = (from: number, to: number, figures: Figures): Message[] =>
	Array.from({length: Math.floor((to - from) / 2) + 1}, (_, index) => dashboardPolled(from + index * 2, '1', figures));

const rate = (dropRate: number): Figures => ({status: 'PLAY', dropRate, humanAnswered: 2000});

const alert = ({alerts}: State, kind: AlertKind = 'drop'): Alert | undefined => alerts.active.get(alertKey(kind, '1'));

/** A drop rate of 3.1% that somebody acknowledged after 20 seconds until 15 minutes later, and as `over` says. */
const known = (over: Partial<Acknowledgement> = {}): State => {
	const state = after(begun(), ...polls(0, 20, rate(3.1)), tick(20));
	return after(state, acknowledge(alert(state), {at: at(20), until: at(920).wall, ...over}));
};

describe('an acknowledgement with a time', () => {
	test('holds until then, and makes the alert news when it is over', () => {
		const state = known();
		expect(alertCounts(state.alerts)).toEqual({open: 0, acknowledged: 1, worst: undefined});
		const before = after(state, ...polls(22, 918, rate(3.2)), tick(919.9));
		expect(alert(before)).toMatchObject({acknowledgedAt: at(20), acknowledgement: {by: 'kim', until: at(920).wall}});
		const over = after(before, tick(920));
		expect(alert(over)).toMatchObject({acknowledgedAt: undefined, acknowledgement: undefined, newsAt: at(920)});
		expect(alertCounts(over.alerts)).toEqual({open: 1, acknowledged: 0, worst: 'critical'});
		expect(over.alerts.acknowledgements.size).toBe(0);
	});

	test('holds for the alert that ends and is raised again within it, and not behind it', () => {
		const well = after(known({until: at(2000).wall}), ...polls(22, 700, rate(1)));
		expect(alert(well)).toBeUndefined();
		const again = after(well, ...polls(720, 740, rate(3.1)));
		expect(alert(again)).toMatchObject({times: 1, acknowledgedAt: at(20)});
		const late = after(well, tick(2000), ...polls(2002, 2030, rate(3.1)));
		expect(alert(late)).toMatchObject({acknowledgedAt: undefined});
	});

	test('is by the clock on the wall, as the operator has it', () => {
		const suspended = {wall: at(920).wall, mono: at(40).mono};
		expect(alert(after(known(), {type: 'tick', now: suspended}))?.acknowledgedAt).toBeUndefined();
	});

	test('may be given again, longer', () => {
		const state = known();
		const longer = after(state, acknowledge(alert(state), {at: at(600), until: at(5000).wall}), tick(920));
		expect(alert(longer)).toMatchObject({acknowledgedAt: at(600), acknowledgement: {until: at(5000).wall}});
		const untilItEnds = after(longer, acknowledge(alert(longer), {at: at(930)}), tick(6000));
		expect(alert(untilItEnds)?.acknowledgedAt).toEqual(at(930));
	});

	test('over in a moment in which its figures are well, makes no news', () => {
		const state = after(known(), ...polls(22, 24, rate(1)), ...polls(26, 60, rate(3.1)), ...polls(62, 64, rate(1)));
		expect(alert(state)).toMatchObject({times: 2, acknowledgedAt: at(20)});
		expect(alert(state)?.wellSince).toBeDefined();
		const over = after(state, tick(920));
		expect(alert(over)).toMatchObject({acknowledgedAt: undefined, news: alert(state)?.news});
	});
});

describe('an alert that gets worse by a step is news again', () => {
	test('a graver rule of its kind, though an earlier time had reached that', () => {
		const eased = after(begun(), ...polls(0, 20, rate(3.1)), ...polls(22, 40, rate(2.85)));
		const state = after(eased, acknowledge(alert(eased)), ...polls(42, 44, rate(2.85)));
		expect(alert(state)).toMatchObject({
			rule: 'drop-close',
			peak: alert(eased)?.peak,
			acknowledgedAt: expect.anything(),
		});
		const back = after(state, ...polls(46, 46, rate(3.05)));
		expect(alert(back)).toMatchObject({rule: 'drop-limit', acknowledgedAt: undefined, newsAt: at(46.1)});
	});

	test.each([
		[4.6, true],
		[4.65, false],
	])('a figure of %d%%, whose worst was 3.1%: acknowledged %s', (dropRate, isKnown) => {
		const state = after(known(), ...polls(22, 22, rate(dropRate)));
		expect(alert(state)?.acknowledgedAt !== undefined).toBe(isKnown);
		// The time does not bring it back by itself afterwards.
		expect(alert(after(state, ...polls(24, 24, rate(3.1))))?.acknowledgedAt !== undefined).toBe(isKnown);
	});

	test('counts are worse by two at least; times are worse by themselves', () => {
		const waiting = (calls: number): Figures => ({status: 'PLAY', ready: 0, waiting: calls, ringing: 3});
		const first = after(begun(), ...polls(0, 40, waiting(1)));
		const state = after(first, acknowledge(alert(first, 'waiting')));
		expect(alert(after(state, ...polls(42, 42, waiting(2))), 'waiting')?.acknowledgedAt).toBeDefined();
		expect(alert(after(state, ...polls(42, 42, waiting(3))), 'waiting')?.acknowledgedAt).toBeUndefined();
		const idle: Figures = {status: 'PLAY', ready: 4, ringing: 0, calledToday: 900};
		const stopped = after(begun(), ...polls(0, 200, idle));
		const seen = after(stopped, acknowledge(alert(stopped, 'dialing')), ...polls(202, 900, idle));
		expect(alert(seen, 'dialing')).toMatchObject({rule: 'not-dialing', acknowledgedAt: expect.anything()});
	});

	test('whoever did not see it acknowledges it as it is', () => {
		const state = known({rule: undefined, worst: undefined});
		expect(alert(state)?.acknowledgement).toMatchObject({rule: 'drop-limit', worst: 3.1});
		// What an earlier run acknowledged holds for what this run raises.
		const earlier = acknowledge(alert(state), {until: at(920).wall, rule: 'drop-near', worst: 2.6});
		const raised = after(begun(), earlier, ...polls(0, 20, rate(2.6)));
		expect(alert(raised)).toMatchObject({rule: 'drop-near', acknowledgedAt: expect.anything()});
		expect(alert(after(begun(), earlier, ...polls(0, 20, rate(3.1))))).toMatchObject({acknowledgedAt: undefined});
	});
});
