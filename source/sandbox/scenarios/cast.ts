/** The default campaigns of a sandbox: a believable floor, with a few problems to find. */
import type {CampaignPlan} from '../world/campaigns.ts';
import type {Shift, Supply} from '../world/state.ts';
import {hour, minute} from '../world/time.ts';
import {baseSettings, type CampaignOptions, campaign} from './campaign.ts';

const weekdays = [1, 2, 3, 4, 5];
const workingDays = [...weekdays, 6];

const pause = (at: number, within: number, length: number) => ({
	at: at * hour,
	within: within * hour,
	length: length * minute,
});

/** The week of the floor: an early, a late and, but for Saturdays, an evening shift. On Sundays it is closed. */
const shifts: readonly Shift[] = [
	{
		days: weekdays,
		from: 12 * hour,
		length: 9 * hour,
		share: 0.2,
		breaks: [pause(14, 1, 15), pause(16, 1.5, 30), pause(18.75, 1, 15)],
	},
	{
		days: workingDays,
		from: 10 * hour,
		length: 9 * hour,
		share: 0.2,
		breaks: [pause(11.5, 1, 15), pause(13.5, 1.5, 30), pause(16.5, 1, 15)],
	},
	{
		days: workingDays,
		from: 8.5 * hour,
		length: 9 * hour,
		share: 0.6,
		breaks: [pause(10.25, 0.75, 15), pause(12, 1.5, 30), pause(15, 1, 15)],
	},
];

/** Lists for somewhat more calls than the campaign makes in a day: it must not run out of leads. */
const aDayOf = (name: string, leads: number): Supply => ({name, leads, days: workingDays});

/** Oldest first: ids count up. */
const roles: readonly CampaignOptions[] = [
	{
		name: 'Winter Settlement Offers',
		age: 96,
		agents: 15,
		method: 'RATIO',
		state: 'stopped',
		settings: {level: 1.8, script: '2'},
		lists: [['Settlement offers, final', 9000, 0.94]],
	},
	{
		name: 'Student Loans Outreach',
		age: 74,
		agents: 8,
		method: 'MANUAL',
		settings: {callerId: '8005550132', lines: 20, levelLimit: 1, level: 1},
		lists: [
			['Grace period ended', 6200, 0.41],
			['Deferment requests', 1800, 0.1, 'off'],
		],
		supplies: [aDayOf('Grace period ended', 1080)],
	},
	{
		name: 'Medical Receivables',
		age: 61,
		agents: 45,
		method: 'PREDICTIVE',
		settings: {level: 1.4, levelLimit: 4, script: '3', callerId: '8005550141'},
		lists: [
			['Hospital self-pay 90+', 38_000, 0.52],
			['Physician groups', 21_000, 0.3],
			['Ambulance', 1500, 0.2, 'off'],
		],
		supplies: [aDayOf('Hospital self-pay 90+', 11_300)],
	},
	{
		name: 'Auto Loans 30-60',
		age: 47,
		agents: 24,
		method: 'RATIO',
		settings: {level: 1.38, callerId: '8005550155'},
		lists: [
			['30 days', 16_000, 0.37],
			['45 days', 11_000, 0.22],
		],
		supplies: [aDayOf('30 days', 6400)],
	},
	{
		name: 'Auto Loans 60-90',
		age: 46,
		agents: 16,
		method: 'PREDICTIVE',
		settings: {level: 1.2, levelLimit: 3, dropLimit: 2, callerId: '8005550156'},
		lists: [['60 to 90 days', 12_500, 0.44]],
		supplies: [aDayOf('60 to 90 days', 4000)],
	},
	{
		name: 'Appointment Reminders',
		age: 40,
		agents: 0,
		method: 'BROADCAST',
		attempts: 2,
		settings: {velocity: 30, lines: 60, script: '4', schedule: '9am-5pm-mon-sat'},
		lists: [
			['Clinics, this week', 14_000, 0.18],
			['Dental recall', 9000, 0],
		],
		supplies: [aDayOf('Clinics', 14_000)],
	},
	{
		name: 'Skip Trace Follow-up',
		age: 33,
		agents: 5,
		method: 'MANUAL',
		attempts: 6,
		settings: {lines: 10, level: 1, levelLimit: 1},
		lists: [['New numbers found', 2400, 0.55]],
		supplies: [aDayOf('New numbers found', 570)],
	},
	{
		name: 'Utilities Past Due',
		age: 29,
		agents: 30,
		method: 'PREDICTIVE',
		settings: {level: 1.35, callerId: '8005550167', transferTo: '8510'},
		lists: [
			['Electric, second notice', 19_000, 0.33],
			['Water', 8200, 0.05],
		],
		supplies: [aDayOf('Electric, second notice', 8100)],
	},
	{
		name: 'Payment Reminders by Text',
		age: 25,
		agents: 0,
		method: 'SMSB',
		attempts: 1,
		settings: {velocity: 20, machineDetection: false, recording: false},
		lists: [['Due within 5 days', 26_000, 0.12]],
		supplies: [aDayOf('Due within 5 days', 18_500)],
	},
	{
		name: 'Credit Cards Early Stage',
		age: 18,
		agents: 20,
		method: 'RATIO',
		state: 'paused',
		settings: {level: 1.5, callerId: '8005550178'},
		lists: [['Cycle 1', 22_000, 0.26]],
		supplies: [aDayOf('Cycle 1', 7000)],
	},
	{
		name: 'Telecom Final Notices',
		age: 12,
		agents: 6,
		method: 'PREDICTIVE',
		attempts: 3,
		settings: {level: 1.2, lines: 80},
		lists: [['Disconnects', 30_000, 0.97]],
		supplies: [aDayOf('Disconnects', 1500)],
	},
	{
		name: 'Home Warranty Renewals',
		age: 9,
		agents: 10,
		method: 'RATIO',
		settings: {level: 1.2, lines: 40},
		lists: [
			['Expired', 5200, 0.31, 'off'],
			['Expiring in 30 days', 3100, 0.04, 'off'],
		],
	},
	{
		name: 'Survey Callbacks',
		age: 6,
		agents: 0,
		method: 'BROADCAST',
		attempts: 2,
		settings: {velocity: 6, machineDetection: false, lines: 30, script: '4'},
		lists: [['Visited last month', 7000, 0.09]],
		supplies: [aDayOf('Visited last month', 4000)],
	},
	{
		name: 'Spring Collections',
		age: 3,
		agents: 60,
		method: 'PREDICTIVE',
		settings: {level: 1.5, levelLimit: 4, lines: 300, script: '2', callerId: '8005550190'},
		lists: [
			['Retail cards 30+', 41_000, 0.16],
			['Retail cards 60+', 24_000, 0.08],
			['Returned mail', 6000, 0, 'off'],
		],
		supplies: [aDayOf('Retail cards 30+', 15_000)],
	},
];

