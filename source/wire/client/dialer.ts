/** Calls operations of the service over a transport. */
import {type AnswerCodec, openAnswer} from '../answer.ts';
import {type Envelope, type Flag, readEnvelope} from '../envelope.ts';
import {checkAddress, type Outcome, WireError} from '../errors.ts';
import {type IdResolver, idResolver} from '../id-resolver.ts';
import type {AnyOperation} from '../operation.ts';
import {type AnswerOf, type HarmlessType, type OperationType, operations, type ParamsOf} from '../operations/index.ts';
import {encodeParams} from '../operations/parameter-values.ts';
import {registerSecret, struck} from '../secrets.ts';
import {safeText} from '../text.ts';
import {countingRules, noteRule} from '../tolerance.ts';
import {type Body, type Encoding, writeBody} from './body.ts';
import {type Exchange, endOf, loggedOf} from './exchange.ts';
import {createKnownAnswers, type KnownAnswer} from './known-answers.ts';
import {otherNamed} from './other-target.ts';
import {checkWhole, keepSent, struckBody, struckSignIn} from './struck-body.ts';
import {isHarmless, type Transport, TransportFailure, type TransportReply, type TransportRequest} from './transport.ts';

/** Options of one call. */
export type CallOptions = {
	/** Milliseconds for one exchange; 10 s by default. */
	deadline?: number;
	/** Most retries of a read; 2 by default. A command is never sent again. */
	retries?: 0 | 1 | 2;
	/** Set for a request that is repeated: what has not changed since the last answer is not decoded again, and is the same object. */
	repeated?: boolean;
};

/** Calls operations of the service. */
export type Dialer = {
	call<T extends OperationType>(type: T, params: ParamsOf<T>, options?: CallOptions): Promise<Outcome<AnswerOf<T>>>;
	/** As `call`, but the answer is as the service sent it, under its own names. */
	ask(
		type: OperationType,
		params: Readonly<Record<string, unknown>>,
		options?: CallOptions,
	): Promise<Outcome<Record<string, unknown>>>;
};

/** Calls operations that change nothing at the service. */
export type HarmlessCall = <T extends HarmlessType>(
	type: T,
	params: ParamsOf<T>,
	options?: CallOptions,
) => Promise<Outcome<AnswerOf<T>>>;

export type DialerParts = {
	transport: Transport;
	/** The token in force; undefined while signed out. */
	token(): string | undefined;
	encoding?: Encoding;
	/** From 0 to 1, for the jitter of retries. */
	random?(): number;
	/** Resolves after so many milliseconds. */
	pause?(milliseconds: number): Promise<void>;
	/** Called after every request, sent or not; must not throw. */
	observe?(exchange: Exchange): void;
};

const pauseFor = async (milliseconds: number): Promise<void> => {
	await new Promise(resolve => setTimeout(resolve, milliseconds));
};

/**
 * Most bytes of an answer to a repeated request. Reading one takes five times its size of memory for a moment; the
 * values that such an answer may hold take less (`known-answers.ts`).
 */
const mostPolled = 4_000_000;

/** True for an error that is likely to pass, after which a read is sent again. */
const isPassing = ({code}: WireError): boolean => code === 'reset' || code === 'rate-limited';

/** The longest Retry-After, in seconds, that a call waits for itself; a longer one is up to the caller. */
const longestWait = 5;

const statusError = ({status, location, retryAfter}: TransportReply): WireError => {
	if (status === 429 || (status === 503 && retryAfter !== undefined)) {
		return new WireError('rate-limited', `the service asks for a pause (HTTP ${status})`, {retryAfter});
	}
	if (status >= 300 && status < 400) {
		return new WireError(
			'http-status',
			`the service redirects (HTTP ${status}) to ${safeText(struck(location ?? 'nowhere'))}`,
			{
				advice:
					'Redirects are not followed, since a token belongs to one address. Use the address that it redirects to.',
			},
		);
	}
	return new WireError('http-status', `the service answered HTTP ${status}`, {
		advice: status === 404 || status === 405 ? checkAddress : '',
	});
};

type Params = Readonly<Record<string, unknown>>;

