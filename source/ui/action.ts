/** What an action is: what an operator can mean. */
import type {OperationType} from '../model/wire.ts';
import type {Context} from './context.ts';

/** One action. */
export type Action = {
	/** For the help: what it does. */
	label: string;
	/** For the footer: a word or two. Nothing where it is not hinted at. */
	hint?: string;
	group: 'move' | 'look' | 'control' | 'program';
	/** The operations of the catalogue that it may send; what it asks of the operator follows from their effect. */
	operations?: readonly OperationType[];
	/** Why it cannot run now; it stays visible and says so. */
	whyDisabled?(context: Context): string | undefined;
	run(context: Context): void;
};

/** Keeps a row of the table as what it is. */
export const action = (row: Action): Action => row;
