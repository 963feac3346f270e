/** A scenario: a small floor, and what happens on it in the half hour after it opens. */

import type {CampaignPlan, ListPlan} from '../world/campaigns.ts';
import type {Carrier} from '../world/carrier.ts';
import type {DialState, ScriptStep, Settings, Step} from '../world/state.ts';
import {baseSettings} from './cast.ts';

export type Scenario = {
	/** What there is to see, in one line. */
	summary: string;
	/** Time of day at which it opens, in milliseconds since midnight. */
	at: number;
	plan: readonly CampaignPlan[];
	carrier?: Partial<Carrier>;
	/** `at` is in milliseconds after the opening; it may be negative. */
	script: readonly (Step & {at: number})[];
};

/** @param opening the world time at which the floor opens */
export const scriptOf = ({script}: Scenario, opening: number): ScriptStep[] =>
	script.map(({at, ...step}) => ({...step, time: opening + at}));

/** `settings` only where they differ from those of an ordinary campaign. */
type CampaignOptions = {
	name: string;
	agents: number;
	state?: DialState;
	attempts?: number;
	settings: Partial<Settings> & Pick<Settings, 'method'>;
	lists: readonly ListPlan[];
};

/** A campaign of a scenario, two weeks old, that calls from 8 am to 9 pm unless its settings say otherwise. */
export const campaign = ({
	name,
	agents,
	state = 'dialing',
	attempts = 4,
	settings,
	lists,
}: CampaignOptions): CampaignPlan => ({
	name,
	age: 14,
	state,
	agents,
	attemptLimit: attempts,
	settings: {...baseSettings, schedule: '8am-9pm', ...settings},
	lists: [...lists],
});

/** An active list that has hardly been called. */
export const list = (name: string, leads: number, change: Partial<ListPlan> = {}): ListPlan => ({
	name,
	leads,
	active: true,
	worked: 0.1,
	...change,
});
