/** Sends a form: a read or a sign-in at once, everything else once it is confirmed. */

import {whyNotNow} from '../../../model/select.ts';
import type {Moment} from '../../../model/time.ts';
import {fieldWords} from '../../../present/parameter-words.ts';
import type {FormOperation, Forms} from '../../../service/forms.ts';
import type {Monitor} from '../../../service/monitor.ts';
import {offerControl, whyNoControl, whyNoRead, whyPast, whyWatchOnly} from '../../../steering/offer.ts';
import {controlOf} from '../../../steering/operation.ts';
import {ask} from '../../actions/ask.ts';
import {searchAll} from '../../actions/search.ts';
import {type Asked, type Form, type FormEnd, rememberSent} from '../../state/sheet.ts';
import type {Context} from '../../store/context.ts';

type Params = Readonly<Record<string, unknown>>;

const isRead = ({effect}: FormOperation): boolean => effect === 'read' || effect === 'session';

/** Why a form cannot be sent now. It can still be filled in. */
export const whyNotSent = (
	operation: FormOperation,
	{state, monitor}: Pick<Context, 'state' | 'monitor'>,
): string | undefined => {
	if (!monitor) {
		return 'not connected yet';
	}
	if (operation.effect === 'session') {
		return whyWatchOnly(state) ?? whyPast(state);
	}
	return operation.effect === 'read' ? whyNoRead(state) : whyNoControl(state);
};

/** The parameters as typed, with every file read; or what is wrong with a file. */
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

/** Sends the open form, or shows on it why not. */
export const sendForm = async ({now, dispatch}: Context, catalogue: Forms, operation: FormOperation): Promise<void> => {
	// The key that sends it has changed the form.
	const form = now().ui.sheet?.form;
	if (!form) {
		return;
	}
	const set = (change: Partial<Form>): void => {
		const {sheet} = now().ui;
		if (sheet) {
			dispatch({type: 'sheet', sheet: {...sheet, form: {...form, ...change}}});
		}
	};
	const refuse = (text: string): void => set({notice: {text: `Not sent: ${text}`, tone: 'error'}});
	const filled = await withFilesOf(operation, catalogue, form);
	// The operator may have closed or changed the form while a file was read.
	if (now().ui.sheet?.form !== form) {
		return;
	}
	if ('message' in filled) {
		const {name, message} = filled;
		set({
			problems: [...form.problems, {name, message, missing: false, blocks: true}],
			focus: name,
			cursor: (form.typed[name] ?? '').length,
			notice: {text: `Not sent: ${fieldWords(name)} ${message}`, tone: 'error'},
		});
		return;
	}
	const {params} = filled;
	const here = now();
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
			refuse('give something to search for');
			return;
		}
		dispatch({type: 'forms', forms: rememberSent(here.ui.forms, operation, asked)});
		dispatch({type: 'sheet', sheet: undefined});
		searchAll(here, params);
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
	ask(
		now(),
		offerControl(then => controlOf(operation, params, fields, then), state),
	);
};
