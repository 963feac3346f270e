/** For ten minutes nearly twice as many people answer and wrap-up takes twice as long: no agent is free for them. */
import {defaultCarrier} from '../world/carrier.ts';
import {hour, minute, second} from '../world/time.ts';
import {campaign, list} from './campaign.ts';
import type {Scenario} from './scenario.ts';

const {human, wrap} = defaultCarrier;

export const dropStorm: Scenario = {
	summary: 'drops pass the limit within minutes, and come back below it',
	at: 11 * hour,
	plan: [
		campaign({
			name: 'Spring Collections',
			agents: 120,
			state: 'paused',
			settings: {method: 'PREDICTIVE', level: 1.6, levelLimit: 3, lines: 400},
			lists: [list('Retail cards 30+', 30_000)],
		}),
		campaign({
			name: 'Auto Loans 30-60',
			agents: 120,
			state: 'paused',
			settings: {method: 'RATIO', level: 1.75, lines: 400},
			lists: [list('30 days', 30_000)],
		}),
	],
	carrier: {talk: 75 * second},
	script: [
		// Dialing starts late, so that a few minutes of drops still move the day's rate.
		{at: -6 * minute, do: 'play', campaign: 'Spring Collections'},
		{at: -6 * minute, do: 'play', campaign: 'Auto Loans 30-60'},
		{at: 2 * minute, do: 'carrier', carrier: {human: 1.8 * human, wrap: 2 * wrap}},
		// A supervisor slows both campaigns down.
		{at: 5 * minute, do: 'configure', campaign: 'Auto Loans 30-60', settings: {level: 1.2}},
		{at: 6 * minute, do: 'configure', campaign: 'Spring Collections', settings: {levelLimit: 1.2}},
		{at: 12 * minute, do: 'carrier', carrier: {wrap}},
	],
};
