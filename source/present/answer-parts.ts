/** An answer cut into what can be shown as a table: lists of records wherever they are, and single fields. */

import {cellText} from './answer-cell.ts';
import {width as cells} from './format.ts';
import type {Column} from './grid.ts';
import type {Mask} from './mask.ts';

/** A record of an answer. */
export type AnswerRecord = Readonly<Record<string, unknown>>;

/** A column of records: as wide as its texts, within bounds. */
export type AnswerColumn = {name: string; width: number; align: 'left' | 'right'};

/** One table of an answer: many records, or the fields of one. */
export type AnswerPart =
	| {kind: 'records'; name: string; records: readonly AnswerRecord[]; columns: readonly AnswerColumn[]}
	| {kind: 'fields'; name: string; fields: AnswerRecord};

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Records that determine the columns; values of later ones fit into them or are cut. */
const looksAt = 200;

/** Columns at most: a record with more is read as JSON. */
const mostColumns = 60;

const mostWidth = 32;

const unmasked: Mask = (_kind, value) => value;

const isFigure = (value: unknown): boolean =>
	value === null || value === undefined || value === '' || /^-?[\d.,]+%?$/.test(String(value));

/** Whether a field of an answer is an id, by its name. */
export const isIdName = (name: string): boolean => /(?:^|_)id$/i.test(name);

const columnOf = (name: string, records: readonly AnswerRecord[]): AnswerColumn => ({
	name,
	width: Math.min(
		isIdName(name) ? Number.POSITIVE_INFINITY : mostWidth,
		records.reduce((most, record) => Math.max(most, cells(cellText(record[name], name, unmasked))), cells(name)),
	),
	align: records.every(record => isFigure(record[name])) ? 'right' : 'left',
});

/** A column as a grid takes it. */
export const gridColumn = ({name, ...column}: AnswerColumn, mask: Mask): Column<AnswerRecord> => ({
	...column,
	id: name,
	title: name,
	isId: isIdName(name),
	cell: record => ({text: cellText(record[name], name, mask)}),
	sort: record => cellText(record[name], name, mask),
});

const recordsPart = (name: string, records: readonly AnswerRecord[]): AnswerPart => {
	const sample = records.slice(0, looksAt);
	const names = new Set(sample.flatMap(record => Object.keys(record)));
	return {
		kind: 'records',
		name,
		records,
		columns: [...names].slice(0, mostColumns).map(column => columnOf(column, sample)),
	};
};

const partOf = (name: string, value: unknown): AnswerPart | undefined => {
	if (Array.isArray(value)) {
		const [only] = value;
		if (value.length === 1 && isObject(only)) {
			return {kind: 'fields', name, fields: only};
		}
		return recordsPart(
			name,
			value.map(item => (isObject(item) ? item : {value: item})),
		);
	}
	if (!isObject(value)) {
		return undefined;
	}
	const entries = Object.entries(value);
	return entries.length > 1 && entries.every(([, item]) => isObject(item))
		? recordsPart(
				name,
				entries.map(([key, item]) => ({key, ...(item as AnswerRecord)})),
			)
		: {kind: 'fields', name, fields: value};
};

/** The parts of an answer: its own fields first, then what is nested in it by its names. */
export const partsOf = (answer: AnswerRecord, operation: string): readonly AnswerPart[] => {
	const nested: AnswerPart[] = [];
	const own: [string, unknown][] = [];
	for (const [name, value] of Object.entries(answer)) {
		const part = partOf(name, value);
		if (part) {
			nested.push(part);
		} else {
			own.push([name, value]);
		}
	}
	return own.length > 0 || nested.length === 0
		? [{kind: 'fields', name: operation, fields: Object.fromEntries(own)}, ...nested]
		: nested;
};

/** How many records a part has; undefined if it is a single one. */
export const countOf = (part: AnswerPart): number | undefined =>
	part.kind === 'records' ? part.records.length : undefined;

/** The widest that the first column may be and still stay on screen while the others are scrolled. */
const widestPinned = 20;

const isPinned = ([first]: readonly AnswerColumn[]): boolean => first !== undefined && first.width <= widestPinned;

/** The columns to draw while so many are scrolled away; the first stays, since it says which row is which. */
export const columnsFrom = (columns: readonly AnswerColumn[], scrolled: number): readonly AnswerColumn[] => {
	const pinned = isPinned(columns) ? 1 : 0;
	return [...columns.slice(0, pinned), ...columns.slice(pinned + scrolled)];
};

/** The column that the table is scrolled to: the first one after the pinned one. */
export const columnAt = (columns: readonly AnswerColumn[], scrolled: number): AnswerColumn | undefined =>
	scrolled === 0 ? columns[0] : columnsFrom(columns, scrolled)[isPinned(columns) ? 1 : 0];

/** How many columns can be scrolled away: no more than needed to see the last ones. */
export const mostScrolled = (columns: readonly AnswerColumn[], width: number): number => {
	const most = Math.max(0, columns.length - (isPinned(columns) ? 2 : 1));
	const needs = (scrolled: number): number =>
		columnsFrom(columns, scrolled).reduce((sum, column) => sum + column.width + 1, -1);
	for (let scrolled = 0; scrolled < most; scrolled++) {
		if (needs(scrolled) <= width) {
			return scrolled;
		}
	}
	return most;
};
