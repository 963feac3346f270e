/** How long the first text takes. */
import {accessSync, constants, writeFileSync} from 'node:fs';
import {delimiter, dirname, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {type Figure, median} from './figures.ts';
import {type Program, type Running, start, startMonitor, untilText} from './program.ts';

const aim = 5.9;

const find = (name: string): string | undefined =>
	(process.env.PATH ?? '')
		.split(delimiter)
		.map(folder => join(folder, name))
		.find(file => {
			try {
				accessSync(file, constants.X_OK);
				return true;
			} catch {
				return false;
			}
		});

/** What is started in each round, and what is waited for. */
type Contender = {name: string; start(): Running; until(running: Running): Promise<number | undefined>};

const untilExit = async ({startedAt, exited}: Running): Promise<number> => {
	await exited;
	return performance.now() - startedAt;
};

/** Leaves a run's compiled code behind, which only a program that ends by itself writes. */
const fillCache = async (launch: () => Running): Promise<number | undefined> => {
	await using running = launch();
	const first = await untilText(running);
	await sleep(3000);
	running.write('q');
	await running.exited;
	return first;
};

/** Starts each contender by turns, so that whatever slows the machine meets them all. */
export const measureStartUp = async (
	program: Program,
	service: Readonly<Record<string, string>>,
	rounds: number,
): Promise<Figure[]> => {
	const htop = find('htop');
	const {binary} = program;
	const profile = join(dirname(program.cli), 'profile.yml');
	writeFileSync(
		profile,
		`profile: bench\nprofiles:\n  bench: {url: '${service.DIALTOP_URL}', environment: qa, user: ops}\n`,
	);
	const byProfile = (): Running =>
		start(process.execPath, [program.cli, '--config', profile], {
			...program.env,
			DIALTOP_PASSWORD: service.DIALTOP_PASSWORD ?? '',
		});
	const startBinary = (): Running => start(binary ?? '', [], program.env);
	const contenders: Contender[] = [
		{name: 'node', start: () => start(process.execPath, ['-e', '0'], program.env), until: untilExit},
		{name: 'embedded', start: () => startMonitor(program), until: untilText},
		{name: 'url', start: () => startMonitor(program, service), until: untilText},
		{name: 'profile', start: byProfile, until: untilText},
		...(binary ? [{name: 'binary', start: startBinary, until: untilText}] : []),
		...(htop ? [{name: 'htop', start: () => start(htop, [], program.env), until: untilText}] : []),
	];
	const cold = await fillCache(() => startMonitor(program));
	await fillCache(() => startMonitor(program, service));
	await fillCache(byProfile);
	const coldBinary = binary ? await fillCache(startBinary) : undefined;

	const times = new Map<string, number[]>(contenders.map(({name}) => [name, []]));
	for (let round = 0; round < rounds; round++) {
		for (const {name, start: launch, until} of contenders) {
			await using running = launch();
			const time = await until(running);
			if (time === undefined) {
				throw new Error(`${name} ended without a text`);
			}
			times.get(name)?.push(time);
		}
	}

	const of = (name: string): number[] => times.get(name) ?? [];
	const ratio = (name: string): Pick<Figure, 'unit' | 'value' | 'samples'> => ({
		unit: '×',
		value: median(of(name)) / median(of('node')),
		samples: of(name).map((time, index) => time / (of('node')[index] ?? Number.NaN)),
	});
	const binaryMissing = binary ? {} : {missing: 'npm run build:binary makes it'};
	const first = (time: number | undefined): number[] => (time === undefined ? [] : [time]);
	return [
		{name: 'node -e 0, start to exit', unit: 'ms', samples: of('node')},
		{name: 'start to first text, embedded sandbox', unit: 'ms', samples: of('embedded')},
		{name: '  against node -e 0', ...ratio('embedded'), aim},
		{name: 'start to first text, DIALTOP_URL', unit: 'ms', samples: of('url')},
		{name: '  against node -e 0', ...ratio('url'), aim},
		{name: 'start to first text, a profile of config.yml', unit: 'ms', samples: of('profile')},
		{name: 'start to first text, first run ever', unit: 'ms', samples: first(cold)},
		{name: 'start to first text, single executable', unit: 'ms', samples: of('binary'), ...binaryMissing},
		{name: '  its first run ever', unit: 'ms', samples: first(coldBinary), ...binaryMissing},
		{name: 'htop to its first text', unit: 'ms', samples: of('htop'), ...(htop ? {} : {missing: 'not installed'})},
	];
};
