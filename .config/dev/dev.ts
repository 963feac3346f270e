/**
 * `npm run dev`: the monitor on a sandbox, restarted whenever `source/` changes. The view, the selection and the sandbox's world
 * stay; if the build fails, the message is shown and the monitor of the last build goes on. Words behind `--` are the
 * monitor's, those behind a second `--` the sandbox's: `npm run dev -- --theme light -- --scenario drop-storm`.
 */
import {randomBytes} from 'node:crypto';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {build, sandboxCodeOf} from './build.ts';
import {openDisplay, type Program} from './display.ts';
import {type DevSandbox, startSandbox} from './sandbox.ts';
import {watchSource} from './watch.ts';

/** Milliseconds in which changes count as one: an editor writes, renames and formats. */
const together = 80;

/** Exit codes of a monitor that was to end: q, a mistake in the words, Ctrl-C. */
const asked = [0, 2, 130];

const pathOf = (file: string): string => new URL(file, import.meta.url).pathname;

if (!process.stdout.isTTY || !process.stdin.isTTY) {
	process.stderr.write('dev: it needs a terminal on standard input and output\n');
	process.exit(2);
}
const words = process.argv.slice(2);
const split = words.indexOf('--');
const monitorWords = split === -1 ? words : words.slice(0, split);
const sandboxWords = split === -1 ? [] : words.slice(split + 1);

const folder = mkdtempSync(join(tmpdir(), 'dialtop-dev-'));
const password = randomBytes(12).toString('base64url');
let worlds = 0;
let builds = 0;
let dist = '';
let sandbox: (DevSandbox & {code: string}) | undefined;
let program: Program | undefined;
let isBuilding = false;
let isChanged = false;
let soon: NodeJS.Timeout | undefined;

const finish = async (code: number): Promise<void> => {
	clearTimeout(soon);
	unwatch();
	await program?.leave();
	display.close();
	await sandbox?.close();
	rmSync(folder, {recursive: true, force: true});
	process.exit(code);
};

const display = openDisplay(() => void finish(0));

/** The environment of the monitor: nothing of it goes to where the operator's own tokens, audit and frames are. */
const monitorEnv = ({url, user}: DevSandbox): NodeJS.ProcessEnv => ({
	...Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !/^DIALTOP_(?!THEME|TRACE|DEBUG|CONFIG)/.test(name)),
	),
	DIALTOP_URL: url,
	DIALTOP_USER: user,
	DIALTOP_PASSWORD: password,
	DIALTOP_ENVIRONMENT: 'sandbox',
	XDG_STATE_HOME: join(folder, 'state'),
	XDG_CACHE_HOME: join(folder, 'cache'),
	DEV_SCREEN: join(folder, 'screen.json'),
});

/** Starts the sandbox of a build where it was before, with the world that it had, or a new one if that cannot be read. */
const openSandbox = async (code: string): Promise<void> => {
	const port = sandbox ? new URL(sandbox.url).port : '0';
	await sandbox?.close();
	sandbox = undefined;
	const onEnd = (message: string): void => display.note([`dev: the sandbox has ended: ${message}`]);
	const open = () =>
		startSandbox({dist, database: join(folder, `world-${worlds}.db`), password, port, words: sandboxWords, onEnd});
	const opened = await open().catch((error: Error) => {
		if (port === '0') {
			throw error;
		}
		worlds++;
		display.note([`dev: a new world, since the sandbox cannot go on with the one before: ${error.message}`]);
		return open();
	});
	sandbox = {...opened, code};
};

/** Puts a build in place of the one that runs. */
const replace = async (next: string): Promise<void> => {
	const before = dist;
	const leaving = program;
	program = undefined;
	await leaving?.leave();
	dist = next;
	const code = sandboxCodeOf(dist);
	if (sandbox?.code !== code) {
		await openSandbox(code);
	}
	if (before !== '') {
		rmSync(before, {recursive: true});
	}
	if (!sandbox) {
		return;
	}
	const args = ['--import', pathOf('kept-screen.ts'), join(dist, 'cli.js'), ...monitorWords];
	const started = display.run(args, monitorEnv(sandbox));
	program = started;
	void started.ended.then(code => {
		if (program !== started) {
			return;
		}
		program = undefined;
		if (asked.includes(code)) {
			void finish(code);
		} else {
			display.note([`dev: the monitor has ended with ${code}; the next change starts it again, and q ends this`]);
		}
	});
};

/** Builds until nothing has changed meanwhile. */
const rebuild = async (): Promise<void> => {
	if (isBuilding) {
		return;
	}
	isBuilding = true;
	while (isChanged) {
		isChanged = false;
		const next = join(folder, `build-${++builds}`);
		const problem = await build(next);
		if (problem !== undefined) {
			display.note([`dev: the build fails${dist ? ', and the last one goes on' : ''}:`, ...problem.split('\n')]);
		} else if (!isChanged) {
			display.note([]);
			try {
				await replace(next);
			} catch (error) {
				display.note([`dev: ${error instanceof Error ? error.message : error}`]);
			}
		}
	}
	isBuilding = false;
};

const unwatch = watchSource(pathOf('../../source'), () => {
	isChanged = true;
	clearTimeout(soon);
	soon = setTimeout(() => void rebuild(), together);
});
for (const [signal, code] of [
	['SIGTERM', 143],
	['SIGHUP', 129],
] as const) {
	process.on(signal, () => void finish(code));
}
isChanged = true;
await rebuild();
