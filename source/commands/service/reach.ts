/** Connects a command to a service: the monitor's core without its poller and screen. */
import type {Outcome} from '../../api/outcome.ts';
import {UsageError} from '../../config/errors.ts';
import {exits} from '../../config/exits.ts';
import type {Given} from '../../config/schema.ts';
import {chooseService, type Service} from '../../config/service.ts';
import type {Asking} from '../../monitor/asking.ts';
import {reasonOf, warningOf} from '../../monitor/session.ts';
import {loadConfig} from '../configuration/load.ts';
import type {FlagsOf} from '../frame/command.ts';
import {say} from '../frame/out.ts';
import type {serviceFlags} from './flags.ts';
import {type OpenService, openService} from './open-service.ts';
import {hostOf, secretsOf} from './secrets.ts';

/** The given flags of the service. */
export type ServiceFlagsGiven = FlagsOf<typeof serviceFlags>;

/** A service that a command may ask. */
export type Reached = Asking & {
	service: Service;
	/** The host of its address, or `embedded`. */
	host: string;
	/** Requests a second that it may be asked. */
	perSecond: number;
	/** The theme of tables; undefined for the default. */
	theme: string | undefined;
};

/** Opens the service that the flags choose. @throws UsageError if they choose none */
export const openChosen = async (
	flags: ServiceFlagsGiven,
): Promise<{service: Service; given: Given; opened: OpenService}> => {
	const {given} = await loadConfig(flags.config, process.env);
	const service = chooseService(flags, process.env, given);
	if (service.url === undefined && !flags.sandbox) {
		throw new UsageError(
			'which service? Give --profile NAME or --url ADDRESS, or try it with --sandbox; dialtop config --example shows profiles',
		);
	}
	const opened = await openService(service, {
		...secretsOf(service, flags),
		env: process.env,
		log: flags.log,
		complain: say,
	});
	return {service, given, opened};
};

/**
 * Connects to the service that the flags choose, for as long as `use` takes.
 *
 * @throws UsageError
 */
export const reach = async <T>(flags: ServiceFlagsGiven, use: (reached: Reached) => Promise<T>): Promise<T> => {
	const {service, given, opened} = await openChosen(flags);
	const {createConnection} = await import('../../monitor/connection.ts');
	const {createAsking} = await import('../../monitor/asking.ts');
	const connection = createConnection({...opened, isLocked: () => service.readOnly});
	try {
		return await use({
			...createAsking(connection),
			service,
			host: hostOf(service),
			perSecond: opened.perSecond,
			theme: process.env.DIALTOP_THEME || (service.theme ?? given.theme),
		});
	} finally {
		await connection.close();
		await opened.audit.close();
		await opened.close();
	}
};

/** The flag for a profile, to add to a command line in a message. */
export const profileFlag = ({profile}: Pick<Service, 'profile'>): string => (profile === '' ? '' : ` -p ${profile}`);

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
		say(`${about}not signed in at ${hostOf(service)}: ${reason}. dialtop login${profileFlag(service)} signs in`);
		return exits.notSignedIn;
	}
	const end = advice ? `. ${advice}` : '';
	if (outcome.kind === 'not-sent') {
		say(`${about}not sent: ${reason}${end}`);
		return exits.notSent;
	}
	say(`${about}outcome unknown: ${reason}${end}`);
	return exits.unknown;
};
