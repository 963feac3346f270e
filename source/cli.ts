#!/usr/bin/env node
/** The launcher: checks the Node version, then imports the command asked for and nothing else. */
import {closeSideDoors, keepCompiledCode} from './shared-machine.ts';

const least = [22, 19] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

const fail = (message: string, code: number): void => {
	process.stderr.write(`dialtop: ${message}\n`);
	process.exitCode = code;
};

if (major < least[0] || (major === least[0] && minor < least[1])) {
	fail(`needs Node ${least.join('.')} or later, and this is Node ${process.versions.node}`, 2);
} else {
	closeSideDoors();
	keepCompiledCode();
	if (process.env.DIALTOP_DEBUG) {
		process.setSourceMapsEnabled(true);
	}
	try {
		const argv = process.argv.slice(2);
		// The monitor has nothing to parse then, and what reads flags need not be loaded before its first frame.
		const code =
			argv.length === 0
				? await (await import('./commands/monitor.ts')).openMonitor({})
				: await (await import('./commands/run.ts')).run(argv);
		// An error that only came to light behind the command's back stands.
		process.exitCode ||= code;
	} catch (error) {
		const {name, message} = error instanceof Error ? error : {name: '', message: String(error)};
		if (name === 'Interrupted') {
			process.exitCode = 130;
		} else {
			fail(message, ['UsageError', 'PrivateFileError'].includes(name) ? 2 : 70);
		}
	}
}
