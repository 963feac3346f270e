/** Connects a command to a service: for single requests, or with a monitor that has no screen. */

import {initialState, update} from '../../alerts/reducer.ts';
import {configuredAlerts} from '../../cli/configuration.ts';
import {say} from '../../cli/out.ts';
import type {ServiceFlagsGiven} from '../../cli/service-flags.ts';
import {exits} from '../../config/exits.ts';
import type {Given} from '../../config/schema.ts';
import type {Service} from '../../config/service.ts';
import type {AlertSettings} from '../../model/alert.ts';
import {ruleCalls} from '../../model/call-count.ts';
import {outcomeKinds} from '../../model/command-outcomes.ts';
import type {Message, State} from '../../model/state.ts';
import {createStore, type Store} from '../../model/store.ts';
import {updateWithoutAlerts} from '../../model/update.ts';
import type {Asking} from '../../service/asking.ts';
import type {Monitor, MonitorOptions} from '../../service/monitor.ts';
import {reasonOf, warningOf} from '../../service/session.ts';
import {systemClock} from '../../system/clock.ts';
import type {Exchange} from '../../wire/client/exchange.ts';
import type {Outcome} from '../../wire/errors.ts';
import {cacheCampaignsOf} from './cache-names.ts';
import {flagsFor, hostOf, sourceOf, themeOf} from './chosen.ts';
import {openChosen, recalledText} from './open-service.ts';
import {createUntil, type Until} from './until.ts';

/** A service that was opened for a command. */
export type Opened = {
	service: Service;
	/** The configuration. */
	given: Given;
	/** The host of its address, or `embedded`. */
	host: string;
	/** The theme of what is printed; undefined for the default. */
	theme: string | undefined;
	/** Whether names and numbers of people are masked. */
	masked: boolean;
};

/** A service that a command may ask. */
export type Reached = Asking &
	Opened & {
		/** Requests a second that it may be asked. */
		perSecond: number;
		/** Requests that it may be asked at once at the start. */
		atStart: number;
		/** Calls to a person within seven days from which a complaint is marked. */
		callLimit: number;
	};

/** A running monitor without a screen. */
export type Headless = Opened & {
	store: Store<State, Message>;
	monitor: Monitor;
	until: Until;
	/** Polls only these campaigns; every one if undefined. */
	watchOnly(wanted: ReadonlySet<string> | undefined): void;
};

export type HeadlessOptions = {
	/** Milliseconds between polls; a second by default. */
	interval?: number;
	/** The rules of the alerts, made from the configured ones; without it no alerts are evaluated. */
	rules?(configured: AlertSettings): AlertSettings;
	/** Resolves to what earlier runs recorded last, with which the first reads are compared. */
	earlier?: MonitorOptions['earlier'];
};

/** Milliseconds between ticks of the model's clock. */
const tickEvery = 500;

/** The flags that choose a service, and that say how people are shown. */
type CommandFlags = ServiceFlagsGiven & {unmask?: boolean};

/** Opens the service that the flags choose. @throws UsageError */
const open = async (flags: CommandFlags) => {
	const {service, given, opened} = await openChosen(flags);
	const masked = given.mask === true && flags.unmask !== true;
	const about: Opened = {service, given, host: hostOf(service), theme: themeOf(service, given), masked};
	return {about, opened};
};

/**
 * Connects to the service that the flags choose, for as long as `use` takes.
 *
 * @param observe called after every request
 * @throws UsageError
 */
export const reach = async <T>(
	flags: CommandFlags,
	use: (reached: Reached) => Promise<T>,
	observe?: (exchange: Exchange) => void,
): Promise<T> => {
	const {about, opened} = await open(flags);
	const {service, given} = about;
	const {createConnection} = await import('../../service/connection.ts');
	const {createAsking} = await import('../../service/asking.ts');
	const connection = createConnection({...opened, observe, isLocked: () => service.readOnly});
	try {
		return await use({
			...createAsking(connection),
			...about,
			perSecond: opened.perSecond,
			atStart: opened.atStart,
			callLimit: given.call_limit ?? ruleCalls,
		});
	} finally {
		await connection.close();
		await opened.audit.close();
		await opened.close();
	}
};

/**
 * Runs a monitor on the service that the flags choose, for as long as `use` takes.
 *
 * @throws UsageError
 */
export const withMonitor = async <T>(
	flags: CommandFlags,
	{interval = 1000, rules, earlier}: HeadlessOptions,
	use: (headless: Headless) => Promise<T>,
): Promise<T> => {
	const {about, opened} = await open(flags);
	const alerts = rules?.(await configuredAlerts(about.given));
	const store = createStore(
		alerts ? update : updateWithoutAlerts,
		initialState(sourceOf(about.service), systemClock.now(), alerts),
	);
	const stopCaching = cacheCampaignsOf(store, about.service);
	const {startMonitor} = await import('../../service/monitor.ts');
	const monitor = startMonitor({...opened, interval, store, earlier});
	if (monitor.recalled > 0) {
		say(recalledText(monitor.recalled, 'dialtop log --outcome unknown'));
	}
	const tick = setInterval(() => store.dispatch({type: 'tick', now: systemClock.now()}), tickEvery);
	try {
		return await use({
			...about,
			store,
			monitor,
			until: createUntil(store),
			watchOnly: only => monitor.watch({selected: undefined, visible: new Set(), lists: undefined, only}),
		});
	} finally {
		clearInterval(tick);
		stopCaching();
		await monitor.close();
		await opened.close();
	}
};

/**
 * The exit code for an outcome of a read, of the table that commands have theirs from. Prints on standard error why it is not DONE,
 * or the service's warning. The sentences are not those of the table: they are about something asked with a verb, of which it may
 * later be observed, and a read is called by what it reads: `figures of 1001, 1002`.
 */
export const exitOf = (outcome: Outcome<unknown>, service: Service, what = ''): number => {
	const about = what === '' ? '' : `${what}: `;
	if (outcome.kind === 'done') {
		const warning = warningOf(outcome);
		if (warning) {
			say(`${about}done; ${warning}`);
		}
		return exits.done;
	}
	const reason = reasonOf(outcome);
	const code = exits[outcomeKinds[outcome.kind].exit];
	if (outcome.kind === 'refused') {
		say(`${about}refused by the service: ${reason}`);
		return code;
	}
	const {code: cause, advice} = outcome.cause;
	if (cause === 'signed-out') {
		say(`${about}not signed in at ${hostOf(service)}: ${reason}. dialtop login${flagsFor(service)} signs in`);
		return exits.notSignedIn;
	}
	if (cause === 'unreadable') {
		say(`${about}the service answered, and it cannot be read: ${reason}. dialtop doctor shows what can`);
		return exits.unreadable;
	}
	const isUnsent = outcome.kind === 'not-sent';
	say(`${about}${isUnsent ? 'not sent' : 'outcome unknown'}: ${reason}${advice ? `. ${advice}` : ''}`);
	return code;
};

/** Exit codes by gravity, mildest first. */
const gravity: readonly number[] = [exits.done, exits.refused, exits.notSent, exits.unknown, exits.notSignedIn];

/** The gravest of several exit codes. */
export const worstOf = (codes: readonly number[]): number =>
	codes.reduce((worst, code) => (gravity.indexOf(code) > gravity.indexOf(worst) ? code : worst), exits.done);
