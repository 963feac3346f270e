/** The numbers that calls show to the people called (section 2.2; the lists and what local numbers do are ours). */
import {callerIdLimit, noteCallerId} from './call-log.ts';
import type {Campaign, Settings, World} from './state.ts';
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

/** The index of a number among those that the campaign has shown; 0, unknown, where there is no room for more. */
const indexOf = ({callerIds}: Campaign, number: string): number => {
	const known = callerIds.indexOf(number);
	return known === -1 && callerIds.length < callerIdLimit ? callerIds.push(number) - 1 : Math.max(0, known);
};

/** Takes over the caller IDs of the campaign's settings for the calls to come. */
export const setCallerIds = (campaign: Campaign): void => {
	campaign.shown = numbersOf(campaign.settings).map(number => ({
		index: indexOf(campaign, number),
		zone: campaign.settings.customCallerIds ? zoneOfNumber(number) : -1,
	}));
	campaign.shownNext = 0;
};

/** Shows the next caller ID on a call just logged; returns how much more readily a person of the zone answers it. */
export const showCallerId = (world: World, campaign: Campaign, call: number, zone: number): number => {
	const shown = campaign.shown[campaign.shownNext];
	campaign.shownNext = campaign.shownNext + 1 < campaign.shown.length ? campaign.shownNext + 1 : 0;
	noteCallerId(world.log, call, shown?.index ?? 0);
	return shown?.zone === zone ? localLift : 1;
};

/** How much more readily a person of the zone answers a number that is shown on one call only. */
export const liftOf = ({settings}: Campaign, number: string, zone: number): number =>
	settings.customCallerIds && zoneOfNumber(number) === zone ? localLift : 1;

/** Shows a caller ID of its own on a test call. */
export const showOwnCallerId = (world: World, campaign: Campaign, call: number, number: string): void =>
	noteCallerId(world.log, call, indexOf(campaign, number));
