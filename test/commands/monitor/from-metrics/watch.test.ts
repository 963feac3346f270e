/** A screen of metrics shows what the exporter polled: its figures, their age, and why there are none. */
import {expect, onTestFinished, test} from 'vitest';
import {initialState, update} from '../../../../source/alerts/reducer.ts';
import {createEngineWatch} from '../../../../source/commands/monitor/from-metrics/watch.ts';
import {campaignRows, isOld} from '../../../../source/model/select.ts';
import type {Message, State} from '../../../../source/model/state.ts';
import {createStore} from '../../../../source/model/store.ts';
import {EngineError} from '../../../../source/prometheus/error.ts';
import {manualClock} from '../../../helpers/clock.ts';
import {Scraped} from '../../../helpers/scraped-engine.ts';
import {exported} from '../../../metrics/make.ts';
import {at, campaign, campaignsPolled, dashboardPolled, fresh, live, source} from '../../../model/make.ts';

const quarter = 15;

/** Some turns of the event loop. */
const rested = async (): Promise<void> => {
	for (let turn = 0; turn < 20; turn++) {
		await new Promise(resolve => setImmediate(resolve));
	}
};

/** An exporter of `east` that is scraped every 15 s, and a watch of it. */
const watched = ({profile = 'east', ahead = 0}: {profile?: string; ahead?: number} = {}) => {
	const clock = manualClock({wall: at(0).wall, mono: 0});
	const scraped = new Scraped();
	const exporter = exported(fresh(), {profile: 'east'});
	const seen: Message[] = [];
	const said: string[] = [];
	const store = createStore(
		(state: State, message: Message) => {
			seen.push(message);
			return update(state, message);
		},
		initialState({...source, profile, watchOnly: {engine: 'metrics.test'}}, clock.now()),
	);
	const watch = createEngineWatch({
		engine: scraped.engine(() => clock.now().wall + ahead),
		profile,
		clock,
		interval: 2000,
		dispatch: store.dispatch,
		say: text => said.push(text),
	});
	onTestFinished(() => watch.stop());
	return {
		clock,
		scraped,
		exporter,
		watch,
		store,
		seen,
		said,
		/** Whole seconds since the start of the test. */
		seconds: () => (clock.now().wall - at(0).wall) / 1000,
		async scrape(instance = 'a:9797'): Promise<void> {
			const now = clock.now().wall + ahead;
			scraped.scrape(await exporter.text((now - ahead - at(0).wall) / 1000), now, {job: 'dialtop', instance});
		},
		/** Lets time pass, with a tick a second as a screen has it. */
		async pass(seconds: number): Promise<void> {
			for (let second = 0; second < seconds; second++) {
				await clock.advance(1000);
				// On a busy machine the watch rests between two scrapes that it reads.
				await rested();
				store.dispatch({type: 'tick', now: clock.now()});
			}
		},
		row: (id: string) => campaignRows(store.get()).find(row => row.campaign.id === id),
	};
};

const polls = (messages: readonly Message[]) => messages.filter(({type}) => type === 'dashboard-polled');

test('shows the figures, the state and the age of the polls that were scraped', async () => {
	const {exporter, scrape, pass, watch, store, row, scraped} = watched();
	await pass(10);
	exporter.see(
		live,
		campaignsPolled(8, [
			campaign('9', {name: 'Nine', status: 'PAUSE', dialMethod: 'RATIO'}),
			campaign('10', {name: 'Ten'}),
		]),
		dashboardPolled(9, '10', {status: 'PLAY', dropRate: 2.35, dropLimit: 3, agents: 12, ready: 4, calledToday: 900}),
	);
	await scrape();
	watch.start();
	await pass(3);
	const {link} = store.get();
	expect(link).toMatchObject({kind: 'live', metrics: {doubt: undefined}});
	expect(campaignRows(store.get()).map(({campaign: {id, name}, state}) => [id, name, state])).toEqual([
		['10', 'Ten', 'dialing'],
		['9', 'Nine', 'paused'],
	]);
	expect(row('10')?.figures).toMatchObject({dropRate: 2.35, dropLimit: 3, agents: 12, ready: 4, calledToday: 900});
	expect(row('10')?.span?.sentAt).toEqual(at(9));
	expect(row('9')?.figures).toBeUndefined();
	expect(row('10')?.dashboard?.lists).toBeUndefined();
	// Raw samples, a small question for each look, and all series once a scrape.
	expect(scraped.queries.filter(query => query.includes('campaign'))).toHaveLength(1);
	expect(scraped.queries.filter(query => query.includes('service_up'))).toEqual(
		Array.from({length: 2}, () => 'dialtop_service_up{profile="east"}[300s]'),
	);
});

