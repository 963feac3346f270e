/** A campaign as the board shows it, and what its status means. */

import type {Moment, Span} from './time.ts';
import type {CampaignRecord} from './wire.ts';

/** What a status means for the controls; `unknown` for a word that the interface does not give. */
export type DialState = 'dialing' | 'paused' | 'stopped' | 'unknown';

/** A status word in upper case, without needless blanks. */
export const plainWord = (word: string): string => word.trim().replace(/\s+/g, ' ').toUpperCase();

/** What the words of one service mean, by the plain word. */
export type StatusWords = ReadonlyMap<string, DialState>;

/** What a profile may say that a word means: the verb that leads to it. */
const wordMeanings = {play: 'dialing', pause: 'paused', stop: 'stopped'} as const satisfies Record<string, DialState>;

/** The words that a profile explains (`status_words`); undefined if it explains none. */
export const statusWordsOf = (
	given: Readonly<Record<string, keyof typeof wordMeanings>> | undefined,
): StatusWords | undefined =>
	given && new Map(Object.entries(given).map(([word, verb]) => [plainWord(word), wordMeanings[verb]]));

/**
 * The one map from display_status to its meaning. Only PLAY is given by the interface (section 3); the others are the
 * words of the sandbox and their obvious relatives. A profile may add the words of its service; any other word is shown as it
 * came and means nothing here.
 */
const meanings: ReadonlyMap<string, DialState> = new Map([
	['PLAY', 'dialing'],
	['PLAYING', 'dialing'],
	['ACTIVE', 'dialing'],
	['RUNNING', 'dialing'],
	['PAUSE', 'paused'],
	['PAUSED', 'paused'],
	['STOP', 'stopped'],
	['STOPPED', 'stopped'],
]);

/** What a status word means, by the words of its service and by those that every service has. */
export const dialStateOf = (status: string | undefined, own: StatusWords | undefined): DialState => {
	if (status === undefined) {
		return 'unknown';
	}
	const word = plainWord(status);
	return own?.get(word) ?? meanings.get(word) ?? 'unknown';
};

/** A campaign of get_campaigns, with when it was listed. */
export type Campaign = {
	id: string;
	name: string;
	/** The status word as it came; undefined if none came. */
	status: string | undefined;
	/** When the first poll that showed this word, and no other since, was sent. */
	statusSince: Moment;
	/** The word that it showed before this one; undefined if it was not seen to show another. */
	statusWas?: string | undefined;
	dialMethod: string | undefined;
	created: string | undefined;
	/** Fields that came beside the known ones. */
	extra: Readonly<Record<string, string>>;
	listed: Span;
};

/** The campaign of a record; undefined if it has no id. */
export const campaignOf = (
	wire: CampaignRecord,
	listed: Span,
	known?: ReadonlyMap<string, Campaign>,
): Campaign | undefined => {
	if (wire.id === undefined) {
		return undefined;
	}
	const status = wire.status ?? wire.active;
	const before = known?.get(wire.id);
	return {
		id: wire.id,
		name: wire.name ?? `campaign ${wire.id}`,
		status,
		...(before && before.status === status
			? {statusSince: before.statusSince, statusWas: before.statusWas}
			: {statusSince: listed.sentAt, statusWas: before?.status}),
		dialMethod: wire.dialMethod,
		created: wire.created,
		extra: wire.extra,
		listed,
	};
};
