/**
 * The state of a service at a moment, rebuilt from its recording: what was listed and read by then, and each campaign's history from
 * the polls before. Alerts and commands are as their marks say; nothing is judged anew.
 */
import {type Alert, type Alerts, alertKey, isAlertOf, mostPastAlerts} from '../model/alert.ts';
import {ById} from '../model/by-id.ts';
import {dayIn} from '../model/calling-hours.ts';
import {type Campaign, dialStateOf} from '../model/campaign.ts';
import {diagnose} from '../model/diagnosis.ts';
import {type DropDay, noDropDays, withDays} from '../model/drop-days.ts';
import {firstDay} from '../model/drop-period.ts';
import {talliedAfter} from '../model/drop-tally.ts';
import {historyOf} from '../model/history.ts';
import type {CallingList} from '../model/list.ts';
import {type Loaded, notLoaded} from '../model/loaded.ts';
import type {Pending} from '../model/pending.ts';
import type {Sample} from '../model/sample.ts';
import {campaignRow} from '../model/select.ts';
import {type CampaignDashboard, initialState, type State} from '../model/state.ts';
import {day, hour, minute, type Span} from '../model/time.ts';
import type {CallOutcomes, Setting} from '../model/wire.ts';
import {GraphsRead} from './graphs-read.ts';
import {recordedDays} from './recorded-days.ts';
import type {Mark, Recording, Row} from './recording.ts';
import {at, failureOf, linkOf, listOf, number, polledIn, sentIn, spanOf, text} from './row-values.ts';

/** Polls within this time before a moment show what is usual and what is wrong; those of the hours before fill wide charts. */
const watchedFor = 30 * minute;
const charted = 12 * hour;
/** Milliseconds between two polls of those hours, at least. */
const chartStep = 5 * minute;

/** With more campaigns, those that are not selected are rebuilt from the polls and graphs of the last minutes alone: a look must be quick. */
const fewCampaigns = 12;
const brieflyFor = 2.5 * minute;
const brieflyDrawn = 20 * minute;
/** Two polls of them are this far apart, at least. */
const brieflyApart = 10_000;

/** Most days of campaigns that are cached. */
const mostDays = 2000;

/** The campaigns are listed more often than this, and what cannot be read is tried again. */
const listedWithin = 15 * minute;

/** How far back commands and alerts are looked for: further, where the run that recorded them did not begin by then. */
const marksWithin = [hour, 8 * hour, 3 * day];

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

const outcomesOf = (row: Row | undefined): CampaignDashboard['outcomes'] => {
	if (!row) {
		return undefined;
	}
	const {callbacksDue, ...counts} = row.values;
	const statuses: CallOutcomes['statuses'] = Object.entries(counts).map(([status, count]) => ({
		status,
		count: Number(count),
	}));
	return {statuses: statuses.length > 0 ? statuses : undefined, callbacksDue: number(callbacksDue), at: at(row.at)};
};

/** The newest state of each alert or command of a run, by its id. */
const newestOf = (marks: readonly Mark[]): unknown[] => [
	...new Map(marks.filter(({data}) => data !== undefined).map(({id, data}) => [id, data])).values(),
];

