/** Prints an answer of unknown shape: its lists as tables, its other fields as pairs. */

import {cellText} from '../../look/answer-cell.ts';
import {type AnswerPart, type AnswerRecord, isIdName, partsOf} from '../../look/answer-parts.ts';
import {csvOf, jsonOf} from '../../look/csv-json.ts';
import {maskOf} from '../../look/mask.ts';
import type {Paint} from '../../look/theme.ts';
import type {Out} from '../frame/out.ts';
import {say} from '../frame/out.ts';
import {type Bare, type Column, type Format, printRecord, printRows} from '../frame/table.ts';
import {inLocale} from '../frame/text.ts';

/** People are not masked; secrets are. */
const mask = maskOf({masked: false});

const bare = (value: unknown): Bare =>
	typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Bare);

const columnOf = (name: string, align: 'left' | 'right' = 'left'): Column<AnswerRecord> => ({
	name,
	align,
	isId: isIdName(name),
	of: record => bare(record[name]),
	text: record => cellText(record[name], name, mask),
});

type Records = Extract<AnswerPart, {kind: 'records'}>;

const isRecords = (part: AnswerPart): part is Records => part.kind === 'records';

const printTable = (out: Out, parts: readonly AnswerPart[], paint: Paint): void => {
	const shown = parts.filter(part => isRecords(part) || Object.keys(part.fields).length > 0);
	for (const [index, part] of shown.entries()) {
		if (shown.length > 1) {
			out.write(inLocale(`${index > 0 ? '\n' : ''}${paint('title', part.name)}\n`));
		}
		if (!isRecords(part)) {
			const columns = Object.keys(part.fields).map(name => columnOf(name));
			printRecord(out, {format: 'table', columns, row: part.fields, paint});
		} else if (part.records.length === 0) {
			out.write(`${paint('faint', 'none')}\n`);
		} else {
			const columns = part.columns.map(({name, align}) => columnOf(name, align));
			printRows(out, {format: 'table', columns, rows: part.records, paint, fits: true});
		}
	}
};

/** Prints the first list with all its fields as columns; without a list, the fields as pairs. */
const printCsv = (out: Out, parts: readonly AnswerPart[]): void => {
	const [first, ...others] = parts.filter(isRecords);
	const single = parts.filter(part => !isRecords(part));
	const left = [
		...others,
		...(first ? single.filter(part => !isRecords(part) && Object.keys(part.fields).length > 0) : []),
	];
	if (first) {
		const names = [...new Set(first.records.flatMap(record => Object.keys(record)))];
		const columns = names.map(name => columnOf(name));
		printRows(out, {format: 'csv', columns, rows: first.records});
	} else {
		const fields = single.flatMap(part => (isRecords(part) ? [] : Object.entries(part.fields)));
		out.write(
			csvOf({columns: ['field', 'value'], rows: fields.map(([name, value]) => [name, bare(value) ?? undefined])}),
		);
	}
	if (left.length > 0) {
		say(`CSV has ${first?.name} alone; ${left.map(({name}) => name).join(', ')} came too, which --json shows`);
	}
};

/** Prints what an operation answered. */
export const printAnswer = (
	out: Out,
	type: string,
	answer: AnswerRecord,
	{format, paint}: {format: Format; paint: Paint},
): void => {
	switch (format) {
		case 'json':
			out.write(jsonOf(answer));
			return;
		case 'csv':
			printCsv(out, partsOf(answer, type));
			return;
		default:
			printTable(out, partsOf(answer, type), paint);
	}
};
