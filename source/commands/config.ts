/** `dialtop config`: where the configuration is, what is in force and from where; an example; a check. */
import meow from 'meow';
import pkg from '../../package.json' with {type: 'json'};
import {UsageError} from '../config/errors.ts';
import {exampleOf, valueText} from '../config/example.ts';
import {exits} from '../config/exits.ts';
import type {Given} from '../config/schema.ts';
import {chooseProfile} from '../config/service.ts';
import {type Loaded, loadConfig} from './load-config.ts';
import {type Override, overridesOf} from './settings.ts';
import {whole, words} from './words.ts';

const help = `
	The configuration: where its file is, and every setting in force with what decides it.

	Usage
	  $ dialtop config                    settings in force, one a line: name, value, from
	  $ dialtop config --example          an example with every setting, its default and what it may be
	  $ dialtop config --check            OK, or what is wrong with the file and where

	Options
	  --config FILE        instead of config.yml in your configuration folder
	  -p, --profile, --theme, --interval, --ascii   as the monitor takes them, to see what they would change
	  --version, --help

	Environment
	  DIALTOP_CONFIG, DIALTOP_PROFILE, DIALTOP_URL, DIALTOP_THEME, NO_COLOR, XDG_CONFIG_HOME

	Exit codes
	  0 done, 2 called wrongly or something is wrong with the file
`;

const readFlags = (argv: readonly string[]) => {
	const {flags, input} = meow(help, {
		importMeta: import.meta,
		argv,
		pkg,
		description: false,
		allowUnknownFlags: false,
		flags: {
			config: {type: 'string'},
			profile: {type: 'string', shortFlag: 'p'},
			example: {type: 'boolean', default: false},
			check: {type: 'boolean', default: false},
			theme: {type: 'string'},
			interval: {type: 'number'},
			ascii: {type: 'boolean', default: false},
		},
	});
	if (input.length > 0) {
		throw new UsageError(`config takes flags only, not "${input[0]}"; see dialtop config --help`);
	}
	if (flags.example && flags.check) {
		throw new UsageError('--example and --check exclude each other');
	}
	return flags;
};

type Row = readonly [name: string, value: string, from: string];

type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is in force whatever the file says, by name. */
type Inforce = Readonly<Record<string, Override<unknown> | undefined>>;

/** A line for each setting, in the order of the example. */
const rowsOf = (tree: Tree, given: Tree, overrides: Inforce, path: readonly string[] = []): Row[] =>
	Object.entries(tree).flatMap(([name, value]): Row[] => {
		const names = [...path, name];
		const [inner, over] = [given[name], overrides[name]];
		if (isTree(value)) {
			return rowsOf(value, isTree(inner) ? inner : {}, {}, names);
		}
		const from = over?.from ?? (inner === undefined ? 'default' : 'file');
		return [[names.join('.'), valueText(over ? over.value : value) || 'none', from]];
	});

/** What flags, the environment and the profile decide. @throws UsageError */
const inForce = (flags: ReturnType<typeof readFlags>, env: NodeJS.ProcessEnv, given: Given): Inforce => {
	const profile = chooseProfile(flags, env, given);
	const isPassedOver = profile === undefined && given.profile !== undefined;
	return {
		...overridesOf(
			flags,
			env,
			profile && {profile: profile.name, theme: profile.settings.theme, interval: profile.settings.interval},
		),
		...(profile && profile.from !== 'profile' && {profile: {value: profile.name, from: profile.from}}),
		...(isPassedOver && {profile: {value: undefined, from: 'DIALTOP_URL'}}),
	};
};

/** A column is not made wide for a single long value. */
const mostWidth = 24;

const aligned = (rows: readonly Row[]): string[] => {
	const [first, second] = [0, 1].map(at =>
		Math.max(...rows.map(row => row[at as 0 | 1].length).filter(length => at === 0 || length <= mostWidth)),
	);
	return rows.map(([name, value, from]) => `${name.padEnd(first ?? 0)}  ${value.padEnd(second ?? 0)}  ${from}`);
};

const placeText = ({place, exists}: Loaded): Row => [
	'file',
	place?.path ?? 'none',
	place
		? `${exists ? 'read' : 'not there'}${place.namedBy ? `, named by ${place.namedBy}` : ''}`
		: 'there is no home folder',
];

/**
 * Runs `dialtop config`.
 *
 * @returns the exit code
 * @throws UsageError where it was called wrongly, or something is wrong with the file
 */
export const configCommand = async (argv: readonly string[]): Promise<number> => {
	const flags = readFlags(argv);
	if (flags.example) {
		process.stdout.write(exampleOf(words));
		return exits.done;
	}
	const loaded = await loadConfig(flags.config, process.env);
	const lines = flags.check
		? [`${loaded.place?.path ?? 'no file'}: ${loaded.exists ? 'OK' : 'not there, and need not be: OK'}`]
		: aligned([
				placeText(loaded),
				...rowsOf(whole(loaded.given), loaded.given, inForce(flags, process.env, loaded.given)),
			]);
	process.stdout.write(`${lines.join('\n')}\n`);
	return exits.done;
};
