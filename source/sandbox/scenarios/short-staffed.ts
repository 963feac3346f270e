/** Half of the agents do not come back from their break, and the pace stays the same. */
import {hour, minute, second} from '../world/time.ts';
import {campaign, list} from './campaign.ts';
import type {Scenario} from './scenario.ts';

const medical = 'Medical Receivables';

export const shortStaffed: Scenario = {
	summary: 'half of the agents are away, calls wait, and nobody is ready',
	at: 11 * hour,
	plan: [
		campaign({
			name: medical,
			agents: 24,
			settings: {method: 'RATIO', level: 1.2},
			lists: [list('Hospital self-pay 90+', 16_000)],
		}),
		campaign({
			name: 'Auto Loans 60-90',
			agents: 16,
			settings: {method: 'PREDICTIVE', level: 1.2, levelLimit: 3},
			lists: [list('60 to 90 days', 12_000)],
		}),
	],
	// A recording asks callers to hold, so that the queue shows; they count as dropped as everywhere.
	carrier: {patience: 20 * second},
	script: [
		{at: 2 * minute, do: 'leave', campaign: medical, from: 0, to: 0.5},
		// As many calls as before, by fewer agents.
		{at: 3 * minute, do: 'configure', campaign: medical, settings: {level: 3}},
		{at: 18 * minute, do: 'come', campaign: medical, from: 0, to: 0.5, within: 3 * minute},
		{at: 20 * minute, do: 'configure', campaign: medical, settings: {level: 1.2}},
	],
};
