/**
 * What sixteen services on one screen take, beside one service with as many campaigns and beside sixteen monitors of one service each:
 * all of them at once, so that whatever slows the machine meets them all.
 */
import {setTimeout as sleep} from 'node:timers/promises';
import {type Figure, median, percentile} from './figures.ts';
import {press} from './keys.ts';
import {canSee, cpuSeconds, type LoadOptions, residentMegabytes, unseen} from './load.ts';
import {startOther} from './processor.ts';
import {type Program, type Running, startMonitor} from './program.ts';

const services = 16;
const campaignsOfEach = 100;

/** Aims: processor and memory against sixteen monitors, and a key against one service with as many campaigns. */
const [sixteenAim, memoryAim, keyAim] = [0.5, 0.25, 1.25];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Keys that go over the whole board, and one that a row answers. */
const keys = ['j', '\u001b[6~', 'k', '\u001b[5~', 'j', ' ', ' '];

/** Milliseconds to the last byte of the answers of two monitors, pressed by turns. */
const measurePresses = async (monitors: readonly [Running, Running], rounds: number) => {
	const answers: [number[], number[]] = [[], []];
	for (let round = 0; round < rounds; round++) {
		for (const key of keys) {
			for (const [index, monitor] of monitors.entries()) {
				const answer = await press(monitor, key);
				if (answer && answer !== 'beside the clock') {
					answers[index]?.push(answer.last);
				}
			}
		}
	}
	return answers;
};

/** Milliseconds until every campaign was read once, where five requests a second are sent to each service; with --quick, those of sixteen. */
const filledAfter = (isQuick: boolean): number => (isQuick ? 40_000 : 340_000);

/** Measures them in the same stretches; then keys, by turns, without the monitors of one service each. */
export const measureFloors = async (
	program: Program,
	{stretches, length, keys: presses}: LoadOptions,
	isQuick: boolean,
): Promise<Figure[]> => {
	if (!canSee) {
		return [{name: 'sixteen services on one screen', unit: 's', ...unseen}];
	}
	await using many = await startOther(campaignsOfEach, services);
	await using large = await startOther(campaignsOfEach * services);
	await using together = startMonitor(program, many.configured, '-p', many.names.join());
	await using one = startMonitor(program, large.env);
	await using alone = new AsyncDisposableStack();
	const single = many.names.map(name => alone.use(startMonitor(program, many.configured, '-p', name)));
	for (const monitor of [together, one, ...single]) {
		monitor.hear(() => undefined);
	}
	const groups = new Map([
		['together', [together]],
		['one', [one]],
		['single', single],
	]);
	await sleep(filledAfter(isQuick));
	const used = new Map<string, number[]>([...groups.keys()].map(name => [name, []]));
	const secondsOf = (monitors: readonly Running[]): number => sum(monitors.map(({pid}) => cpuSeconds(pid)));
	for (let stretch = 0; stretch < stretches; stretch++) {
		const before = new Map([...groups].map(([name, monitors]) => [name, secondsOf(monitors)]));
		const from = performance.now();
		await sleep(length);
		for (const [name, monitors] of groups) {
			const seconds = secondsOf(monitors) - (before.get(name) ?? 0);
			used.get(name)?.push((seconds * 60_000) / (performance.now() - from));
		}
	}
	const memory = new Map([...groups].map(([name, all]) => [name, sum(all.map(({pid}) => residentMegabytes(pid)))]));
	await alone.disposeAsync();
	const [ofMany, ofOne] = await measurePresses([together, one], presses);
	const samplesOf = (name: string): number[] => used.get(name) ?? [];
	const mean = (name: string): number => sum(samplesOf(name)) / stretches;
	const megabytes = (name: string): number => memory.get(name) ?? Number.NaN;
	const [manyKey, oneKey] = [percentile(ofMany, 0.95), percentile(ofOne, 0.95)];
	const key = (name: string, samples: readonly number[]): Figure => ({
		name: `a key to the last byte, 95 of 100, ${name}`,
		unit: 'ms',
		value: percentile(samples, 0.95),
		samples,
		note: `half of them within ${median(samples).toFixed(1)} ms`,
	});
	return [
		...(
			[
				['16 services of 100 campaigns', 'together'],
				['1 service of 1,600 campaigns', 'one'],
				['16 monitors of 100 campaigns', 'single'],
			] as const
		).flatMap(([title, name]): Figure[] => [
			{name: `processor a minute, ${title}`, unit: 's', value: mean(name), samples: samplesOf(name)},
			{name: `memory after that, ${title}`, unit: 'MB', samples: [megabytes(name)]},
		]),
		{
			name: 'processor of 16 services against 16 monitors',
			unit: '×',
			value: mean('together') / mean('single'),
			samples: samplesOf('together').map((seconds, at) => seconds / (samplesOf('single')[at] ?? Number.NaN)),
			aim: sixteenAim,
		},
		{
			name: 'memory of 16 services against 16 monitors',
			unit: '×',
			samples: [megabytes('together') / megabytes('single')],
			aim: memoryAim,
		},
		key('16 services of 100 campaigns', ofMany),
		key('1 service of 1,600 campaigns', ofOne),
		{name: 'a key with 16 services against one', unit: '×', samples: [manyKey / oneKey], aim: keyAim},
	];
};
