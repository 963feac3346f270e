import {expect, test} from 'vitest';
import {loggedCalls} from '../../source/sandbox/world/call-log.ts';
import {placeTestCall} from '../../source/sandbox/world/commands.ts';
import type {World} from '../../source/sandbox/world/state.ts';
import {day, eastern, hour, parseDay} from '../../source/sandbox/world/time.ts';
import {advance} from '../../source/sandbox/world/world.ts';
import {checkInvariants} from './invariants.ts';
import {planOf, smallWorld} from './small-world.ts';

const first = parseDay(eastern, '2026-03-02');

/** Sizes that would grow if something were left behind. */
const roomOf = ({events, calls, campaigns, log}: World) => ({
	records: events.records.length,
	laterTurns: events.later.size,
	slots: calls.length,
	points: campaigns.map(({graph}) => graph.length),
	hoppers: campaigns.reduce((sum, {hopper}) => sum + hopper.length, 0),
	openChunks: log.open.size,
});

test('two weeks leave nothing behind but what was done', () => {
	const lists = [{name: 'a', leads: 100_000, active: true, worked: 0.2}];
	const world = smallWorld(
		[
			planOf({agents: 8, lists, settings: {schedule: '9am-9pm'}}),
			planOf({agents: 0, lists, attemptLimit: 2, settings: {method: 'BROADCAST', velocity: 4}}),
		],
		{origin: first, chunkSize: 256},
	);
	const rooms: ReturnType<typeof roomOf>[] = [];
	const called: number[] = [];
	for (let today = 0; today < 14; today++) {
		advance(world, first + today * day + 14 * hour);
		placeTestCall(world, '1001', '2125550123');
		rooms.push(roomOf(world));
		const before = world.log.count;
		advance(world, first + today * day + 17 * hour);
		called.push(world.log.count - before);
	}
	const after = rooms.slice(2);
	expect(Math.max(...after.map(({records}) => records))).toBe(after[0]?.records);
	expect(Math.max(...after.map(({slots}) => slots))).toBeLessThan(2 * (after[0]?.slots ?? 0));
	// A shift that ends in the evening, an hour of agents' and callers' patience: not a day's worth, and never a month's.
	expect(Math.max(...after.map(({laterTurns}) => laterTurns))).toBeLessThan(200);
	expect(Math.max(...after.map(({openChunks}) => openChunks))).toBeLessThan(10);
	expect(after.map(({points}) => points)).toEqual(after.map(() => [60, 60]));
	expect(Math.max(...after.map(({hoppers}) => hoppers))).toBeLessThan(400);
	// The last days are worked like the first ones.
	const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
	expect(sum(called.slice(-5)) / sum(called.slice(0, 5))).toBeGreaterThan(0.9);
	expect([...loggedCalls(world.log)]).toHaveLength(world.log.count);
	checkInvariants(world);
});
