/** What both ports refuse: other hosts and web pages, slow or large requests, bytes that are not HTTP. */
import {STATUS_CODES} from 'node:http';
import type {Socket} from 'node:net';
import Fastify, {type FastifyInstance, type FastifyReply, type FastifyRequest} from 'fastify';
import type {Answer} from '../engine/service.ts';
import {BodyError} from './body.ts';
import type {RequestLog} from './log.ts';

/** In milliseconds. */
export type Timeouts = {
	/** For a request's headers. */
	headers: number;
	/** For the whole request. */
	request: number;
	/** Between two checks for connections that are too slow. */
	check: number;
};

const usualTimeouts: Timeouts = {headers: 10_000, request: 30_000, check: 2000};

/** Most connections at once; beyond it the one idle longest is closed (ours). */
const connectionLimit = 1000;
/** Milliseconds that requests under way may take once the server closes. */
const closingTime = 5000;

/** The envelope of a request that no operation has seen (ours). */
export const refusalAnswer = (error: string, code: string): Answer => ({response: {success: 0, error, tech_msg: code}});

/** A web page can resolve a host name of its own to this machine (DNS rebinding); such a Host is refused. */
const isOwnHost = (host: string | undefined): boolean =>
	/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host ?? '');

/** The texts of statuses; for others the error's own message is used. */
const statusTexts: Readonly<Record<number, readonly [error: string, code: string]>> = {
	408: ['The request took too long', 'timeout'],
	413: ['The body is too large', 'too-large'],
	415: ['The body must be a form, multipart or JSON', 'unsupported-type'],
	431: ['The headers are too large', 'headers-too-large'],
	500: ['Internal error', 'internal'],
};

const refusalFor = (status: number, message: string): Answer => {
	const [text, code] = statusTexts[status] ?? [`Bad request: ${message}`, 'bad-request'];
	return refusalAnswer(text, code);
};

const statusOf = (error: unknown): number => {
	const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
	return status >= 400 && status < 500 ? status : 500;
};

const malformedStatuses: Readonly<Record<string, number>> = {
	ERR_HTTP_REQUEST_TIMEOUT: 408,
	HPE_HEADER_OVERFLOW: 431,
};

const noSchemas = (): never => {
	throw new Error('no route has a schema');
};

export type GuardedServer = {
	server: FastifyInstance;
	/**
	 * Marks a request as being carried out. Until its answer is sent, malformed bytes that follow it on the connection get
	 * no answer, which would pass for the request's. False if such bytes were answered already: do not carry it out then.
	 */
	claim(request: FastifyRequest, reply: FastifyReply): boolean;
};

type GuardOptions = {
	log: RequestLog | undefined;
	/** Bytes. */
	bodyLimit: number;
	timeouts?: Timeouts | undefined;
	/** The status of refusals of bodies; their own by default: 400, 413 or 415. */
	refusalStatus?: number;
};

/** @param routes the methods of each path; anything else is answered with 404 or 405 */
export const createGuardedServer = (
	routes: Readonly<Record<string, readonly string[]>>,
	{log, bodyLimit, timeouts, refusalStatus}: GuardOptions,
): GuardedServer => {
	const {headers, request: whole, check} = timeouts ?? usualTimeouts;
	/** How many requests of a connection are being carried out. */
	const underWay = new WeakMap<Socket, number>();
	const malformed = new WeakSet<Socket>();
	const server = Fastify({
		logger: false,
		bodyLimit,
		requestTimeout: whole,
		forceCloseConnections: 'idle',
		return503OnClosing: false,
		routerOptions: {ignoreTrailingSlash: true},
		// No route has a schema, and the libraries that compile them take four megabytes.
		schemaController: {compilersFactory: {buildValidator: noSchemas, buildSerializer: noSchemas}},
		// Without a Host a request gets the same answer as with a foreign one.
		http: {headersTimeout: headers, connectionsCheckingInterval: check, requireHostHeader: false},
		clientErrorHandler(error, socket) {
			malformed.add(socket);
			if (!socket.writable || (underWay.get(socket) ?? 0) > 0) {
				socket.destroy();
				return;
			}
			const status = malformedStatuses[error.code] ?? 400;
			const body = JSON.stringify(refusalFor(status, 'this is not HTTP'));
			log?.malformed(status);
			socket.end(
				`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
					`content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
				() => socket.destroy(),
			);
		},
	});
	server.decorateRequest('note');
	/** The most recently used connection comes last. */
	const connections = new Set<Socket>();
	const touch = (socket: Socket): void => {
		connections.delete(socket);
		connections.add(socket);
	};
	server.server.on('connection', socket => {
		touch(socket);
		socket.once('close', () => connections.delete(socket));
		if (connections.size > connectionLimit) {
			// The newest is closed only if all others are being served: idle connections must not keep new ones out.
			const victim = [...connections].find(other => (underWay.get(other) ?? 0) === 0) ?? socket;
			connections.delete(victim);
			victim.destroy();
		}
	});
	server.server.on('request', ({socket}) => touch(socket));

	server.addHook('onRequest', async (request, reply) => {
		request.note = {};
		log?.begin(request, reply);
		const turnAway = async (status: number, error: string, code: string): Promise<void> => {
			request.note.error = error;
			await reply.code(status).send(refusalAnswer(error, code));
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
		const message = error instanceof Error ? error.message : '';
		const logged = error instanceof BodyError ? error.logged : message;
		request.note.error = refusalFor(status, logged).response.error;
		if (status === 413) {
			// The remaining body is read and dropped: if the connection were closed before, the client might lose the answer.
			reply.removeHeader('connection');
			request.raw.resume();
		}
		return reply.code(status === 500 ? status : (refusalStatus ?? status)).send(refusalFor(status, message));
	});
	return {
		server,
		claim({raw: {socket}}, {raw: reply}) {
			underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
			reply.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
			return !malformed.has(socket);
		},
	};
};

/** Listens on the loopback address and returns the base URL. Port 0 is any free one. @throws Error if it cannot */
export const listen = async (server: FastifyInstance, port: number): Promise<string> => {
	try {
		return await server.listen({host: '127.0.0.1', port});
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : undefined;
		if (code === 'EADDRINUSE') {
			throw new Error(`port ${port} is in use; choose another, or 0 for any free one`);
		}
		if (code === 'EACCES') {
			throw new Error(`no permission to use port ${port}; choose one above 1023`);
		}
		throw error;
	}
};

/** Stops accepting connections and resolves once the requests under way are answered, or after five seconds. */
export const closeServer = async (server: FastifyInstance): Promise<void> => {
	const deadline = setTimeout(() => server.server.closeAllConnections(), closingTime);
	// Some connections become idle only after close() has closed the idle ones.
	const sweep = setInterval(() => server.server.closeIdleConnections(), 20);
	await server.close();
	clearTimeout(deadline);
	clearInterval(sweep);
};
