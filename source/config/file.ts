/** Reads the configuration, or lists what is wrong with it and where. */
import {readFileSync, type Stats} from 'node:fs';
import {type Document, isAlias, isMap, isScalar, isSeq, type Node} from 'yaml';
import type * as z from 'zod';
import {PrivateFileError} from '../system/private.ts';
import {codeOf} from '../wire/causes.ts';
import type {Problem} from './checks.ts';
import {didYouMean} from './nearest.ts';
import type {ConfigFile} from './paths.ts';
import {secretProblem} from './profiles.ts';
import {type Given, schemaOf, type Words} from './schema.ts';
import {shapeOf, valuesOf} from './setting-kinds.ts';
import {checkTrusted, withFile} from './trusted.ts';
import {readYaml, type YamlProblem} from './yaml.ts';

export type ConfigRead =
	| {kind: 'missing'}
	| {kind: 'read'; given: Given}
	/** A message each. */
	| {kind: 'wrong'; problems: readonly string[]};

/** Bytes. */
const mostBytes = 256 * 1024;

/** The most mistakes that are listed. */
const mostProblems = 10;

const reasons: Readonly<Record<string, string>> = {
	ENOENT: 'there is no such file',
	ENOTDIR: 'there is no such file',
	EACCES: 'no permission to read it',
	EPERM: 'no permission to read it',
	ELOOP: 'it is a link that leads to itself',
	ENXIO: 'it is not a file',
};

/** Replaces control characters, which could be in names and values of the file. */
const safe = (line: string): string => line.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');

/** The text and the stats of the file, or why it cannot be read. */
export const configText = (path: string): {text: string; found: Stats} | {reason: string; code?: string} => {
	try {
		return withFile(path, ({descriptor, found}) => {
			// Reading a device might never end.
			if (!found.isFile()) {
				return {reason: found.isDirectory() ? 'it is a folder, not a file' : 'it is not a file'};
			}
			if (found.size > mostBytes) {
				return {reason: `it is larger than ${mostBytes / 1024} kB`};
			}
			return {text: new TextDecoder('utf-8', {fatal: true}).decode(readFileSync(descriptor)), found};
		});
	} catch (error) {
		const code = codeOf(error) ?? String(error);
		return code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
			? {reason: 'it is not text in UTF-8'}
			: {reason: reasons[code] ?? `it cannot be read (${code})`, code};
	}
};

const nameOf = (key: unknown): string => String(isScalar(key) ? key.value : key);

/** The offset of a setting: of its value, or of its name if it has no value or the name is the mistake. */
const offsetOf = (doc: Document, {path, ofKey}: Problem): number => {
	let node: unknown = doc.contents;
	let offset = doc.contents?.range?.[0] ?? 0;
	for (const [index, part] of path.entries()) {
		const parent: unknown = isAlias(node) ? node.resolve(doc) : node;
		const pair = isMap(parent) ? parent.items.find(({key}) => nameOf(key) === String(part)) : undefined;
		const next = (pair ? pair.value : isSeq(parent) ? parent.items[Number(part)] : undefined) as
			| Node
			| null
			| undefined;
		const key = pair?.key as Node | undefined;
		const isKey = (ofKey && index === path.length - 1) || (isScalar(next) && next.value === null);
		offset = (isKey ? key : (next ?? key))?.range?.[0] ?? offset;
		node = next;
	}
	return offset;
};

/** Drops the value of keys without one; their names are still checked. */
const withoutNulls = (value: unknown): unknown =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
		? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutNulls(inner ?? undefined)]))
		: value;

