/** `dialtop login`: signs in and stores the token. */

import {command, type FlagRows} from '../cli/command.ts';
import {loadConfig} from '../cli/configuration.ts';
import {say} from '../cli/out.ts';
import {serviceFlags} from '../cli/service-flags.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {askUser, passwordOf} from '../config/password.ts';
import {chooseService, type Service} from '../config/service.ts';
import {openTokens} from '../config/tokens.ts';
import {createConnection} from '../service/connection.ts';
import type {Credentials, SignIn} from '../service/session.ts';
import {TransportFailure} from '../wire/client/transport.ts';
import {hostOf} from './connect/chosen.ts';
import {openService, ownFolder} from './connect/open-service.ts';

const {tokenStdin: _token, readOnly: _readOnly, sandbox: _sandbox, ...taken} = serviceFlags;

const flags = {
	hours: {
		type: 'number',
		value: 'N',
		about: 'hours after its last use for which the token is valid (the default of the service, 12)',
		least: 1,
		most: 8760,
		whole: true,
	},
	...taken,
} as const satisfies FlagRows;

type Attempt = {service: Service; credentials: Credentials; log: string | undefined};

/** Signs in with the credentials alone, whatever token is stored. */
const signIn = async ({service, credentials, log}: Attempt): Promise<SignIn & {token?: string | undefined}> => {
	const opened = await openService(service, {
		env: process.env,
		log,
		complain: say,
		token: undefined,
		password: undefined,
	});
	const {session, close} = createConnection({
		...opened,
		token: undefined,
		askPassword: undefined,
		onToken: undefined,
		isLocked: () => true,
	});
	try {
		const result = await session.signIn(credentials);
		return {...result, token: session.token()};
	} finally {
		await close();
		await opened.audit.close();
		await opened.close();
	}
};

/** `dialtop login`. */
export const loginCommand = command({
	name: 'login',
	summary: 'sign in, and store the token for later commands and the monitor',
	details: [
		'The password comes from --password-stdin, DIALTOP_PASSWORD or the password_command of the profile; otherwise dialtop asks for it on the terminal. It is never stored. The token is stored in a file that only you can read, for this address and this user alone.',
	],
	flags,
	examples: [
		['dialtop login -p qa', 'asks for the password of the user of the profile qa'],
		['dialtop login --url https://dialer.example.com --user ann', 'on a service without a profile'],
		['pass show dialer | dialtop login -p prod --password-stdin --hours 1', 'from a script, for an hour'],
	],
	async run({flags: called}) {
		const {given} = await loadConfig(called.config, process.env);
		const {DIALTOP_TOKEN: _token, ...env} = process.env;
		const service = chooseService(called, env, given);
		const {url} = service;
		if (url === undefined) {
			throw new UsageError('login needs a service: name a profile with -p, or an address with --url');
		}
		// Fails before it asks for a password if the token could not be stored.
		const tokens = openTokens(ownFolder(process.env));
		tokens.list();
		const host = hostOf(service);
		const user = service.user ?? (await askUser(host));
		const about = `${user} at ${host} (${service.environment})`;
		const password = await passwordOf({...service, passwordStdin: called.passwordStdin}, about, process.env);
		const {hours} = called;
		const credentials = {user, password, ...(hours !== undefined && {hours})};
		const result = await signIn({service, credentials, log: called.log});
		if (result.kind === 'signed-in' && result.token !== undefined) {
			try {
				tokens.put({url, user, token: result.token, hours, savedAt: new Date().toISOString()});
			} catch (error) {
				say(`signed in: ${about}; but the token is lost, as it could not be stored`);
				throw error;
			}
			say(`signed in: ${about}; the token is in ${tokens.folder}`);
			return exits.done;
		}
		const reason = result.kind === 'signed-in' ? 'no token came' : result.reason;
		say(`not signed in: ${about}: ${reason}`);
		if (result.kind !== 'failed') {
			return exits.refused;
		}
		const {cause} = result;
		return cause instanceof TransportFailure && !cause.sent ? exits.notSent : exits.unknown;
	},
});
