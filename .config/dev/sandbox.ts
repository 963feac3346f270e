/** The sandbox of a development run: a process beside the monitor, whose world outlives both. */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {createInterface} from 'node:readline';

/** Where a sandbox is, and how to sign in. */
type Access = {url: string; user: string; password: string};

/** A sandbox that runs. */
export type DevSandbox = Access & {
	/** Ends it; its world is in the database by then. */
	close(): Promise<void>;
};

/** What a sandbox is started with. */
export type SandboxStart = {
	/** The folder of the build. */
	dist: string;
	database: string;
	password: string;
	/** The port that it had before; 0 at first. */
	port: string;
	/** Further words of `dialtop sandbox`. */
	words: readonly string[];
	/** Called with what it says if it ends unasked. */
	onEnd(message: string): void;
};

/** Starts a sandbox. @throws Error with what it says if it cannot start */
export const startSandbox = async ({
	dist,
	database,
	password,
	port,
	words,
	onEnd,
}: SandboxStart): Promise<DevSandbox> => {
	const args = ['sandbox', '--json', '--database', database, '--port', port, ...words];
	const child: ChildProcess = spawn(process.execPath, [join(dist, 'cli.js'), ...args], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {...process.env, DIALTOP_SANDBOX_PASSWORD: password},
	});
	let printed = '';
	child.stderr?.setEncoding('utf8').on('data', text => (printed += text));
	const ended = once(child, 'close').then(([code]) => printed.trim() || `the sandbox ended with ${code}`);
	const line = child.stdout && once(createInterface(child.stdout), 'line').then(([text]) => text as string);
	const failed = ended.then(message => {
		throw new Error(message);
	});
	const {url, user} = JSON.parse((await Promise.race([line, failed])) ?? '') as Access;
	failed.catch(() => undefined);
	let isAsked = false;
	void ended.then(message => isAsked || onEnd(message));
	return {
		url,
		user,
		password,
		async close() {
			isAsked = true;
			child.kill();
			await ended;
		},
	};
};
