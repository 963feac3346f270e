/** For eight minutes nearly every dial fails at once, and agents wait. */
import {defaultCarrier} from '../world/carrier.ts';
import {hour, minute} from '../world/time.ts';
import {campaign, list} from './campaign.ts';
import type {Scenario} from './scenario.ts';

const {human, machine, busy, badNumber} = defaultCarrier;

export const carrierOutage: Scenario = {
	summary: 'for eight minutes nearly all dials fail: agents are ready, and nothing rings',
	at: 11 * hour,
	plan: [
		campaign({
			name: 'Utilities Past Due',
			agents: 30,
			settings: {method: 'PREDICTIVE', level: 1.4},
			lists: [list('Electric, second notice', 19_000), list('Water', 8000)],
		}),
		campaign({
			name: 'Auto Loans 30-60',
			agents: 20,
			settings: {method: 'RATIO', level: 1.3},
			lists: [list('30 days', 16_000)],
		}),
		campaign({
			name: 'Survey Callbacks',
			agents: 0,
			attempts: 2,
			settings: {
				method: 'BROADCAST',
				velocity: 24,
				machineDetection: false,
				lines: 30,
				script: '4',
			},
			lists: [list('Visited last month', 7000)],
		}),
	],
	script: [
		{at: 4 * minute, do: 'carrier', carrier: {human: 0.004, machine: 0.006, busy: 0.01, badNumber: 0.97}},
		{at: 12 * minute, do: 'carrier', carrier: {human, machine, busy, badNumber}},
	],
};
