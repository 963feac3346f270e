/** A campaign runs out of leads but stays in PLAY: nobody is called. */
import {hour, minute} from '../world/time.ts';
import {campaign, list} from './campaign.ts';
import type {Scenario} from './scenario.ts';

export const listExhausted: Scenario = {
	summary: 'the only list that is on runs dry five minutes in, while the campaign stays in PLAY',
	at: 11 * hour,
	plan: [
		campaign({
			name: 'Utilities Past Due',
			agents: 20,
			settings: {method: 'PREDICTIVE', level: 1.3},
			lists: [list('Electric, second notice', 12_000)],
		}),
		campaign({
			name: 'Telecom Final Notices',
			agents: 14,
			// One attempt at any hour: what remains was never dialed, and no lead waits for its calling hours.
			attempts: 1,
			settings: {method: 'PREDICTIVE', level: 1.4, schedule: '24hours'},
			lists: [
				list('Disconnects, first notice', 9000),
				list('Disconnects, final notice', 4000, {active: false, worked: 0.97}),
			],
		}),
	],
	script: [
		{at: -2 * minute, do: 'list', list: 'Disconnects, first notice', active: false},
		{at: -2 * minute, do: 'list', list: 'Disconnects, final notice', active: true},
	],
};
