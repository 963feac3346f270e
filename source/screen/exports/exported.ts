/** The export of what is shown: the rows as they are filtered and sorted, with bare values; people stay masked. */

import {localTime} from '../../model/call-count.ts';
import {type CampaignRow, campaignRow} from '../../model/select.ts';
import type {View as ViewName} from '../../present/actions.ts';
import {documentBytes, shownValue} from '../../present/answer-cell.ts';
import type {AnswerPart} from '../../present/answer-parts.ts';
import {type CampaignField, campaignGroups, fieldsIn} from '../../present/campaign-fields.ts';
import {callRows, complaintJson, complaintPage} from '../../present/complaint-page.ts';
import {subjectText} from '../../present/complaint-text.ts';
import {recordsOf, type Sheet, snake, type Value} from '../../present/csv-json.ts';
import {counted, nothing} from '../../present/format.ts';
import type {Column} from '../../present/grid.ts';
import {type Mask, maskOf} from '../../present/mask.ts';
import {shownPart, shownRecord} from '../sheets/answer/answer.ts';
import type {Answer} from '../state/sheet.ts';
import type {Detail} from '../state/state.ts';
import {selectedCampaignId, type Table} from '../state/tables.ts';
import type {Context} from '../store/context.ts';
import {drawnState, maskedDetail} from '../store/shown.ts';
import {answeredIn, wordsFor} from '../views/complaint/rows.ts';

/** The sheet on screen; undefined while there is none. */
const exportedComplaint = ({state: present, ui, options, floors}: Context): Exported | undefined => {
	const state = drawnState(present, ui);
	const {complaint, source} = state;
	const sheet = answeredIn(state)?.sheet;
	if (!complaint || !sheet) {
		return undefined;
	}
	const words = wordsFor({state, ui, options, floors});
	const asked = localTime(complaint.askedAt.wall, source.timeZone);
	const made = `Asked of ${source.environment} at ${source.host} on ${asked} (${source.timeZone ?? 'time of this machine'}).`;
	return {
		name: 'complaint',
		what: `the calls to ${subjectText(sheet.subject, maskOf(ui))}`,
		page: complaintPage(sheet, complaint, words, made),
		sheet: callRows(sheet, words),
		value: complaintJson(sheet, complaint, words),
		documents: [],
	};
};

const exportedField = (group: string, {label, wire = '', of, raw, unit}: CampaignField, row: CampaignRow): Value[] => {
	const bare = row.figures && raw?.(row.figures);
	const value = raw ? bare : of(row);
	return [group, label, wire, value === nothing ? undefined : value, bare === undefined ? undefined : unit];
};

/** The fields of a campaign: bare figures, each with its name in the interface and its unit. */
const exportedFields = (row: CampaignRow): Sheet => ({
	columns: ['group', 'field', 'wire_name', 'value', 'unit'],
	rows: [
		...campaignGroups.flatMap(({title, fields}) =>
			fieldsIn(fields, row).map(shown => exportedField(title, shown, row)),
		),
		...Object.entries({...row.campaign.extra, ...row.figures?.extra}).map(([name, value]) => [
			'beyond the interface',
			name,
			name,
			value,
			undefined,
		]),
	],
});

/** A document found in a record. */
type Document = {field: string; bytes: Uint8Array; extension: string};

/** What can be exported now. */
export type Exported = {
	/** For the name of the file. */
	name: string;
	/** In words: `37 campaigns`. */
	what: string;
	/** As a page of Markdown, where it is one. */
	page?: string;
	/** As rows; undefined if it is no table. */
	sheet: Sheet | undefined;
	/** As JSON; by default the rows as objects. */
	value: unknown;
	documents: readonly Document[];
};

/** What kinds of files begin with. */
const kinds: readonly (readonly [extension: string, start: readonly number[]])[] = [
	['pdf', [0x25, 0x50, 0x44, 0x46]],
	['png', [0x89, 0x50, 0x4e, 0x47]],
	['jpg', [0xff, 0xd8, 0xff]],
	['gif', [0x47, 0x49, 0x46, 0x38]],
	['zip', [0x50, 0x4b, 0x03, 0x04]],
];

const extensionOf = (bytes: Uint8Array): string =>
	kinds.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0] ?? 'bin';

/** The documents in the fields of a record, and in what is nested in them. */
const documentsIn = (fields: Readonly<Record<string, unknown>>): Document[] =>
	Object.entries(fields).flatMap(([field, value]): Document[] => {
		if (typeof value === 'object' && value !== null) {
			return documentsIn(value as Readonly<Record<string, unknown>>);
		}
		if (typeof value !== 'string' || documentBytes(value) === undefined) {
			return [];
		}
		const bytes = Buffer.from(value, 'base64');
		return [{field, bytes, extension: extensionOf(bytes)}];
	});

const ofSheet = (name: string, what: string, sheet: Sheet): Exported => ({
	name,
	what,
	sheet,
	value: recordsOf(sheet),
	documents: [],
});

const ofTable = (name: ViewName, context: Context): Exported => {
	const {state, ui, options, tables, floors} = context;
	// Each view knows the rows of its own table.
	const {rows, view} = tables[name] as Table<unknown>;
	const source = {state: drawnState(state, ui), ui, options, floors, campaignId: selectedCampaignId(tables)};
	// A column without a width is only an order to sort by.
	const columns = view.columns(source).filter((column: Column<unknown>) => Number.isFinite(column.width));
	return ofSheet(name, counted(rows.length, view.noun), {
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
	const row = id === undefined ? undefined : campaignRow(drawnState(state, ui), id);
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
	const isSheet = ui.view === 'complaint' && answeredIn(drawnState(state, ui))?.sheet !== undefined;
	return isRows && !isSheet && tables[view].rows.length === 0 ? 'there are no rows' : undefined;
};

const shownIn = (context: Context): Exported | undefined => {
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

/** Names of more services than this in the name of a file say less than how many they are. */
const mostNames = 3;

/** The services that what is shown is of, for the name of a file; undefined while there is one only. */
const servicesIn = ({ui, tables, state: {source}}: Context): string | undefined => {
	if (source.floor === undefined) {
		return undefined;
	}
	// Each view knows the rows of its own table.
	const {rows, view} = tables[ui.view] as Table<unknown>;
	const ofRows = ui.sheet || ui.detail ? [] : rows.flatMap(row => view.serviceOf?.(row) ?? []);
	const names = ofRows.length === 0 ? [source.profile] : [...new Set(ofRows)];
	return names.length > mostNames
		? `${names.length}-services`
		: names.map(name => name.replaceAll(/[^\w.-]/g, '_')).join('+');
};

/** Exports what is shown. */
export const exportedIn = (context: Context): Exported | undefined => {
	const exported = shownIn(context);
	const services = servicesIn(context);
	return exported && (services === undefined ? exported : {...exported, name: `${services}-${exported.name}`});
};
