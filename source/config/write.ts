/** Writes a setting into the configuration; all else in the file stays as it was written, comments included. */
import {existsSync, realpathSync} from 'node:fs';
import {isDeepStrictEqual} from 'node:util';
import {type Document, isAlias, isMap, isNode, isScalar, type Pair, type YAMLMap} from 'yaml';
import {replaceFile} from '../system/private.ts';
import {messageOf} from '../wire/causes.ts';
import {valueText} from './example.ts';
import {configText, readText} from './file.ts';
import type {Given, Words} from './schema.ts';
import type {ViewConfig} from './views.ts';
import {readYaml} from './yaml.ts';

/** A setting at the top of the configuration that is a list of words. */
export type ListSetting = {name: 'columns'; value: readonly string[]};

const pairOf = (map: unknown, name: string): Pair | undefined =>
	isMap(map) ? map.items.find(({key}) => isScalar(key) && String(key.value) === name) : undefined;

const parsed = (text: string): Document | undefined => {
	const yaml = readYaml(text);
	return yaml.problems ? undefined : yaml.doc;
};

/** Text with a line more at its end. */
const withLine = (text: string, line: string): string =>
	`${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;

/** The text with the setting in it. */
const withSetting = (text: string, {name, value}: ListSetting): string => {
	const doc = parsed(text);
	const list = `[${value.join(', ')}]`;
	const map = doc?.contents;
	const pair = pairOf(map, name);
	const range = isNode(pair?.value) ? pair.value.range : undefined;
	if (range) {
		const before = text.slice(0, range[0]);
		const present = text.slice(range[0], range[1]).trimEnd();
		return `${before}${/\s$/.test(before) ? '' : ' '}${list}${text.slice(range[0] + present.length)}`;
	}
	if (doc && isMap(map) && map.flow) {
		doc.set(name, doc.createNode(value, {flow: true}));
		return doc.toString({lineWidth: 0});
	}
	return withLine(text, `${name}: ${list}`);
};

/** Where a key and its value are: from the start of its line, behind the key, and at the end of the value. */
const placeOf = (text: string, {key, value}: Pair): {line: number; afterKey: number; end: number} | undefined => {
	const keyRange = isNode(key) ? key.range : undefined;
	if (!keyRange) {
		return undefined;
	}
	const range = isNode(value) && !(isScalar(value) && value.value === null) ? value.range : undefined;
	const end = range ? range[0] + text.slice(range[0], range[1]).trimEnd().length : text.indexOf(':', keyRange[1]) + 1;
	return {line: text.lastIndexOf('\n', keyRange[0] - 1) + 1, afterKey: keyRange[1], end};
};

/** The start of the line behind an offset. */
const nextLine = (text: string, offset: number): number => {
	const end = text.indexOf('\n', offset);
	return end === -1 ? text.length : end + 1;
};

const spliced = (text: string, from: number, to: number, between: string): string => {
	const before = text.slice(0, from);
	const isWhole = between === '' || before === '' || before.endsWith('\n') || !between.endsWith('\n');
	return `${before}${isWhole ? '' : '\n'}${between}${text.slice(to)}`;
};

/** The text with a view in a map that has a line for each. */
const inLines = (text: string, views: YAMLMap, name: string, view: ViewConfig | undefined): string | undefined => {
	const known = pairOf(views, name);
	const place = known && placeOf(text, known);
	if (place) {
		return view === undefined
			? spliced(text, place.line, nextLine(text, place.end), '')
			: spliced(text, place.afterKey, place.end, `: ${valueText(view)}`);
	}
	const last = views.items.at(-1);
	const after = last && placeOf(text, last);
	const first = views.items[0] && placeOf(text, views.items[0]);
	const key = views.items[0]?.key;
	if (!after || !first || !isNode(key) || !key.range || view === undefined) {
		return view === undefined ? text : undefined;
	}
	const indent = text.slice(first.line, key.range[0]);
	const at = nextLine(text, after.end);
	return spliced(text, at, at, `${indent}${valueText(name)}: ${valueText(view)}\n`);
};

/** The text with a view in it, or without it. */
const withView = (text: string, name: string, view: ViewConfig | undefined): string => {
	const doc = parsed(text);
	const map = doc?.contents;
	const pair = pairOf(map, 'views');
	const line = `  ${valueText(name)}: ${valueText(view)}`;
	if (!doc || (!pair && !(isMap(map) && map.flow))) {
		return view === undefined ? text : withLine(text, `views:\n${line}`);
	}
	const {value: views} = pair ?? {};
	const isEmpty = views === null || (isScalar(views) && views.value === null);
	const place = pair && placeOf(text, pair);
	if (isEmpty && place && !(isMap(map) && map.flow)) {
		const at = nextLine(text, place.end);
		return view === undefined ? text : spliced(text, at, at, `${line}\n`);
	}
	const inPlace = isMap(views) && !views.flow && !isAlias(views) ? inLines(text, views, name, view) : undefined;
	if (inPlace !== undefined) {
		return inPlace;
	}
	if (view === undefined) {
		doc.deleteIn(['views', name]);
	} else {
		doc.setIn(['views', name], doc.createNode(view, {flow: true}));
	}
	return doc.toString({lineWidth: 0});
};

/**
 * Writes a text made of the present one, at once or not at all. The file is read again before, so that a configuration stays right.
 *
 * @param isDone whether the configuration that it makes of the present one is the right one
 * @returns what is wrong if it was not written
 */
const rewrite = (
	path: string,
	words: Words,
	what: string,
	change: (text: string) => string,
	isDone: (before: Given, after: Given) => boolean,
): string | undefined => {
	const file = existsSync(path) ? configText(path) : {text: ''};
	if ('reason' in file) {
		return `${path}: ${file.reason}`;
	}
	const present = readText(file.text, path, words);
	if (present.kind === 'wrong') {
		return present.problems[0] ?? '';
	}
	const text = change(file.text);
	const next = readText(text, path, words);
	if (next.kind === 'wrong') {
		return next.problems[0] ?? '';
	}
	if (!isDone(present.given, next.given)) {
		return `${path}: it is written in a way that ${what} cannot be put into`;
	}
	try {
		// A link to the file stays a link.
		replaceFile(existsSync(path) ? realpathSync(path) : path, text);
		return undefined;
	} catch (error) {
		return messageOf(error);
	}
};

/** Writes a setting. @returns what is wrong if it was not written */
export const writeSetting = (path: string, setting: ListSetting, words: Words): string | undefined =>
	rewrite(
		path,
		words,
		setting.name,
		text => withSetting(text, setting),
		(_before, after) => after[setting.name]?.join() === setting.value.join(),
	);

/** Writes a view under a name, or takes it away. @returns what is wrong if it was not written */
export const writeView = (path: string, name: string, view: ViewConfig | undefined, words: Words): string | undefined =>
	rewrite(
		path,
		words,
		'views',
		text => withView(text, name, view),
		({views: known, ...others}, {views, ...after}) => {
			const {[name]: _, ...rest} = known ?? {};
			return isDeepStrictEqual([others, view === undefined ? rest : {...rest, [name]: view}], [after, {...views}]);
		},
	);
