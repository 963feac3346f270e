/**
 * What a recording tells of a campaign at a moment. Its newest figures are read at once; graphs and history when they are first asked
 * for, since a screen draws those of a few campaigns alone.
 */
import {dialStateOf} from '../model/campaign.ts';
import {figuresOfPart, type HistoryPart, historyOf, type PollOf} from '../model/history.ts';
import {lazily, once} from '../model/lazily.ts';
import type {CallingList} from '../model/list.ts';
import {type Failure, type Loaded, notLoaded} from '../model/loaded.ts';
import type {Graphs, Sample} from '../model/sample.ts';
import type {CampaignDashboard, State} from '../model/state.ts';
import {hour, minute} from '../model/time.ts';
import type {CallOutcomes} from '../model/wire.ts';
import {GraphsRead} from './graphs-read.ts';
import type {Period, Recording, Row} from './recording.ts';
import {at, number, polledIn, sentIn, spanOf, text} from './row-values.ts';

/** How long before a moment the polls begin that say what is usual and what is wrong, and those by which a clock is known. */
const watchedFor = 30 * minute;
const clockFor = 3 * minute;

/** Of the hours before them, which wide charts show, one in so many milliseconds is enough. */
const charted = 12 * hour;
const chartStep = 5 * minute;

/** What is read of the recording. */
type Source = Pick<Recording, 'rows' | 'last'>;

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

/** What `read` returns; if the disk fails while a screen draws, what nothing is known of. */
const orUnknown = <T>(read: () => T, unknown: T): T => {
	try {
		return read();
	} catch {
		return unknown;
	}
};

/** Whether a part of a history follows from the graphs, too. */
const isDrawn: Readonly<Record<HistoryPart, boolean>> = {
	judged: true,
	past: true,
	clock: true,
	dropRates: false,
	waiting: false,
};

const noGraphs: Graphs = {calls: undefined, agents: undefined, leads: undefined, liveCalls: undefined};

/** The polls of a campaign up to its newest one. */
class PastPolls {
	readonly #recording: Source;
	readonly #id: string;
	readonly #newest: Row;
	readonly #words: State['source']['statusWords'];

	constructor(recording: Source, id: string, newest: Row, words: State['source']['statusWords']) {
		this.#recording = recording;
		this.#id = id;
		this.#newest = newest;
		this.#words = words;
	}

	/** Those that a part of the history is built of, oldest first. */
	of<Part extends HistoryPart>(part: Part): PollOf<Part>[] {
		const rows = this.#rowsOf(part);
		const period = {from: rows[0]?.at ?? this.#newest.at, to: this.#newest.at};
		const graphs = this.#graphsFor(part, period);
		return rows.map(row => {
			const figures = polledIn(row.values);
			return {
				...(graphs ? graphs.until(row.at) : noGraphs),
				figures,
				span: spanOf(row),
				state: dialStateOf(figures.status, this.#words),
			};
		});
	}

	#graphsFor(part: HistoryPart, period: Period): GraphsRead | undefined {
		if (!isDrawn[part]) {
			return undefined;
		}
		// The times of one graph are enough for a clock.
		const calls = part === 'clock' ? new GraphsRead(this.#recording, this.#id, period, 'calls') : undefined;
		return calls?.until(period.from).calls?.length ? calls : new GraphsRead(this.#recording, this.#id, period);
	}

	#rowsOf(part: HistoryPart): readonly Row[] {
		const recent = this.#recent(part, part === 'clock' ? clockFor : watchedFor);
		return part === 'past'
			? [...apart(this.#read(part, charted, watchedFor + 1, 'minute'), chartStep), ...recent]
			: recent;
	}

	/** What was polled is stored for days, and its minutes for weeks. */
	#recent(part: HistoryPart, from: number): readonly Row[] {
		const polled = this.#read(part, from, 0, 'polled');
		const rows = polled.length > 0 ? polled : this.#read(part, from, 0, 'minute');
		return rows.length > 0 ? rows : [this.#newest];
	}

	#read(part: HistoryPart, from: number, to: number, tier: 'polled' | 'minute'): readonly Row[] {
		const {at: newest} = this.#newest;
		const names = [...figuresOfPart[part], 'status', 'took'];
		return this.#recording.rows(`figures/${this.#id}`, {from: newest - from, to: newest - to}, tier, names).rows;
	}
}

/** How the graphs of a campaign's newest answer are read, each when it is first asked for. */
const graphsAt = (recording: Source, id: string, moment: number) => {
	const graph = <Name extends keyof Graphs>(name: Name) =>
		once(() =>
			orUnknown(() => new GraphsRead(recording, id, {from: moment, to: moment}, name).until(moment)[name], undefined),
		);
	return {calls: graph('calls'), agents: graph('agents'), leads: graph('leads'), liveCalls: graph('liveCalls')};
};

/** What is known of a campaign beside its polls. */
type Beside = Pick<State, 'source'> & {
	/** Why it could not be read, if it failed after the newest poll. */
	failure: Failure | undefined;
	/** Its lists; none if they were not read. */
	lists: readonly CallingList[];
	/** What came of its calls. */
	outcomes: Row | undefined;
};

/** What was known of a campaign by its newest poll; `undefined` before the first. */
export const dashboardAt = (
	recording: Source,
	id: string,
	newest: Row | undefined,
	{source: {statusWords}, failure, lists, outcomes}: Beside,
): Loaded<CampaignDashboard> => {
	if (!newest) {
		return {...notLoaded, failure};
	}
	const span = spanOf(newest);
	const figures = sentIn(newest.values);
	const graphs = graphsAt(recording, id, newest.at);
	const latest: Sample = lazily({figures, span, state: dialStateOf(figures.status, statusWords)}, graphs);
	const polls = new PastPolls(recording, id, newest, statusWords);
	const {statusSince, statusWas} = newest.values;
	const value: CampaignDashboard = lazily(
		{
			figures,
			statusSince: at(number(statusSince) ?? newest.at),
			statusWas: text(statusWas),
			history: historyOf(latest, part => orUnknown(() => polls.of(part), [])),
			outcomes: outcomesOf(outcomes),
			...(lists.length > 0 && {lists}),
		},
		graphs,
	);
	return {value, span, failure};
};
