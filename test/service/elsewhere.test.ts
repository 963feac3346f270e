/** What was asked for one service never reaches another one, though ids and names are equal: over real HTTP, with the audit. */
import {expect, test} from 'vitest';
import type {Control} from '../../source/model/pending.ts';
import type {Monitor} from '../../source/service/monitor.ts';
import {offerCampaigns, offerPauseAll} from '../../source/steering/campaigns.ts';
import {sendInTurn} from '../../source/steering/conductor.ts';
import type {Batch} from '../../source/steering/offer.ts';
import {linesOf, testAudit} from '../helpers/audit.ts';
import {after, campaignsPolled, fresh, live, pauseOf} from '../model/make.ts';
import {startRig} from './harness.ts';

/** The monitor of a service called west, with its audit. */
const startWest = async () => {
	const audit = testAudit('http://west.test', {profile: 'west'});
	return {...(await startRig({monitor: {service: 'west', audit}})), lines: () => linesOf(audit.file)};
};

const east = fresh({profile: 'east', floor: 'east'});
const dialing = after(east, live, campaignsPolled(0, ['1001', '1002']));

const batchOf = (offer: ReturnType<typeof offerCampaigns>): Batch =>
	'controls' in offer ? offer : expect.fail(offer.why);

const reason = 'what was asked is for east, and this connection is to west';

test('a control for another service is not sent, and the audit says why', async () => {
	const {monitor, service, store, lines} = await startWest();
	const control: Control = pauseOf('1001', 'Campaign 1001');
	const ended = await monitor.control({...control, target: {...control.target, service: 'east'}});
	expect(ended).toMatchObject({kind: 'not-sent', reason});
	expect(service.commands.total).toBe(0);
	// Its row, which has the same id, shows nothing of it.
	expect(store.get().commands).toEqual([]);
	expect(lines()).toMatchObject([
		{kind: 'intent', profile: 'west', operation: 'pause_campaign', params: {campaign_id: '1001'}},
		{kind: 'outcome', profile: 'west', outcome: 'not-sent', reason, ms: 0},
	]);
	expect((await monitor.control({...control, target: {...control.target, service: 'west'}})).kind).toBe('done');
	expect(service.commands.total).toBe(1);
	expect(lines()[2]).toMatchObject({kind: 'intent', profile: 'west', url: 'http://west.test/api/'});
});

test('an audit that cannot be written does not send it either', async () => {
	const rig = await startRig({
		monitor: {service: 'west', audit: testAudit('http://west.test', {open: () => expect.fail('no room')})},
	});
	expect(await rig.monitor.control(pauseOf('1001', 'A'))).toMatchObject({
		kind: 'not-sent',
		reason: 'what was asked is for p, and this connection is to west',
	});
	expect(rig.service.commands.total).toBe(0);
});

/** Sends to a monitor, with what was recorded as not sent. */
const through = (batch: Batch, {control}: Monitor, state = dialing) =>
	sendInTurn(batch, {state: () => state, send: control, whyOver: () => undefined});

test.for<[name: string, batch: Batch]>([
	['campaigns that are named', batchOf(offerCampaigns(dialing, ['1001', '1002'], 'pause'))],
	['all that dial', batchOf(offerPauseAll(dialing))],
])('a monitor in place of that of the question sends nothing: %s', async ([, batch]) => {
	const {monitor, service, lines} = await startWest();
	const sent = await through(batch, monitor);
	expect(sent.map(({ended, whyNot}) => [ended.kind, whyNot])).toEqual([
		['not-sent', reason],
		['not-sent', reason],
	]);
	expect(service.commands.total).toBe(0);
	expect(lines().map(({kind}) => kind)).toEqual(['intent', 'outcome', 'intent', 'outcome']);
});

test('a state in place of that of the question sends nothing, and gives its names to no target', async () => {
	const west = after(fresh({profile: 'west', floor: 'west'}), live, campaignsPolled(0, ['1001', '1002']));
	const asked: [Control, string | undefined][] = [];
	await sendInTurn(batchOf(offerPauseAll(dialing)), {
		state: () =>
			after(west, campaignsPolled(1, [{id: '1001', name: 'West', status: 'PLAY', extra: {}, unreadable: []}])),
		async send(control, whyNot) {
			asked.push([control, whyNot]);
			return {kind: 'not-sent', reason: whyNot ?? expect.fail('sent')};
		},
		whyOver: () => undefined,
	});
	expect(asked.map(([{target}, whyNot]) => [target.service, target.name, whyNot])).toEqual([
		['east', 'Campaign 1001', reason],
		['east', 'Campaign 1002', reason],
	]);
});
