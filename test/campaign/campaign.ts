/**
 * `npm run campaign`: tries to break each promise of media/safety.md, counts what it tried, and writes media/proof.md.
 * A row runs in a process of its own against a copy of the built program; two rows at a time, but those that measure time.
 */
import {fork} from 'node:child_process';
import {once} from 'node:events';
import {readFile, writeFile} from 'node:fs/promises';
import {availableParallelism, cpus} from 'node:os';
import {parseArgs} from 'node:util';
import {copyProgram} from '../bench/program.ts';
import {keep, keptResults, revisionOf, trialsOf} from './kept.ts';
import {onPage} from './page.ts';
import type {Result, Row} from './row.ts';
import {rowNames} from './rows.ts';

const help = `npm run campaign -- [options]

  --quick      fewer trials: forty minutes instead of three hours
  --only NAME  ${rowNames.join(', ')}; may be given several times
  --seed N     the seed of every random trial; drawn and printed unless it is given
  --anew       run rows again that are done

A run that was cut off goes on where it stopped: give it the same seed. A row counts as done while neither the program nor
what its own trials are made of has changed. Exit code 1 if anything happened that must not.
`;

const {values} = parseArgs({
	options: {
		quick: {type: 'boolean', default: false},
		only: {type: 'string', multiple: true, default: [...rowNames]},
		seed: {type: 'string', default: String(Math.floor(Math.random() * 1_000_000))},
		anew: {type: 'boolean', default: false},
		help: {type: 'boolean', default: false},
	},
});

const say = (text: string): void => {
	process.stderr.write(`${text}\n`);
};

const isQuick = values.quick;
const seed = Number(values.seed);

/** Runs a row in a process of its own; undefined where that process ended without a result. */
const runAlone = async (name: string, program: string): Promise<Result> => {
	const child = fork(new URL('run-row.ts', import.meta.url), [name, String(seed), isQuick ? 'quick' : 'full'], {
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		env: {...process.env, DIALTOP_TEST_PROGRAM: program},
	});
	let result: Result | undefined;
	child.on('message', message => {
		result = message as Result;
	});
	const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
	return (
		result ?? {
			name,
			tried: {},
			failures: [{what: `the row's process ended with ${code ?? signal} before its result`, trial: 'the row'}],
			failed: 1,
			notes: [],
			seconds: 0,
		}
	);
};

const campaign = async (): Promise<number> => {
	const revision = revisionOf();
	const wanted = rowNames.filter(name => values.only.includes(name));
	const rows = new Map<string, Row>();
	for (const name of rowNames) {
		rows.set(name, ((await import(`./rows/${name}.ts`)) as {row: Row}).row);
	}
	const done = keptResults(revision, seed, isQuick).filter(({name}) => !(values.anew && values.only.includes(name)));
	const results = new Map(done.map(result => [result.name, result]));
	say(`Seed ${seed}, commit ${revision}${results.size > 0 ? `; done before: ${[...results.keys()].join(', ')}` : ''}`);
	await using program = await copyProgram();
	const waiting = wanted.filter(name => !results.has(name));
	const runNext = async (queue: string[]): Promise<void> => {
		for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
			say(`${name}: begins`);
			const result = {trials: trialsOf(name), ...(await runAlone(name, program.cli))};
			results.set(name, result);
			keep({revision, results: [...results.values()]}, seed, isQuick);
			say(`${name}: ${result.missing ?? `${result.failed} failures`} after ${result.seconds} s`);
		}
	};
	const beside = waiting.filter(name => !rows.get(name)?.isAlone);
	await Promise.all([runNext(beside), runNext(beside)]);
	await runNext(waiting.filter(name => rows.get(name)?.isAlone));

	const page = new URL('../../media/proof.md', import.meta.url);
	const run = {
		revision,
		day: new Date().toISOString().slice(0, 10),
		seed,
		isQuick,
		machine: `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.versions.node}`,
		rows: [...rows.values()].map(row => ({row, result: results.get(row.name)})),
	};
	await writeFile(page, onPage(await readFile(page, 'utf8'), run));
	return wanted.some(name => (results.get(name)?.failed ?? 1) > 0) ? 1 : 0;
};

const unknown = values.only.filter(name => !rowNames.includes(name));
if (values.help) {
	process.stdout.write(help);
} else if (unknown.length > 0 || !Number.isSafeInteger(seed)) {
	say(unknown.length > 0 ? `There is no row "${unknown[0]}".` : `--seed takes a whole number, not "${values.seed}".`);
	process.stderr.write(help);
	process.exitCode = 2;
} else {
	process.exitCode = await campaign();
}
