/** The command line as a row of a command wants it. */
import meow from 'meow';
import pkg from '../../../package.json' with {type: 'json'};
import {messageOf} from '../../api/causes.ts';
import {decimalIn} from '../../api/decimal.ts';
import {UsageError} from '../../config/errors.ts';
import {didYouMean} from '../../config/nearest.ts';
import {plainWords} from './argv.ts';
import type {AnyCommand, FlagRow} from './command.ts';
import {dashed} from './dashed.ts';
import {usageOf} from './help.ts';

type Value = string | number | boolean | readonly (string | number)[] | undefined;

/** What was given: flags by their names, and the rest. */
export type Parsed = {flags: Record<string, Value>; input: readonly string[]};

const isWithin = (value: number | undefined, {least, most, whole}: FlagRow): boolean =>
	value !== undefined &&
	value >= (least ?? Number.NEGATIVE_INFINITY) &&
	value <= (most ?? Number.POSITIVE_INFINITY) &&
	(!whole || Number.isInteger(value));

/** The texts of a number's flag as the numbers that they are. */
const numbered = (value: Value): Value =>
	typeof value === 'string' ? Number(value) : Array.isArray(value) ? value.map(Number) : value;

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
		for (const value of [flags[name]].flat()) {
			if (type === 'number' && typeof value === 'string' && !isWithin(decimalIn(value), row)) {
				return `--${dashed(name)} must be ${numberText(row)}, not "${value}"`;
			}
			if (choices && typeof value === 'string' && !choices.includes(value)) {
				return `--${dashed(name)} must be one of ${choices.join(', ')}, not "${value}"${didYouMean(value, choices)}`;
			}
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
			: `${called} takes flags only, not "${extra}"${name === '' ? ': a command comes before its flags' : ''}`;
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
	const wrong = (text: string): never => {
		throw new UsageError(text, [
			`${usageOf(row)}; ${['dialtop', row.name, '--help'].filter(Boolean).join(' ')} says more`,
		]);
	};
	const plain = plainWords(argv, rows);
	if (plain.problem !== undefined) {
		return wrong(plain.problem);
	}
	let parsed: Parsed;
	try {
		const {flags, input} = meow({
			importMeta: import.meta,
			argv: [...plain.flags, '--', ...plain.input],
			pkg,
			description: false,
			help: false,
			autoHelp: false,
			autoVersion: false,
			flags: Object.fromEntries(
				Object.entries(rows).map(([name, {type, short, many}]) => [
					name,
					// The parser would take 0x10 and 1e3 for numbers.
					{
						type: type === 'number' ? 'string' : type,
						...(short ? {shortFlag: short} : {}),
						...(many ? {isMultiple: true} : {}),
					},
				]),
			) as never,
		});
		parsed = {flags: flags as Record<string, Value>, input: input as string[]};
	} catch (error) {
		return wrong(messageOf(error));
	}
	const problem = wrongValue(parsed.flags, rows) ?? wrongInput(row, parsed.input);
	if (problem !== undefined) {
		return wrong(problem);
	}
	const flags = Object.entries(parsed.flags).map(([name, value]): [string, Value] => [
		name,
		rows[name]?.type === 'number' ? numbered(value) : value,
	]);
	return {...parsed, flags: Object.fromEntries(flags)};
};
