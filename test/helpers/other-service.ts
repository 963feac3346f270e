/**
 * A dialer service over real HTTP on loopback that is not our sandbox: it answers in other shapes, with faults that can
 * be switched while it runs, and counts every command that it carries out.
 */
import {once} from 'node:events';
import {createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse} from 'node:http';
import {createServer as createSecureServer} from 'node:https';
import type {AddressInfo, Socket} from 'node:net';
import {executes, type FaultName, type FaultOptions, faultOf} from './other-service/faults.ts';
import {bodyOf, type Shape, type ShapeName, shapes, writeJson} from './other-service/shapes.ts';
import {createState, isCommand, type OtherState, perform, type Result, targetOf} from './other-service/world.ts';

export {type FaultName, type FaultOptions, faults} from './other-service/faults.ts';
export {hostileTexts} from './other-service/hostile.ts';
export {type ShapeName, shapes} from './other-service/shapes.ts';
export {isCommand, type OtherState} from './other-service/world.ts';

/** Options of {@link startOtherService}. */
export type OtherServiceOptions = {
	shape?: ShapeName;
	since?: Shape['since'];
	/** How many campaigns; 3 by default, in turn dialing, paused and stopped. */
	campaigns?: number;
	user?: string;
	pass?: string;
	/** A token that is valid from the start. */
	token?: string;
	/** The token that every sign-in gives; another one each time by default. */
	issues?: string;
	/** Serves HTTPS with this key and certificate (PEM). */
	tls?: {key: string; cert: string};
	/** Leaves idle connections open; Node's server closes them after 5 s by default. */
	keepAlive?: boolean;
};

/** A request as it arrived. */
export type SeenRequest = {
	/** When it was whole, in monotonic milliseconds of the service's process. */
	at: number;
	type: string;
	/** The campaign, list or number that it is about; empty where it names none. */
	target: string;
	/** Fields by their names, bracket names as they were sent. */
	fields: Record<string, string>;
	headers: IncomingMessage['headers'];
	path: string;
	body: string;
	/** The connection that brought it, counted from 1. */
	connection: number;
	/** Whether a command was carried out. */
	executed: boolean;
	/** Whether the service refuses it in so many words, by a fault or by its own rules. */
	refused: boolean;
};

/** Commands carried out: `byType.pause_campaign`, `byTarget['pause_campaign 1001']`. */
export type CommandCounts = {total: number; byType: Record<string, number>; byTarget: Record<string, number>};

/** A running test service. */
export type OtherService = {
	/** The base address, without `/api/`. */
	url: string;
	port: number;
	commands: CommandCounts;
	requests: SeenRequest[];
	/** What it knows; a test may change it. */
	state: OtherState;
	/** Connections accepted so far. */
	connections: () => number;
	/** Connections open now. */
	open: () => number;
	/** Requests that arrived where the redirects point. */
	strayRequests: () => number;
	/** Switches a fault on, or all off; resolves when it is in force. */
	setFault: (name?: FaultName, options?: FaultOptions) => Promise<void>;
	/** Sends the answers that `hang` keeps back, the newest first where `reversed`; tells how many. */
	release: (order?: 'reversed') => number;
	close: () => Promise<void>;
};

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
	const chunks: Buffer[] = [];
	for await (const chunk of request) {
		chunks.push(chunk as Buffer);
	}
	return Buffer.concat(chunks);
};

const fieldsOf = async (contentType: string, body: Buffer): Promise<Record<string, string>> => {
	if (contentType.startsWith('application/json')) {
		const parsed: unknown = JSON.parse(body.toString());
		return Object.fromEntries(
			Object.entries(parsed as Record<string, unknown>).map(([key, value]) => [
				key,
				typeof value === 'object' ? JSON.stringify(value) : String(value),
			]),
		);
	}
	if (contentType.startsWith('multipart/form-data')) {
		const form = await new Response(new Uint8Array(body), {headers: {'content-type': contentType}}).formData();
		return Object.fromEntries(
			[...form].map(([key, value]) => [key, typeof value === 'string' ? value : `file ${value.name}`]),
		);
	}
	return Object.fromEntries(new URLSearchParams(body.toString()));
};

const listen = async (server: Server, port: number): Promise<number> => {
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
};

