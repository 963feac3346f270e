/** The service without HTTP: fields of a request in, the envelope of section 2.1 out. */

import {DiskError} from '../../system/sqlite.ts';
import {
	isOperationType,
	type OperationType,
	operations,
	type ParamsOf,
	parameterRows,
} from '../../wire/operations/index.ts';
import {decodeParams, emptiedParameters, unknownParameters} from '../../wire/operations/parameter-values.ts';
import {fileRule} from '../../wire/parameters.ts';
import type {Handler, SlowContext} from '../handlers/handler.ts';
import {handlers} from '../handlers/index.ts';
import {signIn} from '../handlers/users.ts';
import {accessOf} from '../rules/access.ts';
import {cardIn} from '../rules/cards.ts';
import {type LinkPayment, payLink} from '../rules/payment-links.ts';
import {type Level, levels} from '../store/users.ts';
import {invalidValue, missingParameter, Refusal} from '../world/refusal.ts';
import {type DurableWorld, openDurableWorld, type ServiceOptions} from './durable-world.ts';

export {DiskError} from '../../system/sqlite.ts';

/** The body of an answer. */
export type Answer = {response: {success: 0 | 1; error: string; tech_msg?: string} & Record<string, unknown>};

export type Service = DurableWorld & {
	/**
	 * Carries out one request and sets `caller`, for the log. Whatever a request contains, it never rejects; it does if
	 * the disk fails, with a DiskError.
	 *
	 * @param isGone whether the client has gone: a sign-in that still waits for its turn is dropped
	 */
	handle(fields: Record<string, unknown>, caller?: Caller, isGone?: () => boolean): Promise<Answer>;
	/** Pays a link as the person who got it; see `payLink`. @throws Refusal */
	payLink(id: string, amount?: number): LinkPayment;
};

type Fields = Record<string, unknown>;

/** Filled in while a request is carried out: who asked, once the token or the password was right. */
type Caller = {user?: string};

/** Whether a request has changed something already. */
type Progress = {isChanged: boolean};

const textOf = (value: unknown, name: string): string => {
	if (value === undefined || value === null || value === '') {
		throw missingParameter(name);
	}
	if (typeof value !== 'string') {
		throw invalidValue(name);
	}
	return value;
};

const refuseCards = (fields: Fields): void => {
	const {type} = fields;
	const rows = typeof type === 'string' && isOperationType(type) ? parameterRows(type) : {};
	const found = cardIn(fields, rows);
	if (found) {
		throw invalidValue(found.name, found.detail);
	}
};

/** Ids of a question without leading zeros: they are integers (section 4.1). What changes something takes them as listed. */
const withPlainIds = (type: OperationType, fields: Fields): Fields => {
	const rows = parameterRows(type);
	const plain = (name: string, value: unknown): unknown =>
		rows[name]?.isId && rows[name].kind === 'integer' && typeof value === 'string'
			? value.replace(/^\s*0+(?=\d+\s*$)/, '')
			: value;
	return operations[type].effect === 'read'
		? Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(name, value)]))
		: fields;
};

const readParams = <T extends OperationType>(type: T, fields: Fields): ParamsOf<T> => {
	const read = decodeParams(type, withPlainIds(type, fields));
	if (read.ok) {
		return read.params;
	}
	const problem = read.problems.find(({kind}) => kind === 'missing') ?? read.problems[0];
	const isFile = parameterRows(type)[problem?.name ?? '']?.kind === 'file';
	throw problem?.kind === 'missing'
		? missingParameter(problem.name, isFile ? fileRule : undefined)
		: invalidValue(problem?.name ?? '', problem?.message);
};

/** Most characters of the names that a refusal repeats. */
const namesLimit = 200;

