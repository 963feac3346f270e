/** The verbs of the command line: what each offers, and how its targets are read. */

import {UsageError} from '../../config/errors.ts';
import {campaignRow, listIn} from '../../model/select.ts';
import {dialLevel, settingIn} from '../../model/setting-values.ts';
import type {State} from '../../model/state.ts';
import type {OperationType} from '../../model/wire.ts';
import type {Attention} from '../../service/poller.ts';
import {offerCampaigns, offerPauseAll} from '../../steering/campaigns.ts';
import {type LevelWish, levelWishIn, levelWords, offerLevel} from '../../steering/level.ts';
import {offerLists} from '../../steering/lists.ts';
import {
	type Basis,
	type Batch,
	type CampaignVerb,
	campaignVerbs,
	listVerbs,
	type Refusal,
} from '../../steering/offer.ts';
import {type AskedVerb, campaignListing, type Listing} from '../connect/carry-out.ts';

/** A verb, and how to read the targets that it applies to. */
export type Steering = Listing &
	AskedVerb & {
		verb: string;
		operation: OperationType;
		/** What it would send to these targets, by the decision of the key or the palette's line that does the same. */
		offer(basis: Basis, ids: readonly string[]): Batch | Refusal;
		/** What has to be polled for these targets. */
		attention(ids: ReadonlySet<string>): Attention;
		/** Whether the service lists this one. */
		has(state: State, id: string): boolean;
		/** Whether the figures of one were read, or failed to be. */
		isSeen(state: State, id: string): boolean;
		/** The status word, or the value, that the service shows now. */
		shown(state: State, id: string): string | undefined;
	};

/** Plays, pauses or stops campaigns. */
export const campaignSteering = (verb: CampaignVerb): Steering => ({
	...campaignListing,
	verb,
	operation: campaignVerbs[verb].operation,
	offer: ({state}, ids) => offerCampaigns(state, ids, verb),
	attention: ids => ({selected: undefined, visible: ids, only: ids, lists: undefined}),
	has: ({campaigns}, id) => campaigns.value?.has(id) === true,
	isSeen: ({dashboards}, id) => dashboards.has(id),
	shown: (state, id) => campaignRow(state, id)?.status,
});

/** Pauses whatever dials. */
export const pauseAll: Steering = {
	...campaignSteering('pause'),
	offer: ({state}) => offerPauseAll(state),
	isLikely: ({state, listedState}) => [state, listedState].some(is => is === 'dialing' || is === 'unknown'),
};

/** Switches lists on or off. */
export const listSteering = (to: 'on' | 'off'): Steering => ({
	verb: listVerbs[to].verb,
	operation: listVerbs[to].operation,
	kind: 'list',
	offer: ({state}, ids) => offerLists(state, ids, to),
	attention: () => ({selected: undefined, visible: new Set(), only: new Set(), lists: {campaignId: undefined}}),
	isListed: ({lists}) => lists.value !== undefined,
	has: (state, id) => listIn(state, id) !== undefined,
	failure: ({lists}) => lists.failure,
	isSeen: () => true,
	shown: (state, id) => listIn(state, id)?.status,
});

/** Reads `1.5`, `+0.1` or `-0.1`. @throws UsageError */
export const levelWishOf = (text: string): LevelWish => {
	const wish = levelWishIn(text);
	if (!wish) {
		throw new UsageError(`LEVEL must be ${levelWords}, not "${text}"`);
	}
	return wish;
};

/** Changes the dial level of a campaign. */
export const levelSteering = (wish: LevelWish): Steering => ({
	...campaignSteering('play'),
	verb: 'update',
	operation: 'update_campaign',
	offer: (basis, [id = '']) => offerLevel(basis, id, wish),
	isSeen: ({dashboards, settings}, id) => dashboards.has(id) && settings.has(id),
	read: (monitor, id) => monitor.readSettings(id),
	shown({settings}, id) {
		const level = settingIn(settings.get(id)?.value, dialLevel);
		return level && `level ${level}`;
	},
});
