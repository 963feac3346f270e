/**
 * Opens a service: its address, the secrets at hand to sign in with, the log of its requests and the audit of its
 * commands.
 */
import {join} from 'node:path';
import {type Audit, openAudit} from '../../audit/audit.ts';
import {whoIsHere} from '../../audit/who.ts';
import {loadConfig} from '../../cli/configuration.ts';
import {say} from '../../cli/out.ts';
import type {ServiceFlagsGiven} from '../../cli/service-flags.ts';
import {UsageError} from '../../config/errors.ts';
import {stateFolder} from '../../config/paths.ts';
import type {Given} from '../../config/schema.ts';
import type {Service} from '../../config/service.ts';
import {chooseServices} from '../../config/services.ts';
import {openTokens} from '../../config/tokens.ts';
import {readCertificates} from '../../config/trusted.ts';
import type {ScenarioName} from '../../sandbox/scenarios/names.ts';
import type {ServiceAccess} from '../../service/connection.ts';
import type {Credentials} from '../../service/session.ts';
import {systemClock} from '../../system/clock.ts';
import {openPrivateAppend} from '../../system/private.ts';
import {messageOf} from '../../wire/causes.ts';
import {readProxy} from '../../wire/client/proxy-address.ts';
import {certificatesIn} from '../../wire/client/trust.ts';
import {type Secrets, secretsOf} from './chosen.ts';

/** The folder of tokens and the audit. @throws UsageError without a home folder */
export const ownFolder = (env: NodeJS.ProcessEnv): string => {
	const folder = stateFolder(env, process.platform);
	if (folder === undefined) {
		throw new UsageError('there is no home folder to keep the audit in: set XDG_STATE_HOME to a folder of your own');
	}
	return folder;
};

/** The audit file, to which every command is written. @throws UsageError without a home folder */
export const auditFile = (env: NodeJS.ProcessEnv): string => join(ownFolder(env), 'audit.jsonl');

/** A service that is open; nothing has been asked of it yet. */
export type OpenService = ServiceAccess & {
	/** Its name, which is that of its profile. */
	service: string;
	/** Requests a second. */
	perSecond: number;
	/** Requests that may be sent at once at the start. */
	atStart: number;
	audit: Audit;
	/** For the embedded sandbox: resolves with an error if it ends unasked. */
	ended?: Promise<Error> | undefined;
	close(): Promise<void>;
};

/** The message about commands of earlier runs; `where` says what shows them. */
export const recalledText = (count: number, where: string): string =>
	count === 1
		? `1 command of an earlier run has no known outcome: ${where} shows it`
		: `${count} commands of earlier runs have no known outcome: ${where} shows them`;

/** Options besides the service's own settings. */
export type OpenOptions = Secrets & {
	env: NodeJS.ProcessEnv;
	/** Of `--log`. */
	log?: string | undefined;
	/** The scenario of the embedded sandbox. */
	scenario?: ScenarioName | undefined;
	/** Whether the monitor is on the terminal, so that nothing else may write to it. */
	onScreen?: boolean;
	/** Reports a problem that does not prevent opening, in one line. */
	complain(text: string): void;
};

/** Requests a second, unless the profile sets a budget; the embedded sandbox shares this machine with the screen. */
const usualBudget = 5;

/** Requests at once at the start, unless the profile sets a budget: a list of campaigns and the figures of fourteen. */
const usualStart = 15;

/** Reads certificates and checks that they can be used. @throws UsageError */
const certificates = (file: string): string => {
	try {
		const pem = readCertificates(file);
		certificatesIn(pem);
		return pem;
	} catch (error) {
		throw new UsageError(`the certificates of ${file} cannot be used: ${messageOf(error)}`);
	}
};

/** Checks the address of a proxy. @throws UsageError */
const proxyAt = (address: string): string => {
	try {
		readProxy(address);
		return address;
	} catch (error) {
		throw new UsageError(`the proxy cannot be used: ${messageOf(error)}`);
	}
};

/** A warning under sudo: tokens and the audit are root's, not the operator's. */
const sudoText = (env: NodeJS.ProcessEnv): string | undefined =>
	process.geteuid?.() === 0 && env.SUDO_USER && env.SUDO_USER !== 'root'
		? `running as root by sudo: tokens and the audit are those of root, in ${ownFolder(env)}, not those of ${env.SUDO_USER}`
		: undefined;

const startSandbox = async ({scenario}: Pick<OpenOptions, 'scenario'>) => {
	const {startEmbeddedSandbox} = await import('../../sandbox/embedded.ts');
	const {url, user, password, ended, close} = await startEmbeddedSandbox({scenario});
	return {url, token: undefined, credentials: {user, password}, ended, close};
};

