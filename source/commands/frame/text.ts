/** What is said or printed for people beside the screen: nothing in it drives their terminal. */
import {strike, struck} from '../../api/secrets.ts';
import {safeText} from '../../api/text.ts';
import {toAscii} from '../../look/ascii.ts';

/** Characters of a line at most: it names what was given, which may be of any length. */
const longest = 2000;

/** True where the locale's characters are UTF-8, by the variables that decide it, in their order. */
export const isUtf8 = (env: NodeJS.ProcessEnv): boolean => /utf-?8/i.test(env.LC_ALL || env.LC_CTYPE || env.LANG || '');

/**
 * Text, of any number of lines, in characters that the locale has. Where it is not UTF-8 (cron) that is ASCII: in other
 * characters the bytes of a name could be commands to the terminal.
 */
export const inLocale = (text: string, env: NodeJS.ProcessEnv = process.env): string =>
	isUtf8(env) ? text : text.split('\n').map(toAscii).join('\n');

/** Addresses without the user and the password in them, wherever on the command line they were given. */
const withoutLogins = (text: string): string => text.replace(/(\b[a-z][a-z\d+.-]*:\/\/)[^\s"]*@/gi, `$1${strike}@`);

/** One line to say, whatever is in it: without secrets, and with control characters made visible. */
export const oneLine = (text: string): string => inLocale(safeText(withoutLogins(struck(text)), longest));
