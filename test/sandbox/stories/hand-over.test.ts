/** The report of a shift against what the sandbox itself knows of it: its call log, and its agents second by second. */
import {beforeAll, expect, test} from 'vitest';
import {dialStateOf} from '../../../source/model/campaign.ts';
import type {SeriesPoint} from '../../../source/model/series.ts';
import {type CampaignReport, reportOf} from '../../../source/report/report.ts';
import {agentsIn, agentsPresent} from '../../../source/sandbox/world/agents.ts';
import {loggedCalls} from '../../../source/sandbox/world/call-log.ts';
import {agentState, type Campaign, type World} from '../../../source/sandbox/world/state.ts';
import {hour, minute, second} from '../../../source/sandbox/world/time.ts';
import {advance} from '../../../source/sandbox/world/world.ts';
import {watch, watchUntil} from '../../helpers/watched-world.ts';
import {smallService} from '../small-service.ts';
import {planOf} from '../small-world.ts';

/** Seconds between two polls. */
const interval = 10;

const zone = 'America/New_York';

/** What the call log holds of a campaign. */
const logged = (world: World, campaign: Campaign) => {
	const counts = {dialed: 0, live: 0, drops: 0, sales: 0};
	for (const call of loggedCalls(world.log)) {
		if (world.campaigns[call.campaign] !== campaign) {
			continue;
		}
		const isDrop = call.status === 'DROP' || call.late;
		counts.dialed++;
		counts.live += call.agent >= 0 || isDrop || call.status === 'HANGUP' || call.status === 'WAITING' ? 1 : 0;
		counts.drops += isDrop ? 1 : 0;
		counts.sales += call.status === 'SALE' ? 1 : 0;
	}
	return counts;
};

type Logged = ReturnType<typeof logged>;

const since = (after: Logged | undefined, before: Logged | undefined, name: keyof Logged): number =>
	(after?.[name] ?? 0) - (before?.[name] ?? 0);

const states = {
	ready: agentState.ready,
	onCall: agentState.onCall,
	wrapUp: agentState.wrapUp,
	paused: agentState.paused,
	dead: agentState.dead,
} as const;

/** An hour and a half: a quiet beginning, a drop storm after a command, and its end by another. The shift is all but the first 15 minutes. */
const shift = async () => {
	const lists = [{name: 'A', leads: 20_000, active: true, worked: 0}];
	const {world, handle, token} = await smallService({
		at: 13 * hour,
		warmUp: 0,
		// The log keeps all of the shift in the world.
		chunkSize: 65_536,
		plan: [
			planOf({name: 'Spring', agents: 12, lists, settings: {method: 'RATIO', level: 1.2}}),
			planOf({name: 'Autumn', agents: 8, lists}),
		],
	});
	const watched = watch(world);
	const samples = new Map<string, SeriesPoint[]>(world.campaigns.map(({id}) => [id, []]));
	const snapshots = new Map<number, Map<string, Logged>>();
	/** Agents' seconds, by campaign and state. */
	const agents = new Map(
		world.campaigns.map(({id}) => [id, {agents: 0, ready: 0, onCall: 0, wrapUp: 0, paused: 0, dead: 0}]),
	);
	const begin = world.now;
	const [from, to] = [begin + 15 * minute, begin + 90 * minute];
	const commands: {at: number; operation: string; params: Record<string, string>}[] = [
		{at: begin + 50 * minute, operation: 'update_campaign', params: {campaign_id: '1001', autodiallevel: '4'}},
		{at: begin + 65 * minute, operation: 'update_campaign', params: {campaign_id: '1001', autodiallevel: '1'}},
	];
	const waiting = [...commands];
	while (world.now < to) {
		for (let step = 1; step < interval; step++) {
			advance(world, world.now + second);
			countAgents();
		}
		watchUntil(watched, world.now + second, 1);
		countAgents();
		for (const [id, list] of samples) {
			const figures = watched.state.dashboards.get(id)?.value?.figures;
			if (figures) {
				list.push({at: world.now, span: 0, figures});
			}
		}
		if (world.now % (15 * minute) === 0) {
			snapshots.set(world.now, new Map(world.campaigns.map(one => [one.id, logged(world, one)])));
		}
		for (; waiting[0] && waiting[0].at <= world.now; waiting.shift()) {
			const {operation, params} = waiting[0];
			expect((await handle({type: operation, token, ...params})).response).toMatchObject({success: 1});
		}
	}
	function countAgents(): void {
		if (world.now <= from) {
			return;
		}
		for (const campaign of world.campaigns) {
			const seconds = agents.get(campaign.id);
			if (seconds) {
				seconds.agents += agentsPresent(campaign);
				for (const [name, state] of Object.entries(states)) {
					seconds[name as keyof typeof states] += agentsIn(campaign, state);
				}
			}
		}
	}
	const report = reportOf({
		source: {profile: 'sandbox', environment: 'SANDBOX', host: 'sandbox'},
		from,
		to,
		madeAt: to,
		zone,
		campaigns: world.campaigns.map(({id, name}) => ({id, name, samples: samples.get(id) ?? []})),
		alerts: [...watched.state.alerts.active.values(), ...watched.state.alerts.past].map(alert => ({
			alert,
			isOpen: alert.resolvedAt === undefined,
			lostAt: undefined,
			acknowledgedBy: undefined,
		})),
		commands: commands.map(({at, operation}) => ({
			at,
			who: 'kim',
			operation,
			asked: 'set level',
			target: {kind: 'campaign', id: '1001', name: 'Spring'},
			campaignId: '1001',
			outcome: 'done',
			later: 'observed',
			reason: undefined,
			isUnsettled: false,
		})),
		lists: [],
		damage: [],
		stateOf: word => dialStateOf(word, undefined),
	});
	return {report, snapshots, agents, from, to, state: watched.state};
};

