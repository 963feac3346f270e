import {expect, test} from 'vitest';
import {driveWorld, type MachineClock} from '../../source/sandbox/engine/clock.ts';
import type {World} from '../../source/sandbox/world/state.ts';
import {minute, second} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {planOf, smallWorld} from './small-world.ts';

/** A service that is nothing but its world. */
const moving = (world: World) => ({
	world,
	advanceTo: (until: number, afterEvent?: () => boolean) => advance(world, until, afterEvent),
});

/** A clock that moves only when told, and by `cost` with every reading. */
const handClock = (cost = 0) => {
	let now = 0;
	let due: {at: number; callback: () => void} | undefined;
	const clock: MachineClock = {
		now() {
			now += cost;
			return now;
		},
		after(milliseconds, callback) {
			const own = {at: now + milliseconds, callback};
			due = own;
			return () => {
				due = due === own ? undefined : due;
			};
		},
	};
	return {
		clock,
		/** Lets so many milliseconds pass; returns how many callbacks ran. */
		pass(milliseconds: number): number {
			const until = now + milliseconds;
			let calls = 0;
			while (due && due.at <= until) {
				const {at, callback} = due;
				due = undefined;
				now = Math.max(now, at);
				callback();
				calls++;
			}
			now = Math.max(now, until);
			return calls;
		},
	};
};

test('the world goes at its speed', () => {
	for (const speed of [1, 60]) {
		const world = smallWorld([planOf()]);
		const {origin} = world;
		const hand = handClock();
		driveWorld(moving(world), speed, hand.clock);
		hand.pass(10 * second);
		expect(world.now - origin).toBe(10 * second * speed);
	}
});

test('while nobody asks it moves once a second', () => {
	const world = smallWorld([planOf()]);
	const hand = handClock();
	driveWorld(moving(world), 1, hand.clock);
	expect(hand.pass(10 * second)).toBe(10);
});

test('whoever asks sees the world by the clock, also after a wait of their own', async () => {
	const world = smallWorld([planOf()]);
	const {origin} = world;
	const hand = handClock();
	const {attend} = driveWorld(moving(world), 1, hand.clock);
	hand.pass(second + 333);
	const waiting = Promise.withResolvers<void>();
	const seen: number[] = [];
	const asked = attend(async () => {
		seen.push(world.now - origin);
		await waiting.promise;
		seen.push(world.now - origin);
	});
	hand.pass(700);
	waiting.resolve();
	await asked;
	expect(seen).toEqual([second + 333, 2 * second + 33]);
	// Then it goes at its slow beat again.
	expect(hand.pass(5 * second)).toBe(5);
	await expect(attend(async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
	expect(hand.pass(5 * second)).toBe(5);
});

test('it takes short slices while there is much to do', () => {
	const world = smallWorld([planOf({agents: 500, lists: [{name: 'a', leads: 50_000, active: true, worked: 0}]})]);
	// Each reading costs a millisecond: a slice of 8 ms ends after a few, far from what is due.
	const hand = handClock(1);
	driveWorld(moving(world), 6000, hand.clock);
	const {origin} = world;
	hand.pass(60);
	expect(world.now - origin).toBeGreaterThan(0);
	expect(world.now - origin).toBeLessThan(6 * minute);
});

test('once stopped it stays where it is', async () => {
	const world = smallWorld([planOf()]);
	const hand = handClock();
	const {stop, attend} = driveWorld(moving(world), 1, hand.clock);
	hand.pass(second);
	stop();
	const {now} = world;
	expect(hand.pass(10 * second)).toBe(0);
	await attend(async () => undefined);
	expect(hand.pass(10 * second)).toBe(0);
	expect(world.now).toBe(now);
});

test('what a sleeping machine missed beyond two seconds is not caught up with', () => {
	const world = smallWorld([planOf({agents: 500, lists: [{name: 'a', leads: 50_000, active: true, worked: 0}]})]);
	const {origin} = world;
	let now = 0;
	let callback = (): void => undefined;
	driveWorld(moving(world), 1, {
		now: () => (now += 1),
		after(_, next) {
			callback = next;
			return () => undefined;
		},
	});
	now = 3_600_000;
	callback();
	callback();
	callback();
	expect(world.now - origin).toBeLessThan(10 * minute);
});

test('its speed can be changed on the way', () => {
	const world = smallWorld([planOf()]);
	const {origin} = world;
	const hand = handClock();
	const drive = driveWorld(moving(world), 1, hand.clock);
	hand.pass(10 * second + 500);
	drive.setSpeed(60);
	expect(drive.speed).toBe(60);
	hand.pass(10 * second);
	expect(world.now - origin).toBe(610 * second + 500);
});

test('a bug inside the simulation ends the sandbox, also where a request has moved the world', async () => {
	const world = smallWorld([planOf()]);
	const hand = handClock();
	const broken = {
		world,
		advanceTo(): boolean {
			throw new Error('a bug inside the simulation');
		},
	};
	const {attend} = driveWorld(broken, 1, hand.clock);
	await expect(attend(async () => 'answered')).rejects.toThrow('a bug inside the simulation');
	// Thrown by a timer, it ends the thread.
	expect(() => hand.pass(1)).toThrow('a bug inside the simulation');
	expect(hand.pass(10 * second)).toBe(0);
});
