/** The example: every setting with what it does, what it may be, and its default, made from the schema. */
import {stringify} from 'yaml';
import type * as z from 'zod';
import {createSchema, type Words} from './schema.ts';
import {type About, keysAllowed, shapeOf, valuesOf} from './setting-kinds.ts';

const width = 100;

/** Text in lines that are not too long. */
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

/** A value as YAML on one line; nothing for none. */
export const valueText = (value: unknown): string => {
	const single = Array.isArray(value) && value.length === 1 ? value[0] : value;
	// What older YAML takes for a truth is quoted.
	return single === null || single === undefined
		? ''
		: stringify(single, {
				collectionStyle: 'flow',
				flowCollectionPadding: false,
				lineWidth: 0,
				compat: 'yaml-1.1',
			}).trim();
};

/** Below a section a setting is one line, where that is not too long. */
const briefWidth = 32;
const mostWidth = 150;

const linesOf = (shape: Readonly<Record<string, z.ZodType>>, defaults: unknown, depth: number): string[] => {
	const indent = '  '.repeat(depth);
	return Object.entries(shape).flatMap(([name, schema]) => {
		const {about, allowed, example} = schema.meta() as About;
		const value = (defaults as Readonly<Record<string, unknown>>)[name];
		const inner = shapeOf(schema);
		if (inner) {
			const below = linesOf(inner, value, depth + 1);
			return [...(depth < 2 ? [''] : []), ...prose(about, indent), `${indent}${name}:`, ...below];
		}
		if (example) {
			const below = Object.entries(example).flatMap(([own, values]) => [
				`${indent}  #${own}:`,
				...linesOf(shapeOf(valuesOf(schema)) ?? {}, values, depth + 2),
			]);
			return [...(depth < 2 ? [''] : []), ...prose(about, indent), `${indent}${name}:`, ...below];
		}
		const setting = `${indent}#${name}: ${valueText(value)}`.trimEnd();
		const said = allowed === keysAllowed ? about : `${about}: ${allowed}`;
		const line = `${setting.padEnd(briefWidth)} # ${said}`;
		if (depth === 0) {
			return ['', ...prose(about, indent), ...prose(`Must be ${allowed}.`, indent), setting];
		}
		return line.length <= mostWidth ? [line] : [...prose(said, indent), setting];
	});
};

/** A configuration that says nothing, with everything that it could say. */
export const exampleOf = (words: Words): string =>
	`${[
		"# dialtop's configuration, with the defaults. Take the # off what you change.",
		'# A setting without a value is as if it were not here. `dialtop config --check` tells what is wrong.',
		...linesOf(createSchema(words).shape, words.defaults, 0),
	].join('\n')}\n`;
