/**
 * Parameters of operations as rows: all that forms, help and completion need to know, and a zod schema that checks the
 * value, reads it from the wire and writes it.
 */
import * as z from 'zod';
import {decimalIn, isOtherNotation} from './decimal.ts';
import {once} from './once.ts';
import {isObject} from './record.ts';

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
	/** Its meaning in a few words, with units if they are not obvious. */
	summary: string;
	required: Required;
	/** Reads the wire's value and writes it (a form sends text, JSON may send numbers), within every bound of the row. */
	schema(): z.ZodType<T>;
	/** As `schema`, without the bounds that are ours: what a client may send. */
	sent(): z.ZodType<T>;
	/** Writes a value as `sent` does, without building it; undefined leaves the value to `sent`. */
	plain?(value: unknown): string | number | undefined;
	/** The section of the interface that gives its bounds; without it they are ours, and exceeding them only warns. */
	section?: string;
	min?: number;
	max?: number;
	choices?: readonly string[];
	/** What a text of a given shape must be. */
	shape?: string;
	/** Set if its text is or may contain something that no log may show, although it is not a password. */
	sensitive?: 'phone' | 'secret';
	/** Set if it is an id of the service: its digits are not a phone or card number. */
	isId?: true;
	/** What an empty value does; if not given it is ignored, since forms send one for each field that is not filled in. */
	empty?: 'clears' | 'refused';
	/** The parameters of a group (`account[…]`) or of each item of a repeated one (`phones[n][…]`). */
	fields?: Parameters;
};

/** Parameters by their wire names. */
export type Parameters = Record<string, Parameter>;

type Output<P> = P extends {schema(): z.ZodType<infer T>} ? T : never;

/** The values of a set of parameters. */
export type ValuesOf<P extends Parameters> = {
	[K in keyof P as P[K]['required'] extends true ? K : never]: Output<P[K]>;
} & {[K in keyof P as P[K]['required'] extends true ? never : K]?: Output<P[K]> | undefined};

type Optional<T> = Parameter<T, false>;

export const required = <T>(parameter: Optional<T>): Parameter<T, true> => ({...parameter, required: true});

/** A row; its schemas are built when a value is first checked by them. */
const optional = <T>(
	kind: ParameterKind,
	summary: string,
	schema: () => z.ZodType<T>,
	{sent = schema, ...rest}: Partial<Optional<T>> = {},
): Optional<T> => ({kind, summary, required: false, ...rest, schema: once(schema), sent: once(sent)});

/** Marks the bounds of a parameter as those of a section of the interface: nobody may send another value. */
export const given = <P extends Parameter>(section: string, parameter: P): P => ({
	...parameter,
	section,
	sent: parameter.schema,
});

const scalar = once(() => z.union([z.string(), z.number()]));

/** Text as a client may send it, whatever our bounds. */
const anyText = once(() => texts(z.string()));
const untrimmed = once(() => texts(z.string(), false));

/** Text as it was sent, or trimmed, checked by `value`. */
const texts = <T extends string>(value: z.ZodType<T, T>, trims = true): z.ZodType<T> =>
	z.codec(scalar(), value, {
		decode: wire => (trims ? String(wire).trim() : String(wire)) as T,
		encode: sent => sent,
	});

/** What `read` returns for the trimmed text; a problem `must be …` if that is undefined. */
const readable = <T>(
	value: z.ZodType<T, T>,
	read: (text: string) => T | undefined,
	is: string,
	encode: (sent: T) => string | number,
): z.ZodType<T> =>
	z.codec(scalar(), value, {
		decode(wire, context) {
			const result = read(String(wire).trim());
			if (result === undefined) {
				context.issues.push({code: 'custom', message: `must be ${is}`, input: wire});
				return z.NEVER;
			}
			return result;
		},
		encode,
	});

type Bounds = {min?: number; max?: number};

const bounded = (schema: z.ZodNumber, {min, max}: Bounds): z.ZodNumber => {
	const low = min === undefined ? schema : schema.min(min, `must be at least ${min}`);
	return max === undefined ? low : low.max(max, `must be at most ${max}`);
};

const isWithin = (value: number, {min = -Infinity, max = Infinity}: Bounds): boolean => value >= min && value <= max;

