/** The state and the keys of a form. It decides when to send, and sends nothing itself. */

import {topFor} from '../../../present/grid.ts';
import {parameterWords} from '../../../present/parameter-words.ts';
import type {FormOperation, FormParameter, Forms, Typed} from '../../../service/forms.ts';
import {choicesOf, type KnownTargets, resolveChoice, stepThrough} from '../../../steering/operation.ts';
import type {Key} from '../../../terminal/decode.ts';
import {editText, type TextState} from '../../parts/text-edit.ts';
import type {Form} from '../../state/sheet.ts';
import {countsFor, type FormRow, formRows, itemOf, mostItems, sendRow, stops} from './rows.ts';

/** What the keys of a form depend on. */
export type FormWorld = {
	operation: FormOperation;
	check: Forms['check'];
	known: KnownTargets;
	/** Rows that a page holds. */
	page: number;
};

/** The most characters of a field that the catalogue does not bound, such as a path. */
const mostText = 4096;

const isEmpty = (typed: Typed, id: string): boolean => (typed[id] ?? '') === '';

/** The first focus: the first empty required field; else the send row if there are required fields, or the first field. */
const firstFocus = (rows: readonly FormRow[], typed: Typed): string => {
	const fields = rows.filter(row => row.kind === 'field');
	const required = fields.filter(({param}) => param.required);
	const open = required.find(({id}) => isEmpty(typed, id));
	return open?.id ?? (required.length > 0 ? sendRow : (fields[0]?.id ?? sendRow));
};

export const openForm = (operation: FormOperation, prefilled: Typed, typed: Typed): Form => {
	const all = {...prefilled, ...typed};
	const counts = countsFor(all);
	const focus = firstFocus(formRows(operation, counts), all);
	return {
		operation: operation.type,
		typed: all,
		prefilled,
		counts,
		focus,
		cursor: (all[focus] ?? '').length,
		top: 0,
		visited: new Set(),
		tried: false,
		problems: [],
		notice: undefined,
		asked: undefined,
		isDone: false,
	};
};

/** The field that has the focus; undefined if another row has it. */
export const focusedField = (form: Form, operation: FormOperation): (FormRow & {kind: 'field'}) | undefined => {
	const row = formRows(operation, form.counts).find(({id}) => id === form.focus);
	return row?.kind === 'field' ? row : undefined;
};

/** The text that is being edited. */
export const editedText = ({typed, focus, cursor}: Form): TextState => ({value: typed[focus] ?? '', cursor});

const checked = (form: Form, {operation, check}: FormWorld): Form => ({
	...form,
	problems: check(operation.type, form.typed).problems,
});

const withText = (form: Form, {value, cursor}: TextState, world: FormWorld): Form => {
	if ((form.typed[form.focus] ?? '') === value) {
		return form.cursor === cursor ? form : {...form, cursor};
	}
	const typed = {...form.typed, [form.focus]: value};
	return checked({...form, typed, cursor, notice: undefined, isDone: false}, world);
};

/** Completes the typed text if it matches only one value, and marks the field as visited. */
const settled = (form: Form, world: FormWorld): Form => {
	const field = focusedField(form, world.operation);
	if (!field) {
		return form;
	}
	const value = resolveChoice(choicesOf(field.param, world.known), form.typed[form.focus] ?? '');
	return checked(
		{...withText(form, {value, cursor: value.length}, world), visited: new Set([...form.visited, form.focus])},
		world,
	);
};

const focusOn = (form: Form, focus: string, {operation, page}: FormWorld): Form => {
	const rows = formRows(operation, form.counts);
	const index = rows.findIndex(({id}) => id === focus);
	const top = index === -1 ? form.top : topFor(form.top, index, page, rows.length);
	return {...form, focus, cursor: (form.typed[focus] ?? '').length, top};
};

const moveBy = (form: Form, step: number, world: FormWorld): Form => {
	const order = stops(formRows(world.operation, form.counts));
	const at = Math.max(0, order.indexOf(form.focus));
	// A step past an end wraps around; a page stops at the end.
	const to =
		Math.abs(step) === 1
			? (at + step + order.length) % order.length
			: Math.max(0, Math.min(order.length - 1, at + step));
	return focusOn(settled(form, world), order[to] ?? sendRow, world);
};

const addItem = (form: Form, list: string, world: FormWorld): Form => {
	const count = form.counts[list] ?? 0;
	if (count >= mostItems) {
		return {...form, notice: {text: `${parameterWords(list)}: no more than ${mostItems}`, tone: 'error'}};
	}
	const counts = {...form.counts, [list]: count + 1};
	const first = formRows(world.operation, counts).find(
		({id, kind}) => kind === 'field' && id.startsWith(`${list}[${count}]`),
	);
	return focusOn({...form, counts, isDone: false}, first?.id ?? form.focus, world);
};

