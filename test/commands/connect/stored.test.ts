/** What a command reads of the recording on the disk. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {whole} from '../../../source/cli/configuration-words.ts';
import {recordingFolder} from '../../../source/commands/connect/record-service.ts';
import {storedForecasts} from '../../../source/commands/connect/stored.ts';
import type {Service} from '../../../source/config/service.ts';
import {diskFolder} from '../../../source/recording/folder.ts';
import {soundWriter} from '../../helpers/recording.ts';
import {fresh} from '../../model/make.ts';

const minute = 60_000;
const begin = Date.parse('2026-11-16T10:00:00Z');

test('the errors of forecasts are read from the recording of the service, and none without one', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-stored-'));
	onTestFinished(() => rmSync(folder, {recursive: true}));
	const service = {url: 'https://dialer.example.com/'} as Service;
	const given = {history: {path: folder}};
	const now = begin + 600 * minute;
	const read = () => storedForecasts({service, given}, fresh(), '1001', now);
	expect(read()).toEqual([]);
	const {path = ''} = recordingFolder(service, whole(given).history, {});
	const writer = soundWriter({
		folder: diskFolder(path),
		clock: {now: () => ({wall: begin, mono: 0}), after: () => () => undefined, random: () => 0.5},
		zone: 'UTC',
	});
	await writer.settled();
	for (let passed = 0; passed < 600; passed++) {
		const remainingLeads = 60_000 - 10 * passed;
		const figures = {remainingLeads, remainingTime: remainingLeads * 6, ringing: 3, status: 'PLAY'};
		writer.append('figures/1001', begin + passed * minute, figures);
	}
	await writer.flush();
	await writer.settled();
	await writer.close();
	expect(read()).toEqual([
		{
			type: 'forecasts-judged',
			campaignId: '1001',
			errors: [15, 30, 60].map(ahead => ({ahead, within: 0, forecasts: expect.any(Number)})),
			close: {days: [], inside: 0, of: 0, widening: 1},
		},
	]);
});
