/** What can be completed, made from the rows of the commands and of the catalogue: the same for every shell. */
import {wireParameters} from '../../api/describe.ts';
import type {AnyOperation} from '../../api/operation.ts';
import {operations} from '../../api/operations/index.ts';
import type {AnyCommand, Completion, FlagRow} from '../frame/command.ts';
import {dashed} from '../frame/dashed.ts';

/** What completes a value: words of its own, and what is found elsewhere (an upload is `@FILE`). Neither is a value that nothing completes. */
export type Values = {choices: readonly string[]; from: readonly (Completion | 'upload')[]};

/** A word and what it is. */
export type Word = {word: string; about: string};

/** A flag as it is typed. */
export type CompletedFlag = {
	/** `--profile` */
	long: string;
	/** `-p` */
	short?: string | undefined;
	about: string;
	many: boolean;
	/** What stands for its value; nothing for one that takes none. */
	value?: string | undefined;
	values: Values;
};

/** A command as it is typed. */
export type CompletedCommand = {
	/** Empty for the monitor. */
	name: string;
	summary: string;
	flags: readonly CompletedFlag[];
	/** What it takes beside its flags. */
	argument?: {name: string; most: number; values: Values; takesParameters: boolean};
};

/** A parameter of an operation: `phones[n][phone_number]`. */
export type CompletedParameter = Word & {values: Values};

/** Everything that can be completed. */
export type Vocabulary = {
	/** The monitor first. */
	commands: readonly CompletedCommand[];
	operations: readonly (Word & {parameters: readonly CompletedParameter[]})[];
	families: readonly Word[];
};

const valuesOf = (
	choices: readonly string[] = [],
	completes?: Completion | 'upload' | readonly Completion[],
): Values => ({
	choices,
	from: completes === undefined ? [] : [completes].flat(),
});

const flagOf = ([name, row]: readonly [string, FlagRow]): CompletedFlag => ({
	long: `--${dashed(name)}`,
	short: row.short && `-${row.short}`,
	about: row.about,
	many: row.many ?? false,
	value: row.type === 'boolean' ? undefined : (row.value ?? 'VALUE'),
	values: valuesOf(row.choices, row.completes),
});

const nothing = valuesOf();

/** What every command takes. */
const everywhere: readonly CompletedFlag[] = [
	{long: '--help', short: '-h', about: 'what it does and takes', many: false, values: nothing},
	{long: '--version', about: 'the version of dialtop', many: false, values: nothing},
];

const commandOf = ({name, summary, flags, argument}: AnyCommand): CompletedCommand => {
	const values = valuesOf(argument?.choices, argument?.completes);
	return {
		name,
		summary,
		flags: [...Object.entries<FlagRow>(flags).map(flagOf), ...everywhere],
		...(argument && {
			argument: {
				name: argument.name,
				most: argument.most,
				values,
				// What may stand behind an operation is what it takes.
				takesParameters: argument.most > 1 && values.from.includes('operation'),
			},
		}),
	};
};

/** `dialtop help COMMAND` is no command of its own: it is `dialtop COMMAND --help`. */
const help: CompletedCommand = {
	name: 'help',
	summary: 'what a command does and takes',
	flags: [],
	argument: {name: 'COMMAND', most: 1, values: valuesOf([], 'command'), takesParameters: false},
};

/** What can be completed, given the monitor's row and those of the other commands. */
export const vocabularyOf = (rows: readonly AnyCommand[]): Vocabulary => {
	const catalogue = Object.entries<AnyOperation>(operations);
	const families = Map.groupBy(catalogue, ([, {family}]) => family);
	return {
		commands: [...rows.map(commandOf), help],
		operations: catalogue.map(([word, {summary, params}]) => ({
			word,
			about: summary,
			// What is secret has no place in a command line.
			parameters: wireParameters(params)
				.filter(({row}) => row.kind !== 'secret')
				.map(({name, row}) => ({
					word: name,
					about: `${row.summary}${row.required ? ' (required)' : ''}`,
					values: valuesOf(row.choices, row.kind === 'file' ? 'upload' : undefined),
				})),
		})),
		families: [...families].map(([family, some]) => ({
			word: family.replaceAll(' ', '-'),
			about: `${some.length} operations`,
		})),
	};
};
