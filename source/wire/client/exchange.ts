/** What a log may contain of a request: everything but its values. */
import type {Outcome, WireErrorCode} from '../errors.ts';
import type {Effect} from '../operation.ts';
import type {OperationType} from '../operations/index.ts';
import {struck} from '../secrets.ts';
import type {RulesUsed} from '../tolerance.ts';

/** One request and how it ended; secrets are struck from the service's texts. */
export type Exchange = {
	operation: OperationType;
	effect: Effect;
	/** Counted from 1; 0 if it was not sent at all. */
	attempt: number;
	milliseconds: number;
	/** The HTTP status; undefined without a whole answer. */
	status: number | undefined;
	/** Bytes of the body; 0 if nothing was sent. */
	sent: number;
	/** Bytes of the answer's body; undefined without a whole answer. */
	received: number | undefined;
	outcome: Outcome<unknown>['kind'];
	/** What went wrong; undefined if nothing did or the service refused. */
	code: WireErrorCode | undefined;
	/** What went wrong or why the service refused; may be empty. */
	message: string;
	/** The tolerant rules by which its answer was read; undefined if it took none. */
	rules?: RulesUsed | undefined;
	/** The names of the parameters. */
	names: readonly string[];
	/** The only parameters that are logged with their values. */
	ids: {campaign_id?: string; list_id?: string};
};

const idNames = ['campaign_id', 'list_id'] as const;

/** Undefined if the value does not look like an id: it could be anything. */
const idOf = (value: unknown): string | undefined => {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	return /^[\w-]{1,40}$/.test(text) ? struck(text) : undefined;
};

export const loggedOf = (params: Readonly<Record<string, unknown>>): Pick<Exchange, 'names' | 'ids'> => ({
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

export const endOf = (outcome: Outcome<unknown>): Pick<Exchange, 'outcome' | 'code' | 'message' | 'rules'> => {
	const {kind} = outcome;
	switch (kind) {
		case 'done':
			return {outcome: kind, code: undefined, message: '', rules: outcome.rules};
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
