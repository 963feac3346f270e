/** Asks what a change of a campaign would do, out of a recording. */
import {initialState} from '../../alerts/reducer.ts';
import {UsageError} from '../../config/errors.ts';
import {calibrated, fewest} from '../../foresight/bands.ts';
import type {NoForecast} from '../../foresight/calibrate.ts';
import {foreseen, type Question} from '../../foresight/foresee.ts';
import {closeOf} from '../../model/close-forecast.ts';
import {type CampaignRow, campaignRow} from '../../model/select.ts';
import {hour} from '../../model/time.ts';
import {type Present, readPastTime} from '../../present/time-expression.ts';
import type {Recording} from '../../recording/recording.ts';
import {createReplay} from '../../recording/replay.ts';
import {dueOf, outcomeOf} from '../../service/forecast-outcomes.ts';
import {createForecastRecords, type ForecastRecords} from '../../service/forecast-records.ts';
import {type Forecasted, questionAbout} from '../../service/foresight.ts';
import {hindcastOf, pastHalfHours, questionOf} from '../../service/hindcasts.ts';
import {idsOfNamed} from '../connect/campaign-named.ts';
import type {Recorded} from '../report/make-report.ts';

/** What is asked about; what is not given stays as it is. */
export type Asked = {
	level: number | undefined;
	dropLimit: number | undefined;
	agents: number | undefined;
	/** How far ahead. */
	minutes: number;
	/** As of which time of the recording, as it was typed; undefined for its end. */
	at: string | undefined;
};

/** A campaign as it was recorded last, and what is likely to become of it. */
export type Answered = {
	row: CampaignRow;
	/** UTC milliseconds. */
	now: number;
	answer: Forecasted | NoForecast;
	/** Half hours of the recording that were forecast again, for its record. */
	hindcasts: number;
};

/** Milliseconds that half hours of the past may take. */
const hindcastsWithin = 2000;

/** Pairs of runs of small and of large floors. */
const [pairsOfSmall, pairsOfLarge, large] = [140, 100, 100];

/** @throws UsageError if it is no time of the past */
const timeOf = (text: string, present: Present): number => {
	const read = readPastTime(text, present);
	if (typeof read === 'object') {
		throw new UsageError(`--at ${read.problem}`);
	}
	return read;
};

/** The campaign that a word names. @throws UsageError if it names none that is recorded, or several */
const idOf = ({recording}: Recorded, word: string): string => {
	const campaigns = new Map(recording.campaigns().map(one => [one.id, one]));
	const [id = ''] = idsOfNamed(campaigns, [word], 'beginning');
	if (!campaigns.has(id)) {
		throw new UsageError(
			`no campaign ${word} was recorded`,
			[...campaigns.values()].map(({id, name}) => `${id}  ${name}`),
		);
	}
	return id;
};

/**
 * Asks about the campaign that a word names, at the end of what is recorded or now.
 *
 * @throws UsageError if it names none, or the change is none of its dial method
 */
export const askRecorded = (recorded: Recorded & {hasEnded: boolean}, word: string, asked: Asked): Answered => {
	const {recording, source, hasEnded} = recorded;
	const id = idOf(recorded, word);
	const end = hasEnded ? (recording.span()?.to ?? 0) : Date.now();
	const now = asked.at === undefined ? end : timeOf(asked.at, {now: end, zone: source.timeZone});
	const moment = {wall: now, mono: now};
	const state = createReplay(recording, () => initialState(source, moment)).stateAt(now);
	const row = campaignRow(state, id);
	const figures = row?.figures;
	if (!row || !figures) {
		throw new UsageError(`nothing is recorded of ${word} at this time`);
	}
	const isPredictive = figures.paceMethod?.toUpperCase() === 'PREDICTIVE';
	if (isPredictive && asked.level !== undefined) {
		throw new UsageError('PREDICTIVE sets its level by itself: give --drop-limit, which decides it');
	}
	if (!isPredictive && asked.dropLimit !== undefined) {
		throw new UsageError(
			`the drop limit changes nothing where ${figures.paceMethod ?? 'the method'} dials: give --level`,
		);
	}
	const {level, dropLimit, agents, minutes} = asked;
	const present = figures.agents ?? 0;
	const question = questionAbout(
		recording,
		{state, row, now, isPast: asked.at !== undefined},
		{
			change: {
				dialing: {...(level !== undefined && {level}), ...(dropLimit !== undefined && {dropLimit})},
				extraAgents: agents === undefined ? 0 : agents - present,
			},
			minutes,
			pairs: present > large ? pairsOfLarge : pairsOfSmall,
		},
	);
	if ('why' in question) {
		return {row, now, answer: question, hindcasts: 0};
	}
	const answer = foreseen(question);
	if ('why' in answer) {
		return {row, now, answer, hindcasts: 0};
	}
	const records = createForecastRecords(recording);
	// Of the past, what came after it is not known yet.
	records.refresh(asked.at === undefined ? now : now - hour);
	while (records.readBack(now)) {
		// Each turn reads a day.
	}
	const hindcasts =
		records.of(present).asIs.drop.scored < fewest.asIs ? hindcast(recording, row, question, records) : 0;
	return {row, now, answer: calibrated(answer, records.of(present)), hindcasts};
};

/** Forecasts half hours of the recording again, for the record of its size. @returns how many */
const hindcast = (recording: Recording, row: CampaignRow, question: Question, records: ForecastRecords): number => {
	const {now, zone, minutes} = question;
	const until = performance.now() + hindcastsWithin;
	const campaignId = row.campaign.id;
	let count = 0;
	for (const past of pastHalfHours(recording, {campaignId, before: now, zone, minutes})) {
		if (performance.now() > until) {
			break;
		}
		const closesAt = past && closeOf(row, row.dashboard?.closeRecord, past.at)?.at;
		const answer = past && closesAt !== undefined ? foreseen(questionOf(question, past, closesAt)) : undefined;
		if (past && answer && 'asIs' in answer && closesAt !== undefined) {
			const forecast = hindcastOf(campaignId, past, answer, closesAt);
			const isClosed = dueOf({...forecast, isOver: true}, now) === 'close';
			records.add(forecast, now);
			if (isClosed) {
				records.settle(outcomeOf(recording, forecast, 'close', zone), now);
			}
			count++;
		}
	}
	return count;
};
