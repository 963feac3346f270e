/** The catalogue for the screen: its operations as plain data, and checks of what was typed for them. */

import {nested, numbered, partsOf} from '../wire/bracket-names.ts';
import {bracketed} from '../wire/client/body.ts';
import {wireParameters} from '../wire/describe.ts';
import type {AnyOperation, Effect, Family} from '../wire/operation.ts';
import {namedRows, type OperationType, operations} from '../wire/operations/index.ts';
import {decodeParams, encodeParams} from '../wire/operations/parameter-values.ts';
import type {Parameter, ParameterKind, Parameters} from '../wire/parameters.ts';
import {isSecretField} from '../wire/sensitive.ts';
import {hidden} from '../wire/words.ts';
import {isKnown, keyValuesIn, strangersIn} from './key-values.ts';
import {isFileToSend, lookAtFile} from './uploads.ts';

export type {FileToSend} from './uploads.ts';

/** A parameter, for a prompt. */
export type ParameterNote = Pick<Parameter, 'kind' | 'summary' | 'required' | 'min' | 'max' | 'choices'>;

/** The parameters of an operation, by their wire names. */
export const parametersOf = namedRows;

/** Typed text as the parameters that it makes, or what is wrong with each of them. */
export type Checked =
	| {ok: true; params: Readonly<Record<string, unknown>>}
	| {ok: false; problems: readonly {name: string; message: string}[]};

/** Checks what was typed for a few parameters, by the interface's own bounds if it has any; an empty text counts as not given. */
export const checkParameters = (operation: OperationType, typed: Readonly<Record<string, string>>): Checked =>
	decodeParams(operation, typed, operations[operation].documented ? 'sent' : 'schema');

/** A parameter as a form asks for it. */
export type FormParameter = Pick<Parameter, 'summary' | 'required' | 'min' | 'max' | 'choices'> & {
	/** Its own name; within a group or a list it follows theirs in brackets. */
	name: string;
	kind: ParameterKind;
	/** True for the free fields of an operation whose parameters the interface does not all show: each item is `name=value`. */
	isFree?: true;
	/** The fields of a group, or of each item of a list; a list of plain values has none. */
	fields?: readonly FormParameter[];
};

/** An operation as a form asks for it. */
export type FormOperation = {
	type: OperationType;
	family: Family;
	effect: Effect;
	summary: string;
	/** False if the interface only names it: its parameters are the sandbox's own. */
	documented: boolean;
	params: readonly FormParameter[];
};

/** What was typed, by wire names: `phones[0][phone_number]`. What is empty is not sent. */
export type Typed = Readonly<Record<string, string>>;

/** What is wrong with a field. */
export type FormProblem = {
	name: string;
	message: string;
	/** Whether the field is empty that must not be. */
	missing: boolean;
	/** False if the value is nevertheless sent as it was typed. */
	blocks: boolean;
};

/** What was typed, checked against the catalogue. */
export type CheckedForm = {
	problems: readonly FormProblem[];
	/**
	 * What would be sent, as a control or a read takes it, except for files; not valid while a problem blocks it.
	 */
	params: Readonly<Record<string, unknown>>;
};

/** The name of the free fields, which no parameter has: `+[0]` holds `name=value`. */
const freeFields = '+';

const freeParameter: FormParameter = {
	name: freeFields,
	kind: 'repeated',
	isFree: true,
	summary: 'further fields that this service takes, as name=value',
	required: false,
};

const formParameters = (params: Parameters): FormParameter[] =>
	Object.entries(params).map(([name, {schema: _schema, sent: _sent, fields, ...row}]) => ({
		...row,
		name,
		...(fields ? {fields: formParameters(fields)} : {}),
	}));

/** Every operation, in the order of the catalogue. */
const allOperations: readonly FormOperation[] = Object.entries<AnyOperation>(operations).map(
	([type, {family, effect, summary, documented, more = false}]) => ({
		type: type as OperationType,
		family,
		effect,
		summary,
		documented,
		params: [...formParameters(namedRows(type as OperationType)), ...(documented && !more ? [] : [freeParameter])],
	}),
);