/** A whole number. */
export const integer = (summary: string, bounds: Bounds = {}): Optional<number> => {
	const within = (limits: Bounds): z.ZodType<number> =>
		readable(
			bounded(z.number().int('must be a whole number'), limits),
			text => (text.includes('.') ? undefined : decimalIn(text)),
			'a whole number',
			value => value,
		);
	return optional('integer', summary, () => within(bounds), {
		...bounds,
		sent: () => within({}),
		plain: value => (Number.isSafeInteger(value) && isWithin(value as number, bounds) ? (value as number) : undefined),
	});
};

/** A number that may have decimals. */
export const number = (summary: string, bounds: Bounds = {}): Optional<number> => {
	const within = (limits: Bounds): z.ZodType<number> =>
		readable(bounded(z.number(), limits), decimalIn, 'a number', value => value);
	return optional('number', summary, () => within(bounds), {...bounds, sent: () => within({})});
};

/** An id that the interface types as an integer. It stays text: a number would lose digits of a long one. */
export const idNumber = (summary: string): Optional<string> => {
	// JSON carries it as the integer that the interface asks for, unless that would lose digits.
	const write = (id: string): string | number => (/^(?:0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id);
	const schemaOf = (shape: RegExp): z.ZodType<string> =>
		readable(
			z.string().regex(shape, 'must be an id'),
			// The service may read such an id as another number.
			text => (isOtherNotation(text) || /^-\d+$/.test(text) ? undefined : text),
			'an id in decimal digits',
			write,
		);
	const shape = /^[\w-]{1,40}$/;
	return optional('integer', summary, () => schemaOf(shape), {
		min: 0,
		isId: true,
		shape: 'an id of at most 40 letters and digits',
		sent: () => schemaOf(/^[\w-]+$/),
		plain: value => (typeof value === 'string' && shape.test(value) ? write(value) : undefined),
	});
};

/** An amount of money, sent with two decimals; cents above the wire. */
export const money = (summary: string): Optional<number> =>
	optional(
		'money',
		summary,
		() =>
			readable(
				z.number().int().positive('must be more than 0'),
				text => (/^\d{1,12}(?:\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined),
				'an amount such as 12.50',
				cents => (cents / 100).toFixed(2),
			),
		{min: 0},
	);

/** Which page of a listing, and how many rows a page has (ours); the answer's `total` counts the rows of all pages. */
export const pages = ({usual = 100, most = 1000} = {}) => ({
	page: integer('page; the first when omitted', {min: 1, max: 1_000_000}),
	limit: integer(`rows per page; ${usual} when omitted`, {min: 1, max: most}),
});

/** Any text of at most `limit` characters. */
export const text = (summary: string, limit = 10_000): Optional<string> =>
	optional('text', summary, () => texts(z.string().max(limit, `must have at most ${limit} characters`), false), {
		max: limit,
		sent: untrimmed,
		plain: value => (typeof value === 'string' && value.length <= limit ? value : undefined),
	});

/** Text of at least `least` characters that is never shown, logged or stored. */
export const secret = (summary: string, least = 0): Optional<string> => {
	const most = 1000;
	const shape = () =>
		z.string().min(least, `must have at least ${least} characters`).max(most, `must have at most ${most} characters`);
	return optional('secret', summary, () => texts(shape(), false), {
		min: least,
		max: most,
		sent: untrimmed,
		plain: value => (typeof value === 'string' && isWithin(value.length, {min: least, max: most}) ? value : undefined),
	});
};

/** Text of a given shape. */
export const shaped = (summary: string, shape: RegExp, is: string): Optional<string> =>
	optional('text', summary, () => texts(z.string().regex(shape, `must be ${is}`)), {shape: is, sent: anyText});

/** One of a few values. */
export const choice = <const C extends readonly [string, ...string[]]>(
	summary: string,
	choices: C,
): Optional<C[number]> =>
	optional('choice', summary, () => texts<C[number]>(z.enum(choices, `must be one of ${choices.join(', ')}`)), {
		choices,
		sent: anyText as () => z.ZodType<C[number]>,
		plain: value => choices.find(one => one === value),
	});

/** `Y` or `N`. */
export const yesNo = (summary: string) => choice(summary, ['Y', 'N']);

/** A day, `YYYY-MM-DD`; one that does not exist is refused. */
export const date = (summary: string): Optional<string> =>
	optional('date', summary, () => texts(z.iso.date('must be a date such as 2026-03-31')), {
		sent: anyText,
	});

/** Marks a parameter whose text is or contains phone numbers. */
export const withPhones = <P extends Parameter>(parameter: P): P => ({...parameter, sensitive: 'phone'});

/** Marks a text or number as an id. */
export const asId = <P extends Parameter>(parameter: P): P => ({...parameter, isId: true});

const orEmpty = (schema: () => z.ZodType<string>) =>
	once(() => z.union([z.literal(''), schema()], {error: ({errors}) => errors?.at(-1)?.[0]?.message}));

/** Lets an empty value through, which clears what was there. */
export const clearable = (parameter: Optional<string>): Optional<string> => ({
	...parameter,
	schema: orEmpty(parameter.schema),
	sent: orEmpty(parameter.sent),
	empty: 'clears',
});

/** Lets an empty list through, also written as an empty value: it clears what was there. */
export const clearableList = <T>(parameter: Optional<T[]>): Optional<T[]> => ({...parameter, empty: 'clears'});

/** Marks parameters that always have a value: an empty one is refused, but for those that are clearable. */
export const filled = <P extends Parameters>(parameters: P): P =>
	Object.fromEntries(Object.entries(parameters).map(([name, row]) => [name, {empty: 'refused', ...row}])) as P;

/** A phone number: E.164, or ten digits of the US (section 4.1, dial_number). */
export const phone = (summary: string) =>
	withPhones(shaped(summary, /^(?:\+[1-9]\d{1,14}|1?\d{10})$/, 'a phone number: E.164 (+15551234567) or ten digits'));

/** An email address. */
export const email = (summary: string): Optional<string> =>
	optional(
		'text',
		summary,
		() => texts(z.email({error: 'must be an email address', abort: true}).max(320, 'is too long')),
		{
			max: 320,
			shape: 'an email address',
			sent: anyText,
		},
	);

/** Which bounds a schema holds: all of them, or only those that hold for what a client sends. */
export type Bounding = 'schema' | 'sent';

/** The schema of a set of parameters; `open` lets unknown fields through. */
export const schemaOf = <P extends Parameters>(
	fields: P,
	{open = false, bounding = 'schema'}: {open?: boolean; bounding?: Bounding} = {},
): z.ZodType<ValuesOf<P>> => {
	const shape = Object.fromEntries(
		Object.entries(fields).map(([name, row]) => [name, row.required ? row[bounding]() : row[bounding]().optional()]),
	);
	return (open ? z.looseObject(shape) : z.object(shape)) as unknown as z.ZodType<ValuesOf<P>>;
};

/** A group of parameters, sent as `name[field]`. */
export const group = <F extends Parameters>(summary: string, fields: F): Optional<ValuesOf<F>> =>
	optional('group', summary, () => schemaOf(fields), {fields, sent: () => schemaOf(fields, {bounding: 'sent'})});

/** Most items of a list (ours). */
const mostItems = 1001;

/** A form's `name[0]…` parses as an array or, if indexes are missing, as an object keyed by index. */
const listOf = <T>(item: z.ZodType<T>, most = Number.POSITIVE_INFINITY): z.ZodType<T[]> =>
	z.codec(z.unknown(), Number.isFinite(most) ? z.array(item).max(most) : z.array(item), {
		decode: wire => (wire === '' ? [] : isObject(wire) ? Object.values(wire) : wire) as never,
		encode: value => value as unknown,
	});

/** Repeated groups, sent as `name[n][field]`. */
export const repeatedGroup = <F extends Parameters>(summary: string, fields: F): Optional<ValuesOf<F>[]> =>
	optional('repeated', summary, () => listOf(schemaOf(fields), mostItems), {
		fields,
		max: mostItems,
		sent: () => listOf(schemaOf(fields, {bounding: 'sent'})),
	});

/** A repeated value, sent as `name[n]`. */
export const repeated = <T>(summary: string, item: Parameter<T>): Optional<T[]> =>
	optional('repeated', summary, () => listOf(item.schema(), mostItems), {
		max: mostItems,
		sent: () => listOf(item.sent()),
		...(item.isId && {isId: true}),
	});

/** A file to upload: its name and its bytes. */
export type Upload = {name: string; bytes: Uint8Array};

/** Whether a value is a file to upload. */
export const isUpload = (value: unknown): value is Upload => isObject(value) && value.bytes instanceof Uint8Array;

/** How a file is sent (section 4). */
export const fileRule = 'must be sent as multipart/form-data, with a file name';

/** A file, sent as multipart/form-data. */
export const file = (summary: string): Optional<Upload> =>
	optional('file', summary, () => z.custom<Upload>(isUpload, fileRule));