/** Whoever sends a field that an operation lacks believes that it does something (ours). Reads may carry any. */
const refuseUnknown = (type: OperationType, fields: Fields): void => {
	const [first, ...others] = operations[type].effect === 'read' ? [] : unknownParameters(type, fields);
	if (first !== undefined) {
		const named = [first, ...others].join(', ').slice(0, namesLimit);
		throw new Refusal(
			`unknown-parameter: ${named}`,
			`Unknown parameter: ${first.slice(0, namesLimit)}`,
			`it takes ${Object.keys(parameterRows(type)).join(', ') || 'none'}`,
		);
	}
};

/** Whoever empties a field that always has a value believes that it is cleared (ours). */
const refuseEmptied = (type: OperationType, fields: Fields): void => {
	const [first] = emptiedParameters(type, fields);
	if (first !== undefined) {
		throw invalidValue(first, 'must not be empty');
	}
};

const write = (type: OperationType, answer: unknown): Fields =>
	(operations[type].answer.encode as (answer: unknown) => Fields)(answer);

const mayCarryOut = (level: Level, type: OperationType): boolean =>
	type === 'login_user' || levels.indexOf(level) >= levels.indexOf(handlers[type].level);

/** Opens a service on the world in its database, or on a new one that has run for a while. @throws DatabaseError */
export const createService = async (options: ServiceOptions = {}): Promise<Service> => {
	const durable = await openDurableWorld(options);
	const {world, store, now, command, transaction} = durable;

	const contextFor = (type: OperationType, token: string, caller: Caller, progress: Progress): SlowContext => {
		const user = store.users.get(store.tokens.use(token));
		if (!user) {
			throw new Refusal('invalid-token', 'Invalid token');
		}
		caller.user = user.name;
		if (!mayCarryOut(user.level, type)) {
			throw new Refusal('permission-denied', 'Permission denied');
		}
		return {
			world,
			access: accessOf(world, user),
			store,
			user,
			token,
			may: asked => mayCarryOut(user.level, asked),
			now,
			command,
			transaction(work) {
				const result = transaction(work);
				progress.isChanged = true;
				return result;
			},
		};
	};

	const carryOut = async <T extends OperationType>(
		type: T,
		fields: Fields,
		caller: Caller,
		progress: Progress,
		isGone: (() => boolean) | undefined,
	): Promise<Fields> => {
		if (type === 'login_user') {
			const params = readParams('login_user', fields);
			const answer = write(type, await signIn(params, {store, now, transaction, isGone}));
			caller.user = params.user;
			return answer;
		}
		const context = contextFor(type, textOf(fields.token, 'token'), caller, progress);
		const params = readParams(type, fields);
		refuseUnknown(type, fields);
		refuseEmptied(type, fields);
		const {run, runSlowly}: Handler<T> = handlers[type];
		if (runSlowly) {
			return write(type, await runSlowly(params, context));
		}
		// Encoded inside the transaction: if the answer cannot be written, nothing is changed.
		const work = (): Fields => write(type, run(params, context));
		return operations[type].effect === 'read' ? work() : transaction(work);
	};

	let isClosed = false;

	return {
		...durable,
		async handle(fields, caller = {}, isGone) {
			const progress: Progress = {isChanged: false};
			try {
				refuseCards(fields);
				const type = textOf(fields.type, 'type');
				if (!isOperationType(type)) {
					throw new Refusal('unknown-operation', `Unknown operation: ${type.slice(0, 100)}`);
				}
				return {response: {success: 1, error: '', ...(await carryOut(type, fields, caller, progress, isGone))}};
			} catch (error) {
				if (error instanceof Refusal) {
					const {message, code, detail} = error;
					return {response: {success: 0, error: message, tech_msg: code, ...(detail !== undefined && {detail})}};
				}
				if (error instanceof DiskError) {
					error.isPartial = progress.isChanged;
				}
				if (isClosed) {
					// A slow operation was waiting when the service closed, and its database with it.
					return {response: {success: 0, error: 'The service is ending', tech_msg: 'ending'}};
				}
				throw error;
			}
		},
		payLink: (id, amount) => transaction(() => payLink({world, store}, id, amount)),
		close() {
			isClosed = true;
			durable.close();
		},
	};
};
