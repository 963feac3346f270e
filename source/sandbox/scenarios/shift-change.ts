/** The early shift leaves ten minutes before the late one comes: in between hardly anybody is there. */
import {hour, minute} from '../world/time.ts';
import {campaign, list} from './campaign.ts';
import type {Scenario} from './scenario.ts';

const spring = 'Spring Collections';
const utilities = 'Utilities Past Due';

const early = {from: 0, to: 0.45};
const late = {from: 0.45, to: 0.9};

export const shiftChange: Scenario = {
	summary: 'the early shift leaves, and the late one comes ten minutes after',
	at: 14 * hour,
	plan: [
		campaign({
			name: spring,
			agents: 60,
			settings: {method: 'PREDICTIVE', level: 1.4},
			lists: [list('Retail cards 30+', 30_000), list('Retail cards 60+', 12_000)],
		}),
		campaign({
			name: utilities,
			agents: 40,
			settings: {method: 'RATIO', level: 1.25},
			lists: [list('Electric, second notice', 26_000)],
		}),
	],
	script: [
		{at: -2 * hour, do: 'leave', campaign: spring, ...late},
		{at: -2 * hour, do: 'leave', campaign: utilities, ...late},
		{at: 3 * minute, do: 'leave', campaign: spring, ...early},
		{at: 4 * minute, do: 'leave', campaign: utilities, ...early},
		{at: 13 * minute, do: 'come', campaign: spring, ...late, within: 4 * minute},
		{at: 14 * minute, do: 'come', campaign: utilities, ...late, within: 4 * minute},
	],
};
