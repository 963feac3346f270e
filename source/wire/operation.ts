/** The rows of the catalogue. */
import type {AnswerCodec} from './answer.ts';
import type {Parameters, ValuesOf} from './parameters.ts';

/**
 * What an operation does to the world; retry, read-only, confirmation and audit follow from it.
 *
 * - `read` may be retried and is allowed in read-only mode
 * - `session` exchanges credentials: sent once, allowed in read-only mode, not confirmed
 * - `write` is sent once, confirmed with yes or no
 * - `irreversible` is sent once, confirmed by typing the name or number
 * - `money` is sent once, confirmed by typing the amount
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

/** An operation; everything else about it is derived from this row. */
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
	answer: AnswerCodec<Read, Written>;
	/**
	 * True if the interface documents its parameters (section 4.1). If it only names the operation (section 4.2), the
	 * parameters are the sandbox's own: the client sends what it is given and shows what comes back.
	 */
	documented: boolean;
	/**
	 * Set if the interface says that it takes further parameters, and does not show them (section 4.1): those that the
	 * sandbox takes. A client sends any.
	 */
	more?: Parameters;
	/** What the sandbox takes beyond the parameters of the interface, such as pages: another service may not know it. */
	ours?: Parameters;
};

// biome-ignore lint/suspicious/noExplicitAny: any row, whatever its parameters and answer
export type AnyOperation = Operation<any, any, any>;

/**
 * The rows of a family by their `type`, each with its exact types. A row says `documented` only if it is.
 */
export const family = <R extends Record<string, Omit<AnyOperation, 'family' | 'documented'> & {documented?: true}>>(
	name: Family,
	rows: R,
) =>
	Object.fromEntries(
		Object.entries(rows).map(([type, row]) => [type, {documented: false, ...row, family: name}]),
	) as unknown as {[T in keyof R]: R[T] & Pick<AnyOperation, 'family' | 'documented'>};

/** The values of a row's parameters, as the client gives them and a handler receives them. */
export type ParamsOfRow<O> =
	O extends Operation<infer P, infer _R, infer _W>
		? ValuesOf<P> &
				(O extends {more: infer M extends Parameters} ? ValuesOf<M> : unknown) &
				(O extends {ours: infer M extends Parameters} ? ValuesOf<M> : unknown)
		: never;

/** What a row's answer reads as. */
export type ReadOfRow<O> = O extends {answer: AnswerCodec<infer R, infer _W>} ? R : never;

/** What a row's answer is written from. */
export type WrittenOfRow<O> = O extends {answer: AnswerCodec<infer _R, infer W>} ? W : never;
