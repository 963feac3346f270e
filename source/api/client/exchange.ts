/** What a log may hold of a request: everything but its values. */
import type {WireErrorCode} from '../errors.ts';
import type {Effect} from '../operation.ts';
import type {OperationType} from '../operations/index.ts';
import type {Outcome} from '../outcome.ts';
import {struck} from '../secrets.ts';

/** One request and how it ended; secrets are struck from the service's texts. */
export type Exchange = {
	operation: OperationType;
	effect: Effect;
	/** 1 for the first time, 2 for the second; 0 if it was not sent at all. */
	attempt: number;
	milliseconds: number;
	/** The HTTP status; undefined if no whole answer came. */
	status: number | undefined;
	/** Bytes of the body; 0 if none of it left. */
	sent: number;
	/** Bytes of the answer's body; undefined if none came whole. */
	received: number | undefined;
	outcome: Outcome<unknown>['kind'];
	/** What went wrong, as a word for programs; undefined if the service refused. */
	code: WireErrorCode | undefined;
	/** What went wrong or why it was refused; empty if nothing did. */
	message: string;
	/** The names of the parameters that were given. */
	names: readonly string[];
	/** The ids that it was about: the only parameters with their values. */
	ids: {campaign_id?: string; list_id?: string};
};

const idNames = ['campaign_id', 'list_id'] as const;

/** An id that a log may hold: what does not look like one could be anything. */
const idOf = (value: unknown): string | undefined => {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	return /^[\w-]{1,40}$/.test(text) ? struck(text) : undefined;
};

/** What a log may hold of a request's parameters. */
export const toldOf = (params: Readonly<Record<string, unknown>>): Pick<Exchange, 'names' | 'ids'> => ({
	names: Object.keys(params)
		.filter(name => params[name] !== undefined)
		.map(name => struck(name)),
	ids: Object.fromEntries(
		idNames.flatMap(name => {
			const id = idOf(params[name]);
			return id === undefined ? [] : [[name, id]];
		}),
	),
});

/** What a log may hold of an outcome. */
export const endOf = (outcome: Outcome<unknown>): Pick<Exchange, 'outcome' | 'code' | 'message'> => {
	const {kind} = outcome;
	switch (kind) {
		case 'done':
			return {outcome: kind, code: undefined, message: ''};
		case 'refused':
			return {
				outcome: kind,
				code: undefined,
				message: struck([outcome.error, outcome.techMsg && `(${outcome.techMsg})`].filter(Boolean).join(' ')),
			};
		default:
			return {outcome: kind, code: outcome.cause.code, message: struck(outcome.cause.message)};
	}
};
