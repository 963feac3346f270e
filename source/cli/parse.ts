/** Reads a command line as the row of a command describes it, with meow. */
import meow from 'meow';
import pkg from '../../package.json' with {type: 'json'};
import {UsageError} from '../config/errors.ts';
import {didYouMean} from '../config/nearest.ts';
import {decimalIn} from '../wire/decimal.ts';
import type {AnyCommand, FlagRow} from './command.ts';
import {usageOf} from './help.ts';
import {orderOf} from './rows.ts';
import {dashed} from './text.ts';

type Rows = Readonly<Record<string, FlagRow>>;

type Value = string | number | boolean | readonly (string | number)[] | undefined;

/** A command line that was read. */
export type Parsed = {flags: Record<string, Value>; input: readonly string[]};

/** Refuses the command line. */
type Refuse = (problem: string) => never;

/** A flag that was typed, by its long name; `isNegated` for `no-yes`, which is the negation of `yes`. */
type TypedFlag = {long: string; row: FlagRow; isNegated: boolean};

/** The flag of a long name or a letter. */
const flagOf = (dashes: string, name: string, rows: Rows, refuse: Refuse): TypedFlag => {
	for (const [key, row] of Object.entries(rows)) {
		const long = dashed(key);
		if (dashes === '-' ? row.short === name : long === name) {
			return {long, row, isNegated: false};
		}
		if (dashes === '--' && row.type === 'boolean' && name === `no-${long}`) {
			return {long: name, row, isNegated: true};
		}
	}
	const hint = dashes === '--' ? didYouMean(name, Object.keys(rows).map(dashed)) : '';
	return refuse(`there is no flag ${dashes}${name}${hint}`);
};

/**
 * A lone dash is a file, a number may be negative and an order reversed; any other word that begins with a dash is the
 * next flag.
 */
const isValue = (word: string, {type, isOrder, choices = []}: FlagRow): boolean =>
	!/^-./.test(word) ||
	(type === 'number' && /^-[\d.]/.test(word)) ||
	(isOrder === true && choices.includes(orderOf(word).column));

/** A number: no flag is a digit. */
const isNegative = (word: string): boolean => /^-\.?\d/.test(word);

