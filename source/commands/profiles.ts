/** `dialtop profiles`: the configured profiles, and which is current. */

import {command, type FlagRows} from '../cli/command.ts';
import {loadConfig} from '../cli/configuration.ts';
import {serviceFlags} from '../cli/service-flags.ts';
import {type Column, formatFlags, formatOf, printRows} from '../cli/table.ts';
import {environmentOfProfile} from '../config/checks.ts';
import {exits, localExitWords} from '../config/exits.ts';
import {chooseProfile, profilesOf} from '../config/service.ts';
import {openTokens} from '../config/tokens.ts';
import {ownFolder} from './connect/open-service.ts';

const flags = {
	...formatFlags,
	names: {type: 'boolean', about: 'print only their names, one a line'},
	profile: {
		...serviceFlags.profile,
		group: 'Options',
		about: 'show what would be current with this profile',
	},
	config: {...serviceFlags.config, group: 'Options'},
} as const satisfies FlagRows;

type Row = {
	name: string;
	isCurrent: boolean;
	url: string;
	environment: string;
	user: string | undefined;
	isReadOnly: boolean;
	/** When its token was stored; undefined without one. */
	since: string | undefined;
};

const columns: readonly Column<Row>[] = [
	{name: 'current', title: '', of: ({isCurrent}) => isCurrent, text: ({isCurrent}) => (isCurrent ? '*' : ' ')},
	{name: 'name', of: ({name}) => name},
	{name: 'environment', of: ({environment}) => environment},
	{name: 'url', of: ({url}) => url},
	{name: 'user', of: ({user}) => user},
	{
		name: 'read_only',
		title: 'read-only',
		of: ({isReadOnly}) => isReadOnly,
		text: ({isReadOnly}) => (isReadOnly ? 'yes' : 'no'),
	},
	{name: 'token', of: ({since}) => since !== undefined, isHidden: true},
	{
		name: 'token_since',
		title: 'token since',
		of: ({since}) => since,
		text: ({since}) => since?.replace(/^(.{10})T(.{5}).*$/, '$1 $2 UTC') ?? 'none',
	},
];

/** `dialtop profiles`. */
export const profilesCommand = command({
	name: 'profiles',
	summary: 'list your profiles, which one is current, and which have a token',
	flags,
	exits: localExitWords,
	examples: [
		['dialtop profiles', 'the current one has a *'],
		['dialtop profiles --json | jq -r ".[] | select(.token) | .name"', 'those with a token'],
	],
	async run({flags: called, out}) {
		const format = formatOf(called);
		const {given, file} = await loadConfig(called.config, process.env);
		const profiles = profilesOf(given);
		if (called.names) {
			out.write([...profiles.keys()].map(name => `${name}\n`).join(''));
			return exits.done;
		}
		const current = chooseProfile(called, process.env, given)?.name;
		const tokens = profiles.size === 0 ? undefined : openTokens(ownFolder(process.env));
		const rows = [...profiles].map(
			([name, {url, environment, user, read_only = false}]): Row => ({
				name,
				isCurrent: name === current,
				url,
				environment: environmentOfProfile(environment),
				user,
				isReadOnly: read_only,
				since: tokens?.get(url, user)?.savedAt,
			}),
		);
		printRows(out, {
			format,
			columns,
			rows,
			whenEmpty: `there are no profiles in ${file?.path ?? 'any configuration'}; dialtop config --example shows how to write one`,
		});
		return exits.done;
	},
});
