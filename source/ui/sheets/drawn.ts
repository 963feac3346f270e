/** What a sheet looks like: its lines, and what is drawn over them. */
import type {Rectangle} from '../layout.ts';
import type {TextState} from '../parts/text-edit.ts';
import type {Detail} from '../state.ts';

/** The line that is being edited: what stands before and behind the text, and the text. */
export type EditedLine = {
	/** Counted from the sheet's first line. */
	line: number;
	before: string;
	after: string;
	/** Cells of the text. */
	width: number;
	text: TextState;
	mask?: string;
	placeholder?: string;
};

/** A sheet as it is drawn: exactly as many lines as its area is high. */
export type SheetDrawn = {
	lines: string[];
	edited?: EditedLine | undefined;
	/** A table of fields and values to be drawn over the lines, and where. */
	detail?: {area: Rectangle; detail: Detail} | undefined;
	/** Rows that a page holds. */
	page: number;
	/** The last line that it can be scrolled to. */
	scrollEnd?: number;
};
