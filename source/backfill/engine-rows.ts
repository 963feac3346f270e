/** What an engine answered, as rows and marks of a recording. */
import {figuresIn, type MetricLabels, metricOf, polledAtIn} from '../metrics/figures-from.ts';
import {alertsFiring, serviceUp} from '../metrics/service-metrics.ts';
import {minute} from '../model/time.ts';
import type {EngineAnswer, EngineSeries} from '../prometheus/client.ts';
import type {Mark, Row, Value, Values} from '../recording/recording.ts';
import {createRest} from '../system/turns.ts';

/** A moment of one exporter's samples of a campaign. */
type Shown = {polledAt?: number; isFresh: boolean; values: Record<string, Value>};

/** How much older than its sample a poll may be: a figure is exported for some rounds of polls, and an engine looks back for five minutes. */
const longestAge = 20 * minute;

/** Which exporter a series is of: its labels but for those of the metric itself. Samples of two are never mixed. */
const exporterOf = (labels: MetricLabels, own: readonly string[]): string =>
	JSON.stringify(
		Object.entries(labels)
			.filter(([name]) => name !== '__name__' && !own.includes(name))
			.toSorted(),
	);

const groupsOf = async (
	series: readonly EngineSeries[],
): Promise<Map<string, {id: string; shown: Map<number, Shown>}>> => {
	const groups = new Map<string, {id: string; shown: Map<number, Shown>}>();
	const rest = createRest();
	for (const {labels, samples} of series) {
		const metric = metricOf(labels);
		if (!metric) {
			continue;
		}
		const key = exporterOf(labels, metric.labels);
		const group = groups.get(key) ?? {id: labels.campaign_id ?? '', shown: new Map<number, Shown>()};
		groups.set(key, group);
		let last: {value: number; figures: Values} | undefined;
		for (const {at, value} of samples) {
			const shown = group.shown.get(at) ?? {isFresh: false, values: {}};
			group.shown.set(at, shown);
			const polledAt = polledAtIn({labels, value});
			if (polledAt !== undefined) {
				shown.polledAt = polledAt;
			}
			last = last?.value === value ? last : {value, figures: figuresIn({labels, value}) as Values};
			Object.assign(shown.values, last.figures);
			shown.isFresh ||= metric.shown === 'fresh';
		}
		await rest();
	}
	return groups;
};

/**
 * The figures of campaigns, by their streams: a row for each poll that a sample shows, at the time of the poll. So a figure that an
 * engine repeats when nothing comes any more is no new one.
 */
export const figuresRows = async ({series}: EngineAnswer): Promise<Map<string, Row[]>> => {
	const streams = new Map<string, Row[]>();
	for (const {id, shown} of (await groupsOf(series)).values()) {
		const rows = streams.get(`figures/${id}`) ?? [];
		streams.set(`figures/${id}`, rows);
		for (const [at, {polledAt = at, isFresh, values}] of shown) {
			const isPlausible = polledAt <= at && at - polledAt < longestAge;
			if (isFresh) {
				rows.push({at: isPlausible ? polledAt : at, seq: at, values: {campaignId: id, ...values}});
			}
		}
	}
	for (const rows of streams.values()) {
		rows.sort((one, other) => one.at - other.at || one.seq - other.seq);
	}
	return streams;
};

/** What happened to the floor: which campaigns there were and in which states, and whether the service answered. */
export type Happenings = {rows: Map<string, Row[]>; marks: Mark[]};

const stateName = 'dialtop_campaign_state';

/** Stretches in which a series has samples; of one that begins or ends with the answer, that end is not known. */
const stretches = ({samples}: EngineSeries, step: number): {from: number; to: number}[] => {
	const found: {from: number; to: number}[] = [];
	for (const {at} of samples) {
		const last = found.at(-1);
		if (last && at - last.to <= 1.5 * step) {
			last.to = at;
		} else {
			found.push({from: at, to: at});
		}
	}
	return found;
};

