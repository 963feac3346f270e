/** `dialtop sandbox`: the service itself, on this machine, until a signal ends it. */
import {constants} from 'node:os';
import type {Sandbox} from '../sandbox/sandbox.ts';
import {readCall} from './sandbox-flags.ts';

const say = (line: string): void => {
	process.stderr.write(`dialtop sandbox: ${line}\n`);
};

/** Waits for a signal to end; a second one ends the program at once. */
const listenForSignals = (): {signalled: Promise<void>; dispose(): void} => {
	const {promise, resolve} = Promise.withResolvers<void>();
	let isEnding = false;
	const listeners = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(signal => {
		const listener = (): void => {
			if (isEnding) {
				process.exit(128 + constants.signals[signal]);
			}
			isEnding = true;
			resolve();
		};
		process.on(signal, listener);
		return {signal, listener};
	});
	return {
		signalled: promise,
		dispose() {
			for (const {signal, listener} of listeners) {
				process.off(signal, listener);
			}
		},
	};
};

const lineFor = ({url, admin, user, password}: Sandbox, json: boolean): string =>
	json
		? JSON.stringify({url, user, password: password ?? null, ...(admin !== undefined && {admin})})
		: [
				`The sandbox is at ${url}`,
				`user ${user}`,
				`password ${password ?? 'as before (DIALTOP_SANDBOX_PASSWORD sets another)'}`,
				...(admin === undefined ? [] : [`administrative port at ${admin}`]),
			].join(', ');

/**
 * Runs the sandbox until a signal ends it; requests under way finish first, and the world is saved.
 *
 * @returns the exit code: 0, 2 where it was called wrongly, 70 where it could not start or not save
 */
export const sandboxCommand = async (argv: string[]): Promise<number> => {
	const {problems, json, ofNewWorlds, options} = readCall(argv);
	if (problems.length > 0) {
		for (const problem of problems) {
			say(problem);
		}
		return 2;
	}
	// Whoever read the first line may have gone since.
	process.stdout.on('error', () => undefined);
	process.stderr.on('error', () => undefined);
	const {signalled, dispose} = listenForSignals();
	try {
		const {startSandbox} = await import('../sandbox/sandbox.ts');
		const sandbox = await startSandbox({...options(), say});
		if (sandbox.isRestored && ofNewWorlds.length > 0) {
			say(`${ofNewWorlds.join(', ')} passed over: the world in the database goes on, at its own time`);
		}
		process.stdout.write(`${lineFor(sandbox, json)}\n`);
		await signalled;
		await sandbox.close();
		return 0;
	} catch (error) {
		say(error instanceof Error ? error.message : String(error));
		return 70;
	} finally {
		dispose();
	}
};
