/** Kinds of settings: how each is checked, and how messages and the example describe it. */
import * as z from 'zod';
import {decimalIn, isOtherNotation} from '../wire/decimal.ts';
import {didYouMean} from './nearest.ts';

/** The description of a setting. */
export type About = {
	/** What it does, in a sentence. */
	about: string;
	/** Its values, to follow "must be". */
	allowed: string;
	/** What the example shows for a map, which has no default. */
	example?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

const longest = 40;

/** A value for a message. */
const shown = (value: unknown): string => {
	if (typeof value === 'object' && value !== null) {
		return Array.isArray(value) ? 'a list' : 'a map';
	}
	const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
	return text.length > longest ? `${text.slice(0, longest)}…` : text;
};

/** A hint for text that was probably intended as another type. */
const hint = (value: unknown, words: readonly string[]): string => {
	if (typeof value !== 'string') {
		return '';
	}
	if (words.length > 0) {
		return didYouMean(value, words);
	}
	if (/^(?:on|off|yes|no|y|n|true|false)$/i.test(value)) {
		return `; it is text here: write ${/^(?:on|yes|y|true)$/i.test(value) ? 'true' : 'false'}`;
	}
	if (isOtherNotation(value)) {
		return '; write numbers in decimal digits';
	}
	return decimalIn(value) === undefined ? '' : '; it is text here: leave its quotes out';
};

const wrong =
	(allowed: string, words: readonly string[] = []) =>
	({input}: {input?: unknown}): string =>
		`must be ${allowed}, not ${shown(input)}${hint(input, words)}`;

/** The settings of a section; undefined for anything else. */
export const shapeOf = (schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> | undefined => {
	const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
	return inner instanceof z.ZodObject ? inner.shape : undefined;
};

/** The settings of each entry of a map; undefined for anything else. */
export const valuesOf = (schema: z.ZodType | undefined): z.ZodType | undefined => {
	const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
	return inner instanceof z.ZodRecord ? (inner.valueType as z.ZodType) : undefined;
};

/** Makes a setting optional and attaches its description. */
const described = <T extends z.ZodType>(type: T, about: About) => type.optional().meta(about);

/** True or false. */
export const yesNo = (about: string) => {
	const allowed = 'true or false';
	return described(z.boolean({error: wrong(allowed)}), {about, allowed});
};

/** A number; `unit` follows its bounds in messages. */
export const numberOf = (about: string, bounds: {least: number; most: number; unit?: string; whole?: boolean}) => {
	const {least, most, unit, whole} = bounds;
	const allowed = `a ${whole ? 'whole ' : ''}number from ${least} to ${most}${unit ? ` ${unit}` : ''}`;
	const error = wrong(allowed);
	const type = whole ? z.int({error}) : z.number({error});
	return described(type.check(z.gte(least, {error}), z.lte(most, {error})), {about, allowed});
};

const oneOf = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const wordIn = (words: readonly string[], allowed: string) => z.enum([...words], {error: wrong(allowed, words)});

/** One of some words. */
export const wordOf = (about: string, words: readonly string[]) => {
	const allowed = oneOf(words);
	return described(wordIn(words, allowed), {about, allowed});
};

/** A map from the operator's own texts to one of the words. */
export const meaningsOf = (about: string, words: readonly string[], shownAs: string) => {
	const allowed = `a map such as ${shownAs}`;
	const text = z.string().regex(/^(?=.*\S).{1,100}$/u, {error: 'a word must be text of at most 100 characters'});
	const type = z.record(text, wordIn(words, oneOf(words)).optional(), {error: wrong(allowed)});
	return described(type, {about, allowed});
};

/** A list of words, each at most once, with fixed first ones. */
export const wordsOf = (about: string, words: readonly string[], first: readonly string[]) => {
	const others = words.filter(word => !first.includes(word));
	const allowed = `a list of ${first.join(', ')}, then any of ${others.join(', ')}`;
	const list = z
		.array(wordIn(words, oneOf(words)), {error: wrong(allowed)})
		.refine(given => first.every((word, index) => given[index] === word), {
			error: `must begin with ${first.join(', ')}`,
		})
		.refine(given => new Set(given).size === given.length, {error: 'names one of them twice'});
	return described(list, {about, allowed});
};

/** Text. */
export const textOf = (about: string, allowed: string) =>
	described(
		z
			.string({error: wrong(allowed)})
			.trim()
			.min(1, {error: wrong(allowed)}),
		{about, allowed},
	);

/** A program and its arguments, which YAML may read as numbers. */
export const argumentsOf = (about: string) => {
	const allowed = 'a list of a program and its arguments';
	const isMissing = 'is missing: it must be ';
	const error = ({input}: {input?: unknown}): string =>
		input === undefined ? `${isMissing}${allowed}` : wrong(allowed)({input});
	const word = z.union([z.string(), z.number()], {error: 'must be text: put it into quotes'}).transform(String);
	const list = z
		.array(word, {error})
		.min(1, {error})
		.refine(([program]) => program !== '', {error: 'must begin with a program'});
	return list.meta({about, allowed});
};

/** An id of the service, which YAML may read as a number. */
export const idOf = (about: string) => {
	const allowed = 'a number of up to 15 digits';
	const error = wrong(allowed);
	const id = z
		.union([z.int(), z.string()], {error})
		.transform(String)
		.pipe(z.string().regex(/^\d{1,15}$/, {error}));
	return described(id, {about, allowed});
};

/** A map from names of the operator's own, of so many characters at most, to ids of the service. */
export const idsOf = (about: string, shownAs: string, longestName = 40) => {
	const allowed = `a map such as ${shownAs}`;
	const ids = 'a list of numbers of up to 15 digits';
	const id = z
		.union([z.int(), z.string()], {error: `must be ${ids}`})
		.transform(String)
		.pipe(z.string().regex(/^\d{1,15}$/, {error: `must be ${ids}`}));
	const name = z.string().regex(new RegExp(`^(?=.*\\S)[^\\p{Cc}\\p{Cf}\\u2028\\u2029]{1,${longestName}}$`, 'u'), {
		error: `a name must be text of at most ${longestName} characters`,
	});
	const type = z.record(name, z.array(id, {error: wrong(ids)}).optional(), {error: wrong(allowed)});
	return described(type, {about, allowed});
};

/** A map from names of a kind to texts. */
export const textsOf = (about: string, names: {pattern: RegExp; allowed: string}, shownAs: string) => {
	const allowed = `a map such as ${shownAs}`;
	const error = 'must be text';
	const text = z.union([z.string(), z.int()], {error}).transform(String).pipe(z.string().min(1, {error}));
	const name = z.string().regex(names.pattern, {error: `a name must be ${names.allowed}`});
	return described(z.record(name, text.optional(), {error: wrong(allowed)}), {about, allowed});
};

/** What the keys of an action must be, in messages. */
export const keysAllowed = 'a key or a list of keys';

const createKeys = () => {
	const key = z.union([z.string(), z.int().min(0).max(9)]).transform(String);
	return z.union([key.transform(one => [one]), z.array(key)], {error: wrong(keysAllowed)});
};

/** One schema for all actions, since making it for each would slow every start with a configuration. */
let keys: ReturnType<typeof createKeys> | undefined;

/** A key or several; a digit is a key too, which YAML reads as a number. */
export const keysOf = (about: string) => {
	keys ??= createKeys();
	return described(keys, {about, allowed: keysAllowed});
};

/** A section of settings. */
export const section = <Shape extends z.ZodRawShape>(about: string, shape: Shape) =>
	described(z.strictObject(shape, {error: wrong('a map of settings')}), {about, allowed: ''});

/** A map of settings under the operator's own names. */
export const mapOf = <T extends z.ZodType>(
	about: string,
	names: {pattern: RegExp; allowed: string},
	values: T,
	example: NonNullable<About['example']>,
) => {
	const name = z.string().regex(names.pattern, {error: `a name must be ${names.allowed}`});
	return described(z.record(name, values, {error: wrong('a map of names')}), {about, allowed: '', example});
};

/** Text with a check of its own; both as a required and as an optional setting. */
export const checkedText = (about: string, allowed: string, problemOf: (text: string) => string | undefined) => {
	const type = z
		.string({error: issue => (issue.input === undefined ? `is missing: it must be ${allowed}` : wrong(allowed)(issue))})
		.trim()
		.superRefine((text, {addIssue}) => {
			const problem = problemOf(text);
			if (problem !== undefined) {
				addIssue({code: 'custom', message: problem});
			}
		});
	return {required: type.meta({about, allowed}), optional: described(type, {about, allowed})};
};
