/** What a tool takes, made from the row of its command; and a call of it, as the words of that command. */
import type {AnyCommand, FlagRow} from '../../cli/command.ts';
import {dashed} from '../../cli/text.ts';
import {UsageError} from '../../config/errors.ts';
import {snake} from '../../present/csv-json.ts';

/** The part of JSON Schema that describes what a tool takes. */
export type Schema = {
	type: 'object';
	properties: Record<string, Record<string, unknown>>;
	required: string[];
	additionalProperties: false;
};

/** What a tool takes of its command. */
export type Taken = {
	/** The flags, by their names in the row. */
	flags: readonly string[];
	/** What it calls the argument of the command; undefined if it takes none. */
	argument?: {name: string; isMany?: boolean; isOptional?: boolean};
	/** The argument of the command where the tool does not take it. */
	fixed?: readonly string[];
};

/** What is given to a tool. */
export type Given = Readonly<Record<string, unknown>>;

const typeOf = ({type, choices, least, most, whole, about}: FlagRow): Record<string, unknown> => ({
	type: type === 'number' && whole ? 'integer' : type,
	description: about,
	...(choices && {enum: choices}),
	...(least !== undefined && {minimum: least}),
	...(most !== undefined && {maximum: most}),
});

const listOf = (items: Record<string, unknown>): Record<string, unknown> => ({
	type: 'array',
	items: {type: items.type},
	description: items.description,
	maxItems: 1000,
});

const rowOf = (row: AnyCommand, flag: string): FlagRow => (row.flags as Record<string, FlagRow>)[flag] as FlagRow;

/** The schema of what a tool takes. */
export const schemaOf = (row: AnyCommand, {flags, argument}: Taken): Schema => {
	const word = {type: 'string', description: row.argument?.about ?? ''};
	return {
		type: 'object',
		properties: {
			...(argument && {[argument.name]: argument.isMany ? listOf(word) : word}),
			...Object.fromEntries(
				flags.map(name => {
					const flag = rowOf(row, name);
					return [snake(name), flag.many ? listOf(typeOf(flag)) : typeOf(flag)];
				}),
			),
		},
		required: argument && !argument.isOptional ? [argument.name] : [],
		additionalProperties: false,
	};
};

const textsOf = (name: string, value: unknown): string[] => {
	const values = Array.isArray(value) ? value : [value];
	return values.map(one => {
		if (typeof one !== 'string' && typeof one !== 'number') {
			throw new UsageError(`${name} must be text or a number`);
		}
		return String(one);
	});
};

/**
 * The words of the command line that a call of a tool is. A value cannot become a flag: it is joined to its own, or behind all flags.
 *
 * @throws UsageError if something is given that the tool does not take
 */
export const argvOf = (row: AnyCommand, {flags, argument, fixed = []}: Taken, given: Given): string[] => {
	const words: string[] = [];
	const input: string[] = [];
	for (const [name, value] of Object.entries(given)) {
		const flag = flags.find(one => snake(one) === name);
		if (value === undefined || value === null) {
			continue;
		}
		if (name === argument?.name) {
			input.push(...textsOf(name, value));
		} else if (flag === undefined) {
			throw new UsageError(`there is nothing called ${JSON.stringify(name).slice(0, 60)} to be given`);
		} else if (rowOf(row, flag).type === 'boolean') {
			words.push(...(value === true ? [`--${dashed(flag)}`] : []));
		} else {
			words.push(...textsOf(name, value).map(text => `--${dashed(flag)}=${text}`));
		}
	}
	if (argument && !argument.isOptional && input.length === 0) {
		throw new UsageError(`${argument.name} is needed`);
	}
	return [...words, '--', ...fixed, ...input];
};
