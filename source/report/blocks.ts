/** The parts of a document: headings, sentences, tables and charts, whatever it is written as. */
import type {Role} from '../present/theme.ts';

/** A text of a table; `end` must follow it and is not cut, such as the id of a campaign. */
export type Cell = {text: string; end?: string; role?: Role | undefined};

/** A sentence, and further ones that belong to it. */
export type Line = {text: string; role?: Role | undefined; more?: readonly string[]};

/** The drop rates of a campaign, a bar an hour; no value where nothing is known. Percent. */
export type Bars = {
	title: string;
	bars: readonly {label: string; value: number | undefined; text: string; isOver: boolean}[];
	/** The limit in force at the end. */
	line: number;
};

/** A part of a document. Of a table the first column holds names, and the others figures. */
export type Block =
	| {kind: 'heading'; text: string}
	| {kind: 'lines'; lines: readonly Line[]}
	| {kind: 'paragraphs'; lines: readonly Line[]}
	| {
			kind: 'table';
			columns: readonly string[];
			rows: readonly (readonly Cell[])[];
			total?: readonly string[] | undefined;
	  }
	/** Drawn where there are pictures; a table before it has the figures. */
	| {kind: 'charts'; charts: readonly Bars[]};

export type ReportDocument = {title: string; blocks: readonly Block[]};
