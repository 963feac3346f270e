/**
 * The state of a service at a moment, rebuilt from its recording: what was listed and read by then, and each campaign's history from
 * the polls before. Alerts and commands are as their marks say; nothing is judged anew.
 */
import {ById} from '../model/by-id.ts';
import {dayIn} from '../model/calling-hours.ts';
import type {Campaign} from '../model/campaign.ts';
import {type DropDay, noDropDays, withDays} from '../model/drop-days.ts';
import {firstDay} from '../model/drop-period.ts';
import {talliedAfter} from '../model/drop-tally.ts';
import {lazily} from '../model/lazily.ts';
import type {CallingList} from '../model/list.ts';
import {type Loaded, notLoaded} from '../model/loaded.ts';
import {type CampaignDashboard, initialState, type State} from '../model/state.ts';
import {minute, type Span} from '../model/time.ts';
import type {Setting} from '../model/wire.ts';
import {dashboardAt} from './past-dashboard.ts';
import {markedIn, PastMarks} from './past-marks.ts';
import {recordedDays} from './recorded-days.ts';
import type {Recording, Row} from './recording.ts';
import {at, failureOf, linkOf, listOf, number, spanOf, text} from './row-values.ts';

/** Most days of campaigns that are cached. */
const mostDays = 2000;

/** The campaigns are listed more often than this, and what cannot be read is tried again. */
const listedWithin = 15 * minute;

/** Milliseconds for which the names of the streams are cached. */
const streamsStay = minute;

const campaignOf = (id: string, {values}: Row, listed: Span): Campaign => {
	const {name, status, statusSince, statusWas, dialMethod, created} = values;
	return {
		id,
		name: text(name) ?? `campaign ${id}`,
		status: text(status),
		statusSince: at(number(statusSince) ?? listed.sentAt.wall),
		statusWas: text(statusWas),
		dialMethod: text(dialMethod),
		created: text(created),
		extra: {},
		listed,
	};
};

/** Rebuilds states. */
export type Replay = {
	/**
	 * What was known at a moment, UTC milliseconds. Graphs and histories are read when they are first asked for.
	 *
	 * @throws Error what the recording throws
	 */
	stateAt(at: number): State;
};