type Reader<T> = Pick<AnswerCodec<T>, 'decode' | 'moving'> & Partial<Pick<KnownAnswer<T>, 'parse'>>;

const idText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const askedIn = ({campaign_id, list_id}: Params): IdResolver['asked'] => ({
	campaign_id: idText(campaign_id),
	list_id: idText(list_id),
});

/** The flag as it counts for this operation: a word that resembles yes or no is enough for a read. */
const flagFor = ({effect}: AnyOperation, {flag, flagText}: Envelope): Flag => {
	if (!isHarmless(effect) || (flag !== 'like-done' && flag !== 'like-refused')) {
		return flag;
	}
	noteRule(flagText === '' ? 'flag-absent' : 'flag-word');
	return flag === 'like-done' ? 'done' : 'refused';
};

const oddFlag = ({flag, flagText}: Envelope): WireError => {
	const what =
		flag === 'disagree'
			? 'which contradict each other'
			: flag === 'odd'
				? 'which is neither yes nor no'
				: 'which is not a yes or no of the interface';
	return new WireError('odd-flag', `the service answered success "${flagText}", ${what}`);
};

/** The envelope of a reply, or why there is none. */
const envelopeIn = (
	{text}: TransportReply,
	{parse}: Pick<Reader<unknown>, 'parse'>,
): {envelope: Envelope; unreadable?: never} | {envelope?: never; unreadable: WireError} => {
	try {
		return {envelope: readEnvelope(text, parse)};
	} catch (error) {
		return {unreadable: error as WireError};
	}
};

const outcomeOf = <T>(
	row: AnyOperation,
	params: Params,
	reader: Reader<T>,
	reply: TransportReply,
	resolve: IdResolver,
): Outcome<T> => {
	const {envelope, unreadable} = envelopeIn(reply, reader);
	if (row.effect === 'session' && (reply.status === 401 || reply.status === 403)) {
		// Perhaps refused by a proxy in front of the service; another attempt could lock the account.
		return {kind: 'refused', error: envelope?.error || `HTTP ${reply.status}`, techMsg: envelope?.techMsg ?? ''};
	}
	if (reply.status !== 200) {
		// A 4xx with the service's own refusal is a refusal; a 5xx does not say what was carried out before it.
		return envelope?.flag === 'refused' &&
			otherNamed(row, params, envelope, resolve) === undefined &&
			reply.status >= 400 &&
			reply.status < 500 &&
			reply.status !== 429
			? {kind: 'refused', error: envelope.error, techMsg: envelope.techMsg}
			: {kind: 'unknown', cause: statusError(reply)};
	}
	if (!envelope) {
		return {kind: 'unknown', cause: unreadable};
	}
	const other = otherNamed(row, params, envelope, resolve);
	if (other !== undefined) {
		return {kind: 'unknown', cause: new WireError('other-target', other)};
	}
	const {error, techMsg} = envelope;
	switch (flagFor(row, envelope)) {
		case 'refused':
			return {kind: 'refused', error, techMsg};
		case 'done':
			return {kind: 'done', answer: reader.decode(envelope, resolve), ...(error === '' ? {} : {warning: error})};
		default:
			return {kind: 'unknown', cause: oddFlag(envelope)};
	}
};

