import {describe, expect, test} from 'vitest';
import {createService} from '../../source/sandbox/engine/service.ts';
import {castOf} from '../../source/sandbox/scenarios/cast.ts';
import {figuresOf} from '../../source/sandbox/world/figures.ts';

const agentsOf = (plans: ReturnType<typeof castOf>): number => plans.reduce((sum, {agents}) => sum + agents, 0);
const leadsOf = (plans: ReturnType<typeof castOf>): number =>
	plans.reduce((sum, {lists}) => sum + lists.reduce((count, {leads}) => count + leads, 0), 0);

test('the size is what was asked for, to the unit', () => {
	for (const size of [
		{campaigns: 1, agents: 7, leads: 100},
		{campaigns: 14, agents: 0, leads: 0},
		{campaigns: 100, agents: 1001, leads: 99_999},
	]) {
		const plans = castOf(size);
		expect(plans).toHaveLength(size.campaigns);
		expect(agentsOf(plans)).toBe(size.agents);
		expect(leadsOf(plans)).toBe(size.leads);
		expect(new Set(plans.map(({name}) => name)).size).toBe(plans.length);
	}
});

test('the help names the sizes that it has by itself', () => {
	const plans = castOf({});
	expect([plans.length, agentsOf(plans), leadsOf(plans)]).toEqual([14, 239, 333_900]);
});

const isAtLimit = ({name}: ReturnType<typeof castOf>[number]): boolean => name === 'Auto Loans 30-60';

const {world} = await createService({day: '2026-03-31'});

describe('a floor that is worth looking at', () => {
	const figures = new Map(world.campaigns.map(campaign => [campaign.name, {campaign, ...figuresOf(world, campaign)}]));
	const named = (name: string) => {
		const found = figures.get(name);
		if (!found) {
			throw new Error(`no ${name}`);
		}
		return found;
	};

	test('opens with full graphs', () => {
		for (const {campaign} of figures.values()) {
			expect(campaign.graph).toHaveLength(60);
		}
	});

	test('has campaigns of every method and state', () => {
		const campaigns = [...figures.values()].map(({campaign}) => campaign);
		expect(new Set(campaigns.map(({settings}) => settings.method)).size).toBe(5);
		expect(new Set(campaigns.map(({state}) => state)).size).toBe(3);
	});

	test('has one with all lists off, and one nearly out of leads', () => {
		expect(named('Home Warranty Renewals')).toMatchObject({activeLeads: 0, remainingLeads: 0, calledToday: 0});
		const nearlyOut = named('Telecom Final Notices');
		expect(nearlyOut.percentComplete).toBeGreaterThan(90);
		expect(nearlyOut.remainingLeads).toBeGreaterThan(0);
	});

	test('has one at the limit of drops, on most days', async () => {
		const rates = await Promise.all(
			[1, 2, 3].map(async seed => {
				const {world} = await createService({day: '2026-03-31', seed, plan: castOf({}).filter(isAtLimit)});
				return world.campaigns.map(campaign => figuresOf(world, campaign).dropRate)[0] ?? 0;
			}),
		);
		expect(Math.max(...rates)).toBeLessThan(12);
		expect(rates.toSorted((a, b) => a - b)[1]).toBeGreaterThan(2.5);
	});

	test('has agents who are busy', () => {
		const {averageTalk, averageWrap, averageInterval, agents} = named('Spring Collections');
		const work = averageTalk + averageWrap;
		// The evening shift is not there yet.
		expect(agents).toBeGreaterThan(40);
		expect(work / (work + averageInterval)).toBeGreaterThan(0.75);
	});
});
