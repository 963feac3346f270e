/** `dialtop login`: signs in and keeps the token. */
import {readFileSync} from 'node:fs';
import {TransportFailure} from '../api/transport.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {askUser, passwordOf} from '../config/password.ts';
import {chooseService, type Service} from '../config/service.ts';
import {createConnection} from '../monitor/connection.ts';
import {openRequestLog} from '../monitor/request-log.ts';
import type {Credentials, SignIn} from '../monitor/session.ts';
import {command, type FlagRows} from './command.ts';
import {keptTokens} from './kept-tokens.ts';
import {loadConfig} from './load-config.ts';
import {say} from './out.ts';
import {serviceFlags} from './service-flags.ts';

const {tokenStdin: _token, readOnly: _readOnly, sandbox: _sandbox, ...taken} = serviceFlags;

const flags = {
	hours: {
		type: 'number',
		value: 'N',
		about: 'lifetime of the token in hours, which each request begins anew (the service decides: 12)',
		least: 1,
		most: 8760,
		whole: true,
	},
	...taken,
} as const satisfies FlagRows;

/** The certificates in a file. @throws UsageError */
const certificates = (path: string): string => {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
	}
};

type Attempt = {service: Service & {url: string}; credentials: Credentials; log: string | undefined};

/** Signs in once. */
const signIn = async ({service, credentials, log: path}: Attempt): Promise<SignIn & {token?: string | undefined}> => {
	const {url, ca, proxy, encoding} = service;
	const log = path === undefined ? undefined : await openRequestLog(path, say);
	const {session, close} = createConnection({
		url,
		encoding,
		proxy,
		ca: ca === undefined ? undefined : certificates(ca),
		log,
		isLocked: () => true,
	});
	try {
		const result = await session.signIn(credentials);
		return {...result, token: session.token()};
	} finally {
		await close();
		await log?.close();
	}
};

/** `dialtop login`. */
export const loginCommand = command({
	name: 'login',
	summary: 'sign in and keep the token for the commands and the monitor to come',
	details: [
		'The password comes from --password-stdin, DIALTOP_PASSWORD or the password_command of the profile, else it is asked for on the terminal; it is kept nowhere. The token is kept in a file that only you can read, for this address and this user alone.',
	],
	flags,
	examples: [
		['dialtop login -p qa', 'asks for the password of the user of the profile qa'],
		['dialtop login --url https://dialer.example.com --user ann', 'on a service without a profile'],
		['pass show dialer | dialtop login -p prod --password-stdin --hours 1', 'from a script, for an hour'],
	],
	async run({flags: called}) {
		const {given} = await loadConfig(called.config, process.env);
		const service = chooseService(called, process.env, given);
		const {url} = service;
		if (url === undefined) {
			throw new UsageError('login needs a service: name a profile with -p, or an address with --url');
		}
		// What hinders keeping the token is told before a password is asked for.
		const tokens = keptTokens(process.env);
		tokens.list();
		const {host} = new URL(url);
		const user = service.user ?? (await askUser(host));
		const about = `${user} at ${host} (${service.environment})`;
		const password = await passwordOf({...service, passwordStdin: called.passwordStdin}, about, process.env);
		const {hours} = called;
		const credentials = {user, password, ...(hours !== undefined && {hours})};
		const result = await signIn({service: {...service, url}, credentials, log: called.log});
		if (result.kind === 'signed-in' && result.token !== undefined) {
			tokens.put({url, user, token: result.token, hours, savedAt: new Date().toISOString()});
			say(`signed in: ${about}; the token is in ${tokens.path}`);
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
