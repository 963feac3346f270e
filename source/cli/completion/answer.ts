/** `dialtop __complete WORD… CURRENT`: the shells' scripts run it at each Tab. */
import {readFileSync, statSync} from 'node:fs';
import {keptCampaigns} from '../../config/campaign-names.ts';
import {configFileOf, homeOf} from '../../config/paths.ts';
import type {Given} from '../../config/schema.ts';
import {chooseService, profilesOf} from '../../config/service.ts';
import {isObject} from '../../wire/record.ts';
import {type Candidates, complete, type Sources} from './complete.ts';

/** Where the commands come from. */
type CommandSources = Pick<Sources, 'commands' | 'monitor'>;

/** The shell passes the word as it was typed, with its tilde unexpanded. */
const fileOf = (config: string | undefined): string | undefined =>
	config?.replace(/^~(?=\/)/, homeOf(process.env) ?? '~');

/** Bytes; a configuration has fewer. */
const mostBytes = 256 * 1024;

/** What the configuration says, unchecked: the check takes as long as all the rest, and the names stand beside any mistake. */
const configurationOf = async (config: string | undefined): Promise<Given> => {
	const file = await configFileOf(fileOf(config), process.env);
	const found = file && statSync(file.path, {throwIfNoEntry: false});
	if (!file || !found?.isFile() || found.size > mostBytes) {
		return {};
	}
	const {readYaml} = await import('../../config/yaml.ts');
	const yaml = readYaml(readFileSync(file.path, 'utf8'));
	return yaml.problems === undefined && isObject(yaml.value) ? yaml.value : {};
};

const withConfiguration = (sources: CommandSources): Sources => ({
	...sources,
	async profiles(config) {
		return [...profilesOf(await configurationOf(config)).keys()];
	},
	async campaigns(flags) {
		const service = chooseService(flags, process.env, await configurationOf(flags.config));
		return keptCampaigns(service, process.env);
	},
});

/** Text without the tabs and line breaks that separate the fields of the answer. */
const oneField = (text: string): string => text.replaceAll(/\s+/g, ' ');

const answerOf = ({prefix, words, kind}: Candidates): string =>
	[`${kind}\t${prefix}`, ...words.map(({word, about}) => `${word}\t${oneField(about)}`), ''].join('\n');

/**
 * The answer as the scripts read it: a line with the kind and the prefix, then a line for each word with what it means.
 * Empty if anything fails, since an error message would garble the line that is being typed.
 */
export const completionAnswer = async (argv: readonly string[], sources: CommandSources): Promise<string> => {
	try {
		return answerOf(await complete(argv.slice(0, -1), argv.at(-1) ?? '', withConfiguration(sources)));
	} catch {
		return '';
	}
};
