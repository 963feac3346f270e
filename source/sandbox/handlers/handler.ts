/** What a handler is given and what it answers with. */
import type {OperationType, ParamsOf, WrittenOf} from '../../api/operations/index.ts';
import type {Accounts} from '../store/accounts.ts';
import type {Tokens} from '../store/tokens.ts';
import type {Users} from '../store/users.ts';
import type {World} from '../world/state.ts';

/** What handlers work on. */
export type Context = {world: World; users: Users; tokens: Tokens; accounts: Accounts};

/** Carries an operation out. @throws Refusal */
export type Handler<T extends OperationType> = (params: ParamsOf<T>, context: Context) => WrittenOf<T>;

/** Handlers by operation. */
export type Handlers = {[T in OperationType]: Handler<T>};
