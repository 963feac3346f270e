/** What the flags and the environment say of the service: flags first. */

import {UsageError} from '../config/errors.ts';

/** Checks a base address. @throws UsageError naming what is wrong and where it came from. */
export const checkUrl = (url: string, from: string): string => {
	let parsed: URL;
	try {
		parsed = new URL(url);
	} catch {
		throw new UsageError(`${from} is not an address: "${url}". Give one such as https://dialer.example.com`);
	}
	if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
		throw new UsageError(`${from} must begin with https:// or http://, not "${parsed.protocol}//"`);
	}
	if (parsed.username !== '' || parsed.password !== '') {
		throw new UsageError(
			`${from} must not hold a user or a password; use --user and DIALTOP_PASSWORD, or sign in on screen`,
		);
	}
	return url;
};

/** Checks the seconds between polls. @throws UsageError */
export const checkInterval = (seconds: number): number => {
	if (!Number.isFinite(seconds) || seconds < 0.5 || seconds > 60) {
		throw new UsageError('--interval must be 0.5 to 60 seconds');
	}
	return seconds;
};
