/** Changes a stored world of version 5 into one of version 6, in place. */
import {noStatuses} from '../world/call-log.ts';
import {setCallerIds} from '../world/caller-ids.ts';
import {stageGuard} from '../world/calls.ts';
import {changeGuards, eventKind} from '../world/events.ts';
import {habitsWithout} from '../world/habits.ts';
import {noneWaiting} from '../world/hopper.ts';
import {stage, stageCount, type World} from '../world/state.ts';
import {outcomeOf} from '../world/talks.ts';

/** Makes room for the statuses that came since. A call keeps counting in the counts of its day. */
const growStatuses = ({campaigns, calls, callsOver}: World): void => {
	const grown = new Map<Int32Array, Int32Array>();
	const grow = (owner: {statuses: Int32Array} | undefined): void => {
		if (owner) {
			const statuses = grown.get(owner.statuses) ?? noStatuses();
			statuses.set(owner.statuses);
			grown.set(owner.statuses, statuses);
			owner.statuses = statuses;
		}
	};
	for (const campaign of campaigns) {
		grow(campaign);
		campaign.days.forEach(grow);
	}
	calls.forEach(grow);
	callsOver.forEach(grow);
};

const stageCount5 = 5;
/** Of no call. */
const noGuard = -1;

/** Calls have one more stage, which the guards of their events count with. */
const addStage = (world: World): void => {
	for (const {stages, testStages} of world.campaigns) {
		for (const counts of [stages, testStages]) {
			counts.push(...Array.from({length: stageCount - counts.length}, () => 0));
		}
	}
	changeGuards(world.events, eventKind.call, (slot, guard) => {
		const call = world.calls[slot];
		const isDue = call && ((call.number * stageCount5 + call.stage) | 0) === guard;
		return isDue ? stageGuard(call) : noGuard;
	});
};

/** Nobody was promised an hour: who asked to be called back waits like others. */
const promiseNothing = ({campaigns}: World): void => {
	for (const campaign of campaigns) {
		campaign.promised = [];
	}
};

/** Agents on a call of a queue were paused: they come back when that pause ends. */
const lendNobody = ({campaigns}: World): void => {
	for (const campaign of campaigns) {
		campaign.lent = 0;
	}
};

/** A broadcast played its message to people whatever `msg` was: it goes on doing so. */
const playBroadcasts = ({campaigns}: World): void => {
	for (const {settings} of campaigns) {
		settings.playMessage ||= settings.method === 'BROADCAST';
	}
};

/** Nobody rang back: who was to be called again within half an hour waits for that. */
const receiveNothing = ({campaigns, calls, callsOver}: World): void => {
	for (const {counters, days} of campaigns) {
		for (const each of [counters, ...days.map(day => day.counters)]) {
			each.inbound = 0;
		}
	}
	for (const call of [...calls, ...callsOver]) {
		if (call) {
			call.isInbound = false;
		}
	}
};

/** Every number is as good as new. */
const freshenCallerIds = (world: World): void => {
	world.callerIds = new Map();
	for (const campaign of world.campaigns) {
		const {shownNext} = campaign;
		setCallerIds(world, campaign);
		campaign.shownNext = shownNext;
	}
};

/** What comes of a talk was drawn at its end. */
const decideOutcomes = (world: World): void => {
	for (const call of world.callsOver) {
		call.outcome = 'NEW';
	}
	for (const call of world.calls) {
		const campaign = call && world.campaigns[call.campaign];
		if (call && campaign) {
			call.outcome = call.stage === stage.talking ? outcomeOf(world, call, campaign, call.agent) : 'NEW';
		}
	}
};

/** Nobody waited for more than four hours. */
const waitLonger = ({lists, now}: World): void => {
	for (const list of lists) {
		const {waitingLong, lookedAtHour} = noneWaiting(now);
		Object.assign(list, {waitingLong, lookedAtHour});
	}
};

/** From version 5 to 6: people have their habits from now on. */
export const upgradeTo6 = (world: World): void => {
	world.habits = habitsWithout();
	world.sales = [];
	growStatuses(world);
	addStage(world);
	lendNobody(world);
	playBroadcasts(world);
	promiseNothing(world);
	receiveNothing(world);
	freshenCallerIds(world);
	decideOutcomes(world);
	waitLonger(world);
};
