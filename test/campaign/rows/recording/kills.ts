/** Kills processes that record, at random moments, and reads what they have left. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {allTime} from '../../../../source/recording/reader.ts';
import type {Bound, Calibration} from '../../../helpers/calibration.ts';
import type {Random, Trials} from '../../row.ts';
import type {ChildTask} from './child.ts';
import {begin, closeAll, day, type Given, give, judge, miscounted, pollOf, readFrom, streamOf} from './given.ts';

/** A poll that a process was about to hand over; `mono` is its own milliseconds. */
type Line = {n: number; at: number; mono: number};

/** A process that records. */
export const startChild = (task: ChildTask) => {
	const child = spawn(
		process.execPath,
		['--disable-warning=ExperimentalWarning', new URL('child.ts', import.meta.url).pathname, JSON.stringify(task)],
		{stdio: ['ignore', 'pipe', 'pipe']},
	);
	let [said, printed] = ['', ''];
	child.stdout.on('data', chunk => {
		printed += chunk;
	});
	child.stderr.on('data', chunk => {
		said += chunk;
	});
	const closed = once(child, 'close');
	return {
		/** Resolves once it has begun to poll, or ended. */
		begun: Promise.race([once(child.stdout, 'data'), closed]),
		said: () => said,
		/** Kills it; resolves with all that it handed over. */
		async kill(): Promise<Line[]> {
			child.kill('SIGKILL');
			await closed;
			return printed
				.split('\n')
				.slice(0, -1)
				.map(line => {
					const [n = 0, at = 0, mono = 0] = line.split(' ').map(Number);
					return {n, at, mono};
				});
		},
	};
};

/** Adds what a process handed over. */
const addLines = (given: Given, lines: readonly Line[], writer: string): void => {
	for (const {n, at} of lines) {
		for (const campaign of [1, 2]) {
			give(given, streamOf(campaign), at, pollOf(campaign, n, writer));
		}
	}
};

/** A row is on the disk a second after it came; how long the disk takes is not the writer's. */
const latest: Bound = {fixed: 1000, work: 300};

/** An hour passes each second, so that hours are being closed whenever it is killed. */
const speed = 3600;

/** One folder, in which one process after another is killed. */
const killInTurn = async (
	trials: Trials,
	calibration: Calibration,
	path: string,
	random: Random,
	lives: number,
): Promise<number> => {
	const given: Given = new Map();
	let [begins, first, longest, rows] = [begin, 1, 0, 0];
	let known = new Map<string, Set<number>>();
	for (let life = 0; life < lives; life++) {
		const trial = `${path.slice(-6)}, life ${life}`;
		const child = startChild({path, begins, speed, haste: 1, first, writer: `life ${life}`});
		await child.begun;
		await sleep(100 + random.below(2400));
		const lines = await child.kill();
		if (child.said() !== '') {
			trials.failed(`it complained: ${child.said()}`, trial);
		}
		addLines(given, lines, `life ${life}`);
		const {found, wrong} = readFrom(path, reader => {
			const judged = judge(reader, given);
			return {...judged, wrong: [...judged.wrong, ...reader.damage]};
		});
		const last = lines.at(-1);
		for (const [stream, numbers] of known) {
			const lost = [...numbers].filter(n => !found.get(stream)?.has(n));
			if (lost.length > 0) {
				wrong.push(`${stream} has lost ${lost.length} rows that it had before`);
			}
		}
		const unread = lines.find(({n}) => [1, 2].some(campaign => !found.get(streamOf(campaign))?.has(n)));
		if (last && unread) {
			const lost = last.mono - unread.mono;
			longest = Math.max(longest, lost);
			if ((await calibration.exceeded('wall', lost, latest)) !== undefined) {
				wrong.push(`the last ${Math.round(lost)} ms are lost`);
			}
		}
		for (const text of wrong.slice(0, 3)) {
			trials.failed(text, trial);
		}
		known = found;
		rows = [...found.values()].reduce((sum, {size}) => sum + size, 0);
		begins = (last?.at ?? begins) + 5000;
		first = (last?.n ?? first) + 1;
		trials.tried('kills of a writer');
	}
	for (const text of await closeAll(path, begins + day)) {
		trials.failed(`after all kills: ${text}`, path.slice(-6));
	}
	const wrong = readFrom(path, reader => [
		...judge(reader, given).wrong,
		...[1, 2].flatMap(campaign => miscounted(reader, streamOf(campaign), known.get(streamOf(campaign))?.size ?? 0)),
		...reader.damage,
	]);
	for (const text of wrong.slice(0, 5)) {
		trials.failed(text, `${path.slice(-6)}, after all kills`);
	}
	trials.tried('rows read after kills', rows);
	return longest;
};

