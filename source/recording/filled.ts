/**
 * A recording that is filled with what was read elsewhere: where it has nothing of a campaign, that takes its place; where both have
 * something, the recording wins.
 */
import type {Stretch, Zone} from '../model/calling-hours.ts';
import type {ChartSpan} from '../model/chart-steps.ts';
import {gapsBetween, seriesOf} from '../model/series.ts';
import {hour, minute} from '../model/time.ts';
import {inTier} from './read-parts.ts';
import type {Mark, MarkFilter, Period, RecordedCampaign, Recording, Row, Tier, Value} from './recording.ts';

/** What was read elsewhere so far. Rows of `figures/ID` and `listing/ID` are as a recorder writes them. */
export type Beside = {
	/** @param isCoarse whether rows will do that are further apart than polls or minutes */
	rows(stream: string, period: Period, isCoarse: boolean): readonly Row[];
	/** The newest row at a moment, or a while before it. */
	last(stream: string, at: number): Row | undefined;
	streams(): Iterable<string>;
	campaigns(): readonly RecordedCampaign[];
	/** From where to where it can be read, as far as is known. */
	span(): Period | undefined;
	marks(period: Period): readonly Mark[];
};

/** A recording with what fills it. */
export type FilledRecording = Recording & {
	/** The stretches of a campaign within a period that the recording alone has nothing of. */
	gapsOf(campaignId: string, period: Period, tier?: Tier): readonly Stretch[];
	/** Those of them that are filled, as far as they are. */
	filledIn(campaignId: string, period: Period, tier?: Tier): readonly Stretch[];
};

/** What is known of an engine that fills a recording. */
export type FillingState = {
	isAsking: boolean;
	/** Why something could not be read: a sentence. */
	problem: string | undefined;
	/** What it warned of. */
	warnings: readonly string[];
	/** Whether it reports that data is missing. */
	isPartial: boolean;
	/** Whether it has nothing of this service. */
	isEmpty: boolean;
};

/** Fills a recording from an engine. Nothing waits for it: what is asked for here is in the recording later. */
export type Filling = {
	/** The address of the engine, to show. */
	readonly host: string;
	readonly recording: FilledRecording;
	/** Grows with everything that comes. */
	readonly version: number;
	/** Each of these asks instead of what was asked for in the same way before. */
	chart(campaignId: string, span: ChartSpan, until: number): void;
	/** Of all campaigns; undefined once nobody looks back any more. */
	moment(at: number | undefined): void;
	around(campaignId: string | undefined, period: Period): void;
	/** What happened in a time that was not recorded; returns whether all that can be known of it is there. */
	happened(period: Period): boolean;
	/** Whether a moment was recorded here. */
	isRecorded(at: number): boolean;
	state(): FillingState;
	/** Calls back whenever something has come, or failed; returns how to stop. */
	subscribe(listener: () => void): () => void;
};

/** Shorter stretches without a row are no gaps: the next poll is on its way. */
const leastGap = 2 * minute;

/** Milliseconds around a period in which its first and last rows may lie. */
const lead: Readonly<Record<'minute' | 'hour', number>> = {minute: 15 * minute, hour: 2 * hour};

/**
 * The stretches of a period without rows of a tier.
 *
 * @param before rows from then on do not count
 * @returns them, and when the first of the rows begins
 */
const gapsIn = (
	recording: Pick<Recording, 'rows'>,
	stream: string,
	{from, to}: Period,
	tier: 'minute' | 'hour',
	zone: Zone,
	before = Number.POSITIVE_INFINITY,
) => {
	const length = tier === 'minute' ? minute : hour;
	// A row of an hour does not say which part of it was recorded: the minutes of the hour do.
	const around = {
		from: Math.floor(from / hour) * hour - lead[tier],
		to: Math.min(before - 1, Math.ceil(to / hour) * hour + lead[tier]),
	};
	const {rows} = recording.rows(stream, around, tier, ['status']);
	const samples = rows.map(({at}) => ({at, span: at % length, figures: {extra: {}, unreadable: []}}));
	const begin = samples[0] ? samples[0].at - samples[0].span : Number.POSITIVE_INFINITY;
	return {begin, gaps: gapsBetween(seriesOf(samples, zone), from, to)};
};

const isFigures = (stream: string): boolean => stream.startsWith('figures/');

/** The values of a listing that a campaign has from elsewhere, with those that the recording alone has. */
const listed = (own: Row | undefined, other: Row): Row => {
	const {gone: _, ...values} = own?.values ?? ({} as Readonly<Record<string, Value>>);
	return {...other, values: {order: Number.MAX_SAFE_INTEGER, ...values, ...other.values}};
};

