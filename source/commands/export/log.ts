/** The lines of a program that runs for months under systemd: short, without a time, and with their priority where a journal reads them. */
import {oneLine} from '../../cli/text.ts';

/** Priorities of syslog. */
const priorities = {error: 3, warning: 4, info: 6} as const;

export type Tone = keyof typeof priorities;

/** Writes a line to standard error. */
export type Log = (tone: Tone, text: string) => void;

/** Makes the log. systemd sets JOURNAL_STREAM where its journal reads standard error, and takes the number off the line. */
export const createLog =
	(env: NodeJS.ProcessEnv): Log =>
	(tone, text) => {
		const priority = env.JOURNAL_STREAM ? `<${priorities[tone]}>` : '';
		process.stderr.write(`${priority}dialtop export: ${oneLine(text)}\n`);
	};
