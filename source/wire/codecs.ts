/**
 * Wire string <-> value: the client decodes and the sandbox encodes with the same codecs. They are strict: a value that is
 * not wholly readable is an error, never a guess and never 0.
 */
import * as z from 'zod';
import {once} from './once.ts';
import {safeText} from './text.ts';
import {noteRule, type ToleranceRule} from './tolerance.ts';
import {hidden} from './words.ts';

/** The interface shows strings, but JSON numbers are read as well. */
const scalar = once(() => z.union([z.string(), z.number()]));
type Scalar = string | number;

/**
 * A codec of one wire value: wire string (or number) on one side, the value on the other. It reads without zod, and what only
 * reads never builds a schema: a dashboard has hundreds of values, and zod would take most of the time.
 */
export type Codec<T> = {
	/** Reads trimmed text; undefined if it is not wholly readable. */
	read(text: string): T | undefined;
	/** Writes an allowed value. */
	write(value: T): string;
	/** Allows values. */
	value(): z.ZodType<T, T>;
	/** Both ways and all checks as one schema. */
	schema(): z.ZodType<T, Scalar>;
};

/** Reads a wire value; undefined if it is not wholly readable. */
export const readValue = <T>(codec: Codec<T>, wire: unknown): T | undefined =>
	typeof wire === 'string' || typeof wire === 'number' ? codec.read(String(wire).trim()) : undefined;

/** Writes a value. @throws z.ZodError if the codec does not allow it */
export const writeValue = <T>(codec: Codec<T>, value: T): string => codec.write(codec.value().parse(value));

const codec = <T>(
	make: () => z.ZodType<T, T>,
	read: (text: string) => T | undefined,
	write: (value: T) => string,
	is: string,
): Codec<T> => {
	const value = once(make);
	const schema = once(() =>
		z.codec(scalar(), value(), {
			decode(wire, context) {
				const result = read(String(wire).trim());
				if (result === undefined) {
					context.issues.push({code: 'custom', message: `is not ${is}`, input: wire});
					return z.NEVER;
				}
				return result;
			},
			encode: write,
		}),
	);
	return {read, write, value, schema};
};

const pattern =
	(shape: RegExp) =>
	(text: string): number | undefined =>
		shape.test(text) ? Number(text) : undefined;

/** What `read` makes of the text, or else of the text that `plain` makes of it, by a tolerant rule. */
const tolerant =
	<T>(
		rule: ToleranceRule,
		plain: (text: string) => string | undefined,
		read: (text: string) => T | undefined,
	): ((text: string) => T | undefined) =>
	text => {
		const strict = read(text);
		if (strict !== undefined) {
			return strict;
		}
		const other = plain(text);
		const value = other === undefined ? undefined : read(other);
		if (value !== undefined) {
			noteRule(rule);
		}
		return value;
	};

/**
 * Without the commas between thousands. `1,234` alone may be a decimal comma where decimals are allowed, so the caller decides
 * which writings are unambiguous.
 */
const withoutCommas =
	(shape: RegExp) =>
	(text: string): string | undefined =>
		shape.test(text) ? text.replaceAll(',', '') : undefined;

const wholeThousands = withoutCommas(/^-?\d{1,3}(?:,\d{3})+$/);
/** For values of at most two decimals: three digits after a comma are not decimals there. */
const centThousands = withoutCommas(/^-?\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/);
const decimalThousands = withoutCommas(/^-?(?:\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,})$/);

const withoutPercent = (text: string): string | undefined =>
	text.endsWith('%') ? text.slice(0, -1).trimEnd() : undefined;

const withoutDollar = (text: string): string | undefined =>
	/^(?:-\$|\$-?) ?\d/.test(text) ? text.replace(/^(-?)\$(-?) ?/, '$1$2') : undefined;

/** Allows all the digits of a double. */
const decimalShape = /^-?\d{1,15}(?:\.\d{1,20})?$/;

const readDecimal = tolerant('thousands', decimalThousands, pattern(decimalShape));
const readTwoDecimals = tolerant('thousands', centThousands, pattern(decimalShape));

/** As few decimals as the value needs, at most nine, and no exponent. */
const shortest = (value: number): string => value.toFixed(9).replace(/\.?0+$/, '');

/** A whole number from 0: `"37"` <-> 37. */
export const count = codec(
	() => z.number().int().nonnegative(),
	tolerant('thousands', wholeThousands, pattern(/^\d{1,15}$/)),
	String,
	'a whole number',
);

/** A whole number of either sign. */
export const integer = codec(
	() => z.number().int(),
	tolerant('thousands', wholeThousands, pattern(/^-?\d{1,15}$/)),
	String,
	'a whole number',
);

/** A number with or without decimals, as written: `"2.4"` <-> 2.4. */
export const decimal = codec(() => z.number(), readDecimal, shortest, 'a number');

/** A balance or another amount that may have any decimals: `"12.5"` <-> 12.5. */
export const amount = codec(
	() => z.number(),
	tolerant('dollar-sign', withoutDollar, readTwoDecimals),
	shortest,
	'an amount of money',
);

/** A number written with two decimals: `"41.30"` <-> 41.3 (section 2.6). */
export const twoDecimals = codec(
	() => z.number(),
	readTwoDecimals,
	value => value.toFixed(2),
	'a number',
);

/** A rate in percent, written with two decimals: `"1.87"` <-> 1.87 (section 2.6). */
export const rate = codec(
	() => z.number(),
	tolerant('percent-sign', withoutPercent, pattern(decimalShape)),
	value => value.toFixed(2),
	'a percentage',
);