/** Replaces an existing file for the schema, which requires its bytes. */
const someFile = {name: '', bytes: new Uint8Array()};

/** The numbers of the items of a list in which anything was typed. */
const itemsOf = (typed: Typed, list: string): string[] => {
	const numbers = Object.entries(typed).flatMap(([field, text]) => {
		const [name, item] = partsOf(field) ?? [];
		return name === list && item !== undefined && text !== '' ? [item] : [];
	});
	return [...new Set(numbers)].toSorted((a, b) => Number(a) - Number(b));
};

/** What was typed as the wire's fields, in the order of the rows; empty items leave no gaps in a list. */
const fieldsOf = (rows: Parameters, typed: Typed): Record<string, unknown> => {
	const order = wireParameters(rows).map(({name}) => name);
	const given = Object.entries(typed)
		.map(([name, text]) => ({name, text, at: order.indexOf(numbered(name))}))
		.filter(({text, at}) => text !== '' && at !== -1)
		.sort((a, b) => a.at - b.at);
	const fields = nested(new Map(given.map(({name, text}) => [name, text])));
	return Object.fromEntries(
		Object.entries(rows).flatMap(([name, {kind, required}]): (readonly [string, unknown])[] => {
			const value = kind === 'group' && required ? (fields[name] ?? {}) : fields[name];
			return value === undefined ? [] : [[name, kind === 'file' ? someFile : value]];
		}),
	);
};

