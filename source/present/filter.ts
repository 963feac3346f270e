/**
 * Filters of tables: plain text, and comparisons of columns such as `drop>3`, `time-left<2h` or `state:pause`. All terms must
 * hold; `!` before one inverts it. A term that cannot be understood is reported and not applied.
 */
import type {Column} from './grid.ts';

/** Whether any of the texts contains a text; `!` before it inverts. */
export const matches = (filter: string, ...texts: readonly (string | undefined)[]): boolean => {
	const inverted = filter.startsWith('!');
	const wanted = (inverted ? filter.slice(1) : filter).trim().toLowerCase();
	if (wanted === '') {
		return true;
	}
	return texts.some(text => text?.toLowerCase().includes(wanted)) !== inverted;
};

/** A filter for rows of type R. */
export type Filter<R> = {
	/** @param texts the texts that plain text is searched in */
	holds(row: R, texts: readonly (string | undefined)[]): boolean;
	/** Why one of its terms is not applied. */
	problem: string | undefined;
};

type Term<R> = Filter<R>['holds'];
type Problem = {problem: string};

/** A name as it is compared: `Time left*` and `time-left` are the same. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

const titleOf = ({title}: Pick<Column<never>, 'title'>): string => title.replace(/\*$| %\/.*$/, '');

/** The column of a name, or of the beginning of one. */
const columnOf = <R>(name: string, columns: readonly Column<R>[]): Column<R> | Problem => {
	const wanted = plain(name);
	const namesOf = ({id, title}: Column<R>): string[] => [plain(id), plain(title)];
	const exact = columns.find(column => namesOf(column).includes(wanted));
	const [first, ...others] = exact
		? [exact]
		: columns.filter(column => namesOf(column).some(one => one.startsWith(wanted)));
	if (!first) {
		return {problem: `no column is called "${name}"`};
	}
	const all = [first, ...others].map(titleOf);
	return others.length === 0
		? first
		: {problem: `"${name}" may be ${all.slice(0, -1).join(', ')} or ${all.at(-1) ?? ''}`};
};

/** The value of a row that is compared: the bare figure as an export has it, or a word. */
const comparedOf = <R>({raw, sort}: Column<R>, row: R): number | string | undefined => {
	const value = raw ? raw.of(row) : sort(row);
	const sorted = typeof value === 'string' ? sort(row) : value;
	return typeof sorted === 'number' ? sorted : value;
};

const unitSeconds: Readonly<Record<string, number>> = {s: 1, m: 60, min: 60, h: 3600, d: 86_400};

/** A number with its unit; commas only separate thousands. */
const numberWords = /^(?<digits>-?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.?\d+)?)(?<=\d) ?(?<unit>%|s|min|m|h|d)?$/i;

/** The number of a comparison: times in seconds. */
const numberOf = <R>(text: string, column: Column<R>): number | Problem => {
	const {digits, unit = ''} = numberWords.exec(text)?.groups ?? {};
	if (digits === undefined) {
		const hint = /^-?\d+,\d+$/.test(text) ? `: ${text.replace(',', '.')}` : '';
		return {problem: `"${text}" is no number${hint}`};
	}
	const number = Number(digits.replaceAll(',', ''));
	const seconds = unitSeconds[unit.toLowerCase()];
	if (column.isTime && seconds === undefined) {
		return {problem: `${titleOf(column)} is a time: ${digits}s, ${digits}m or ${digits}h`};
	}
	return column.isTime || seconds === undefined
		? number * (seconds ?? 1)
		: {problem: `${titleOf(column)} is no time: leave the unit out`};
};

const comparing: Readonly<Record<string, (one: number, other: number) => boolean>> = {
	'>': (one, other) => one > other,
	'>=': (one, other) => one >= other,
	'<': (one, other) => one < other,
	'<=': (one, other) => one <= other,
	'=': (one, other) => one === other,
	':': (one, other) => one === other,
	'!=': (one, other) => one !== other,
};

