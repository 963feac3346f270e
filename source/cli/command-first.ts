/** Flags before the name of a command: `dialtop -p qa campaigns`. */
import type {FlagRow, FlagRows} from './command.ts';
import {dashed} from './text.ts';

/** The flag that a word is, by its long name or its letter. */
const flagOf = (word: string, flags: FlagRows): FlagRow | undefined => {
	const [, dashes, name = ''] = /^(--?)([^=]+)/s.exec(word) ?? [];
	const found = Object.entries<FlagRow>(flags).find(([key, {short}]) =>
		dashes === '-' ? short === name : dashed(key) === name,
	);
	return found?.[1];
};

/**
 * A command line with the name of its command in front of the flags that stand before it; unchanged if there is no name
 * behind them, or a word before it that is none of these flags or their values.
 */
export const commandFirst = (argv: readonly string[], flags: FlagRows): readonly string[] => {
	let at = 0;
	for (let word = argv[at]; word?.startsWith('-'); word = argv[at]) {
		const flag = flagOf(word, flags);
		if (!flag) {
			return argv;
		}
		at += flag.type === 'boolean' || word.includes('=') ? 1 : 2;
	}
	const name = argv[at];
	if (at === 0 || name === undefined) {
		return argv;
	}
	// Help is the same with every flag.
	return name === 'help' ? argv.slice(at) : [name, ...argv.toSpliced(at, 1)];
};
