/** What a scenario is: a small floor of its own, and what happens on it in the half hour after it opens. */

import type {CampaignPlan, ListPlan} from '../world/campaigns.ts';
import type {Carrier} from '../world/carrier.ts';
import type {DialState, ScriptStep, Settings, Step} from '../world/state.ts';
import {baseSettings} from './cast.ts';

/** A scenario. */
export type Scenario = {
	/** What there is to see, in a line. */
	summary: string;
	/** Time of day at which it opens, in milliseconds since midnight. */
	at: number;
	plan: readonly CampaignPlan[];
	carrier?: Partial<Carrier>;
	/** What happens; `at` is in milliseconds after the opening, and may lie before it. */
	script: readonly (Step & {at: number})[];
};

/** The script of a scenario for a world that opens at a moment. */
export const scriptOf = ({script}: Scenario, opening: number): ScriptStep[] =>
	script.map(({at, ...step}) => ({...step, time: opening + at}));

/** What a campaign of a scenario is made from; settings only where they are not the usual. */
type Part = {
	name: string;
	agents: number;
	state?: DialState;
	attempts?: number;
	settings: Partial<Settings> & Pick<Settings, 'method'>;
	lists: readonly ListPlan[];
};

/** A campaign of a scenario. */
export const campaign = ({name, agents, state = 'dialing', attempts = 4, settings, lists}: Part): CampaignPlan => ({
	name,
	age: 14,
	state,
	agents,
	attemptLimit: attempts,
	settings: {...baseSettings, ...settings},
	lists: [...lists],
});

/** A list of leads that is on and was hardly called yet. */
export const list = (name: string, leads: number, change: Partial<ListPlan> = {}): ListPlan => ({
	name,
	leads,
	active: true,
	worked: 0.1,
	...change,
});
