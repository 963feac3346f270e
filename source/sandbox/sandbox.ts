/** The whole sandbox: service, server, and a clock that keeps the world going. */

import {createFaults, type FaultRates} from './faults/faults.ts';
import {createAdmin} from './server/admin.ts';
import {openLog} from './server/log.ts';
import {closeServer, createServer, listen} from './server/server.ts';
import {type Drive, driveWorld} from './service/clock.ts';
import type {ServiceOptions} from './service/durable-world.ts';
import {createService, type Service} from './service/service.ts';

/** What a sandbox is made from. */
export type SandboxOptions = Omit<ServiceOptions, 'now' | 'plan' | 'report'> & {
	/** 0, the default, is any free port. */
	port?: number | undefined;
	/** Of the administrative port, likewise; there is none by default. */
	adminPort?: number | undefined;
	/** Simulated seconds per second; 1 by default. */
	speed?: number | undefined;
	/** What it does wrong from the start. */
	faults?: FaultRates | undefined;
	/** The file that requests are logged to, `-` for standard error; nowhere by default. */
	log?: string | undefined;
	/** Told of what goes wrong while nobody waits for an answer; nobody is by default. */
	say?: ((line: string) => void) | undefined;
};

/** A sandbox that listens. */
export type Sandbox = {
	/** The base address: operations are at `/api/` under it. */
	url: string;
	/** Of the administrative port, where there is one. */
	admin: string | undefined;
	user: string;
	/** Unknown where the user was made by an earlier run. */
	password: string | undefined;
	/** Whether its world is one that the database held: most of the options had no effect then. */
	isRestored: boolean;
	/** Lets requests under way finish, saves the world, then ends. */
	close(): Promise<void>;
};

/** Ends everything, the last first, whatever fails on the way. @throws what failed first */
const endAll = async (ends: readonly (() => unknown)[]): Promise<void> => {
	const failures: unknown[] = [];
	for (const end of ends.toReversed()) {
		try {
			await end();
		} catch (error) {
			failures.push(error);
		}
	}
	if (failures.length > 0) {
		throw failures[0];
	}
};

/**
 * Starts a sandbox in this thread. Its ports come first: requests wait for the service to be there.
 *
 * @throws DatabaseError, FaultError, and Error where a port or the log cannot be had
 */
export const startSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> => {
	const {port = 0, adminPort, speed = 1, seed = 1, say = () => undefined} = options;
	const ready = Promise.withResolvers<{service: Service; drive: Drive}>();
	const ends: (() => unknown)[] = [];
	try {
		const faults = createFaults(seed, options.faults);
		const log = await openLog(options.log, say);
		let service: Service | undefined;
		ends.push(log.close, () => service?.close());
		const server = await createServer(
			{handle: async (...given) => (await ready.promise).service.handle(...given)},
			{faults, log},
		);
		let requests = 0;
		server.server.on('request', () => requests++);
		ends.push(() => closeServer(server));
		const url = await listen(server, port);
		let admin: string | undefined;
		if (adminPort !== undefined) {
			const door = createAdmin({faults, log, requests: () => requests, ready: ready.promise});
			ends.push(() => closeServer(door));
			admin = await listen(door, adminPort);
		}
		service = await createService({...options, report: log.problem});
		const drive = driveWorld(service, speed);
		ends.push(drive.stop);
		ready.resolve({service, drive});
		const {user, password, isRestored} = service;
		return {url, admin, user, password, isRestored, close: () => endAll(ends)};
	} catch (error) {
		ready.promise.catch(() => undefined);
		ready.reject(error);
		// What went wrong first is what is told.
		await endAll(ends).catch(() => undefined);
		throw error;
	}
};
