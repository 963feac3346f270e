/** The address to listen on, as Prometheus's exporters write it. */
import {UsageError} from '../../config/errors.ts';

/** Where to listen; every address of this machine if no host is given. */
export type Address = {host: string | undefined; port: number};

/** Where it listens by default. */
export const usualAddress = '127.0.0.1:9797';

/** Reads `HOST:PORT`, `:PORT` or `[IPV6]:PORT`. @throws UsageError */
export const addressOf = (text: string, flag: string): Address => {
	const [, bracketed, plain, port] = /^(?:\[([\da-fA-F:.%\w]+)\]|([^:[\]\s]*)):(\d{1,5})$/.exec(text) ?? [];
	if (port === undefined || Number(port) > 65_535) {
		throw new UsageError(`${flag} must be HOST:PORT, such as ${usualAddress}, not "${text}"`);
	}
	return {host: bracketed || plain || undefined, port: Number(port)};
};
