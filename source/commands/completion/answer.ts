/** `dialtop __complete WORD… CURRENT`: the shells' scripts run it at each Tab. */
import {homeOf} from '../../config/paths.ts';
import {profilesOf} from '../../config/service.ts';
import {loadConfig} from '../configuration/load.ts';
import {type Candidates, complete, type Sources} from './complete.ts';

/** Where the commands come from. */
type CommandSources = Pick<Sources, 'commands' | 'monitor'>;

const withProfiles = (sources: CommandSources): Sources => ({
	...sources,
	async profiles(config) {
		// The shell passes the word as it was typed, with its tilde unexpanded.
		const file = config?.replace(/^~(?=\/)/, homeOf(process.env) ?? '~');
		const {given} = await loadConfig(file, process.env);
		return [...profilesOf(given).keys()];
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
		return answerOf(await complete(argv.slice(0, -1), argv.at(-1) ?? '', withProfiles(sources)));
	} catch {
		return '';
	}
};
