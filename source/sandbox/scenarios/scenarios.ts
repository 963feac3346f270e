/** The scenarios: small floors, each with what happens on it in the half hour after it opens. */
import type {CampaignPlan} from '../world/campaigns.ts';
import {type Carrier, defaultCarrier} from '../world/carrier.ts';
import type {Habit} from '../world/habits.ts';
import type {ScriptStep, Step} from '../world/state.ts';
import {hour, minute, second} from '../world/time.ts';
import {campaign} from './campaign.ts';
import type {ScenarioName} from './names.ts';

export type Scenario = {
	/** What there is to see, in one line. */
	summary: string;
	/** Time of day at which it opens, in milliseconds since midnight. */
	at: number;
	plan: readonly CampaignPlan[];
	carrier?: Partial<Carrier>;
	/** Habits that its people lack. */
	without?: readonly Habit[];
	/** `at` is in milliseconds after the opening; it may be negative. */
	script: readonly (Step & {at: number})[];
};

const {human, machine, busy, badNumber, wrap} = defaultCarrier;

const spring = 'Spring Collections';
const utilities = 'Utilities Past Due';
const autoLoans = 'Auto Loans 30-60';
const medical = 'Medical Receivables';

/** Shares of a campaign's agents, for the scenario `shift-change`. */
const early = {from: 0, to: 0.45};
const late = {from: 0.45, to: 0.9};

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
	// A steady floor on which nobody has to act.
	calm: {
		summary: 'a steady floor, near the drop rate it aims for',
		at: 11 * hour,
		plan: [
			campaign({
				name: utilities,
				agents: 30,
				method: 'PREDICTIVE',
				settings: {level: 1.4},
				lists: [
					['Electric, second notice', 32_000],
					['Water', 12_000],
				],
			}),
			campaign({
				name: autoLoans,
				agents: 20,
				method: 'RATIO',
				settings: {level: 1.2},
				lists: [['30 days', 36_000]],
			}),
			campaign({
				name: 'Skip Trace Follow-up',
				agents: 5,
				method: 'MANUAL',
				settings: {level: 1, levelLimit: 1, lines: 10},
				lists: [['New numbers found', 2400]],
			}),
		],
		script: [],
	},
	// For ten minutes nearly twice as many people answer and wrap-up takes twice as long: no agent is free for them.
	'drop-storm': {
		summary: 'drops pass the limit within minutes, and come back below it',
		at: 11 * hour,
		plan: [
			campaign({
				name: spring,
				agents: 120,
				state: 'paused',
				method: 'PREDICTIVE',
				settings: {level: 1.6, levelLimit: 3, lines: 400},
				lists: [['Retail cards 30+', 30_000]],
			}),
			campaign({
				name: autoLoans,
				agents: 120,
				state: 'paused',
				method: 'RATIO',
				settings: {level: 1.75, lines: 400},
				lists: [['30 days', 30_000]],
			}),
		],
		carrier: {talk: 75 * second},
		script: [
			// Dialing starts late, so that a few minutes of drops still move the day's rate.
			{at: -6 * minute, do: 'play', campaign: spring},
			{at: -6 * minute, do: 'play', campaign: autoLoans},
			{at: 2 * minute, do: 'carrier', carrier: {human: 1.8 * human, wrap: 2 * wrap}},
			// A supervisor slows both campaigns down.
			{at: 5 * minute, do: 'configure', campaign: autoLoans, settings: {level: 1.2}},
			{at: 6 * minute, do: 'configure', campaign: spring, settings: {levelLimit: 1.2}},
			{at: 12 * minute, do: 'carrier', carrier: {wrap}},
		],
	},
	// A campaign runs out of leads but stays in PLAY: nobody is called.
	'list-exhausted': {
		summary: 'the only list that is on runs dry five minutes in, while the campaign stays in PLAY',
		at: 11 * hour,
		plan: [
			campaign({
				name: utilities,
				agents: 20,
				method: 'PREDICTIVE',
				settings: {level: 1.3},
				lists: [['Electric, second notice', 12_000]],
			}),
			campaign({
				name: 'Telecom Final Notices',
				agents: 14,
				// One attempt at any hour: what remains was never dialed, and no lead waits for its calling hours.
				attempts: 1,
				method: 'PREDICTIVE',
				settings: {level: 1.4, schedule: '24hours'},
				lists: [
					['Disconnects, first notice', 9000],
					['Disconnects, final notice', 4000, 0.97, 'off'],
				],
			}),
		],
		// People who asked to be called back would remain.
		without: ['promises'],
		script: [
			{at: -2 * minute, do: 'list', list: 'Disconnects, first notice', active: false},
			{at: -2 * minute, do: 'list', list: 'Disconnects, final notice', active: true},
		],
	},
	// Half of the agents do not come back from their break, and the pace stays the same.
	'short-staffed': {
		summary: 'half of the agents are away, calls wait, and nobody is ready',
		at: 11 * hour,
		plan: [
			campaign({
				name: medical,
				agents: 24,
				method: 'RATIO',
				settings: {level: 1.2},
				lists: [['Hospital self-pay 90+', 16_000]],
			}),
			campaign({
				name: 'Auto Loans 60-90',
				agents: 16,
				method: 'PREDICTIVE',
				settings: {level: 1.2, levelLimit: 3},
				lists: [['60 to 90 days', 12_000]],
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
	},
	// For eight minutes nearly every dial fails at once, and agents wait.
	'carrier-outage': {
		summary: 'for eight minutes nearly all dials fail: agents are ready, and nothing rings',
		at: 11 * hour,
		plan: [
			campaign({
				name: utilities,
				agents: 30,
				method: 'PREDICTIVE',
				settings: {level: 1.4},
				lists: [
					['Electric, second notice', 19_000],
					['Water', 8000],
				],
			}),
			campaign({
				name: autoLoans,
				agents: 20,
				method: 'RATIO',
				settings: {level: 1.3},
				lists: [['30 days', 16_000]],
			}),
			campaign({
				name: 'Survey Callbacks',
				agents: 0,
				attempts: 2,
				method: 'BROADCAST',
				settings: {velocity: 24, machineDetection: false, lines: 30, script: '4'},
				lists: [['Visited last month', 7000]],
			}),
		],
		script: [
			{at: 4 * minute, do: 'carrier', carrier: {human: 0.004, machine: 0.006, busy: 0.01, badNumber: 0.97}},
			{at: 12 * minute, do: 'carrier', carrier: {human, machine, busy, badNumber}},
		],
	},
	// The early shift leaves ten minutes before the late one comes: in between hardly anybody is there.
	'shift-change': {
		summary: 'the early shift leaves, and the late one comes ten minutes after',
		at: 14 * hour,
		plan: [
			campaign({
				name: spring,
				agents: 60,
				method: 'PREDICTIVE',
				settings: {level: 1.4},
				lists: [
					['Retail cards 30+', 30_000],
					['Retail cards 60+', 12_000],
				],
			}),
			campaign({
				name: utilities,
				agents: 40,
				method: 'RATIO',
				settings: {level: 1.25},
				lists: [['Electric, second notice', 26_000]],
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
	},
	// A number that has dialed too much is labelled as spam: half as many people answer, until calls show another one.
	'spam-label': {
		summary: 'a caller ID is labelled as spam: fewer people answer, until calls show another one',
		at: 11 * hour,
		plan: [
			campaign({
				name: medical,
				agents: 140,
				method: 'RATIO',
				settings: {level: 1.5, lines: 500, callerId: '8005550141'},
				lists: [['Hospital self-pay 90+', 40_000]],
			}),
			campaign({
				name: utilities,
				agents: 40,
				method: 'PREDICTIVE',
				settings: {level: 1.4, callerId: '8005550167'},
				lists: [['Electric, second notice', 26_000]],
			}),
		],
		script: [
			{at: 4 * minute, do: 'wear', callerId: '8005550141', wear: 1},
			{at: 16 * minute, do: 'configure', campaign: medical, settings: {callerId: '8005550142'}},
		],
	},
};

/** @param opening the world time at which the floor opens */
export const scriptOf = ({script}: Scenario, opening: number): ScriptStep[] =>
	script.map(({at, ...step}) => ({...step, time: opening + at}));
