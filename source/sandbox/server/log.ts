/** The request log: a line of JSON a request, by which one can tell who did what and how it ended, and nobody's secrets. */
import {randomUUID} from 'node:crypto';
import {openSync} from 'node:fs';
import type {IncomingMessage} from 'node:http';
import type {Socket} from 'node:net';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {messageOf} from '../../api/causes.ts';
import type {Fields} from './body.ts';

/** What is known of a request by its end. */
export type RequestNote = {
	/** The operation, or what else it is. */
	type?: string;
	/** Who asked, once the token or the password was right. */
	user?: string;
	campaign_id?: string;
	list_id?: string;
	/** How the operation ended, whatever became of its answer; absent where it was not carried out. */
	outcome?: 'success' | 'refused' | 'failed';
	error?: string;
	/** The faults that struck it. */
	faults?: readonly string[];
};

/** The log, which never throws: a disk that is full does not stop the service. */
export type RequestLog = {
	/** A request has arrived; its line is written when its connection is done with it. */
	begin(request: FastifyRequest, reply: FastifyReply): void;
	/** What its line is to say. */
	note(request: FastifyRequest): RequestNote;
	/** Bytes that were no request, and the status that they were answered with. */
	noise(status: number): void;
	/** Something that should not have happened, with its stack; what the request sent does not appear. */
	failure(error: unknown, fields?: Fields): void;
	/** Something that went wrong while nobody waited for an answer. */
	problem(error: unknown): void;
	close(): Promise<void>;
};

/** Lines that may wait for a slow disk, in bytes; what comes then is dropped. */
const backlog = 1024 * 1024;
/** How long the last lines may take, in milliseconds. */
const patience = 1000;

/** Numbers as long as that may be a phone's or a card's. */
const longNumber = /(?:\d[\s().+-]*){7,}/g;

/** Shorter values of a request would strike out half of an error's text. */
const leastSecret = 4;

const textsOf = (value: unknown): string[] => {
	if (typeof value === 'string') {
		return [value];
	}
	return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
		? Object.values(value).flatMap(textsOf)
		: [];
};

/** An error without what the request sent: its name, its text and where it was thrown. */
const describe = (error: unknown, {type: _type, ...fields}: Fields = {}): {error: string; stack: string} => {
	if (!(error instanceof Error)) {
		return {error: typeof error, stack: ''};
	}
	const secrets = textsOf(fields).filter(text => text.length >= leastSecret);
	const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), error.message);
	const places = (error.stack ?? '').split('\n').filter(line => /^ {4}at /.test(line));
	return {error: `${error.name}: ${text.replaceAll(longNumber, '…')}`, stack: places.join('\n')};
};

/** An id as it may be logged: what is long enough for a phone number is none. */
export const loggedId = (value: unknown): string | undefined => {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	return /^\d{1,9}$/.test(text) ? text : undefined;
};

/** Bytes that a connection has carried since the last time it was asked. */
const createMeter = () => {
	const counted = new WeakMap<Socket, {read: number; written: number}>();
	return (socket: Socket): {in: number; out: number} => {
		const {bytesRead, bytesWritten} = socket;
		const before = counted.get(socket) ?? {read: 0, written: 0};
		counted.set(socket, {read: bytesRead, written: bytesWritten});
		return {in: bytesRead - before.read, out: bytesWritten - before.written};
	};
};

const openLines = async (file: string, say: (line: string) => void) => {
	const {default: pino} = await import('pino');
	let descriptor: number;
	try {
		descriptor = file === '-' ? 2 : openSync(file, 'a', 0o600);
	} catch (error) {
		throw new Error(`cannot write the log: ${messageOf(error)}`);
	}
	const destination = pino.destination({dest: descriptor, sync: false, maxLength: backlog});
	let isSaid = false;
	destination.on('error', error => {
		if (!isSaid) {
			isSaid = true;
			say(`the log cannot be written, and the service goes on without it: ${error.message}`);
		}
	});
	const lines = pino(
		{base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: {level: level => ({level})}},
		destination,
	);
	const close = async (): Promise<void> =>
		new Promise(resolve => {
			const timer = setTimeout(resolve, patience);
			for (const event of ['close', 'error'] as const) {
				destination.once(event, () => {
					clearTimeout(timer);
					resolve();
				});
			}
			destination.end();
		});
	return {lines, close};
};

/**
 * Opens the log.
 *
 * @param file `-` for standard error; without one nothing is written but what goes to `say`
 * @param say told in plain text of what should not have happened
 */
export const openLog = async (file: string | undefined, say: (line: string) => void): Promise<RequestLog> => {
	const opened = file === undefined ? undefined : await openLines(file, say);
	let lines = opened?.lines;
	const notes = new WeakMap<IncomingMessage, RequestNote>();
	const bytesOf = createMeter();

	const tell = (what: string, {error, stack}: {error: string; stack: string}): void => {
		lines?.error({event: what, error, stack});
		if (file !== '-') {
			say(`${what}: ${error}${stack && `\n${stack}`}`);
		}
	};

	return {
		begin(request, {raw: reply}) {
			const {raw} = request;
			const begun = performance.now();
			const note: RequestNote = {};
			notes.set(raw, note);
			if (lines) {
				const {socket} = raw;
				reply.once('close', () => {
					lines?.info({
						id: randomUUID(),
						...note,
						...(note.error !== undefined && {error: note.error.replaceAll(longNumber, '…')}),
						...(reply.headersSent && {status: reply.statusCode}),
						ms: Math.round((performance.now() - begun) * 10) / 10,
						...bytesOf(socket),
					});
				});
			}
		},
		note: request => notes.get(request.raw) ?? {},
		noise(status) {
			lines?.info({id: randomUUID(), error: 'not HTTP, or too slow', status});
		},
		failure(error, fields) {
			tell('internal error', describe(error, fields));
		},
		problem(error) {
			tell('something went wrong', describe(error));
		},
		async close() {
			lines = undefined;
			await opened?.close();
		},
	};
};
