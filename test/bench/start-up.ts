/** How long the first text and the first figures take, by turns with htop and with Node itself. */
import {accessSync, constants, mkdirSync, writeFileSync} from 'node:fs';
import {delimiter, dirname, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {type Figure, median} from './figures.ts';
import {type Program, type Running, start, startMonitor, untilText} from './program.ts';
import {post} from './sandbox.ts';
import {measureTimeline} from './timeline.ts';

/** Aims: of htop's first text, and what a configuration may add to it in milliseconds. */
const textAim = 1;
const figuresAim = 1.6;
const configurationAim = 15;

/** Where a program is installed; undefined if it is not. */
export const find = (name: string): string | undefined =>
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

/** What is on screen with the first figures of a campaign. */
const figures = /throttle/;

/** What is started in each round, and what is waited for. */
type Contender = {
	name: string;
	/** Starts it; `round` is another number each time. */
	start(round: number): Running;
	until(running: Running): Promise<number | undefined>;
	/** Whether a run must come before that leaves its compiled code and its first frame behind. */
	isWarm?: boolean;
};

const untilExit = async ({startedAt, exited}: Running): Promise<number> => {
	await exited;
	return performance.now() - startedAt;
};

/** Runs it for long enough that it keeps what makes the next start quick. */
const warmUp = async ({start: launch, until}: Contender): Promise<void> => {
	await using running = launch(-1);
	await until(running);
	await sleep(3000);
	running.write('q');
	await running.exited;
};

/** The variables by which a service is opened with a token: no password has to be checked before there are figures. */
const signedIn = async (service: Readonly<Record<string, string>>): Promise<Record<string, string>> => {
	const {DIALTOP_URL: url = '', DIALTOP_USER: user = '', DIALTOP_PASSWORD: pass = '', ...others} = service;
	const {token} = await post(url, {type: 'login_user', user, pass});
	return {...others, DIALTOP_URL: url, DIALTOP_TOKEN: String(token)};
};

const contendersOf = (
	program: Program,
	service: Readonly<Record<string, string>>,
	htop: string | undefined,
): Contender[] => {
	const {cli, binary, env} = program;
	const folder = dirname(dirname(cli));
	const profile = join(folder, 'profile.yml');
	writeFileSync(
		profile,
		[
			'theme: light',
			'profile: bench',
			`profiles: {bench: {url: '${service.DIALTOP_URL}', environment: qa, user: ops}}`,
			"keys: {refresh: [f5], filter: ['/', f6]}",
		].join('\n'),
	);
	const {DIALTOP_TOKEN = ''} = service;
	const monitor = (own: Readonly<Record<string, string>>, ...args: readonly string[]): Running =>
		start(process.execPath, [...args, cli], {...env, ...own});
	const untilFigures = (running: Running): Promise<number | undefined> => untilText(running, figures);
	const freshHome = (round: number): string => {
		const home = join(folder, `home-${round}`);
		mkdirSync(home);
		return home;
	};
	return [
		{name: 'node', start: () => start(process.execPath, ['-e', '0'], env), until: untilExit},
		...(htop ? [{name: 'htop', start: () => start(htop, [], env), until: untilText}] : []),
		{name: 'url', start: () => startMonitor(program, service), until: untilText, isWarm: true},
		{name: 'url figures', start: () => startMonitor(program, service), until: untilFigures},
		{
			name: 'profile',
			start: () => monitor({DIALTOP_CONFIG: profile, DIALTOP_TOKEN}),
			until: untilText,
			isWarm: true,
		},
		{name: 'embedded', start: () => startMonitor(program), until: untilText, isWarm: true},
		{name: 'embedded figures', start: () => startMonitor(program), until: untilFigures},
		...(binary ? [{name: 'binary', start: () => start(binary, [], env), until: untilText, isWarm: true}] : []),
		{name: 'first run', start: round => monitor({...service, HOME: freshHome(round)}), until: untilText},
		// Nothing can be made there, by root neither.
		{name: 'no home', start: () => monitor({...service, HOME: '/proc', XDG_STATE_HOME: folder}), until: untilText},
		// V8 takes no code that was compiled under other flags, and keeps that of these apart.
		{
			name: 'other flags',
			start: round => monitor(service, `--stack-size=${900 + round}`),
			until: untilText,
		},
	];
};

/** Starts each contender by turns, so that whatever slows the machine meets them all. */
export const measureStartUp = async (
	program: Program,
	sandbox: Readonly<Record<string, string>>,
	rounds: number,
): Promise<Figure[]> => {
	const htop = find('htop');
	const service = await signedIn(sandbox);
	const contenders = contendersOf(program, service, htop);
	for (const contender of contenders.filter(({isWarm}) => isWarm)) {
		await warmUp(contender);
	}
	const times = new Map<string, number[]>(contenders.map(({name}) => [name, []]));
	for (let round = 0; round < rounds; round++) {
		for (const {name, start: launch, until} of contenders) {
			await using running = launch(round);
			const time = await until(running);
			if (time === undefined) {
				throw new Error(`${name} ended without a text`);
			}
			times.get(name)?.push(time);
		}
	}

	const of = (name: string): number[] => times.get(name) ?? [];
	const rowsOf = (title: string, name: string, aim?: number): Figure[] => {
		const ratio = (other: string, others = of(other)): Omit<Figure, 'name'> => ({
			unit: '×',
			value: median(of(name)) / median(others),
			samples: of(name).map((time, index) => time / (others[index] ?? Number.NaN)),
		});
		const missing = of(name).length === 0 ? {missing: 'npm run build:binary makes it'} : {};
		return [
			{name: title, unit: 'ms', samples: of(name), ...missing},
			...(htop ? [{name: '  against htop', ...ratio('htop'), ...(aim === undefined ? {} : {aim}), ...missing}] : []),
			{name: '  against node -e 0', ...ratio('node'), ...missing},
		];
	};
	const added = of('profile').map((time, index) => time - (of('url')[index] ?? Number.NaN));
	return [
		{name: 'node -e 0, start to exit', unit: 'ms', samples: of('node')},
		{name: 'htop to its first text', unit: 'ms', samples: of('htop'), ...(htop ? {} : {missing: 'not installed'})},
		...rowsOf('start to first text, DIALTOP_URL', 'url', textAim),
		...rowsOf('start to first text, a profile of config.yml', 'profile', textAim),
		{name: '  more than by DIALTOP_URL', unit: 'ms', samples: added, aim: configurationAim},
		...rowsOf('start to first text, embedded sandbox', 'embedded', textAim),
		...rowsOf('start to first text, single executable', 'binary', textAim),
		...rowsOf('start to first text, first run ever', 'first run'),
		...rowsOf('start to first text, a home that takes no files', 'no home'),
		...rowsOf("start to first text, other flags of V8's", 'other flags'),
		...rowsOf('start to first figures, DIALTOP_URL', 'url figures', figuresAim),
		...rowsOf('start to first figures, embedded sandbox', 'embedded figures'),
		{name: 'a start by DIALTOP_URL, moment by moment', unit: '', samples: [], missing: 'from the start of the process'},
		...(await measureTimeline(program, service, rounds)),
	];
};
