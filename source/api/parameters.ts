/**
 * Parameters of operations as rows: what a form, a help text or a completion needs to know of each, with the zod schema
 * that checks it. A parameter's schema reads what arrives on the wire and writes what is sent.
 */
import * as z from 'zod';
import {decimalIn, isOtherNotation} from './decimal.ts';
import {isObject} from './record.ts';

/** What sort of value a parameter takes. */
export type ParameterKind =
	| 'text'
	| 'secret'
	| 'integer'
	| 'number'
	| 'money'
	| 'choice'
	| 'date'
	| 'group'
	| 'repeated'
	| 'file';

/** One parameter of an operation. */
export type Parameter<T = unknown, Required extends boolean = boolean> = {
	kind: ParameterKind;
	/** What it means, in a few words; units where they are not obvious. */
	summary: string;
	required: Required;
	/** Reads the wire's value and writes it back (a form sends text, JSON may send numbers). */
	schema: z.ZodType<T>;
	min?: number;
	max?: number;
	choices?: readonly string[];
	/** Whether its text is, or may hold, what no log may show, although it is no password. */
	sensitive?: 'phone' | 'secret';
	/** Whether it names something that the service keeps: its digits are no phone number and no card number. */
	isId?: true;
	/** The parameters of a group (`account[…]`) or of each item of a repeated one (`phones[n][…]`). */
	fields?: Parameters;
};

/** Parameters by their wire names. */
export type Parameters = Record<string, Parameter>;

type Output<P> = P extends {schema: z.ZodType<infer T>} ? T : never;

/** The values of a set of parameters. */
export type ValuesOf<P extends Parameters> = {
	[K in keyof P as P[K]['required'] extends true ? K : never]: Output<P[K]>;
} & {[K in keyof P as P[K]['required'] extends true ? never : K]?: Output<P[K]> | undefined};

type Optional<T> = Parameter<T, false>;

export const required = <T>(parameter: Optional<T>): Parameter<T, true> => ({...parameter, required: true});

const scalar = z.union([z.string(), z.number()]);

const numeric = (value: z.ZodType<number, number>, is: string, decimals: boolean) =>
	z.codec(scalar, value, {
		decode(wire, context) {
			const written = String(wire).trim();
			const read = decimals || !written.includes('.') ? decimalIn(written) : undefined;
			if (read === undefined) {
				context.issues.push({code: 'custom', message: `must be ${is}`, input: wire});
				return z.NEVER;
			}
			return read;
		},
		encode: value => value,
	});

type Bounds = {min?: number; max?: number};

const bounded = (schema: z.ZodNumber, {min, max}: Bounds): z.ZodNumber => {
	const low = min === undefined ? schema : schema.min(min, `must be at least ${min}`);
	return max === undefined ? low : low.max(max, `must be at most ${max}`);
};

/** A whole number. */
export const integer = (summary: string, bounds: Bounds = {}): Optional<number> => ({
	kind: 'integer',
	summary,
	required: false,
	...bounds,
	schema: numeric(bounded(z.number().int('must be a whole number'), bounds), 'a whole number', false),
});

/** A number that may have decimals. */
export const number = (summary: string, bounds: Bounds = {}): Optional<number> => ({
	kind: 'number',
	summary,
	required: false,
	...bounds,
	schema: numeric(bounded(z.number(), bounds), 'a number', true),
});

/**
 * An id that the interface types as an integer. It is kept as text, since a long one would lose digits as a number.
 */
