/** What the screen asks of alerts: which is the gravest, how long one lasted, and whether somebody should look at it. */
import {describe, expect, test} from 'vitest';
import {
	type Alert,
	alertKey,
	alertsOf,
	gravestAlertOf,
	isOpenAlert,
	isRecovering,
	lasted,
	noAlerts,
} from '../../source/model/alert.ts';
import {at} from './make.ts';

const alert = (over: Partial<Alert> = {}): Alert =>
	({kind: 'drop', campaignId: '1', level: 'warning', newsAt: at(20), concerns: 9, since: at(10), ...over}) as Alert;

const active = (...alerts: Alert[]) => ({
	...noAlerts,
	active: new Map(alerts.map(one => [alertKey(one.kind, one.campaignId), one])),
});

describe('the gravest alert of a campaign', () => {
	test.each<[what: string, graver: Partial<Alert>, other: Partial<Alert>]>([
		['one that nobody has acknowledged', {}, {level: 'critical', newsAt: at(90), acknowledgedAt: at(20)}],
		['a critical one', {level: 'critical'}, {newsAt: at(90), concerns: 40}],
		['the one that concerns more', {concerns: 40}, {newsAt: at(90)}],
		['the newer one', {newsAt: at(40)}, {newsAt: at(20)}],
	])('is %s', (_what, first, second) => {
		for (const [kind, otherKind] of [
			['hours', 'floor'],
			['floor', 'hours'],
		] as const) {
			const [graver, other] = [alert({...first, kind}), alert({...second, kind: otherKind})];
			const alerts = active(other, graver, alert({campaignId: '2', level: 'critical', newsAt: at(90)}));
			expect(alertsOf(alerts, '1')).toEqual([graver, other]);
			expect(gravestAlertOf(alerts, '1')).toBe(graver);
		}
	});

	test('is that of the kind that stands first, of two that are equally grave', () => {
		const [first, second] = [alert({kind: 'hours'}), alert({kind: 'floor'})];
		for (const alerts of [active(first, second), active(second, first)]) {
			expect(alertsOf(alerts, '1')).toEqual([first, second]);
			expect(gravestAlertOf(alerts, '1')).toBe(first);
		}
	});

	test('is of any kind that a campaign may have', () => {
		for (const kind of ['hours', 'drop', 'answers', 'dialing', 'waiting', 'leads', 'staffing', 'floor'] as const) {
			const one = alert({kind});
			expect(alertsOf(active(one), '1'), kind).toEqual([one]);
			expect(gravestAlertOf(active(one), '1'), kind).toBe(one);
		}
	});

	test('is none where there are no alerts, or only those of others', () => {
		for (const alerts of [
			noAlerts,
			active(alert({campaignId: '2'}), alert({kind: 'service', campaignId: undefined})),
		]) {
			expect(alertsOf(alerts, '1')).toEqual([]);
			expect(gravestAlertOf(alerts, '1')).toBeUndefined();
		}
	});
});

test('an alert lasts until now, or until it was resolved, and never less than nothing', () => {
	expect(lasted(alert(), at(25))).toBe(15_000);
	expect(lasted(alert({resolvedAt: at(14)}), at(25))).toBe(4000);
	expect(lasted(alert(), at(9))).toBe(0);
});

test.each<[over: Partial<Alert>, recovers: boolean, isOpen: boolean]>([
	[{}, false, true],
	[{wellSince: at(20)}, true, true],
	[{acknowledgedAt: at(12)}, false, false],
	[{wellSince: at(20), resolvedAt: at(20)}, false, false],
])('with %j an alert recovers: %s, is open: %s', (over, recovers, isOpen) => {
	expect(isRecovering(alert(over))).toBe(recovers);
	expect(isOpenAlert(alert(over))).toBe(isOpen);
});
