/** `dialtop __complete WORD… CURRENT`: the shells' scripts run it at each Tab. */
import {keptCampaigns} from '../../config/campaign-names.ts';
import {homeOf} from '../../config/paths.ts';
import {chooseService, profilesOf} from '../../config/service.ts';
import {loadConfig} from '../configuration/load.ts';
import {type Candidates, complete, type Sources} from './complete.ts';

/** Where the commands come from. */
type CommandSources = Pick<Sources, 'commands' | 'monitor'>;

/** The shell passes the word as it was typed, with its tilde unexpanded. */
const fileOf = (config: string | undefined): string | undefined =>
	config?.replace(/^~(?=\/)/, homeOf(process.env) ?? '~');

const withConfiguration = (sources: CommandSources): Sources => ({
	...sources,
	async profiles(config) {
		const {given} = await loadConfig(fileOf(config), process.env);
		return [...profilesOf(given).keys()];
	},
	async campaigns(flags) {
		const {given} = await loadConfig(fileOf(flags.config), process.env);
		return keptCampaigns(chooseService(flags, process.env, given), process.env);
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
