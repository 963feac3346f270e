/** Small worlds for tests. */
import {baseSettings} from '../../source/sandbox/scenarios/campaign.ts';
import type {CampaignPlan} from '../../source/sandbox/world/campaigns.ts';
import type {Settings} from '../../source/sandbox/world/state.ts';
import {eastern, hour, parseDay} from '../../source/sandbox/world/time.ts';
import {createWorld, type WorldOptions} from '../../source/sandbox/world/world.ts';

/** A Tuesday. */
export const testDay = '2026-03-31';

/** Settings of a plain predictive campaign. */
export const settings: Settings = {...baseSettings, lines: 60, schedule: '24hours'};

type Change = Partial<Omit<CampaignPlan, 'settings'>> & {settings?: Partial<Settings>};

/** A campaign of ten agents and 2,000 leads, with `change` applied. */
export const planOf = (change: Change = {}): CampaignPlan => ({
	name: 'Test',
	age: 1,
	state: 'dialing',
	agents: 10,
	attemptLimit: 4,
	lists: [{name: 'First', leads: 2000, active: true, worked: 0}],
	...change,
	settings: {...settings, playMessage: change.settings?.method === 'BROADCAST', ...change.settings},
});

/** A world that begins at noon, when every zone of the mainland may be called and everybody is at work. */
export const smallWorld = (plan: readonly CampaignPlan[], options: Partial<WorldOptions> = {}) =>
	createWorld({seed: 7, origin: parseDay(eastern, testDay) + 12 * hour, plan, ...options});
