/**
 * The chosen service: its host, how the model knows it, the secrets of the call. Imports little, since the monitor needs
 * it before its first frame.
 */

import {environmentNamed} from '../../config/checks.ts';
import type {Given} from '../../config/schema.ts';
import type {Service} from '../../config/service.ts';
import {lineOfInput} from '../../config/standard-input.ts';
import {statusWordsOf} from '../../model/campaign.ts';
import {complianceOf} from '../../model/compliance.ts';
import type {Source} from '../../model/state.ts';
import {quoted} from '../../system/private.ts';
import {hoursOf, zonesIn} from '../../wire/calling-hours.ts';
import {registerSecret} from '../../wire/secrets.ts';

/** A token and a password, each from standard input or from the environment. */
export type Secrets = {token: string | undefined; password: string | undefined};

/** The flags that say which secret standard input holds. */
export type SecretFlags = {tokenStdin?: boolean | undefined; passwordStdin?: boolean | undefined};

/** Reads the secrets, which no message shows from here on. @throws UsageError if one is missing on standard input */
export const secretsOf = (service: Service, {tokenStdin, passwordStdin}: SecretFlags): Secrets => {
	const token = tokenStdin ? lineOfInput('--token-stdin', 'token').trim() : service.token;
	const password = passwordStdin ? lineOfInput('--password-stdin', 'password') : service.password;
	registerSecret(token ?? '');
	registerSecret(password ?? '');
	return {token, password};
};

/** The host of a service as the screen shows it; `embedded` for the embedded sandbox. */
export const hostOf = ({url}: Pick<Service, 'url'>): string => (url === undefined ? 'embedded' : new URL(url).host);

/** The theme that the environment, the profile or the configuration chooses; undefined for the default. */
export const themeOf = (service: Service, given: Given): string | undefined =>
	process.env.DIALTOP_THEME || (service.theme ?? given.theme);

/**
 * The options that choose this service again, after a space, for command lines in messages: without them they would be
 * run on another.
 */
export const flagsFor = ({profile, url, environment, user}: Service): string => {
	// An embedded sandbox may have a name, and no profile.
	if (url === undefined) {
		return ' --sandbox';
	}
	if (profile !== '') {
		return ` -p ${quoted(profile)}`;
	}
	const given = [
		['url', url],
		['environment', environmentNamed(environment)],
		['user', user],
	] as const;
	return given.map(([flag, value]) => (value === undefined ? '' : ` --${flag} ${quoted(value)}`)).join('');
};

/** The service as the model knows it. */
export const sourceOf = (service: Service): Source => {
	const {profile, environment, timeZone, callingHours, callingZones, statusWords, compliance} = service;
	const engine = service.watchOnly ? service.engine : undefined;
	const hours = callingHours === undefined ? undefined : hoursOf(callingHours);
	const zones = callingZones === undefined ? undefined : zonesIn(callingZones);
	return {
		profile,
		flags: flagsFor(service),
		environment,
		host: hostOf(service),
		readOnly: service.readOnly || engine !== undefined,
		// The past may come from an engine as well.
		isPlain: engine ? engine.isPlain : service.isPlain || (service.engine?.isPlain ?? false),
		...(engine && {watchOnly: {engine: new URL(engine.url).host}}),
		timeZone,
		statusWords: statusWordsOf(statusWords),
		callingHours: hours && {...hours, zones: zones ?? [timeZone]},
		callingZones: zones,
		compliance: complianceOf(compliance),
	};
};