/** An amount of money, written with two decimals: `"41.30"` <-> 41.3 (section 2.6). */
export const charge = codec(
	() => z.number(),
	tolerant('dollar-sign', withoutDollar, readTwoDecimals),
	value => value.toFixed(2),
	'an amount of money',
);

/** A percentage, with or without its sign: `"3%"` <-> 3 (section 2.6: percent sign suffix). */
export const percent = codec(
	() => z.number(),
	text => pattern(decimalShape)(withoutPercent(text) ?? text),
	value => `${shortest(value)}%`,
	'a percentage',
);

/** Money: `"12.50"` <-> 1250 cents. */
export const money = codec(
	() => z.number().int(),
	tolerant(
		'dollar-sign',
		withoutDollar,
		tolerant('thousands', centThousands, text =>
			/^-?\d{1,12}(?:\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : undefined,
		),
	),
	cents => (cents / 100).toFixed(2),
	'an amount of money',
);

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const writeClock = (seconds: number): string =>
	`${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;

const readClock =
	(shape: RegExp) =>
	(text: string): number | undefined => {
		const parts = shape.exec(text);
		return parts ? Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3]) : undefined;
	};

/** A duration `hh:mm:ss` (hours may pass 99) <-> seconds. */
export const duration = codec(
	() => z.number().int().nonnegative(),
	readClock(/^(\d{1,5}):([0-5]\d):([0-5]\d)$/),
	writeClock,
	'a duration (hh:mm:ss)',
);

/** A date and a time as ISO 8601 has them, with or without seconds and zone; a space may replace the T. */
const isoShape = /^(\d{4}-\d\d-\d\d)[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/i;

/** Seconds since 1970 from 2001 to 2286, or milliseconds. */
const epochShape = /^[1-9]\d{9}(?:\d{3})?$/;

type Written = {day: string; hour: string; minute: string; second: string; zone: string};

/** A time in a notation that the interface does not use; undefined if it is in none of those. */
const writtenTime = (text: string): Written | undefined => {
	const isEpoch = epochShape.test(text);
	const stamp = isEpoch ? new Date(Number(text) * (text.length === 10 ? 1000 : 1)).toISOString() : text;
	const [, day = '', hour = '', minute = '', second = '00', zone = ''] = isoShape.exec(stamp) ?? [];
	if (!z.iso.date().safeParse(day).success) {
		return undefined;
	}
	noteRule(isEpoch ? 'epoch' : 'iso-date');
	return {day, hour, minute, second, zone: zone.toUpperCase()};
};

const readTimeOfDay = readClock(/^([01]?\d|2[0-3]):([0-5]\d):([0-5]\d)$/);

/**
 * A time of day `hh:mm:ss` <-> seconds since midnight; the interface does not say in which time zone. Of a time with a date
 * (ours) the time of day is read as it is written, and of seconds since 1970 that of UTC.
 */
export const timeOfDay = codec(
	() => z.number().int().min(0).max(86_399),
	text => {
		const strict = readTimeOfDay(text);
		if (strict !== undefined) {
			return strict;
		}
		const written = writtenTime(text);
		return written && readTimeOfDay(`${written.hour}:${written.minute}:${written.second}`);
	},
	writeClock,
	'a time of day (hh:mm:ss)',
);

/**
 * The date of a call, `MM/DD/YY hh:mm AM|PM` (section 2.5) <-> `YYYY-MM-DD HH:MM`. It has no time zone, so it stays
 * text that sorts, and no age may be computed from it. A zone that comes in another notation (ours) is appended.
 */
export const callDate = codec(
	() => z.string(),
	text => {
		const parts = /^(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])\/(\d\d) (0[1-9]|1[0-2]):([0-5]\d) ([AP]M)$/i.exec(text);
		if (!parts) {
			const written = writtenTime(text);
			return written && `${written.day} ${written.hour}:${written.minute}${written.zone}`;
		}
		const hour = (Number(parts[4]) % 12) + (parts[6]?.toUpperCase() === 'PM' ? 12 : 0);
		const day = `20${parts[3]}-${parts[1]}-${parts[2]}`;
		return z.iso.date().safeParse(day).success ? `${day} ${twoDigits(hour)}:${parts[5]}` : undefined;
	},
	value => {
		const hour = Number(value.slice(11, 13));
		const date = `${value.slice(5, 7)}/${value.slice(8, 10)}/${value.slice(2, 4)}`;
		return `${date} ${twoDigits(hour % 12 || 12)}:${value.slice(14, 16)} ${hour < 12 ? 'AM' : 'PM'}`;
	},
	'a call date (MM/DD/YY hh:mm AM|PM)',
);

/** `Y` or `N` <-> true or false. */
export const yesNo = codec(
	() => z.boolean(),
	text => (/^[YN]$/i.test(text) ? text.toUpperCase() === 'Y' : undefined),
	value => (value ? 'Y' : 'N'),
	'Y or N',
);

/**
 * An id: always text, so that a long one loses no digits. One that cannot be shown unchanged, or out of which a secret was
 * struck, is unreadable, since two different ids must not look the same.
 */
export const id = codec(
	() => z.string().min(1),
	text => (text === '' || safeText(text) !== text || text.includes(hidden) ? undefined : text),
	value => value,
	'an id',
);

/** A token: sent back exactly as it came, never shown. */
export const token = codec(
	() => z.string().min(1),
	text => (/^[\x21-\x7e]{1,8192}$/.test(text) ? text : undefined),
	value => value,
	'a token',
);

/** Any text, made safe to show. */
export const text = codec(
	() => z.string(),
	safeText,
	value => value,
	'text',
);
