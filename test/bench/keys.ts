/** How long a key waits for its answer on a board of a thousand campaigns. */
import {setTimeout as sleep} from 'node:timers/promises';
import type {Figure} from './figures.ts';
import {type Program, type Running, type Size, startMonitorAt, untilQuiet} from './program.ts';

const aim = 50;

/**
 * A terminal that has written nothing for so many milliseconds has written its frame. While a board still fills, a frame
 * of its own may come so close behind a key that it counts as the answer's.
 */
const quiet = 25;

const sizes: readonly Size[] = [
	{columns: 120, rows: 40},
	{columns: 200, rows: 60},
];

/** A key that is measured, and what is pressed unmeasured after it. */
type Press = {name: string; key: string; after?: string};

const pageDown = '\u001b[6~';

/** In the order of a round, which begins and ends on the unfiltered board. */
const presses: readonly Press[] = [
	{name: 'j', key: 'j'},
	{name: 'PgDn', key: pageDown},
	{name: 'G', key: 'G', after: 'g'},
	{name: '>', key: '>'},
	{name: 'r', key: 'r'},
	{name: '/', key: '/'},
	{name: 'a letter of the filter', key: 'e'},
	{name: 'another letter', key: 'r', after: '\r'},
	{name: 'c', key: 'c'},
	{name: 'Tab', key: '\t', after: '\u001b[Z'},
	{name: 'space', key: ' '},
	{name: '3', key: '3'},
	{name: '2', key: '2'},
	{name: '8', key: '8'},
	{name: '1', key: '1'},
];

/** Milliseconds from the key to the first byte of its answer, and to the last byte of that frame. */
type Answer = {first: number; last: number};

/** Presses a key; nothing where it has no answer within a second. */
const press = async (monitor: Running, key: string): Promise<Answer | undefined> => {
	await untilQuiet(monitor, quiet);
	return new Promise(resolve => {
		const pressed = performance.now();
		let answer: Answer | undefined;
		let timer = setTimeout(() => resolve(undefined), 1000);
		monitor.hear(() => {
			const last = performance.now() - pressed;
			answer = {first: answer?.first ?? last, last};
			clearTimeout(timer);
			timer = setTimeout(() => resolve(answer), quiet);
		});
		monitor.write(key);
	});
};

/** The number that so large a share of them does not pass. */
const percentile = (numbers: readonly number[], share: number): number =>
	numbers.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length * share) - 1)] ?? Number.NaN;

const figureOf = (name: string, samples: readonly number[]): Figure => ({
	name,
	unit: 'ms',
	samples,
	...(samples.length === 0
		? {missing: 'no answer'}
		: {aim, note: `99 of 100 within ${percentile(samples, 0.99).toFixed(1)} ms`}),
});

/** How long to look. */
export type KeysOptions = {warmUp: number; rounds: number};

/** The keys that go over the whole board, at two sizes of the terminal. */
export const measureKeys = async (
	program: Program,
	service: Readonly<Record<string, string>>,
	{warmUp, rounds}: KeysOptions,
): Promise<Figure[]> => {
	const figures: Figure[] = [];
	for (const size of sizes) {
		await using monitor = startMonitorAt(program, service, size);
		await sleep(warmUp);
		const answers = new Map<string, Answer[]>(presses.map(({name}) => [name, []]));
		for (let round = 0; round < rounds; round++) {
			for (const {name, key, after} of presses) {
				const answer = await press(monitor, key);
				if (answer) {
					answers.get(name)?.push(answer);
				}
				if (after !== undefined) {
					await press(monitor, after);
				}
			}
		}
		for (const [name, of] of answers) {
			const where = `${name}, ${size.columns}x${size.rows}`;
			figures.push(
				figureOf(
					`${where}: to the first byte`,
					of.map(({first}) => first),
				),
				figureOf(
					`${where}: to the last byte`,
					of.map(({last}) => last),
				),
			);
		}
	}
	return figures;
};
