/** The whole sandbox: service, server, and a clock that keeps the world going. */
import {driveWorld} from './clock.ts';
import type {ServiceOptions} from './floor.ts';
import {createServer, listen} from './server.ts';
import {createService} from './service.ts';

/** What a sandbox is made from; plain data, so that it can be handed to a thread. */
export type SandboxOptions = Omit<ServiceOptions, 'now' | 'plan'> & {
	/** 0, the default, is any free port. */
	port?: number | undefined;
	/** Simulated seconds per second; 1 by default. */
	speed?: number | undefined;
};

/** A sandbox that listens. */
export type Sandbox = {
	/** The base address: operations are at `/api/` under it. */
	url: string;
	user: string;
	/** Unknown where the user was made by an earlier run. */
	password: string | undefined;
	/** Lets requests under way finish, then ends. */
	close(): Promise<void>;
};

/** Starts a sandbox in this thread. @throws DatabaseError */
export const startSandbox = async ({port = 0, speed = 1, ...options}: SandboxOptions = {}): Promise<Sandbox> => {
	const service = await createService(options);
	const server = await createServer(service);
	const url = await listen(server, port);
	const stop = driveWorld(service, speed);
	return {
		url,
		user: service.user,
		password: service.password,
		async close() {
			stop();
			await server.close();
			service.close();
		},
	};
};
