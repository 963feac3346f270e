/** Forecasts of floors drawn by chance, beside what came of them: of every size, whether they do what they are asked to. */
import {spawn} from 'node:child_process';
import {availableParallelism, loadavg} from 'node:os';
import {createInterface} from 'node:readline';
import {Worker} from 'node:worker_threads';
import type {Question} from '../../source/foresight/foresee.ts';
import {widening as widened} from '../../source/foresight/widening.ts';
import type {Answer, Asked as AskedThread} from '../../source/foresight/worker.ts';
import {watchedFloor} from '../foresight/floor.ts';
import {type Figure, headline, isMet, median, percentile} from './figures.ts';
import {type Judged, type Kind, kinds, type Scored, type Size, ways} from './forecast-scores.ts';

const sizes: Readonly<Record<Size, string>> = {
	small: '4 to 11 agents',
	medium: '12 to 59 agents',
	large: '60 to 300 agents',
};

const titles: Readonly<Record<Kind, string>> = {
	dropAtClose: 'drop rate at close',
	drop: 'drop rate, 30 min',
	talk: 'talk, 30 min',
};

/** Floors, pairs of runs of each forecast, worlds of the oracle, and each how many-th floor has a level recommended. */
const efforts = {
	whole: {floors: 320, pairs: 60, oracles: 4, recommends: 3},
	quick: {floors: 40, pairs: 40, oracles: 3, recommends: 4},
};

/** The share that a band holds, and by how many points that may be off. */
const [held, off] = [80, 5];

/** How many times the oracle's miss a forecast may miss by, and how many of the recommended levels may not keep the day, percent. */
const [missAim, brokenAim] = [1.25, 10];

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const percentOf = (part: number, whole: number): number => (whole === 0 ? Number.NaN : (100 * part) / whole);

/** Judges the floors in as many processes as there are processors. */
const judgeAll = async ({floors, pairs, oracles, recommends}: typeof efforts.whole): Promise<Judged[]> => {
	const run = new URL('forecast-run.ts', import.meta.url).pathname;
	const processes = Math.min(availableParallelism(), 8);
	const parts = Array.from({length: processes}, async (_, index) => {
		const all: Judged[] = [];
		const args = [index + 1, processes, floors, pairs, oracles, recommends].map(String);
		const child = spawn(process.execPath, [run, ...args], {stdio: ['ignore', 'pipe', 'inherit']});
		for await (const line of createInterface(child.stdout)) {
			all.push(JSON.parse(line));
		}
		return all;
	});
	return (await Promise.all(parts)).flat().toSorted((one, other) => one.seed - other.seed);
};

/** What the forecasts of one figure came to. */
type Summary = {
	count: number;
	/** Percent that the band held, with drops spread evenly between whole ones, and as it is shown. */
	held: number;
	shown: number;
	/** The factor by which bands had to be widened to hold four of five. */
	widening: number;
	/** The median, and the mean against the oracle's. */
	miss: number;
	oracleMiss: number;
	meanMiss: number;
	/** Against those who say that nothing changes, and that drops go with the level. */
	losses: {same: number; proportional: number} | undefined;
};

/** Whether four of five runs hold what came, or their band as it is widened. */
const isHeld = ({rank, stretch}: Scored, factor: number): boolean =>
	factor === 1 ? rank >= 0.1 && rank <= 0.9 : stretch <= factor;

/** @param factor by which the bands of the runs are widened before they are shown */
const summaryOf = (all: readonly Scored[], factor: number): Summary => {
	const losses = all.flatMap(one => one.losses ?? []);
	const own = mean(losses.map(one => one.own));
	return {
		count: all.length,
		held: percentOf(all.filter(one => isHeld(one, factor)).length, all.length),
		shown: percentOf(all.filter(({isShown}) => isShown).length, all.length),
		widening: percentile(
			all.map(({stretch}) => stretch),
			held / 100,
		),
		miss: median(all.map(({miss}) => miss)),
		oracleMiss: median(all.map(({oracleMiss}) => oracleMiss)),
		meanMiss: mean(all.map(({miss}) => miss)) / mean(all.map(({oracleMiss}) => oracleMiss)),
		losses:
			losses.length > 0
				? {
						same: own / mean(losses.map(one => one.same)),
						proportional: own / mean(losses.map(one => one.proportional)),
					}
				: undefined,
	};
};

