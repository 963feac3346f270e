/** A recording of an earlier time in front of another one, as one; and a recording that is moved to another time. */
import {day} from '../model/time.ts';
import type {Day, Mark, MarkFilter, Period, RecordedCampaign, Recording, Row, Value, Values} from './recording.ts';

/** Values of rows that are moments, in UTC milliseconds. */
const moments: ReadonlySet<string> = new Set(['statusSince', 'since', 'silentSince', 'seenAt', 'run']);

/** Moves the moments in an alert or a command. */
const movedData = (data: unknown, by: number): unknown =>
	JSON.parse(JSON.stringify(data), (name, value: unknown) =>
		(name === 'wall' || name === 'mono') && typeof value === 'number' ? value + by : value,
	);

const moved = ({from, to}: Period, by: number): Period => ({from: from + by, to: to + by});

/**
 * A recording that does not grow, as if everything had happened later.
 *
 * @param by milliseconds
 * @param until nothing of it is read from then on, by the later time
 */
export const movedRecording = (recording: Recording, by: number, until: number): Recording => {
	/** A period in the time of the recording. */
	const within = ({from, to}: Period): Period => moved({from, to: Math.min(to, until - 1)}, -by);
	const dateAfter = (date: string): string =>
		new Date(Date.parse(date) + Math.round(by / day) * day).toISOString().slice(0, 10);
	/** A value of a row: a moment, a date, or an alert or a command as JSON. */
	const movedValue = (name: string, value: Value): Value => {
		if (typeof value === 'number') {
			return moments.has(name) ? value + by : value;
		}
		switch (name) {
			case 'date':
				return dateAfter(value);
			case 'data':
				return JSON.stringify(movedData(JSON.parse(value), by));
			default:
				return value;
		}
	};
	const rowOf = ({at, seq, values}: Row): Row => ({
		at: at + by,
		seq,
		values: Object.fromEntries(
			Object.entries(values).map(([name, value]) => [name, movedValue(name, value)]),
		) as Values,
	});
	const markOf = ({at, run, since, data, ...mark}: Mark): Mark => ({
		...mark,
		at: at + by,
		run: run + by,
		...(since !== undefined && {since: since + by}),
		...(data !== undefined && {data: movedData(data, by)}),
	});
	let span: Period | undefined;
	return {
		path: undefined,
		span() {
			span ??= recording.span();
			return span && {from: span.from + by, to: Math.min(span.to + by, until)};
		},
		campaigns: () =>
			recording.campaigns().map(({from, to, ...campaign}) => ({
				...campaign,
				from: from + by,
				to: Math.min(to + by, until),
			})),
		streams: prefix => recording.streams(prefix),
		rows(stream, period, named, names) {
			const {tier, rows} = recording.rows(stream, within(period), named, names);
			return {tier, rows: rows.map(rowOf)};
		},
		last(stream, at) {
			const row = recording.last(stream, Math.min(at, until - 1) - by);
			return row && rowOf(row);
		},
		marks: (period, filter) => recording.marks(within(period), filter).map(markOf),
		markBefore(at, filter) {
			const mark = recording.markBefore(Math.min(at, until) - by, filter);
			return mark && markOf(mark);
		},
		markAfter(at, filter) {
			const mark = recording.markAfter(at - by, filter);
			return mark && mark.at + by < until ? markOf(mark) : undefined;
		},
		gaps: period => recording.gaps(within(period)).map(gap => moved(gap, by)),
		days: (campaignId, period) =>
			recording.days(campaignId, within(period)).map(
				(one): Day => ({
					...one,
					...moved(one, by),
					date: dateAfter(one.date),
					values: rowOf({at: 0, seq: 0, values: one.values}).values,
				}),
			),
		get damage() {
			return recording.damage;
		},
		close: () => recording.close(),
	};
};

/** What lies between two recordings: from when to when, and why nothing was recorded, for the mark of a gap. */
export type Between = Period & {
	text: string;
	/** When the earlier one begins. */
	begin: number;
};

/**
 * Two recordings as one.
 *
 * @param earlier opened when something of it is first asked for: it takes memory
 */
export const withEarlier = (later: Recording, between: Between, earlier: () => Recording): Recording => {
	const {to: begin, text} = between;
	const isEarlier = ({from}: Period): boolean => from < between.from;
	const marksIn = ({from, to}: Period, {kinds, campaignId}: MarkFilter = {}): Mark[] =>
		from <= begin && to >= begin && campaignId === undefined && (kinds === undefined || kinds.includes('gap'))
			? [{at: begin, seq: 0, kind: 'gap', run: begin, since: between.from, text}]
			: [];
	return {
		path: later.path,
		span: () => ({from: between.begin, to: later.span()?.to ?? begin}),
		campaigns() {
			const known = new Map(
				earlier()
					.campaigns()
					.map(one => [one.id, one]),
			);
			const recorded = later.campaigns();
			for (const {id, name, from, to} of recorded) {
				known.set(id, {id, name, from: known.get(id)?.from ?? from, to});
			}
			return [...known.values()] satisfies RecordedCampaign[];
		},
		streams: (prefix, from = Number.NEGATIVE_INFINITY) =>
			from < begin
				? [...new Set([...earlier().streams(prefix), ...later.streams(prefix)])].toSorted()
				: later.streams(prefix),
		rows(stream, period, named, names) {
			if (!isEarlier(period)) {
				return later.rows(stream, period, named, names);
			}
			const {tier, rows} = earlier().rows(stream, period, named, names);
			return rows.length === 0 && named === undefined
				? later.rows(stream, period, named, names)
				: {tier, rows: [...rows, ...later.rows(stream, period, tier, names).rows]};
		},
		last: (stream, at) => (at < begin ? earlier().last(stream, at) : later.last(stream, at)),
		marks(period, filter) {
			const own = later.marks(period, filter);
			return isEarlier(period)
				? [...earlier().marks(period, filter), ...marksIn(period, filter), ...own]
				: [...marksIn(period, filter), ...own];
		},
		markBefore: (at, filter) =>
			later.markBefore(at, filter) ?? marksIn({from: begin, to: at - 1}, filter)[0] ?? earlier().markBefore(at, filter),
		markAfter: (at, filter) =>
			(at < begin ? earlier().markAfter(at, filter) : undefined) ??
			marksIn({from: at + 1, to: begin}, filter)[0] ??
			later.markAfter(at, filter),
		gaps: period => [
			...(isEarlier(period) ? earlier().gaps(period) : []),
			...(period.from <= begin && period.to >= between.from ? [{from: between.from, to: begin}] : []),
			...later.gaps(period),
		],
		days: (campaignId, period) => [
			...(isEarlier(period) ? earlier().days(campaignId, period) : []),
			...later.days(campaignId, period),
		],
		get damage() {
			return later.damage;
		},
		close: () => later.close(),
	};
};
