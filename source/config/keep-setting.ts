/** Writes a setting that was chosen on screen into the configuration. */
import {existsSync, realpathSync} from 'node:fs';
import {isMap, isNode, isScalar, type Pair} from 'yaml';
import {replaceFile} from '../system/private.ts';
import {messageOf} from '../wire/causes.ts';
import {configText, readText} from './file.ts';
import type {Words} from './schema.ts';
import {readYaml} from './yaml.ts';

/** A setting at the top of the configuration that is a list of words. */
export type KeptSetting = {name: 'columns'; value: readonly string[]};

/** The text with the setting in it: all else stays as it was written, comments included. */
const withSetting = (text: string, {name, value}: KeptSetting): string => {
	const yaml = readYaml(text);
	const doc = yaml.problems ? undefined : yaml.doc;
	const list = `[${value.join(', ')}]`;
	const map = doc?.contents;
	const pair: Pair | undefined = isMap(map)
		? map.items.find(({key}) => isScalar(key) && key.value === name)
		: undefined;
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
	return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${name}: ${list}\n`;
};

/**
 * Writes the setting, at once or not at all. The text is read again before it is written, so that a configuration stays right.
 *
 * @returns what is wrong if it was not written
 */
export const keepSetting = (path: string, setting: KeptSetting, words: Words): string | undefined => {
	const file = existsSync(path) ? configText(path) : {text: ''};
	if ('reason' in file) {
		return `${path}: ${file.reason}`;
	}
	const present = readText(file.text, path, words);
	const text = withSetting(file.text, setting);
	const next = present.kind === 'wrong' ? present : readText(text, path, words);
	if (next.kind === 'wrong') {
		return next.problems[0] ?? '';
	}
	if (next.given[setting.name]?.join() !== setting.value.join()) {
		return `${path}: it is written in a way that ${setting.name} cannot be put into`;
	}
	try {
		// A link to where the file is kept stays one.
		replaceFile(existsSync(path) ? realpathSync(path) : path, text);
		return undefined;
	} catch (error) {
		return messageOf(error);
	}
};
