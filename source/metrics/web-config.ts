/** The file of `--web.config.file`, as Prometheus's exporters have it: TLS and basic authentication. It is read anew when it was changed. */
import {readFileSync, statSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import type {SecureContextOptions, SecureVersion} from 'node:tls';
import * as z from 'zod';
import {readYaml} from '../config/yaml.ts';
import {messageOf} from '../wire/causes.ts';

const versions = {TLS10: 'TLSv1', TLS11: 'TLSv1.1', TLS12: 'TLSv1.2', TLS13: 'TLSv1.3'} as const satisfies Record<
	string,
	SecureVersion
>;

const version = z.enum(Object.keys(versions) as [keyof typeof versions]).optional();

const schema = z.strictObject({
	tls_server_config: z
		.strictObject({
			cert_file: z.string().min(1),
			key_file: z.string().min(1),
			client_ca_file: z.string().min(1).optional(),
			client_auth_type: z
				.enum([
					'NoClientCert',
					'RequestClientCert',
					'RequireAnyClientCert',
					'VerifyClientCertIfGiven',
					'RequireAndVerifyClientCert',
				])
				.optional(),
			min_version: version,
			max_version: version,
		})
		.optional(),
	// HTTP/1.1 is spoken either way.
	http_server_config: z.strictObject({http2: z.boolean().optional()}).optional(),
	basic_auth_users: z
		.record(z.string().min(1), z.string().regex(/^\$2[aby]?\$\d\d\$[./\dA-Za-z]{53}$/, 'is no hash by bcrypt'))
		.optional(),
});

/** The contents of the file. */
export type WebConfig = {
	/** Undefined for plain HTTP. */
	tls: (SecureContextOptions & {requestCert: boolean; rejectUnauthorized: boolean}) | undefined;
	/** Hashes of passwords by user; undefined if nobody needs one. */
	users: ReadonlyMap<string, string> | undefined;
};

/** Reads the file. @throws Error with all that is wrong, in a line */
const readWebConfig = (path: string): {config: WebConfig; files: readonly string[]} => {
	const yaml = readYaml(readFileSync(path, 'utf8'));
	if (yaml.problems) {
		throw new Error(yaml.problems.map(({message}) => message).join('; '));
	}
	const {success, data, error} = schema.safeParse(yaml.value ?? {});
	if (!success) {
		throw new Error(
			error.issues.map(issue => [issue.path.join('.'), issue.message].filter(Boolean).join(': ')).join('; '),
		);
	}
	const {tls_server_config: tls, basic_auth_users: users} = data;
	const beside = (file: string): string => resolve(dirname(path), file);
	const files = [tls?.cert_file, tls?.key_file, tls?.client_ca_file].flatMap(file =>
		file === undefined ? [] : [beside(file)],
	);
	const kind = tls?.client_auth_type ?? (tls?.client_ca_file ? 'RequireAndVerifyClientCert' : 'NoClientCert');
	if (kind !== 'NoClientCert' && !tls?.client_ca_file) {
		throw new Error(`tls_server_config.client_auth_type: ${kind} needs a client_ca_file`);
	}
	return {
		files: [path, ...files],
		config: {
			tls: tls && {
				cert: readFileSync(beside(tls.cert_file)),
				key: readFileSync(beside(tls.key_file)),
				ca: tls.client_ca_file && readFileSync(beside(tls.client_ca_file)),
				minVersion: versions[tls.min_version ?? 'TLS12'],
				...(tls.max_version && {maxVersion: versions[tls.max_version]}),
				requestCert: kind !== 'NoClientCert',
				rejectUnauthorized: kind.startsWith('Require'),
			},
			users: users && new Map(Object.entries(users)),
		},
	};
};

/** What distinguishes one state of a file from another. */
const stateOf = (path: string): string => {
	try {
		const {mtimeMs, size, ino} = statSync(path);
		return `${mtimeMs} ${size} ${ino}`;
	} catch (error) {
		return messageOf(error);
	}
};

/** The file as it is now. */
export type WebConfigFile = {
	/** Its contents; or what is wrong with it, if it was changed into something that cannot be used: then nobody may read. */
	now(): {config: WebConfig; problem?: undefined} | {config?: undefined; problem: string};
};

/**
 * Opens the file.
 *
 * @param changed called after each change, with the new contents or with what is wrong with them
 * @throws Error if it cannot be used
 */
export const openWebConfig = (
	path: string,
	changed: (now: ReturnType<WebConfigFile['now']>) => void,
): WebConfigFile => {
	let {config, files} = readWebConfig(path);
	let problem: string | undefined;
	const seen = (): string => files.map(stateOf).join('\n');
	let last = seen();
	return {
		now() {
			const present = seen();
			if (present !== last) {
				try {
					({config, files} = readWebConfig(path));
					problem = undefined;
				} catch (error) {
					problem = messageOf(error);
				}
				last = seen();
				changed(problem === undefined ? {config} : {problem});
			}
			return problem === undefined ? {config} : {problem};
		},
	};
};
