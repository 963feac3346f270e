/** What a handler is given and what it answers with. */
import type {OperationType, ParamsOf, WrittenOf} from '../../api/operations/index.ts';
import type {Access} from '../rules/access.ts';
import type {Store} from '../store/store.ts';
import type {Level, User} from '../store/users.ts';
import type {CommandArguments, CommandName, commands} from '../world/commands.ts';
import type {World} from '../world/state.ts';

/** What handlers work on. */
export type Context = {
	/** To look at; it is changed by `command` alone. */
	readonly world: World;
	readonly store: Store;
	/** Who asks, by which token, and what of the world they may see. */
	readonly user: User;
	readonly token: string;
	readonly access: Access;
	/** Whether the user's level suffices for an operation. */
	may(type: OperationType): boolean;
	/** The machine's time in milliseconds. */
	now(): number;
	/**
	 * Gives the world a command and writes it down. Last of all in a handler, when nothing can be refused any more: what
	 * the world has done is not undone.
	 *
	 * @throws Refusal where the world refuses; nothing has changed then
	 */
	command<N extends CommandName>(name: N, ...given: CommandArguments<N>): ReturnType<(typeof commands)[N]>;
};

/** What a handler is given that has to wait for something: it says itself what is to happen at once or not at all. */
export type SlowContext = Context & {transaction<T>(work: () => T): T};

/** Carries an operation out, all of it or (where it throws) nothing. @throws Refusal */
type Run<T extends OperationType> = (params: ParamsOf<T>, context: Context) => WrittenOf<T>;

/** Carries an operation out in its own time, since a hash, a file or a document takes a while. @throws Refusal */
type RunSlowly<T extends OperationType> = (params: ParamsOf<T>, context: SlowContext) => Promise<WrittenOf<T>>;

/** An operation as the sandbox carries it out, and the lowest level of user that may ask for it (ours). */
export type Handler<T extends OperationType> = {level: Level} & (
	| {run: Run<T>; runSlowly?: never}
	| {run?: never; runSlowly: RunSlowly<T>}
);

/** Handlers by operation; login_user, which has no user yet, stands apart. */
export type Handlers = {[T in Exclude<OperationType, 'login_user'>]: Handler<T>};
