/** Sheets: what lies over the main part and has the keys while it is open. */

import type {AnswerPart} from '../../look/answer-parts.ts';
import type {Control} from '../../model/pending.ts';
import type {Moment} from '../../model/time.ts';
import type {OperationType} from '../../model/wire.ts';
import type {FormProblem, SentField, Typed} from '../../monitor/forms.ts';
import type {TextState} from '../parts/text-edit.ts';
import type {JsonLine} from './answer-json.ts';

/** The palette. */
export type Palette = {
	query: TextState;
	/** By id; the first entry where nothing is chosen yet. */
	selected: string | undefined;
	top: number;
};

/** What a form has asked and waits for; each is an object of its own, by which a late answer is known. */
export type Asked = {
	at: Moment;
	/** What is sent, secrets hidden. */
	fields: readonly SentField[];
	/** What stood in the form. */
	typed: Typed;
	/** What the operator confirms; nothing for what is asked without. */
	control: Control | undefined;
};

/** A form of one operation. */
export type Form = {
	operation: OperationType;
	typed: Typed;
	/** What stood in it before anything was typed. */
	prefilled: Typed;
	/** How many items each list shows. */
	counts: Readonly<Record<string, number>>;
	/** The row with the keys, by its id. */
	focus: string;
	cursor: number;
	top: number;
	/** Fields that the operator has been in; only of these is said what is wrong before the first try to send. */
	visited: ReadonlySet<string>;
	tried: boolean;
	problems: readonly FormProblem[];
	notice: {text: string; tone: 'info' | 'error'} | undefined;
	asked: Asked | undefined;
	/** True once it has been carried out as it stands. */
	isDone: boolean;
	/** The view that shows its answer, where that is not shown over the form. */
	leadsTo?: 'search';
};

/** An answer, shown as tables or as JSON. */
export type Answer = {
	operation: OperationType;
	/** What was sent for it. */
	fields: readonly SentField[];
	/** When a read was asked for, or a command answered. */
	at: Moment;
	/** As it came, each text safe to show. */
	value: Readonly<Record<string, unknown>>;
	mode: 'table' | 'json';
	parts: readonly AnswerPart[];
	part: number;
	/** The row of the table, and where it is scrolled to. */
	selected: number;
	top: number;
	/** The first column shown. */
	left: number;
	/** The row that is shown whole, and where that is scrolled to. */
	record: {row: number; top: number} | undefined;
	json: {lines: readonly JsonLine[]; unfolded: ReadonlySet<string>; selected: number; top: number};
};

/** What is open: the answer lies over the form, the form over the palette. */
export type Sheet = {
	palette: Palette | undefined;
	form: Form | undefined;
	answer: Answer | undefined;
};

/** Forms of this run: what was sent, newest first, and what was begun, by operation; secrets are not among it. */
export type FormMemory = {
	sent: readonly {operation: OperationType; typed: Typed; at: Moment}[];
	drafts: Readonly<Partial<Record<OperationType, Typed>>>;
};

/** No form was filled yet. */
export const noForms: FormMemory = {sent: [], drafts: {}};

/** The sheet without its uppermost one; nothing where none is left. */
export const withoutTop = (sheet: Sheet): Sheet | undefined => {
	if (sheet.answer) {
		// A form that a key opened for one thing has done that.
		if (sheet.form?.isDone && !sheet.palette) {
			return undefined;
		}
		return sheet.form || sheet.palette ? {...sheet, answer: undefined} : undefined;
	}
	return sheet.form && sheet.palette ? {...sheet, form: undefined} : undefined;
};
