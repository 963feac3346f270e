/** A scenario: a small floor, and what happens on it in the half hour after it opens. */

import type {CampaignPlan} from '../world/campaigns.ts';
import type {Carrier} from '../world/carrier.ts';
import type {ScriptStep, Step} from '../world/state.ts';

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