let told: Awaited<ReturnType<typeof shift>>;
beforeAll(async () => {
	told = await shift();
});

const each = (check: (campaign: CampaignReport, at: (time: number) => Logged | undefined) => void): void => {
	expect(told.report.campaigns.map(({name}) => name).toSorted()).toEqual(['Autumn', 'Spring']);
	for (const campaign of told.report.campaigns) {
		check(campaign, time => told.snapshots.get(time)?.get(campaign.id));
	}
};

test('every count of the shift is that of the call log, and its drops lie where the rate allows', () => {
	const {from, to} = told;
	each(({counts, drops}, at) => {
		expect(counts).toMatchObject({
			dialed: since(at(to), at(from), 'dialed'),
			live: since(at(to), at(from), 'live'),
			sales: since(at(to), at(from), 'sales'),
		});
		const actual = since(at(to), at(from), 'drops');
		expect(drops?.least).toBeLessThanOrEqual(actual);
		expect(drops?.most).toBeGreaterThanOrEqual(actual);
		// With so few calls two decimals tell the drops to the unit.
		expect((drops?.most ?? 9) - (drops?.least ?? 0)).toBeLessThanOrEqual(1);
	});
});

test('so is every count of an hour, and the storm shows in its hour alone', () => {
	each(({hours}, at) => {
		expect(hours.map(({from, until}) => until - from)).toEqual([45 * minute, 30 * minute]);
		for (const {from, until, dialed, live, drops} of hours) {
			expect(dialed).toBe(since(at(until), at(from), 'dialed'));
			expect(live).toBe(since(at(until), at(from), 'live'));
			const actual = since(at(until), at(from), 'drops');
			expect(drops?.least).toBeLessThanOrEqual(actual);
			expect(drops?.most).toBeGreaterThanOrEqual(actual);
		}
	});
});

test("agents' hours are those of the floor within one percent", () => {
	each(({id, agents}) => {
		const actual = told.agents.get(id);
		const whole = (actual?.agents ?? 0) / 3600;
		for (const name of ['agents', 'ready', 'onCall', 'wrapUp', 'paused'] as const) {
			const [found = Number.NaN, hours] = [agents?.[name], (actual?.[name] ?? 0) / 3600];
			expect(Math.abs(found - hours), name).toBeLessThan(Math.max(0.01 * hours, 0.002 * whole));
		}
		const {onCall = 0, wrapUp = 0, dead = 0, agents: all = 0, paused = 0} = actual ?? {};
		expect(agents?.occupancy).toBeCloseTo((100 * (onCall + wrapUp + dead)) / (all - paused), 0);
	});
});

test('it names the alerts that held, and what was other after each command', () => {
	const {alerts, commands, gaps, open} = told.report;
	const {active, past} = told.state.alerts;
	expect(alerts).toHaveLength(active.size + past.length);
	expect(alerts.map(({alert}) => alert.since.wall)).toEqual(alerts.map(({alert}) => alert.since.wall).toSorted());
	expect(open.alerts.map(({alert}) => alert.id).toSorted()).toEqual([...active.values()].map(({id}) => id).toSorted());
	expect(alerts.some(({alert}) => alert.rule === 'drop-limit' && alert.name === 'Spring')).toBe(true);
	const [higher, lower] = commands.map(({change}) => new Map(change?.changes.map(one => [one.name, one])));
	expect(higher?.get('dial level')).toMatchObject({before: 1.2, after: expect.closeTo(4, 0)});
	expect(higher?.get('drop rate')?.deviations).toBeGreaterThan(5);
	expect(lower?.get('dial level')).toMatchObject({before: expect.closeTo(4, 0), after: expect.closeTo(1, 0)});
	expect(gaps).toEqual([]);
});
