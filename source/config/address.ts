/** Addresses as flags, the environment and the configuration give them. */
import {UsageError} from './errors.ts';

/** What an address is for decides what is said of a password in it. */
export type AddressUse = 'service' | 'proxy';

const passwordAdvice: Readonly<Record<AddressUse, string>> = {
	service: '; use --user and DIALTOP_PASSWORD, or sign in on screen',
	proxy: '; an address that holds one belongs in DIALTOP_PROXY',
};

/** A text that may have been meant as an address, without what may be a password in it. */
const shown = (text: string): string => text.replace(/\/\/[^/]*@/, '//…@');

/** What is wrong with an address, to stand behind its name; nothing where it is right. */
export const addressProblem = (text: string, use: AddressUse = 'service'): string | undefined => {
	let parsed: URL;
	try {
		parsed = new URL(text);
	} catch {
		return `is not an address: "${shown(text)}". Give one such as https://${use === 'proxy' ? 'proxy.example.com:3128' : 'dialer.example.com'}`;
	}
	if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
		return `must begin with https:// or http://, not "${parsed.protocol}//"`;
	}
	return parsed.username !== '' || parsed.password !== ''
		? `must not hold a user or a password${passwordAdvice[use]}`
		: undefined;
};

/** Checks a base address. @throws UsageError naming what is wrong and where it came from. */
export const checkUrl = (url: string, from: string, use: AddressUse = 'service'): string => {
	const problem = addressProblem(url, use);
	if (problem !== undefined) {
		throw new UsageError(`${from} ${problem}`);
	}
	return url;
};
