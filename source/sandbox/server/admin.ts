/** The administrative port: looks at a sandbox from outside its service and switches its faults and its speed. */
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {checkRates, FaultError, type FaultInForce, type Faults} from '../faults/faults.ts';
import {type Drive, speedLimits} from '../service/clock.ts';
import type {Service} from '../service/service.ts';
import {stampText} from '../world/time.ts';
import {BodyError, type Fields, readJson} from './body.ts';
import {createGuarded} from './guard.ts';
import type {RequestLog} from './log.ts';

/** What it looks at and switches. */
export type Administered = {
	faults: Faults;
	/** HTTP requests that the service has had. */
	requests(): number;
	/** The service and what moves its world along, once they are there. */
	ready: Promise<{service: Pick<Service, 'world'>; drive: Drive}>;
	log?: RequestLog | undefined;
};

/** What every one of its requests is answered with. */
export type Status = {
	/** `YYYY-MM-DD HH:MM:SS` of the world's calendar. */
	world_time: string;
	/** Simulated seconds per second. */
	speed: number;
	requests: number;
	faults: FaultInForce[];
};

const bodyLimit = 64 * 1024;

const readBody = ({body}: FastifyRequest): Fields => {
	if (body === undefined || body === null) {
		throw new BodyError(400, 'the body is not JSON');
	}
	return body as Fields;
};

const readSpeed = ({speed}: Fields): number => {
	const {least, most} = speedLimits;
	if (typeof speed !== 'number' || !(speed >= least && speed <= most)) {
		throw new BodyError(400, `speed must be a number from ${least} to ${most}`);
	}
	return speed;
};

/** Makes the server of the port; it does not listen yet. */
export const createAdmin = ({faults, requests, ready, log}: Administered): FastifyInstance => {
	const {server} = createGuarded({'/': ['GET'], '/faults': ['PUT', 'DELETE'], '/speed': ['PUT']}, {log, bodyLimit});
	server.removeAllContentTypeParsers();
	// Whatever it says it is: a person at a shell should not have to name the type.
	server.addContentTypeParser('*', {parseAs: 'string'}, async (_: unknown, body: string) => readJson(body));
	server.addHook('onRequest', async request => {
		if (log) {
			log.note(request).type = `admin ${request.method} ${request.routeOptions.url}`;
		}
	});

	const status = async (): Promise<Status> => {
		const {service, drive} = await ready;
		return {
			world_time: stampText(service.world.now),
			speed: drive.speed,
			requests: requests(),
			faults: faults.list(),
		};
	};

	server.get('/', status);
	server.put('/faults', async request => {
		try {
			faults.set(checkRates(readBody(request)));
		} catch (error) {
			throw error instanceof FaultError ? new BodyError(400, error.message) : error;
		}
		return status();
	});
	server.delete('/faults', async () => {
		faults.set({});
		return status();
	});
	server.put('/speed', async request => {
		const speed = readSpeed(readBody(request));
		(await ready).drive.setSpeed(speed);
		return status();
	});
	return server;
};
