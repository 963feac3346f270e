/** Candidates for the word at the cursor of a shell. */

import {readFileSync, statSync} from 'node:fs';
import {storedCampaigns} from '../config/name-cache.ts';
import {configFileOf, homeOf} from '../config/paths.ts';
import type {Given} from '../config/schema.ts';
import {profilesOf} from '../config/service.ts';
import {chooseServices} from '../config/services.ts';
import {numbered} from '../wire/bracket-names.ts';
import {isObject} from '../wire/record.ts';
import {counted} from '../wire/words.ts';
import type {AnyCommand, CommandEntry, Completion, FlagRow} from './command.ts';
import {commandFirst, serviceFlags} from './service-flags.ts';
import {dashed} from './text.ts';

/** A word that can be at the cursor, and what it means. */
export type Candidate = {word: string; about: string};

/** What can be at the cursor. */
export type Candidates = {
	/** The beginning of the typed word that `words` omit: `--log=`, `file=@`. */
	prefix: string;
	words: readonly Candidate[];
	/** `file`: names of files too; `open`: the word goes on, so no space follows it; `ids`: words that need their meanings beside them. */
	kind: 'words' | 'ids' | 'open' | 'file';
};

/** The values of the flags before the cursor that choose the service. */
export type TypedFlags = {profile?: string; url?: string; config?: string; sandbox?: boolean};

/** Sources of candidates, each loaded when it is needed. */
export type Sources = {
	commands: readonly CommandEntry[];
	monitor(): Promise<AnyCommand>;
	/** The names of the profiles in the configuration that `--config` names. */
	profiles(config: string | undefined): Promise<readonly string[]>;
	/** The names of its saved views. */
	views(config: string | undefined): Promise<readonly string[]>;
	/** The campaigns that the service of these flags listed last. */
	campaigns(flags: TypedFlags): Promise<readonly {id: string; name: string}[]>;
};

type Flag = readonly [
	long: string,
	row: Pick<FlagRow, 'type' | 'short' | 'about' | 'many' | 'choices' | 'completes' | 'isList'>,
];

const none: Candidates = {prefix: '', words: [], kind: 'words'};

const plain = (words: readonly string[]): Candidate[] => words.map(word => ({word, about: ''}));

/** The flags of every command. */
const everywhere: readonly Flag[] = [
	['--help', {type: 'boolean', short: 'h', about: 'what it does and takes'}],
	['--version', {type: 'boolean', about: 'the version of dialtop'}],
];

/** The flags that may come before the name of a command. */
const everyCommands: ReadonlySet<string> = new Set(Object.keys(serviceFlags).map(name => `--${dashed(name)}`));

const flagsOf = ({flags}: AnyCommand): Flag[] => [
	...Object.entries<FlagRow>(flags).map(([name, row]) => [`--${dashed(name)}`, row] as const),
	...everywhere,
];

const catalogue = async () => (await import('../wire/operations/index.ts')).operations;

/** `dialtop help COMMAND` means `dialtop COMMAND --help`. */
const help = {name: 'help', summary: 'what a command does and takes'};

const listed: Readonly<
	Record<Exclude<Completion, 'file'>, (sources: Sources, flags: TypedFlags) => Promise<Candidate[]>>
> = {
	command: async ({commands}) => [...commands, help].map(({name, summary}) => ({word: name, about: summary})),
	operation: async () => Object.entries(await catalogue()).map(([word, {summary}]) => ({word, about: summary})),
	family: async () => {
		const families = Map.groupBy(Object.values(await catalogue()), ({family}) => family);
		return [...families].map(([name, rows]) => ({
			word: name.replaceAll(' ', '-'),
			about: counted(rows.length, 'operation'),
		}));
	},
	profile: async ({profiles}, {config}) => plain(await profiles(config)),
	view: async ({views}, {config}) => plain(await views(config)),
	campaign: async ({campaigns}, flags) => (await campaigns(flags)).map(({id, name}) => ({word: id, about: name})),
};

/** Candidates for the value of a flag or an argument. */
const valuesOf = async (
	{choices = [], completes = []}: {choices?: readonly string[]; completes?: Completion | readonly Completion[]},
	prefix: string,
	sources: Sources,
	typed: TypedFlags,
): Promise<Candidates> => {
	const from = [completes].flat();
	const found = await Promise.all(from.map(one => (one === 'file' ? [] : listed[one](sources, typed))));
	const kind = from.includes('file') ? 'file' : from.includes('campaign') ? 'ids' : 'words';
	return {prefix, words: [...plain(choices), ...found.flat()], kind};
};

