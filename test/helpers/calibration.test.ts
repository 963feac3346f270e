/** The arithmetic of bounds that follow the machine. */
import {describe, expect, test} from 'vitest';
import {
	boundOn,
	calibrationBy,
	type Kind,
	measureSlowness,
	reference,
	type Slowness,
	slower,
	slownessOf,
	startCalibration,
	usualSlowness,
} from './calibration.ts';

const even = (slowness: number): Slowness => ({cpu: slowness, wall: slowness});

test('the quickest round of each kind counts', () => {
	const rounds = [
		{cpu: 2 * reference, wall: 9 * reference},
		{cpu: 1.4 * reference, wall: 3 * reference},
		{cpu: 1.5 * reference, wall: 2.5 * reference},
	];
	expect(slownessOf(rounds)).toEqual({cpu: 1.4, wall: 2.5});
	expect(slownessOf([{cpu: reference, wall: reference}])).toEqual(usualSlowness);
	expect(() => slownessOf([])).toThrow('no round was measured');
});

test.each([
	['the machine of the reference', 1, 2000, 300],
	['a machine 1.4 times slower', 1.4, 2800, 380],
	['a machine twice as quick', 0.5, 1000, 200],
])('on %s a bound is in proportion, but for what is waited for by timers', (_, slowness, work, withTimer) => {
	expect(boundOn({cpu: slowness, wall: 9}, 'cpu', {work: 2000})).toBe(work);
	expect(boundOn({cpu: 9, wall: slowness}, 'wall', {fixed: 100, work: 200})).toBe(withTimer);
});

test('of two measures the slower one of each kind counts', () => {
	expect(slower({cpu: 1, wall: 5}, {cpu: 1.4, wall: 2})).toEqual({cpu: 1.4, wall: 5});
});

/** A calibration of a machine that is as slow as these say, one after the other, on a clock that the test holds. */
const on = (...machines: number[]) => {
	const clock = {now: 0, measured: 0};
	const calibration = calibrationBy(
		async () => even(machines[Math.min(clock.measured++, machines.length - 1)] ?? Number.NaN),
		() => clock.now,
	);
	return {clock, calibration};
};

const bound = {work: 2000};

describe('what exceeds a bound', () => {
	test.each<[Kind, number]>([
		['cpu', 1],
		['cpu', 1.4],
		['wall', 0.6],
		['wall', 5],
	])(
		'by %s on a machine of slowness %s: twice as long is found, and what just fits is none',
		async (kind, slowness) => {
			const {calibration} = on(slowness);
			expect(await calibration.exceeded(kind, 2000 * slowness, bound)).toBeUndefined();
			expect(await calibration.exceeded(kind, 2 * 2000 * slowness, bound)).toBe(2000 * slowness);
			expect(await calibration.exceeded(kind, 2001 * slowness, bound)).toBe(2000 * slowness);
		},
	);

	test('what a quick machine does within the bound of the reference is a fault all the same', async () => {
		expect(await on(0.5).calibration.exceeded('cpu', 1900, bound)).toBe(1000);
	});

	test('a machine that has become slower is measured anew before anything is said', async () => {
		const {clock, calibration} = on(1, 1.4, 1);
		expect(await calibration.exceeded('cpu', 1500, bound)).toBeUndefined();
		expect(clock.measured).toBe(1);
		expect(await calibration.exceeded('cpu', 2700, bound)).toBeUndefined();
		expect(clock.measured).toBe(2);
		// Quick again by the time that it is looked at: it was slow when it was measured before.
		expect(await calibration.exceeded('cpu', 2801, bound)).toBe(2800);
	});

	test('what was measured half a minute ago counts no longer: then a machine may be quicker again', async () => {
		const {clock, calibration} = on(3, 1);
		expect(await calibration.exceeded('cpu', 4000, bound)).toBeUndefined();
		clock.now = 30_000;
		expect(await calibration.exceeded('cpu', 4000, bound)).toBeUndefined();
		clock.now = 30_001;
		expect(await calibration.exceeded('cpu', 4000, bound)).toBe(2000);
	});
});

test('the page is told what was measured', async () => {
	const {calibration} = on(1.4, 0.9, 2);
	expect(calibration.told()).toBe('the machine was not measured');
	await calibration.measure();
	await calibration.measure();
	expect(calibration.told()).toBe(
		'the same work takes 0.90 to 1.40 times the reference of CPU time, and 0.90 to 1.40 times of what passes',
	);
});

test('this machine is measured, here and in a process beside, which two may ask at once', async () => {
	const here = await measureSlowness();
	expect(here.cpu).toBeGreaterThan(0.05);
	expect(here.wall).toBeGreaterThanOrEqual(here.cpu * 0.9);
	using calibration = startCalibration();
	const [one, other] = await Promise.all([calibration.measure(), calibration.measure()]);
	expect(one).not.toEqual(other);
	expect(Math.min(one.cpu, other.cpu)).toBeGreaterThan(0.05);
});