/** So many kills, in a few folders at once: a life is mostly waiting. */
export const tryKills = async (
	trials: Trials,
	calibration: Calibration,
	folder: string,
	kills: number,
): Promise<void> => {
	const lanes = 4;
	const longest = await Promise.all(
		Array.from({length: lanes}, (_, lane) =>
			killInTurn(
				trials,
				calibration,
				join(folder, `kills-${lane}`),
				trials.random(`kills ${lane}`),
				Math.ceil(kills / lanes),
			),
		),
	);
	trials.noted(`kills: at most the last ${Math.round(Math.max(...longest))} ms are lost`);
};

/** Two processes on one folder: one records at a time, and the other takes over once it is killed. */
export const tryTwoWriters = async (trials: Trials, folder: string, rounds: number): Promise<void> => {
	const random = trials.random('two writers');
	const round = async (number: number): Promise<void> => {
		const path = join(folder, `two-${number}`);
		const trial = `two writers, round ${number}`;
		const given: Given = new Map();
		const waits = [500 + random.below(1500), 500 + random.below(1500)];
		const task = {path, begins: begin, speed: 60, haste: 5};
		const children = [
			{writer: 'one', child: startChild({...task, first: 1, writer: 'one'})},
			{writer: 'other', child: startChild({...task, first: 1_000_000, writer: 'other'})},
		];
		/** Who has recorded, in the order of the rows. */
		const recorders = (): string[] =>
			readFrom(path, reader =>
				reader
					.rows(streamOf(1), allTime, 'polled')
					.rows.toSorted((a, b) => a.seq - b.seq)
					.map(({values}) => String(values.writer))
					.filter((writer, index, all) => writer !== all[index - 1]),
			);
		const until = async (what: string, condition: () => boolean): Promise<void> => {
			for (const late = performance.now() + 30_000; !condition(); await sleep(50)) {
				if (performance.now() > late) {
					trials.failed(`${what} within 30 s`, trial);
					return;
				}
			}
		};
		try {
			await until('nobody recorded', () => recorders().length > 0);
			await sleep(waits[0]);
			const [holder] = recorders();
			const [first, second] = children.toSorted((a, b) => Number(b.writer === holder) - Number(a.writer === holder));
			if (recorders().length !== 1 || !first || !second) {
				trials.failed(`both recorded: ${recorders().join(', ')}`, trial);
				return;
			}
			addLines(given, await first.child.kill(), first.writer);
			await until('the other one did not take over', () => recorders().length > 1);
			await sleep(waits[1]);
			addLines(given, await second.child.kill(), second.writer);
			const order = recorders();
			const wrong = readFrom(path, reader => [...judge(reader, given).wrong, ...reader.damage]);
			if (order.length !== 2) {
				wrong.push(`they recorded in turn: ${order.join(', ')}`);
			}
			for (const text of [...wrong, ...children.map(({child}) => child.said()).filter(said => said !== '')].slice(
				0,
				3,
			)) {
				trials.failed(text, trial);
			}
			trials.tried('pairs of writers');
		} finally {
			await Promise.all(children.map(({child}) => child.kill()));
		}
	};
	for (let number = 0; number < rounds; number += 3) {
		await Promise.all([0, 1, 2].filter(more => number + more < rounds).map(more => round(number + more)));
	}
};