/** The size of the floor; the cast's own by default. */
export type CastSize = {campaigns?: number | undefined; agents?: number | undefined; leads?: number | undefined};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Splits `total` in proportion to `weights` into whole numbers that add up to it. */
const shareOut = (weights: readonly number[], total: number | undefined): readonly number[] => {
	const whole = sum(weights);
	if (total === undefined || whole === 0) {
		return weights;
	}
	let seen = 0;
	let given = 0;
	return weights.map(weight => {
		seen += weight;
		const until = Math.round((total * seen) / whole);
		const part = until - given;
		given = until;
		return part;
	});
};

/** Roles that repeat have numbers of their own: one that all share would wear out. */
const callerIdOf = (callerId: string, turn: number): string =>
	`${callerId.slice(0, 3)}${Number(callerId.slice(3, 6)) + turn}${callerId.slice(6)}`;

/** If more campaigns are asked for than there are roles, roles repeat with a number; if fewer, the oldest are omitted. */
export const castOf = ({campaigns = roles.length, agents, leads}: CastSize): CampaignPlan[] => {
	const plans = Array.from({length: campaigns}, (_, index): CampaignPlan[] => {
		const fromLast = campaigns - 1 - index;
		const role = roles[roles.length - 1 - (fromLast % roles.length)];
		const turn = Math.floor(fromLast / roles.length);
		const name = turn === 0 ? role?.name : `${role?.name} ${turn + 1}`;
		const settings = {schedule: '9am-9pm-mon-sat', ...role?.settings};
		const callerId = callerIdOf(settings.callerId ?? baseSettings.callerId, turn);
		return role && name ? [campaign({...role, name, shifts, settings: {...settings, callerId}})] : [];
	}).flat();
	const agentShares = shareOut(
		plans.map(plan => plan.agents),
		agents,
	);
	const leadShares = shareOut(
		plans.flatMap(({lists}) => lists.map(list => list.leads)),
		leads,
	);
	// What comes is as large, or as small, as what is there.
	const scale =
		leads === undefined ? 1 : leads / Math.max(1, sum(plans.flatMap(({lists}) => lists.map(list => list.leads))));
	let list = 0;
	return plans.map((plan, index) => ({
		...plan,
		agents: agentShares[index] ?? 0,
		lists: plan.lists.map(listPlan => ({...listPlan, leads: leadShares[list++] ?? 0})),
		supplies: (plan.supplies ?? []).map(supply => ({...supply, leads: Math.round(supply.leads * scale)})),
	}));
};