/** Fills a recording. @param zone by whose midnight its days end */
export const filledRecording = (own: Recording, beside: Beside, zone: () => Zone): FilledRecording => {
	const gapsOf = (campaignId: string, period: Period, tier?: Tier): Stretch[] =>
		allGapsOf(campaignId, period, tier).filter(({from, until}) => until - from >= leastGap);

	const allGapsOf = (campaignId: string, period: Period, tier: Tier = 'minute'): readonly Stretch[] => {
		const stream = `figures/${campaignId}`;
		if (tier === 'hour' || tier === 'day') {
			return gapsIn(own, stream, period, 'hour', zone()).gaps;
		}
		const minutes = gapsIn(own, stream, period, 'minute', zone());
		// Of weeks ago the recording has hours alone.
		if (minutes.begin <= period.from) {
			return minutes.gaps;
		}
		const begin = Math.min(minutes.begin, period.to);
		return [
			...gapsIn(own, stream, {from: period.from, to: begin}, 'hour', zone(), minutes.begin).gaps,
			...minutes.gaps.flatMap(({from, until}) => (until > begin ? [{from: Math.max(from, begin), until}] : [])),
		];
	};

	/** The rows that fill the gaps of a stream. */
	const fillOf = (stream: string, period: Period, tier: Tier): readonly Row[] => {
		if (!isFigures(stream)) {
			return [];
		}
		const rows = beside.rows(stream, period, tier === 'hour' || tier === 'day');
		const gaps = rows.length > 0 ? gapsOf(stream.slice('figures/'.length), period, tier) : [];
		return rows.filter(({at}) => gaps.some(({from, until}) => at > from && at < until));
	};

	/** Whether the recording has nothing of a campaign at a moment. */
	const isGapAt = (campaignId: string, at: number): boolean =>
		gapsOf(campaignId, {from: at - lead.minute, to: at + minute}).some(({from, until}) => at > from && at < until);

	const marksIn = (period: Period, {kinds, campaignId}: MarkFilter = {}): Mark[] =>
		beside
			.marks(period)
			.filter(
				mark =>
					(kinds === undefined || kinds.includes(mark.kind)) &&
					(campaignId === undefined || mark.campaignId === campaignId) &&
					(mark.campaignId === undefined || isGapAt(mark.campaignId, mark.at)),
			);

	const byTime = (one: {at: number}, other: {at: number}): number => one.at - other.at;

	return {
		...own,
		get damage() {
			return own.damage;
		},
		gapsOf,
		filledIn(campaignId, period, tier = 'minute') {
			const rows = fillOf(`figures/${campaignId}`, period, tier);
			const samples = inTier(rows, tier).map(({at}) => ({at, span: 0, figures: {extra: {}, unreadable: []}}));
			const series = seriesOf(samples, zone());
			const filled: {from: number; until: number}[] = [];
			for (const {at} of samples) {
				const last = filled.at(-1);
				if (last && at - last.until <= series.longest) {
					last.until = at;
				} else {
					filled.push({from: at, until: at});
				}
			}
			return filled;
		},
		span() {
			const [one, other] = [own.span(), beside.span()];
			return one && other ? {from: Math.min(one.from, other.from), to: Math.max(one.to, other.to)} : (one ?? other);
		},
		campaigns() {
			const known = new Map(own.campaigns().map(one => [one.id, one]));
			for (const one of beside.campaigns()) {
				const before = known.get(one.id);
				known.set(one.id, {
					...(before ?? one),
					from: Math.min(one.from, before?.from ?? one.from),
					to: Math.max(one.to, before?.to ?? one.to),
				});
			}
			return [...known.values()].toSorted(({from}, other) => from - other.from);
		},
		streams: (prefix = '', from) =>
			[
				...new Set([...own.streams(prefix, from), ...[...beside.streams()].filter(one => one.startsWith(prefix))]),
			].toSorted(),
		rows(stream, period, named, names) {
			const {tier, rows} = own.rows(stream, period, named, names);
			const fill = inTier(fillOf(stream, period, tier), tier);
			return {tier, rows: fill.length > 0 ? [...rows, ...fill].toSorted(byTime) : rows};
		},
		last(stream, at) {
			const known = own.last(stream, at);
			const other =
				isFigures(stream) || stream.startsWith('listing/') || stream === 'link' ? beside.last(stream, at) : undefined;
			if (!other) {
				return known;
			}
			if (isFigures(stream)) {
				const since = Math.max(known?.at ?? 0, at - hour);
				return other.at > since && isGapAt(stream.slice('figures/'.length), other.at) ? other : known;
			}
			if (stream === 'link') {
				return other.at > (known?.at ?? 0) &&
					own.rows('reads', {from: at - lead.minute, to: at + lead.minute}, 'polled').rows.length === 0
					? other
					: known;
			}
			return isGapAt(stream.slice('listing/'.length), at) ? listed(known, other) : known;
		},
		marks: (period, filter) => [...own.marks(period, filter), ...marksIn(period, filter)].toSorted(byTime),
		markBefore(at, filter) {
			const known = own.markBefore(at, filter);
			return marksIn({from: known?.at ?? 0, to: at - 1}, filter).at(-1) ?? known;
		},
		markAfter(at, filter) {
			const known = own.markAfter(at, filter);
			return marksIn({from: at + 1, to: known?.at ?? Number.MAX_SAFE_INTEGER}, filter)[0] ?? known;
		},
	};
};
