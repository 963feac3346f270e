/** Reads all of an hour under way, of so many campaigns polled every ten seconds, and prints how many MB it holds then. Run with --expose-gc. */
import {encodeBatch, fileStart, OpenRows, type StreamRow} from '../../source/recording/open-hour.ts';
import {figuresAt} from '../recording/floor.ts';

const campaigns = Number(process.argv[2]);
const [pollEvery, writeEvery, hour] = [10_000, 1000, 3_600_000];
const begin = Date.UTC(2026, 10, 26, 13);

const rows = Array.from({length: (campaigns * hour) / pollEvery}, (_, index): StreamRow => {
	const [campaign, poll] = [index % campaigns, Math.floor(index / campaigns)];
	const at = begin + Math.floor((index * pollEvery) / campaigns);
	return {stream: `figures/${campaign}`, at, seq: index + 1, values: figuresAt(campaign, poll)};
});
const batches = Map.groupBy(rows, ({at}) => Math.floor(at / writeEvery));
const file = Buffer.concat([fileStart, ...[...batches.values()].map(encodeBatch)]);

const megabytes = (): number => {
	globalThis.gc?.();
	return process.memoryUsage().heapUsed / 1e6;
};

const before = megabytes();
const open = new OpenRows();
open.feed(file);
const read = open.streams.reduce(
	(sum, stream) => sum + open.rows(stream).filter(({values}) => values.status).length,
	0,
);
process.stdout.write(`${JSON.stringify({megabytes: megabytes() - before, read, rows: rows.length})}\n`);
