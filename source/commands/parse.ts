/** The command line as a row of a command wants it. */
import meow from 'meow';
import pkg from '../../package.json' with {type: 'json'};
import {UsageError} from '../config/errors.ts';
import {didYouMean} from '../config/nearest.ts';
import type {AnyCommand, FlagRow} from './command.ts';
import {dashed} from './dashed.ts';
import {usageOf} from './help.ts';

type Value = string | number | boolean | readonly string[] | undefined;

/** What was given: flags by their names, and the rest. */
export type Parsed = {flags: Record<string, Value>; input: readonly string[]};

/** The parser takes a dash that stands alone for nothing: `--data -` must come to it as one word. */
const withDashes = (argv: readonly string[]): string[] =>
	argv.flatMap((word, place) => {
		const takes = (flag: string | undefined): boolean => /^--?\w[^=]*$/.test(flag ?? '');
		if (word === '-' && takes(argv[place - 1])) {
			return [];
		}
		return takes(word) && argv[place + 1] === '-' ? [`${word}=-`] : [word];
	});

const unknownFlag = (argv: readonly string[], rows: Readonly<Record<string, FlagRow>>): string | undefined => {
	const shorts = Object.values(rows).flatMap(({short}) => short ?? []);
	const names = Object.keys(rows).map(dashed);
	const end = argv.indexOf('--');
	for (const [place, word] of argv.slice(0, end === -1 ? argv.length : end).entries()) {
		const before = argv[place - 1] ?? '';
		const isValue = /^--?\w/.test(before) && !before.includes('=') && takesValue(before, rows);
		if (isValue || !/^-./.test(word)) {
			continue;
		}
		const [, dashes = '', name = ''] = /^(--?)([^=]*)/.exec(word) ?? [];
		const isKnown =
			dashes === '-'
				? shorts.includes(name.slice(0, 1))
				: names.includes(name) || names.includes(name.replace(/^no-/, ''));
		if (!isKnown) {
			return `there is no flag ${dashes}${name}${dashes === '--' ? didYouMean(name, names) : ''}`;
		}
	}
	return undefined;
};

const rowOfWord = (word: string, rows: Readonly<Record<string, FlagRow>>): FlagRow | undefined =>
	Object.entries(rows).find(([name, {short}]) => word === `--${dashed(name)}` || (short && word === `-${short}`))?.[1];

const takesValue = (word: string, rows: Readonly<Record<string, FlagRow>>): boolean =>
	(rowOfWord(word, rows)?.type ?? 'boolean') !== 'boolean';

/** A flag that was given without the value it takes: the parser passes over it in silence. */
const withoutValue = (argv: readonly string[], rows: Readonly<Record<string, FlagRow>>): string | undefined =>
	argv.find((word, place) => {
		const next = argv[place + 1];
		return takesValue(word.replace(/=$/, ''), rows) && (word.endsWith('=') || next === undefined || /^--./.test(next));
	});

const isWithin = (value: number, {least, most, whole}: FlagRow): boolean =>
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

const wrongValue = (flags: Record<string, Value>, rows: Readonly<Record<string, FlagRow>>): string | undefined => {
	for (const [name, row] of Object.entries(rows)) {
		const {type, choices} = row;
		const value = flags[name];
		if (type === 'number' && typeof value === 'number' && !isWithin(value, row)) {
			return `--${dashed(name)} must be ${numberText(row)}`;
		}
		if (choices && typeof value === 'string' && !choices.includes(value)) {
			return `--${dashed(name)} must be one of ${choices.join(', ')}, not "${value}"${didYouMean(value, choices)}`;
		}
	}
	return undefined;
};

const wrongInput = ({name, argument}: AnyCommand, input: readonly string[]): string | undefined => {
	const called = name === '' ? 'dialtop' : `dialtop ${name}`;
	if (input.length < (argument?.least ?? 0)) {
		return `${called} needs ${argument?.name}`;
	}
	if (input.length > (argument?.most ?? 0)) {
		const extra = input[argument?.most ?? 0];
		return argument
			? `${called} takes no more than ${argument.most} ${argument.name}: "${extra}" is one too many`
			: `${called} takes flags only, not "${extra}"`;
	}
	const {choices} = argument ?? {};
	const odd = choices && input.find(word => !choices.includes(word));
	return odd === undefined ? undefined : `${argument?.name} must be ${choices?.join(', ')}, not "${odd}"`;
};

/**
 * Reads what stands behind a command's name.
 *
 * @throws UsageError naming what is wrong, and where help is
 */
export const parse = (row: AnyCommand, argv: readonly string[]): Parsed => {
	const rows: Readonly<Record<string, FlagRow>> = row.flags;
	const words = withDashes(argv);
	const wrong = (text: string): never => {
		throw new UsageError(
			`${text}\ndialtop: ${usageOf(row)}; ${['dialtop', row.name, '--help'].filter(Boolean).join(' ')} says more`,
		);
	};
	const strange = unknownFlag(words, rows);
	const empty = withoutValue(words, rows);
	if (strange !== undefined || empty !== undefined) {
		wrong(strange ?? `${empty?.replace(/=$/, '')} needs a value`);
	}
	let parsed: Parsed;
	try {
		const {flags, input} = meow({
			importMeta: import.meta,
			argv: words,
			pkg,
			description: false,
			help: false,
			autoHelp: false,
			autoVersion: false,
			flags: Object.fromEntries(
				Object.entries(rows).map(([name, {type, short, many}]) => [
					name,
					{type, ...(short ? {shortFlag: short} : {}), ...(many ? {isMultiple: true} : {})},
				]),
			) as never,
		});
		parsed = {flags: flags as Record<string, Value>, input: input as string[]};
	} catch (error) {
		return wrong(error instanceof Error ? error.message : String(error));
	}
	const problem = wrongValue(parsed.flags, rows) ?? wrongInput(row, parsed.input);
	return problem === undefined ? parsed : wrong(problem);
};
