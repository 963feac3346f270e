/** The service without its wire: fields of a request in, the envelope of section 2.1 out. Tests come in by this door. */
import {randomBytes} from 'node:crypto';
import {isOperationType, type OperationType, operations, type ParamsOf} from '../api/operations/index.ts';
import {decodeParams} from '../api/parameter-values.ts';
import {type CastSize, castOf} from './cast.ts';
import type {Context, Handler} from './handlers/handler.ts';
import {handlers} from './handlers/index.ts';
import {Refusal} from './refusal.ts';
import {createAccounts} from './store/accounts.ts';
import {createTokens} from './store/tokens.ts';
import {createUsers} from './store/users.ts';
import type {CampaignPlan} from './world/campaigns.ts';
import type {Carrier} from './world/carrier.ts';
import type {AdaptiveRule, World} from './world/state.ts';
import {hour, parseDay} from './world/time.ts';
import {advance, createWorld} from './world/world.ts';

/** What a service is made from. */
export type ServiceOptions = CastSize & {
	/** 1 by default. The same seed makes the same world. */
	seed?: number | undefined;
	/** The world's day, `YYYY-MM-DD`; the machine's own by default. */
	day?: string | undefined;
	/** World time of day at which it opens, in milliseconds since midnight; 11:00 by default. */
	at?: number | undefined;
	/** How long the world has run by then, in milliseconds; two hours by default. */
	warmUp?: number | undefined;
	/** The only user's password; random by default. */
	password?: string | undefined;
	rule?: AdaptiveRule | undefined;
	carrier?: Partial<Carrier> | undefined;
	/** Instead of the usual cast. */
	plan?: readonly CampaignPlan[] | undefined;
	/** Milliseconds of the machine's clock, by which tokens live. */
	now?: (() => number) | undefined;
};

/** The body of an answer. */
export type Answer = {response: {success: 0 | 1; error: string; tech_msg?: string} & Record<string, unknown>};

/** The service. */
export type Service = {
	readonly world: World;
	readonly user: string;
	readonly password: string;
	/** Carries one request out. Never throws for what a request can hold. */
	handle(fields: Record<string, unknown>): Answer;
	/** Moves the world on by so many milliseconds of its own time. */
	advance(milliseconds: number): void;
};

const userName = 'ops';
const todayOf = (now: number): string => {
	const date = new Date(now);
	const two = (value: number): string => String(value).padStart(2, '0');
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

const textOf = (value: unknown, name: string): string => {
	if (value === undefined || value === null || value === '') {
		throw new Refusal('missing-parameter', `Missing parameter: ${name}`);
	}
	if (typeof value !== 'string') {
		throw new Refusal('invalid-value', `Invalid value: ${name}`);
	}
	return value;
};

const readParams = <T extends OperationType>(type: T, fields: Record<string, unknown>): ParamsOf<T> => {
	const read = decodeParams(type, fields);
	if (read.ok) {
		return read.params;
	}
	const problem = read.problems.find(({kind}) => kind === 'missing') ?? read.problems[0];
	throw problem?.kind === 'missing'
		? new Refusal('missing-parameter', `Missing parameter: ${problem.name}`)
		: new Refusal('invalid-value', `Invalid value: ${problem?.name ?? ''}`, problem?.message);
};

const carryOut = <T extends OperationType>(
	type: T,
	fields: Record<string, unknown>,
	context: Context,
): Record<string, unknown> => {
	if (type !== 'login_user') {
		context.tokens.use(textOf(fields.token, 'token'));
	}
	const handler: Handler<T> | undefined = handlers[type];
	if (!handler) {
		throw new Refusal('not-available', `Operation not available in this sandbox: ${type}`);
	}
	const written = handler(readParams(type, fields), context);
	return (operations[type].answer.encode as (answer: unknown) => Record<string, unknown>)(written);
};

const answerTo = (fields: Record<string, unknown>, context: Context): Answer => {
	try {
		const type = textOf(fields.type, 'type');
		if (!isOperationType(type)) {
			throw new Refusal('unknown-operation', `Unknown operation: ${type.slice(0, 100)}`);
		}
		return {response: {success: 1, error: '', ...carryOut(type, fields, context)}};
	} catch (error) {
		if (error instanceof Refusal) {
			const {message, code, detail} = error;
			return {response: {success: 0, error: message, tech_msg: code, ...(detail !== undefined && {detail})}};
		}
		throw error;
	}
};

/** Makes a service with its world, which has been running for a while by then. */
export const createService = (options: ServiceOptions = {}): Service => {
	const {seed = 1, at = 11 * hour, warmUp = 2 * hour, now = Date.now, rule, carrier, plan} = options;
	const password = options.password ?? randomBytes(9).toString('base64url');
	const opening = parseDay(options.day ?? todayOf(now())) + at;
	const world = createWorld({
		seed,
		origin: opening - warmUp,
		plan: plan ?? castOf(options),
		...(rule && {rule}),
		...(carrier && {carrier}),
	});
	advance(world, opening);
	const context: Context = {
		world,
		users: createUsers({name: userName, fullName: 'Floor Supervisor', level: 'admin'}, password),
		tokens: createTokens(now),
		accounts: createAccounts(),
	};
	return {
		world,
		user: userName,
		password,
		handle: fields => answerTo(fields, context),
		advance: milliseconds => {
			advance(world, world.now + milliseconds);
		},
	};
};
