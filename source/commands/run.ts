/** Runs the command that the command line names, or prints its help. */

import type {AnyCommand} from '../cli/command.ts';
import {type Out, openOut} from '../cli/out.ts';
import {commandFirst, serviceFlags} from '../cli/service-flags.ts';
import {inLocale} from '../cli/text.ts';
import {UsageError} from '../config/errors.ts';
import {didYouMean} from '../config/nearest.ts';
import {commands, loadMonitor} from './commands.ts';

/** True if one of the words comes before a `--`. */
const asks = (argv: readonly string[], ...words: readonly string[]): boolean => {
	const end = argv.indexOf('--');
	return argv.slice(0, end === -1 ? argv.length : end).some(word => words.includes(word));
};

/** @throws UsageError if there is no such command */
const loadCommand = async (name: string): Promise<AnyCommand> => {
	const entry = commands.find(one => one.name === name);
	if (entry) {
		return entry.load();
	}
	const names = commands.map(one => one.name);
	throw new UsageError(`there is no command "${name}"${didYouMean(name, names)}; see dialtop --help`);
};

const runOn = async (out: Out, words: readonly string[]): Promise<number> => {
	const argv = words[0] === '__complete' ? words : commandFirst(words, serviceFlags);
	const [first = '', ...others] = argv;
	if (first === '__complete') {
		const {completionAnswer} = await import('../cli/complete.ts');
		out.write(await completionAnswer(others, {commands, monitor: loadMonitor}));
		return 0;
	}
	const isHelp = first === 'help';
	const isMonitor = argv.length === 0 || first.startsWith('-') || (isHelp && /^(?:help|-.*)?$/.test(others[0] ?? ''));
	const [name = '', commandWords] = isHelp
		? [others[0], [...others.slice(1), '--help']]
		: isMonitor
			? ['', argv]
			: [first, others];
	if (asks(commandWords, '--version')) {
		const {default: pkg} = await import('../../package.json', {with: {type: 'json'}});
		out.write(`${pkg.version}\n`);
		return 0;
	}
	const row = await (isMonitor ? loadMonitor() : loadCommand(name));
	if (asks(commandWords, '--help', '-h')) {
		const {helpOf} = await import('../cli/help.ts');
		out.write(inLocale(row.helpFor?.(commandWords) ?? helpOf(row, isMonitor ? commands : [])));
		return 0;
	}
	const {parse} = await import('../cli/parse.ts');
	try {
		const {flags, input} = parse(row, commandWords);
		return await row.run({flags, input, out});
	} catch (error) {
		if (row.failed) {
			return row.failed(error, out);
		}
		throw error;
	}
};

/**
 * Runs what the command line asks for.
 *
 * @returns the exit code
 * @throws UsageError if the command line is wrong
 */
export const run = async (argv: readonly string[]): Promise<number> => {
	const out = openOut();
	return out.end(await runOn(out, argv));
};
