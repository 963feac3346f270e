/** Reads the fields of `dialtop call` from the command line and from a file, and checks them against the catalogue. */

import {say} from '../../cli/out.ts';
import {UsageError} from '../../config/errors.ts';
import {didYouMean} from '../../config/nearest.ts';
import {personalOf} from '../../present/mask.ts';
import {forms} from '../../service/forms.ts';
import {type FieldHints, keyValuesIn, rowsOf, strangersIn} from '../../service/key-values.ts';
import {type FileToSend, lookAtFile} from '../../service/uploads.ts';
import {flat, nested, numbered} from '../../wire/bracket-names.ts';
import type {AnyOperation} from '../../wire/operation.ts';
import {type OperationType, operations} from '../../wire/operations/index.ts';
import type {Parameters} from '../../wire/parameters.ts';
import {isObject} from '../../wire/record.ts';
import {isSecretRow} from '../../wire/sensitive.ts';

type Fields = Record<string, unknown>;

/** Secrets must not be on a command line; a misspelt name gets a suggestion. */
const hints: FieldHints = {
	whyNotHere: (name, row) =>
		(row ? isSecretRow(row) : name !== 'token' && personalOf(name) === 'secret')
			? 'everybody on this machine can read a command line; give it with --data FILE, or --data - for standard input'
			: undefined,
	hint: didYouMean,
};

/** The fields of the command line by flat names. @throws UsageError naming every argument that is not a field */
const onCommandLine = (type: OperationType, words: readonly string[]): Map<string, string> => {
	const {fields, wrong} = keyValuesIn(type, words, hints);
	if (wrong.length > 0) {
		throw new UsageError(wrong.join('; '));
	}
	return fields;
};

/** Keeps a number as text if JSON.parse would change it: a long id, `1e3`. */
const asWritten = (_key: string, value: unknown, {source}: {source?: string} = {}): unknown =>
	typeof value === 'number' && String(value) !== source ? source : value;

/** The fields of a file, by their flat names. @throws UsageError */
const inData = (data: string): Map<string, unknown> => {
	let parsed: unknown;
	try {
		parsed = JSON.parse(data, asWritten);
	} catch {
		// The parser's message quotes the text, which may hold a secret.
		throw new UsageError('--data is not JSON; it must be an object of fields, such as {"list_id": "50001"}');
	}
	if (!isObject(parsed)) {
		throw new UsageError('--data must be an object of fields, such as {"list_id": "50001"}');
	}
	return new Map(flat(parsed));
};

const isEmpty = (value: unknown): boolean => value === '' || value === null;

/** The files that `@FILE` names. */
const filesIn = async (rows: Parameters, flat: ReadonlyMap<string, unknown>) => {
	const files: Record<string, FileToSend> = {};
	const wrong: string[] = [];
	for (const [name, {kind, required}] of Object.entries(rows)) {
		const given = flat.get(name);
		if (kind !== 'file' || (given === undefined && !required)) {
			continue;
		}
		if (given === undefined) {
			wrong.push(`${name} is required: ${name}=@FILE`);
			continue;
		}
		const file = /^@./.test(String(given)) ? await lookAtFile(String(given).slice(1)) : 'must be @FILE';
		if (typeof file === 'string') {
			wrong.push(`${name} ${file}`);
		} else {
			files[name] = file;
		}
	}
	return {files, wrong};
};

/** The fields as they were given. */
export type Given = {
	/** KEY=VALUE each. */
	words: readonly string[];
	/** JSON: an object of fields. */
	data: string | undefined;
	/** Whether fields of an undocumented operation are sent even if the catalogue does not know them. */
	asGiven: boolean;
};

/**
 * Reads the fields of an operation; those of the command line override those of `data`.
 *
 * @returns the parameters for the dialer, with files that are checked but not read yet
 * @throws UsageError naming every field that is missing, wrong or unknown
 */
export const fieldsOf = async (type: OperationType, {words, data, asGiven}: Given): Promise<Fields> => {
	const {params: rows, documented}: AnyOperation = operations[type];
	const given = new Map<string, unknown>([...(data === undefined ? [] : inData(data)), ...onCommandLine(type, words)]);
	const known = rowsOf(type);
	const isKnown = (name: string): boolean => known.has(numbered(name));
	const clears = (name: string): boolean => given.get(name) === '' && known.get(numbered(name))?.empty === 'clears';
	const empty = [...given].flatMap(([name, value]) =>
		isEmpty(value) && isKnown(name) && !clears(name)
			? [`${name} is empty: leave it out, as an empty field is not sent`]
			: [],
	);
	const {files, wrong} = await filesIn(rows, given);
	const checked = forms.check(
		type,
		Object.fromEntries(
			[...given].flatMap(([name, value]) => (isKnown(name) && !isEmpty(value) ? [[name, String(value)]] : [])),
		),
	);
	const wanting = checked.problems.filter(({name}) => !isEmpty(given.get(name)) && rows[name]?.kind !== 'file');
	const unfit = wanting.filter(({blocks}) => blocks || !(documented || asGiven));
	const problems = [
		...strangersIn(type, [...given.keys()], hints),
		...empty,
		...wrong,
		...unfit.map(({name, message}) => `${name} ${message}`),
	];
	if (problems.length > 0) {
		const hint =
			documented || asGiven || unfit.length === 0 ? '' : '; --as-given sends them although dialtop expects others';
		throw new UsageError(`${type}: ${problems.join('; ')}${hint}`, [`dialtop call ${type} --help shows its fields`]);
	}
	for (const {name, message} of documented ? wanting : []) {
		say(`${type}: ${name} ${message} by a bound of dialtop's own, which the interface does not have: sent as given`);
	}
	const cleared = nested(new Map([...given].filter(([name]) => clears(name))));
	const groups = Object.entries(cleared).map(([name, fields]) => [
		name,
		isObject(fields) ? {...(checked.params[name] as Fields), ...fields} : fields,
	]);
	return {
		...checked.params,
		...Object.fromEntries(groups),
		...nested(new Map([...given].filter(([name]) => !isKnown(name)))),
		...files,
	};
};