const sizeNames = Object.keys(sizes) as Size[];

const summariesOf = (all: readonly Judged[]) =>
	sizeNames.flatMap(size =>
		ways.flatMap(way =>
			kinds.map(kind => ({
				size,
				way,
				kind,
				...summaryOf(
					all
						.filter(one => one.size === size)
						.flatMap(one => one.scored.filter(it => it.way === way && it.kind === kind)),
					way === 'as it is' ? 1 : widened[size],
				),
			})),
		),
	);

type Row = ReturnType<typeof summariesOf>[number];

/** How many times another miss one is; two that miss nothing are alike. */
const against = (miss: number, other: number): number => (miss === other ? 1 : miss / other);

const figuresOf = (row: Row): Figure[] => {
	const {size, way, kind, count, losses} = row;
	const name = `forecast, ${sizes[size]}, ${way}, ${titles[kind]}`;
	const figure = (what: string, unit: string, value: number, aim: number, note: string): Figure => ({
		name: `${name}: ${what}`,
		unit,
		samples: [value],
		aim,
		note,
	});
	return [
		figure(
			`held off ${held} % by`,
			'points',
			Math.abs(row.held - held),
			off,
			`${row.held.toFixed(0)} % of ${count}, ${row.shown.toFixed(0)} % as shown`,
		),
		figure(
			"median miss against the oracle's",
			'×',
			against(row.miss, row.oracleMiss),
			missAim,
			`${row.miss.toFixed(2)} beside ${row.oracleMiss.toFixed(2)}`,
		),
		...(losses
			? [
					figure('pinball loss against "nothing changes"', '×', losses.same, 1, ''),
					figure('pinball loss against "in proportion to the level"', '×', losses.proportional, 1, ''),
				]
			: []),
	];
};

/** How many recommended levels did not keep the day under its limit. */
const recommendedFigure = (size: Size, all: readonly Judged[]): Figure => {
	const asked = all.flatMap(one => (one.size === size && one.recommended ? [one.recommended] : []));
	const levels = asked.filter(({value}) => value !== undefined);
	const broken = levels.filter(({isKept}) => !isKept).length;
	const highest = levels.filter(({isHighest}) => isHighest).length;
	return {
		name: `forecast, ${sizes[size]}: recommended levels that did not keep the day under its limit`,
		unit: '%',
		samples: [percentOf(broken, levels.length)],
		aim: brokenAim,
		note: `${broken} of ${levels.length}, ${highest} of which the highest of the curve; none recommended for ${asked.length - levels.length}`,
	};
};

const kindOfRefusal = (why: string): string => why.replace(/\d+(\.\d+)?/g, 'N');

const refusedFigures = (all: readonly Judged[]): Figure[] => {
	const refused = all.filter(({why}) => why !== undefined);
	const reasons = [...Map.groupBy(refused, ({why = ''}) => kindOfRefusal(why))]
		.toSorted(([, one], [, other]) => other.length - one.length)
		.map(([why, some]) => `${some.length} × ${why}`);
	const bySize = sizeNames.map(size => {
		const of = all.filter(one => one.size === size);
		return `${sizes[size]} ${of.filter(({why}) => why !== undefined).length} of ${of.length}`;
	});
	return [
		{
			name: 'forecast: floors that have none',
			unit: '%',
			samples: [percentOf(refused.length, all.length)],
			note: `${bySize.join(', ')}; ${reasons.join('; ')}`,
		},
	];
};

/** Seconds from a question to the answer of the thread of the built program, which begins with the first question. */
const measureAnswers = async (agents: number, pairs: number, within: number, aim: number): Promise<Figure> => {
	const {points, now, closesAt} = watchedFloor({agents, seed: 3, settings: {method: 'PREDICTIVE'}}, 115);
	const question: Question = {
		points,
		zone: 'America/New_York',
		now,
		closesAt,
		isDialing: true,
		levelLimit: 4,
		minutes: 30,
		change: {dialing: {dropLimit: 4}},
		pairs,
		within,
	};
	const samples: number[] = [];
	const [load = 0] = loadavg();
	let runs = '';
	for (let round = 0; round < 3; round++) {
		const from = performance.now();
		const wanted = new Int32Array(new SharedArrayBuffer(4));
		const worker = new Worker(new URL('../../dist/foresight-worker.js', import.meta.url), {workerData: {wanted}});
		const {promise, resolve, reject} = Promise.withResolvers<Answer>();
		worker.on('message', resolve).on('error', reject);
		worker.postMessage({number: 0, question} satisfies AskedThread);
		const {answer} = await promise;
		samples.push((performance.now() - from) / 1000);
		runs = 'why' in answer ? answer.why : `${answer.runs} pairs of runs`;
		await worker.terminate();
	}
	return {
		name: `forecast of ${agents} agents, from the question to its answer`,
		unit: 's',
		samples,
		aim,
		note: `${runs}, load ${load.toFixed(1)} on ${availableParallelism()} cores`,
	};
};

