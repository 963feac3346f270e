/** Detects, once a minute, what users are to be notified of. */
import {doneOf, sizeOf} from './leads.ts';
import type {Campaign, World} from './state.ts';
import {hour, minute} from './time.ts';

/** Fewest human answers for a meaningful drop rate (ours). */
const leastAnswers = 50;

const watchDrops = (world: World, campaign: Campaign): void => {
	const {drops, human} = campaign.counters;
	const isOver = human >= leastAnswers && 100 * drops > campaign.settings.dropLimit * human;
	if (isOver && !campaign.overLimit) {
		const dropRate = (100 * drops) / human;
		world.happenings.push({kind: 'drop-limit', time: world.now, campaign: campaign.index, list: -1, dropRate});
	}
	campaign.overLimit = isOver;
};

const watchLists = (world: World, campaign: Campaign): void => {
	for (const index of campaign.lists) {
		const list = world.lists[index];
		if (list?.active) {
			const size = sizeOf(list);
			const isExhausted = size > 0 && doneOf(list) === size;
			if (isExhausted && !list.exhausted) {
				world.happenings.push({kind: 'list-exhausted', time: world.now, campaign: campaign.index, list: index});
			}
			list.exhausted = isExhausted;
		}
	}
};

/** Adds what has happened to a campaign since the last call. */
export const detectHappenings = (world: World, campaign: Campaign): void => {
	watchDrops(world, campaign);
	watchLists(world, campaign);
};

/** Sales are booked together each quarter of an hour, as every booking waits for the disk. */
const bookingInterval = 15 * minute;

/** Hands the sales over that are to be booked by now. */
export const bookSales = (world: World): void => {
	if (world.sales.length > 0 && world.now % bookingInterval === 0) {
		world.happenings.push({kind: 'sales', time: world.now, campaign: -1, list: -1, sales: world.sales});
		world.sales = [];
	}
};

/** How long after midnight payments of the day are collected, and how often a portion of them. */
const collecting = 2 * hour;
const collectionInterval = 5 * minute;

/** More payments of the day may be collected now. */
export const collectMore = (world: World): void => {
	if (world.now - world.today < collecting && world.now % collectionInterval === 0) {
		world.happenings.push({kind: 'collection', time: world.now, campaign: -1, list: -1});
	}
};

/** Takes everything that has happened since the last call. */
export const takeHappenings = (world: World): World['happenings'] => world.happenings.splice(0);