/** Candidates for the value of a flag; of several names those before the last comma are complete. */
const flagValuesOf = async (
	[, row]: Flag,
	{prefix, value}: {prefix: string; value: string},
	sources: Sources,
	typed: TypedFlags,
): Promise<Candidates> => {
	const names = row.isList ? value.split(',').slice(0, -1) : [];
	const begun = names.map(name => `${name},`).join('');
	const found = await valuesOf(row, `${prefix}${begun}`, sources, typed);
	return names.length === 0 ? found : {...found, words: found.words.filter(({word}) => !names.includes(word))};
};

/** The remaining parameters of an operation, or the values of the one before the `=`. */
const parametersOf = async (type: string, given: readonly string[], current: string): Promise<Candidates> => {
	const [{isOperationType, operations}, {wireParameters}] = await Promise.all([
		import('../wire/operations/index.ts'),
		import('../wire/describe.ts'),
	]);
	if (!isOperationType(type)) {
		return none;
	}
	// Secrets are not given on a command line.
	const rows = wireParameters(operations[type].params).filter(({row}) => row.kind !== 'secret');
	const [, name, value = ''] = /^([^=]*)=(.*)$/s.exec(current) ?? [];
	if (name !== undefined) {
		const row = rows.find(one => one.name === numbered(name))?.row;
		if (row?.kind !== 'file') {
			return {prefix: `${name}=`, words: plain(row?.choices ?? []), kind: 'words'};
		}
		return value.startsWith('@')
			? {prefix: `${name}=@`, words: [], kind: 'file'}
			: {prefix: `${name}=`, words: [{word: '@', about: 'a file'}], kind: 'open'};
	}
	const names = new Set(given.map(word => word.replace(/=.*$/s, '')));
	const words = rows.flatMap(({name: wire, row}) => {
		let number = 0;
		while (wire.includes('[n]') && names.has(wire.replace('[n]', `[${number}]`))) {
			number++;
		}
		const word = wire.replace('[n]', `[${number}]`);
		return names.has(word) ? [] : [{word: `${word}=`, about: `${row.summary}${row.required ? ' (required)' : ''}`}];
	});
	return {prefix: '', words, kind: 'open'};
};

/** Reads the words before the cursor by the flags of a command. */
const readWords = (words: readonly string[], flags: readonly Flag[]) => {
	const given = new Set<string>();
	const input: string[] = [];
	let pending: Flag | undefined;
	const typed: TypedFlags = {};
	const take = ([long]: Flag, value: string): void => {
		if (long === '--profile' || long === '--url' || long === '--config') {
			typed[long.slice(2) as 'profile' | 'url' | 'config'] = value;
		}
	};
	for (const [at, word] of words.entries()) {
		const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
		const flag = flags.find(([long, {short}]) => long === name || (short !== undefined && `-${short}` === name));
		if (pending) {
			take(pending, word);
			pending = undefined;
		} else if (word === '--') {
			return {given, input: [...input, ...words.slice(at + 1)], pending, typed, isOver: true};
		} else if (!/^-./.test(word) || /^-\.?\d/.test(word)) {
			input.push(word);
		} else if (flag) {
			given.add(flag[0]);
			typed.sandbox ||= flag[0] === '--sandbox';
			if (value !== undefined) {
				take(flag, value);
			}
			pending = flag[1].type !== 'boolean' && value === undefined ? flag : undefined;
		}
	}
	return {given, input, pending, typed, isOver: false};
};

const rowFor = async (first: string, {commands}: Sources): Promise<AnyCommand | undefined> =>
	first === help.name
		? {
				...help,
				flags: {},
				examples: [],
				argument: {name: 'COMMAND', about: '', least: 0, most: 1, completes: 'command'},
				run: async () => 0,
			}
		: commands.find(({name}) => name === first)?.load();

/**
 * What can be at the cursor.
 *
 * @param before the whole words between `dialtop` and the cursor, without quotes
 * @param current the beginning of the word at the cursor
 */
