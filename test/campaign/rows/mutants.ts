/**
 * The tests would notice: faults at random in the rooms where one is dear, each planted alone, against the unit and property
 * tests that reach it and against the types. First the nearest tests, then the compiler, then every other test that runs there.
 */
import {glob, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Row} from '../row.ts';
import {equivalent} from './mutants/equivalent.ts';
import {type Fault, faultsOf, isReadable} from './mutants/faults.ts';
import type {Watched} from './mutants/runner.ts';
import {createRunner, neverEnds, type Runner} from './mutants/runners.ts';
import {openTypes, type Types} from './mutants/types.ts';

const root = new URL('../../..', import.meta.url).pathname;

/** The rooms; of wire/ what reads answers and names outcomes. */
const rooms = [
	'source/steering/**/*.ts',
	'source/model/**/*.ts',
	'source/alerts/**/*.ts',
	'source/service/**/*.ts',
	'source/wire/{*,client/*}.ts',
];

/** Where no fault may go unnoticed: what steers, and what says what came of a command. */
const dear =
	/^source\/(?:steering\/|wire\/(?:envelope|outcome|client\/(?:dialer|exchange|explain|known-answers|other-target|transport))\.ts|model\/pending\.ts|service\/(?:controls|audited)\.ts)/;

/** Percent of the faults that must be noticed. */
const least = 95;

/** How many processes run tests: one a core. */
const lanes = 2;

/** How many test files may be left out since they fail without a fault: a few measure time, and a busy machine has none. */
const mostLeftOut = 5;

/** Seconds of tests that are tried before the types. */
const nearestSeconds = 8;

const whereOf = ({file, line, was, becomes}: Fault): string => {
	const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 60);
	return `${file}:${line}: ${short(was)} → ${short(becomes) || 'nothing'}`;
};

/** Every fault that can be planted, but those that change nothing, and the entries of that list that fit none. */
const allFaults = async (): Promise<{faults: Fault[]; texts: Map<string, string>; unfit: string[]}> => {
	const texts = new Map<string, string>();
	for await (const name of glob(rooms, {cwd: root})) {
		texts.set(name, await readFile(join(root, name), 'utf8'));
	}
	const all = [...texts].toSorted().flatMap(([name, text]) => faultsOf(name, text));
	const isSame = (fault: Fault, entry: (typeof equivalent)[number]): boolean =>
		fault.file === entry.file &&
		fault.code === entry.code &&
		fault.was === entry.was &&
		fault.becomes === entry.becomes;
	return {
		faults: all.filter(fault => !equivalent.some(entry => isSame(fault, entry))),
		texts,
		unfit: equivalent
			.filter(entry => !all.some(fault => isSame(fault, entry)))
			.map(({file, code, was, becomes}) => `${file}: ${was} → ${becomes} in ${code}`),
	};
};

/** Does something with each of the items, in as many lanes as there are workers. */
const inLanes = async <Item, Worker>(
	items: readonly Item[],
	workers: readonly Worker[],
	work: (worker: Worker, item: Item) => Promise<void>,
): Promise<void> => {
	const queue = [...items];
	await Promise.all(
		workers.map(async worker => {
			for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
				await work(worker, item);
			}
		}),
	);
};

