/** `dialtop forecast` of a recording: what it says of itself, and the schema of its JSON. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {z} from 'zod';
import {recordText} from '../../source/commands/forecast/rows.ts';
import {forecastCommand} from '../../source/commands/forecast.ts';
import {scoreRecordOf} from '../../source/foresight/bands.ts';
import {minute} from '../../source/model/time.ts';
import {diskFolder} from '../../source/recording/folder.ts';
import type {Values} from '../../source/recording/recording.ts';
import {createForecastRecords} from '../../source/service/forecast-records.ts';
import {watchedFloor} from '../foresight/floor.ts';
import {soundWriter, stillClock} from '../helpers/recording.ts';
import {called} from './called.ts';

const floor = watchedFloor({agents: 6, seed: 7}, 130);
let path: string;

/** A recording of the floor, with so many forecasts of it, of which each fourth was wrong. */
beforeAll(async () => {
	path = mkdtempSync(join(tmpdir(), 'dialtop-forecast-'));
	const writer = soundWriter({
		folder: diskFolder(path),
		clock: stillClock(() => floor.points[0]?.at ?? 0),
		zone: 'UTC',
	});
	await writer.settled();
	for (const {at, figures} of floor.points) {
		const {extra: _, unreadable: __, ...values} = figures;
		writer.append('listing/1001', at, {id: '1001', name: 'First', status: 'PLAY', order: 0, statusSince: at});
		writer.append('reads', at, {what: 'campaigns', took: 10, count: 1});
		writer.append('figures/1001', at, {...values, took: 10, statusSince: at} as Values);
	}
	const records = createForecastRecords(writer.reader, (...row) => writer.append(...row));
	const band = {low: 1, median: 2, high: 3};
	for (let index = 0; index < 12; index++) {
		records.add(
			{
				campaignId: '1002',
				at: floor.now - (12 - index) * 40 * minute,
				ahead: 30,
				closesAt: floor.closesAt,
				kind: 'as-is',
				agents: 6,
				bands: {drop: band, dropAtClose: band, talk: band, ready: band},
				came: {drop: index % 4 === 3 ? 4 : 2.5},
				isOver: true,
				isClosed: false,
			},
			floor.now,
		);
	}
	await writer.close();
});
afterAll(() => rmSync(path, {recursive: true}));

const rate = z.number().min(0).max(100);
const bandOf = <T extends z.ZodType>(value: T) => z.strictObject({median: value, low: value, high: value});
const likely = z.strictObject({
	drop: bandOf(rate),
	drop_at_close: bandOf(rate),
	talk: bandOf(z.number().min(0).max(60)),
	ready: bandOf(z.number().min(0).max(60)),
	leads_out: bandOf(z.iso.datetime().nullable()).nullable(),
});
const figure = z.strictObject({scored: z.int(), inside: z.int(), in_all: z.int(), calibrated: z.boolean()});
const schema = z.strictObject({
	as_is: likely,
	changed: likely,
	runs: z.int(),
	calibrated_on: z.strictObject({minutes: z.int(), until: z.iso.datetime(), dials: z.int(), talks: z.int()}),
	track_record: z.strictObject({
		...figure.shape,
		changes_scored: z.int(),
		hindcasts: z.int(),
		floors: z.enum(['small', 'medium', 'large']),
		figures: z.strictObject({drop: figure, drop_at_close: figure, talk: figure, ready: figure}),
	}),
});

test('the JSON has the schema that is documented, with the record of floors of its size', async () => {
	const {code, stdout, stderr} = await called(forecastCommand, '1001', '--file', path, '--level', '1.6', '--json');
	expect({code, stderr}).toEqual({code: 0, stderr: ''});
	const read = schema.parse(JSON.parse(stdout));
	expect(read.track_record).toMatchObject({
		scored: 12,
		// Of three that the simulation's band did not hold, the last was inside the band that the nine before it made.
		inside: 10,
		in_all: 12,
		calibrated: true,
		changes_scored: 0,
		hindcasts: 0,
		floors: 'small',
		figures: {talk: {scored: 0, inside: 0, in_all: 0, calibrated: false}},
	});
});

test('before the first comparison the text says that there was none', () => {
	expect(recordText(scoreRecordOf([], 12), 0, false)).toBe(
		'No forecast has been compared yet, bands not calibrated: 9 are needed.',
	);
});

test('the text says how earlier forecasts did, and what makes the bands of the change', async () => {
	const {stdout} = await called(forecastCommand, '1001', '--file', path, '--level', '1.6');
	const text = stdout.replaceAll(/\s+/g, ' ');
	expect(text).toContain('10 of the last 12 forecasts were inside their band');
	expect(text).toContain('until 19 changes have been compared with what came; 0 have.');
	expect((await called(forecastCommand, '1001', '--file', path)).stdout).not.toContain('changes');
});
