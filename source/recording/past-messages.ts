/**
 * The messages of the past: what each poll, each read and each second brought, hour by hour in their order, as the monitor's
 * reducer got them. Where polls are no longer stored, a minute counts as one.
 */
import type {CallingList} from '../model/list.ts';
import type {Message} from '../model/state.ts';
import {hour, type Moment, type Span} from '../model/time.ts';
import type {CampaignRecord} from '../model/wire.ts';
import {GraphPoints} from './graph-points.ts';
import {graphsWithin} from './graphs-read.ts';
import type {Period, Recording, Row, Values} from './recording.ts';
import {at, failureOf, linkOf, listOf, polledIn, sentIn, spanOf, text} from './row-values.ts';

/** A message of the past; or that dialtop was started, and knew nothing yet. */
export type PastMessage = Message | {type: 'started'; now: Moment};

/** An hour of the past. */
export type PastHour = Period & {
	/** True if it is stored by the minute alone. */
	isByMinute: boolean;
	/** True if only sums of the hour are stored, which no message is made of. */
	isByHour: boolean;
	messages: Iterable<PastMessage>;
};

type Source = Pick<Recording, 'span' | 'streams' | 'rows' | 'last' | 'marks'>;

/** Streams in the order in which rows of one moment are read: a listing names campaigns first, and figures come with their graphs. */
const kinds = ['marks', 'listing', 'graphs', 'link', 'reads', 'figures', 'lists'] as const;
type Kind = (typeof kinds)[number];

type Entry = {rank: number; kind: Kind; id: string; row: Row};

/** Milliseconds of a tick: as often as the monitor looks at the time. */
const tickEvery = 1000;

const recordOf = (id: string, {name, status, dialMethod, created}: Values): CampaignRecord => ({
	id,
	name: text(name),
	status: text(status),
	active: undefined,
	dialMethod: text(dialMethod),
	created: text(created),
	extra: {},
	unreadable: [],
});

/** Reads a recording from a moment on. */
class PastReader {
	readonly #recording: Source;
	readonly #listing = new Map<string, Values>();
	readonly #lists = new Map<string, CallingList>();
	readonly #graphs = new Map<string, GraphPoints>();
	/** Campaigns whose lists the state knows; these come after the figures. */
	readonly #withLists = new Set<string>();
	#link: Row | undefined;
	#now: number;

	constructor(recording: Source, from: number) {
		this.#recording = recording;
		this.#now = from;
		this.#link = recording.last('link', from);
		for (const id of this.#ids('listing')) {
			this.#list(id, recording.last(`listing/${id}`, from)?.values);
		}
		for (const id of this.#ids('lists')) {
			const row = recording.last(`lists/${id}`, from);
			if (row) {
				this.#lists.set(id, listOf(id, row.values));
			}
		}
		for (const id of this.#ids('graphs')) {
			const before = {from: from - graphsWithin, to: from - 1};
			for (const {values} of recording.rows(`graphs/${id}`, before, 'polled').rows) {
				this.#graphsOf(id).add(values);
			}
		}
	}