test('begins with the last five minutes, poll by poll, and then takes each scrape once', async () => {
	const {exporter, scrape, pass, watch, seen, row} = watched();
	exporter.see(live, campaignsPolled(1, ['1']));
	for (let poll = 0; poll < 24; poll++) {
		exporter.see(dashboardPolled(poll * quarter + 1, '1', {calledToday: poll}));
		await pass(quarter);
		await scrape();
	}
	watch.start();
	await pass(1);
	await expect.poll(() => polls(seen).length).toBe(21);
	expect(polls(seen).map(message => 'dashboard' in message && message.dashboard.figures?.calledToday)).toEqual(
		Array.from({length: 21}, (_, poll) => poll + 3),
	);
	await pass(10);
	expect(polls(seen)).toHaveLength(21);
	exporter.see(dashboardPolled(372, '1', {calledToday: 99}));
	await scrape();
	await pass(3);
	expect(polls(seen)).toHaveLength(22);
	expect(row('1')?.figures?.calledToday).toBe(99);
});

test('a row is old by the pace of the scrapes, not by that of the screen', async () => {
	const {exporter, scrape, pass, watch, store, row} = watched();
	exporter.see(live, campaignsPolled(0, ['1']));
	watch.start();
	for (let poll = 0; poll < 6; poll++) {
		exporter.see(dashboardPolled(poll * quarter, '1', {ready: poll}));
		await scrape();
		await pass(quarter);
	}
	const isOldNow = (): boolean => isOld(store.get(), row('1') ?? {span: undefined, failure: undefined}, 2000);
	expect(isOldNow()).toBe(false);
	// The exporter is scraped on, and has no news.
	for (let scrapes = 0; scrapes < 3; scrapes++) {
		await scrape();
		await pass(quarter);
	}
	expect(isOldNow()).toBe(true);
	expect(row('1')?.figures?.ready).toBe(5);
});

test('figures that the exporter no longer has stay with their age and why; a campaign that is gone leaves', async () => {
	const {exporter, scrape, pass, watch, row, store} = watched();
	exporter.see(
		live,
		campaignsPolled(0, ['1', '2']),
		dashboardPolled(0, '1', {ready: 5}),
		dashboardPolled(0, '2', {ready: 6}),
	);
	await scrape();
	watch.start();
	await pass(60);
	await scrape();
	await pass(3);
	expect(row('1')).toMatchObject({figures: {ready: 5}, failure: {reason: 'the metrics have none that are fresh'}});
	exporter.see(campaignsPolled(62, ['2']), dashboardPolled(62, '2', {ready: 7}));
	await scrape();
	await pass(10);
	await scrape();
	await pass(3);
	expect([...(store.get().campaigns.value?.keys() ?? [])]).toEqual(['2']);
	expect(row('2')).toMatchObject({figures: {ready: 7}, failure: undefined});
});

test('a service that the exporter cannot reach is an alert, and its campaigns stay', async () => {
	const {exporter, scrape, pass, watch, store} = watched();
	exporter.see(live, campaignsPolled(0, ['1']), dashboardPolled(0, '1', {ready: 5}));
	await scrape();
	watch.start();
	await pass(quarter);
	exporter.see({
		type: 'link',
		link: {kind: 'retrying', reason: 'refused', advice: '', since: at(10), nextAt: at(99)},
		now: at(10),
	});
	for (let scrapes = 0; scrapes < 3; scrapes++) {
		await scrape();
		await pass(quarter);
	}
	expect([...store.get().alerts.active.values()].map(({rule}) => rule)).toContain('service');
	expect(store.get().campaigns.value?.size).toBe(1);
	exporter.see({...live, now: at(60)} as Message);
	await scrape();
	await pass(3);
	expect(store.get().alerts.active.has('service')).toBe(false);
});