export const createDialer = (parts: DialerParts): Dialer => {
	const {
		transport,
		token,
		encoding = 'form',
		random = Math.random,
		pause = pauseFor,
		observe = () => undefined,
	} = parts;

	const knownAnswers = createKnownAnswers();
	/** The campaigns that get_campaigns listed last. */
	let listed: ReadonlySet<string> = new Set();

	/** Reads a reply, with the rules that it takes; remembers which campaigns there are. */
	const readReply = <T>(row: AnyOperation, params: Params, reader: Reader<T>, reply: TransportReply): Outcome<T> => {
		const resolve = idResolver(askedIn(params), listed);
		// Secrets end here, for everything that reads the answer.
		const isOpen = reader.decode === openAnswer.decode;
		const text = row.effect === 'session' ? struckSignIn(reply.text, isOpen) : struckBody(reply.text);
		const {made: outcome, rules} = countingRules(() => outcomeOf(row, params, reader, {...reply, text}, resolve));
		if (outcome.kind !== 'done') {
			return outcome;
		}
		if (row === operations.get_campaigns && !isOpen) {
			const {records} = outcome.answer as AnswerOf<'get_campaigns'>;
			const ids = new Set(records.flatMap(({id}) => id ?? []));
			// The same set object for the same campaigns, so that answers decoded with it stay valid.
			if (ids.size !== listed.size || ![...ids].every(id => listed.has(id))) {
				listed = ids;
			}
		}
		return rules.size === 0 ? outcome : {...outcome, rules};
	};

	const once = async <T>(
		row: AnyOperation,
		params: Params,
		reader: Reader<T>,
		request: Omit<TransportRequest, 'effect'>,
	): Promise<{outcome: Outcome<T>; reply?: TransportReply}> => {
		let reply: TransportReply | undefined;
		try {
			reply = await transport({effect: row.effect, ...request});
			return {outcome: readReply(row, params, reader, reply), reply};
		} catch (error) {
			if (error instanceof TransportFailure) {
				return {outcome: {kind: error.sent ? 'unknown' : 'not-sent', cause: error}};
			}
			// The request may have been sent: return an outcome, never throw.
			const cause =
				error instanceof WireError ? error : new WireError('bad-shape', 'the answer cannot be read', {cause: error});
			return {outcome: {kind: 'unknown', cause}, ...(reply ? {reply} : {})};
		}
	};

	const send = async <T>(
		type: OperationType,
		params: Params,
		reader: Reader<T>,
		options: CallOptions = {},
	): Promise<Outcome<T>> => {
		const row: AnyOperation = operations[type];
		const {deadline = 10_000} = options;
		const present = token();
		keepSent(row.params, params);
		if (present !== undefined) {
			registerSecret(present);
		}
		const logged = {operation: type, effect: row.effect, ...loggedOf(params)};
		const notSent = (cause: WireError): Outcome<T> => {
			const outcome: Outcome<T> = {kind: 'not-sent', cause};
			observe({
				...logged,
				attempt: 0,
				milliseconds: 0,
				status: undefined,
				sent: 0,
				received: undefined,
				...endOf(outcome),
			});
			return outcome;
		};
		if (row.effect !== 'session' && present === undefined) {
			return notSent(new WireError('signed-out', 'not signed in'));
		}
		let body: Body;
		try {
			// `type` and `token` come last, so that no parameter can replace them.
			const fields = {...encodeParams(type, params as never), type};
			if (!isHarmless(row.effect)) {
				checkWhole(type, fields);
			}
			body = await writeBody(row.effect === 'session' ? fields : {...fields, token: present}, encoding);
		} catch (error) {
			const cause =
				error instanceof WireError
					? error
					: new WireError('bad-parameters', `${type}: cannot be written`, {cause: error});
			return notSent(cause);
		}
		const known = options.repeated ? knownAnswers(`${type} ${JSON.stringify(params)}`, reader) : reader;
		const request = {body, deadline, ...(options.repeated && {byteLimit: mostPolled})};
		const retries = row.effect === 'read' ? (options.retries ?? 2) : 0;
		for (let attempt = 0; ; attempt++) {
			const begun = performance.now();
			const {outcome, reply} = await once(row, params, known, request);
			observe({
				...logged,
				attempt: attempt + 1,
				milliseconds: performance.now() - begun,
				status: reply?.status,
				sent: outcome.kind === 'not-sent' ? 0 : Buffer.byteLength(body.bytes),
				received: reply?.received,
				...endOf(outcome),
			});
			const failed = outcome.kind === 'unknown' || outcome.kind === 'not-sent' ? outcome.cause : undefined;
			const wait = failed?.retryAfter ?? random() * 0.25 * 2 ** attempt;
			if (!failed || attempt >= retries || !isPassing(failed) || wait > longestWait) {
				return outcome;
			}
			await pause(wait * 1000);
		}
	};

	return {
		call<T extends OperationType>(type: T, params: ParamsOf<T>, options?: CallOptions) {
			const {answer}: AnyOperation = operations[type];
			return send<AnswerOf<T>>(type, params, answer, options);
		},
		ask: (type, params, options) => send(type, params, openAnswer, options),
	};
};
