/** An engine that is slow, empty, lies about types, floods or is hostile cannot make the client lie, hang, fill up or stutter. */
import {type ChildProcess, fork} from 'node:child_process';
import {once} from 'node:events';
import {setTimeout as sleep} from 'node:timers/promises';
import {figuresFrom} from '../../../source/metrics/figures-from.ts';
import {createEngine, type Engine, type EngineAnswer, EngineError} from '../../../source/prometheus/client.ts';
import {systemClock} from '../../../source/system/clock.ts';
import {safeText} from '../../../source/wire/text.ts';
import {calibrationHere} from '../../helpers/calibration.ts';
import {collectGarbage} from '../../helpers/garbage.ts';
import {watchTurns} from '../../helpers/turns.ts';
import type {Random, Row, Trials} from '../row.ts';
import {type Kind, lyingAnswer, type Made, soundAnswer, type Task} from './engine/answers.ts';

/** Trials of each kind. */
const counts = {
	sound: {full: 2000, quick: 200},
	lie: {full: 10_000, quick: 1000},
	hostile: {full: 3000, quick: 300},
	empty: {full: 100, quick: 20},
	cut: {full: 2000, quick: 200},
	page: {full: 200, quick: 20},
	redirect: {full: 200, quick: 20},
	reset: {full: 200, quick: 20},
	hang: {full: 60, quick: 12},
	drip: {full: 60, quick: 12},
	million: {full: 12, quick: 3},
	wide: {full: 6, quick: 2},
} as const satisfies Record<Kind, {full: number; quick: number}>;
const calledOff = {full: 400, quick: 60};

/** Milliseconds for a whole exchange with an engine that is slow, and how much later its end may be. */
const deadline = 500;
const mostLate = 1500;
/** Milliseconds of the processor that reading may take at a time. */
const mostHeld = 40;
/** Megabytes that reading floods may add. */
const mostGrowth = 200;

/** What may be in an answer: its series with their samples, each once. */
const keysOf = (
	series: readonly {labels: Readonly<Record<string, unknown>>; samples: EngineAnswer['series'][number]['samples']}[],
) =>
	series.flatMap(({labels, samples}) => samples.map(({at, value}) => `${String(labels.campaign_id)} ${at} ${value}`));

const numberOf = (text: string): number =>
	/Inf$/.test(text) ? (text.startsWith('-') ? -1 : 1) * Number.POSITIVE_INFINITY : Number(text);

/** The same of what was sent; NaN is no sample. */
const sentKeys = ({data}: Made): string[] =>
	data.result.flatMap(({metric, values}) =>
		values.flatMap(([seconds, text]) =>
			text === 'NaN' ? [] : [`${metric.campaign_id} ${Math.round(seconds * 1000)} ${numberOf(text)}`],
		),
	);

/** Every text of an answer. */
const textsOf = ({series, warnings}: EngineAnswer): string[] => [
	...warnings,
	...series.flatMap(({labels}) => Object.entries(labels).flat()),
];

/** What is wrong with what came; undefined if nothing is. */
const problemOf = (task: Task, answer: EngineAnswer): string | undefined => {
	const unsafe = textsOf(answer).find(text => safeText(text, 2000) !== text);
	if (unsafe !== undefined) {
		return `a text may act: ${JSON.stringify(unsafe)}`;
	}
	if (({} as Record<string, unknown>).campaign_id !== undefined) {
		return 'a label is on every object';
	}
	const samples = answer.series.flatMap(({labels, samples: all}) => all.map(({value}) => ({labels, value})));
	const odd = Object.entries(figuresFrom(samples)).find(
		([, value]) => typeof value === 'number' && !Number.isFinite(value),
	);
	if (odd) {
		return `a figure is none: ${odd.join(' ')}`;
	}
	const sent = sentKeys(soundAnswer(task));
	const came = keysOf(answer.series);
	const isMade = new Set(sent);
	// A lie may take the label from its series.
	const made = came.find(key => !isMade.has(key) && !(task.kind === 'lie' && key.startsWith('undefined ')));
	if (made !== undefined) {
		return `a sample was never sent: ${made}`;
	}
	return came.length < sent.length && !answer.isPartial
		? `${sent.length - came.length} samples are missing, and nothing says so`
		: undefined;
};

/** The kinds that must give an answer, and those that must not. */
const mustAnswer: readonly Kind[] = ['sound', 'hostile'];
const mayAnswer: readonly Kind[] = [...mustAnswer, 'lie'];

const ask = async (trials: Trials, engine: Engine, task: Task): Promise<void> => {
	const trial = JSON.stringify(task);
	const begun = performance.now();
	trials.tried(`queries: ${task.kind}`);
	try {
		const answer = await engine.query(trial);
		const problem = mayAnswer.includes(task.kind) ? problemOf(task, answer) : 'it is taken for an answer';
		if (problem !== undefined) {
			trials.failed(`${problem}; sent was ${JSON.stringify(lyingAnswer(task)).slice(0, 300)}`, trial);
		}
	} catch (error) {
		if (!(error instanceof EngineError)) {
			trials.failed(`it broke: ${error instanceof Error ? error.stack : String(error)}`, trial);
		} else if (mustAnswer.includes(task.kind)) {
			trials.failed(`a sound answer is refused: ${error.message}`, trial);
		} else if (
			safeText(error.message) !== error.message ||
			error.message.includes('canary') ||
			error.message.length > 600
		) {
			trials.failed(`its sentence is none: ${JSON.stringify(error.message)}`, trial);
		}
	}
	const took = performance.now() - begun;
	if ((task.kind === 'hang' || task.kind === 'drip') && took > deadline + mostLate) {
		trials.failed(`it waited for ${took.toFixed(0)} ms`, trial);
	}
};

