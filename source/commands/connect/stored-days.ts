/** The days of a compliance period that the monitor has recorded, for commands that look once. */
import {existsSync} from 'node:fs';
import {whole} from '../../cli/configuration-words.ts';
import type {Given} from '../../config/schema.ts';
import type {Service} from '../../config/service.ts';
import {dayIn} from '../../model/calling-hours.ts';
import {firstDay} from '../../model/drop-period.ts';
import type {Message, Source} from '../../model/state.ts';
import {diskFolder} from '../../recording/folder.ts';
import {createReader} from '../../recording/reader.ts';
import {recordedDays} from '../../recording/recorded-days.ts';
import {recordingPlace} from './record-service.ts';

/**
 * Messages with the recorded days of campaigns; none where nothing was recorded, or where it cannot be read.
 *
 * @param now milliseconds since 1970
 */
export const storedDays = (
	{service, given}: {service: Service; given: Given},
	{compliance, timeZone}: Source,
	ids: readonly string[],
	now: number,
): Message[] => {
	const {path} = recordingPlace(service, whole(given).history, process.env);
	if (path === undefined || !existsSync(path)) {
		return [];
	}
	const today = dayIn(timeZone, now).number;
	const recording = createReader(diskFolder(path), timeZone);
	try {
		return ids.map(campaignId => ({
			type: 'days-read',
			campaignId,
			days: recordedDays(recording, timeZone, campaignId, [firstDay(compliance, today), today - 1]),
		}));
	} catch {
		// The period says how many of its days are known.
		return [];
	} finally {
		recording.close();
	}
};
