/**
 * A recording: what dialtop has seen of one service, as rows of streams. Keys are UTC milliseconds and a sequence number; time
 * zones are for showing. A row is flat: a value that was not shown is absent.
 *
 * Streams by name; ID is a campaign's or a list's:
 *
 * - `figures/ID`: dashboard_stats as polled, by the names of `DashboardFigures`; `took` is the milliseconds of the request, and
 *   `statusSince` and `statusWas` are those of the model
 * - `graphs/ID`: points of the service's four graphs that are new or have changed (`graphs-read.ts` puts them together again)
 * - `outcomes/ID`: counts of campaign_summary, by its own words
 * - `lists/ID`: a calling list, when it has changed
 * - `switches/ID`: whether a calling list is on, when that has changed, of all lists
 * - `reads`: every listing of the campaigns, and every read that failed
 * - `listing/ID`: a campaign as listed, when it has changed
 * - `settings/ID`: the settings of a campaign, by their names, when they have changed
 * - `alerts/KIND ID`: what each poll measures anew of an active alert: its figure, threshold, worst figure and note
 * - `days/ID`: drops and live answers of a day before, as the service reported them
 * - `link`: the state of the connection, when it has changed
 * - `forecasts`: what was forecast of campaigns, and what came: `service/forecast-rows.ts` knows its rows
 * - `marks`: what happened (see {@link Mark})
 */
import type {Command, Pending, TargetName} from '../model/pending.ts';

/** The stream of the forecasts of all campaigns. */
export const forecastStream = 'forecasts';

export type Value = number | string;
export type Values = Readonly<Record<string, Value>>;

/** A row of a stream. */
export type Row = {
	/** UTC milliseconds. */
	readonly at: number;
	/** Grows with every row of the recording, also where a clock was set back. */
	readonly seq: number;
	readonly values: Values;
};

/** From a moment to another, both included, in UTC milliseconds. */
export type Period = {readonly from: number; readonly to: number};

/** How finely rows are stored. A coarser row ends with its period: figures are the last ones, gauges `X.min`, `X.mean`, `X.max` as well. */
export const tiers = ['polled', 'minute', 'hour', 'day'] as const;
export type Tier = (typeof tiers)[number];

/** Rows, oldest first, and how fine they are. */
export type Reading = {readonly tier: Tier; readonly rows: readonly Row[]};

/** The kinds of marks. */
export const markKinds = [
	/** A command was asked for, or its phase changed; `text` is its verb, `data` a `Pending`. */
	'command',
	/** An alert was raised, or rose; `text` is its rule, `data` an `Alert`. */
	'alert',
	/** An alert was acknowledged, is not any more, is over for now, or came back. */
	'alert-changed',
	'alert-ended',
	/** A campaign's status word changed; `text` is `PLAY → PAUSE`. */
	'state',
	/** Settings changed; `text` is `limit 3 → 5`; `data` a list of {name, from, to}. */
	'settings',
	/** A setting or a list was changed, and not by dialtop; `text` says what, `data` is a list of {name, from, to}. */
	'outside',
	/** Nothing was recorded since `since`; `text` says why. */
	'gap',
	/** A recording began, or went on. */
	'start',
	/** The clock of this machine was set back; `since` is what it showed before. */
	'clock',
] as const;
export type MarkKind = (typeof markKinds)[number];

/** A command as it is recorded. A recording is of one service: a target gets its name when it is read. */
export type RecordedCommand = Omit<Pending, 'command'> & {command: Omit<Command, 'target'> & {target: TargetName}};

/** Something that happened at a moment. */
export type Mark = {
	readonly at: number;
	readonly seq: number;
	readonly kind: MarkKind;
	/** Undefined if it is about the service as a whole. */
	readonly campaignId?: string | undefined;
	/** Of an alert or a command: unique in its run. */
	readonly id?: number | undefined;
	/** The run that saw it: the time at which it began. */
	readonly run: number;
	/** When a gap began. */
	readonly since?: number | undefined;
	/** Of an alert that was acknowledged: by which user of this machine. */
	readonly by?: string | undefined;
	readonly text: string;
	/** The alert or command as the model holds it, with moments of which both clocks are UTC milliseconds; masked as in the audit. */
	readonly data?: unknown;
};

/** Which marks are wanted; all of them by default. */
export type MarkFilter = {readonly kinds?: readonly MarkKind[]; readonly campaignId?: string | undefined};

/** A campaign that was recorded. */
export type RecordedCampaign = Period & {readonly id: string; readonly name: string};

/**
 * A day of a campaign: from where its totals began until they fell, as the service counts. If that was not seen, midnight in the time
 * zone of the service ends it. A date may have two of them, if the service lost its counts: they add up.
 */
export type Day = Period & {
	/** 2026-11-26, where it began. */
	readonly date: string;
	readonly campaignId: string;
	/** The figures at the end, with gauges as in other tiers; counts are exact. Drops are a rate of live answers, percent. */
	readonly values: Values;
};

/** Reads a recording, on this machine or a copied file. Every member may read the disk, and throws its errors. */
export type Recording = {
	/** Its folder or file; undefined in memory. */
	readonly path: string | undefined;
	/** From its first row to its last; undefined if it is empty. */
	span(): Period | undefined;
	/** In the order in which they were first seen. */
	campaigns(): readonly RecordedCampaign[];
	/** The names of all streams that begin with this text; those of which `last` finds nothing from a moment on may be omitted. */
	streams(prefix?: string, from?: number): readonly string[];
	/**
	 * Rows between two moments, of the finest tier that holds the first of them, or of the one that is named.
	 *
	 * @param names which values are asked for: the rows may hold others besides
	 */
	rows(stream: string, period: Period, tier?: Tier, names?: readonly string[]): Reading;
	/** The newest row at a moment or before it. */
	last(stream: string, at: number): Row | undefined;
	marks(period: Period, filter?: MarkFilter): readonly Mark[];
	/** The newest mark before a moment, and the oldest one after it. */
	markBefore(at: number, filter?: MarkFilter): Mark | undefined;
	markAfter(at: number, filter?: MarkFilter): Mark | undefined;
	/** When nothing was recorded. */
	gaps(period: Period): readonly Period[];
	/** The days of a campaign that began in a period, oldest first. */
	days(campaignId: string, period: Period): readonly Day[];
	/** What could not be read so far and was skipped: a sentence each. */
	readonly damage: readonly string[];
	close(): void;
};

/** Writes a recording. No member throws or waits: what cannot be written is counted, and reported once. */
export type RecordingWriter = {
	/** Adds a row; it is on the disk a second later. Time that goes back begins a new part, marked `clock`. */
	append(stream: string, at: number, values: Values): void;
	/** The recording as it is written, with rows that are not on the disk yet. */
	readonly reader: Recording;
	/** Rows that could not be written since the recording stopped; 0 while it goes on. */
	readonly missed: number;
	/** Writes the remaining rows. */
	close(): Promise<void>;
};
