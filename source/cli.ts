#!/usr/bin/env node
/** The launcher: checks the Node version, then imports the command asked for and nothing else. */
import {closeSideDoors, keepCompiledCode, keepOwnFilesUsable} from './system/shared-machine.ts';

const least = [22, 19] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

const fail = (message: string, code: number): void => {
	// Standard error may be closed.
	process.stderr.on('error', () => undefined);
	process.stderr.write(`dialtop: ${message}\n`);
	process.exitCode = code;
};

/** Errors in how dialtop was called: their message is enough, and the exit code is 2. */
const forCaller = ['UsageError', 'PrivateFileError'];

const lostText = 'the working directory is gone, or may not be read: change to another one';

/** Prints the error that ended the program, on one line and without secrets; with DIALTOP_DEBUG, its stack too. */
const report = async (error: unknown): Promise<void> => {
	if (error instanceof Error && error.name === 'Interrupted') {
		process.exitCode ||= 130;
		return;
	}
	const {oneLine} = await import('./cli/text.ts');
	const isLost = error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd';
	const isUsage = error instanceof Error && (isLost || forCaller.includes(error.name));
	const message = isLost ? lostText : error instanceof Error ? error.message || error.name : String(error);
	const more = error instanceof Error && 'more' in error && Array.isArray(error.more) ? error.more : [];
	const stack = process.env.DIALTOP_DEBUG && !isUsage && error instanceof Error ? (error.stack ?? '').split('\n') : [];
	fail([message, ...more, ...stack].map(oneLine).join('\ndialtop: '), isUsage ? 2 : 70);
};

/** Whether the monitor is asked for. */
const isMonitor = (argv: readonly string[]): boolean =>
	argv.every(word => !/^(?:--help|-h|--version)$/.test(word)) && (argv[0]?.startsWith('-') ?? true);

/** Runs what the command line asks for. The bundle is CommonJS, which cannot wait at its top level. */
const main = async (): Promise<void> => {
	const argv = process.argv.slice(2);
	let painted: {close(): void} | undefined;
	// Without words there is nothing to parse: the parser is not loaded before the monitor's first frame.
	const isPlain = argv.length === 0 && !process.env.ACCESSIBLE;
	try {
		if (isMonitor(argv)) {
			const {paint, paintedTerminal} = await import('./commands/monitor/painted.ts');
			await paint(argv, process.env);
			painted = paintedTerminal();
		}
		const code = isPlain
			? await (await import('./commands/monitor/open.ts')).openMonitor({})
			: await (await import('./commands/run.ts')).run(argv);
		// A code that an uncaught error has set is not changed.
		process.exitCode ||= code;
	} catch (error) {
		painted?.close();
		await report(error);
	}
};

if (major < least[0] || (major === least[0] && minor < least[1])) {
	fail(`needs Node ${least.join('.')} or later, and this is Node ${process.versions.node}`, 2);
} else {
	closeSideDoors();
	keepOwnFilesUsable();
	keepCompiledCode();
	if (process.env.DIALTOP_DEBUG) {
		process.setSourceMapsEnabled(true);
	}
	// The monitor has a listener of its own, which restores the terminal first.
	process.on('uncaughtException', error => {
		if (process.listenerCount('uncaughtException') === 1) {
			void report(error).then(() => process.exit());
		}
	});
	void main();
}
