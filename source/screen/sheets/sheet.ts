/** Sheets: palette, form and answer, which lie over a view and take the keys. */

import type {Control} from '../../model/pending.ts';
import type {Moment} from '../../model/time.ts';
import type {OperationType} from '../../model/wire.ts';
import type {AnswerPart} from '../../present/answer-parts.ts';
import type {FormOperation, FormProblem, Forms, SentField, Typed} from '../../service/forms.ts';
import type {TextState} from '../parts/text-edit.ts';
import type {JsonLine} from './answer/json.ts';

/** How many sent forms are remembered. */
const mostKept = 20;

/** An operation of the catalogue, once that is loaded. */
export const operationOf = (catalogue: Forms | undefined, type: OperationType): FormOperation | undefined =>
	catalogue?.operations.find(operation => operation.type === type);

/** The values that may be remembered: no secrets, and none that are empty. */
export const keepable = ({params}: FormOperation, typed: Typed): Typed => {
	const secret = new Set(params.filter(({kind}) => kind === 'secret').map(({name}) => name));
	return Object.fromEntries(Object.entries(typed).filter(([id, value]) => value !== '' && !secret.has(id)));
};

/** Remembers a form that was sent. */
export const rememberSent = (memory: FormMemory, operation: FormOperation, {typed, at}: Asked): FormMemory => {
	const kept = keepable(operation, typed);
	const same = JSON.stringify(kept);
	const others = memory.sent.filter(one => one.operation !== operation.type || JSON.stringify(one.typed) !== same);
	return {...memory, sent: [{operation: operation.type, typed: kept, at}, ...others].slice(0, mostKept)};
};

/** Remembers a draft, without the values that the form opened with: another campaign may be selected the next time. */
export const rememberDraft = (memory: FormMemory, operation: FormOperation, form: Form): FormMemory => {
	const {[operation.type]: _before, ...drafts} = memory.drafts;
	const own = Object.entries(keepable(operation, form.typed)).filter(([id, value]) => form.prefilled[id] !== value);
	return form.isDone || own.length === 0
		? {...memory, drafts}
		: {...memory, drafts: {...drafts, [operation.type]: Object.fromEntries(own)}};
};

export type Palette = {
	/** What can be chosen: all that can be done, the orders of the rows below, or their columns. */
	offers: 'everything' | 'orders' | 'columns';
	query: TextState;
	/** The id of the selected entry; undefined for the first. */
	selected: string | undefined;
	top: number;
	/** Which of the last lines is in the query, 0 for the newest; undefined once it is another. */
	recalled: number | undefined;
};

/** What a form has asked for and waits for. A late answer is recognised by the identity of this object. */
export type Asked = {
	at: Moment;
	/** The fields that are sent, with secrets hidden. */
	fields: readonly SentField[];
	/** The values of the form when it was sent. */
	typed: Typed;
	/** What the operator confirms; undefined if nothing has to be confirmed. */
	control: Control | undefined;
};

/** A form of one operation. */
export type Form = {
	operation: OperationType;
	typed: Typed;
	/** The values that it opened with. */
	prefilled: Typed;
	/** How many items each list shows. */
	counts: Readonly<Record<string, number>>;
	/** The id of the row that has the focus. */
	focus: string;
	cursor: number;
	top: number;
	/** Fields that had the focus: only these show what is wrong before the first attempt to send. */
	visited: ReadonlySet<string>;
	tried: boolean;
	problems: readonly FormProblem[];
	notice: {text: string; tone: 'info' | 'error'} | undefined;
	asked: Asked | undefined;
	/** True once it was carried out and has not been edited since. */
	isDone: boolean;
	/** The view that shows its answer, unless that is shown over the form. */
	leadsTo?: 'search';
};

/** An answer, shown as tables or as JSON. */
export type Answer = {
	operation: OperationType;
	/** The fields that were sent. */
	fields: readonly SentField[];
	/** When a read was sent, or a command answered. */
	at: Moment;
	/** The answer as it came, with every text safe to show. */
	value: Readonly<Record<string, unknown>>;
	mode: 'table' | 'json';
	parts: readonly AnswerPart[];
	part: number;
	/** The selected row of the table, and the first row shown. */
	selected: number;
	top: number;
	/** The first column shown. */
	left: number;
	/** The row that is shown whole, and its scroll position. */
	record: {row: number; top: number} | undefined;
	json: {lines: readonly JsonLine[]; unfolded: ReadonlySet<string>; selected: number; top: number};
};

/** The open sheets: the answer lies over the form, the form over the palette. */
export type Sheet = {
	palette: Palette | undefined;
	form: Form | undefined;
	answer: Answer | undefined;
};

/** Forms of this run: those sent, newest first, and drafts by operation; without secrets. */
export type FormMemory = {
	sent: readonly {operation: OperationType; typed: Typed; at: Moment}[];
	drafts: Readonly<Partial<Record<OperationType, Typed>>>;
};

export const noForms: FormMemory = {sent: [], drafts: {}};

/** The sheets without the uppermost; undefined if none remains. */
export const withoutTop = (sheet: Sheet): Sheet | undefined => {
	if (sheet.answer) {
		// A form that a key opened closes once it was carried out.
		if (sheet.form?.isDone && !sheet.palette) {
			return undefined;
		}
		return sheet.form || sheet.palette ? {...sheet, answer: undefined} : undefined;
	}
	return sheet.form && sheet.palette ? {...sheet, form: undefined} : undefined;
};