/** The way to sign in: the secrets of the call, else the token that `dialtop login` stored. @throws PrivateFileError */
const accessOf = (
	service: Service & {url: string},
	{env, token, password, complain, onScreen = false}: OpenOptions,
) => {
	const {url, user, passwordCommand} = service;
	const tokens = openTokens(ownFolder(env));
	const stored = token === undefined ? tokens.get(url, user) : undefined;
	const owner = user ?? stored?.user;
	const leaving = new AbortController();
	return {
		url,
		token: token ?? stored?.token,
		user: owner,
		credentials: owner !== undefined && password !== undefined ? {user: owner, password} : undefined,
		askPassword:
			owner !== undefined && passwordCommand !== undefined
				? async () => {
						const {passwordFrom} = await import('../../config/password-command.ts');
						const password = await passwordFrom(passwordCommand, env, {isSilent: onScreen, signal: leaving.signal});
						return {user: owner, password};
					}
				: undefined,
		/** Replaces the stored token by its renewal. */
		onToken(next: string, {user: of, hours}: Credentials) {
			if (stored && of === stored.user) {
				try {
					tokens.put({...stored, token: next, hours, savedAt: new Date().toISOString()});
				} catch (error) {
					complain(messageOf(error));
				}
			}
		},
		close: async () => leaving.abort(),
	};
};

/** Opens a service without asking anything of it yet. @throws UsageError */
export const openService = async (service: Service, options: OpenOptions): Promise<OpenService> => {
	const {env, log, complain} = options;
	const {encoding, profile, environment} = service;
	const warning = sudoText(env);
	if (warning !== undefined) {
		complain(warning);
	}
	const proxy = service.proxy === undefined ? undefined : proxyAt(service.proxy);
	const ca = service.ca === undefined ? undefined : certificates(service.ca);
	const requests = log === undefined ? undefined : await openLog(log, complain);
	const {url, close, ...access} =
		service.url === undefined ? await startSandbox(options) : accessOf({...service, url: service.url}, options);
	const file = auditFile(env);
	return {
		...access,
		service: profile,
		url,
		encoding,
		ca,
		proxy,
		log: requests,
		perSecond: service.perSecond ?? usualBudget,
		atStart: service.perSecond ?? usualStart,
		audit: openAudit({
			file,
			open: () => openPrivateAppend(file),
			who: whoIsHere(env),
			clock: systemClock,
			profile,
			environment,
			url,
		}),
		async close() {
			await Promise.all([requests?.close(), close()]);
		},
	};
};

/** @throws UsageError if the file cannot be opened */
const openLog = async (file: string, complain: (text: string) => void) => {
	const {openRequestLog} = await import('../../service/log-file.ts');
	try {
		return await openRequestLog(file, complain);
	} catch (error) {
		throw new UsageError(`--log ${file}: ${messageOf(error)}`);
	}
};

/** What the flags choose, by the configuration. */
export type Chosen = {services: readonly Service[]; given: Given};

/**
 * The services that the flags choose, in the order given.
 *
 * @param isReading true for a command that only reads, which takes services of different environments
 * @throws UsageError if they choose none
 */
export const choose = async (flags: ServiceFlagsGiven, isReading = false): Promise<Chosen> => {
	const {given} = await loadConfig(flags.config, process.env);
	const services = chooseServices(flags, process.env, given, isReading);
	if (services.some(({url}) => url === undefined) && !flags.sandbox) {
		throw new UsageError(
			'which service? Give --profile NAME or --url ADDRESS, or try it with --sandbox; dialtop config --example shows profiles',
		);
	}
	return {services, given};
};

/** Opens a service that these flags chose. @throws UsageError */
export const openOf = (
	service: Service,
	flags: ServiceFlagsGiven & Pick<OpenOptions, 'scenario'>,
	complain: OpenOptions['complain'] = say,
): Promise<OpenService> =>
	openService(service, {
		...secretsOf(service, flags),
		env: process.env,
		log: flags.log,
		scenario: flags.scenario,
		complain,
	});

/** The service that the flags choose. @throws UsageError if they choose none, or several */
export const chooseOne = async (flags: ServiceFlagsGiven): Promise<{service: Service; given: Given}> => {
	const {services, given} = await choose(flags);
	const [service, other] = services;
	if (!service || other) {
		throw new UsageError(`--profile takes one name here, not "${flags.profile}"`);
	}
	return {service, given};
};
