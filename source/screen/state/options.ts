/** What the configuration decides about the screen. */
import type {Binding} from '../../present/keymap.ts';
import type {OwnCommand} from '../../present/own-commands.ts';

/** A profile of the configuration: a service by a name. */
export type ProfileNote = {
	name: string;
	/** In words, as the header will show it. */
	environment: string;
	host: string;
};

/** How a table is sorted: by a column, or by none as the service gives it. */
export type Sort = {column: string; reversed: boolean};

/** The order of the board unless the configuration says another. */
export const troubleFirst: Sort = {column: 'trouble', reversed: false};

/** The options of the screen. */
export type UiOptions = {
	/** Milliseconds between polls of the selected campaign: much older figures are marked. */
	interval: number;
	/** The keys in force. */
	keymap: readonly Binding[];
	/** Commands of the operator's own, on rows. */
	commands?: readonly OwnCommand[] | undefined;
	/** Columns of the board in their order; all of them by default. */
	boardColumns: readonly string[] | undefined;
	/** Writes columns of the board into the configuration; resolves with why it did not. Undefined without a file for it. */
	storeColumns?: {file: string; write(columns: readonly string[]): Promise<string | undefined>} | undefined;
	/** The company whose accounts are shown where the operator names no other. */
	companyId?: string | undefined;
	/** Companies whose accounts were read in earlier runs, the last one first; read once they are asked for. */
	companies?(): readonly string[];
	/** Calls to a person within seven days from which a complaint is marked. */
	callLimit: number;
	/** The services that can be shown instead of this one, by their profiles. */
	profiles?: readonly ProfileNote[];
	/** Proposed as the user to sign in as. */
	user?: string | undefined;
	/** Where exports are proposed to be written; by default where the program runs. */
	exportFolder?: string | undefined;
};
