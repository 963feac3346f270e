/** The lines of `dialtop watch` for the changes between two states. */
import type {AlertGroup} from '../../alerts/floods.ts';
import {type AlertNews, alertRecord} from '../../alerts/news.ts';
import type {Out} from '../../cli/out.ts';
import type {Failure} from '../../model/loaded.ts';
import {campaignRow} from '../../model/select.ts';
import type {State} from '../../model/state.ts';
import {endText, groupSentence} from '../../present/alert-text.ts';
import {disputeRecord, meansOf} from '../../present/status-text.ts';
import {struck} from '../../wire/secrets.ts';
import {figuresRecord} from '../campaign/json.ts';

export const kinds = ['poll', 'failure', 'link', 'alert'] as const;

/** The subject of a line: figures, a failed poll, the connection, an alert. */
export type Kind = (typeof kinds)[number];

/** A line as an object. */
export type WatchLine = {time: string; kind: Kind} & Readonly<Record<string, unknown>>;

const line = ({source}: State, kind: Kind, wall: number, fields: Readonly<Record<string, unknown>>): WatchLine => ({
	time: new Date(wall).toISOString(),
	kind,
	profile: source.profile || null,
	environment: source.environment,
	host: source.host,
	...fields,
});

const campaignIn = (state: State, id: string) => ({id, name: state.campaigns.value?.get(id)?.name ?? null});

const milliseconds = (from: number, to: number): number => Math.round((to - from) * 10) / 10;

const polls = (before: State, state: State): WatchLine[] =>
	[...state.dashboards].flatMap(([id, {span}]) => {
		const row = before.dashboards.get(id)?.span === span ? undefined : campaignRow(state, id);
		return row && span
			? line(state, 'poll', span.receivedAt.wall, {
					campaign: campaignIn(state, id),
					status: row.status ?? null,
					means: meansOf(row),
					disputed: disputeRecord(row),
					figures: figuresRecord(state, row),
					latency_ms: milliseconds(span.sentAt.mono, span.receivedAt.mono),
				})
			: [];
	});

const failures = (before: State, state: State): WatchLine[] => {
	const failed = ({at, reason}: Failure, campaign: ReturnType<typeof campaignIn> | null): WatchLine =>
		line(state, 'failure', at.wall, {campaign, reason});
	const {failure} = state.campaigns;
	return [
		...(failure && failure !== before.campaigns.failure ? [failed(failure, null)] : []),
		...[...state.dashboards].flatMap(([id, {failure}]) =>
			failure && failure !== before.dashboards.get(id)?.failure ? failed(failure, campaignIn(state, id)) : [],
		),
	];
};

/** Campaigns that the service no longer lists: without a line, they would end silently. */
const gone = (before: State, state: State): WatchLine[] =>
	[...(before.campaigns.value?.keys() ?? [])].flatMap(id =>
		state.campaigns.value?.has(id)
			? []
			: line(state, 'failure', state.campaigns.span?.receivedAt.wall ?? state.now.wall, {
					campaign: campaignIn(before, id),
					reason: 'the service lists it no longer',
				}),
	);

const link = (state: State, wall: number): WatchLine => {
	const now = state.link;
	const isRetrying = now.kind === 'retrying';
	return line(state, 'link', wall, {
		link: now.kind,
		reason: 'reason' in now && now.reason !== '' ? now.reason : null,
		next_try: isRetrying ? new Date(now.nextAt.wall).toISOString() : null,
	});
};

/** News of an alert, or of those of a flood; the monitor reports none for one that has eased or joined another. */
export type AlertChange = AlertGroup & Pick<AlertNews, 'at'> & {event: AlertNews['event'] | 'eased' | 'joined'};

/** The line for news of an alert, or of those of a flood. */
export const alertLine = (state: State, news: AlertChange): WatchLine =>
	line(
		state,
		'alert',
		news.at.wall,
		alertRecord(state, news, {text: groupSentence(news, state.source), endOf: ({end}) => end && endText(end)}),
	);

/**
 * The lines for the changes between two states, except for those of alerts.
 *
 * @param wall the present time, for changes without a time of their own
 */
export const linesBetween = (before: State, state: State, wall: number): WatchLine[] => [
	...(state.link.kind !== before.link.kind && state.link.kind !== 'starting' ? [link(state, wall)] : []),
	...(state.dashboards === before.dashboards ? [] : polls(before, state)),
	...(state.campaigns === before.campaigns ? [] : gone(before, state)),
	...failures(before, state),
];

/** The most bytes that are buffered; beyond them, every line is dropped. */
const mostPending = 256 * 1024;

export type LineWriter = {
	/**
	 * Writes a record as one line without secrets; returns false if it was dropped because the reader is behind. The
	 * next line then says as `dropped` how many are missing before it.
	 *
	 * @param isSpare true for a line to drop as soon as the reader is behind at all
	 */
	write(record: Readonly<Record<string, unknown>>, isSpare: boolean): boolean;
};

/** Strikes secrets from the strings, not from the line, which has to remain JSON; for `JSON.stringify`. */
export const withoutSecrets = (_name: string, value: unknown): unknown =>
	typeof value === 'string' ? struck(value) : value;

export const createLineWriter = (out: Pick<Out, 'write' | 'pending'>): LineWriter => {
	let dropped = 0;
	return {
		write(record, isSpare) {
			if (out.pending() > (isSpare ? 0 : mostPending)) {
				dropped++;
				return false;
			}
			out.write(`${JSON.stringify(dropped > 0 ? {...record, dropped} : record, withoutSecrets)}\n`);
			dropped = 0;
			return true;
		},
	};
};
