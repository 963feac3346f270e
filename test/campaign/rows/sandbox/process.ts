/** The built `dialtop sandbox` as a process on a file, and clients of it that time what they ask. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {Agent, request} from 'node:http';
import {createInterface} from 'node:readline';
import type {Bound} from '../../../helpers/calibration.ts';
import {cleanEnvironment, program} from '../../../helpers/monitor.ts';

export type Fields = Record<string, unknown>;

/** The password of the sandbox's first user. */
export const password = 'correct horse';

/** A small floor: a start of it takes little time. */
export const small = ['--campaigns', '2', '--agents', '4', '--leads', '200'] as const;

/** Milliseconds that a start, or an end, may take on a machine that is busy. */
const patience = 60_000;

/** A sandbox in a process of its own. */
export type SandboxRun = {
	pid: number;
	/** Its address, or undefined if it ended without one. */
	url: Promise<string | undefined>;
	/** The exit code, or the signal that ended it. */
	ended: Promise<number | string>;
	hasEnded(): boolean;
	/** What it wrote on standard error. */
	said(): string;
	kill(signal: NodeJS.Signals): void;
	[Symbol.asyncDispose](): Promise<void>;
};

/** Starts the built sandbox, after commands of a shell where there are any. Use with `await using`. */
export const startSandbox = (args: readonly string[], shell = ''): SandboxRun => {
	const command = [process.execPath, program, 'sandbox', '--json', ...args];
	const child = spawn('sh', ['-c', `${shell} exec "$@"`, 'sh', ...command], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {...cleanEnvironment, DIALTOP_SANDBOX_PASSWORD: undefined},
	});
	let said = '';
	let how: number | string | undefined;
	child.stderr.on('data', chunk => {
		said += chunk;
	});
	const ended = once(child, 'exit').then(([code, signal]) => {
		how = (signal ?? code) as number | string;
		return how;
	});
	const late = AbortSignal.timeout(patience);
	const url = Promise.race([
		once(createInterface(child.stdout), 'line', {signal: late}).then(
			([line]) => (JSON.parse(String(line)) as {url: string}).url,
			() => undefined,
		),
		ended.then(() => undefined),
	]);
	return {
		pid: child.pid ?? 0,
		url,
		ended,
		hasEnded: () => how !== undefined,
		said: () => said,
		kill: signal => child.kill(signal),
		async [Symbol.asyncDispose]() {
			if (how === undefined) {
				child.kill('SIGKILL');
				await ended;
			}
		},
	};
};

/** Starts it with a password for its first user, which costs the time of a hash. */
export const startWithPassword = (args: readonly string[]): SandboxRun =>
	startSandbox(args, `DIALTOP_SANDBOX_PASSWORD='${password}';export DIALTOP_SANDBOX_PASSWORD;`);

/** An answer as it came. */
export type Reply = {status: number; text: string; milliseconds: number};

/** A request as bytes. */
export type Sent = {headers: Readonly<Record<string, string>>; body: string | Buffer};

/** What a request may wait. */
export const longest: Bound = {work: 2000};

/** Milliseconds after which a request counts as never answered. */
const answerTime = 60_000;

/** A client of its own connections. */
export const createClient = (url: string) => {
	const agent = new Agent({keepAlive: true, maxSockets: 1});
	return {
		/** Sends a request. @throws Error where it is not answered */
		send: ({headers, body}: Sent): Promise<Reply> =>
			new Promise((resolve, reject) => {
				const from = performance.now();
				const sent = request(
					`${url}/api/`,
					{method: 'POST', agent, headers: {'content-length': String(Buffer.byteLength(body)), ...headers}},
					response => {
						const chunks: Buffer[] = [];
						response.on('data', (chunk: Buffer) => chunks.push(chunk));
						response.on('error', reject);
						response.on('end', () =>
							resolve({
								status: response.statusCode ?? 0,
								text: Buffer.concat(chunks).toString(),
								milliseconds: performance.now() - from,
							}),
						);
					},
				);
				sent.setTimeout(answerTime, () => sent.destroy(new Error(`no answer within ${answerTime} ms`)));
				sent.on('error', reject).end(body);
			}),
		close: () => agent.destroy(),
	};
};

export type Client = ReturnType<typeof createClient>;

/** A request of fields as JSON. */
export const jsonOf = (fields: Fields): Sent => ({
	headers: {'content-type': 'application/json'},
	body: JSON.stringify(fields),
});

/** The `response` of an answer. @throws Error where it is no envelope */
export const responseOf = ({text}: Pick<Reply, 'text'>): Fields => {
	const {response} = JSON.parse(text) as {response?: Fields};
	if (typeof response !== 'object' || response === null) {
		throw new Error(`no envelope: ${text.slice(0, 200)}`);
	}
	return response;
};

/** Calls operations with a token. */
export const callWith =
	(client: Client, token: string) =>
	async (type: string, params: Fields = {}): Promise<Fields> =>
		responseOf(await client.send(jsonOf({type, token, ...params})));

/** Signs in as the first user. */
export const signIn = async (client: Client): Promise<string> => {
	const {token, error} = responseOf(await client.send(jsonOf({type: 'login_user', user: 'ops', pass: password})));
	if (typeof token !== 'string') {
		throw new Error(`no token: ${error}`);
	}
	return token;
};
