/** What a row of the catalogue is. */
import type {AnswerCodec} from './answer.ts';
import type {Parameters, ValuesOf} from './parameters.ts';

/**
 * What an operation does to the world, from which follow retry, read-only, confirmation and audit.
 *
 * - `read` may be sent again and is allowed read-only
 * - `session` exchanges credentials: sent once, allowed read-only, asks nothing
 * - `write` is sent once and asks yes or no
 * - `irreversible` is sent once; the operator types the name or number
 * - `money` is sent once; the operator types the amount
 */
export type Effect = 'read' | 'session' | 'write' | 'irreversible' | 'money';

/** The families of section 1, in the order of the interface. */
export type Family =
	| 'authentication'
	| 'campaigns'
	| 'accounts'
	| 'lists'
	| 'do-not-call'
	| 'statistics'
	| 'ivrs and queues'
	| 'users'
	| 'notifications'
	| 'payment plans'
	| 'payments'
	| 'messaging';

/** One operation: everything else about it is derived from this row. */
export type Operation<
	P extends Parameters = Parameters,
	Read = unknown,
	Written = unknown,
	E extends Effect = Effect,
> = {
	family: Family;
	effect: E;
	/** One line for people. */
	summary: string;
	/** Parameters by wire name; `type` and `token` are implied. */
	params: P;
	/** How its answer reads and writes. */
	answer: AnswerCodec<Read, Written>;
	/**
	 * Whether the interface gives its parameters (section 4.1). Where it only names the operation (section 4.2) the
	 * parameters are the sandbox's own: a client sends what it is given and shows what comes back.
	 */
	documented: boolean;
};

// biome-ignore lint/suspicious/noExplicitAny: any row, whatever its parameters and answer
export type AnyOperation = Operation<any, any, any>;

/**
 * The rows of a family by their `type`, each with its exact types. A row says `documented` only where that is true.
 */
export const family = <R extends Record<string, Omit<AnyOperation, 'family' | 'documented'> & {documented?: true}>>(
	name: Family,
	rows: R,
) =>
	Object.fromEntries(
		Object.entries(rows).map(([type, row]) => [type, {documented: false, ...row, family: name}]),
	) as unknown as {[T in keyof R]: R[T] & Pick<AnyOperation, 'family' | 'documented'>};

/** The values of a row's parameters, as the client gives them and a handler receives them. */
export type ParamsOfRow<O> = O extends Operation<infer P, infer _R, infer _W> ? ValuesOf<P> : never;

/** What a row's answer reads as. */
export type ReadOfRow<O> = O extends {answer: AnswerCodec<infer R, infer _W>} ? R : never;

/** What a row's answer is written from. */
export type WrittenOfRow<O> = O extends {answer: AnswerCodec<infer _R, infer W>} ? W : never;