/** Answers for a small floor and a large one, by the most pairs and the longest time that the service allows. */
export const measureBoth = async (): Promise<Figure[]> => [
	await measureAnswers(30, 280, 700, 1),
	await measureAnswers(200, 200, 2600, 3),
];

/** The table of the page: a row for each figure of a size of floor. */
const tableOf = (rows: readonly Row[]): string => {
	const times = (value: number | undefined): string =>
		value === undefined ? '' : Number.isFinite(value) ? `${value.toFixed(2)} ×` : '—';
	const lines = rows.map(({size, way, kind, count, held: inside, miss, oracleMiss, meanMiss, losses, widening}) => [
		sizes[size],
		way,
		titles[kind],
		String(count),
		`${inside.toFixed(0)} %`,
		times(against(miss, oracleMiss)),
		times(meanMiss),
		times(losses?.same),
		times(losses?.proportional),
		times(widening),
	]);
	const heads = [
		'floor',
		'change',
		'figure',
		'forecasts',
		'inside the band',
		"median miss, against the oracle's",
		'mean miss',
		'loss, against "nothing changes"',
		'loss, against "in proportion"',
		'widening needed',
	];
	return [heads, heads.map(() => '---'), ...lines].map(cells => `| ${cells.join(' | ')} |\n`).join('');
};

/** A figure as a line of a list. */
const lineOf = (figure: Figure): string => {
	const {name, unit, aim, note} = figure;
	const asked = aim === undefined ? '' : `, at most ${aim} asked`;
	const [title = ''] = [name.replace(/^forecast(?:, |: | )/, '')];
	return `- ${title}: ${headline(figure).toFixed(2)} ${unit}${asked}${note ? ` (${note})` : ''}\n`;
};

/** What the bench found, for its page and below its table. */
const textOf = (
	rows: readonly Row[],
	figures: readonly Figure[],
	{floors, pairs, oracles}: typeof efforts.whole,
): string => {
	const missed = figures.filter(figure => isMet(figure) === false);
	const others = figures.slice(-sizeNames.length - 3);
	return [
		`${floors} floors, ${pairs} runs of each forecast, ${oracles} worlds of each oracle.\n\n`,
		tableOf(rows),
		'\n',
		...others.map(lineOf),
		missed.length === 0
			? '\nNothing that was asked for is missed.\n'
			: `\nMissed, ${missed.length} of ${figures.filter(({aim}) => aim !== undefined).length}:\n\n`,
		...missed.map(lineOf),
	].join('');
};

/** The page of forecasts with what the bench found. */
export const onForecastPage = (page: string, text: string, day: string): string =>
	page.replace(
		/(<!-- forecast -->\n)[\s\S]*?(\n<!-- \/forecast -->)/,
		(_whole, start: string, end: string) => `${start}\nMeasured on ${day}: ${text}${end}`,
	);

/** What floors came to, and how long answers took: as figures, and as text. */
export const reportOf = (
	all: readonly Judged[],
	answers: readonly Figure[],
	effort: typeof efforts.whole,
): {figures: Figure[]; text: string} => {
	const rows = summariesOf(all);
	const figures = [
		...rows.flatMap(figuresOf),
		...sizeNames.map(size => recommendedFigure(size, all)),
		...refusedFigures(all),
		...answers,
	];
	return {figures, text: textOf(rows, figures, effort)};
};

/** Judges floors, and measures how long two of them take to forecast. @param floors how many; as usual if undefined */
export const measureForecast = async (
	isQuick: boolean,
	floors?: number,
): Promise<{figures: Figure[]; text: string}> => {
	const usual = isQuick ? efforts.quick : efforts.whole;
	const effort = {...usual, floors: floors ?? usual.floors};
	return reportOf(await judgeAll(effort), await measureBoth(), effort);
};
