/** Packs a recorded month into one piece of bytes: of its last day most, of those before what is looked at. */
import {constants, zstdCompressSync} from 'node:zlib';
import {decodeChunk, encodeChunk} from '../../source/recording/chunk.ts';
import {sealOf} from '../../source/recording/closing.ts';
import {fileNamed, type StoredChunk} from '../../source/recording/database.ts';
import type {Folder} from '../../source/recording/folder.ts';
import {type PackedHead, packedLengthBytes} from '../../source/recording/packed.ts';
import type {Row, Tier} from '../../source/recording/recording.ts';

const day = 86_400_000;

const compression = {params: {[constants.ZSTD_c_compressionLevel]: 22}};

/** The streams that are packed of each tier: of the last day alone, or of all. */
const packed: Readonly<Record<Tier, {streams: RegExp; isOfLastDay: boolean}>> = {
	polled: {streams: /^(?:graphs|alerts)\/|^reads$/, isOfLastDay: true},
	minute: {streams: /^figures\//, isOfLastDay: true},
	hour: {streams: /^(?:figures|lists|outcomes|listing|settings)\/|^(?:marks|link)$/, isOfLastDay: false},
	day: {streams: /^figures\//, isOfLastDay: false},
};

/** Streams that are packed once a day before the last one. */
const seldom = /^(?:outcomes|settings)\//;

/** A list that has changed less often in the last day has ended long ago, and there are hundreds. */
const leastChanges = 3;

/** Rules of alerts that are packed of every day. */
const lasting = /^drop-/;

const lastOfEachDay = (rows: readonly Row[]): Row[] =>
	[...Map.groupBy(rows, ({at}) => Math.floor(at / day)).values()].flatMap(some => some.at(-1) ?? []);

/** Marks without the settings that the pacing of the service changes by itself, and of earlier days without lesser alerts. */
const fewerMarks = (rows: readonly Row[], lastDay: number): Row[] => {
	const commands = rows.filter(({values}) => values.kind === 'command');
	return rows.filter(({at, values: {kind, campaign, text}}) => {
		switch (kind) {
			case 'settings':
				return commands.some(
					({at: asked, values}) => values.campaign === campaign && at >= asked && at < asked + 60_000,
				);
			case 'alert':
			case 'alert-changed':
			case 'alert-ended':
				return at >= lastDay || (lasting.test(String(text)) && kind !== 'alert-changed');
			default:
				return true;
		}
	});
};

/** A row without what another sandbox would contradict, as its campaigns are created when it starts, and without the extremes of an hour. */
const packedRow = (stream: string, row: Row): Row => ({
	...row,
	values: Object.fromEntries(
		Object.entries(row.values).filter(
			([name]) => !(stream.startsWith('listing/') && name === 'created') && !/\.(?:min|max)$/.test(name),
		),
	),
});

/** The rows of a stream that are packed. */
const thinned = (stream: string, rows: readonly Row[], lastDay: number): readonly Row[] => {
	const late = rows.filter(({at}) => at >= lastDay);
	if (stream === 'marks') {
		return fewerMarks(rows, lastDay);
	}
	if (stream.startsWith('lists/')) {
		return late.length < leastChanges ? [] : late;
	}
	return seldom.test(stream) ? [...lastOfEachDay(rows.filter(({at}) => at < lastDay)), ...late] : rows;
};

/** Packs the recording in a folder; `end` is the midnight with which it ends. */
export const pack = (folder: Folder, end: number): Buffer => {
	const lastDay = end - day;
	const head: PackedHead = {};
	const parts: Buffer[] = [];
	for (const {name, tier, from} of folder.names().flatMap(one => fileNamed(one) ?? [])) {
		const chunks: StoredChunk[] = [...(folder.toRead(name)?.all() ?? [])];
		for (const [stream, own] of Map.groupBy(chunks, one => one.stream)) {
			const {streams, isOfLastDay} = packed[tier];
			if (!streams.test(stream) || (isOfLastDay && from < lastDay)) {
				continue;
			}
			const seal = sealOf(tier, stream);
			const rows = own
				.flatMap(({bytes}) => decodeChunk(bytes, seal).rows())
				.toSorted((a, b) => a.at - b.at || a.seq - b.seq);
			const few = thinned(stream, rows, lastDay).map(row => packedRow(stream, row));
			const [first, last] = [few[0], few.at(-1)];
			if (first && last) {
				const bytes = encodeChunk(few, seal);
				parts.push(bytes);
				const {length} = bytes;
				const chunk = {
					stream,
					key: first.seq,
					from: first.at,
					to: last.at,
					lastSeq: last.seq,
					rows: few.length,
					length,
				};
				head[name] = [...(head[name] ?? []), chunk];
			}
		}
	}
	const text = zstdCompressSync(JSON.stringify(head), compression);
	const length = Buffer.alloc(packedLengthBytes);
	length.writeUInt32LE(text.length);
	return Buffer.concat([length, text, ...parts]);
};
