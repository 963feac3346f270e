/** A sandbox in a process of its own, for the monitors that are measured. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import type {Program} from './program.ts';

/** Where a sandbox is. Use with `await using`. */
export type Service = {
	/** What a monitor is to be given in its environment. */
	env: Record<string, string>;
	[Symbol.asyncDispose](): Promise<void>;
};

/** Starts a sandbox, in memory unless `args` name a database; the same seed is the same world. */
export const startSandbox = async ({cli, env}: Program, ...args: readonly string[]): Promise<Service> => {
	const kept = args.includes('--database') ? [] : ['--ephemeral'];
	const child = spawn(process.execPath, [cli, 'sandbox', ...kept, '--json', '--seed', '1', ...args], {
		stdio: ['ignore', 'pipe', 'inherit'],
		env: {...env},
	});
	const [line]: string[] = await once(createInterface(child.stdout), 'line');
	const {url, user, password} = JSON.parse(line ?? '') as {url: string; user: string; password: string};
	return {
		env: {DIALTOP_URL: url, DIALTOP_USER: user, DIALTOP_PASSWORD: password, DIALTOP_ENVIRONMENT: 'sandbox'},
		async [Symbol.asyncDispose]() {
			if (child.exitCode === null && child.signalCode === null) {
				child.kill('SIGTERM');
				await once(child, 'exit');
			}
		},
	};
};

/** Sends an operation as a form; returns what is under `response`. */
export const post = async (
	url: string,
	fields: Readonly<Record<string, string>> | FormData,
): Promise<Record<string, unknown>> => {
	const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
	const reply = await fetch(`${url}/api/`, {method: 'POST', body});
	const {response} = (await reply.json()) as {response: Record<string, unknown>};
	return response;
};