/** Floods, one after the other: each is refused, in short turns, and leaves nothing behind. */
const flood = async (trials: Trials, engine: Engine, tasks: readonly Task[]): Promise<void> => {
	const calibration = calibrationHere();
	await ask(trials, engine, tasks[0] as Task);
	collectGarbage();
	const before = process.memoryUsage.rss();
	let longest = 0;
	let peak = 0;
	for (const task of tasks.slice(1)) {
		const stop = watchTurns();
		await ask(trials, engine, task);
		const held = stop();
		longest = Math.max(longest, held);
		peak = Math.max(peak, process.memoryUsage.rss() - before);
		const most = await calibration.exceeded('cpu', held, {work: mostHeld});
		if (most !== undefined) {
			trials.failed(
				`it held the event loop for ${held.toFixed(0)} ms, where ${most.toFixed(0)} are allowed`,
				JSON.stringify(task),
			);
		}
	}
	if (peak / 1e6 > mostGrowth) {
		trials.failed(`floods took ${(peak / 1e6).toFixed(0)} MB`, 'all floods');
	}
	trials.noted(
		`a flood is read for at most ${longest.toFixed(0)} ms at a time, and ${(peak / 1e6).toFixed(0)} MB more are held`,
	);
};

/** Queries that are called off at some moment: each ends at once, and the engine is left alone. */
const callOff = async (trials: Trials, engine: Engine, random: Random, count: number): Promise<void> => {
	for (let index = 0; index < count; index++) {
		const task: Task = {kind: random.pick(['sound', 'hang', 'drip', 'wide'] as const), seed: `called off ${index}`};
		const leaving = new AbortController();
		const answer = engine.query(JSON.stringify(task), {signal: leaving.signal}).then(
			() => undefined,
			error => error as unknown,
		);
		await sleep(random.below(40));
		const begun = performance.now();
		leaving.abort();
		const error = await answer;
		trials.tried('queries called off');
		if (error !== undefined && !(error instanceof EngineError && error.code === 'aborted')) {
			trials.failed(`it ends with ${String(error)}`, JSON.stringify(task));
		}
		if (performance.now() - begun > mostLate) {
			trials.failed(`it ended ${(performance.now() - begun).toFixed(0)} ms later`, JSON.stringify(task));
		}
	}
	for (let turn = 0; turn < 100; turn++) {
		const [open] = (await engine.query('open')).series;
		if (open?.samples[0]?.value === 0) {
			return;
		}
		await sleep(50);
	}
	trials.failed('the engine still answers queries that were called off', 'all that were called off');
};

const startServer = async (): Promise<{url: string; child: ChildProcess}> => {
	const child = fork(new URL('engine/server.ts', import.meta.url));
	const [port] = (await once(child, 'message')) as [number];
	return {url: `http://127.0.0.1:${port}`, child};
};

export const row: Row = {
	name: 'engine',
	promise: 'a metrics engine cannot make it lie or hang',
	never:
		'a sample that the engine did not send, or one less without a word; a text that acts; a wait beyond the deadline; a million samples in the memory, or keys that wait for them; a query that goes on after it was called off',
	least: {
		...Object.fromEntries(Object.entries(counts).map(([kind, count]) => [`queries: ${kind}`, count])),
		'queries called off': calledOff,
	},
	async run(trials) {
		const {url, child} = await startServer();
		const engine = createEngine({url}, systemClock);
		const hasty = createEngine({url, deadline}, systemClock);
		const size = trials.isQuick ? 'quick' : 'full';
		const tasksOf = (kind: Kind): Task[] =>
			Array.from({length: counts[kind][size]}, (_, index) => ({kind, seed: `${trials.seed} ${kind} ${index}`}));
		try {
			for (const kind of ['sound', 'lie', 'hostile', 'empty', 'cut', 'page', 'redirect', 'reset'] as const) {
				for (const task of tasksOf(kind)) {
					await ask(trials, engine, task);
				}
				trials.progress(`${kind}: done`);
			}
			const slow = [...tasksOf('hang'), ...tasksOf('drip')];
			while (slow.length > 0) {
				// As many as it has connections.
				await Promise.all(slow.splice(0, 4).map(task => ask(trials, hasty, task)));
			}
			trials.progress('slow: done');
			await flood(trials, engine, [...tasksOf('million'), ...tasksOf('wide')]);
			trials.progress('floods: done');
			await callOff(trials, engine, trials.random('called off'), calledOff[size]);
		} finally {
			await Promise.all([engine.close(), hasty.close()]);
			child.kill('SIGKILL');
		}
	},
};
