/** The flags of commands that print rows: which columns, how many rows, in which order. */
import {UsageError} from '../config/errors.ts';
import {didYouMean} from '../config/nearest.ts';
import {counted} from '../wire/words.ts';
import type {FlagRows} from './command.ts';
import {type Out, say} from './out.ts';
import {type Column, type Format, formatOf, type Printing, printRows} from './table.ts';
import {dashed} from './text.ts';

export const rowFlags = {
	columns: {
		type: 'string',
		value: 'NAMES',
		about: 'only these columns, in this order, separated by commas: their names are those of --json',
	},
	limit: {type: 'number', value: 'N', about: 'only the first N rows', least: 1, whole: true},
} as const satisfies FlagRows;

/** The columns that `--columns` names, as JSON does or with dashes; all without it. @throws UsageError */
export const chosenColumns = <R>(all: readonly Column<R>[], names: string | undefined): readonly Column<R>[] => {
	if (names === undefined) {
		return all;
	}
	const chosen = names.split(',').map(text => {
		const name = text.trim().replaceAll('-', '_');
		const column = all.find(one => one.name === name);
		if (!column) {
			const known = all.map(one => one.name);
			throw new UsageError(`--columns takes ${known.join(',')}, not "${text.trim()}"${didYouMean(name, known)}`);
		}
		return {...column, isHidden: false};
	});
	if (new Set(chosen.map(({name}) => name)).size < chosen.length) {
		throw new UsageError('--columns names a column twice');
	}
	return chosen;
};

/** The rows that `--limit` allows. */
export const limited = <R>(rows: readonly R[], limit: number | undefined): readonly R[] => rows.slice(0, limit);

type RowFlags = {columns: string | undefined; limit: number | undefined; json: boolean; csv: boolean};

/** Checks the flags before the service is asked; returns the format. @throws UsageError */
export const checkRowFlags = <R>(columns: readonly Column<R>[], flags: RowFlags): Format => {
	chosenColumns(columns, flags.columns);
	return formatOf(flags);
};

/** Prints the rows that `--limit` allows, by the columns that `--columns` names, as wide as the terminal is. */
export const printChosen = <R>(
	out: Out,
	flags: RowFlags,
	{columns, rows, ...printing}: Omit<Printing<R>, 'format' | 'fits'>,
): void =>
	printRows(out, {
		...printing,
		format: formatOf(flags),
		columns: chosenColumns(columns, flags.columns),
		rows: limited(rows, flags.limit),
		fits: true,
	});

/** Says on standard error how many rows a table on a terminal has. */
export const sayCount = (out: Out, flags: RowFlags, count: number, what: string, where: string): void => {
	if (formatOf(flags) === 'table' && out.isTerminal && count > 0) {
		say(`${counted(count, what)} in ${where}`);
	}
};

/** What `--sort` names: `drop`, `-drop`, `drop:asc` or `drop:desc`. */
export const orderOf = (text: string): {column: string; direction: 'natural' | 'reversed' | 'asc' | 'desc'} => {
	const [, minus, column = '', direction] = /^(-?)(.*?)(?::(asc|desc))?$/s.exec(text) ?? [];
	return {column, direction: (direction as 'asc' | 'desc' | undefined) ?? (minus === '-' ? 'reversed' : 'natural')};
};

/** Whether rows in the ascending order of a column have to be reversed. */
export const isReversed = (
	{direction}: ReturnType<typeof orderOf>,
	{descends = false}: {descends?: boolean | undefined},
): boolean => (direction === 'natural' ? descends : direction === 'reversed' ? !descends : direction === 'desc');

/** A flag that sorts by one of these columns. */
export const sortFlag = (columns: readonly string[], about: string) =>
	({type: 'string', value: 'COLUMN', about, choices: columns.map(dashed), isOrder: true}) as const;
