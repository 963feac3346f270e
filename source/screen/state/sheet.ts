/** Sheets: palette, form and answer, which lie over a view and take the keys. */

import type {Control} from '../../model/pending.ts';
import type {Moment} from '../../model/time.ts';
import type {OperationType} from '../../model/wire.ts';
import {type AnswerPart, type AnswerRecord, partsOf} from '../../present/answer-parts.ts';
import type {NoForecast, WhatIf} from '../../service/foresight.ts';
import type {FormOperation, FormProblem, Forms, SentField, Typed} from '../../service/forms.ts';
import type {TextState} from '../parts/text-edit.ts';
import {type JsonLine, jsonLines, unfoldedAtFirst} from './json.ts';

/** How many sent forms are remembered. */
const mostRemembered = 20;

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
	const values = keepable(operation, typed);
	const same = JSON.stringify(values);
	const others = memory.sent.filter(one => one.operation !== operation.type || JSON.stringify(one.typed) !== same);
	return {...memory, sent: [{operation: operation.type, typed: values, at}, ...others].slice(0, mostRemembered)};
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
	/** What can be chosen: everything, the orders of the rows below, or their columns. */
	offers: 'everything' | 'orders' | 'columns';
	query: TextState;
	/** The id of the selected entry; undefined for the first. */
	selected: string | undefined;
	top: number;
	/** Which of the last lines is in the query, 0 for the newest; undefined once it is another. */
	recalled: number | undefined;
};

/** The palette as it opens. */
export const openPalette: Palette = {
	offers: 'everything',
	query: {value: '', cursor: 0},
	selected: undefined,
	top: 0,
	recalled: undefined,
};

/** Whether the line is about lists, which have to be read for it. */
export const isAboutLists = (line: string): boolean => /^\s*list-/i.test(line);

/** So many of the last lines are remembered. */
const mostLines = 10;

/** The last lines with one more, the newest first and each once. */
export const keepLine = (lines: readonly string[], line: string): readonly string[] =>
	[line, ...lines.filter(one => one !== line)].slice(0, mostLines);

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

/** The output of a command of the operator's own. */
export type Output = {
	/** Unique in this run. */
	id: number;
	title: string;
	/** How it ended, or that it runs. */
	note: string;
	/** Safe to show. */
	lines: readonly string[];
	top: number;
};

/** What other levels and agents would do to a campaign. */
export type WhatIfSheet = {
	campaignId: string;
	/** How often the floor of now was asked for while it is open. */
	turn: number;
	/** The level that is shown, or drop limit; undefined for the one in force. */
	value: number | undefined;
	/** Agents who come as well, or leave if negative. */
	extraAgents: number;
	/** What is simulated, by these agents, and what it was asked of (`aboutOf`). */
	tried: ReadonlyMap<number, {about: string; answer: WhatIf | NoForecast}>;
};

/** The sheet as it opens. */
export const openWhatIf = (campaignId: string): WhatIfSheet => ({
	campaignId,
	turn: 0,
	value: undefined,
	extraAgents: 0,
	tried: new Map(),
});

/** As of when the floor of an answer is, UTC milliseconds. */
const untilOf = (answer: WhatIf | NoForecast): number | undefined =>
	'why' in answer ? undefined : answer.calibratedOn.until;

/** What is simulated with these agents, so far nothing where other agents were tried alone; undefined until anything is. */
export const triedWith = ({tried, extraAgents}: WhatIfSheet): WhatIf | NoForecast | undefined => {
	const [other] = [...tried.values()].flatMap(({answer}) => ('points' in answer ? answer : []));
	return tried.get(extraAgents)?.answer ?? (other && {...other, extraAgents, points: [], safest: undefined});
};

/** The sheet after an answer comes: those about another floor are dropped. */
export const withTried = (
	sheet: WhatIfSheet,
	extraAgents: number,
	about: string,
	answer: WhatIf | NoForecast,
): WhatIfSheet => {
	const until = untilOf(answer);
	const others = [...sheet.tried].filter(([, one]) => one.about === about && untilOf(one.answer) === until);
	return {...sheet, tried: new Map([...others, [extraAgents, {about, answer}]])};
};

/** The open sheets: the answer lies over the form, the form over the palette. */
export type Sheet = {
	palette: Palette | undefined;
	form: Form | undefined;
	answer: Answer | undefined;
	/** Alone, if at all; likewise the what-if. */
	output?: Output | undefined;
	whatIf?: WhatIfSheet | undefined;
};

/** Forms of this run: those sent, newest first, and drafts by operation; without secrets. */
export type FormMemory = {
	sent: readonly {operation: OperationType; typed: Typed; at: Moment}[];
	drafts: Readonly<Partial<Record<OperationType, Typed>>>;
};

export const noForms: FormMemory = {sent: [], drafts: {}};

/** The sheets without the uppermost; undefined if none remains. */
export const withoutTop = (sheet: Sheet): Sheet | undefined => {
	if (sheet.output) {
		return undefined;
	}
	if (sheet.answer) {
		// A form that a key opened closes once it was carried out.
		if (sheet.form?.isDone && !sheet.palette) {
			return undefined;
		}
		return sheet.form || sheet.palette ? {...sheet, answer: undefined} : undefined;
	}
	return sheet.form && sheet.palette ? {...sheet, form: undefined} : undefined;
};

/** An answer as it opens. */
export const openAnswer = (
	operation: Answer['operation'],
	fields: Answer['fields'],
	value: AnswerRecord,
	at: Moment,
): Answer => {
	const unfolded = unfoldedAtFirst(value);
	return {
		operation,
		fields,
		at,
		value,
		mode: 'table',
		parts: partsOf(value, operation),
		part: 0,
		selected: 0,
		top: 0,
		left: 0,
		record: undefined,
		json: {lines: jsonLines(value, unfolded), unfolded, selected: 0, top: 0},
	};
};

/** How the request of a form ended: with an answer, with a reason, or not sent. */
export type FormEnd =
	| {kind: 'done'; answer: Readonly<Record<string, unknown>>; at: Moment}
	| {kind: 'failed'; text: string}
	| {kind: 'not-sent'; text: string};

/** The part of the screen's state that a form's end changes. */
type Open = {sheet: Sheet | undefined; forms: FormMemory};

/**
 * The screen's state after a form's end: the answer opens over the form, or the form shows why there is none; unchanged if the form is
 * gone or waits for something else by now.
 */
export const endForm = <U extends Open>(ui: U, asked: Asked, operation: FormOperation, end: FormEnd): U => {
	const {sheet, forms} = ui;
	const form = sheet?.form;
	if (!sheet || form?.asked !== asked) {
		return ui;
	}
	const ended: Form = {...form, asked: undefined};
	if (end.kind !== 'done') {
		const failed: Form = {...ended, notice: {text: end.text, tone: 'error'}};
		return {
			...ui,
			sheet: {...sheet, form: failed},
			forms: end.kind === 'failed' ? rememberSent(forms, operation, asked) : forms,
		};
	}
	// Secrets are forgotten once they were sent.
	const typed = keepable(operation, form.typed);
	const isDone = form.typed === asked.typed;
	return {
		...ui,
		sheet: {
			...sheet,
			form: {...ended, typed, notice: undefined, tried: false, isDone},
			answer: openAnswer(operation.type, asked.fields, end.answer, end.at),
		},
		forms: rememberSent(forms, operation, asked),
	};
};
