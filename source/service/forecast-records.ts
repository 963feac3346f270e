/** The record of forecasts: those that a recording has, with those of this run. */
import {type ScoreRecord, scoreRecordOf} from '../foresight/bands.ts';
import {sizeOf} from '../foresight/widening.ts';
import {day, hour} from '../model/time.ts';
import {forecastStream, type Recording, type RecordingWriter, type Values} from '../recording/recording.ts';
import {
	addRows,
	forecastsOf,
	type KnownForecast,
	type Outcome,
	type ReadForecast,
	valuesOfForecast,
	valuesOfOutcome,
} from './forecast-rows.ts';

/** How far back forecasts are read, milliseconds, and how many of them are enough. */
const [goesBack, enough] = [31 * day, 3000];

/** A row may be a little later than the clock, and come a little later than its time: that much is read again. */
const [aheadOfClock, readAgain] = [hour, 10_000];

export type ForecastRecords = {
	/** Oldest first. */
	all(): readonly KnownForecast[];
	/** The record of floors of so many agents. */
	of(agents: number): ScoreRecord;
	add(forecast: KnownForecast, now: number): void;
	/** Notes what came of a forecast. */
	settle(outcome: Outcome, now: number): void;
	/** Reads what was recorded since the last time, by other programs too. @throws Error what the recording throws */
	refresh(now: number): void;
	/** Reads what was recorded on the day before those that are read. @returns whether there may be more. @throws Error what the recording throws */
	readBack(now: number): boolean;
};

/** @param append adds a row to the recording; undefined if that is only read */
export const createForecastRecords = (
	recording: Pick<Recording, 'rows'>,
	append?: RecordingWriter['append'],
): ForecastRecords => {
	const read = new Map<string, ReadForecast>();
	let sorted: readonly KnownForecast[] | undefined;
	const records = new Map<string, ScoreRecord>();
	/** Between which times it was read. */
	let extent: {from: number; to: number} | undefined;

	const take = (rows: Parameters<typeof addRows>[1]): void => {
		if (rows.length > 0) {
			addRows(read, rows);
			sorted = undefined;
			records.clear();
		}
		// Weeks of many campaigns: the newest ones say enough.
		if (read.size > 2 * enough) {
			for (const key of [...read.keys()].slice(0, read.size - enough)) {
				read.delete(key);
			}
		}
	};
	const write = (values: Values, now: number): void => {
		append?.(forecastStream, now, values);
		take([{at: now, seq: 0, values}]);
	};
	const all = (): readonly KnownForecast[] => {
		sorted ??= forecastsOf(read);
		return sorted;
	};
	return {
		all,
		of(agents) {
			const size = sizeOf(agents);
			const record = records.get(size) ?? scoreRecordOf(all(), agents);
			records.set(size, record);
			return record;
		},
		add: (forecast, now) => write(valuesOfForecast(forecast), now),
		settle: (outcome, now) => write(valuesOfOutcome(outcome), now),
		refresh(now) {
			const from = extent ? Math.min(extent.to - readAgain, now) : now - day;
			take(recording.rows(forecastStream, {from, to: now + aheadOfClock}).rows);
			extent = {from: extent?.from ?? from, to: now};
		},
		readBack(now) {
			const {from} = extent ?? {from: now};
			if (from < now - goesBack || read.size >= enough) {
				return false;
			}
			take(recording.rows(forecastStream, {from: from - day, to: from - 1}).rows);
			extent = {from: from - day, to: extent?.to ?? now};
			return true;
		},
	};
};
