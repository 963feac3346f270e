/** What `dialtop history export` prints: rows of a stream, as they were recorded. */

import type {Format} from '../../cli/table.ts';
import {hour} from '../../model/time.ts';
import {csvLine, snake} from '../../present/csv-json.ts';
import {dateAndTime} from '../../present/format.ts';
import type {Period, Recording, Row, Tier} from '../../recording/recording.ts';

/** The streams, by the words before their slash. */
export const streamKinds = [
	'figures',
	'graphs',
	'outcomes',
	'lists',
	'switches',
	'alerts',
	'reads',
	'listing',
	'settings',
	'link',
	'forecasts',
	'marks',
] as const;
export type StreamKind = (typeof streamKinds)[number];

/** What is asked for. */
export type Wanted = {kind: StreamKind; id: string | undefined; period: Period; tier: Tier | undefined};

/** The rows of a period, oldest first, an hour at a time, so that memory stays bounded. */
function* rowsOf(recording: Recording, stream: string, {period, tier}: Wanted): Generator<Row> {
	const whole = recording.span();
	if (!whole) {
		return;
	}
	const [from, to] = [Math.max(period.from, whole.from), Math.min(period.to, whole.to)];
	const length = tier === 'day' || tier === 'hour' ? 31 * 24 * hour : hour;
	for (let at = from; at <= to; at += length) {
		yield* recording.rows(stream, {from: at, to: Math.min(to, at + length - 1)}, tier).rows;
	}
}

/** The streams that are asked for, with the id of each. */
const streamsOf = (recording: Recording, {kind, id}: Wanted): {stream: string; id: string | undefined}[] =>
	recording
		.streams(kind)
		.map(stream => ({stream, id: stream.slice(kind.length + 1) || undefined}))
		.filter(one => (one.stream === kind || one.stream.startsWith(`${kind}/`)) && (id === undefined || one.id === id));

/** The lines of an export, one after another. */
export function* exportLines(
	recording: Recording,
	wanted: Wanted,
	format: Exclude<Format, 'table'>,
): Generator<string> {
	const {kind} = wanted;
	const streams = streamsOf(recording, wanted);
	const isNamed = streams.some(({id}) => id !== undefined);
	if (format === 'json') {
		for (const {stream, id} of streams) {
			for (const {at, seq, values} of rowsOf(recording, stream, wanted)) {
				const named = Object.fromEntries(
					Object.entries(values).map(([name, value]) => [
						snake(name),
						kind === 'marks' && name === 'data' ? JSON.parse(String(value)) : value,
					]),
				);
				yield `${JSON.stringify({time: new Date(at).toISOString(), shown: dateAndTime(at), seq, ...(isNamed && {id}), ...named})}\n`;
			}
		}
		return;
	}
	const names = new Set<string>();
	for (const {stream} of streams) {
		for (const {values} of rowsOf(recording, stream, wanted)) {
			for (const name of Object.keys(values)) {
				names.add(name);
			}
		}
	}
	yield csvLine(['time', 'shown', 'seq', ...(isNamed ? ['id'] : []), ...[...names].map(snake)]);
	for (const {stream, id} of streams) {
		for (const {at, seq, values} of rowsOf(recording, stream, wanted)) {
			yield csvLine([
				new Date(at).toISOString(),
				dateAndTime(at),
				seq,
				...(isNamed ? [id] : []),
				...[...names].map(name => values[name]),
			]);
		}
	}
}