/** A mark of something that the metrics show, each with its own number. */
const markOf = (at: number, seq: number, mark: Pick<Mark, 'kind' | 'campaignId' | 'text'>): Mark => ({
	at,
	seq,
	run: 0,
	...mark,
});

/** The expression that {@link happeningsIn} reads. */
export const happeningsExpression = (profile: string): string => {
	const of = `{profile=${JSON.stringify(profile)}}`;
	return [
		`(${stateName}${of} == 1)`,
		`dialtop_campaign_info${of}`,
		`${serviceUp.name}${of}`,
		`${alertsFiring.name}${of}`,
	].join(' or ');
};

/** Reads what happened between two moments, from samples that are a step apart. */
export const happeningsIn = async (
	{series}: EngineAnswer,
	{from, to, step}: {from: number; to: number; step: number},
): Promise<Happenings> => {
	const rest = createRest();
	const rows = new Map<string, Row[]>();
	const marks: Mark[] = [];
	const add = (stream: string, at: number, values: Values): void => {
		const known = rows.get(stream) ?? [];
		rows.set(stream, known);
		// Rows of a stream of changes: those that equal the one before are omitted.
		if (JSON.stringify(known.at(-1)?.values) !== JSON.stringify(values)) {
			known.push({at, seq: at, values});
		}
	};
	const up = new Map(
		series
			.filter(({labels}) => labels.__name__ === serviceUp.name)
			.flatMap(({samples}) => samples.map(({at, value}) => [at, value] as const)),
	);
	let since: number | undefined;
	for (const [at, value] of [...up].toSorted(([one], [other]) => one - other)) {
		since = value === 1 ? undefined : (since ?? at);
		add(
			'link',
			at,
			since === undefined ? {kind: 'live'} : {kind: 'retrying', reason: 'the service did not answer', since},
		);
	}
	/** What each campaign was at each moment. */
	const campaigns = new Map<string, Map<number, Record<string, Value>>>();
	for (const one of series) {
		const {labels, samples} = one;
		const {__name__: name, campaign_id: id, rule} = labels;
		if (name === alertsFiring.name && rule) {
			for (const stretch of stretches(one, step)) {
				if (stretch.from > from) {
					marks.push(markOf(stretch.from, marks.length, {kind: 'alert', campaignId: id, text: `alert ${rule}`}));
				}
				// It is over where the exporter goes on without it.
				if (stretch.to < to - step && up.has(stretch.to + step)) {
					marks.push(
						markOf(stretch.to + step, marks.length, {
							kind: 'alert-ended',
							campaignId: id,
							text: `alert ${rule} is over`,
						}),
					);
				}
			}
		}
		if (!metricOf(labels) || !id) {
			continue;
		}
		const moments = campaigns.get(id) ?? new Map<number, Record<string, Value>>();
		campaigns.set(id, moments);
		// Both metrics are 1 wherever they have a sample.
		const {campaignName, paceMethod, status} = figuresIn({labels, value: 1});
		const shown = {
			...(campaignName !== undefined && {name: campaignName}),
			...(paceMethod !== undefined && {dialMethod: paceMethod}),
			...(status !== undefined && {status}),
			...(name === stateName && {state: labels.state ?? ''}),
		};
		for (const {at} of samples) {
			moments.set(at, {...moments.get(at), ...shown});
		}
		await rest();
	}
	for (const [id, moments] of campaigns) {
		let before: Value | undefined;
		let last = from;
		for (const [at, {state, ...values}] of [...moments].toSorted(([one], [other]) => one - other)) {
			add(`listing/${id}`, at, values);
			if (before !== undefined && state !== undefined && before !== state && at > from) {
				marks.push(markOf(at, marks.length, {kind: 'state', campaignId: id, text: `${before} → ${state}`}));
			}
			before = state ?? before;
			last = at;
		}
		if (last < to - step && up.has(last + step)) {
			add(`listing/${id}`, last + step, {gone: 1});
		}
		await rest();
	}
	return {rows, marks: marks.toSorted((one, other) => one.at - other.at)};
};