/** The test files in the order in which they are likely to notice a fault: those that are named after its file first. */
const byNearness = (file: string, tests: readonly Watched[]): Watched[] => {
	const path = file.replace(/^source\//, 'test/').replace(/\.ts$/, '');
	const room = path.slice(0, path.lastIndexOf('/') + 1);
	const distance = (test: string): number => (test.startsWith(`${path}.`) ? 0 : test.startsWith(room) ? 1 : 2);
	return tests.toSorted((one, other) => distance(one.file) - distance(other.file) || one.seconds - other.seconds);
};

const secondsOf = (tests: readonly Watched[]): number => tests.reduce((sum, {seconds}) => sum + seconds, 0);

/** How long tests may take with a fault before they count as never ending, in ms. */
const limitOf = (tests: readonly Watched[]): number => 30_000 + secondsOf(tests) * 3_000;

const namesOf = (tests: readonly Watched[]): string[] => tests.map(({file}) => file);

export const row: Row = {
	name: 'mutants',
	promise: 'the tests would notice',
	never: `under ${least} % of planted faults noticed; one not noticed in what steers or in what says what came of a command`,
	least: {'planted faults': {full: 300, quick: 60}, 'runs without a fault': {full: 15, quick: 3}},
	isAlone: true,
	async run({isQuick, random, tried, failed, noted, progress}) {
		const {faults, texts, unfit} = await allFaults();
		for (const entry of unfit) {
			failed(`the list of faults that change nothing names one that cannot be planted: ${entry}`, 'the list');
		}
		const numbers = random('choice');
		const chosen = faults
			.map(fault => ({fault, at: numbers.next()}))
			.toSorted((one, other) => one.at - other.at)
			.map(({fault}) => fault)
			.filter(fault => isReadable(fault, texts.get(fault.file) ?? ''))
			.slice(0, isQuick ? 60 : 300)
			.map((fault, id) => ({id, fault}));

		using ends = new DisposableStack();
		await using asyncEnds = new AsyncDisposableStack();
		const runners = Array.from({length: lanes}, () => ends.use(createRunner()));
		const files = (await runners[0]?.files()) ?? [];
		const tests: Watched[] = [];
		const doubtful: string[] = [];
		const chunks = Array.from({length: Math.ceil(files.length / 4)}, (_, at) => files.slice(4 * at, 4 * at + 4));
		await inLanes(chunks, runners, async (runner, chunk) => {
			for (const test of await runner.watch(chosen, chunk)) {
				(test.hasPassed ? tests : doubtful).push((test.hasPassed ? test : test.file) as never);
			}
			progress(`${tests.length} of ${files.length} test files without a fault`);
		});
		const leftOut: string[] = [];
		for (const file of doubtful) {
			const [again] = (await runners[0]?.watch(chosen, [file])) ?? [];
			if (again?.hasPassed) {
				tests.push(again);
			} else {
				leftOut.push(file);
			}
		}
		if (leftOut.length > 0) {
			noted(`left out, as they failed twice without a fault: ${leftOut.join(', ')}`);
		}
		if (leftOut.length > mostLeftOut) {
			failed(`${leftOut.length} test files fail without a fault`, leftOut.join(', '));
		}
		const types: Types[] = [];
		for (const _ of runners) {
			types.push(asyncEnds.use(await openTypes()));
		}

		const noticed = {tests: 0, types: 0, 'a time limit': 0};
		const survivors: Fault[] = [];
		const judge = async (runner: Runner, own: Types, {id, fault}: (typeof chosen)[number]): Promise<void> => {
			const reaching = byNearness(
				fault.file,
				tests.filter(({reached}) => reached.includes(id)),
			);
			const nearest = reaching.filter((_, at) => at === 0 || secondsOf(reaching.slice(0, at + 1)) <= nearestSeconds);
			const rest = reaching.slice(nearest.length).toSorted((one, other) => one.seconds - other.seconds);
			if (id % 20 === 0 && nearest.length > 0) {
				tried('runs without a fault');
				const by = await runner.noticedBy({...fault, becomes: fault.was}, namesOf(nearest), limitOf(nearest));
				if (by !== undefined) {
					failed(`a test fails without a fault: ${by}`, whereOf(fault));
				}
			}
			let by = await runner.noticedBy(fault, namesOf(nearest), limitOf(nearest));
			const isForTypes = by === undefined && (await own.notice(fault));
			if (!isForTypes) {
				by ??= await runner.noticedBy(fault, namesOf(rest), limitOf(rest));
			}
			tried('planted faults');
			if (isForTypes) {
				noticed.types++;
			} else if (by === neverEnds) {
				noticed['a time limit']++;
			} else if (by !== undefined) {
				noticed.tests++;
			} else {
				survivors.push(fault);
				progress(`not noticed by ${reaching.length} test files: ${whereOf(fault)}`);
				progress(`  ${fault.code}`);
			}
			if (id % 10 === 9) {
				progress(`${id + 1} of ${chosen.length} faults`);
			}
		};
		await inLanes(
			chosen,
			runners.map((runner, at) => ({runner, own: types[at] as Types})),
			({runner, own}, item) => judge(runner, own, item),
		);

		const share = 100 * (1 - survivors.length / Math.max(1, chosen.length));
		const kinds = Object.entries(noticed).map(([kind, count]) => `${count} by ${kind}`);
		noted(
			`${share.toFixed(1)} % of the faults were noticed: ${kinds.join(', ')}; ${equivalent.length} that change nothing are listed and not planted`,
		);
		for (const fault of survivors.toSorted((one, other) => (one.file < other.file ? -1 : 1))) {
			if (dear.test(fault.file)) {
				failed(`not noticed: ${whereOf(fault)}`, fault.code);
			} else {
				noted(`not noticed: ${whereOf(fault)}`);
			}
		}
		if (share < least) {
			failed(`only ${share.toFixed(1)} % were noticed`, 'all');
		}
	},
};
