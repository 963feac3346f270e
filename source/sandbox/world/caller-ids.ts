/** The numbers that calls show to the people called (section 2.2; the lists and what local numbers do are ours). */
import {callerIdLimit, noteCallerId} from './call-log.ts';
import type {Call, CallerIdUse, Campaign, Settings, World} from './state.ts';
import {zoneOfNumber} from './zones.ts';

/** The lists that `custom_cid_list` may name. */
export const callerIdLists: readonly {id: string; label: string; numbers: readonly string[]}[] = [
	{
		id: '1',
		label: 'Local presence, East',
		numbers: ['2125550171', '3125550172', '4045550173', '2145550174', '6175550175', '3055550176'],
	},
	{
		id: '2',
		label: 'Local presence, West',
		numbers: ['2135550181', '3035550182', '4155550183', '6025550184', '2065550185', '7025550186'],
	},
];

/** How much more readily people answer a number of their own part of the country. */
const localLift = 1.15;

const numbersOf = ({customCallerIds, callerIdList, callerId}: Settings): readonly string[] => {
	const list = customCallerIds ? callerIdLists.find(({id}) => id === callerIdList) : undefined;
	return list?.numbers ?? [callerId];
};

/** Calls a day that a number bears, and so many more with which it wears out wholly (our assumption). */
const bearable = 32_000;
const excess = 40_000;
/** The share of the way to where the day's calls lead that a number goes in a day. */
const perDay = 0.3;
/** The share of its answers that a wholly worn number loses: labels of spam cost 50 to 80 %. */
const lostAnswers = 0.65;
/** Less wear than this counts as none. */
const leastWear = 0.005;

/** What is known of a number that calls show, whichever campaigns they are of. */
const useOf = ({callerIds}: World, number: string): CallerIdUse => {
	const use = callerIds.get(number) ?? {calls: 0, wear: 0};
	callerIds.set(number, use);
	return use;
};

/** How much more readily, or less, people answer a number as worn as this one. */
const liftOfWear = ({habits}: World, {wear}: CallerIdUse): number => (habits.wear ? 1 - lostAnswers * wear : 1);

/** A day is over: numbers that dialed too much wear out, the others recover. */
export const wearCallerIds = ({callerIds}: World): void => {
	for (const use of callerIds.values()) {
		const end = Math.min(1, Math.max(0, (use.calls - bearable) / excess));
		const wear = use.wear + perDay * (end - use.wear);
		use.wear = wear < leastWear ? 0 : wear;
		use.calls = 0;
	}
};

/** A number is as worn as this from now on: 0 to 1. */
export const setWear = (world: World, number: string, wear: number): void => {
	useOf(world, number).wear = wear;
};

/** The index of a number among those that the campaign has shown; 0, unknown, where there is no room for more. */
const indexOf = ({callerIds}: Campaign, number: string): number => {
	const known = callerIds.indexOf(number);
	return known === -1 && callerIds.length < callerIdLimit ? callerIds.push(number) - 1 : Math.max(0, known);
};

/** Takes over the caller IDs of the campaign's settings for the calls to come. */
export const setCallerIds = (world: World, campaign: Campaign): void => {
	campaign.shown = numbersOf(campaign.settings).map(number => ({
		index: indexOf(campaign, number),
		zone: campaign.settings.customCallerIds ? zoneOfNumber(number) : -1,
		use: useOf(world, number),
	}));
	campaign.shownNext = 0;
};

/** Shows the next caller ID on a call just logged; returns how much more readily a person of the zone answers it. */
export const showCallerId = (world: World, campaign: Campaign, {number, method}: Call, zone: number): number => {
	const shown = campaign.shown[campaign.shownNext];
	campaign.shownNext = campaign.shownNext + 1 < campaign.shown.length ? campaign.shownNext + 1 : 0;
	noteCallerId(world.log, number, shown?.index ?? 0);
	if (!shown) {
		return 1;
	}
	// Texts wear no number out.
	shown.use.calls += method === 'SMSB' ? 0 : 1;
	return (shown.zone === zone ? localLift : 1) * liftOfWear(world, shown.use);
};

/** How much more readily a person of the zone answers a number that is shown on one call only. */
export const liftOf = (world: World, {settings}: Campaign, number: string, zone: number): number =>
	(settings.customCallerIds && zoneOfNumber(number) === zone ? localLift : 1) *
	liftOfWear(world, world.callerIds.get(number) ?? {calls: 0, wear: 0});

/** Shows a caller ID of its own on a test call. */
export const showOwnCallerId = (world: World, campaign: Campaign, call: number, number: string): void =>
	noteCallerId(world.log, call, indexOf(campaign, number));
