/** The administrative port: shows the state of a sandbox, sets its faults and speed, and pays links as their payers do. */
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {type Drive, speedLimits} from '../engine/clock.ts';
import type {Service} from '../engine/service.ts';
import {checkRates, FaultError, type FaultInForce, type Faults} from '../faults/faults.ts';
import {moneyText} from '../rules/balances.ts';
import {Refusal} from '../world/refusal.ts';
import {stampText} from '../world/time.ts';
import {BodyError, type Fields, readJson} from './body.ts';
import {createGuardedServer} from './guard.ts';
import type {RequestLog} from './log.ts';

export type AdminOptions = {
	faults: Faults;
	/** Requests to the service so far. */
	requests(): number;
	/** Resolves once the service has started. */
	ready: Promise<{service: Pick<Service, 'world' | 'payLink'>; drive: Drive}>;
	log?: RequestLog | undefined;
};

/** The answer to every request but a payment. */
export type Status = {
	/** `YYYY-MM-DD HH:MM:SS`, world time. */
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

/** A link and, if its payer chooses it, the amount in cents. */
const readPayment = ({link_id, amount}: Fields): {link: string; amount: number | undefined} => {
	if (typeof link_id !== 'string') {
		throw new BodyError(400, 'link_id must be the id of a link');
	}
	const written = amount === undefined ? undefined : String(amount);
	if (written !== undefined && !/^\d{1,12}(?:\.\d{1,2})?$/.test(written)) {
		throw new BodyError(400, 'amount must be an amount such as 12.50');
	}
	return {link: link_id, amount: written === undefined ? undefined : Math.round(Number(written) * 100)};
};

/** Creates the server, which does not listen yet. */
export const createAdmin = ({faults, requests, ready, log}: AdminOptions): FastifyInstance => {
	const {server} = createGuardedServer(
		{'/': ['GET'], '/faults': ['PUT', 'DELETE'], '/speed': ['PUT'], '/payments': ['POST']},
		{log, bodyLimit},
	);
	server.removeAllContentTypeParsers();
	// Any content type is read as JSON, so that curl needs no header.
	server.addContentTypeParser('*', {parseAs: 'string'}, async (_: unknown, body: string) => readJson(body));
	server.addHook('onRequest', async request => {
		request.note.type = `admin ${request.method} ${request.routeOptions.url}`;
	});

	const status = async (): Promise<Status> => {
		const {service, drive} = await ready;
		return drive.attend(async () => ({
			world_time: stampText(service.world, service.world.now),
			speed: drive.speed,
			requests: requests(),
			faults: faults.list(),
		}));
	};

	server.get('/', status);
	server.put('/faults', async request => {
		try {
			faults.set(checkRates(readBody(request)));
		} catch (error) {
			throw error instanceof FaultError ? new BodyError(400, error.message, 'no such fault, or a wrong rate') : error;
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
	server.post('/payments', async request => {
		const {link, amount} = readPayment(readBody(request));
		const {service, drive} = await ready;
		try {
			const payment = await drive.attend(async () => service.payLink(link, amount));
			return {...payment, amount: moneyText(payment.amount)};
		} catch (error) {
			if (error instanceof Refusal) {
				const whole = error.detail === undefined ? error.message : `${error.message}: ${error.detail}`;
				throw new BodyError(400, whole, error.message);
			}
			throw error;
		}
	});
	return server;
};
