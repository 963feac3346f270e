/** The types of handlers and of what they work on. */
import type {OperationType, ParamsOf, WrittenOf} from '../../wire/operations/index.ts';
import type {Access} from '../rules/access.ts';
import type {Store} from '../store/store.ts';
import type {Level, User} from '../store/users.ts';
import type {CommandArguments, CommandName, commands} from '../world/commands.ts';
import type {World} from '../world/state.ts';

export type Context = {
	/** Read-only: change it by `command`. */
	readonly world: World;
	readonly store: Store;
	/** Who sent the request. */
	readonly user: User;
	readonly token: string;
	readonly access: Access;
	/** Whether the user's level allows an operation. */
	may(type: OperationType): boolean;
	/** The machine's time in milliseconds. */
	now(): number;
	/**
	 * Gives the world a command and records it. Do this last in a handler, after everything that may be refused: a command
	 * is not undone.
	 *
	 * @throws Refusal if the world refuses it; nothing has changed then
	 */
	command<N extends CommandName>(name: N, ...given: CommandArguments<N>): ReturnType<(typeof commands)[N]>;
};

/** The context of a handler that has to wait for something: it opens its transactions itself. */
export type SlowContext = Context & {transaction<T>(work: () => T): T};

/** Runs inside a transaction, unless the operation only reads. @throws Refusal */
type Run<T extends OperationType> = (params: ParamsOf<T>, context: Context) => WrittenOf<T>;

/** For operations that wait for a hash, a file or a document. @throws Refusal */
type RunSlowly<T extends OperationType> = (params: ParamsOf<T>, context: SlowContext) => Promise<WrittenOf<T>>;

/** How an operation is carried out, and the lowest level of user that may use it (ours). */
export type Handler<T extends OperationType> = {level: Level} & (
	| {run: Run<T>; runSlowly?: never}
	| {run?: never; runSlowly: RunSlowly<T>}
);

/** By operation, except login_user, which has no user yet: see `signIn`. */
export type Handlers = {[T in Exclude<OperationType, 'login_user'>]: Handler<T>};

const forLevel =
	(level: Level) =>
	<T extends OperationType>(run: Run<T>): Handler<T> => ({level, run});

/** Handlers of operations that users of a level and above may use. */
export const agent = forLevel('agent');
export const manager = forLevel('manager');
export const admin = forLevel('admin');

/** The same for an operation that waits for something. */
export const slowly = <T extends OperationType>(level: Level, runSlowly: RunSlowly<T>): Handler<T> => ({
	level,
	runSlowly,
});
