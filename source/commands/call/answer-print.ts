/** Prints an answer of unknown shape: its lists as tables, its other fields as pairs. */

import {type Out, say} from '../../cli/out.ts';
import {type Bare, type Column, type Format, printRecord, printRows} from '../../cli/table.ts';
import {inLocale} from '../../cli/text.ts';
import {cellText, shownValue} from '../../present/answer-cell.ts';
import {type AnswerPart, type AnswerRecord, isIdName, partsOf} from '../../present/answer-parts.ts';
import {csvOf, jsonOf} from '../../present/csv-json.ts';
import {number} from '../../present/format.ts';
import {type Mask, maskOf} from '../../present/mask.ts';
import type {Paint} from '../../present/theme.ts';

const bare = (value: unknown): Bare =>
	typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Bare);

const columnOf = (name: string, mask: Mask, align: 'left' | 'right' = 'left'): Column<AnswerRecord> => ({
	name,
	align,
	layout: {isId: isIdName(name)},
	of: record => bare(record[name]),
	text: record => cellText(record[name], name, mask),
});

type Records = Extract<AnswerPart, {kind: 'records'}>;

const isRecords = (part: AnswerPart): part is Records => part.kind === 'records';

const printTable = (out: Out, parts: readonly AnswerPart[], {paint, mask}: {paint: Paint; mask: Mask}): void => {
	const shown = parts.filter(part => isRecords(part) || Object.keys(part.fields).length > 0);
	for (const [index, part] of shown.entries()) {
		if (shown.length > 1) {
			out.write(inLocale(`${index > 0 ? '\n' : ''}${paint('title', part.name)}\n`));
		}
		if (!isRecords(part)) {
			const columns = Object.keys(part.fields).map(name => columnOf(name, mask));
			printRecord(out, {format: 'table', columns, row: part.fields, paint});
		} else if (part.records.length === 0) {
			out.write(`${paint('faint', 'none')}\n`);
		} else {
			const columns = part.columns.map(({name, align}) => columnOf(name, mask, align));
			printRows(out, {format: 'table', columns, rows: part.records, paint, fits: true});
		}
	}
};

/** Prints the first list with all its fields as columns; without a list, the fields as pairs. */
const printCsv = (out: Out, parts: readonly AnswerPart[], mask: Mask): void => {
	const [first, ...others] = parts.filter(isRecords);
	const single = parts.filter(part => !isRecords(part));
	const omitted = [
		...others,
		...(first ? single.filter(part => !isRecords(part) && Object.keys(part.fields).length > 0) : []),
	];
	if (first) {
		const names = [...new Set(first.records.flatMap(record => Object.keys(record)))];
		const columns = names.map(name => columnOf(name, mask));
		printRows(out, {format: 'csv', columns, rows: first.records});
	} else {
		const fields = single.flatMap(part => (isRecords(part) ? [] : Object.entries(part.fields)));
		out.write(
			csvOf({columns: ['field', 'value'], rows: fields.map(([name, value]) => [name, bare(value) ?? undefined])}),
		);
	}
	if (omitted.length > 0) {
		say(`CSV has ${first?.name} alone; ${omitted.map(({name}) => name).join(', ')} came too, which --json shows`);
	}
};

/** The only list of an answer that has, besides, the total number of rows, as a page of a listing does. */
const listingIn = (parts: readonly AnswerPart[]): {list: Records; total: number} | undefined => {
	const [single, list, ...others] = parts;
	if (!single || isRecords(single) || !list || !isRecords(list) || others.length > 0) {
		return undefined;
	}
	const {total, ...further} = single.fields;
	return Object.values(further).every(value => value === '') && /^\d+$/.test(String(total))
		? {list, total: Number(total)}
		: undefined;
};

/** An answer with people masked, if they are; secrets in fields that name them stay, since they were asked for. */
const withoutPeople = (answer: AnswerRecord, mask: Mask): AnswerRecord =>
	mask === maskOf({masked: true}) ? (shownValue(answer, '', mask) as AnswerRecord) : answer;

/** Prints what an operation answered. */
export const printAnswer = (
	out: Out,
	type: string,
	answer: AnswerRecord,
	{format, paint, mask}: {format: Format; paint: Paint; mask: Mask},
): void => {
	if (format === 'json') {
		out.write(jsonOf(withoutPeople(answer, mask)));
		return;
	}
	const whole = partsOf(format === 'csv' ? withoutPeople(answer, mask) : answer, type);
	const listing = listingIn(whole);
	const parts = listing ? [listing.list] : whole;
	if (format === 'csv') {
		printCsv(out, parts, mask);
	} else {
		printTable(out, parts, {paint, mask});
	}
	if (listing && listing.total > listing.list.records.length) {
		say(`${type}: ${number(listing.list.records.length)} of ${number(listing.total)} rows`);
	}
};
