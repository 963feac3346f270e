/** Where the milliseconds of a start go, as marks that a script takes down beside the program (`marks.cjs`). */
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {type Figure, median} from './figures.ts';
import {type Program, start} from './program.ts';

type Mark = {name: string; at: number; took: number};

/** The marks that are shown, by which of its name each is. */
const shown: readonly (readonly [name: string, which: number, about: string])[] = [
	['node', 0, "Node's own start"],
	['launch', 0, 'the launcher is loaded'],
	['first', 0, 'the terminal and the stored frame are loaded'],
	['written', 0, 'the first frame is written'],
	['open', 0, 'the settings are loaded'],
	['net', 0, 'what asks the service is loaded'],
	['sent', 0, 'the first request is sent'],
	['wasm', 0, 'Yoga is made'],
	['ink', 0, 'React, Ink and the views are loaded'],
	['drawn', 1, "Ink's first commit"],
];

const marksOf = async (program: Program, env: Readonly<Record<string, string>>): Promise<Mark[]> => {
	const file = join(dirname(program.cli), 'marks.json');
	const preload = new URL('marks.cjs', import.meta.url).pathname;
	await using running = start(process.execPath, ['--require', preload, program.cli], {
		...program.env,
		...env,
		MARKS: file,
	});
	await sleep(1000);
	running.write('q');
	await running.exited;
	return JSON.parse(readFileSync(file, 'utf8'));
};

/** Takes the marks of so many starts by URL; what they cost is in them. */
export const measureTimeline = async (
	program: Program,
	env: Readonly<Record<string, string>>,
	rounds: number,
): Promise<Figure[]> => {
	const runs: Mark[][] = [];
	for (let round = 0; round < rounds; round++) {
		runs.push(await marksOf(program, env));
	}
	return shown.flatMap(([name, which, about]): Figure[] => {
		const marks = runs.flatMap(run => run.filter(mark => mark.name === name)[which] ?? []);
		const took = median(marks.map(mark => mark.took));
		const note = took >= 0.5 ? `takes ${took.toFixed(1)} ms` : '';
		return marks.length === 0 ? [] : [{name: `  ${about}`, unit: 'ms', samples: marks.map(({at}) => at), note}];
	});
};
