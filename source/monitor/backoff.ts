/** How long to leave a failing service alone: doubling steps with jitter, one probe a step. */
import type {WireError, WireErrorCode} from '../api/errors.ts';

/** Faults of the connection itself, which the next request would meet as well. */
const connectionFaults: ReadonlySet<WireErrorCode> = new Set([
	'connection-refused',
	'host-not-found',
	'unreachable',
	'connect-timeout',
	'tls',
	'rate-limited',
]);

/** This many failures in a row, of any kind, mean that the service as a whole is failing. */
const failuresInRow = 3;

/** Seconds. */
const longestStep = 60;

/** Counts failures and says when to try again. */
export type Backoff = {
	/** True from the first wait until an answer. */
	isFailing(): boolean;
	/**
	 * Milliseconds to wait after this failure; undefined to go on at once.
	 *
	 * @param atOnce true to wait after the first failure of any kind
	 */
	failed(cause: WireError, random: number, atOnce?: boolean): number | undefined;
	succeeded(): void;
};

/** Waits of about 1, 2, 4 … 60 s; a longer Retry-After is obeyed. */
export const createBackoff = (): Backoff => {
	let failures = 0;
	let step = 0;
	return {
		isFailing: () => step > 0,
		failed(cause, random, atOnce = false) {
			failures++;
			if (step === 0 && failures < failuresInRow && !atOnce && !connectionFaults.has(cause.code)) {
				return undefined;
			}
			const seconds = Math.min(2 ** step, longestStep) * (0.75 + random / 2);
			step++;
			return Math.max(seconds, cause.retryAfter ?? 0) * 1000;
		},
		succeeded() {
			failures = 0;
			step = 0;
		},
	};
};
