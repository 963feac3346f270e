/** A service in this process: the world and the shapes of the independent service over HTTP, with answers as a trial has them. */
import {type Transport, TransportFailure} from '../../../source/wire/client/transport.ts';
import {bodyOf, type ShapeName, shapes, writeJson} from '../../helpers/other-service/shapes.ts';
import {createState, isCommand, type OtherState, perform, type Result} from '../../helpers/other-service/world.ts';
import type {Arrived} from '../judged.ts';
import {now} from './time.ts';
import {serveAt, stopServing} from './transport.ts';

/** How a request fares: milliseconds until it arrives and until the answer is there, and what becomes of it. */
export type Fate = {
	arrives?: number;
	answers: number;
	/**
	 * As it should (`whole`), or: not sent at all, broken off after it was carried out or before, an answer that never comes,
	 * text that is no JSON, a refusal without a reason of the world.
	 */
	end?: 'whole' | 'unsent' | 'broken-after' | 'broken-before' | 'silent' | 'garbage' | 'refused' | 'busy';
};

/** An answer that was handed over whole, a refusal too. */
export type Delivered = {
	sentAt: number;
	at: number;
	type: string;
	fields: Readonly<Record<string, string>>;
	result: Result;
	body: Record<string, unknown>;
};

/** What a service in this process is. */
export type Service = {
	url: string;
	token: string;
	state: OtherState;
	/** Every command that arrived. */
	arrived: Arrived[];
	delivered: Delivered[];
	/** Requests that have arrived. */
	requests: () => number;
	close(): void;
};

/** What a trial decides. */
export type ServiceOptions = {
	url: string;
	token?: string;
	shape?: ShapeName;
	campaigns: number;
	firstId?: string;
	fate(type: string, fields: Readonly<Record<string, string>>): Fate;
	/** Changes an answer before it leaves. */
	alter?(type: string, body: Record<string, unknown>, fields: Readonly<Record<string, string>>): void;
};

const later = (milliseconds: number): Promise<void> =>
	milliseconds <= 0 ? Promise.resolve() : new Promise(resolve => setTimeout(resolve, milliseconds));

/** Starts a service at an address, which may have a path: two services may stand at one address by their paths. */
export const startService = ({
	url,
	token = 'a token of forty letters or so, for trials',
	shape: shapeName = 'documented',
	campaigns,
	firstId = '1001',
	fate,
	alter,
}: ServiceOptions): Service => {
	const shape = shapes[shapeName];
	const state = createState(campaigns, firstId);
	const arrived: Arrived[] = [];
	const delivered: Delivered[] = [];
	let requests = 0;

	const transport: Transport = async ({body, deadline}) => {
		const fields = Object.fromEntries(new URLSearchParams(String(body.bytes)));
		const {type = ''} = fields;
		const {arrives = 0, answers, end = 'whole'} = fate(type, fields);
		const sentAt = now().mono;
		await later(arrives);
		if (end === 'unsent') {
			throw new TransportFailure('connection-refused', 'nothing listens there', {sent: false});
		}
		requests++;
		if (isCommand(type)) {
			arrived.push({at: now().mono, type, fields});
		}
		const broken = new TransportFailure('reset', 'the connection broke', {sent: true});
		const isDone = end !== 'broken-before' && end !== 'refused' && end !== 'busy';
		const result: Result = isDone ? perform(state, type, fields) : {kind: 'refused', error: 'Not today.'};
		const wire = bodyOf(shape, result);
		alter?.(type, wire, fields);
		const text = end === 'garbage' ? '<html>502</html>' : writeJson(wire);
		const dueAt = now().mono + answers;
		await later(answers);
		switch (end) {
			case 'broken-after':
			case 'broken-before':
				throw broken;
			case 'silent':
				return new Promise<never>(() => undefined);
			case 'busy':
				return {status: 503, text: 'busy', received: 4, retryAfter: 1, location: undefined};
			default:
				// What comes after the deadline is heard by nobody; what was there before is, however late the process looks.
				if ((end === 'whole' || end === 'refused') && dueAt - sentAt < deadline) {
					delivered.push({
						sentAt,
						at: now().mono,
						type,
						fields,
						result,
						body: JSON.parse(text) as Record<string, unknown>,
					});
				}
				return {status: 200, text, received: text.length, retryAfter: undefined, location: undefined};
		}
	};
	serveAt(url, transport);
	return {url, token, state, arrived, delivered, requests: () => requests, close: () => stopServing(url)};
};
