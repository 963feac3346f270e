/** What the configuration decides about the screen. */

import type {Binding} from '../../present/keymap.ts';
import type {OwnCommand} from '../../present/own-commands.ts';
import type {PaneName} from './layout.ts';

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

/** A view of the board that is saved under a name. */
export type SavedView = {
	/** Empty for none. */
	filter: string;
	/** Undefined for the order of the service. */
	sort: Sort | undefined;
	/** Ids; undefined for those of the configuration. */
	columns: readonly string[] | undefined;
	/** Ids of marked campaigns by the name of their service. */
	marks: Readonly<Record<string, readonly string[] | undefined>>;
	/** What fills the screen. */
	zoom: 'board' | PaneName | 'wall' | undefined;
};

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
	/** The saved views, by name. */
	views?: {
		saved: ReadonlyMap<string, SavedView>;
		/** Why there is none of this name, with the nearest one. */
		whyNone(name: string): string;
		/** Why none can be saved under this name; undefined if one can. */
		whyNotName(name: string): string | undefined;
	};
	/** Writes a view into the configuration, or deletes it; resolves with why it did not. Undefined without a file for it. */
	storeView?: {file: string; write(name: string, view: SavedView | undefined): Promise<string | undefined>} | undefined;
	/** The company whose accounts are shown where the operator names no other. */
	companyId?: string | undefined;
	/** Companies whose accounts were read in earlier runs, the last one first; read once they are asked for. */
	companies?(): readonly string[];
	/** Calls to a person within seven days from which a complaint is marked. */
	callLimit: number;
	/** When shifts end, times of day such as `22:00`; none if the configuration names none. */
	shiftEnds?: readonly string[];
	/** The services that can be shown instead of this one, by their profiles. */
	profiles?: readonly ProfileNote[];
	/** Proposed as the user to sign in as. */
	user?: string | undefined;
	/** Where pictures of the screen are written; undefined without a home folder. */
	pictureFolder?: string | undefined;
	/** Where exports are proposed to be written; by default where the program runs. */
	exportFolder?: string | undefined;
};
