/** The rows of a form: a field for each parameter; groups and lists have titles. */
import {isRenamed, parameterWords} from '../../../present/parameter-words.ts';
import type {FormOperation, FormParameter} from '../../../service/forms.ts';
import type {Form} from '../../state/sheet.ts';

/** A row of a form. Keys skip titles. */
export type FormRow =
	| {
			kind: 'field';
			id: string;
			label: string;
			/** The name on the wire, if the label does not show it. */
			wire: string;
			depth: number;
			param: FormParameter;
	  }
	| {kind: 'title'; id: string; label: string; depth: number; summary: string}
	/** Adds an item to a list. */
	| {kind: 'add'; id: string; label: string; depth: number; list: string; summary: string};

/** The row that sends the form, always on screen below the others. */
export const sendRow = 'send';

const fieldRow = (id: string, param: FormParameter, depth: number): FormRow => ({
	kind: 'field',
	id,
	label: parameterWords(param.name),
	wire: isRenamed(param.name) ? param.name : '',
	depth,
	param,
});

/** The most items of a list. */
export const mostItems = 100;

const fieldRows = (params: readonly FormParameter[], below: string, depth: number): FormRow[] =>
	params.map(param => fieldRow(`${below}[${param.name}]`, param, depth));

const listRows = (param: FormParameter, count: number): FormRow[] => {
	const {name, fields, summary, isFree} = param;
	const items = Array.from({length: count}, (_, index): FormRow[] => {
		const id = `${name}[${index}]`;
		// The catalogue describes the list; each item is one text of it.
		const item: FormParameter = {...param, kind: 'text', required: false};
		const label = `${parameterWords(name)} ${index + 1}`;
		return fields
			? [{kind: 'title', id, label, depth: 1, summary: ''}, ...fieldRows(fields, id, 2)]
			: [{kind: 'field', id, label: isFree ? 'name=value' : label, wire: '', depth: 1, param: item}];
	});
	const add: FormRow = {
		kind: 'add',
		id: `${name}[]`,
		label: isFree ? 'another field' : parameterWords(name),
		depth: 0,
		list: name,
		summary,
	};
	return [...items.flat(), add];
};

/** Whether an operation has no parameters to fill in. */
export const takesNothing = ({params}: FormOperation): boolean => params.every(({isFree}) => isFree);

/** The present rows of a form. */
export const formRows = ({params}: FormOperation, counts: Form['counts']): FormRow[] =>
	params.flatMap((param): FormRow[] => {
		const {name, kind, summary, fields} = param;
		if (kind === 'repeated') {
			return listRows(param, counts[name] ?? 0);
		}
		return kind === 'group'
			? [{kind: 'title', id: name, label: parameterWords(name), depth: 0, summary}, ...fieldRows(fields ?? [], name, 1)]
			: [fieldRow(name, param, 0)];
	});

/** The list that a row belongs to, and the index of its item; undefined outside of lists. */
export const itemOf = (id: string): {list: string; item: number} | undefined => {
	const [, list, item] = /^([^[]+)\[(\d+)\]/.exec(id) ?? [];
	return list !== undefined && item !== undefined ? {list, item: Number(item)} : undefined;
};

/** The ids of the rows that can have the focus, in order. */
export const stops = (rows: readonly FormRow[]): string[] => [
	...rows.filter(({kind}) => kind !== 'title').map(({id}) => id),
	sendRow,
];

/** How many items each list must show to hold these values. */
export const countsFor = (typed: Readonly<Record<string, string>>): Record<string, number> => {
	const counts: Record<string, number> = {};
	for (const id of Object.keys(typed)) {
		const at = itemOf(id);
		if (at) {
			counts[at.list] = Math.min(mostItems, Math.max(counts[at.list] ?? 0, at.item + 1));
		}
	}
	return counts;
};
