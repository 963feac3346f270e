/** KEY=VALUE as fields of an operation: on the command line, and in the palette. */
import {numbered, partsOf} from '../wire/bracket-names.ts';
import {wireParameters} from '../wire/describe.ts';
import type {AnyOperation} from '../wire/operation.ts';
import {namedRows, type OperationType, operations} from '../wire/operations/index.ts';
import type {Parameter} from '../wire/parameters.ts';

/** What the caller says about fields, which depends on where they are typed. */
export type FieldHints = {
	/** Why a field must not be typed here; undefined if it may. */
	whyNotHere(name: string, row: Parameter | undefined): string | undefined;
	/** A suggestion for the name of an unknown field; empty if no name is near. */
	hint(name: string, known: readonly string[]): string;
};

/** The most names that a message lists. */
const namesShown = 8;

const itsFields = (known: readonly string[]): string =>
	known.length === 0 ? ': it takes none' : known.length > namesShown ? '' : `: ${known.join(', ')}`;

/** The parameters of an operation by their flat names on the wire. */
export const rowsOf = (type: OperationType): ReadonlyMap<string, Parameter> => {
	return new Map(wireParameters(namedRows(type)).map(({name, row}) => [name, row]));
};

/** The fields by flat names, and what is wrong with the other words. */
export const keyValuesIn = (
	type: OperationType,
	words: readonly string[],
	{whyNotHere}: Pick<FieldHints, 'whyNotHere'>,
): {fields: Map<string, string>; wrong: string[]} => {
	const known = rowsOf(type);
	const fields = new Map<string, string>();
	const wrong = words.flatMap((word, index) => {
		const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
		if (name === '') {
			// Not quoted, since a value without its name may be a phone number or a password.
			return [`word ${index + 1} after ${type} is not KEY=VALUE${itsFields([...known.keys()])}`];
		}
		const why = whyNotHere(name, known.get(numbered(name)));
		if (why !== undefined) {
			return [`${name}: ${why}`];
		}
		if (fields.has(name)) {
			return [`${name} is given twice`];
		}
		fields.set(name, value);
		return [];
	});
	return {fields, wrong};
};

/** Whether a name is that of a field. */
export const isKnown = (type: OperationType, name: string): boolean => rowsOf(type).has(numbered(name));

/** Problems with fields that the operation does not have. */
export const strangersIn = (
	type: OperationType,
	names: readonly string[],
	{hint}: Pick<FieldHints, 'hint'>,
): string[] => {
	const {documented, more}: AnyOperation = operations[type];
	const known = [...rowsOf(type).keys()];
	return names.flatMap(name => {
		if (name === 'type' || name === 'token') {
			return [`${name} is set by dialtop`];
		}
		const parts = partsOf(name);
		if (!parts) {
			return [`${name}: brackets must be as in phones[0][phone_number]`];
		}
		const isOwn = Object.hasOwn(namedRows(type), parts[0] ?? '');
		if (known.includes(numbered(name)) || ((!documented || more) && !isOwn)) {
			return [];
		}
		return [`${name} is not one of its fields${hint(name, known) || itsFields(known)}`];
	});
};