test('an engine that does not answer is asked again until it does, and alerts on it say so', async () => {
	const {exporter, scrape, scraped, pass, watch, store, said, row} = watched();
	exporter.see(live, campaignsPolled(0, ['1']), dashboardPolled(0, '1', {ready: 5}));
	await scrape();
	watch.start();
	await pass(5);
	scraped.error = new EngineError('unreachable', 'metrics.test refuses connections', 'Check that it runs');
	await pass(40);
	expect(store.get().link).toMatchObject({
		kind: 'retrying',
		reason: 'metrics.test refuses connections. Check that it runs',
	});
	expect(said).toEqual(['metrics.test refuses connections. Check that it runs']);
	const [alert] = store.get().alerts.active.values();
	expect(alert).toMatchObject({rule: 'metrics', note: 'metrics.test refuses connections. Check that it runs'});
	expect(row('1')?.figures?.ready).toBe(5);
	scraped.error = undefined;
	exporter.see(dashboardPolled(44, '1', {ready: 8}));
	await scrape();
	await pass(40);
	await scrape();
	watch.refresh();
	await pass(3);
	expect(store.get().link.kind).toBe('live');
	expect(row('1')?.figures?.ready).toBe(8);
	expect(store.get().alerts.active.size).toBe(0);
});

test('an exporter that is not scraped any more is named, with what to check', async () => {
	const {exporter, scrape, pass, watch, store} = watched();
	exporter.see(live, campaignsPolled(0, ['1']), dashboardPolled(0, '1', {ready: 5}));
	await scrape();
	await pass(quarter);
	await scrape();
	watch.start();
	await pass(50);
	expect(store.get().link).toMatchObject({
		kind: 'retrying',
		reason:
			'metrics.test has nothing new of the exporter a:9797: check that dialtop export -p east runs, and that the engine scrapes it',
	});
	await scrape();
	await pass(31);
	expect(store.get().link.kind).toBe('live');
});

test.for([
	[
		'nobody',
		'metrics.test has no metrics of a profile nobody, but of east: the exporter must have been started with this name, dialtop export -p nobody',
	],
	[
		'east',
		'metrics.test has had nothing of the profile east for 5 minutes: check that dialtop export -p east runs, and that the engine scrapes it',
	],
] as const)('an empty answer for %s says what to check', async ([profile, reason]) => {
	const {exporter, scrape, pass, watch, store} = watched({profile});
	exporter.see(live, campaignsPolled(0, ['1']));
	await scrape();
	await pass(400);
	watch.start();
	await pass(1);
	expect(store.get()).toMatchObject({link: {kind: 'retrying', reason}, campaigns: {value: undefined}});
});

test('an engine without any metrics of dialtop says what to check', async () => {
	const {pass, watch, store} = watched();
	watch.start();
	await pass(1);
	expect(store.get().link).toMatchObject({
		reason:
			'metrics.test has no metrics of dialtop: check that dialtop export -p east runs and that the engine scrapes it, and the address and the headers of the engine',
	});
});

test('of several exporters with one profile one is shown, the same for as long as it is scraped, and it is said', async () => {
	const {exporter, scrape, pass, watch, store, said} = watched();
	exporter.see(live, campaignsPolled(0, ['1']), dashboardPolled(0, '1', {ready: 5}));
	await scrape('b:9797');
	await pass(1);
	watch.start();
	await pass(quarter);
	await scrape('b:9797');
	await pass(1);
	await scrape('a:9797');
	await pass(3);
	expect(store.get().link).toMatchObject({kind: 'live', metrics: {doubt: '1 of 2 exporters'}});
	expect(said).toEqual([
		'2 exporters call a service east (a:9797; b:9797), and b:9797 is shown: check that all mean the same one',
	]);
	for (let scrapes = 0; scrapes < 4; scrapes++) {
		await pass(quarter);
		await scrape('a:9797');
	}
	await pass(3);
	expect(store.get().link).toMatchObject({kind: 'live', metrics: {doubt: undefined}});
});

