/** What people want to be told of: looked for once a minute. */
import {phase} from './lead-table.ts';
import {sizeOf} from './leads.ts';
import type {Campaign, World} from './state.ts';

/** Human answers before a drop rate says anything (ours). */
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
			const isExhausted = size > 0 && list.phases[phase.finished] === size;
			if (isExhausted && !list.exhausted) {
				world.happenings.push({kind: 'list-exhausted', time: world.now, campaign: campaign.index, list: index});
			}
			list.exhausted = isExhausted;
		}
	}
};

/** Notes what has happened to a campaign since the last look. */
export const watch = (world: World, campaign: Campaign): void => {
	watchDrops(world, campaign);
	watchLists(world, campaign);
};

/** Fetches what has happened since the last time. */
export const takeHappenings = (world: World): World['happenings'] => world.happenings.splice(0);
