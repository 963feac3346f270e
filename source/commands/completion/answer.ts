/** `dialtop __complete WORD… CURRENT`: what the scripts of the shells ask for at each Tab. */
import {homeOf} from '../../config/paths.ts';
import {profilesOf} from '../../config/service.ts';
import {loadConfig} from '../configuration/load.ts';
import type {CommandEntry} from '../frame/command.ts';
import {type Candidates, complete, type Sources} from './complete.ts';

const sourcesOf = (commands: readonly CommandEntry[]): Sources => ({
	commands,
	monitor: async () => (await import('../monitor.ts')).monitorCommand,
	async profiles(config) {
		// The shell hands over what was typed, and expands no tilde in it.
		const file = config?.replace(/^~(?=\/)/, homeOf(process.env) ?? '~');
		const {given} = await loadConfig(file, process.env);
		return [...profilesOf(given).keys()];
	},
});

/** Text in a line of the answer. */
const oneField = (text: string): string => text.replaceAll(/\s+/g, ' ');

const answerOf = ({prefix, words, kind}: Candidates): string =>
	[`${kind}\t${prefix}`, ...words.map(({word, about}) => `${word}\t${oneField(about)}`), ''].join('\n');

/**
 * The answer as the scripts read it: a line with the kind and the prefix, then one for each word with what it is. Empty
 * if anything goes wrong: nothing can be said in the middle of a line.
 */
export const completionAnswer = async (argv: readonly string[], commands: readonly CommandEntry[]): Promise<string> => {
	try {
		return answerOf(await complete(argv.slice(0, -1), argv.at(-1) ?? '', sourcesOf(commands)));
	} catch {
		return '';
	}
};
