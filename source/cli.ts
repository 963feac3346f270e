#!/usr/bin/env node
/** The launcher: checks the Node version, then imports the command asked for and nothing else. */
import {closeSideDoors, keepCompiledCode} from './shared-machine.ts';

const least = [22, 19] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

const fail = (message: string, code: number): void => {
	process.stderr.write(`dialtop: ${message}\n`);
	process.exitCode = code;
};

const run = async (argv: string[]): Promise<void> => {
	if (argv[0] === 'sandbox') {
		const {sandboxCommand} = await import('./commands/sandbox.ts');
		process.exitCode = await sandboxCommand(argv.slice(1));
		return;
	}
	if (argv[0] === 'config') {
		const {configCommand} = await import('./commands/config.ts');
		process.exitCode = await configCommand(argv.slice(1));
		return;
	}
	const {monitorCommand} = await import('./commands/monitor.ts');
	await monitorCommand(argv);
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
		await run(process.argv.slice(2));
	} catch (error) {
		const isUsage = error instanceof Error && error.name === 'UsageError';
		fail(error instanceof Error ? error.message : String(error), isUsage ? 2 : 70);
	}
}
