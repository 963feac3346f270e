/** A command as the launcher runs it, in the test's own process. */
import type {AnyCommand} from '../../source/cli/command.ts';
import {type Out, openOut} from '../../source/cli/out.ts';
import {parse} from '../../source/cli/parse.ts';
import {UsageError} from '../../source/config/errors.ts';
import {exits} from '../../source/config/exits.ts';
import {PrivateFileError} from '../../source/system/private.ts';

/** Runs a command with what stands behind its name; resolves with the exit code. */
export const runCommand = async (row: AnyCommand, argv: readonly string[], out: Out = openOut()): Promise<number> => {
	try {
		return await row.run({...parse(row, argv), out});
	} catch (error) {
		if (error instanceof UsageError || error instanceof PrivateFileError) {
			const more = error instanceof UsageError ? error.more : [];
			process.stderr.write(`dialtop: ${[error.message, ...more].join('\ndialtop: ')}\n`);
			return exits.usage;
		}
		throw error;
	}
};
