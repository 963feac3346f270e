/** The status of a campaign in words, if its two sources disagree. */
import type {CampaignRow} from '../model/select.ts';
import type {Dispute, SourceStatus} from '../model/status.ts';
import type {Moment} from '../model/time.ts';
import {dayAndTime} from './format.ts';
import {word} from './sentence.ts';

/** What each source shows: `get_campaigns lists it as PAUSE, its dashboard shows PLAY`. */
export const disputeText = ({listing, dashboard}: Dispute): string =>
	`get_campaigns lists it as ${word(listing.status)}, its dashboard shows ${word(dashboard.status)}`;

/** The same, with since when each source shows its word, and when it was asked last. */
export const disputeTimes = ({listing, dashboard}: Dispute, now: Moment): string => {
	const times = ({since, askedAt}: SourceStatus): string =>
		`(since ${dayAndTime(since, now)}, asked last ${dayAndTime(askedAt, now)})`;
	return `Its sources disagree: get_campaigns lists it as ${word(listing.status)} ${times(listing)}, its dashboard shows ${word(dashboard.status)} ${times(dashboard)}`;
};

/** What a row's status means, for programs: unknown while its sources disagree. */
export const meansOf = ({state, dispute}: Pick<CampaignRow, 'state' | 'dispute'>): CampaignRow['state'] =>
	dispute ? 'unknown' : state;

/** Whether a campaign is in a state, by either source while they disagree: a search for what dials must miss none. */
export const isInState = (
	{state, dispute}: Pick<CampaignRow, 'state' | 'dispute'>,
	wanted: CampaignRow['state'],
): boolean =>
	dispute ? [dispute.listing.state, dispute.dashboard.state, 'unknown'].includes(wanted) : state === wanted;

/** The words of two sources that disagree, for programs; null while they agree. */
export const disputeRecord = ({dispute}: Pick<CampaignRow, 'dispute'>) => {
	const record = ({status, since, askedAt}: SourceStatus) => ({
		status,
		since: new Date(since.wall).toISOString(),
		asked: new Date(askedAt.wall).toISOString(),
	});
	return dispute ? {listing: record(dispute.listing), dashboard: record(dispute.dashboard)} : null;
};
