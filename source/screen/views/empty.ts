/** The text of an empty view: why it is empty, and what to do. */

import type {Failure} from '../../model/loaded.ts';
import type {State} from '../../model/state.ts';
import type {ActionId} from '../../present/actions.ts';
import {clock, inZone, wrap} from '../../present/format.ts';
import {keyFor} from '../../present/keymap.ts';
import type {Floors} from '../state/floors.ts';
import type {Context} from '../store/context.ts';
import type {Shown} from '../store/shown.ts';

/** Why something could not be read: the service's own words if it refused. */
export const failed = (nouns: string, {reason, refused}: Pick<Failure, 'reason' | 'refused'>): string =>
	refused ? `The service refuses the ${nouns}: ${reason}` : `The ${nouns} could not be read: ${reason}`;

type Keys = Pick<Context, 'options'>;

/** What a view would show, and why it is empty. */
export type Nothing = {
	/** The noun for a row: `campaign`. */
	noun: string;
	/** How many there are before the filter. */
	total: number;
	filter: string;
	/** Why the last try to read them failed, if it did. */
	failure: Failure | undefined;
	/** Whether they have ever been read. */
	isRead: boolean;
	/** The text if there are none. */
	none: readonly string[];
};

/** A sentence with the present key of an action; empty if it has none. */
export const withKey = ({options}: Keys, action: ActionId, say: (key: string) => string): string[] => {
	const key = keyFor(options.keymap, action);
	return key === undefined ? [] : [say(key)];
};

/** Why nothing at all comes from the service; nothing while it answers. */
export const disconnected = ({link, source}: State, keys: Keys): string[] | undefined => {
	switch (link.kind) {
		case 'starting':
			return [
				source.watchOnly
					? `Asking ${source.watchOnly.engine} for the metrics of ${source.profile}…`
					: `Connecting to ${source.host}…`,
			];
		case 'retrying':
			return [
				link.reason,
				link.advice,
				[`Next attempt at ${clock(link.nextAt.wall)};`, ...withKey(keys, 'refresh', key => `${key} tries now.`)].join(
					' ',
				),
			].filter(Boolean);
		case 'signed-out':
			return [
				link.reason && `Signed out: ${link.reason}`,
				...withKey(keys, 'signIn', key => `Press ${key} to sign in at ${source.host}.`),
			].filter(Boolean);
		case 'gone':
			return [
				link.reason,
				'It stored its campaigns, leads, calls and settings in memory alone.',
				...withKey(keys, 'newSandbox', key => `Press ${key} to start a new one.`),
			];
		case 'live':
			return undefined;
	}
};

/** The text if the filter hides everything. */
export const noMatch = (noun: string, filter: string, keys: Keys): string[] => [
	[`No ${noun} matches "${filter}".`, ...withKey(keys, 'clearFilter', key => `Press ${key} to clear the filter.`)].join(
		' ',
	),
];

/** The text of an empty view: that the filter hides all, that the service is silent or refuses, that there are none. */
export const whyEmpty = (state: State, keys: Keys, nothing: Nothing): string[] => {
	const {noun, total, filter, failure, isRead, none} = nothing;
	if (total > 0) {
		return noMatch(noun, filter, keys);
	}
	// Only a state of the past has this moment.
	if (state.lookingAt === state.now.wall && !isRead) {
		return [`No ${noun} was recorded by then.`];
	}
	const silent = disconnected(state, keys);
	if (silent) {
		return silent;
	}
	if (failure) {
		return [failed(`${noun}s`, failure), ...withKey(keys, 'refresh', key => `${key} tries again.`)];
	}
	return isRead ? [...none] : [`Reading the ${noun}s…`];
};

/** The text of an empty board. */
export const emptyBoard = (state: State, keys: Keys, nothing: Pick<Nothing, 'total' | 'filter'>): string[] =>
	whyEmpty(state, keys, {
		...nothing,
		noun: 'campaign',
		failure: state.campaigns.failure,
		isRead: state.campaigns.value !== undefined,
		none: ['The service lists no campaigns for this user.'],
	});

/** The same of several services: why each of them lists nothing, in lines of so many cells. */
export const emptyBoards = (
	floors: Floors,
	keys: Keys,
	nothing: Pick<Nothing, 'total' | 'filter'>,
	width: number,
): string[] => {
	if (floors.length === 1 || nothing.total > 0) {
		return emptyBoard(floors[0].state, keys, nothing);
	}
	return floors.flatMap(({state, zone}) => {
		const texts = inZone(zone, () => emptyBoard(state, keys, nothing));
		const sentences = texts.map(text => (/[.…]$/.test(text) ? text : `${text}.`));
		return wrap(`${state.source.floor}: ${sentences.join(' ')}`, width);
	});
};

/** The text of a view of one campaign if there is none. */
export const noCampaign = (shown: Pick<Shown, 'drawn' | 'options' | 'tables' | 'ui'>): string[] => {
	const {drawn, tables, ui} = shown;
	const filter = ui.filters.campaigns ?? '';
	return ['No campaign is selected.', ...emptyBoard(drawn, shown, {total: tables.campaigns.total, filter})];
};
