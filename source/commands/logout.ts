/** `dialtop logout`: deletes stored tokens. */

import {command, type FlagRows} from '../cli/command.ts';
import {loadConfig} from '../cli/configuration.ts';
import {say} from '../cli/out.ts';
import {serviceFlags} from '../cli/service-flags.ts';
import {UsageError} from '../config/errors.ts';
import {exits, localExitWords} from '../config/exits.ts';
import {chooseService} from '../config/service.ts';
import {openTokens} from '../config/tokens.ts';
import {counted} from '../wire/words.ts';
import {hostOf} from './connect/chosen.ts';
import {ownFolder} from './connect/open-service.ts';

const {profile, url, user, config} = serviceFlags;

const flags = {
	all: {type: 'boolean', about: 'the tokens of every user of every service'},
	profile,
	url,
	user: {...user, about: 'the token of this user only'},
	config,
} as const satisfies FlagRows;

/** `dialtop logout`. */
export const logoutCommand = command({
	name: 'logout',
	summary: 'delete the token that login has stored',
	details: [
		'Deletes the token on this machine only: the service has no way to sign out, and the token expires by itself.',
	],
	flags,
	exits: localExitWords,
	examples: [
		['dialtop logout -p qa', 'the token of the user of the profile qa'],
		['dialtop logout --all', 'every token on this machine'],
	],
	async run({flags: called}) {
		const tokens = openTokens(ownFolder(process.env));
		if (called.all) {
			const owners = tokens.list();
			const count = owners.reduce((sum, {url: address, user: owner}) => sum + tokens.forget(address, owner), 0);
			say(count === 0 ? 'no token was stored' : `forgot ${counted(count, 'token')}`);
			return exits.done;
		}
		const {given} = await loadConfig(called.config, process.env);
		// Nothing is sent, so neither secrets nor the safety of the connection matter.
		const {DIALTOP_TOKEN: token, DIALTOP_PASSWORD: _password, ...env} = process.env;
		const service = chooseService({...called, insecureHttp: true}, env, given);
		if (service.url === undefined) {
			throw new UsageError('logout needs a service: name a profile with -p, an address with --url, or --all');
		}
		const host = hostOf(service);
		const whose = service.user === undefined ? host : `${service.user} at ${host}`;
		const count = tokens.forget(service.url, service.user);
		say(count === 0 ? `no token was stored for ${whose}` : `forgot ${counted(count, 'token')} for ${whose}`);
		if (token) {
			say('DIALTOP_TOKEN is set all the same: unset it');
		}
		return exits.done;
	},
});
