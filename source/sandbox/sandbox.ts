/** The whole sandbox: the service, its ports, and the clock that moves its world. */

import {type Drive, driveWorld} from './engine/clock.ts';
import type {ServiceOptions} from './engine/durable-world.ts';
import {createService, type Service} from './engine/service.ts';
import {createFaults, type FaultRates} from './faults/faults.ts';
import {createAdmin} from './server/admin.ts';
import {openLog} from './server/log.ts';
import {closeServer, createServer, listen} from './server/server.ts';

export type SandboxOptions = Omit<ServiceOptions, 'now' | 'plan' | 'report' | 'logLimits' | 'chunkSize'> & {
	/** 0 (the default) is any free port. */
	port?: number | undefined;
	/** The administrative port, likewise; none by default. */
	adminPort?: number | undefined;
	/** Simulated seconds per second; 1 by default. */
	speed?: number | undefined;
	/** The faults that are on from the start. */
	faults?: FaultRates | undefined;
	/** The file of the request log, `-` for standard error; none by default. */
	log?: string | undefined;
	/** Called with the text of each unexpected error, and of what the database has lost. */
	say?: ((line: string) => void) | undefined;
};

/** A running sandbox. */
export type Sandbox = Pick<Service, 'user' | 'password' | 'isRestored'> & {
	/** The base URL; operations are at `/api/` below it. */
	url: string;
	/** The base URL of the administrative port, if there is one. */
	admin: string | undefined;
	/** Lets requests under way finish, then saves the world. */
	close(): Promise<void>;
};

/** Calls every one, last first, even if some fail. @throws the first error */
const closeAll = async (closers: readonly (() => unknown)[]): Promise<void> => {
	const failures: unknown[] = [];
	for (const close of closers.toReversed()) {
		try {
			await close();
		} catch (error) {
			failures.push(error);
		}
	}
	if (failures.length > 0) {
		throw failures[0];
	}
};

/**
 * Starts a sandbox in this thread. The ports open first; requests wait until the service has started.
 *
 * @throws DatabaseError, FaultError, and Error if a port or the log cannot be opened
 */
export const startSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> => {
	const {port = 0, adminPort, speed = 1, seed = 1, say = () => undefined} = options;
	const ready = Promise.withResolvers<{service: Service; drive: Drive}>();
	const closers: (() => unknown)[] = [];
	try {
		const faults = createFaults(seed, options.faults);
		const log = await openLog(options.log, say);
		let service: Service | undefined;
		closers.push(log.close, () => service?.close());
		const handle: Service['handle'] = async (...given) => {
			const {service, drive} = await ready.promise;
			return drive.attend(() => service.handle(...given));
		};
		const server = await createServer({handle}, {faults, log});
		let requests = 0;
		server.server.on('request', () => requests++);
		closers.push(() => closeServer(server));
		const url = await listen(server, port);
		let admin: string | undefined;
		if (adminPort !== undefined) {
			const adminServer = createAdmin({faults, log, requests: () => requests, ready: ready.promise});
			closers.push(() => closeServer(adminServer));
			admin = await listen(adminServer, adminPort);
		}
		service = await createService({...options, report: log.problem});
		if (service.loss !== undefined) {
			say(service.loss);
		}
		const drive = driveWorld(service, speed);
		closers.push(drive.stop);
		ready.resolve({service, drive});
		const {user, password, isRestored} = service;
		return {url, admin, user, password, isRestored, close: () => closeAll(closers)};
	} catch (error) {
		ready.promise.catch(() => undefined);
		ready.reject(error);
		// An error while closing must not hide the first one.
		await closeAll(closers).catch(() => undefined);
		throw error;
	}
};
