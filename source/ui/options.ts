/** What the configuration decides about the screen. */
import type {Binding} from './keymap.ts';

/** The options of the screen. */
export type UiOptions = {
	/** Milliseconds between polls of the selected campaign: what is much older is marked. */
	interval: number;
	/** The keys in force. */
	keymap: readonly Binding[];
	/** Columns of the board in their order; all of them where nothing is said. */
	boardColumns: readonly string[] | undefined;
	/** The company whose accounts are shown where the operator names no other. */
	companyId?: string | undefined;
	/** Where exports are proposed to be written; where the program runs, where nothing is said. */
	exportFolder?: string | undefined;
};
