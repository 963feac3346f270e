/** What a view is: which rows it has, how they are told apart, sorted and drawn. */

import type {Personal} from '../../look/mask.ts';
import type {Look} from '../../look/theme.ts';
import type {State} from '../../model/state.ts';
import type {Context} from '../context.ts';
import type {Rectangle} from '../layout.ts';
import type {UiOptions} from '../options.ts';
import type {Column} from '../parts/grid.ts';
import type {UiState} from '../state.ts';
import type {Table} from '../table.ts';

/** What the rows are taken from: the state as it is shown, be it frozen, and what the screen means by it. */
export type Source = {
	state: State;
	ui: UiState;
	options: UiOptions;
	/** The campaign that the operator means: the board's selected row. */
	campaignId: string | undefined;
};

/** What drawing needs. */
export type Place<R> = {
	/** Everything as it is now; what is shown of the service is `state`. */
	context: Context;
	state: State;
	table: Table<R>;
	area: Rectangle;
	look: Look;
	/** The row that stood first the last time. */
	previousTop: number;
};

/** What was drawn: exactly as many lines as the area is high. */
export type Drawn = {
	lines: string[];
	/** The row that stands first. */
	top?: number;
	/** Rows that a page holds, where that is not what the area has room for. */
	page?: number;
	/** Campaigns on screen, for the poller. */
	visible?: readonly string[];
	/** The last line that it can be scrolled to, where it is text. */
	scrollEnd?: number;
};

/** What is copied of a row: what it is called, and what it says of a person. */
export type Copied = {what: string; value: string; kind: Personal};

/** A view. */
export type View<R> = {
	/** For the help and the palette. */
	title: string;
	/** The columns that its rows can be sorted by; none where it is text that scrolls. */
	columns(source: Source): readonly Column<R>[];
	/** Its rows, before filter and order. */
	rows(source: Source): readonly R[];
	/** What a row is known by while others come and go. */
	idOf(row: R): string;
	/** What the filter looks at. */
	texts(row: R): readonly (string | undefined)[];
	/** Whether the same array of rows always reads and sorts the same, however late it is: it need not be sorted anew. */
	isStill?: true;
	/** What is copied of a row; nothing where it has none. */
	copies?(row: R): Copied | undefined;
	draw(place: Place<R>): Drawn;
};

/** Keeps the exact type of its rows. */
export const view = <R>(definition: View<R>): View<R> => definition;
