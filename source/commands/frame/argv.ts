/** What stands behind a command's name, word by word, made so plain that the parser can take it in one way only. */
import {didYouMean} from '../../config/nearest.ts';
import type {FlagRow} from './command.ts';
import {dashed} from './dashed.ts';

type Rows = Readonly<Record<string, FlagRow>>;

/** What is wrong with the words, or the words made plain: flags as `--name=value`, and the rest. */
export type Plain = {problem: string} | {problem?: undefined; flags: string[]; input: string[]};

type Named = readonly [flag: string, row: FlagRow];

/** A flag with its value in the same word; the parser takes quotes off that stand around one. */
const withValue = (flag: string, value: string): string =>
	`${flag}=${/^(["']).*\1$/s.test(value) ? `"${value}"` : value}`;

/** A number may begin with a minus, and a dash alone is a file; what else begins with a dash is the next flag. */
const isValue = (word: string | undefined, {type}: FlagRow): word is string =>
	word !== undefined && (!/^-./.test(word) || (type === 'number' && /^-[\d.]/.test(word)));

const longFlag = (name: string, rows: Rows): Named | string => {
	const names = Object.keys(rows).map(dashed);
	const found = Object.entries(rows).find(([one, {type}]) => {
		const long = dashed(one);
		return long === name || (type === 'boolean' && name === `no-${long}`);
	});
	return found ? [`--${name}`, found[1]] : `there is no flag --${name}${didYouMean(name, names)}`;
};

/** The flags of `-yd`: all but the last are without values. */
const shortFlags = (letters: string, rows: Rows): Named[] | string => {
	const found: Named[] = [];
	for (const [place, letter] of [...letters].entries()) {
		const entry = Object.entries(rows).find(([, {short}]) => short === letter);
		if (!entry) {
			return `there is no flag -${letter}`;
		}
		if (entry[1].type !== 'boolean' && place < letters.length - 1) {
			return `-${letter} needs a value, as a word of its own`;
		}
		found.push([`--${dashed(entry[0])}`, entry[1]]);
	}
	return found;
};

/** Reads the words one after the other. */
export const plainWords = (argv: readonly string[], rows: Rows): Plain => {
	const words: string[] = [];
	const input: string[] = [];
	for (let place = 0; place < argv.length; place++) {
		const word = argv[place] ?? '';
		if (word === '--') {
			input.push(...argv.slice(place + 1));
			break;
		}
		if (!/^-./.test(word)) {
			input.push(word);
			continue;
		}
		const [, dashes = '', name = '', given] = /^(--?)([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
		const one = dashes === '--' ? longFlag(name, rows) : undefined;
		const flags = dashes === '-' ? shortFlags(name, rows) : typeof one === 'string' ? one : [one as Named];
		if (typeof flags === 'string') {
			return {problem: flags};
		}
		for (const [flag, row] of flags) {
			if (row.type === 'boolean') {
				if (given !== undefined && flag === flags.at(-1)?.[0]) {
					return {problem: `${flag} takes no value`};
				}
				words.push(flag);
				continue;
			}
			const value = given ?? argv[place + 1];
			if (value === '' || (given === undefined && !isValue(value, row))) {
				return {problem: `${dashes}${name} needs a value`};
			}
			if (!row.many && words.some(one => one.startsWith(`${flag}=`))) {
				return {problem: `${flag} can be given once only`};
			}
			place += given === undefined ? 1 : 0;
			words.push(withValue(flag, value ?? ''));
		}
	}
	return {flags: words, input};
};
