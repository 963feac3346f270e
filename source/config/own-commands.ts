/** The commands of the operator's own, as the configuration has them. */
import {argumentsOf, keysOf, mapOf, numberOf, section, textOf, wordOf, yesNo} from './setting-kinds.ts';

/** The settings of a command. */
export type OwnCommandConfig = {
	readonly run: readonly string[];
	readonly on: string;
	readonly key?: readonly string[] | undefined;
	readonly about?: string | undefined;
	readonly dangerous?: boolean | undefined;
	readonly terminal?: boolean | undefined;
	readonly output?: string | undefined;
	/** Seconds. */
	readonly timeout?: number | undefined;
};

const names = {
	pattern: /^[a-z][a-z0-9-]{0,29}$/,
	allowed: 'small letters, digits and -, begin with a letter, and have 30 characters at most',
};

/** The commands' part of the schema. @param rows what a command can be about */
export const ownCommandsSection = (rows: readonly string[]) => {
	const command = section('A command.', {
		run: argumentsOf('program and its arguments, run without a shell; {name} is replaced by the name of the row'),
		on: wordOf('which selected row it is about', rows),
		key: keysOf('a key that has no other meaning there; without one it is in the palette alone'),
		about: textOf('what it does, for the help', 'text'),
		dangerous: yesNo('asks first, showing the command line'),
		terminal: yesNo('gives it the terminal until it ends'),
		output: wordOf('line shows its exit code, sheet also its output', ['line', 'sheet']),
		timeout: numberOf('how long it may run in the background before it is ended', {
			least: 1,
			most: 3600,
			unit: 'seconds',
			whole: true,
		}),
	});
	return mapOf('Commands of your own on a row, by names of your choice.', names, command, {
		ticket: {
			run: ['jira', 'create', '{name}'],
			on: 'campaign',
			key: 'f5',
			about: 'open a ticket',
			dangerous: true,
			terminal: false,
			output: 'sheet',
			timeout: 60,
		},
	});
};
