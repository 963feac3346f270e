/** Text as commands print it: safe on a terminal; names in kebab case. */

import {toAscii} from '../present/ascii.ts';
import {struck} from '../wire/secrets.ts';
import {safeText} from '../wire/text.ts';
import {hidden} from '../wire/words.ts';

/** The most characters of a message, which may quote an argument of any length. */
const longest = 2000;

/** Whether the environment asks for no colours at all. */
export const isColourless = (env: NodeJS.ProcessEnv): boolean => (env.NO_COLOR ?? '') !== '';

/** Whether the environment asks for sentences instead of a picture, as programs for screen readers do. */
export const isAccessible = ({ACCESSIBLE = ''}: NodeJS.ProcessEnv): boolean => !['', '0', 'false'].includes(ACCESSIBLE);

/** True if the locale is UTF-8, by LC_ALL, LC_CTYPE and LANG in this order. */
export const isUtf8 = (env: NodeJS.ProcessEnv): boolean => /utf-?8/i.test(env.LC_ALL || env.LC_CTYPE || env.LANG || '');

/**
 * Text in the characters of the locale: ASCII if it is not UTF-8 (cron), since the bytes of other characters could be
 * control sequences there.
 */
export const inLocale = (text: string, env: NodeJS.ProcessEnv = process.env): string =>
	isUtf8(env) ? text : text.split('\n').map(toAscii).join('\n');

/** Strikes the user and the password out of addresses. */
const withoutLogins = (text: string): string => text.replace(/(\b[a-z][a-z\d+.-]*:\/\/)[^\s"]*@/gi, `$1${hidden}@`);

/** A message on one line, without secrets and with control characters made visible. */
export const oneLine = (text: string): string => inLocale(safeText(withoutLogins(struck(text)), longest));

/** Text of several lines without secrets, each line with control characters made visible. */
export const safeLines = (text: string): string => struck(text).split('\n').map(oneLine).join('\n');

/** A camel-case name in kebab case, as flags and the configuration write it: `playOrPause` is `play-or-pause`. */
export const dashed = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
