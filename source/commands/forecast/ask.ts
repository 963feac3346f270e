/** Asks what a change of a campaign would do, out of a recording. */
import {initialState} from '../../alerts/reducer.ts';
import {UsageError} from '../../config/errors.ts';
import type {NoForecast} from '../../foresight/calibrate.ts';
import {type Foreseen, foreseen} from '../../foresight/foresee.ts';
import {type CampaignRow, campaignRow} from '../../model/select.ts';
import {type Present, readPastTime} from '../../present/time-expression.ts';
import {createReplay} from '../../recording/replay.ts';
import {questionAbout} from '../../service/foresight.ts';
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
	answer: Foreseen | NoForecast;
};

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
	return {row, now, answer: 'why' in question ? question : foreseen(question)};
};
