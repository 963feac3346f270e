/** Watches a service until a signal, a time or the reader ends it. */
import {setTimeout as pause} from 'node:timers/promises';
import type {AlertFollower} from '../../alerts/news.ts';
import type {Out} from '../../cli/out.ts';
import type {ServiceFlagsGiven} from '../../cli/service-flags.ts';
import {listenForSignals} from '../../cli/signals.ts';
import type {UsageError} from '../../config/errors.ts';
import {exits} from '../../config/exits.ts';
import {notListed} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {wantedBy} from '../connect/campaign-named.ts';
import {type Headless, monitorOne, type OneService, worstOf} from '../connect/reach.ts';
import {sayFailed, servicesOf, useEach} from '../connect/several.ts';

/** Milliseconds that a slow reader has for the last lines after a signal. */
const lastWait = 100;

/** The exit code if it cannot go on; prints why. */
const endOf = (
	say: Headless['say'],
	before: State,
	state: State,
	wanted: ReadonlySet<string> | undefined,
): number | undefined => {
	if (state.link.kind === 'signed-out') {
		const {reason} = state.link;
		const {host, flags = ''} = state.source;
		say(`not signed in at ${host}${reason && `: ${reason}`}. dialtop login${flags} signs in`);
		return exits.notSignedIn;
	}
	if (state.link.kind === 'gone') {
		say(state.link.reason);
		return exits.ownError;
	}
	// A campaign that disappears later may come back.
	const missing = before.campaigns.value ? [] : notListed(state, wanted);
	if (missing.length > 0) {
		say(`${state.source.host} lists no campaign ${missing.join(', ')}; dialtop campaigns shows what it lists`);
		return exits.refused;
	}
	return undefined;
};

/** Whether a signal has ended it. */
const isSignal = (code: number): boolean => code > 128;

/** Called at each change of what is watched. */
export type Attention = {
	/** Returns true if that is enough. */
	changed(before: State, state: State): boolean;
	/** Called once, with the exit code or with a word that names several campaigns. */
	end(code: number | UsageError): void;
};

/**
 * Watches the campaigns that words name, all without words, and looks at each change; ends if it cannot go on, and prints
 * why.
 */
export const attend = (
	{store, watchOnly, say}: Headless,
	words: readonly string[],
	{changed, end}: Attention,
): void => {
	let wanted = wantedBy(words, undefined);
	// A monitor without a way to sign in is already signed out, which must still be noticed.
	let seen: State = {...store.get(), link: {kind: 'starting'}};
	const look = (): void => {
		const [before, state] = [seen, store.get()];
		seen = state;
		let code: number | UsageError | undefined;
		if (words.length > 0 && !before.campaigns.value && state.campaigns.value) {
			try {
				wanted = wantedBy(words, state.campaigns.value);
				watchOnly(wanted);
			} catch (error) {
				code = error as UsageError;
			}
		}
		const isEnough = changed(before, state);
		code ??= endOf(say, before, state, wanted);
		if (code !== undefined || isEnough) {
			unsubscribe();
			end(code ?? exits.done);
		}
	};
	const unsubscribe = store.subscribe(look);
	watchOnly(wanted);
	look();
};

/**
 * Runs a monitor with the configured alert rules on each service that the flags choose, until `end` is called, the time is over, the
 * reader has gone or a signal comes. Of several services, one that cannot go on ends alone.
 *
 * @param use begins to watch a service; the alerts that it follows are reported to the end
 * @returns the exit code, the worst of several
 * @throws UsageError
 */
export const untilStopped = async (
	flags: ServiceFlagsGiven,
	out: Out,
	{interval, seconds}: {interval: number; seconds: number | undefined},
	use: (headless: Headless, end: Attention['end']) => AlertFollower,
): Promise<number> => {
	using signals = listenForSignals();
	const over = Promise.withResolvers<number>();
	void out.closed.then(() => over.resolve(exits.done));
	void signals.stopped.then(over.resolve);
	const watchOne = (one: OneService): Promise<number> =>
		monitorOne(one, {interval, rules: configured => configured}, async headless => {
			const ended = Promise.withResolvers<number>();
			const end = (code: number | UsageError): void =>
				typeof code !== 'number' ? ended.reject(code) : code === exits.done ? over.resolve(code) : ended.resolve(code);
			const timer = seconds === undefined ? undefined : setTimeout(end, seconds * 1000, exits.done);
			const followed = use(headless, end);
			try {
				return await Promise.race([ended.promise, over.promise]);
			} finally {
				followed.flush();
				followed.stop();
				clearTimeout(timer);
			}
		});
	const watching = servicesOf(flags)
		.then(services => useEach(services, watchOne, sayFailed))
		.then(codes => codes.find(isSignal) ?? worstOf(codes));
	const code = await Promise.race([watching, signals.stopped]);
	if (isSignal(code)) {
		// A signal is obeyed at once, even if requests are still open.
		const late = pause(lastWait);
		await Promise.race([watching, late]);
		await (out.pending() > 0 && late);
		process.exit(code);
	}
	return code;
};
