/** Sends what a form holds: a read at once, signing in at once, everything else after its confirmation. */

import type {Batch} from '../../control/offer.ts';
import {whyNoControl} from '../../control/offer.ts';
import {controlOf} from '../../control/operation.ts';
import {whyNotNow} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import type {Moment} from '../../model/time.ts';
import type {FormOperation, Forms} from '../../monitor/forms.ts';
import type {Monitor} from '../../monitor/monitor.ts';
import type {FormEnd} from '../forms/end.ts';
import {rememberSent} from '../forms/memory.ts';
import type {Asked, Form} from '../forms/sheet.ts';
import type {Context} from '../screen/context.ts';
import {ask} from './ask.ts';

type Params = Readonly<Record<string, unknown>>;

const isRead = ({effect}: FormOperation): boolean => effect === 'read' || effect === 'session';

/** Why a form cannot be sent now; it can be filled all the same. */
export const whyNotSent = (
	operation: FormOperation,
	{state, monitor}: Pick<Context, 'state' | 'monitor'>,
): string | undefined => {
	if (!monitor) {
		return 'not connected yet';
	}
	if (operation.effect === 'session') {
		return undefined;
	}
	return operation.effect === 'read'
		? state.link.kind === 'signed-out'
			? 'not signed in'
			: undefined
		: whyNoControl(state);
};

/** What was typed, with each file looked at; or what is wrong with one. */
const withFilesOf = async (
	operation: FormOperation,
	catalogue: Forms,
	{typed}: Form,
): Promise<{params: Params} | {name: string; message: string}> => {
	const {params} = catalogue.check(operation.type, typed);
	const filled: Record<string, unknown> = {...params};
	for (const {name, kind} of operation.params) {
		if (kind === 'file' && typed[name]) {
			const file = await catalogue.lookAtFile(typed[name]);
			if (typeof file === 'string') {
				return {name, message: file};
			}
			filled[name] = file;
		}
	}
	return {params: filled};
};

const signIn = async (monitor: Monitor, {user, pass, hours}: Params, at: Moment): Promise<FormEnd> => {
	const result = await monitor.signIn({
		user: String(user),
		password: String(pass),
		...(typeof hours === 'number' ? {hours} : {}),
	});
	return result.kind === 'signed-in'
		? {kind: 'done', answer: {signed_in: String(user)}, at}
		: {kind: 'failed', text: `Not signed in: ${result.reason}`};
};

const read = async (monitor: Monitor, {type}: FormOperation, params: Params, at: Moment): Promise<FormEnd> => {
	const outcome = await monitor.ask(type, params);
	return outcome.kind === 'done'
		? {kind: 'done', answer: outcome.answer, at}
		: {kind: 'failed', text: `No answer: ${monitor.reasonOf(outcome)}`};
};

/** What a form asks to be confirmed; asked anew, it is about its target as that is shown by then. */
const offerOf = (operation: FormOperation, params: Params, fields: Asked['fields'], state: State): Batch => ({
	controls: [controlOf(operation, params, fields, state)],
	left: [],
	again: now => offerOf(operation, params, fields, now.state),
});

/** Sends the form that is open, or says on it why not. */
export const sendForm = async (context: () => Context, catalogue: Forms, operation: FormOperation): Promise<void> => {
	const {ui, dispatch} = context();
	const form = ui.sheet?.form;
	if (!form) {
		return;
	}
	const set = (change: Partial<Form>): void => {
		const {sheet} = context().ui;
		if (sheet) {
			dispatch({type: 'sheet', sheet: {...sheet, form: {...form, ...change}}});
		}
	};
	const refuse = (text: string): void => set({notice: {text: `Not sent: ${text}`, tone: 'error'}});
	const filled = await withFilesOf(operation, catalogue, form);
	// It may have been left or changed while a file was looked at.
	if (context().ui.sheet?.form !== form) {
		return;
	}
	if ('message' in filled) {
		const {name, message} = filled;
		set({
			problems: [...form.problems, {name, message, missing: false, blocks: true}],
			focus: name,
			cursor: (form.typed[name] ?? '').length,
			notice: {text: `Not sent: ${name} ${message}`, tone: 'error'},
		});
		return;
	}
	const {params} = filled;
	const here = context();
	const {state, monitor} = here;
	const why = whyNotSent(operation, here);
	if (why || !monitor) {
		refuse(why ?? 'not connected yet');
		return;
	}
	const fields = catalogue.sentFields(operation.type, params);
	const asked: Asked = {
		at: state.now,
		fields,
		typed: form.typed,
		control: isRead(operation) ? undefined : controlOf(operation, params, fields, state),
	};
	const {control} = asked;
	if (form.leadsTo === 'search') {
		if (fields.length === 0) {
			refuse('say at least one thing to search for');
			return;
		}
		dispatch({type: 'forms', forms: rememberSent(here.ui.forms, operation, asked)});
		dispatch({type: 'sheet', sheet: undefined});
		void monitor.search(params);
		return;
	}
	if (!control) {
		set({asked});
		const end = await (operation.effect === 'session'
			? signIn(monitor, params, asked.at)
			: read(monitor, operation, params, asked.at));
		dispatch({type: 'form-ended', asked, operation, end});
		return;
	}
	const busy = whyNotNow(state, control);
	if (busy) {
		refuse(busy);
		return;
	}
	set({asked});
	ask(context(), offerOf(operation, params, fields, state));
};

/** Tells the form whose control it was how it ended. */
export const tellForm = (
	{ui, state, dispatch}: Context,
	control: Asked['control'],
	ended: Awaited<ReturnType<Monitor['control']>>,
): void => {
	const asked = ui.sheet?.form?.asked;
	const operation = ui.catalogue?.operations.find(({type}) => type === control?.operation);
	// Asked anew, it may name its target otherwise; what is sent stays the same.
	if (!asked?.control || asked.control.params !== control?.params || !operation) {
		return;
	}
	const end: FormEnd =
		ended.kind === 'done'
			? {kind: 'done', answer: ended.answer, at: state.now}
			: ended.kind === 'not-sent'
				? {kind: 'not-sent', text: `NOT SENT: ${ended.reason}`}
				: ended.kind === 'refused'
					? {kind: 'failed', text: `Refused: ${ended.reason}`}
					: {kind: 'failed', text: `Outcome UNKNOWN: ${ended.reason}; it may have been carried out`};
	dispatch({type: 'form-ended', asked, operation, end});
};