/** meow strips the quotes around a value behind a `=`. */
const inQuotes = (value: string): string => (/^(["'])(?:.*\1)?$/s.test(value) ? `"${value}"` : value);

/**
 * The words in the one order that meow cannot misread: each value joined to its flag, everything else behind `--`. By
 * itself meow accepts unknown flags, `--tokenStdin` and `--yes=no`, ends the program on unknown flags when it is configured
 * to refuse them, takes the `-` of `--data -` for a flag, a `true` after `--yes` for its value, and `--no-wait` for
 * `--wait`.
 */
const forMeow = (argv: readonly string[], rows: Rows, refuse: Refuse): string[] => {
	const flags: string[] = [];
	const input: string[] = [];
	const words = argv.values();
	for (const word of words) {
		if (word === '--') {
			input.push(...words);
			break;
		}
		const [, dashes, name = '', given] = /^(--?)(?!$)([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
		if (dashes === undefined || isNegative(word)) {
			input.push(word);
			continue;
		}
		const names = dashes === '--' ? [name] : [...name];
		for (const [at, typed] of names.entries()) {
			const {long, row, isNegated} = flagOf(dashes, typed, rows, refuse);
			const isLast = at === names.length - 1;
			if (row.type === 'boolean') {
				if (isLast && given !== undefined) {
					refuse(`--${long} takes no value`);
				}
				flags.push(isNegated ? `--${long}` : `--${long}=true`);
				continue;
			}
			if (!isLast) {
				refuse(`-${typed} needs a value, as a word of its own`);
			}
			const value = given ?? words.next().value;
			flags.push(
				value && (given !== undefined || isValue(value, row))
					? `--${long}=${inQuotes(value)}`
					: refuse(`${dashes}${typed} needs a value`),
			);
		}
	}
	return [...flags, '--', ...input];
};

/** Every value is read as text, since meow would take 0x10 and 1e3 for numbers, and as one of several. */
const meowFlags = (rows: Rows) =>
	Object.fromEntries(
		Object.entries(rows).map(([name, {type}]) => [
			name,
			type === 'boolean' ? ({type} as const) : ({type: 'string', isMultiple: true} as const),
		]),
	);

/** The value of a flag; meow puts what follows a dot in its name one level deeper. */
const givenAs = (flags: Readonly<Record<string, unknown>>, name: string): unknown =>
	name.split('.').reduce<unknown>((level, part) => (level as Record<string, unknown> | undefined)?.[part], flags);

const isWithin = (value: number | undefined, {least, most, whole}: FlagRow): boolean =>
	value !== undefined &&
	value >= (least ?? Number.NEGATIVE_INFINITY) &&
	value <= (most ?? Number.POSITIVE_INFINITY) &&
	(!whole || Number.isInteger(value));

/** What a number must be, in words. */
const numberText = ({least, most, whole}: FlagRow): string =>
	[
		whole ? 'a whole number' : 'a number',
		least !== undefined && (most === undefined ? `of ${least} or more` : `from ${least} to ${most}`),
	]
		.filter(Boolean)
		.join(' ');

/** The value of a flag from the texts that were given for it. */
const checked = (name: string, row: FlagRow, texts: readonly string[], refuse: Refuse): Value => {
	const {type, choices, many, isOrder} = row;
	if (!many && texts.length > 1) {
		refuse(`--${dashed(name)} can be given once only`);
	}
	const values = texts.map(text => {
		if (type === 'number' && !isWithin(decimalIn(text), row)) {
			refuse(`--${dashed(name)} must be ${numberText(row)}, not "${text}"`);
		}
		const chosen = isOrder ? orderOf(text).column : text;
		if (choices && !choices.includes(chosen)) {
			refuse(`--${dashed(name)} must be one of ${choices.join(', ')}, not "${chosen}"${didYouMean(chosen, choices)}`);
		}
		return type === 'number' ? Number(text) : text;
	});
	return many ? values : values[0];
};

const wrongInput = ({name, argument}: AnyCommand, input: readonly string[]): string | undefined => {
	const called = name === '' ? 'dialtop' : `dialtop ${name}`;
	if (input.length < (argument?.least ?? 0)) {
		return `${called} needs ${argument?.name.replace(/ \[.*\]$/, '')}`;
	}
	if (input.length > (argument?.most ?? 0)) {
		const extra = input[argument?.most ?? 0];
		return argument?.isFixed
			? `${called} takes ${argument.name}: "${extra}" is one too many`
			: argument
				? `${called} takes no more than ${argument.most} ${argument.name}: "${extra}" is one too many`
				: `${called} takes flags only, not "${extra}"${name === '' ? ': only the flags of every command, such as --profile, may come before its name' : ''}`;
	}
	const {choices} = argument ?? {};
	const odd = choices && input.slice(0, argument?.isFixed ? 1 : undefined).find(word => !choices.includes(word));
	return odd === undefined
		? undefined
		: argument?.isFixed
			? `${called} takes ${choices?.join(' or ')}, not "${odd}"`
			: `${argument?.name} must be ${choices?.join(', ')}, not "${odd}"`;
};

/** The problem with several profiles, if the command takes one. */
const tooManyProfiles = ({name, flags}: AnyCommand, {profile}: Readonly<Record<string, Value>>): string | undefined => {
	const isOne = (flags as Rows).profile?.completes === 'profile' && !(flags as Rows).profile?.isList;
	if (!isOne || typeof profile !== 'string' || !profile.includes(',')) {
		return undefined;
	}
	const [first = 'NAME'] = profile
		.split(',')
		.map(one => one.trim())
		.filter(Boolean);
	return `${['dialtop', name].filter(Boolean).join(' ')} takes one profile, not "${profile}": give one, such as -p ${first}`;
};

/**
 * Reads the words behind a command's name.
 *
 * @throws UsageError naming what is wrong, and where help is
 */
export const parse = (row: AnyCommand, argv: readonly string[]): Parsed => {
	const rows: Rows = row.flags;
	const refuse: Refuse = problem => {
		const help = ['dialtop', row.name, '--help'].filter(Boolean).join(' ');
		throw new UsageError(problem, [`${usageOf(row)}; ${help} says more`]);
	};
	const {flags, input} = meow({
		importMeta: {url: import.meta.url} as ImportMeta,
		argv: forMeow(argv, rows, refuse),
		pkg,
		description: false,
		help: false,
		autoHelp: false,
		autoVersion: false,
		flags: meowFlags(rows),
	});
	const given = Object.fromEntries(
		Object.entries(rows).map(([name, flag]): [string, Value] => {
			const value = givenAs(flags, name);
			return [name, Array.isArray(value) ? checked(name, flag, value, refuse) : Boolean(value)];
		}),
	);
	const problem = tooManyProfiles(row, given) ?? wrongInput(row, input);
	return problem === undefined ? {flags: given, input} : refuse(problem);
};
