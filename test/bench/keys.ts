/** How long a key waits for its answer on a board of a thousand campaigns. */
import {setTimeout as sleep} from 'node:timers/promises';
import {type Figure, median, percentile} from './figures.ts';
import {type Program, type Running, type Size, startMonitorAt, untilQuiet} from './program.ts';

/** Milliseconds to the first byte, for half of the presses; to the last byte, for 99 of 100. */
const firstAim = 50;
const lastAim = 30;

/**
 * A terminal that has written nothing for so many milliseconds has written its frame. While a board still fills, five frames
 * a second come of themselves, and one that comes so close behind a key counts as the answer's: hence the long warm-up.
 */
const quiet = 25;

/** How a frame of the clock begins, which comes once a second: in the top row, where no key of these changes anything. */
const ofClock = /^\u001b\[;\d+H/;

const sizes: readonly Size[] = [
	{columns: 120, rows: 40},
	{columns: 200, rows: 60},
];

/** A key that is measured, and what is pressed unmeasured after it. */
type Press = {name: string; key: string; after?: string};

const pageDown = '\u001b[6~';

/**
 * In the order of a round, which begins and ends on the unfiltered board. The first row is selected again once it is sorted: on
 * the last one `G` moves nothing, and the next frame would count as its answer.
 */
const presses: readonly Press[] = [
	{name: 'j', key: 'j'},
	{name: 'PgDn', key: pageDown},
	{name: 'G', key: 'G', after: 'g'},
	{name: '>', key: '>'},
	{name: 'r', key: 'r', after: 'g'},
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
export type Answer = {first: number; last: number};

/**
 * Presses a key. A frame of the clock ends the wait: behind the answer it is no part of it, and before the answer nobody can
 * tell what in it answers the key.
 */
export const press = async (monitor: Running, key: string): Promise<Answer | 'beside the clock' | undefined> => {
	await untilQuiet(monitor, quiet);
	return new Promise(resolve => {
		const pressed = performance.now();
		let answer: Answer | undefined;
		let timer = setTimeout(() => resolve(undefined), 1000);
		monitor.hear(data => {
			const last = performance.now() - pressed;
			clearTimeout(timer);
			if (ofClock.test(data)) {
				monitor.hear(() => undefined);
				resolve(answer ?? 'beside the clock');
				return;
			}
			answer = {first: answer?.first ?? last, last};
			timer = setTimeout(() => resolve(answer), quiet);
		});
		monitor.write(key);
	});
};

/** The answers to a key, and how many presses met a frame of the clock. */
type Answers = {answers: Answer[]; leftOut: number};

/** To the first byte: half of the presses; to the last byte: all but one of a hundred, as an operator feels the slow ones. */
const figuresOf = (where: string, {answers, leftOut}: Answers): Figure[] => {
	const first = answers.map(answer => answer.first);
	const last = answers.map(answer => answer.last);
	const missing = answers.length === 0 ? {missing: 'no answer'} : {};
	return [
		{
			name: `${where}: to the first byte`,
			unit: 'ms',
			samples: first,
			aim: firstAim,
			note: `99 of 100 within ${percentile(first, 0.99).toFixed(1)} ms`,
			...missing,
		},
		{
			name: `${where}: to the last byte, 99 of 100`,
			unit: 'ms',
			value: percentile(last, 0.99),
			samples: last,
			aim: lastAim,
			note: `half of them within ${median(last).toFixed(1)} ms, ${leftOut} left out that met the clock`,
			...missing,
		},
	];
};

/** How long to let the board fill, in milliseconds, and how often each key is pressed. */
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
		const answers = new Map<string, Answers>(presses.map(({name}) => [name, {answers: [], leftOut: 0}]));
		for (let round = 0; round < rounds; round++) {
			for (const {name, key, after} of presses) {
				const answer = await press(monitor, key);
				const of = answers.get(name);
				if (of && answer === 'beside the clock') {
					of.leftOut++;
				} else if (of && answer && answer !== 'beside the clock') {
					of.answers.push(answer);
				}
				if (after !== undefined) {
					await press(monitor, after);
				}
			}
		}
		for (const [name, of] of answers) {
			figures.push(...figuresOf(`${name}, ${size.columns}x${size.rows}`, of));
		}
	}
	return figures;
};
