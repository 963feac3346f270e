/** What went wrong with an engine, as sentences for the operator. */
import type {WireError, WireErrorCode} from '../wire/errors.ts';
import {struck} from '../wire/secrets.ts';
import {safeText} from '../wire/text.ts';

/**
 * - `unreachable`: no connection, or one that was lost; `tls` and `proxy` name its cause
 * - `deadline`: no whole answer in time
 * - `aborted`: the caller moved on, or the engine was closed
 * - `credentials`: a command of the configuration gave none, or the engine rejects them
 * - `busy`: the engine asks for a pause, or starts
 * - `refused`: the engine refuses this query
 * - `no-engine`: the answer is not one of this interface: a redirect, a page of HTML, another shape
 * - `too-large`: more than may be read
 */
export type EngineErrorCode =
	| 'unreachable'
	| 'tls'
	| 'proxy'
	| 'deadline'
	| 'aborted'
	| 'credentials'
	| 'busy'
	| 'refused'
	| 'no-engine'
	| 'too-large';

/** No answer of an engine. Its message says what broke and what to do, and holds no secret. */
export class EngineError extends Error {
	override readonly name = 'EngineError';
	readonly code: EngineErrorCode;

	/** @param advice what to do about it, a sentence of its own */
	constructor(code: EngineErrorCode, message: string, advice = '', options: ErrorOptions = {}) {
		super(struck([message, advice].filter(Boolean).join('. ').replace(/\.\.$/, '.')), options);
		this.code = code;
	}
}

/** The caller moved on. */
export const calledOff = (cause: unknown): EngineError =>
	new EngineError('aborted', 'the query was called off', '', {cause});

/** Most characters of what an engine says. */
const longest = 300;

/** What an engine or a proxy says, as it may be shown. */
export const quoted = (text: string): string => safeText(struck(text.slice(0, 10 * longest)), longest);

/** The section of the configuration that messages point to. */
export const section = 'history of the profile';

const codes: Partial<Record<WireErrorCode, EngineErrorCode>> = {
	tls: 'tls',
	proxy: 'proxy',
	deadline: 'deadline',
	aborted: 'aborted',
	'too-large': 'too-large',
	protocol: 'no-engine',
};

const shorter = 'Ask for a shorter time or for fewer campaigns';

const advices: Partial<Record<EngineErrorCode, string>> = {
	deadline: shorter,
	'too-large': shorter,
	'no-engine': `Check prometheus in the ${section}`,
};

/** An error of the connection. */
export const brokenConnection = (
	{code, message, advice}: Pick<WireError, 'code' | 'message' | 'advice'>,
	cause: unknown,
) => {
	const own = codes[code] ?? 'unreachable';
	const given = advice.replaceAll('--ca FILE', `ca in the ${section}`).replace(/\.$/, '');
	return new EngineError(own, message, advices[own] ?? given, {cause});
};

/** The kinds of errors of the interface, by which the next step differs. */
const kinds: Readonly<Record<string, {code: EngineErrorCode; advice: string}>> = {
	bad_data: {code: 'refused', advice: ''},
	execution: {code: 'refused', advice: ''},
	canceled: {code: 'busy', advice: shorter},
	timeout: {code: 'busy', advice: shorter},
	internal: {code: 'busy', advice: 'Its own log says more'},
	unavailable: {code: 'busy', advice: 'It may be starting: try again in a minute'},
	not_found: {code: 'no-engine', advice: `Check prometheus in the ${section}`},
	too_many_requests: {code: 'busy', advice: shorter},
};

/** An error in the words of the engine. */
export const engineSays = (host: string, status: number, errorType: string, error: string): EngineError => {
	const {code, advice} = kinds[errorType] ?? {code: 'refused' as const, advice: ''};
	const type = /^\w{1,40}$/.test(errorType) ? errorType : `HTTP ${status}`;
	const isTooMuch = /too many|exceed|limit/i.test(error);
	return new EngineError(
		code,
		`${host} refuses the query (${type}): ${quoted(error) || 'it does not say why'}`,
		advice || (isTooMuch ? shorter : ''),
	);
};

/** Where a redirect leads, without what could be a secret. */
const leadsTo = (location: string | undefined, base: string): string => {
	const target = location === undefined ? null : URL.parse(location, base);
	return target ? ` to ${quoted(target.host)}` : '';
};

/** An answer whose status is not a success, and whose body is not of the interface. */
export const badStatus = (
	url: URL,
	{status, location}: {status: number; location: string | undefined},
	hasCredentials: boolean,
): EngineError => {
	const {host} = url;
	if (status === 401 || status === 403) {
		return hasCredentials
			? new EngineError(
					'credentials',
					`${host} rejects the credentials (HTTP ${status})`,
					`Check bearer_command, user and password_command, or the headers in the ${section}`,
				)
			: new EngineError(
					'credentials',
					`${host} asks for credentials (HTTP ${status})`,
					`Give it bearer_command, or user and password_command, in the ${section}`,
				);
	}
	if (status >= 300 && status < 400) {
		return new EngineError(
			'no-engine',
			`${host} redirects${leadsTo(location, url.href)} (HTTP ${status}), perhaps to a page to sign in on, and dialtop does not follow`,
			`Give the address of the engine itself, and its credentials, in the ${section}`,
		);
	}
	switch (status) {
		case 404:
			return new EngineError(
				'no-engine',
				`${host} has no queries at ${quoted(url.pathname)} (HTTP 404)`,
				`Check the path of prometheus in the ${section}`,
			);
		case 405:
			return new EngineError(
				'no-engine',
				`${host} takes no queries by POST (HTTP 405)`,
				`Check prometheus in the ${section}: it must be the address of the engine itself`,
			);
		case 413:
		case 422:
			return new EngineError('too-large', `${host} refuses the query as too large (HTTP ${status})`, shorter);
		case 429:
		case 503:
			return new EngineError('busy', `${host} is busy (HTTP ${status})`, 'Try again in a minute');
		case 504:
			return new EngineError('deadline', `a proxy before ${host} gave up waiting (HTTP 504)`, shorter);
		default:
			return new EngineError(
				status >= 500 ? 'busy' : 'no-engine',
				`${host} answered HTTP ${status} without an error of the query interface`,
				`Check that it runs, and prometheus in the ${section}`,
			);
	}
};

/** An answer that is not of the interface. */
export const oddAnswer = (host: string, what: string): EngineError =>
	new EngineError(
		'no-engine',
		`${host} ${what}`,
		`Check prometheus in the ${section}: it must be the address of an engine with the query interface of Prometheus`,
	);

/** An answer that may not be read whole. */
export const tooMuch = (host: string, what: string): EngineError =>
	new EngineError('too-large', `the answer of ${host} has ${what}`, shorter);
