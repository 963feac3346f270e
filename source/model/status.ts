/** The status of a campaign, merged from its two sources: get_campaigns, which lists it, and its get_dashboard_stats. */
import {type Campaign, type DialState, dialStateOf, type StatusWords} from './campaign.ts';
import type {Loaded} from './loaded.ts';
import type {StatusSource} from './pending.ts';
import type {CampaignDashboard} from './state.ts';
import type {Moment} from './time.ts';

/** The status of a campaign by one source. */
export type SourceStatus = {
	/** The word as it came. */
	status: string;
	state: DialState;
	/** When the first poll that showed this word, and no other since, was sent. */
	since: Moment;
	/** When the newest of these polls was sent. */
	askedAt: Moment;
	/** Whether the source was seen to show another word before. */
	isNews: boolean;
};

/** Two statuses of which at most one can be true. */
export type Dispute = Readonly<Record<StatusSource, SourceStatus>>;

/** The status of a campaign. */
export type MergedStatus = {
	/** The status word; both words where the sources disagree, that of get_campaigns first: `PAUSE≠PLAY`. */
	status: string | undefined;
	/** What it means: while the sources disagree, dialing if either reports that, since people may be rung. */
	state: DialState;
	/** Whose word it is; undefined if neither says one, or while they disagree. */
	by: StatusSource | undefined;
	/** Undefined while the sources agree, or one is simply newer. */
	dispute: Dispute | undefined;
};

/** Milliseconds that one source may lag behind the other, and that two first looks may lie apart to be of one time. */
const lag = 5000;

/**
 * Whether two words with different meanings were reported of the same time. A word that replaced another is news: it is
 * disputed once the other source, asked a lag later, still disagrees. A word that its source has shown from the first look
 * on is no news: it is disputed if the other source was asked within a lag before, or at any time since. Once disputed, it stays
 * so until either changes its word.
 */
const isDisputed = (one: SourceStatus, other: SourceStatus): boolean => {
	const [earlier, later] = one.since.mono <= other.since.mono ? [one, other] : [other, one];
	return earlier.askedAt.mono - later.since.mono >= (later.isNews ? lag : -lag);
};

/** When a word was news: an unknown word only when it came first, or the row would flicker between the two. */
const newsAt = ({state, since, askedAt}: SourceStatus, areKnown: boolean): number =>
	(areKnown || state === 'unknown' ? since : askedAt).mono;

const sourceStatus = (
	status: string | undefined,
	asked: {since: Moment; at: Moment; was: string | undefined},
	own: StatusWords | undefined,
): SourceStatus | undefined =>
	status === undefined
		? undefined
		: {
				status,
				state: dialStateOf(status, own),
				since: asked.since,
				askedAt: asked.at,
				isNews: asked.was !== undefined,
			};

/** The status by get_campaigns; undefined if it gives no status. */
const listingOf = ({status, statusSince, statusWas, listed}: Campaign, own: StatusWords | undefined) =>
	sourceStatus(status, {since: statusSince, at: listed.sentAt, was: statusWas}, own);

/** The status by the dashboard; undefined if it was not read, or gives no status. */
const dashboardOf = ({value, span}: Loaded<CampaignDashboard>, own: StatusWords | undefined) =>
	value && span
		? sourceStatus(value.figures?.status, {since: value.statusSince, at: span.sentAt, was: value.statusWas}, own)
		: undefined;

const by = (source: StatusSource, {status, state}: SourceStatus): MergedStatus => ({
	status,
	state,
	by: source,
	dispute: undefined,
});

/**
 * Merges the status of a campaign. Where the sources have different words for one state, the dashboard's is taken; where one is newer, that
 * one is; and where neither is, they disagree.
 *
 * @param own the words of the service
 */
export const mergedStatus = (
	campaign: Campaign,
	loaded: Loaded<CampaignDashboard>,
	own: StatusWords | undefined,
): MergedStatus => {
	const listing = listingOf(campaign, own);
	const dashboard = dashboardOf(loaded, own);
	if (!listing || !dashboard) {
		return listing
			? by('listing', listing)
			: dashboard
				? by('dashboard', dashboard)
				: {status: undefined, state: 'unknown', by: undefined, dispute: undefined};
	}
	const areKnown = listing.state !== 'unknown' && dashboard.state !== 'unknown';
	if (areKnown && listing.state === dashboard.state) {
		return by('dashboard', dashboard);
	}
	const newer = newsAt(dashboard, areKnown) >= newsAt(listing, areKnown) ? 'dashboard' : 'listing';
	if (!areKnown || !isDisputed(listing, dashboard)) {
		return by(newer, newer === 'dashboard' ? dashboard : listing);
	}
	const mayDial = listing.state === 'dialing' || dashboard.state === 'dialing';
	return {
		status: `${listing.status}≠${dashboard.status}`,
		state: mayDial ? 'dialing' : (newer === 'dashboard' ? dashboard : listing).state,
		by: undefined,
		dispute: {listing, dashboard},
	};
};
