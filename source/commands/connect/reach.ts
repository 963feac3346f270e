/** Connects a command to a service: for single requests, or with a monitor that has no screen. */

import {initialState, update} from '../../alerts/reducer.ts';
import type {Audit} from '../../audit/audit.ts';
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
import type {ScenarioName} from '../../sandbox/scenarios/names.ts';
import type {Asking} from '../../service/asking.ts';
import type {Monitor, MonitorOptions} from '../../service/monitor.ts';
import {reasonOf, warningOf} from '../../service/session.ts';
import {systemClock} from '../../system/clock.ts';
import type {Exchange} from '../../wire/client/exchange.ts';
import type {Outcome} from '../../wire/errors.ts';
import {cacheCampaignsOf} from './cache-names.ts';
import {flagsFor, hostOf, sourceOf, themeOf} from './chosen.ts';
import {chooseOne, openOf, recalledText} from './open-service.ts';
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
	/** Its profile if it is one of several services; undefined if it is the only one. */
	name: string | undefined;
	/** Prints a message on standard error, which names the service if it is one of several. */
	say(text: string): void;
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
		/** Where what is done here is recorded. */
		audit: Pick<Audit, 'act'>;
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
	/** The name of the service that sentences and questions begin with, where several are steered together. */
	floor?: string | undefined;
};

/** Milliseconds between ticks of the model's clock. */
const tickEvery = 500;

/** The flags that choose a service, and that say how people are shown. */
export type CommandFlags = ServiceFlagsGiven & {unmask?: boolean; scenario?: ScenarioName | undefined};

/** A service that flags have chosen. */
export type OneService = {
	service: Service;
	given: Given;
	flags: CommandFlags;
	/** Its profile if it is one of several; undefined if it is the only one. */
	name: string | undefined;
};

/** The one service that the flags choose. @throws UsageError */
export const oneService = async (flags: CommandFlags): Promise<OneService> => ({
	...(await chooseOne(flags)),
	flags,
	name: undefined,
});

/** Opens a service. @throws UsageError */
const open = async ({service, given, flags, name}: OneService) => {
	const masked = given.mask === true && flags.unmask !== true;
	const own = name === undefined ? say : (text: string) => say(`${name}: ${text}`);
	const about: Opened = {service, given, host: hostOf(service), theme: themeOf(service, given), masked, name, say: own};
	return {about, opened: await openOf(service, flags, own)};
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
): Promise<T> => reachOne(await oneService(flags), use, observe);

/** The same with a service that was chosen. */
export const reachOne = async <T>(
	one: OneService,
	use: (reached: Reached) => Promise<T>,
	observe?: (exchange: Exchange) => void,
): Promise<T> => {
	const {about, opened} = await open(one);
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
			audit: opened.audit,
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
	options: HeadlessOptions,
	use: (headless: Headless) => Promise<T>,
): Promise<T> => monitorOne(await oneService(flags), options, use);

/** The same with a service that was chosen. */
export const monitorOne = async <T>(
	one: OneService,
	{interval = 1000, rules, earlier, floor}: HeadlessOptions,
	use: (headless: Headless) => Promise<T>,
): Promise<T> => {
	const {about, opened} = await open(one);
	const alerts = rules?.(await configuredAlerts(about.given));
	const store = createStore(
		alerts ? update : updateWithoutAlerts,
		initialState({...sourceOf(about.service), ...(floor !== undefined && {floor})}, systemClock.now(), alerts),
	);
	const stopCaching = cacheCampaignsOf(store, about.service);
	const {startMonitor} = await import('../../service/monitor.ts');
	const monitor = startMonitor({...opened, interval, store, earlier});
	if (monitor.recalled > 0) {
		about.say(recalledText(monitor.recalled, 'dialtop log --outcome unknown'));
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
export const exitOf = (
	outcome: Outcome<unknown>,
	{service, say}: Pick<Opened, 'service' | 'say'>,
	what = '',
): number => {
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
const gravity: readonly number[] = [
	exits.done,
	exits.refused,
	exits.notSent,
	exits.unknown,
	exits.notSignedIn,
	exits.usage,
	exits.ownError,
];

/** The gravest of several exit codes. */
export const worstOf = (codes: readonly number[]): number =>
	codes.reduce((worst, code) => (gravity.indexOf(code) > gravity.indexOf(worst) ? code : worst), exits.done);