/** Compares words: `:` asks whether any contains the text, `=` whether any equals it. */
const ofWords = <R>(column: Column<R>, sign: string, text: string): Term<R> => {
	const wanted = text.toLowerCase();
	return row => {
		const value = comparedOf(column, row);
		const words = [value === undefined ? undefined : String(value), ...(column.words?.(row) ?? [])].flatMap(
			word => word?.toLowerCase() ?? [],
		);
		const isMatch = words.some(word => (sign === ':' ? word.includes(wanted) : word === wanted));
		return sign === '!=' ? words.length > 0 && !isMatch : isMatch;
	};
};

const comparison = <R>(
	[, name = '', sign = '', text = '']: readonly string[],
	columns: readonly Column<R>[],
	rows: readonly R[],
): Term<R> | Problem => {
	const column = columnOf(name, columns);
	if ('problem' in column) {
		return column;
	}
	if (text === '') {
		return {problem: `${name}${sign} lacks a value`};
	}
	const values = rows.flatMap(row => comparedOf(column, row) ?? []);
	if (rows.length > 0 && values.length === 0) {
		return {problem: `no row tells ${titleOf(column)}`};
	}
	const isWords = values.some(value => typeof value === 'string');
	const isEqual = sign === ':' || sign === '=' || sign === '!=';
	if (isEqual && (isWords || column.isId)) {
		return ofWords(column, sign, text);
	}
	if (isWords) {
		const example = values.find(value => typeof value === 'string');
		return {problem: `${titleOf(column)} is in words: ${name}:${String(example).toLowerCase()}`};
	}
	const number = numberOf(text, column);
	return typeof number === 'number'
		? row => {
				const value = comparedOf(column, row);
				return typeof value === 'number' && (comparing[sign]?.(value, number) ?? false);
			}
		: number;
};

const ofText =
	<R>(text: string): Term<R> =>
	(_, texts) =>
		matches(text, ...texts);

/** Titles of several words before a sign become one word: `time left < 2h`. */
const withJoinedTitles = <R>(text: string, columns: readonly Column<R>[]): string => {
	if (!/[\s/].*[<>=:]/.test(text)) {
		return text;
	}
	return columns
		.flatMap(({id, title}) => [title, title.replace(/\*$/, ''), title.replace(/\/.*$/, '')].map(name => ({id, name})))
		.filter(({name}) => /[\s/]/.test(name))
		.toSorted((one, other) => other.name.length - one.name.length)
		.reduce(
			(joined, {id, name}) =>
				joined.replaceAll(
					new RegExp(`(?<![\\p{L}\\d])${name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}\\s*(?=[<>=:]|!=)`, 'giu'),
					id,
				),
			text,
		);
};

/** The typed words; a quoted text is one word. */
const wordsIn = (text: string): string[] =>
	text.replaceAll(/\s*([<>]=?|!=|=)\s*/g, '$1').match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];

const comparisonIn = /^(\p{L}[\p{L}\d_*%-]*)(>=|<=|!=|[<>=:])(.*)$/u;

const unquoted = (text: string): string => text.replaceAll('"', '');

/** The filter that is typed, for a table with these columns and rows; a table without columns is filtered by text alone. */
export const filterOf = <R>(text: string, columns: readonly Column<R>[], rows: readonly R[]): Filter<R> => {
	const terms: Term<R>[] = [];
	let problem: string | undefined;
	// Adjacent words that are not comparisons form one text.
	let phrase: string[] = [];
	const endPhrase = (): void => {
		if (phrase.length > 0) {
			terms.push(ofText(phrase.join(' ')));
		}
		phrase = [];
	};
	for (const word of wordsIn(withJoinedTitles(text, columns))) {
		const isInverted = word.startsWith('!');
		const compared = columns.length > 0 ? comparisonIn.exec(isInverted ? word.slice(1) : word) : null;
		if (!compared) {
			if (isInverted) {
				endPhrase();
			}
			phrase.push(unquoted(word));
			continue;
		}
		endPhrase();
		const term = comparison(compared.map(unquoted), columns, rows);
		if (typeof term === 'function') {
			terms.push(isInverted ? (row, texts) => !term(row, texts) : term);
		} else {
			problem ??= term.problem;
		}
	}
	endPhrase();
	return {holds: (row, texts) => terms.every(term => term(row, texts)), problem};
};
