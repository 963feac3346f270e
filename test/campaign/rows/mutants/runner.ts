/**
 * Runs tests with a fault planted, in a process that keeps what it has transformed: `fork` it, and send one request at a time.
 * A fault that loops for ever takes the process with it, so whoever asks sets a limit and starts another.
 */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {BaseSequencer, createVitest, type TestCase, type TestModule, type TestSpecification} from 'vitest/node';
import {instrumented} from '../../../../.config/instrumented.ts';
import config from '../../../../.config/vitest.ts';
import {type Fault, planted, watched} from './faults.ts';

const root = new URL('../../../..', import.meta.url).pathname;

/** What a runner is asked: to run test files as they are and tell what each reaches, or to run them with a fault. */
export type Request =
	| {kind: 'watch'; faults: readonly {id: number; fault: Fault}[]; files: readonly string[]}
	| {kind: 'try'; fault: Fault; files: readonly string[]};

/** A test file that was run without a fault; its path is within the repository. */
export type Watched = {file: string; seconds: number; hasPassed: boolean; reached: number[]};

/** What it answers; `noticedBy` is the test that failed first. */
export type Answer =
	| {kind: 'ready'; files: string[]}
	| {kind: 'watched'; files: Watched[]}
	| {kind: 'tried'; noticedBy: string | undefined};

/** Tests of the repository rather than of the program. */
const elsewhere = ['readme', 'lint'].map(name => `test/${name}.test.ts`);

/** Sources that differ from their files while a request is answered. */
const changed = new Map<string, string>();

const plantedSources = {
	name: 'planted-sources',
	enforce: 'pre' as const,
	transform(code: string, id: string) {
		const source = changed.get(id);
		return instrumented(id, source ?? code) ?? source;
	},
};

class AsGiven extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		return files;
	}
}

type Project = {
	plugins?: unknown[];
	/** How JSX becomes code. */
	oxc?: object;
	test: {name: string; exclude?: string[]; setupFiles?: string[]; server?: {deps?: object}};
};

const {projects = [], ...shared} = config.test ?? {};

/** Where the tests write down what they reach. */
const reachedFolder = process.env.DIALTOP_TEST_REACHED ?? '';

/** Stops the run of a fault as soon as one test has failed. */
let onFailed: ((test: TestCase | TestModule) => void) | undefined;

const vitest = await createVitest(
	'test',
	{config: false, watch: false, root},
	{
		test: {
			...shared,
			root,
			watch: false,
			reporters: [
				{
					onTestCaseResult(test) {
						if (test.result().state === 'failed') {
							onFailed?.(test);
						}
					},
					onTestModuleEnd(module) {
						if (!module.ok()) {
							onFailed?.(module);
						}
					},
				},
			],
			silent: true,
			update: false,
			maxWorkers: 1,
			fsModuleCache: false,
			sequence: {sequencer: AsGiven},
			projects: (projects as Project[])
				.filter(({test}) => test.name !== 'e2e')
				.map(({plugins = [], oxc, test}) => ({
					oxc,
					plugins: [plantedSources, ...plugins],
					test: {
						...test,
						exclude: [...(test.exclude ?? []), ...elsewhere, '**/node_modules/**'],
						// What Node loads by itself passes no plugin.
						server: {deps: {...test.server?.deps, external: []}},
						setupFiles: [...(test.setupFiles ?? []), 'test/campaign/rows/mutants/reached.ts'],
						// A fault that fills the memory ends before the machine does.
						execArgv: ['--max-old-space-size=1500'],
					},
				})) as never,
		},
	},
);
await vitest.standalone();
const specifications = new Map(
	(await vitest.getRelevantTestSpecifications()).map(specification => [
		specification.moduleId.slice(root.length),
		specification,
	]),
);

const isolated = new Map(vitest.projects.map(project => [project, project.config.isolate]));

/** What modules do when they are loaded is reached by each test file only if each loads them anew. */
const isolate = (every: boolean): void => {
	for (const [project, own] of isolated) {
		project.config.isolate = every || own;
	}
};

const change = (texts: ReadonlyMap<string, string>): void => {
	for (const file of new Set([...changed.keys(), ...texts.keys()])) {
		vitest.invalidateFile(file);
	}
	changed.clear();
	for (const [file, text] of texts) {
		changed.set(file, text);
	}
};

const specified = (files: readonly string[]): TestSpecification[] =>
	files.map(file => {
		const specification = specifications.get(file);
		if (!specification) {
			throw new Error(`${file} is no test file`);
		}
		return specification;
	});

const watch = async (faults: readonly {id: number; fault: Fault}[], files: readonly string[]): Promise<Watched[]> => {
	const sources = Map.groupBy(faults, ({fault}) => join(root, fault.file));
	change(new Map([...sources].map(([file, those]) => [file, watched(those, readFileSync(file, 'utf8'))])));
	isolate(true);
	const {testModules} = await vitest.runTestSpecifications(specified(files));
	const reached = new Map<string, Set<number>>();
	for (const name of readdirSync(reachedFolder)) {
		const {file, ids} = JSON.parse(readFileSync(join(reachedFolder, name), 'utf8')) as {file: string; ids: number[]};
		reached.set(file, new Set([...(reached.get(file) ?? []), ...ids]));
	}
	return testModules
		.filter(({moduleId}) => files.includes(moduleId.slice(root.length)))
		.map(module => {
			const {prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration} = module.diagnostic();
			return {
				file: module.moduleId.slice(root.length),
				seconds: (prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration) / 1000,
				hasPassed: module.ok() && reached.has(module.moduleId),
				reached: [...(reached.get(module.moduleId) ?? [])],
			};
		});
};

const tryFault = async (fault: Fault, files: readonly string[]): Promise<string | undefined> => {
	const source = join(root, fault.file);
	change(new Map([[source, planted(fault, readFileSync(source, 'utf8'))]]));
	isolate(false);
	let noticedBy: string | undefined;
	onFailed = test => {
		noticedBy ??= test.type === 'test' ? `${test.module.relativeModuleId}: ${test.fullName}` : test.relativeModuleId;
		vitest.cancelCurrentRun('test-failure').catch(() => undefined);
	};
	try {
		const {unhandledErrors} = await vitest.runTestSpecifications(specified(files));
		return noticedBy ?? (unhandledErrors.length > 0 ? 'an unhandled error' : undefined);
	} finally {
		onFailed = undefined;
	}
};

const answer = (message: Answer): void => {
	process.send?.(message);
};

process.on('message', async (request: Request) => {
	answer(
		request.kind === 'watch'
			? {kind: 'watched', files: await watch(request.faults, request.files)}
			: {kind: 'tried', noticedBy: await tryFault(request.fault, request.files)},
	);
});
process.on('disconnect', () => process.exit());
answer({kind: 'ready', files: [...specifications.keys()]});
