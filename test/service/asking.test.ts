/** Asking without a poller: tokens that die on the way, and what is never sent again. */
import {afterEach, expect, test} from 'vitest';
import {createAsking} from '../../source/service/asking.ts';
import {createConnection} from '../../source/service/connection.ts';
import type {SessionStart} from '../../source/service/session.ts';
import {testAudit} from '../helpers/audit.ts';
import {startOtherService} from '../helpers/other-service.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
	await Promise.all(closing.splice(0).map(close => close()));
});

const credentials = {user: 'ops', password: 'secret'};

const start = async (session: SessionStart) => {
	const service = await startOtherService();
	const connection = createConnection({
		url: service.url,
		...session,
		isLocked: () => false,
		audit: testAudit(service.url),
	});
	closing.push(connection.close, service.close);
	return {service, asking: createAsking(connection), types: () => service.requests.map(({type}) => type)};
};

test('without a token it signs in first, once, and asks then', async () => {
	const {asking, types} = await start({credentials});
	expect(await asking.call('get_campaigns', {})).toMatchObject({kind: 'done'});
	expect(await asking.call('get_campaigns', {})).toMatchObject({kind: 'done'});
	expect(types()).toEqual(['login_user', 'get_campaigns', 'get_campaigns']);
});

test('without a token and without credentials nothing is sent', async () => {
	const {asking, types} = await start({});
	expect(await asking.ask('get_campaigns', {})).toMatchObject({kind: 'not-sent', cause: {code: 'signed-out'}});
	expect(types()).toEqual([]);
});

test('a read that a dead token had refused is asked once more', async () => {
	const {asking, types} = await start({token: 'a-dead-token', credentials});
	expect(await asking.call('get_dashboard_stats', {campaign_id: '1001'})).toMatchObject({kind: 'done'});
	expect(types()).toEqual(['get_dashboard_stats', 'get_campaigns', 'login_user', 'get_dashboard_stats']);
});

test('a dead token without a password is told as being signed out', async () => {
	const {asking} = await start({token: 'a-dead-token'});
	expect(await asking.call('get_campaigns', {})).toMatchObject({kind: 'not-sent', cause: {code: 'signed-out'}});
});

test('a refusal that is not the token’s stays one', async () => {
	const {service, asking, types} = await start({credentials});
	expect(await asking.call('get_dashboard_stats', {campaign_id: '9999'})).toMatchObject({kind: 'refused'});
	expect(types().filter(type => type === 'get_dashboard_stats')).toHaveLength(1);
	expect(service.commands.total).toBe(0);
});

test('what writes is for the monitor alone', async () => {
	const {asking, types} = await start({token: 'a-token', credentials});
	await expect(asking.ask('pause_campaign', {campaign_id: '1001'})).rejects.toThrow('pause_campaign writes');
	expect(types()).toEqual([]);
});

test('a service that cannot be reached is told as that', async () => {
	const {service, asking} = await start({credentials});
	await service.close();
	expect(await asking.ask('get_campaigns', {})).toMatchObject({kind: 'not-sent', cause: {code: 'connection-refused'}});
});

test('signing in is sent as it is, without a token', async () => {
	const {asking, types} = await start({});
	expect(await asking.call('login_user', {user: 'ops', pass: 'secret'})).toMatchObject({kind: 'done'});
	expect(types()).toEqual(['login_user']);
});

test('get_campaigns needs no other request to tell that the token is dead', async () => {
	const {asking, types} = await start({token: 'a-dead-token', credentials});
	expect(await asking.call('get_campaigns', {})).toMatchObject({kind: 'done'});
	expect(types()).toEqual(['get_campaigns', 'login_user', 'get_campaigns']);
});
