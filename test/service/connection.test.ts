/** A connection to a service: what hears of each request, and what its end ends. */
import {expect, onTestFinished, test} from 'vitest';
import {createConnection} from '../../source/service/connection.ts';
import type {Exchange} from '../../source/wire/client/exchange.ts';
import {testAudit} from '../helpers/audit.ts';
import {manualClock} from '../helpers/clock.ts';
import {startOtherService} from '../helpers/other-service.ts';

const start = async (locked = false) => {
	const service = await startOtherService({token: 'T'});
	const clock = manualClock();
	const logged: [host: string, exchange: Exchange][] = [];
	const observed: Exchange[] = [];
	const connection = createConnection({
		url: service.url,
		token: 'T',
		user: 'ops',
		encoding: 'json',
		isLocked: () => locked,
		audit: testAudit(service.url),
		clock,
		log: {write: (host, exchange) => void logged.push([host, exchange])},
		observe: exchange => observed.push(exchange),
	});
	onTestFinished(async () => {
		await connection.close();
		await service.close();
	});
	return {service, clock, connection, logged, observed};
};

test('each request is told to the log, with the host, and to whoever looks on', async () => {
	const {service, connection, logged, observed} = await start();
	expect(await connection.dialer.read('get_campaigns', {})).toMatchObject({kind: 'done'});
	expect(observed).toMatchObject([{operation: 'get_campaigns', outcome: 'done'}]);
	expect(logged).toEqual([[new URL(service.url).host, observed[0]]]);
	expect(service.requests[0]?.fields).toMatchObject({token: 'T'});
});

test('under the lock no write reaches the wire', async () => {
	const {service, connection} = await start(true);
	expect(await connection.dialer.ask('pause_campaign', {campaign_id: '1001'})).toMatchObject({kind: 'not-sent'});
	expect(service.requests).toEqual([]);
});

test('its end ends every pause, and lets nothing through', async () => {
	const {service, clock, connection} = await start();
	let isOver = false;
	const pause = connection.pause(5000).then(() => {
		isOver = true;
	});
	await clock.advance(4999);
	expect([isOver, connection.isClosed(), clock.timers()]).toEqual([false, false, 1]);
	await connection.close();
	await pause;
	expect([connection.isClosed(), clock.timers(), service.open()]).toEqual([true, 0, 0]);
	expect(await connection.dialer.read('get_campaigns', {})).toMatchObject({kind: 'not-sent'});
	const other = await start();
	const short = other.connection.pause(10);
	await other.clock.advance(10);
	await short;
	expect(other.clock.timers()).toBe(0);
});
