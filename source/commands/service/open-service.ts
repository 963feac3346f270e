/** How a service is entered: where it is, what is at hand to get in with, and where its requests and commands are written. */
import {join} from 'node:path';
import {messageOf} from '../../api/causes.ts';
import {readProxy} from '../../api/proxy-address.ts';
import {certificatesIn} from '../../api/trust.ts';
import {UsageError} from '../../config/errors.ts';
import {passwordFrom} from '../../config/password-command.ts';
import {stateFolder} from '../../config/paths.ts';
import {openPrivateAppend} from '../../config/private.ts';
import type {Service} from '../../config/service.ts';
import {openTokens} from '../../config/tokens.ts';
import {readCertificates} from '../../config/trusted.ts';
import {type Audit, openAudit} from '../../monitor/audit.ts';
import {whoIsHere} from '../../monitor/audit-who.ts';
import {systemClock} from '../../monitor/clock.ts';
import type {ServiceAccess} from '../../monitor/connection.ts';
import type {Credentials} from '../../monitor/session.ts';
import type {ScenarioName} from '../../sandbox/scenarios/names.ts';
import type {Secrets} from './secrets.ts';

/** Where tokens and the audit are. @throws UsageError if there is no place for them */
export const ownFolder = (env: NodeJS.ProcessEnv): string => {
	const folder = stateFolder(env, process.platform);
	if (folder === undefined) {
		throw new UsageError('there is no home folder to keep the audit in: set XDG_STATE_HOME to a folder of your own');
	}
	return folder;
};

/** Where every command leaves its lines, whoever sends it. @throws UsageError */
export const auditFile = (env: NodeJS.ProcessEnv): string => join(ownFolder(env), 'audit.jsonl');

/** A service that can be entered. */
export type OpenService = ServiceAccess & {
	/** Requests a second. */
	perSecond: number;
	audit: Audit;
	close(): Promise<void>;
};

/** What is said of commands of earlier runs, and where they are shown. */
export const recalledText = (count: number, where: string): string =>
	count === 1
		? `1 command of an earlier run has no known outcome: ${where} shows it`
		: `${count} commands of earlier runs have no known outcome: ${where} shows them`;

/** How it is entered beside what the service says. */
export type OpenOptions = Secrets & {
	env: NodeJS.ProcessEnv;
	/** Of `--log`. */
	log?: string | undefined;
	/** The story that the embedded sandbox tells. */
	scenario?: ScenarioName | undefined;
	/** Whether the terminal shows the monitor: then nothing else may write to it. */
	onScreen?: boolean;
	/** Says what goes wrong on the way, in a line. */
	complain(text: string): void;
};

/** Requests a second: a service is spared, the sandbox in the next thread need not be. */
const serviceBudget = 5;
const sandboxBudget = 10;

/** Certificates that can be used. @throws UsageError */
const certificates = (file: string): string => {
	try {
		const pem = readCertificates(file);
		certificatesIn(pem);
		return pem;
	} catch (error) {
		throw new UsageError(`the certificates of ${file} cannot be used: ${messageOf(error)}`);
	}
};

/** An address of a proxy that can be used. @throws UsageError */
const proxyAt = (address: string): string => {
	try {
		readProxy(address);
		return address;
	} catch (error) {
		throw new UsageError(`the proxy cannot be used: ${messageOf(error)}`);
	}
};

/** Under sudo, what is kept is root's and not the operator's. */
const sudoText = (env: NodeJS.ProcessEnv): string | undefined =>
	process.geteuid?.() === 0 && env.SUDO_USER && env.SUDO_USER !== 'root'
		? `running as root by sudo: tokens and the audit are those of root, in ${ownFolder(env)}, not those of ${env.SUDO_USER}`
		: undefined;

const startSandbox = async ({scenario, complain}: Pick<OpenOptions, 'scenario' | 'complain'>) => {
	const {startEmbeddedSandbox} = await import('../../sandbox/embedded.ts');
	const {url, user, password, close} = await startEmbeddedSandbox({scenario}, complain);
	return {url, token: undefined, credentials: {user, password}, close};
};

/** What is at hand to get in with: what came with the call, else what `dialtop login` kept. @throws PrivateFileError */
const accessOf = (
	service: Service & {url: string},
	{env, token, password, complain, onScreen = false}: OpenOptions,
) => {
	const {url, user, passwordCommand} = service;
	const tokens = openTokens(ownFolder(env));
	const kept = token === undefined ? tokens.get(url, user) : undefined;
	const owner = user ?? kept?.user;
	const leaving = new AbortController();
	return {
		url,
		token: token ?? kept?.token,
		user: owner,
		credentials: owner !== undefined && password !== undefined ? {user: owner, password} : undefined,
		askPassword:
			owner !== undefined && passwordCommand !== undefined
				? async () => ({
						user: owner,
						password: await passwordFrom(passwordCommand, env, {isSilent: onScreen, signal: leaving.signal}),
					})
				: undefined,
		/** A token that was kept gives way to the one that came after it. */
		onToken(next: string, {user: of, hours}: Credentials) {
			if (kept && of === kept.user) {
				try {
					tokens.put({...kept, token: next, hours, savedAt: new Date().toISOString()});
				} catch (error) {
					complain(messageOf(error));
				}
			}
		},
		close: async () => leaving.abort(),
	};
};

/** Opens the way to a service; nothing is asked of it yet. @throws UsageError */
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
		url,
		encoding,
		ca,
		proxy,
		log: requests,
		perSecond: service.perSecond ?? (service.url === undefined ? sandboxBudget : serviceBudget),
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
	const {openRequestLog} = await import('../../monitor/request-log.ts');
	try {
		return await openRequestLog(file, complain);
	} catch (error) {
		throw new UsageError(`--log ${file}: ${messageOf(error)}`);
	}
};