export const idNumber = (summary: string): Optional<string> => ({
	kind: 'integer',
	summary,
	required: false,
	min: 0,
	isId: true,
	schema: z.codec(scalar, z.string().regex(/^[\w-]{1,40}$/, 'must be an id'), {
		decode(wire, context) {
			const written = String(wire).trim();
			// The service may read a number where an id was meant.
			if (isOtherNotation(written) || /^-\d+$/.test(written)) {
				context.issues.push({code: 'custom', message: 'must be an id in decimal digits', input: wire});
				return z.NEVER;
			}
			return written;
		},
		// JSON carries it as the integer that the interface asks for, where no digit is lost by that.
		encode: value => (/^(?:0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value),
	}),
});

/** An amount of money, sent with two decimals; cents above the wire. */
export const money = (summary: string): Optional<number> => ({
	kind: 'money',
	summary,
	required: false,
	min: 0,
	schema: z.codec(scalar, z.number().int().positive('must be more than 0'), {
		decode(wire, context) {
			const written = String(wire).trim();
			if (!/^\d{1,12}(?:\.\d{1,2})?$/.test(written)) {
				context.issues.push({code: 'custom', message: 'must be an amount such as 12.50', input: wire});
				return z.NEVER;
			}
			return Math.round(Number(written) * 100);
		},
		encode: cents => (cents / 100).toFixed(2),
	}),
});

/** Any text; of at most `limit` characters. */
export const text = (summary: string, limit = 10_000): Optional<string> => ({
	kind: 'text',
	summary,
	required: false,
	max: limit,
	schema: z.codec(scalar, z.string().max(limit, `must have at most ${limit} characters`), {
		decode: String,
		encode: value => value,
	}),
});

/** Text that is never shown, logged or kept; of at least `least` characters. */
export const secret = (summary: string, least = 0): Optional<string> => ({
	kind: 'secret',
	summary,
	required: false,
	min: least,
	max: 1000,
	schema: z.codec(
		scalar,
		z.string().min(least, `must have at least ${least} characters`).max(1000, 'must have at most 1000 characters'),
		{decode: String, encode: value => value},
	),
});

/** Text of a given shape. */
export const shaped = (summary: string, shape: RegExp, is: string): Optional<string> => ({
	kind: 'text',
	summary,
	required: false,
	schema: z.codec(scalar, z.string().regex(shape, `must be ${is}`), {
		decode: wire => String(wire).trim(),
		encode: value => value,
	}),
});

/** One of a few values. */
export const choice = <const C extends readonly [string, ...string[]]>(
	summary: string,
	choices: C,
): Optional<C[number]> => ({
	kind: 'choice',
	summary,
	required: false,
	choices,
	schema: z.codec(scalar, z.enum(choices, `must be one of ${choices.join(', ')}`), {
		// z.enum behind it refuses what is not one of them.
		decode: wire => String(wire).trim() as C[number],
		encode: value => value as string,
	}),
});

/** `Y` or `N`. */
export const yesNo = (summary: string) => choice(summary, ['Y', 'N']);

/** A day, `YYYY-MM-DD`; one that does not exist is refused. */
export const date = (summary: string): Optional<string> => ({
	kind: 'date',
	summary: `${summary} (YYYY-MM-DD)`,
	required: false,
	schema: z.codec(scalar, z.iso.date('must be a date such as 2026-03-31'), {
		decode: wire => String(wire).trim(),
		encode: value => value,
	}),
});

/** Marks a parameter whose text is a phone number or holds some. */
export const withPhones = <P extends Parameter>(parameter: P): P => ({...parameter, sensitive: 'phone'});

/** Marks a parameter that is an id, although it is text or a number. */
export const asId = <P extends Parameter>(parameter: P): P => ({...parameter, isId: true});

/** A phone number: E.164, or ten digits of the US (section 4.1, dial_number). */
export const phone = (summary: string) =>
	withPhones(shaped(summary, /^(?:\+[1-9]\d{6,14}|1?\d{10})$/, 'a phone number: E.164 (+15551234567) or ten digits'));

/** An email address. */
export const email = (summary: string): Optional<string> => ({
	kind: 'text',
	summary,
	required: false,
	max: 320,
	schema: z.codec(scalar, z.email({error: 'must be an email address', abort: true}).max(320, 'is too long'), {
		decode: wire => String(wire).trim(),
		encode: value => value,
	}),
});

/** The schema of a set of parameters; further fields are let through where `open`. */
export const schemaOf = <P extends Parameters>(fields: P, open = false): z.ZodType<ValuesOf<P>> => {
	const shape = Object.fromEntries(
		Object.entries(fields).map(([name, {schema, required}]) => [name, required ? schema : schema.optional()]),
	);
	return (open ? z.looseObject(shape) : z.object(shape)) as unknown as z.ZodType<ValuesOf<P>>;
};

/** A group of parameters, sent as `name[field]`. */
export const group = <F extends Parameters>(summary: string, fields: F): Optional<ValuesOf<F>> => ({
	kind: 'group',
	summary,
	required: false,
	fields,
	schema: schemaOf(fields),
});

/** A form's `name[0]…` parses as an array or, where indexes are missing, as an object keyed by index. */
const listOf = <T>(item: z.ZodType<T>): z.ZodType<T[]> =>
	z.codec(z.unknown(), z.array(item).max(1001), {
		decode: wire => (isObject(wire) ? Object.values(wire) : wire) as never,
		encode: value => value as unknown,
	});

/** Repeated groups, sent as `name[n][field]`. */
export const repeatedGroup = <F extends Parameters>(summary: string, fields: F): Optional<ValuesOf<F>[]> => ({
	kind: 'repeated',
	summary,
	required: false,
	fields,
	schema: listOf(schemaOf(fields)),
});

/** A repeated value, sent as `name[n]`. */
export const repeated = <T>(summary: string, item: Parameter<T>): Optional<T[]> => ({
	kind: 'repeated',
	summary,
	required: false,
	...(item.isId && {isId: true}),
	schema: listOf(item.schema),
});

/** A file to upload: its name and its bytes. */
export type Upload = {name: string; bytes: Uint8Array};

/** Whether a value is a file to upload. */
export const isUpload = (value: unknown): value is Upload => isObject(value) && value.bytes instanceof Uint8Array;

/** A file, sent as multipart/form-data. */
export const file = (summary: string): Optional<Upload> => ({
	kind: 'file',
	summary,
	required: false,
	schema: z.object({name: z.string(), bytes: z.instanceof(Uint8Array)}),
});
