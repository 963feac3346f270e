/** What `y` copies of what is shown. */

import {columnAt} from '../../present/answer-parts.ts';
import {personalOf} from '../../present/mask.ts';
import {longestCopy} from '../../terminal/osc.ts';
import {shownPart, shownRecord} from '../sheets/answer/answer.ts';
import type {Answer} from '../state/sheet.ts';
import type {Table} from '../state/tables.ts';
import type {Copied} from '../state/view.ts';
import type {Context} from '../store/context.ts';

const textOf = (value: unknown): string =>
	typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

const ofField = (field: string, value: unknown): Copied => ({
	what: field,
	value: textOf(value),
	kind: personalOf(field),
});

/** For a record its first field on screen; for JSON the value of the line. */
const ofAnswer = (answer: Answer): Copied | undefined => {
	if (answer.mode === 'json') {
		const line = answer.json.lines[answer.json.selected];
		return line && ofField(line.key ?? answer.operation, line.value);
	}
	const part = shownPart(answer);
	const record = shownRecord(answer);
	const fields = record?.fields ?? (part?.kind === 'records' ? part.records[answer.selected] : undefined);
	const name =
		part?.kind === 'records' && !record ? columnAt(part.columns, answer.left)?.name : Object.keys(fields ?? {})[0];
	return fields && name !== undefined ? ofField(name, fields[name]) : undefined;
};

const ofRow = ({ui, tables, options}: Context): Copied | undefined => {
	const name = ui.view === 'campaign' ? 'campaigns' : ui.view;
	// Each view knows the rows of its own table.
	const {rows, selectedIndex, view} = tables[name] as Table<unknown>;
	const row = rows[selectedIndex];
	return row === undefined ? undefined : view.copies?.(row, options);
};

/** Control characters: a paste from the clipboard would type them. */
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** What `y` would copy; or why there is nothing. */
export const copiedIn = (context: Context): Copied | string => {
	const {ui} = context;
	if (ui.help) {
		return 'the help is open';
	}
	if (ui.sheet && !ui.sheet.answer) {
		return 'nothing is selected';
	}
	const copied = ui.sheet?.answer ? ofAnswer(ui.sheet.answer) : ofRow(context);
	const value = copied?.value.replace(control, ' ').trim() ?? '';
	if (!copied || value === '') {
		return 'nothing is selected that could be copied';
	}
	if (copied.kind === 'secret' || (ui.masked && copied.kind !== 'none')) {
		return `the ${copied.what} is hidden`;
	}
	return value.length > longestCopy ? `the ${copied.what} is too long to be copied` : {...copied, value};
};
