/** The service over HTTP: one endpoint, on the loopback address. Its refusals are answered with 200 as well (section 7.1). */
import type {Socket} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {isOperationType} from '../../wire/operations/index.ts';
import {type Answer, DiskError, type Service} from '../engine/service.ts';
import {type Faults, writeAnswer} from '../faults/faults.ts';
import {createLimiter} from '../rules/limiter.ts';
import {BodyError, type Fields, readForm, readJson, readParts, type UploadedFile} from './body.ts';
import {createGuardedServer, refusalAnswer, type Timeouts} from './guard.ts';
import {loggedId, type RequestLog, type RequestNote} from './log.ts';

export {closeServer, listen} from './guard.ts';

const bodyLimit = 1024 * 1024;
const uploadLimit = 20 * 1024 * 1024;
const fieldLimit = 1000;
/** Most large multipart bodies read at once, since each may take up its size in memory twice; others wait unread. */
const uploadsAtOnce = 4;
/** Milliseconds that reading one may take while others wait (ours). */
const uploadTime = 5000;
/** Milliseconds (ours). */
const usualSlowness = 3000;

export type ServerOptions = {
	faults?: Faults | undefined;
	log?: RequestLog | undefined;
	timeouts?: Timeouts | undefined;
	/** Milliseconds by which the fault `slow` delays an answer. */
	slowness?: number | undefined;
};

const readMultipart = async (request: FastifyRequest): Promise<Fields> => {
	const pairs: [string, string][] = [];
	const files: UploadedFile[] = [];
	let size = 0;
	for await (const part of request.parts()) {
		if (part.type === 'file') {
			files.push({field: part.fieldname, name: part.filename, bytes: await part.toBuffer()});
			continue;
		}
		if (typeof part.value !== 'string') {
			throw new BodyError(400, 'a field is not text');
		}
		size += Buffer.byteLength(part.value);
		if (part.valueTruncated || size > bodyLimit) {
			throw new BodyError(413, 'the body is too large');
		}
		pairs.push([part.fieldname, part.value]);
	}
	return readParts(pairs, files);
};

const uploads = createLimiter(uploadsAtOnce);

/** Waits for its turn, then reads a body that may be large. */
const readUpload = async (request: FastifyRequest): Promise<Fields> =>
	uploads.run(
		async () => {
			// A slow upload must not hold up the others.
			const deadline = setInterval(() => uploads.waiting > 0 && request.raw.destroy(), uploadTime);
			try {
				return await readMultipart(request);
			} finally {
				clearInterval(deadline);
			}
		},
		() => request.raw.destroyed,
	);

/** @throws BodyError, and errors of the parsers with a `statusCode`: all of them the client's fault */
const readFields = async (request: FastifyRequest): Promise<Fields> => {
	if (!request.isMultipart()) {
		return (request.body ?? Object.create(null)) as Fields;
	}
	try {
		const isSmall = Number(request.headers['content-length']) <= bodyLimit;
		return await (isSmall ? readMultipart(request) : readUpload(request));
	} catch (error) {
		const isExplained = error instanceof Error && 'statusCode' in error;
		throw isExplained ? error : new BodyError(400, 'the multipart body is malformed');
	}
};

const noteRequest = (note: RequestNote, fields: Fields): void => {
	if (typeof fields.type === 'string' && isOperationType(fields.type)) {
		note.type = fields.type;
	}
	for (const name of ['campaign_id', 'list_id'] as const) {
		const id = loggedId(fields[name]);
		if (id !== undefined) {
			note[name] = id;
		}
	}
};

const noteAnswer = (note: RequestNote, {response: {success, error, tech_msg}}: Answer): void => {
	note.outcome = success === 1 ? 'success' : 'refused';
	if (success !== 1) {
		// The texts of `unknown-operation` and `unknown-parameter` repeat what was sent.
		note.error = tech_msg?.startsWith('unknown-') ? error.replace(/:.*/s, '') : error;
	}
};

/** What the disk did not take is undone, so that it is refused; a part of it that was done before stays. */
const diskAnswer = ({reason, code, isPartial}: DiskError): Answer => {
	const detail = `what was acknowledged is stored${isPartial ? ', and a part of this was done' : ', and nothing was changed'}`;
	return {response: {success: 0, error: reason.replace(/^t/, 'T'), tech_msg: code, detail}};
};

/** Creates the server, which does not listen yet. */
export const createServer = async (
	service: Pick<Service, 'handle'>,
	{faults, log, timeouts, slowness = usualSlowness}: ServerOptions = {},
): Promise<FastifyInstance> => {
	const {server, claim} = createGuardedServer({'/api': ['POST']}, {log, bodyLimit, timeouts, refusalStatus: 200});
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('application/json', {parseAs: 'string'}, async (_: FastifyRequest, body: string) =>
		readJson(body),
	);
	await server.register(formbody, {parser: readForm});
	await server.register(multipart, {
		limits: {fields: fieldLimit, fieldSize: bodyLimit, files: 1, fileSize: uploadLimit, parts: fieldLimit + 1},
	});

	/** Connections that the fault `hang` keeps open. */
	const hanging = new Set<Socket>();
	server.addHook('preClose', async () => {
		for (const socket of hanging) {
			socket.destroy();
		}
	});

	const carryOut = async (
		fields: Fields,
		{note, raw: {socket}}: FastifyRequest,
		reply: FastifyReply,
	): Promise<unknown> => {
		// When the client ends its side, Node closes the connection, answered or not.
		const isGone = (): boolean => socket.destroyed || socket.readableEnded;
		noteRequest(note, fields);
		const struck = faults?.draw(fields.type) ?? new Set();
		if (struck.size > 0) {
			note.faults = [...struck];
		}
		if (struck.has('http-500')) {
			return reply.code(500).send(refusalAnswer('Internal error', 'internal'));
		}
		const answer = struck.has('expired-token')
			? refusalAnswer('Token expired', 'token-expired')
			: await service.handle(fields, note, isGone);
		noteAnswer(note, answer);
		// The operation has been carried out; the faults below strike only its answer.
		if (struck.has('slow')) {
			await sleep(slowness);
		}
		if (struck.has('hang') || struck.has('reset')) {
			reply.hijack();
			if (struck.has('reset')) {
				socket.resetAndDestroy();
			} else {
				hanging.add(socket);
				socket.once('close', () => hanging.delete(socket));
			}
			return reply;
		}
		const {contentType, text} = writeAnswer(answer, struck);
		return reply.type(contentType).send(text);
	};

	server.post('/api/', async (request, reply) => {
		const fields = await readFields(request);
		const {note} = request;
		if (!claim(request, reply)) {
			throw new BodyError(400, 'more bytes follow the request');
		}
		try {
			return await carryOut(fields, request, reply);
		} catch (error) {
			note.outcome = 'failed';
			log?.failure(error, fields);
			if (error instanceof DiskError) {
				note.error = error.reason;
				return reply.code(error.isPartial ? 500 : 200).send(diskAnswer(error));
			}
			return reply.code(500).send(refusalAnswer('Internal error', 'internal'));
		}
	});
	return server;
};
