/** `dialtop config`: the settings in force and where each comes from; an example; a check. */

import {command, type FlagRows, type FlagsOf} from '../cli/command.ts';
import {type Loaded, loadConfig} from '../cli/configuration.ts';
import {whole, words} from '../cli/configuration-words.ts';
import {serviceFlags} from '../cli/service-flags.ts';
import {inLocale} from '../cli/text.ts';
import {UsageError} from '../config/errors.ts';
import {exampleOf, valueText} from '../config/example.ts';
import {endings, exits} from '../config/exits.ts';
import type {Given} from '../config/schema.ts';
import {chooseProfile} from '../config/service.ts';
import {monitorFlags} from './monitor/flags.ts';
import {type Override, overridesOf} from './monitor/monitor-settings.ts';

const flags = {
	example: {type: 'boolean', about: 'print an example with every setting, its default and its values'},
	check: {type: 'boolean', about: 'check the file: print OK, or what is wrong and where'},
	config: {
		type: 'string',
		value: 'FILE',
		about: 'read this file instead of config.yml in your configuration folder',
		completes: 'file',
	},
	profile: {...serviceFlags.profile, group: 'Options', about: 'show the settings as with this profile'},
	theme: {type: 'string', value: 'NAME', about: 'show the settings as with this theme'},
	interval: {...monitorFlags.interval, about: 'show the settings as with this interval'},
	ascii: {type: 'boolean', about: 'show the settings as with --ascii'},
} as const satisfies FlagRows;

type Row = readonly [name: string, value: string, from: string];

type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Settings that override the file, by name. */
type InForce = Readonly<Record<string, Override<unknown> | undefined>>;

/** A line for each setting, in the order of the example. */
const rowsOf = (tree: Tree, given: Tree, overrides: InForce, path: readonly string[] = []): Row[] =>
	Object.entries(tree).flatMap(([name, value]): Row[] => {
		const names = [...path, name];
		const [inner, over] = [given[name], overrides[name]];
		if (isTree(value)) {
			return rowsOf(value, isTree(inner) ? inner : {}, {}, names);
		}
		const from = over?.from ?? (inner === undefined ? 'default' : 'file');
		return [[names.join('.'), valueText(over ? over.value : value) || 'none', from]];
	});

/** The settings that flags, the environment and the profile decide. @throws UsageError */
const inForce = (called: FlagsOf<typeof flags>, env: NodeJS.ProcessEnv, given: Given): InForce => {
	const profile = chooseProfile(called, env, given);
	const {theme, interval} = profile?.settings ?? {};
	const isPassedOver = profile === undefined && given.profile !== undefined;
	return {
		...overridesOf(called, env, profile && {profile: profile.name, theme, interval}),
		...(profile && profile.from !== 'profile' && {profile: {value: profile.name, from: profile.from}}),
		...(isPassedOver && {profile: {value: undefined, from: 'DIALTOP_URL'}}),
	};
};

/** Longer values do not widen their column. */
const mostWidth = 24;

const aligned = (rows: readonly Row[]): string[] => {
	const [first, second] = [0, 1].map(at =>
		Math.max(...rows.map(row => row[at as 0 | 1].length).filter(length => at === 0 || length <= mostWidth)),
	);
	return rows.map(([name, value, from]) => `${name.padEnd(first ?? 0)}  ${value.padEnd(second ?? 0)}  ${from}`);
};

const fileRow = ({file, exists}: Loaded): Row => [
	'file',
	file?.path ?? 'none',
	file
		? `${exists ? 'read' : 'not there'}${file.namedBy ? `, named by ${file.namedBy}` : ''}`
		: 'there is no home folder',
];

/** `dialtop config`. */
export const configCommand = command({
	name: 'config',
	summary: 'show the settings in force, and where each comes from',
	details: ['Prints every setting in force, one a line: its name, its value, and what decides it.'],
	flags,
	environment: [
		'DIALTOP_THEME: the same as --theme',
		'XDG_CONFIG_HOME: the configuration folder is dialtop in there (~/.config)',
	],
	exits: [['0', 'done'], ['2', 'wrong usage, or something is wrong with the file'], ...endings],
	examples: [
		['dialtop config', 'the settings in force'],
		['mkdir -p ~/.config/dialtop && dialtop config --example > ~/.config/dialtop/config.yml', 'begin a configuration'],
		['dialtop config --check', 'in a script that deploys one'],
	],
	async run({flags: given, out}) {
		if (given.example && given.check) {
			throw new UsageError('--example and --check exclude each other');
		}
		if (given.example) {
			out.write(exampleOf(words));
			return exits.done;
		}
		const loaded = await loadConfig(given.config, process.env);
		const lines = given.check
			? [`${loaded.file?.path ?? 'no file'}: ${loaded.exists ? 'OK' : 'not there, and need not be: OK'}`]
			: aligned([
					fileRow(loaded),
					...rowsOf(whole(loaded.given), loaded.given, inForce(given, process.env, loaded.given)),
				]);
		out.write(inLocale(`${lines.join('\n')}\n`));
		return exits.done;
	},
});