/** @param present its service, and the rules in force */
export const createReplay = (
	recording: Pick<Recording, 'streams' | 'rows' | 'last' | 'marks' | 'days'>,
	present: () => State,
): Replay => {
	let known: {readAt: number; from: number; streams: ReadonlySet<string>} | undefined;

	/** The streams that are there from a moment on: a look for one that is not goes through every file. */
	const streamsFrom = (from: number): ReadonlySet<string> => {
		const now = present().now.wall;
		known =
			known && known.from <= from && Math.abs(now - known.readAt) < streamsStay
				? known
				: {readAt: now, from, streams: new Set(recording.streams('', from))};
		return known.streams;
	};

	const idsIn = (prefix: string, moment: number): string[] =>
		[...streamsFrom(moment)].flatMap(stream => (stream.startsWith(prefix) ? stream.slice(prefix.length) : []));

	const last = (stream: string, moment: number): Row | undefined =>
		streamsFrom(moment).has(stream) ? recording.last(stream, moment) : undefined;

	const settingsAt = (id: string, moment: number): Loaded<readonly Setting[]> => {
		const row = last(`settings/${id}`, moment);
		const settings = Object.entries(row?.values ?? {}).map(([name, value]) => ({
			name,
			value: String(value),
			options: [],
		}));
		return row ? {value: settings, span: spanOf(row), failure: undefined} : notLoaded;
	};

	/** Cached days before the one on screen, by campaign and day: they no longer change. */
	const daysBefore = new Map<string, readonly DropDay[]>();

	const daysOf = (id: string, {source: {compliance, timeZone}, now}: State): readonly DropDay[] => {
		const today = dayIn(timeZone, now.wall).number;
		const key = `${id} ${today}`;
		const days = daysBefore.get(key) ?? recordedDays(recording, timeZone, id, [firstDay(compliance, today), today - 1]);
		if (daysBefore.size >= mostDays) {
			daysBefore.clear();
		}
		daysBefore.set(key, days);
		return days;
	};

	/** The state with the period of each campaign, if a rule of compliance is set. */
	const withPeriods = (state: State): State => {
		if (!state.source.compliance) {
			return state;
		}
		const polled = [...state.dashboards].flatMap(([id, {value, span}]) => (value && span ? [{id, value, span}] : []));
		let {dropDays, dashboards} = state;
		for (const {id, value, span} of polled) {
			const before = {...state, dropDays: dropDays.with(id, withDays(noDropDays, daysOf(id, state)))};
			({dropDays} = talliedAfter(before, id, value, span));
		}
		// Campaigns that are counted together need the days of each other.
		for (const {id, value, span} of polled) {
			const {period} = talliedAfter({...state, dropDays}, id, value, span);
			const withPeriod = lazily(value, {period: () => period});
			dashboards = dashboards.with(id, {...(state.dashboards.get(id) ?? notLoaded), value: withPeriod});
		}
		return {...state, dropDays, dashboards};
	};

	const pastMarks = new PastMarks(recording);

	return {
		stateAt(moment) {
			const {
				source,
				alertSettings,
				locked,
				now: {wall: today},
			} = present();
			const now = at(moment);
			const reads = recording.rows('reads', {from: moment - listedWithin, to: moment}, 'polled').rows;
			const failures = reads.filter(({values}) => values.reason !== undefined);
			const listing = reads.findLast(({values}) => values.what === 'campaigns' && values.reason === undefined);
			const notListed = failures.findLast(({values}) => values.what === 'campaigns');
			const rows = idsIn('listing/', moment)
				.flatMap(id => {
					const row = last(`listing/${id}`, moment);
					return row && row.values.gone === undefined ? {id, row} : [];
				})
				.toSorted((one, other) => Number(one.row.values.order) - Number(other.row.values.order));
			const listed = listing && spanOf(listing);
			const campaigns = rows.map(({id, row}) => campaignOf(id, row, listed ?? spanOf(row)));
			const lists = idsIn('lists/', moment).flatMap((id): (CallingList & {readAt: number})[] => {
				const row = last(`lists/${id}`, moment);
				return row ? [{...listOf(id, row.values), readAt: row.at}] : [];
			});
			const dashboards = campaigns.map(({id}): [string, Loaded<CampaignDashboard>] => {
				const newest = last(`figures/${id}`, moment);
				const failed = failures.findLast(({values}) => values.what === 'dashboard' && values.campaign === id);
				const beside = {
					source,
					failure: failed && !(newest && newest.at >= failed.at) ? failureOf(failed) : undefined,
					lists: lists.filter(({campaignId}) => campaignId === id),
					outcomes: newest && last(`outcomes/${id}`, newest.at),
				};
				return [id, dashboardAt(recording, id, newest, beside)];
			});
			const state: State = {
				...initialState(source, now, alertSettings),
				locked,
				lookingAt: moment,
				link: linkOf(last('link', moment)),
				heardAt: at(
					Math.max(listed?.receivedAt.wall ?? 0, ...dashboards.map(([, {span}]) => span?.receivedAt.wall ?? 0)),
				),
				campaigns: {
					value: rows.length > 0 || listed ? new Map(campaigns.map(campaign => [campaign.id, campaign])) : undefined,
					span: listed,
					failure: notListed && !(listing && listing.at >= notListed.at) ? failureOf(notListed) : undefined,
				},
				dashboards: dashboards.reduce(
					(all, [id, loaded]) => all.with(id, loaded),
					new ById<Loaded<CampaignDashboard>>(),
				),
				settings: campaigns.reduce((all, {id}) => {
					const settings = settingsAt(id, moment);
					return settings.value ? all.with(id, settings) : all;
				}, new ById<Loaded<readonly Setting[]>>()),
				lists:
					lists.length > 0
						? {
								value: {campaignId: undefined, lists},
								span: {sentAt: at(newestRead(lists)), receivedAt: at(newestRead(lists))},
								failure: undefined,
							}
						: notLoaded,
			};
			const counted = withPeriods(state);
			const marks = pastMarks.until(moment, today);
			return {...counted, ...markedIn(marks, counted, stream => last(stream, moment))};
		},
	};
};

const newestRead = (lists: readonly {readAt: number}[]): number => Math.max(...lists.map(({readAt}) => readAt));