/** Rebuilds states. */
export type Replay = {
	/**
	 * What was known at a moment, UTC milliseconds.
	 *
	 * @param selected the campaign whose charts reach back for hours
	 */
	stateAt(at: number, selected?: string): State;
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

	/** The polls of a campaign that its state follows from, oldest first. */
	const pollsOf = (id: string, moment: number, isWhole: boolean, isSelected: boolean): Row[] => {
		const stream = `figures/${id}`;
		const read = (from: number, to: number, tier: 'polled' | 'minute') =>
			recording.rows(stream, {from: moment - from, to: moment - to}, tier).rows;
		const recent = isWhole ? read(watchedFor, 0, 'polled') : apart(read(brieflyFor, 0, 'polled'), brieflyApart);
		// What was polled is stored for days, and its minutes for weeks.
		const rows = recent.length > 0 ? recent : read(watchedFor, 0, 'minute');
		const before = isSelected ? apart(read(charted, watchedFor + 1, 'minute'), chartStep) : [];
		const newest = rows.length + before.length > 0 ? undefined : last(stream, moment);
		return [...before, ...rows, ...(newest ? [newest] : [])];
	};

	const dashboardOf = (
		id: string,
		polls: readonly Row[],
		{statusWords}: State['source'],
		failures: readonly Row[],
		isWhole: boolean,
	): Loaded<CampaignDashboard> => {
		const newest = polls.at(-1);
		const failed = failures.findLast(({values}) => values.what === 'dashboard' && values.campaign === id);
		const failure = failed && !(newest && newest.at >= failed.at) ? failureOf(failed) : undefined;
		if (!newest) {
			return {...notLoaded, failure};
		}
		const graphs = new GraphsRead(
			recording,
			id,
			{from: polls[0]?.at ?? 0, to: newest.at},
			isWhole ? undefined : brieflyDrawn,
		);
		const sampleOf = (row: Row, figures = polledIn(row.values)): Sample => {
			const state = dialStateOf(figures.status, statusWords);
			return {...graphs.until(row.at), figures, span: spanOf(row), state};
		};
		const figures = sentIn(newest.values);
		const samples = polls.map(row => (row === newest ? sampleOf(row, figures) : sampleOf(row)));
		const {statusSince, statusWas} = newest.values;
		const value: CampaignDashboard = {
			...graphs.until(newest.at),
			figures,
			statusSince: at(number(statusSince) ?? newest.at),
			statusWas: text(statusWas),
			history: historyOf(samples),
			outcomes: outcomesOf(last(`outcomes/${id}`, newest.at)),
		};
		return {value, span: spanOf(newest), failure};
	};

	const settingsAt = (id: string, moment: number): Loaded<readonly Setting[]> => {
		const row = last(`settings/${id}`, moment);
		const settings = Object.entries(row?.values ?? {}).map(([name, value]) => ({
			name,
			value: String(value),
			options: [],
		}));
		return row ? {value: settings, span: spanOf(row), failure: undefined} : notLoaded;
	};

	/** Commands and alerts of the run that recorded at a moment. */
	const markedAt = (state: State): Pick<State, 'commands' | 'alerts'> => {
		const {wall} = state.now;
		const kinds: Mark['kind'][] = ['start', 'command', 'alert', 'alert-changed', 'alert-ended'];
		let marks: readonly Mark[] = [];
		for (const length of marksWithin) {
			const all = recording.marks({from: wall - length, to: wall}, {kinds});
			const start = all.findLastIndex(({kind}) => kind === 'start');
			marks = all.slice(start + 1);
			if (start >= 0) {
				break;
			}
		}
		const isCommand = ({kind}: Mark): boolean => kind === 'command';
		const commands = newestOf(marks.filter(isCommand)) as Pending[];
		const {rules} = state.alertSettings;
		const alerts = newestOf(marks.filter(mark => !isCommand(mark))).filter(one => isAlertOf(rules, one));
		return {commands, alerts: alertsOf(alerts, state)};
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
			dashboards = dashboards.with(id, {...(state.dashboards.get(id) ?? notLoaded), value: {...value, period}});
		}
		return {...state, dropDays, dashboards};
	};

	const alertsOf = (all: readonly Alert[], state: State): Alerts => {
		const past = all
			.filter(({resolvedAt}) => resolvedAt !== undefined)
			.toSorted((one, other) => (other.resolvedAt?.wall ?? 0) - (one.resolvedAt?.wall ?? 0));
		const active = all.filter(({resolvedAt}) => resolvedAt === undefined);
		return {
			...state.alerts,
			active: new Map(active.map(alert => [alertKey(alert.kind, alert.campaignId), measuredAt(alert, state)])),
			past: past.slice(0, mostPastAlerts),
			changes: Math.max(0, ...all.map(({news}) => news)),
		};
	};

	/** An alert with its figure as it was by then; its cause follows from the campaign's figures. */
	const measuredAt = (alert: Alert, state: State): Alert => {
		const {kind, campaignId, cause} = alert;
		const values = last(`alerts/${alertKey(kind, campaignId)}`, state.now.wall)?.values;
		if (values?.id !== alert.id) {
			return alert;
		}
		const {rule, level, unit, partOf, value, threshold, worst, concerns, inVain, limit, note, seenAt} = values;
		const row = cause && campaignId !== undefined ? campaignRow(state, campaignId) : undefined;
		return {
			...alert,
			rule: rule as Alert['rule'],
			level: level as Alert['level'],
			unit: unit as Alert['unit'],
			partOf: partOf as Alert['partOf'],
			value: number(value) ?? alert.value,
			threshold: number(threshold) ?? alert.threshold,
			worst: {value: number(worst) ?? alert.worst.value, unit: unit as Alert['unit']},
			concerns: number(concerns) ?? Number.POSITIVE_INFINITY,
			inVain: number(inVain),
			limit: number(limit),
			note: text(note) ?? '',
			seenAt: at(number(seenAt) ?? alert.seenAt.wall),
			cause: row ? (diagnose(row).reasons.find(reason => reason.kind === cause?.kind) ?? cause) : cause,
		};
	};

	return {
		stateAt(moment, selected) {
			const {source, alertSettings, locked} = present();
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
			const isFew = campaigns.length <= fewCampaigns;
			const dashboards = campaigns.map(({id}): [string, Loaded<CampaignDashboard>] => {
				const isSelected = id === selected;
				const isWhole = isFew || isSelected;
				const loaded = dashboardOf(id, pollsOf(id, moment, isWhole, isFew && isSelected), source, failures, isWhole);
				const own = lists.filter(({campaignId}) => campaignId === id);
				return [id, loaded.value && own.length > 0 ? {...loaded, value: {...loaded.value, lists: own}} : loaded];
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
			return {...counted, ...markedAt(counted)};
		},
	};
};

const newestRead = (lists: readonly {readAt: number}[]): number => Math.max(...lists.map(({readAt}) => readAt));

/** Rows that are at least so many milliseconds apart, the last one among them. */
const apart = (rows: readonly Row[], least: number): Row[] => {
	let next = Number.POSITIVE_INFINITY;
	const chosen: Row[] = [];
	for (const row of rows.toReversed()) {
		if (row.at <= next) {
			chosen.push(row);
			next = row.at - least;
		}
	}
	return chosen.reverse();
};
