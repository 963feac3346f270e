/** What an action is: what an operator can mean. */
import type {OperationType} from '../../model/wire.ts';
import type {Context} from '../screen/context.ts';

/** One action. */
export type Action = {
	/** For the help: what it does. */
	label: string;
	/** For the footer: a word or two. Nothing where it is not hinted at. */
	hint?: string | ((context: Context) => string | undefined);
	/** Its hint stands at the right end of the footer, always. */
	pinned?: boolean;
	group: 'move' | 'look' | 'control' | 'program';
	/** True for what is of use over an answer as well; an open sheet keeps all other keys from the view below it. */
	overAnswer?: boolean;
	/** The operations of the catalogue that it may send; what it asks of the operator follows from their effect. */
	operations?: readonly OperationType[];
	/** Why it cannot run now; it stays visible and says so. */
	whyDisabled?(context: Context): string | undefined;
	run(context: Context): void;
};

/** Keeps a row of the table as what it is. */
export const action = (row: Action): Action => row;
