/** What is shown, as it is exported: the rows as they are filtered and sorted, with bare values; who is masked stays so. */

import {campaignRow} from '../../model/select.ts';
import type {View as ViewName} from '../../present/actions.ts';
import {shownValue} from '../../present/answer-cell.ts';
import type {AnswerPart} from '../../present/answer-parts.ts';
import {recordsOf, type Sheet, snake, type Value} from '../../present/csv-json.ts';
import {counted} from '../../present/format.ts';
import type {Column} from '../../present/grid.ts';
import {type Mask, maskOf} from '../../present/mask.ts';
import {shownPart, shownRecord} from '../sheets/answer/answer.ts';
import type {Answer} from '../sheets/sheet.ts';
import type {Detail} from '../state/state.ts';
import type {Context} from '../store/context.ts';
import {maskedDetail} from '../store/details.ts';
import {exportedFields} from '../views/campaign/export.ts';
import {exportedComplaint} from '../views/complaint/export.ts';
import {answeredIn} from '../views/complaint/rows.ts';
import {views} from '../views/index.ts';
import {selectedCampaignId, type Table} from '../views/table.ts';
import type {View} from '../views/view.ts';
import {documentsIn, type Exported} from './documents.ts';

const ofSheet = (name: string, what: string, sheet: Sheet): Exported => ({
	name,
	what,
	sheet,
	value: recordsOf(sheet),
	documents: [],
});

/** What a row of a view is. */
const things: Readonly<Record<ViewName, string>> = {
	campaigns: 'campaign',
	campaign: 'field',
	lists: 'list',
	search: 'call',
	settings: 'setting',
	accounts: 'account',
	alerts: 'alert',
	log: 'command',
	complaint: 'call',
};

const ofTable = (name: ViewName, context: Context): Exported => {
	const {state, ui, options, tables} = context;
	// Each view knows the rows of its own table.
	const view = views[name] as View<unknown>;
	const {rows} = tables[name] as Table<unknown>;
	const source = {state: ui.frozen ?? state, ui, options, campaignId: selectedCampaignId(tables)};
	// A column without a width is an order to sort by and no more.
	const columns = view.columns(source).filter((column: Column<unknown>) => Number.isFinite(column.width));
	return ofSheet(name, counted(rows.length, things[name]), {
		columns: columns.map(({id}) => snake(id)),
		rows: rows.map(row => columns.map(({raw, sort}) => (raw ? raw.of(row) : sort(row)))),
	});
};

const ofDetail = (name: ViewName, detail: Detail, mask: Mask): Exported =>
	ofSheet(`${name}-details`, counted(detail.rows.length, 'field'), {
		columns: ['field', 'value'],
		rows: maskedDetail(detail, mask).rows.map(([field, value]) => [field, value]),
	});

const cellOf = (value: unknown, field: string, mask: Mask): Value => {
	const shown = shownValue(value, field, mask);
	return shown === null
		? undefined
		: typeof shown === 'string' || typeof shown === 'number' || typeof shown === 'boolean'
			? shown
			: JSON.stringify(shown);
};

const sheetOf = (answer: Answer, part: AnswerPart, mask: Mask): Sheet => {
	const record = shownRecord(answer);
	if (record || part.kind === 'fields') {
		return {
			columns: ['field', 'value'],
			rows: Object.entries(record?.fields ?? {}).map(([field, value]) => [field, cellOf(value, field, mask)]),
		};
	}
	const {columns, records} = part;
	return {
		columns: columns.map(({name}) => name),
		rows: records.map(one => columns.map(({name}) => cellOf(one[name], name, mask))),
	};
};

const ofAnswer = (answer: Answer, mask: Mask): Exported => {
	const {operation: name, value, mode} = answer;
	const part = shownPart(answer);
	const documents = documentsIn(value);
	if (mode === 'json' || !part) {
		const what = `the answer of ${name}`;
		return {name, what, sheet: undefined, value: shownValue(value, '', mask), documents};
	}
	const sheet = sheetOf(answer, part, mask);
	const record = shownRecord(answer)?.fields;
	const count = counted(sheet.rows.length, record ? 'field' : 'row');
	const shown = record ?? (part.kind === 'records' ? part.records : part.fields);
	return {name, what: `${count} of ${name}`, sheet, value: shownValue(shown, '', mask), documents};
};

const ofCampaign = ({state, ui, tables}: Context): Exported | undefined => {
	const id = selectedCampaignId(tables);
	const row = id === undefined ? undefined : campaignRow(ui.frozen ?? state, id);
	return row && ofSheet('campaign', `the fields of "${row.campaign.name}"`, exportedFields(row));
};

/** Why there is nothing to export. */
export const whyNoExport = ({state, ui, tables, monitor}: Context): string | undefined => {
	if (!monitor) {
		return 'not connected yet';
	}
	if (ui.help) {
		return 'the help is open';
	}
	if (ui.sheet && !ui.sheet.answer) {
		return 'there are no rows';
	}
	const isRows = !ui.sheet && !ui.detail;
	const view = ui.view === 'campaign' ? 'campaigns' : ui.view;
	const isSheet = ui.view === 'complaint' && answeredIn(ui.frozen ?? state)?.sheet !== undefined;
	return isRows && !isSheet && tables[view].rows.length === 0 ? 'there are no rows' : undefined;
};

/** What is exported of what is shown. */
export const exportedIn = (context: Context): Exported | undefined => {
	const {ui} = context;
	const mask = maskOf(ui);
	if (ui.sheet) {
		return ui.sheet.answer && ofAnswer(ui.sheet.answer, mask);
	}
	if (ui.detail) {
		return ofDetail(ui.view, ui.detail, mask);
	}
	return ui.view === 'campaign'
		? ofCampaign(context)
		: ui.view === 'complaint'
			? (exportedComplaint(context) ?? ofTable(ui.view, context))
			: ofTable(ui.view, context);
};
