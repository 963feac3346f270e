/** A steady floor on which nobody has to act. */
import {hour} from '../world/time.ts';
import {campaign, list} from './campaign.ts';
import type {Scenario} from './scenario.ts';

export const calm: Scenario = {
	summary: 'a steady floor, near the drop rate it aims for',
	at: 11 * hour,
	plan: [
		campaign({
			name: 'Utilities Past Due',
			agents: 30,
			settings: {method: 'PREDICTIVE', level: 1.4},
			lists: [list('Electric, second notice', 16_000), list('Water', 6000)],
		}),
		campaign({
			name: 'Auto Loans 30-60',
			agents: 20,
			settings: {method: 'RATIO', level: 1.2},
			lists: [list('30 days', 12_000)],
		}),
		campaign({
			name: 'Skip Trace Follow-up',
			agents: 5,
			settings: {method: 'MANUAL', level: 1, levelLimit: 1, lines: 10},
			lists: [list('New numbers found', 2400)],
		}),
	],
	script: [],
};
