/** Uses several services at once, each in its own session and within its own budget of requests. */
import {say} from '../../cli/out.ts';
import {UsageError} from '../../config/errors.ts';
import {exits} from '../../config/exits.ts';
import {messageOf} from '../../wire/causes.ts';
import {choose} from './open-service.ts';
import type {CommandFlags, OneService} from './reach.ts';

/** The services that the flags of a command that reads choose; they have names if there are several. @throws UsageError */
export const servicesOf = async (flags: CommandFlags): Promise<OneService[]> => {
	const {services, given} = await choose(flags, true);
	return services.map(service => ({
		service,
		given,
		flags,
		name: services.length > 1 ? service.profile : undefined,
	}));
};

/**
 * Uses the services at once. Of several, one that fails hides none of the others: it has the value that `failed` makes of its error.
 *
 * @throws what the only one throws
 */
export const useEach = <T>(
	services: readonly OneService[],
	use: (one: OneService) => Promise<T>,
	failed: (error: unknown, name: string) => T,
): Promise<T[]> =>
	Promise.all(
		services.map(async one => {
			try {
				return await use(one);
			} catch (error) {
				if (one.name === undefined) {
					throw error;
				}
				return failed(error, one.name);
			}
		}),
	);

const isForCaller = (error: unknown): boolean =>
	error instanceof Error && ['UsageError', 'PrivateFileError'].includes(error.name);

/** Prints why one of several services failed, under its name; returns the exit code. */
export const sayFailed = (error: unknown, name: string): number => {
	for (const text of [messageOf(error), ...(error instanceof UsageError ? error.more : [])]) {
		say(`${name}: ${text}`);
	}
	return isForCaller(error) ? exits.usage : exits.ownError;
};