	#ids(kind: Kind): string[] {
		return this.#recording.streams(`${kind}/`).map(stream => stream.slice(kind.length + 1));
	}

	#list(id: string, values: Values | undefined): void {
		if (values && values.gone === undefined) {
			this.#listing.set(id, values);
		} else {
			this.#listing.delete(id);
		}
	}

	#graphsOf(id: string): GraphPoints {
		const graphs = this.#graphs.get(id) ?? new GraphPoints();
		this.#graphs.set(id, graphs);
		return graphs;
	}

	/** The rows of an hour, in order, and how finely its figures are stored. */
	#entries(period: Period): {entries: Entry[]} & Pick<PastHour, 'isByMinute' | 'isByHour'> {
		const read = (tier: 'polled' | 'minute'): Entry[] =>
			kinds.flatMap((kind, rank) => {
				const streams = ['marks', 'link', 'reads'].includes(kind) ? [kind] : this.#recording.streams(`${kind}/`);
				const isGathered = kind === 'figures' || kind === 'lists';
				return streams.flatMap(stream =>
					this.#recording
						.rows(stream, period, isGathered ? tier : 'polled')
						.rows.map(row => ({rank, kind, id: stream.slice(kind.length + 1), row})),
				);
			});
		const hasFigures = (entries: Entry[]): boolean => entries.some(({kind}) => kind === 'figures');
		const polled = read('polled');
		const byMinute = hasFigures(polled) ? [] : read('minute');
		const isByMinute = hasFigures(byMinute);
		const isByHour =
			!isByMinute &&
			!hasFigures(polled) &&
			this.#recording.streams('figures/').some(stream => this.#recording.rows(stream, period, 'hour').rows.length > 0);
		const entries = (isByMinute ? byMinute : polled).toSorted(
			(one, other) => one.row.at - other.row.at || one.rank - other.rank || one.row.seq - other.row.seq,
		);
		return {entries, isByMinute, isByHour};
	}

	/** What happened in an hour. */
	hour(period: Period): PastHour {
		const {entries, isByMinute, isByHour} = this.#entries(period);
		return {...period, isByMinute, isByHour, messages: this.#messages(period, entries, isByMinute)};
	}

	*#messages({from, to}: Period, entries: readonly Entry[], isByMinute: boolean): Generator<PastMessage> {
		if (from === this.#now) {
			yield {type: 'started', now: at(from)};
			yield* this.#known();
		}
		// Hours that are stored by the minute lack the times of the listings.
		if (isByMinute) {
			yield this.#listed(at(from));
		}
		for (const entry of entries) {
			yield* this.#ticks(entry.row.at);
			yield* this.#messagesOf(entry, isByMinute);
		}
		yield* this.#ticks(to);
	}

	*#ticks(until: number): Generator<PastMessage> {
		for (; this.#now + tickEvery <= until; ) {
			this.#now += tickEvery;
			yield {type: 'tick', now: at(this.#now)};
		}
	}

	/** The messages for a state that knows nothing. */
	*#known(): Generator<PastMessage> {
		this.#withLists.clear();
		yield {type: 'link', link: linkOf(this.#link), now: at(this.#now)};
		if (this.#listing.size > 0) {
			yield this.#listed(at(this.#now));
		}
	}

	#listed(moment: Moment, span: Span = {sentAt: moment, receivedAt: moment}): PastMessage {
		const records = [...this.#listing]
			.toSorted(([, one], [, other]) => Number(one.order) - Number(other.order))
			.map(([id, values]) => recordOf(id, values));
		return {type: 'campaigns-polled', span, records};
	}

	#listsOf(campaignId: string): PastMessage[] {
		const records = [...this.#lists.values()].filter(list => list.campaignId === campaignId);
		this.#withLists.add(campaignId);
		return records.length > 0 ? [{type: 'lists-of-polled', campaignId, records}] : [];
	}

	*#messagesOf({kind, id, row}: Entry, isByMinute: boolean): Generator<PastMessage> {
		const {values} = row;
		switch (kind) {
			case 'marks':
				if (values.kind === 'start') {
					yield {type: 'started', now: at(row.at)};
					yield* this.#known();
				}
				break;
			case 'listing':
				this.#list(id, values);
				if (isByMinute) {
					yield this.#listed(at(row.at));
				}
				break;
			case 'graphs':
				this.#graphsOf(id).add(values);
				break;
			case 'link':
				this.#link = row;
				yield {type: 'link', link: linkOf(row), now: at(row.at)};
				break;
			case 'reads':
				yield* this.#read(row);
				break;
			case 'figures':
				yield {
					type: 'dashboard-polled',
					campaignId: id,
					span: spanOf(row),
					dashboard: {...this.#graphsOf(id).graphs, figures: isByMinute ? sentIn(values) : polledIn(values)},
				};
				if (!this.#withLists.has(id)) {
					yield* this.#listsOf(id);
				}
				break;
			case 'lists': {
				const list = listOf(id, values);
				this.#lists.set(id, list);
				if (list.campaignId !== undefined) {
					yield* this.#listsOf(list.campaignId);
				}
			}
		}
	}

	*#read(row: Row): Generator<PastMessage> {
		const {what, campaign, reason} = row.values;
		if (what === 'campaigns') {
			yield reason === undefined
				? this.#listed(at(row.at), spanOf(row))
				: {type: 'campaigns-failed', failure: failureOf(row)};
		} else if (what === 'dashboard' && campaign !== undefined) {
			yield {type: 'dashboard-failed', campaignId: String(campaign), failure: failureOf(row)};
		}
	}
}

/** The hours of a period, in their order. Each is to be read to its end before the next one. */
export function* pastHours(recording: Source, {from, to}: Period): Generator<PastHour> {
	const reader = new PastReader(recording, from);
	for (let begin = from; begin <= to; ) {
		const next = (Math.floor(begin / hour) + 1) * hour;
		yield reader.hour({from: begin, to: Math.min(next - 1, to)});
		begin = next;
	}
}