/** Removes the focused item from its list; the later ones move up. */
const removeItem = (form: Form, world: FormWorld): Form => {
	const at = itemOf(form.focus);
	if (!at) {
		return form;
	}
	const {list, item} = at;
	const renamed = Object.entries(form.typed).flatMap(([id, value]): (readonly [string, string])[] => {
		const at = itemOf(id);
		if (at?.list !== list || at.item < item) {
			return [[id, value]];
		}
		const start = `${list}[${at.item}]`;
		return at.item === item ? [] : [[`${list}[${at.item - 1}]${id.slice(start.length)}`, value]];
	});
	const counts = {...form.counts, [list]: Math.max(0, (form.counts[list] ?? 0) - 1)};
	const order = stops(formRows(world.operation, counts));
	const focus = order.includes(form.focus) ? form.focus : `${list}[]`;
	return checked(focusOn({...form, typed: Object.fromEntries(renamed), counts, isDone: false}, focus, world), world);
};

/** Checks the form, and returns whether to send it. */
export const trySend = (form: Form, world: FormWorld): {form: Form; send: boolean} => {
	if (form.asked && !form.asked.control) {
		return {form, send: false};
	}
	const tried = {...checked(settled(form, world), world), tried: true};
	const blocking = tried.problems.filter(({blocks}) => blocks);
	const [first] = blocking;
	if (!first) {
		return {form: {...tried, notice: undefined}, send: true};
	}
	const order = stops(formRows(world.operation, tried.counts));
	const focus = order.includes(first.name) ? first.name : tried.focus;
	const text =
		blocking.length === 1 ? 'one field has to be mended first' : `${blocking.length} fields have to be mended first`;
	return {form: {...focusOn(tried, focus, world), notice: {text: `Not sent: ${text}`, tone: 'error'}}, send: false};
};

/** Digits typed where the form could be sent name another target: they go into its first field, and replace its initial value. */
const intoFirst = (form: Form, key: Key, world: FormWorld): Form => {
	const first = formRows(world.operation, form.counts).find(({kind}) => kind === 'field');
	if (form.focus !== sendRow || !first || !/^\d+$/.test(key.text ?? '')) {
		return form;
	}
	const at = focusOn(form, first.id, world);
	const {value, cursor} = editedText(at);
	const isOwn = value !== form.prefilled[first.id];
	return withText(at, editText(isOwn ? {value, cursor} : {value: '', cursor: 0}, key), world);
};

/** The form after a key, and whether to send it; `back` to leave it. */
export const pressForm = (form: Form, key: Key, world: FormWorld): {form: Form; send: boolean} | 'back' => {
	const stay = (next: Form) => ({form: next, send: false});
	const {operation, known, page} = world;
	const row = formRows(operation, form.counts).find(({id}) => id === form.focus);
	const field = row?.kind === 'field' ? row : undefined;
	switch (key.name) {
		case 'escape':
			return 'back';
		case 'up':
		case 'shift-tab':
			return stay(moveBy(form, -1, world));
		case 'down':
		case 'tab':
			return stay(moveBy(form, 1, world));
		case 'pageup':
			return stay(moveBy(form, -Math.max(2, page), world));
		case 'pagedown':
			return stay(moveBy(form, Math.max(2, page), world));
		case 'ctrl-s':
			return trySend(form, world);
		case 'ctrl-x':
			return stay(removeItem(form, world));
		case 'enter':
			if (row?.kind === 'add') {
				return stay(addItem(form, row.list, world));
			}
			return form.focus === sendRow ? trySend(form, world) : stay(moveBy(form, 1, world));
	}
	if (!field) {
		return stay(intoFirst(form, key, world));
	}
	const offers = choicesOf(field.param, known);
	if ((key.name === 'left' || key.name === 'right') && offers.length > 0) {
		const value = stepThrough(offers, form.typed[form.focus] ?? '', key.name === 'left' ? -1 : 1);
		return stay(withText(form, {value, cursor: value.length}, world));
	}
	return stay(withText(form, editText(editedText(form), key, longestOf(field.param)), world));
};

/** The most characters of a field: one more than allowed, so that too long a text is refused rather than cut. */
const longestOf = ({kind, max}: FormParameter): number =>
	max !== undefined && (kind === 'text' || kind === 'secret') ? max + 1 : mostText;