/** Starts the service; close it when the test ends. */
export const startOtherService = async (options: OtherServiceOptions = {}): Promise<OtherService> => {
	const {user = 'ops', pass = 'secret'} = options;
	const shape: Shape = {...shapes[options.shape ?? 'documented'], ...(options.since && {since: options.since})};
	const state = createState(options.campaigns ?? shape.campaigns ?? 3, shape.firstId ?? '1001');
	if (options.token !== undefined) {
		state.tokens.add(options.token);
	}
	const commands: CommandCounts = {total: 0, byType: {}, byTarget: {}};
	const requests: SeenRequest[] = [];
	const sockets = new Map<Socket, number>();
	const timers = new Set<NodeJS.Timeout>();
	const held: (() => void)[] = [];
	let accepted = 0;
	let stray = 0;
	let issued = 0;
	let fault: {name: FaultName; options: FaultOptions; left: number} | undefined;

	const takeFault = (type: string, target: string): {name: FaultName; options: FaultOptions} | undefined => {
		const {types, targets} = fault?.options ?? {};
		if (!fault || fault.left === 0 || (types && !types.includes(type)) || (targets && !targets.includes(target))) {
			return undefined;
		}
		fault.left--;
		return fault;
	};

	const perhapsLogin = (fields: Record<string, string>, wrong: boolean): Result => {
		if (wrong || fields.user !== user || fields.pass !== pass) {
			return {kind: 'refused', error: 'Those are not the words.'};
		}
		const token = options.issues ?? `token-${++issued}-${'x'.repeat(32)}`;
		state.tokens.add(token);
		return {kind: 'token', token};
	};

	const execute = (seen: SeenRequest, wrongPassword: boolean): Result => {
		const {type, target, fields} = seen;
		if (type === 'login_user') {
			return perhapsLogin(fields, wrongPassword);
		}
		if (!state.tokens.has(fields.token ?? '')) {
			return {kind: 'refused', error: 'Please come in again.'};
		}
		const result = perform(state, type, fields);
		if (isCommand(type) && result.kind !== 'refused') {
			seen.executed = true;
			commands.total++;
			commands.byType[type] = (commands.byType[type] ?? 0) + 1;
			commands.byTarget[`${type} ${target}`] = (commands.byTarget[`${type} ${target}`] ?? 0) + 1;
		}
		return result;
	};

	const elsewhere = createServer((_request, response) => {
		stray++;
		response.end();
	});
	const elsewherePort = await listen(elsewhere, 0);

	const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const {socket} = request;
		const body = await readBody(request);
		const fields = await fieldsOf(request.headers['content-type'] ?? '', body);
		const seen: SeenRequest = {
			at: performance.now(),
			type: fields.type ?? '',
			target: targetOf(fields),
			fields,
			headers: request.headers,
			path: request.url ?? '',
			body: body.toString(),
			connection: sockets.get(socket) ?? 0,
			executed: false,
			refused: false,
		};
		requests.push(seen);
		const taken = takeFault(seen.type, seen.target);
		const present = taken && faultOf(taken.name);
		const runs = !present || executes(present, taken.options);
		const result: Result = runs ? execute(seen, taken?.name === 'wrong-password') : {kind: 'done'};
		seen.refused = result.kind === 'refused' || taken?.name === 'refusal' || taken?.name === 'hostile-error';
		const answer = (wire: Record<string, unknown>): void => {
			if (!response.destroyed) {
				response.writeHead(200, {'content-type': 'application/json'}).end(writeJson(wire));
			}
		};
		const wire = bodyOf(shape, result);
		if (!present) {
			answer(wire);
			return;
		}
		const keep = (timer: NodeJS.Timeout): void => {
			timers.add(timer);
			response.on('close', () => {
				clearTimeout(timer);
				timers.delete(timer);
			});
		};
		present.act({
			socket,
			response,
			body: wire,
			json: () => writeJson(wire),
			answer,
			hold: () => held.push(() => answer(wire)),
			every: (milliseconds, act) => keep(setInterval(act, milliseconds)),
			later: (milliseconds, act) => keep(setTimeout(act, milliseconds)),
			elsewhere: `http://127.0.0.1:${elsewherePort}/api/`,
			options: taken.options,
		});
	};

	const listener: RequestListener = (request, response) => {
		respond(request, response).catch(() => request.socket.destroy());
	};
	const server = options.tls ? createSecureServer(options.tls, listener) : createServer(listener);
	server.on('connection', (socket: Socket) => {
		sockets.set(socket, ++accepted);
		socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
	});
	// The handshake's socket carries requests, the one beneath it was counted.
	server.on('secureConnection', (socket: Socket) => {
		sockets.set(socket, accepted);
		socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
	});
	if (options.keepAlive) {
		server.keepAliveTimeout = 600_000;
	}
	const port = await listen(server, 0);

	const stopListening = async (): Promise<void> => {
		// The port first: a connection that came in between would be cut with its request already written.
		const closed = server.listening ? new Promise(resolve => server.close(resolve)) : undefined;
		for (const socket of sockets.keys()) {
			socket.destroy();
		}
		await closed;
	};

	return {
		url: `http${options.tls ? 's' : ''}://127.0.0.1:${port}`,
		port,
		commands,
		requests,
		state,
		connections: () => accepted,
		open: () => sockets.size,
		strayRequests: () => stray,
		async setFault(name, faultOptions = {}) {
			fault = name && {name, options: faultOptions, left: faultOptions.times ?? Number.POSITIVE_INFINITY};
			if (name === 'token-expired') {
				state.tokens.clear();
			}
			if (name === 'refused') {
				await stopListening();
			} else if (!server.listening) {
				await listen(server, port);
			}
		},
		release(order) {
			const waiting = held.splice(0);
			for (const send of order === 'reversed' ? waiting.reverse() : waiting) {
				send();
			}
			return waiting.length;
		},
		async close() {
			for (const timer of timers) {
				clearTimeout(timer);
			}
			await stopListening();
			elsewhere.closeAllConnections();
			await new Promise(resolve => elsewhere.close(resolve));
		},
	};
};