/** The part of a schema at a path. */
const partOf = (schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined =>
	path.reduce<z.ZodType | undefined>((part, name) => shapeOf(part)?.[String(name)] ?? valuesOf(part), schema);

const problemsOf = (schema: z.ZodType, {issues}: z.ZodError): Problem[] =>
	issues.flatMap(issue => {
		switch (issue.code) {
			case 'unrecognized_keys': {
				const known = Object.keys(shapeOf(partOf(schema, issue.path)) ?? {});
				return issue.keys.map(key => ({
					path: [...issue.path, key],
					message: secretProblem(key) ?? `there is no such setting${didYouMean(key, known)}`,
					ofKey: true,
				}));
			}
			case 'invalid_key':
				return [{path: issue.path, message: issue.issues[0]?.message ?? issue.message, ofKey: true}];
			default:
				return [{path: issue.path, message: issue.message}];
		}
	});

/** A `profile` that names none of the profiles. */
const profileProblems = ({profile, profiles = {}}: Given): Problem[] => {
	const known = Object.keys(profiles).filter(name => profiles[name] !== undefined);
	return profile === undefined || profile === null || known.includes(profile)
		? []
		: [{path: ['profile'], message: `there is no profile "${profile}"${didYouMean(profile, known)}`}];
};

/**
 * Reads the text of a configuration.
 *
 * @param name the file's name, for the messages
 */
export const readText = (text: string, name: string, words: Words): Exclude<ConfigRead, {kind: 'missing'}> => {
	const at = (offset: number): string => {
		const before = text.slice(0, offset).split('\n');
		return `${name}:${before.length}:${(before.at(-1) ?? '').length + 1}`;
	};
	const refuse = (problems: readonly YamlProblem[]) => {
		const inOrder = problems.toSorted((a, b) => a.offset - b.offset);
		const more = inOrder.length - mostProblems;
		return {
			kind: 'wrong' as const,
			problems: [
				...inOrder.slice(0, mostProblems).map(({offset, message}) => safe(`${at(offset)}: ${message}`)),
				...(more > 0 ? [safe(`${name}: and ${more} more`)] : []),
			],
		};
	};
	const yaml = readYaml(text);
	if (yaml.problems) {
		return refuse(yaml.problems);
	}
	const {doc, value} = yaml;
	const refuseAll = (problems: readonly Problem[]) =>
		refuse(
			problems.map(problem => ({
				offset: offsetOf(doc, problem),
				message: [problem.path.filter(name => typeof name === 'string').join('.'), problem.message]
					.filter(Boolean)
					.join(': '),
			})),
		);
	const schema = schemaOf(words);
	const {success, data, error} = schema.safeParse(withoutNulls(value ?? {}));
	if (!success) {
		return refuseAll(problemsOf(schema, error));
	}
	const given = data as Given;
	const conflicts = [...profileProblems(given), ...words.problemsOf(given)];
	return conflicts.length > 0 ? refuseAll(conflicts) : {kind: 'read', given};
};

/** True for a configuration that names commands to run, or services that get passwords and tokens. */
const isGrave = ({profiles = {}, commands = {}, alerts}: Given): boolean =>
	[...Object.values(profiles), ...Object.values(commands)].some(one => one !== undefined) || Boolean(alerts?.command);

/**
 * Reads the configuration. The default file may be missing. A file with commands or services in it is refused if others
 * can change it, as ssh refuses its own.
 */
export const readConfig = async ({path, namedBy}: ConfigFile, words: Words): Promise<ConfigRead> => {
	const file = configText(path);
	if ('reason' in file) {
		return file.code === 'ENOENT' && namedBy === undefined
			? {kind: 'missing'}
			: {kind: 'wrong', problems: [safe(`${path}: ${file.reason}${namedBy ? ` (named by ${namedBy})` : ''}`)]};
	}
	const read = readText(file.text, path, words);
	try {
		if (read.kind === 'read' && isGrave(read.given)) {
			checkTrusted(path, file.found, 'what is run and where secrets go');
		}
		return read;
	} catch (error) {
		if (error instanceof PrivateFileError) {
			return {kind: 'wrong', problems: [safe(error.message)]};
		}
		throw error;
	}
};
