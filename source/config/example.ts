/** The example configuration, made from the schema: every setting with its purpose, its values and its default. */
import {stringify} from 'yaml';
import type * as z from 'zod';
import {schemaOf, type Words} from './schema.ts';
import {type About, keysAllowed, shapeOf, valuesOf} from './setting-kinds.ts';

const width = 100;

/** Text in lines of at most `most` characters. */
const wrapped = (text: string, most: number): string[] => {
	const lines: string[] = [];
	for (const word of text.split(' ')) {
		const last = lines.at(-1);
		if (last === undefined || last.length + 1 + word.length > most) {
			lines.push(word);
		} else {
			lines[lines.length - 1] = `${last} ${word}`;
		}
	}
	return lines;
};

const prose = (text: string, indent: string): string[] =>
	wrapped(text, width - indent.length - 2).map(line => `${indent}# ${line}`);

/** A value as YAML on one line; empty for none. */
export const valueText = (value: unknown): string => {
	const single = Array.isArray(value) && value.length === 1 ? value[0] : value;
	// YAML 1.1 reads words such as `on` as booleans: they are quoted.
	return single === null || single === undefined
		? ''
		: stringify(single, {
				collectionStyle: 'flow',
				flowCollectionPadding: false,
				lineWidth: 0,
				compat: 'yaml-1.1',
			}).trim();
};

/** A setting in a section is one line, with its comment in this column, if it fits into `mostWidth`. */
const briefWidth = 32;
const mostWidth = 150;

/** A setting, commented out; the lines that a long one goes on in are indented. */
const settingLines = (indent: string, name: string, value: string): string[] => {
	const [first = '', ...more] = wrapped(`#${name}: ${value}`.trimEnd(), mostWidth - indent.length);
	return [`${indent}${first}`, ...more.map(line => `${indent}#   ${line}`)];
};

/** The lines of a section; within an example its own sections are commented out too. */
const linesOf = (
	shape: Readonly<Record<string, z.ZodType>>,
	defaults: unknown,
	depth: number,
	isExample = false,
): string[] => {
	const indent = '  '.repeat(depth);
	return Object.entries(shape).flatMap(([name, schema]) => {
		const {about, allowed, example} = schema.meta() as About;
		const value = (defaults as Readonly<Record<string, unknown>>)[name];
		const inner = shapeOf(schema);
		if (inner) {
			const below = linesOf(inner, value, depth + 1, isExample);
			const mark = isExample ? '#' : '';
			return [...(depth < 2 ? [''] : []), ...prose(about, indent), `${indent}${mark}${name}:`, ...below];
		}
		if (example) {
			const below = Object.entries(example).flatMap(([own, values]) => [
				`${indent}  #${own}:`,
				...linesOf(shapeOf(valuesOf(schema)) ?? {}, values, depth + 2, true),
			]);
			return [...(depth < 2 ? [''] : []), ...prose(about, indent), `${indent}${name}:`, ...below];
		}
		const lines = settingLines(indent, name, valueText(value));
		const comment = allowed === keysAllowed ? about : `${about}: ${allowed}`;
		const line = `${lines.join(' ').padEnd(briefWidth)} # ${comment}`;
		if (depth === 0) {
			return ['', ...prose(about, indent), ...prose(`Must be ${allowed}.`, indent), ...lines];
		}
		return line.length <= mostWidth ? [line] : [...prose(comment, indent), ...lines];
	});
};

/** A configuration with every setting commented out. */
export const exampleOf = (words: Words): string =>
	`${[
		"# dialtop's configuration, with the defaults. Uncomment what you change.",
		'# A setting without a value counts as absent. `dialtop config --check` reports mistakes.',
		...linesOf(schemaOf(words).shape, words.defaults, 0),
	].join('\n')}\n`;
