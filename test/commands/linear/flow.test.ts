/** A minute has only so many sentences: the others are counted, and can be asked for. */
import {expect, test} from 'vitest';
import {type Change, createFlow, mostGrave, mostPerMinute} from '../../../source/commands/linear/flow.ts';
import {manualClock} from '../../helpers/clock.ts';

const open = () => {
	const clock = manualClock();
	const printed: string[] = [];
	const flow = createFlow(clock, texts => printed.push(...texts));
	/** What was printed since this was asked last. */
	const news = (): string[] => printed.splice(0);
	return {clock, flow, news};
};

const changes = (count: number, more: Partial<Change> = {}): Change[] =>
	Array.from({length: count}, (_, index) => ({text: `${more.isGrave ? 'grave' : 'change'} ${index + 1}`, ...more}));

test('a flood is heard as far as there is room, then counted once, and listed when it is asked for', async () => {
	const {clock, flow, news} = open();
	flow.add(changes(mostPerMinute + 12));
	expect(news()).toEqual(changes(mostPerMinute).map(({text}) => text));
	await clock.advance(59_000);
	expect(news()).toEqual([]);
	await clock.advance(1000);
	expect(news()).toEqual(['And 12 more: type missed to hear them']);
	expect(flow.missed()).toEqual({
		texts: changes(20)
			.slice(8)
			.map(({text}) => text),
		more: 0,
	});
	expect(flow.missed()).toEqual({texts: [], more: 0});
	flow.add(changes(1));
	expect(news()).toEqual(['change 1']);
});

test('a critical alert comes before the others and has room of its own, which is bounded too', () => {
	const {flow, news} = open();
	flow.add([...changes(mostPerMinute - 1), ...changes(1, {isGrave: true})]);
	expect(news()).toEqual(['grave 1', ...changes(mostPerMinute - 1).map(({text}) => text)]);
	flow.add([...changes(1), ...changes(mostGrave + 3, {isGrave: true})]);
	expect(news()).toEqual(changes(mostGrave, {isGrave: true}).map(({text}) => text));
	expect(flow.missed().texts).toHaveLength(4);
});

test('over an hour in which something changes every second, no minute has more sentences than there is room for', async () => {
	const {clock, flow, news} = open();
	const minutes: number[] = [];
	for (let minute = 0; minute < 60; minute++) {
		for (let second = 0; second < 60; second++) {
			flow.add([{text: `${minute}:${second}`, isGrave: second % 2 === 0}]);
			await clock.advance(1000);
		}
		minutes.push(news().length);
	}
	expect(Math.max(...minutes)).toBeLessThanOrEqual(mostPerMinute + mostGrave + 1);
	// Those that can be asked for are bounded as well.
	const {texts, more} = flow.missed();
	expect(texts).toHaveLength(50);
	expect(more).toBeGreaterThan(2000);
	flow.stop();
	expect(clock.timers()).toBe(0);
});
