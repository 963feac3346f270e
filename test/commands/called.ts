/** A command in the test's own process, with what it wrote. */
import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {expect, vi} from 'vitest';
import type {AnyCommand} from '../../source/cli/command.ts';
import {commands} from '../../source/commands/commands.ts';
import {runCommand} from '../helpers/command.ts';

/** What came of a command. */
export type Called = {code: number; stdout: string; stderr: string};

/** Takes the terminal from which the tests are run out of sight: a command would ask on it. Returns how to give it back. */
const hideTerminal = (): (() => void) => {
	const {openSync} = fs;
	const opens = vi.spyOn(fs, 'openSync').mockImplementation((path, ...more) => {
		if (path === '/dev/tty') {
			throw Object.assign(new Error('there is no terminal'), {code: 'ENXIO'});
		}
		return openSync(path, ...more);
	});
	syncBuiltinESMExports();
	return () => {
		opens.mockRestore();
		syncBuiltinESMExports();
	};
};

/** Runs a command as in a pipe, and without a terminal. */
export const called = async (row: AnyCommand, ...argv: readonly string[]): Promise<Called> => {
	let [stdout, stderr] = ['', ''];
	const showTerminal = hideTerminal();
	const errors = vi.spyOn(process.stderr, 'write').mockImplementation(text => {
		stderr += text;
		return true;
	});
	try {
		const code = await runCommand(row, argv, {
			write(text) {
				stdout += text;
			},
			async writeEach(texts) {
				stdout += [...texts].join('');
			},
			isTerminal: false,
			columns: undefined,
			pending: () => 0,
			isClosed: () => false,
			closed: new Promise(() => undefined),
			ifLost: () => undefined,
		});
		return {code, stdout, stderr};
	} finally {
		errors.mockRestore();
		showTerminal();
	}
};

/** Runs a command line as in a pipe, with these changes to the environment: `vi.unstubAllEnvs` takes them back. */
export const calledAs = async (
	[name, ...argv]: readonly string[],
	env: Readonly<Record<string, string | undefined>>,
): Promise<Called> => {
	for (const [key, value] of Object.entries(env)) {
		vi.stubEnv(key, value);
	}
	return called((await commands.find(one => one.name === name)?.load()) ?? expect.fail(`no command ${name}`), ...argv);
};
