/** The request log: one line of JSON for each request, with who did what and the outcome, and without secrets. */
import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {openSync} from 'node:fs';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {messageOf} from '../../wire/causes.ts';
import {DiskError} from '../engine/service.ts';
import type {Fields} from './body.ts';

/** The fields of a request's line. */
export type RequestNote = {
	/** The operation, or `admin METHOD PATH`. */
	type?: string;
	/** Set once the token or the password was right. */
	user?: string;
	campaign_id?: string;
	list_id?: string;
	/** How the operation ended, whether or not its answer arrived; absent if it was not carried out. */
	outcome?: 'success' | 'refused' | 'failed';
	error?: string;
	faults?: readonly string[];
};

declare module 'fastify' {
	interface FastifyRequest {
		/** The fields of its line, to be filled in. */
		note: RequestNote;
	}
}

/** Its methods never throw: a full disk does not stop the service. */
export type RequestLog = {
	/** A request has arrived; its line is written once its answer is sent or the connection is lost. */
	begin(request: FastifyRequest, reply: FastifyReply): void;
	/** Bytes that were not HTTP were answered with this status. */
	malformed(status: number): void;
	/** An unexpected error of a request, with its stack and without the values of `fields`. */
	failure(error: unknown, fields?: Fields): void;
	/** An error outside of any request. */
	problem(error: unknown): void;
	close(): Promise<void>;
};

/** Most bytes of lines that may wait for a slow disk; further lines are dropped. */
const backlog = 1024 * 1024;
/** Milliseconds that writing the last lines may take. */
const closingTime = 1000;

/** May be a phone or card number. */
const longNumber = /(?:\d[\s().+-]*){7,}/g;

/** Values shorter than this stay: replacing them would leave little of an error's text. */
const leastSecret = 4;

const textsOf = (value: unknown): string[] => {
	if (typeof value === 'string') {
		return [value];
	}
	return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
		? Object.values(value).flatMap(textsOf)
		: [];
};

/** An error's name, text and stack without the values of `fields`. */
const describe = (error: unknown, {type: _type, ...fields}: Fields = {}): {error: string; stack: string} => {
	if (!(error instanceof Error) || error instanceof DiskError) {
		return {error: error instanceof Error ? error.message : typeof error, stack: ''};
	}
	const secrets = textsOf(fields).filter(text => text.length >= leastSecret);
	const text = secrets.reduce((safe, secret) => safe.replaceAll(secret, '…'), error.message);
	const frames = (error.stack ?? '').split('\n').filter(line => /^ {4}at /.test(line));
	return {error: `${error.name}: ${text.replaceAll(longNumber, '…')}`, stack: frames.join('\n')};
};

/** An id that may be logged; undefined if it is long enough to be a phone number. */
export const loggedId = (value: unknown): string | undefined => {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	return /^\d{1,9}$/.test(text) ? text : undefined;
};

/** Bytes of a body, as its header says. */
const lengthOf = (contentLength: unknown): number => Number(contentLength ?? 0);

const openLines = async (file: string, say: (line: string) => void) => {
	const {default: pino} = await import('pino');
	let descriptor: number;
	try {
		descriptor = file === '-' ? 2 : openSync(file, 'a', 0o600);
	} catch (error) {
		throw new Error(`cannot write the log: ${messageOf(error)}`);
	}
	const destination = pino.destination({dest: descriptor, sync: false, maxLength: backlog});
	let isReported = false;
	destination.on('error', error => {
		if (!isReported) {
			isReported = true;
			say(`cannot write the log, going on without it: ${error.message}`);
		}
	});
	const lines = pino(
		{base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: {level: level => ({level})}},
		destination,
	);
	const close = async (): Promise<void> => {
		const late = new AbortController();
		const timer = setTimeout(() => late.abort(), closingTime);
		const closed = once(destination, 'close', {signal: late.signal}).catch(() => undefined);
		destination.end();
		await closed;
		clearTimeout(timer);
	};
	return {lines, close};
};

/**
 * @param file `-` for standard error; if undefined, only errors are reported, to `say`
 * @param say called with the text of each unexpected error
 * @throws Error if the file cannot be opened
 */
export const openLog = async (file: string | undefined, say: (line: string) => void): Promise<RequestLog> => {
	const opened = file === undefined ? undefined : await openLines(file, say);
	let lines = opened?.lines;

	const logError = (what: string, {error, stack}: {error: string; stack: string}): void => {
		lines?.error({event: what, error, stack});
		if (file !== '-') {
			say(`${what}: ${error}${stack && `\n${stack}`}`);
		}
	};

	return {
		begin({note, headers}, reply) {
			const begun = performance.now();
			reply.raw.once('close', () => {
				lines?.info({
					id: randomUUID(),
					...note,
					...(note.error !== undefined && {error: note.error.replaceAll(longNumber, '…')}),
					...(reply.raw.headersSent && {status: reply.statusCode}),
					ms: Math.round((performance.now() - begun) * 10) / 10,
					in: lengthOf(headers['content-length']),
					out: lengthOf(reply.getHeader('content-length')),
				});
			});
		},
		malformed(status) {
			lines?.info({id: randomUUID(), error: 'not HTTP, or too slow', status});
		},
		failure(error, fields) {
			logError(error instanceof DiskError ? 'disk error' : 'internal error', describe(error, fields));
		},
		problem(error) {
			logError('background error', describe(error));
		},
		async close() {
			lines = undefined;
			await opened?.close();
		},
	};
};
