/** What the monitor has recorded of a service, for commands that look once. */
import {existsSync} from 'node:fs';
import {whole} from '../../cli/configuration-words.ts';
import type {Given} from '../../config/schema.ts';
import type {Service} from '../../config/service.ts';
import {dayIn} from '../../model/calling-hours.ts';
import {firstDay} from '../../model/drop-period.ts';
import {serviceZone} from '../../model/service-clock.ts';
import type {Message, Source, State} from '../../model/state.ts';
import {diskFolder} from '../../recording/folder.ts';
import {judgedForecasts} from '../../recording/judged-forecasts.ts';
import {createReader} from '../../recording/reader.ts';
import {recordedDays} from '../../recording/recorded-days.ts';
import type {Recording} from '../../recording/recording.ts';
import {recordingFolder} from './record-service.ts';

type Of = {service: Service; given: Given};

/** Messages that are read from the recording of a service; none where nothing was recorded, or where it cannot be read. */
const stored = (
	{service, given}: Of,
	zone: string | undefined,
	read: (recording: Recording) => Message[],
): Message[] => {
	const {path} = recordingFolder(service, whole(given).history, process.env);
	if (path === undefined || !existsSync(path)) {
		return [];
	}
	const recording = createReader(diskFolder(path), zone);
	try {
		return read(recording);
	} catch {
		// The period says how many of its days are known, and a forecast may be shown without its error.
		return [];
	} finally {
		recording.close();
	}
};

/**
 * Messages with the recorded days of campaigns.
 *
 * @param now milliseconds since 1970
 */
export const storedDays = (of: Of, {compliance, timeZone}: Source, ids: readonly string[], now: number): Message[] => {
	const today = dayIn(timeZone, now).number;
	return stored(of, timeZone, recording =>
		ids.map(campaignId => ({
			type: 'days-read',
			campaignId,
			days: recordedDays(recording, timeZone, campaignId, [firstDay(compliance, today), today - 1]),
		})),
	);
};

/** A message with how the forecasts of a campaign did. */
export const storedForecasts = (of: Of, state: State, campaignId: string, now: number): Message[] =>
	stored(of, state.source.timeZone, recording => {
		const zone = serviceZone(state);
		const slices = judgedForecasts(recording, {campaignId, zone}, state.source, now);
		for (let slice = slices.next(); ; slice = slices.next()) {
			if (slice.done) {
				return [{type: 'forecasts-judged', campaignId, ...slice.value}];
			}
		}
	});
