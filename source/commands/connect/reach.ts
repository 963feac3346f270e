/** Connects a command to a service: the monitor's core without its poller and screen. */

import {say} from '../../cli/out.ts';
import type {ServiceFlagsGiven} from '../../cli/service-flags.ts';
import {exits} from '../../config/exits.ts';
import type {Given} from '../../config/schema.ts';
import type {Service} from '../../config/service.ts';
import {ruleCalls} from '../../model/call-count.ts';
import type {Asking} from '../../service/asking.ts';
import {reasonOf, warningOf} from '../../service/session.ts';
import type {Exchange} from '../../wire/client/exchange.ts';
import type {Outcome} from '../../wire/outcome.ts';
import {flagsFor, hostOf, themeOf} from './chosen.ts';
import {openChosen} from './open-service.ts';

/** A service that a command may ask. */
export type Reached = Asking & {
	service: Service;
	/** The configuration. */
	given: Given;
	/** The host of its address, or `embedded`. */
	host: string;
	/** Requests a second that it may be asked. */
	perSecond: number;
	/** Requests that it may be asked at once at the start. */
	atStart: number;
	/** Whether names and numbers of people are masked. */
	masked: boolean;
	/** Calls to a person within seven days from which a complaint is marked. */
	callLimit: number;
	/** The theme of tables; undefined for the default. */
	theme: string | undefined;
};

/**
 * Connects to the service that the flags choose, for as long as `use` takes.
 *
 * @param observe called after every request
 * @throws UsageError
 */
export const reach = async <T>(
	flags: ServiceFlagsGiven & {unmask?: boolean},
	use: (reached: Reached) => Promise<T>,
	observe?: (exchange: Exchange) => void,
): Promise<T> => {
	const {service, given, opened} = await openChosen(flags);
	const {createConnection} = await import('../../service/connection.ts');
	const {createAsking} = await import('../../service/asking.ts');
	const connection = createConnection({...opened, observe, isLocked: () => service.readOnly});
	try {
		return await use({
			...createAsking(connection),
			service,
			given,
			host: hostOf(service),
			perSecond: opened.perSecond,
			atStart: opened.atStart,
			masked: given.mask === true && flags.unmask !== true,
			callLimit: given.call_limit ?? ruleCalls,
			theme: themeOf(service, given),
		});
	} finally {
		await connection.close();
		await opened.audit.close();
		await opened.close();
	}
};

/** The exit code for an outcome. Prints on standard error why it is not DONE, or the service's warning. */
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
	if (outcome.kind === 'refused') {
		say(`${about}refused by the service: ${reason}`);
		return exits.refused;
	}
	const {code, advice} = outcome.cause;
	if (code === 'signed-out') {
		say(`${about}not signed in at ${hostOf(service)}: ${reason}. dialtop login${flagsFor(service)} signs in`);
		return exits.notSignedIn;
	}
	if (code === 'unreadable') {
		say(`${about}the service answered, and it cannot be read: ${reason}. dialtop doctor shows what can`);
		return exits.unreadable;
	}
	const end = advice ? `. ${advice}` : '';
	if (outcome.kind === 'not-sent') {
		say(`${about}not sent: ${reason}${end}`);
		return exits.notSent;
	}
	say(`${about}outcome unknown: ${reason}${end}`);
	return exits.unknown;
};