export const complete = async (before: readonly string[], current: string, sources: Sources): Promise<Candidates> => {
	const words = commandFirst(before, serviceFlags);
	const [first] = words;
	if (first === undefined && !current.startsWith('-')) {
		return {prefix: '', words: await listed.command(sources, {}), kind: 'words'};
	}
	const isMonitor = first === undefined || first.startsWith('-');
	const row = isMonitor ? await sources.monitor() : await rowFor(first, sources);
	if (!row) {
		return none;
	}
	const flags = flagsOf(row);
	const {given, input, pending, typed, isOver} = readWords(isMonitor ? words : words.slice(1), flags);
	if (pending) {
		return flagValuesOf(pending, {prefix: '', value: current}, sources, typed);
	}
	if (!isOver && current.startsWith('-')) {
		const [, name, value = ''] = /^([^=]*)=(.*)$/s.exec(current) ?? [];
		if (name !== undefined) {
			const flag = flags.find(([long, {type}]) => long === name && type !== 'boolean');
			return flag ? flagValuesOf(flag, {prefix: `${name}=`, value}, sources, typed) : none;
		}
		const remaining = flags.filter(([long, {many}]) => many || !given.has(long));
		return {
			prefix: '',
			words: remaining.flatMap(([long, {short, about}]) => [
				...(short ? [{word: `-${short}`, about}] : []),
				{word: long, about},
			]),
			kind: 'words',
		};
	}
	const {argument} = row;
	const [type] = input;
	if (type !== undefined && argument?.completes === 'operation' && argument.most > 1) {
		return parametersOf(type, input, current);
	}
	if (isMonitor && input.length === 0 && !isOver && [...given].every(long => everyCommands.has(long))) {
		return {prefix: '', words: await listed.command(sources, typed), kind: 'words'};
	}
	if (!argument || input.length >= (argument.isFixed ? 1 : argument.most)) {
		return none;
	}
	const found = await valuesOf(argument, '', sources, typed);
	const all = input.length === 0 ? [...plain(argument.first ?? []), ...found.words] : found.words;
	return {...found, words: all.filter(({word}) => !input.includes(word))};
};

/** Where the commands come from. */
type CommandSources = Pick<Sources, 'commands' | 'monitor'>;

/** The shell passes the word as it was typed, with its tilde unexpanded. */
const fileOf = (config: string | undefined): string | undefined =>
	config?.replace(/^~(?=\/)/, homeOf(process.env) ?? '~');

/** Bytes; a configuration has fewer. */
const mostBytes = 256 * 1024;

/** The configuration, unchecked: the check takes as long as everything else, and the names can be read despite mistakes. */
const configurationOf = async (config: string | undefined): Promise<Given> => {
	const file = await configFileOf(fileOf(config), process.env);
	const found = file && statSync(file.path, {throwIfNoEntry: false});
	if (!file || !found?.isFile() || found.size > mostBytes) {
		return {};
	}
	const {readYaml} = await import('../config/yaml.ts');
	const yaml = readYaml(readFileSync(file.path, 'utf8'));
	return yaml.problems === undefined && isObject(yaml.value) ? yaml.value : {};
};

const withConfiguration = (sources: CommandSources): Sources => ({
	...sources,
	async profiles(config) {
		return [...profilesOf(await configurationOf(config)).keys()];
	},
	async views(config) {
		const {views} = await configurationOf(config);
		return isObject(views) ? Object.keys(views) : [];
	},
	async campaigns(flags) {
		const services = chooseServices(flags, process.env, await configurationOf(flags.config), true);
		const found = services.flatMap(service => storedCampaigns(service, process.env));
		return [...Map.groupBy(found, ({id}) => id)].map(([id, same]) => ({
			id,
			name: [...new Set(same.map(({name}) => name))].join(', '),
		}));
	},
});

/** Text without the tabs and line breaks that separate the fields of the answer. */
const oneField = (text: string): string => text.replaceAll(/\s+/g, ' ');

const answerOf = ({prefix, words, kind}: Candidates): string =>
	[`${kind}\t${prefix}`, ...words.map(({word, about}) => `${word}\t${oneField(about)}`), ''].join('\n');

/**
 * The answer as the scripts read it: a line with the kind and the prefix, then a line for each word with its meaning.
 * Empty if anything fails, since an error message would garble the line that is being typed.
 */
export const completionAnswer = async (argv: readonly string[], sources: CommandSources): Promise<string> => {
	try {
		return answerOf(await complete(argv.slice(0, -1), argv.at(-1) ?? '', withConfiguration(sources)));
	} catch {
		return '';
	}
};
