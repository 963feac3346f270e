import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createEvents, type DueEvent, eventKind, schedule, takeDue} from '../../source/sandbox/world/events.ts';

/** How far ahead the next event is put, and then up to when events are taken. */
const steps = fc.array(fc.tuple(fc.array(fc.nat(20_000), {maxLength: 8}), fc.nat(6000)), {maxLength: 40});

test('events come in the order of time, then of scheduling, and none before its time', () => {
	fc.assert(
		fc.property(steps, fc.integer({min: -5000, max: 5000}), (script, start) => {
			const queue = createEvents(start);
			const waiting: {time: number; subject: number}[] = [];
			let now = start;
			let count = 0;
			for (const [delays, span] of script) {
				for (const delay of delays) {
					schedule(queue, now + delay, eventKind.call, count, 0);
					waiting.push({time: now + delay, subject: count++});
				}
				now += span;
				const taken: DueEvent[] = [];
				for (let due = takeDue(queue, now); due; due = takeDue(queue, now)) {
					// One object serves for all that is taken.
					taken.push({...due});
				}
				const due = waiting
					.filter(({time}) => time <= now)
					.toSorted((a, b) => a.time - b.time || a.subject - b.subject);
				expect(taken.map(({time, subject}) => ({time, subject}))).toEqual(due);
				waiting.splice(0, waiting.length, ...waiting.filter(({time}) => time > now));
			}
		}),
		{numRuns: 500},
	);
});
