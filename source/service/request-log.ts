/** `--log FILE`: a line of JSON a request, with what was asked and how it ended, without secrets. */
import type {Exchange} from '../wire/client/exchange.ts';
import {openLogFile} from './log-file.ts';

/** The log of the requests. */
export type RequestLog = {
	/** Adds a line for a request that has ended; never throws and never waits. */
	write(host: string, exchange: Exchange): void;
	/** Writes what waits, for a second at most. */
	close(): Promise<void>;
};

/**
 * Opens the log; a new file is the operator's alone (0600), one that is there is added to.
 *
 * @param complain called once, with what keeps it from being written
 * @throws Error with the reason, if the file cannot be opened
 */
export const openRequestLog = async (path: string, complain: (message: string) => void): Promise<RequestLog> => {
	const file = openLogFile(path, complain);
	const {default: pino} = await import('pino');
	const lines = pino({base: null, timestamp: false, formatters: {level: level => ({level})}}, file);
	return {
		write(host, {outcome, milliseconds, ids, rules, ...told}) {
			const line = {
				// When it went, not when it ended.
				time: new Date(Date.now() - milliseconds).toISOString(),
				host,
				...told,
				outcome,
				milliseconds: Math.round(milliseconds * 10) / 10,
				...ids,
				...(rules && {rules: Object.fromEntries(rules)}),
			};
			if (outcome === 'done') {
				lines.info(line);
			} else {
				lines.warn(line);
			}
		},
		close: file.close,
	};
};
