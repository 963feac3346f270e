/** The service over HTTP: one endpoint, on this machine only. Whatever reached an operation is answered with 200. */
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import Fastify, {type FastifyInstance, type FastifyRequest} from 'fastify';
import {BodyError, type Fields, readForm, readJson, readPairs} from './body.ts';
import type {Answer, Service} from './service.ts';

const bodyLimit = 1024 * 1024;
const uploadLimit = 20 * 1024 * 1024;
const fieldLimit = 1000;
const headersTimeout = 10_000;
/** How often Node looks for connections that are too slow. */
const slowCheckInterval = 2000;

/** An envelope for what never reached an operation (ours). */
const refusal = (error: string, code: string): Answer => ({response: {success: 0, error, tech_msg: code}});

/** True for this machine's own names: a web page elsewhere that resolves here by another is turned away. */
const isOwnHost = (host: string | undefined): boolean =>
	/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host ?? '');

const readMultipart = async (request: FastifyRequest): Promise<Fields> => {
	const pairs: [string, string][] = [];
	const files: Fields = Object.create(null);
	let size = 0;
	for await (const part of request.parts()) {
		if (part.type === 'file') {
			files[part.fieldname] = {name: part.filename, bytes: new Uint8Array(await part.toBuffer())};
			continue;
		}
		if (typeof part.value !== 'string') {
			throw new BodyError(400, 'a field is not text');
		}
		size += part.value.length;
		if (part.valueTruncated || size > bodyLimit) {
			throw new BodyError(413, 'the body is too large');
		}
		pairs.push([part.fieldname, part.value]);
	}
	return Object.assign(readPairs(pairs), files);
};

const statusTexts: Record<number, [error: string, code: string]> = {
	413: ['The body is too large', 'too-large'],
	415: ['The body must be a form, multipart or JSON', 'unsupported-type'],
};

const addGuards = (server: FastifyInstance): void => {
	server.addHook('onRequest', async (request, reply) => {
		if (!isOwnHost(request.headers.host) || request.headers.origin !== undefined) {
			await reply.code(403).send(refusal('Foreign host or origin', 'forbidden'));
		}
	});
	server.setNotFoundHandler((_, reply) => reply.code(404).send(refusal('Not found: use POST /api/', 'not-found')));
	server.setErrorHandler((error, _, reply) => {
		const thrown = error instanceof BodyError ? error.status : (error as {statusCode?: number}).statusCode;
		const status = thrown !== undefined && thrown >= 400 && thrown < 500 ? thrown : 500;
		const [text, code] = statusTexts[status] ?? [
			status === 500 ? 'Internal error' : `Bad request: ${error instanceof Error ? error.message : ''}`,
			status === 500 ? 'internal' : 'bad-request',
		];
		return reply.code(status).send(refusal(text, code));
	});
};

/** Makes the server; it does not listen yet. */
export const createServer = async (service: Pick<Service, 'handle'>): Promise<FastifyInstance> => {
	const server = Fastify({
		logger: false,
		bodyLimit,
		forceCloseConnections: 'idle',
		http: {headersTimeout, connectionsCheckingInterval: slowCheckInterval},
		routerOptions: {ignoreTrailingSlash: true},
	});
	addGuards(server);
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('application/json', {parseAs: 'string'}, async (_: FastifyRequest, body: string) =>
		readJson(body),
	);
	await server.register(formbody, {parser: readForm});
	await server.register(multipart, {
		limits: {fields: fieldLimit, fieldSize: bodyLimit, files: 1, fileSize: uploadLimit, parts: fieldLimit + 1},
	});
	server.post('/api/', async request => {
		const fields = request.isMultipart() ? await readMultipart(request) : request.body;
		return service.handle((fields ?? Object.create(null)) as Fields);
	});
	server.route({
		method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
		url: '/api/',
		handler: (_, reply) => reply.code(405).header('allow', 'POST').send(refusal('Use POST', 'method-not-allowed')),
	});
	return server;
};

/** Listens on this machine alone and returns the base address. Port 0 is any free one. */
export const listen = async (server: FastifyInstance, port: number): Promise<string> =>
	server.listen({host: '127.0.0.1', port});
