#!/usr/bin/env node
/** The launcher: checks the Node version, then imports the command asked for and nothing else. */
import {closeSideDoors, keepCompiledCode, keepOwnFilesUsable} from './machine/shared-machine.ts';

const least = [22, 19] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

const fail = (message: string, code: number): void => {
	// Nobody may be left to be told.
	process.stderr.on('error', () => undefined);
	process.stderr.write(`dialtop: ${message}\n`);
	process.exitCode = code;
};

/** Errors that the caller can mend. */
const forCaller = ['UsageError', 'PrivateFileError'];

const lostText = 'the working directory is gone, or may not be read: change to another one';

/** Says what ended the program, in a line and without its secrets; with DIALTOP_DEBUG and the stack. */
const report = async (error: unknown): Promise<void> => {
	if (error instanceof Error && error.name === 'Interrupted') {
		process.exitCode ||= 130;
		return;
	}
	const {oneLine} = await import('./commands/frame/text.ts');
	const isLost = error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd';
	const isUsage = error instanceof Error && (isLost || forCaller.includes(error.name));
	const message = isLost ? lostText : error instanceof Error ? error.message || error.name : String(error);
	const more = error instanceof Error && 'more' in error && Array.isArray(error.more) ? error.more : [];
	const stack = process.env.DIALTOP_DEBUG && !isUsage && error instanceof Error ? (error.stack ?? '').split('\n') : [];
	fail([message, ...more, ...stack].map(oneLine).join('\ndialtop: '), isUsage ? 2 : 70);
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
	// The monitor gives the terminal back first, and listens itself.
	process.on('uncaughtException', error => {
		if (process.listenerCount('uncaughtException') === 1) {
			void report(error).then(() => process.exit());
		}
	});
	try {
		const argv = process.argv.slice(2);
		// The monitor has nothing to parse then, and what reads flags need not be loaded before its first frame.
		const code =
			argv.length === 0
				? await (await import('./commands/monitor/open.ts')).openMonitor({})
				: await (await import('./commands/run.ts')).run(argv);
		// An error that only came to light behind the command's back stands.
		process.exitCode ||= code;
	} catch (error) {
		await report(error);
	}
}
