/** The flags of every command that talks to a service: which one, and how to reach it. */
import {observeWithin} from '../model/pending.ts';
import type {ArgumentRow, FlagRow, FlagRows, FlagsOf} from './command.ts';
import {dashed} from './text.ts';

const group = 'Service';

export const serviceFlags = {
	profile: {
		type: 'string',
		short: 'p',
		value: 'NAME',
		about: 'a profile of your configuration',
		completes: 'profile',
		group,
	},
	url: {type: 'string', value: 'ADDRESS', about: 'address of the service; /api/ is appended', group},
	environment: {
		type: 'string',
		value: 'NAME',
		about: 'the environment to show; PRODUCTION (assumed) by default',
		choices: ['production', 'qa', 'sandbox'],
		group,
	},
	user: {type: 'string', value: 'NAME', about: 'user to sign in as', group},
	tokenStdin: {type: 'boolean', about: 'read an API token from standard input', group},
	passwordStdin: {type: 'boolean', about: "read the user's password from standard input", group},
	readOnly: {type: 'boolean', about: 'refuse every change', group},
	encoding: {
		type: 'string',
		value: 'NAME',
		about: 'encoding of requests',
		choices: ['form', 'json'],
		group,
	},
	ca: {
		type: 'string',
		value: 'FILE',
		about: 'further certificates (PEM) to trust',
		completes: 'file',
		group,
	},
	proxy: {
		type: 'string',
		value: 'ADDRESS',
		about: 'reach the service through this HTTP proxy; loopback is always direct',
		group,
	},
	insecureHttp: {type: 'boolean', about: 'allow http:// to another machine, which anyone on the way can read', group},
	log: {
		type: 'string',
		value: 'FILE',
		about: 'write a line of JSON for every request, without secrets',
		completes: 'file',
		group,
	},
	config: {
		type: 'string',
		value: 'FILE',
		about: 'read this configuration instead of config.yml in your configuration folder',
		completes: 'file',
		group,
	},
	sandbox: {
		type: 'boolean',
		about: 'use the embedded sandbox, whatever the environment and the configuration say',
		group,
	},
} as const satisfies FlagRows;

/** The same for commands that take several services at once. */
export const severalServicesFlags = {
	...serviceFlags,
	profile: {
		...serviceFlags.profile,
		value: 'NAMES',
		about: 'a profile of your configuration, or several: east,west',
		isList: true,
	},
} as const satisfies FlagRows;

/** The argument of commands that take some campaigns, or all without one. */
export const campaignsArgument = (about: string): ArgumentRow => ({
	name: 'ID',
	about,
	least: 0,
	most: 1000,
	completes: 'campaign',
});

/** The flag of commands that print what is known of people. */
export const unmaskFlag = {
	unmask: {type: 'boolean', about: 'show names and numbers of people, even if the configuration masks them'},
} as const satisfies FlagRows;

/** The given flags of the service. */
export type ServiceFlagsGiven = FlagsOf<typeof serviceFlags>;

/** The flag that a word is, by its long name or its letter. */
const flagOf = (word: string, flags: FlagRows): FlagRow | undefined => {
	const [, dashes, name = ''] = /^(--?)([^=]+)/s.exec(word) ?? [];
	const found = Object.entries<FlagRow>(flags).find(([key, {short}]) =>
		dashes === '-' ? short === name : dashed(key) === name,
	);
	return found?.[1];
};

/**
 * A command line with the name of its command in front of the flags before it; unchanged if there is no name
 * behind them, or if a word before it is neither one of these flags nor their value.
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

const longestWait = observeWithin / 1000;

/** The flags that say how long the service is waited for to show a change. */
export const waitFlags = {
	wait: {
		type: 'number',
		value: 'SECONDS',
		least: 0,
		most: longestWait,
		about: `how long to wait until the service shows it (${longestWait})`,
	},
	noWait: {type: 'boolean', about: 'do not wait until the service shows it'},
} as const satisfies FlagRows;

/** The seconds that these flags say. */
export const waitOf = ({wait = longestWait, noWait}: {wait: number | undefined; noWait: boolean}): number =>
	noWait ? 0 : wait;