/** The field with a problem, in the numbering of the form: what is sent skips empty items. */
const fieldNamed = (problem: string, typed: Typed): string =>
	problem.replace(/^([^[]+)\[(\d+)\]/, (_whole, name: string, item: string) => {
		const typedItem = itemsOf(typed, name)[Number(item)];
		return `${name}[${typedItem ?? item}]`;
	});

/** Free fields: `name=value` each. */
const freeIn = (type: OperationType, typed: Typed): {fields: Record<string, string>; problems: FormProblem[]} => {
	const fields = new Map<string, string>();
	const problems: FormProblem[] = [];
	for (const item of itemsOf(typed, freeFields)) {
		const field = `${freeFields}[${item}]`;
		const [, name = '', value = ''] = /^\s*([^\s=]+)\s*=(.*)$/s.exec(typed[field] ?? '') ?? [];
		const message =
			name === ''
				? 'must be name=value'
				: name === 'type' || name === 'token'
					? `${name} is set by dialtop`
					: Object.hasOwn(parametersOf(type), name) || fields.has(name)
						? `${name} is set by another field`
						: undefined;
		if (message) {
			problems.push({name: field, message, missing: false, blocks: true});
		} else {
			fields.set(name, value);
		}
	}
	return {fields: Object.fromEntries(fields), problems};
};

/** Each value as its row reads it, or as it was typed if it does not fit the row. */
const openParams = (rows: Parameters, fields: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(fields).flatMap(([name, value]): (readonly [string, unknown])[] => {
			const read = rows[name]?.schema().safeDecode(value as never);
			return read?.success ? [[name, read.data]] : bracketed({[name]: value});
		}),
	);

/** A span of days whose last day is before its first, although each is valid. */
const spanProblem = ({from, to}: Parameters, typed: Typed, blocks: boolean): FormProblem[] => {
	const isSpan = from?.kind === 'date' && to?.kind === 'date' && Boolean(typed.from) && Boolean(typed.to);
	return isSpan && String(typed.to) < String(typed.from)
		? [{name: 'to', message: 'must not be before from', missing: false, blocks}]
		: [];
};

/** Checks what was typed against the catalogue. */
const check = (type: OperationType, typed: Typed): CheckedForm => {
	const rows = parametersOf(type);
	const {documented}: AnyOperation = operations[type];
	const fields = fieldsOf(rows, typed);
	const sent = decodeParams(type, fields, 'sent');
	const stopping = new Set(sent.ok ? [] : sent.problems.map(({name}) => name));
	const free = freeIn(type, typed);
	const read = decodeParams(type, fields);
	const problems = (read.ok ? [] : read.problems).map(({kind, name, message}): FormProblem => {
		const missing = kind === 'missing';
		// A bound of ours only warns; a file cannot go as it was typed, and without one there is nothing to send.
		const blocks = documented ? stopping.has(name) : rows[name]?.kind === 'file';
		return {name: fieldNamed(name, typed), message, missing, blocks};
	});
	const span = problems.some(({name}) => name === 'from' || name === 'to') ? [] : spanProblem(rows, typed, documented);
	const known = documented ? (sent.ok ? sent.params : {}) : openParams(rows, fields);
	const params = {...known, ...free.fields};
	const files = new Set(Object.entries(rows).flatMap(([name, {kind}]) => (kind === 'file' ? [name] : [])));
	return {
		problems: [...problems, ...span, ...free.problems],
		params: Object.fromEntries(Object.entries(params).filter(([name]) => !files.has(name))),
	};
};

/** The words, with a name added to one that has none, as the value of the only required field of the operation. */
const withNames = (type: OperationType, words: readonly string[]): readonly string[] => {
	const needed = Object.entries(parametersOf(type)).filter(([, {required}]) => required);
	const bare = words.filter(word => !word.includes('='));
	const [only] = needed;
	const isText = only && only[1].kind !== 'group' && only[1].kind !== 'repeated';
	return isText && needed.length === 1 && bare.length === 1 && words.every(word => !word.startsWith(`${only[0]}=`))
		? words.map(word => (word === bare[0] ? `${only[0]}=${word}` : word))
		: words;
};

/** KEY=VALUE words as typed fields, and what is wrong with them; a secret is typed on the form, which hides it. */
const typedIn = (type: OperationType, words: readonly string[]): {typed: Typed; wrong: readonly string[]} => {
	const {fields, wrong} = keyValuesIn(type, withNames(type, words), {
		whyNotHere: (name, row) =>
			name !== 'token' && isSecretField(name, row) ? 'type it on the form, which hides it' : undefined,
	});
	const rows = parametersOf(type);
	const free: string[] = [];
	const typed: Record<string, string> = {};
	for (const [name, value] of fields) {
		if (isKnown(type, name)) {
			typed[name] = rows[name]?.kind === 'file' ? value.replace(/^@/, '') : value;
		} else {
			typed[`${freeFields}[${free.push(name) - 1}]`] = `${name}=${value}`;
		}
	}
	const empty = [...fields].flatMap(([name, value]) =>
		value === '' ? [`${name} is empty: leave it out, as an empty field is not sent`] : [],
	);
	return {typed, wrong: [...wrong, ...strangersIn(type, [...fields.keys()], {hint: () => ''}), ...empty]};
};

/** A field of the request, as a person may read it. */
export type SentField = {name: string; kind: ParameterKind; text: string};

/** What a form would send, field by field, as on the wire; a secret is hidden and a file is its name. */
const sentFields = (type: OperationType, params: Readonly<Record<string, unknown>>): SentField[] => {
	const rows = parametersOf(type);
	const given = Object.entries(params).map(([name, value]) => [
		name,
		isFileToSend(value) ? {...someFile, name: value.name} : value,
	]);
	return Object.entries(encodeParams(type, Object.fromEntries(given) as never)).flatMap(([name, value]) => {
		const kind = rows[name]?.kind ?? 'text';
		return bracketed({[name]: value}).map(([field, sent]) => {
			const text = typeof sent === 'string' ? sent : sent.name;
			return {name: field, kind, text: kind === 'secret' ? hidden : text};
		});
	});
};

/** The catalogue for the screen. */
export const forms = {
	operations: allOperations,
	check,
	typedIn,
	sentFields,
	/** Checks a file that is to be sent; resolves with what is wrong with it, if anything is. */
	lookAtFile,
};

/** The catalogue as the screen has it: data, and functions without a state. */
export type Forms = typeof forms;
