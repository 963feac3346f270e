/** What a verb would do to a campaign or a list, by its present status. */

import {listIsOn} from '../../model/list.ts';
import type {Failure} from '../../model/loaded.ts';
import type {Control, Target} from '../../model/pending.ts';
import {type CampaignRow, campaignRow, campaignRows, listIn, whyNotNow} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import type {OperationType} from '../../model/wire.ts';
import {word} from '../../present/sentence.ts';
import type {Monitor} from '../../service/monitor.ts';
import type {Attention} from '../../service/poller.ts';
import {campaignTarget, dialControl} from '../../steering/campaigns.ts';
import {listTarget, switchTo} from '../../steering/lists.ts';
import {partInAll, whyNotInTurn} from '../../steering/pause-all.ts';
import {type CampaignVerb, campaignVerbs, listVerbs} from '../../steering/verbs.ts';

/** What a verb would do to a target, and the status word that the target shows now. */
export type Plan = {target: Target; shows: string | undefined} & (
	| {kind: 'send'; control: Control}
	/** Nothing to do. `isThere`: the target shows what was asked for; otherwise there is another reason. */
	| {kind: 'nothing'; isThere: boolean; why: string}
	| {kind: 'left'; why: string}
);

/** A verb, and how to read the targets that it applies to. */
export type Steering = {
	verb: string;
	operation: OperationType;
	kind: 'campaign' | 'list';
	/** What has to be polled for these targets. */
	attention(ids: ReadonlySet<string>): Attention;
	/** Whether the service has listed them. */
	isListed(state: State): boolean;
	/** Why they could not be listed, if the last try failed. */
	failure(state: State): Failure | undefined;
	/** Whether the figures of one were read, or failed to be. */
	isSeen(state: State, id: string): boolean;
	/** Reads what is not polled; it ends in the state, be it an answer or a failure. */
	read?(monitor: Pick<Monitor, 'readSettings'>, id: string): Promise<unknown>;
	/** The status word, or the value, that the service shows now. */
	shown(state: State, id: string): string | undefined;
	/** Why a control is not sent after all; unless given, all that its question said must still be so. */
	whyNot?(state: State, control: Control): string | undefined;
	/** Undefined if the service does not list it. */
	plan(state: State, id: string): Plan | undefined;
	/** The targets, if none are named: those that it is probably about, and the others. A yes does not confirm it. */
	all?(state: State): {likely: readonly string[]; others: readonly string[]};
};

/** Why there is nothing to do. Pausing a stopped campaign would not reduce dialing, and might undo the stop. */
const whyNothing = (verb: CampaignVerb, row: CampaignRow): string | undefined =>
	row.state === campaignVerbs[verb].expected && !row.dispute
		? `is ${row.state} already`
		: verb === 'pause' && row.state === 'stopped'
			? 'is stopped, so there is nothing to pause'
			: undefined;

/** Plays, pauses or stops campaigns. */
export const campaignSteering = (verb: CampaignVerb): Steering => ({
	verb,
	operation: campaignVerbs[verb].operation,
	kind: 'campaign',
	attention: ids => ({selected: undefined, visible: ids, only: ids, lists: undefined}),
	isListed: ({campaigns}) => campaigns.value !== undefined,
	failure: state => state.campaigns.failure,
	isSeen: (state, id) => state.dashboards.has(id),
	shown: (state, id) => campaignRow(state, id)?.status,
	plan(state, id) {
		const row = campaignRow(state, id);
		if (!row) {
			return undefined;
		}
		const at = {target: campaignTarget(row), shows: row.status};
		const control = dialControl(state, row, verb);
		const busy = whyNotNow(state, control);
		const nothing = whyNothing(verb, row);
		if (busy) {
			return {...at, kind: 'left', why: busy};
		}
		if (row.status === undefined) {
			return {...at, kind: 'left', why: 'the service has not said whether it is dialing'};
		}
		return nothing
			? {...at, kind: 'nothing', isThere: row.state === campaignVerbs[verb].expected, why: nothing}
			: {...at, kind: 'send', control};
	},
});

const pause = campaignSteering('pause');

/** Pauses whatever dials, by the decision of the key that does so on screen. */
export const pauseAll: Steering = {
	...pause,
	// A new name, or another word for the same state, does not matter to it.
	whyNot: whyNotInTurn,
	all(state) {
		const isLikely = ({state: one, listedState}: CampaignRow): boolean =>
			[one, listedState].some(is => is === 'dialing' || is === 'unknown');
		const idsOf = (rows: readonly CampaignRow[]): string[] => rows.map(({campaign}) => campaign.id);
		const rows = campaignRows(state);
		return {likely: idsOf(rows.filter(isLikely)), others: idsOf(rows.filter(row => !isLikely(row)))};
	},
	plan(state, id) {
		const row = campaignRow(state, id);
		if (!row) {
			return undefined;
		}
		const at = {target: campaignTarget(row), shows: row.status};
		const part = partInAll(state, row);
		switch (part) {
			case 'pause':
				return {...at, kind: 'send', control: dialControl(state, row, 'pause')};
			case 'nothing':
				return {...at, kind: 'nothing', isThere: row.state === 'paused', why: 'does not dial'};
			default:
				return {...at, kind: 'left', why: part.why};
		}
	},
};

/** Switches lists on or off. */
export const listSteering = (to: 'on' | 'off'): Steering => ({
	verb: listVerbs[to].verb,
	operation: listVerbs[to].operation,
	kind: 'list',
	attention: () => ({selected: undefined, visible: new Set(), only: new Set(), lists: {campaignId: undefined}}),
	isListed: ({lists}) => lists.value !== undefined,
	failure: state => state.lists.failure,
	isSeen: () => true,
	shown: (state, id) => listIn(state, id)?.status,
	plan(state, id) {
		const list = listIn(state, id);
		if (!list) {
			return undefined;
		}
		const at = {target: listTarget({list}), shows: list.status};
		const control = switchTo({list}, to);
		const busy = whyNotNow(state, control);
		const isOn = listIsOn(list.status);
		if (busy) {
			return {...at, kind: 'left', why: busy};
		}
		if (isOn === undefined) {
			return {...at, kind: 'left', why: `its status ${word(list.status ?? '')} is neither Y nor N`};
		}
		return isOn === (to === 'on')
			? {...at, kind: 'nothing', isThere: true, why: `is ${to} already`}
			: {...at, kind: 'send', control};
	},
});