test('warnings and partial data are shown until they are gone', async () => {
	const {exporter, scrape, scraped, pass, watch, store, said} = watched();
	exporter.see(live, campaignsPolled(0, ['1']));
	await scrape();
	scraped.remarks = {warnings: ['store gateway is down'], isPartial: true};
	watch.start();
	await pass(3);
	expect(store.get().link).toMatchObject({kind: 'live', metrics: {doubt: 'partial'}});
	expect(said).toEqual(['metrics.test warns: store gateway is down']);
	scraped.remarks = {warnings: [], isPartial: false};
	await scrape();
	await pass(3);
	expect(store.get().link).toMatchObject({metrics: {doubt: undefined}});
});

test('ages are by the clock of the engine where this machine has another time', async () => {
	const {exporter, scrape, pass, watch, row} = watched({ahead: 600_000});
	await pass(100);
	exporter.see(live, campaignsPolled(90, ['1']), {
		...dashboardPolled(90, '1', {ready: 5}),
		span: {sentAt: {...at(90), wall: at(690).wall}, receivedAt: at(90)},
	} as Message);
	await scrape();
	watch.start();
	await pass(1);
	expect(row('1')?.span?.sentAt).toEqual(at(90));
});

test('a floor whose samples are too many is read in shorter windows', async () => {
	const {exporter, scrape, scraped, pass, watch, row} = watched();
	exporter.see(live, campaignsPolled(0, ['1']));
	for (let poll = 0; poll < 20; poll++) {
		exporter.see(dashboardPolled(poll * quarter, '1', {ready: poll}));
		await pass(quarter);
		await scrape();
	}
	const answer = scraped.answer.bind(scraped);
	scraped.answer = (expression, now) => {
		const series = answer(expression, now);
		if (series.reduce((sum, {samples}) => sum + samples.length, 0) > 100) {
			throw new EngineError('too-large', 'too many samples');
		}
		return series;
	};
	watch.start();
	await pass(5);
	expect(row('1')?.figures?.ready).toBe(19);
});

test('an engine whose clock is set back is read on', async () => {
	const {exporter, scrape, scraped, pass, watch, row, clock} = watched();
	exporter.see(live, campaignsPolled(0, ['1']), dashboardPolled(0, '1', {ready: 5}));
	const ahead = 3_600_000;
	scraped.scrape(await exporter.text(1), clock.now().wall + ahead);
	const answer = scraped.answer.bind(scraped);
	scraped.answer = (expression, now) => answer(expression, now + ahead);
	watch.start();
	await pass(3);
	expect(row('1')?.figures?.ready).toBe(5);
	scraped.answer = answer;
	exporter.see(dashboardPolled(quarter, '1', {ready: 6}));
	await pass(quarter);
	await scrape();
	await pass(3);
	expect(row('1')?.figures?.ready).toBe(6);
});

test('names and ids of an engine that lies are texts, and figures that are none are not shown', async () => {
	const {scraped, pass, watch, store, clock} = watched();
	const now = clock.now().wall;
	const of = 'profile="east",campaign_id="1"';
	scraped.scrape(
		[
			'dialtop_service_up{profile="east"} 1',
			'dialtop_service_up{profile="east",campaign_id="x"} 7',
			`dialtop_campaign_info{${of},name="a\\nb; rm -rf /"} 1`,
			`dialtop_campaign_last_poll_timestamp_seconds{${of}} 9e99`,
			`dialtop_campaign_agents{${of},state="ready"} -4`,
			`dialtop_campaign_leads{${of}} Infinity`,
			`dialtop_campaign_agents_signed_in{${of}} 3`,
			`dialtop_campaign_unheard_of{${of}} 3`,
			'dialtop_campaign_info{profile="east",campaign_id=""} 1',
		].join('\n'),
		now,
	);
	watch.start();
	await pass(3);
	const [row, ...others] = campaignRows(store.get());
	expect(others).toEqual([]);
	expect(row?.figures).toMatchObject({agents: 3});
	expect([row?.figures?.ready, row?.figures?.totalLeads]).toEqual([undefined, undefined]);
	expect(row?.span?.sentAt.wall).toBe(now);
});
