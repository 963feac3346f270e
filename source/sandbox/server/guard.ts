/** What stands before every door of the sandbox: this machine only, no web page, nothing slow, nothing large. */
import type {Socket} from 'node:net';
import Fastify, {type FastifyInstance, type FastifyReply, type FastifyRequest} from 'fastify';
import type {Answer} from '../service/service.ts';
import {BodyError} from './body.ts';
import type {RequestLog} from './log.ts';

/** What tests make shorter; all in milliseconds. */
export type Timeouts = {
	/** For the head of a request. */
	headers: number;
	/** For the whole of it. */
	request: number;
	/** Between looks for connections that are too slow. */
	look: number;
};

const usualTimeouts: Timeouts = {headers: 10_000, request: 30_000, look: 2000};

/** Connections at once; past that the one that has been idle longest is closed (ours). */
const connectionLimit = 1000;
/** How long requests under way may take once the server is to close, in milliseconds. */
const patience = 5000;

/** An envelope for what never reached an operation (ours). */
export const refusal = (error: string, code: string): Answer => ({response: {success: 0, error, tech_msg: code}});

/** True for this machine's own names: a web page elsewhere that resolves here by another is turned away. */
const isOwnHost = (host: string | undefined): boolean =>
	/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host ?? '');

/** What is said of a status, where the error itself does not say it better. */
const statusTexts: Readonly<Record<number, readonly [error: string, code: string]>> = {
	408: ['The request took too long', 'timeout'],
	413: ['The body is too large', 'too-large'],
	415: ['The body must be a form, multipart or JSON', 'unsupported-type'],
	431: ['The headers are too large', 'headers-too-large'],
	500: ['Internal error', 'internal'],
};

const reasons: Readonly<Record<number, string>> = {
	400: 'Bad Request',
	408: 'Request Timeout',
	431: 'Request Header Fields Too Large',
};

const refusalFor = (status: number, error: unknown): Answer => {
	const [text, code] = statusTexts[status] ?? [
		`Bad request: ${error instanceof Error ? error.message : ''}`,
		'bad-request',
	];
	return refusal(text, code);
};

const statusOf = (error: unknown): number => {
	const status =
		error instanceof BodyError
			? error.status
			: error instanceof Error && 'statusCode' in error
				? Number(error.statusCode)
				: 500;
	return status >= 400 && status < 500 ? status : 500;
};

const noiseStatuses: Readonly<Record<string, number>> = {
	ERR_HTTP_REQUEST_TIMEOUT: 408,
	HPE_HEADER_OVERFLOW: 431,
};

/** A server that is guarded. */
export type Guarded = {
	server: FastifyInstance;
	/**
	 * Says that a request is now carried out: until its connection is done with it, noise behind it is not answered,
	 * since that would pass for its answer. False where noise was answered already; nothing may be carried out then.
	 */
	claim(request: FastifyRequest, reply: FastifyReply): boolean;
};

/**
 * Makes a server without handlers.
 *
 * @param routes paths, each with its methods: anything else is answered with 404 or 405
 */
export const createGuarded = (
	routes: Readonly<Record<string, readonly string[]>>,
	{log, bodyLimit, timeouts}: {log: RequestLog | undefined; bodyLimit: number; timeouts?: Timeouts | undefined},
): Guarded => {
	const {headers, request: whole, look} = timeouts ?? usualTimeouts;
	/** Requests that are carried out, by their connection. */
	const underWay = new WeakMap<Socket, number>();
	const noisy = new WeakSet<Socket>();
	const note = (request: FastifyRequest, error: string): void => {
		if (log) {
			log.note(request).error = error;
		}
	};
	const server = Fastify({
		logger: false,
		bodyLimit,
		requestTimeout: whole,
		forceCloseConnections: 'idle',
		return503OnClosing: false,
		routerOptions: {ignoreTrailingSlash: true},
		// A request without a Host gets the answer that one with a foreign Host gets.
		http: {headersTimeout: headers, connectionsCheckingInterval: look, requireHostHeader: false},
		clientErrorHandler(error, socket) {
			noisy.add(socket);
			if (!socket.writable || (underWay.get(socket) ?? 0) > 0) {
				socket.destroy();
				return;
			}
			const status = noiseStatuses[error.code] ?? 400;
			const body = JSON.stringify(refusalFor(status, new Error('this is not HTTP')));
			log?.noise(status);
			socket.end(
				`HTTP/1.1 ${status} ${reasons[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
					`content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
				() => socket.destroy(),
			);
		},
	});
	/** All connections; the one that has been of use most recently stands last. */
	const connections = new Set<Socket>();
	const touch = (socket: Socket): void => {
		connections.delete(socket);
		connections.add(socket);
	};
	server.server.on('connection', socket => {
		touch(socket);
		socket.once('close', () => connections.delete(socket));
		if (connections.size > connectionLimit) {
			// Not the newcomer, unless all others are being served: else a thousand that say nothing would keep everybody out.
			const victim = [...connections].find(other => (underWay.get(other) ?? 0) === 0) ?? socket;
			connections.delete(victim);
			victim.destroy();
		}
	});
	server.server.on('request', ({socket}) => touch(socket));

	server.addHook('onRequest', async (request, reply) => {
		log?.begin(request, reply);
		const turnAway = async (status: number, error: string, code: string): Promise<void> => {
			note(request, error);
			await reply.code(status).send(refusal(error, code));
		};
		const path = request.url.replace(/\?.*$/, '').replace(/(?<=.)\/$/, '');
		const methods = Object.hasOwn(routes, path) ? routes[path] : undefined;
		if (!isOwnHost(request.headers.host) || request.headers.origin !== undefined) {
			await turnAway(403, 'Foreign host or origin', 'forbidden');
		} else if (!methods) {
			await turnAway(404, `Not found: there is ${Object.keys(routes).join(', ')}`, 'not-found');
		} else if (!methods.includes(request.method)) {
			const allowed = methods.join(', ');
			reply.header('allow', allowed);
			await turnAway(405, `Use ${allowed}`, 'method-not-allowed');
		}
	});
	server.setErrorHandler((error, request, reply) => {
		const status = statusOf(error);
		if (status === 500) {
			log?.failure(error);
		}
		const answer = refusalFor(status, error);
		note(request, answer.response.error);
		return reply.code(status).send(answer);
	});
	return {
		server,
		claim({raw: {socket}}, {raw: reply}) {
			underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
			reply.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
			return !noisy.has(socket);
		},
	};
};

/** Listens on this machine alone and returns the base address. Port 0 is any free one. */
export const listen = async (server: FastifyInstance, port: number): Promise<string> => {
	try {
		return await server.listen({host: '127.0.0.1', port});
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : undefined;
		if (code === 'EADDRINUSE') {
			throw new Error(`port ${port} is in use; choose another, or 0 for any free one`);
		}
		if (code === 'EACCES') {
			throw new Error(`port ${port} is not for this user; choose one above 1023`);
		}
		throw error;
	}
};

/** Takes no new connections, lets requests under way finish in five seconds, and ends. */
export const closeServer = async (server: FastifyInstance): Promise<void> => {
	const deadline = setTimeout(() => server.server.closeAllConnections(), patience);
	// Connections that fall idle only now are nobody's business any more.
	const sweep = setInterval(() => server.server.closeIdleConnections(), 20);
	await server.close();
	clearTimeout(deadline);
	clearInterval(sweep);
};
