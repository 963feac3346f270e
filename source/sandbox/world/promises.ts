/** Calls back that agents promised: at an hour, ahead of all other leads, and whatever number of attempts is allowed. */
import {purpose, uniform} from './draw.ts';
import {eventKind, schedule} from './events.ts';
import {passOver, returnLead, type Taken, takeLead} from './hopper.ts';
import {phase} from './lead-table.ts';
import {listOf, setPhase, zoneOf} from './leads.ts';
import type {Agent, Call, Campaign, Promised, World} from './state.ts';
import {day, dayNumber, hour, minute, second, secondOfDay, weekdayOf} from './time.ts';
import {withinHours} from './zones.ts';

/** People ask for a quarter of an hour: today (every other one), tomorrow, or one of the days after (our assumption). */
const quarter = 15 * minute;
const today = 0.5;
const tomorrow = 0.3;
const mostDays = 4;

/** The agent who promised the call may take so long; then others make it. */
const ownTime = 10 * minute;
/** The person expects the call for so long. */
const patience = 30 * minute;

/** Attempts are counted in a byte. */
const mostAttempts = 250;

const daysAhead = (u: number): number => {
	if (u < today + tomorrow) {
		return u < today ? 0 : 1;
	}
	return 2 + Math.floor(((u - today - tomorrow) / (1 - today - tomorrow)) * (mostDays - 1));
};

const isStaffed = (world: World, {shifts}: Campaign, time: number): boolean => {
	const weekday = weekdayOf(dayNumber(world, time));
	const timeOfDay = secondOfDay(world, time) * second;
	return shifts.some(
		({days, from, length}) => days.includes(weekday) && timeOfDay >= from && timeOfDay < from + length,
	);
};

/** When the person wants to be called back: within calling hours, and while there are agents. */
const promisedTime = (world: World, campaign: Campaign, {lead, attempt}: Call): number => {
	const {seed, now, habits} = world;
	const zone = zoneOf(world, lead);
	const days = habits.days ? daysAhead(uniform(seed, lead, attempt, purpose.promisedDay)) : 0;
	const u = uniform(seed, lead, attempt, purpose.callback);
	const wanted = now + (days === 0 ? (1 + 3 * u) * hour : days * day + (6 * u - 3) * hour);
	const first = Math.ceil(wanted / quarter) * quarter;
	for (let time = first; time < first + 7 * day; time += hour) {
		if (withinHours(world, campaign.settings.schedule, time, zone) && isStaffed(world, campaign, time)) {
			return time;
		}
	}
	return first;
};

/** Whether a lead who asked to be called back after this many calls is called at the hour that was promised. */
export const isPromising = ({habits}: World, attempt: number): boolean => habits.promises && attempt < mostAttempts;

/** The agent of a call promises to call back; the lead waits for that alone. */
export const promise = (world: World, campaign: Campaign, call: Call): void =>
	schedule(world.events, promisedTime(world, campaign, call), eventKind.promise, call.lead, call.agent);

/** A promised hour has come. */
export const promiseDue = (world: World, lead: number, agent: number): void => {
	const campaign = world.campaigns[world.lists[listOf(world.leads, lead)]?.campaign ?? -1];
	campaign?.promised.push({lead, agent, at: world.now});
};

/** Whether somebody else is to make this call, by hand. */
const isOfAnother = (world: World, {agent, at}: Promised, caller: Agent | undefined): boolean =>
	caller !== undefined && caller.index !== agent && world.now < at + ownTime && world.agents[agent]?.onShift === true;

/** Takes a promised lead, if it may be dialed now; else it is one of its list like others. */
const takePromised = (world: World, campaign: Campaign, {lead, at}: Promised): Taken | undefined => {
	const list = world.lists[listOf(world.leads, lead)];
	if (!list) {
		return undefined;
	}
	if (world.barred.has(lead)) {
		passOver(world.leads, list, lead);
		return undefined;
	}
	if (world.retired.has(lead)) {
		setPhase(world.leads, list, lead, phase.finished);
		return undefined;
	}
	const isExpected = world.now <= at + patience;
	const mayDial = list.active && withinHours(world, campaign.settings.schedule, world.now, zoneOf(world, lead));
	if (isExpected && mayDial) {
		return {lead, list, isPromised: true};
	}
	returnLead(world, list, lead);
	return undefined;
};

/** The next lead to dial: one who was promised a call by now, or the next of the hopper. `caller` is who dials by hand. */
export const nextLead = (world: World, campaign: Campaign, caller?: Agent): Taken | undefined => {
	for (let at = 0; at < campaign.promised.length; ) {
		const next = campaign.promised[at];
		if (next && isOfAnother(world, next, caller)) {
			at++;
			continue;
		}
		campaign.promised.splice(at, 1);
		const taken = next && takePromised(world, campaign, next);
		if (taken) {
			return taken;
		}
	}
	return takeLead(world, campaign);
};
