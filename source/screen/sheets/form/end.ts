/** The end of what a form asked for: the answer opens over the form, or the form shows why there is none. */
import type {Moment} from '../../../model/time.ts';
import type {FormOperation} from '../../../service/forms.ts';
import {openAnswer} from '../answer/answer.ts';
import {type Asked, type Form, type FormMemory, keepable, rememberSent, type Sheet} from '../sheet.ts';

/** How it ended: with an answer, with a reason, or not sent. */
export type FormEnd =
	| {kind: 'done'; answer: Readonly<Record<string, unknown>>; at: Moment}
	| {kind: 'failed'; text: string}
	| {kind: 'not-sent'; text: string};

/** The part of the screen's state that a form's end changes. */
type Open = {sheet: Sheet | undefined; forms: FormMemory};

/** The screen's state after a form's end; unchanged if the form is gone or waits for something else by now. */
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
