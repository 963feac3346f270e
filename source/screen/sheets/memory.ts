/** What this run remembers of forms. Secrets are never kept. */
import type {OperationType} from '../../model/wire.ts';
import type {FormOperation, Forms, Typed} from '../../service/forms.ts';
import type {Asked, Form, FormMemory} from './sheet.ts';

/** How many sent forms are kept. */
const mostKept = 20;

/** An operation of the catalogue, once that is loaded. */
export const operationOf = (catalogue: Forms | undefined, type: OperationType): FormOperation | undefined =>
	catalogue?.operations.find(operation => operation.type === type);

/** The values that may be kept: no secrets, and none that are empty. */
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
