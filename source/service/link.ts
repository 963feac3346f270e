/** Reports the state of the connection to the model, and tells the poller how long to back off from a failing service. */

import type {Message, State} from '../model/state.ts';
import type {Moment} from '../model/time.ts';
import type {Clock} from '../system/clock.ts';
import type {WireError, WireErrorCode} from '../wire/errors.ts';

/** Faults of the connection itself, which would hit the next request too. */
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

/** Milliseconds without an answer to anything from which the service counts as silent. */
const silentAfter = 2000;

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

/** Waits of about 1, 2, 4 … 60 s, one probe after each; a longer Retry-After is obeyed. */
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

/** The connection to the service. */
export type Link = {
	/** True from the first back-off until an answer. */
	isFailing(): boolean;
	/** The monotonic time before which nothing may be sent. */
	backOffUntil(): number;
	/** A request is sent now. */
	asked(): void;
	/** The service answered a request that was sent at this moment; returns whether it had been failing. */
	succeeded(sentAt: Moment): boolean;
	/**
	 * The service gave no answer that can be read. Before its first answer any failure starts a back-off, and so is shown
	 * at once.
	 *
	 * @param atOnce true if the first failure of any kind starts a back-off in any case
	 */
	failed(cause: WireError, atOnce?: boolean): void;
	/** Only the operator can sign in now; until {@link Link.signedIn}, answers and failures of requests in flight do not count. */
	signedOut(reason: string): void;
	/** The operator has signed in: the connection counts as new. */
	signedIn(): void;
	/** The embedded sandbox has ended: nothing that comes later counts. */
	gone(reason: string): void;
	isGone(): boolean;
	/** Ends the back-off: the operator wants a poll now. */
	resume(): void;
	/** Reports nothing more by itself. */
	stop(): void;
};

export const createLink = (dispatch: (message: Message) => void, clock: Clock): Link => {
	const backoff = createBackoff();
	let hasAnswered = false;
	let backOffUntil = Number.NEGATIVE_INFINITY;
	/** When the last back-off began. */
	let backOffSince = Number.NEGATIVE_INFINITY;
	let current: State['link'] = {kind: 'starting'};
	/** When the first request was sent that has had no answer since. */
	let silentSince: Moment | undefined;
	let cancelSilence = (): void => undefined;

	const tell = (link: State['link']): void => {
		if (current.kind === 'gone') {
			return;
		}
		current = link;
		dispatch({type: 'link', link, now: clock.now()});
	};

	const heard = (): void => {
		cancelSilence();
		silentSince = undefined;
	};

	return {
		isFailing: backoff.isFailing,
		backOffUntil: () => backOffUntil,
		asked() {
			if (silentSince) {
				return;
			}
			silentSince = clock.now();
			cancelSilence = clock.after(silentAfter, () => {
				if (current.kind === 'live') {
					tell({...current, silentSince});
				}
			});
		},
		succeeded(sentAt) {
			// A request sent before the failure proves nothing about the time after it, and ends no Retry-After.
			if (current.kind === 'signed-out' || sentAt.mono < backOffSince) {
				return false;
			}
			heard();
			const wasFailing = backoff.isFailing();
			backoff.succeeded();
			hasAnswered = true;
			backOffUntil = Number.NEGATIVE_INFINITY;
			tell({kind: 'live', latency: clock.now().mono - sentAt.mono});
			return wasFailing;
		},
		failed(cause, atOnce = !hasAnswered) {
			if (current.kind === 'signed-out') {
				return;
			}
			const now = clock.now();
			// During a back-off, the failure of another request in flight is the same failure; only a Retry-After adds to it.
			const isBackingOff = now.mono < backOffUntil;
			const wait = isBackingOff ? (cause.retryAfter ?? 0) * 1000 : backoff.failed(cause, clock.random(), atOnce);
			if (wait === undefined || now.mono + wait <= backOffUntil) {
				return;
			}
			backOffSince = now.mono;
			backOffUntil = now.mono + wait;
			tell({
				kind: 'retrying',
				reason: cause.message,
				advice: cause.advice,
				since: current.kind === 'retrying' ? current.since : (silentSince ?? now),
				nextAt: {wall: now.wall + wait, mono: backOffUntil},
			});
		},
		signedOut(reason) {
			tell({kind: 'signed-out', reason});
		},
		signedIn() {
			heard();
			hasAnswered = false;
			backoff.succeeded();
			backOffUntil = Number.NEGATIVE_INFINITY;
			tell({kind: 'starting'});
		},
		gone(reason) {
			tell({kind: 'gone', reason});
		},
		isGone: () => current.kind === 'gone',
		resume() {
			backOffUntil = Number.NEGATIVE_INFINITY;
			if (current.kind === 'retrying') {
				tell({...current, nextAt: clock.now()});
			}
		},
		stop() {
			cancelSilence();
		},
	};
};
