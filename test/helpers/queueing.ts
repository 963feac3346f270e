/** The world as queueing theory has it, to be held against its tables: exponential service, no abandonment, Poisson arrivals. */

import {dialLead, linesInUse} from '../../source/sandbox/world/calls.ts';
import {purpose, uniform} from '../../source/sandbox/world/draw.ts';
import {habitNames} from '../../source/sandbox/world/habits.ts';
import {fillHopper, takeLead} from '../../source/sandbox/world/hopper.ts';
import {day, eastern, hour, minute, parseDay} from '../../source/sandbox/world/time.ts';
import {advance, createWorld} from '../../source/sandbox/world/world.ts';
import {planOf, testDay} from '../sandbox/small-world.ts';

/** A row of the table: agents, offered load in agents, P(wait), and the mean wait in service times. */
export type QueueingRow = {
	agents: number;
	load: number;
	waits: number;
	meanWait: number;
	/** So many calls bring the standard error of the mean wait to about 1 %: the busier, the longer the queue remembers. */
	calls: number;
};

/** Erlang's values. */
export const queueingTable: readonly QueueingRow[] = [
	{agents: 5, load: 3, waits: 0.236152, meanWait: 0.118076, calls: 1_000_000},
	{agents: 5, load: 4, waits: 0.554113, meanWait: 0.554113, calls: 2_000_000},
	{agents: 10, load: 8, waits: 0.40918, meanWait: 0.20459, calls: 2_500_000},
	{agents: 20, load: 16, waits: 0.256078, meanWait: 0.064019, calls: 3_500_000},
	{agents: 20, load: 18, waits: 0.550769, meanWait: 0.275385, calls: 7_000_000},
	{agents: 50, load: 45, waits: 0.363864, meanWait: 0.072773, calls: 11_000_000},
];

/** How far the world may be from a row. */
export const tolerance = {
	/** Of P(wait), absolute. */
	waits: 0.01,
	/** Of the mean wait, as a share of it. */
	meanWait: 0.03,
};

/** Milliseconds of service on average: short, so that a working day holds a hundred thousand of them. */
const service = 400;

/** Within these hours everybody is there and nobody leaves. */
const from = 11 * hour;
const until = 17.4 * hour;
const calm = 5 * minute;

/** What the world makes of a row. */
export type Measured = {waits: number; meanWait: number; arrivals: number};

/** Lets the calls of a row arrive, day after day; the queue is looked at while it is in its stride. */
export const measureQueue = ({agents, load, calls}: QueueingRow, seed: number): Measured => {
	const gap = service / load;
	const perDay = Math.floor((until - from - calm) / gap);
	const days = Math.ceil(calls / perDay);
	const morning = parseDay(eastern, testDay);
	const world = createWorld({
		without: habitNames,
		seed,
		origin: morning + from - 10 * minute,
		plan: [
			planOf({
				agents,
				attemptLimit: 1,
				// Nothing is dialed but what arrives.
				settings: {method: 'RATIO', level: 0, lines: 100_000, machineDetection: false},
				lists: [{name: 'all', leads: Math.ceil(days * ((until - from) / gap) * 1.02), active: true, worked: 0}],
			}),
		],
		carrier: {
			human: 1000,
			machine: 0,
			busy: 0,
			badNumber: 0,
			ringMedian: 0,
			ringSigma: 0,
			talkShape: 'exponential',
			talk: service,
			wrap: 0,
			callerEnds: 0,
			absent: 0,
			pauseChance: 0,
			patience: 1e12,
			dropAfter: 1e9,
		},
	});
	const [campaign] = world.campaigns;
	if (!campaign) {
		throw new Error('the world has no campaign');
	}
	let arrivals = 0;
	let waited = 0;
	let waiting = 0;
	let turn = 0;
	for (let today = 0; today < days; today++) {
		const end = morning + today * day + until;
		let at = morning + today * day + from;
		advance(world, at);
		let lastChange = at + calm;
		/** Adds up the calls that waited since the queue last changed. */
		const note = (): void => {
			if (world.now > lastChange) {
				waiting += queued * (world.now - lastChange);
				lastChange = world.now;
			}
			queued = campaign.queue.size;
		};
		let queued = campaign.queue.size;
		const measureFrom = at + calm;
		while (at < end) {
			at += -gap * Math.log(uniform(seed, turn++, 0, purpose.arrival));
			advance(world, Math.round(at), () => {
				note();
				return false;
			});
			note();
			if (at >= measureFrom) {
				arrivals++;
				waited += campaign.ready.size === 0 ? 1 : 0;
			}
			if (campaign.hopper.length === 0) {
				fillHopper(world, campaign);
			}
			const taken = linesInUse(campaign) < campaign.settings.lines ? takeLead(world, campaign) : undefined;
			if (!taken) {
				throw new Error('the leads ran out');
			}
			dialLead(world, campaign, taken);
		}
	}
	return {arrivals, waits: waited / arrivals, meanWait: waiting / arrivals / service};
};
