/** Makes the report of a shift out of a recording and the audit. */
import {UsageError} from '../../config/errors.ts';
import {dialStateOf} from '../../model/campaign.ts';
import {projectionOf} from '../../model/projection.ts';
import type {Source} from '../../model/state.ts';
import type {FilledRecording} from '../../recording/filled.ts';
import type {Period, Recording} from '../../recording/recording.ts';
import {type Report, type ReportInput, reportOf} from '../../report/report.ts';
import {idsOfNamed} from '../connect/campaign-named.ts';
import {alertsIn, campaignsIn, commandsIn, listsIn} from './shift.ts';

/** A recording, and its service. */
export type Recorded = {
	recording: Recording | FilledRecording;
	source: Source;
	/** The files of the audit, oldest first. */
	audits: readonly string[];
	/** The address that requests to the service go to, as the audit has it; undefined for any. */
	endpoint: string | undefined;
};

/** The campaigns that words name; all of them without any. @throws UsageError if one names none that was recorded, or several */
const wanted = (recording: Recording, words: readonly string[]): readonly string[] | undefined => {
	if (words.length === 0) {
		return undefined;
	}
	const campaigns = new Map(recording.campaigns().map(one => [one.id, one]));
	const ids = idsOfNamed(campaigns, words, 'beginning');
	const unknown = ids.find(id => !campaigns.has(id));
	if (unknown !== undefined) {
		throw new UsageError(
			`no campaign ${unknown} was recorded`,
			[...campaigns.values()].map(({id, name}) => `${id}  ${name}`),
		);
	}
	return ids;
};

/** When leads run out that last so many seconds of dialing: within the calling hours, where these are known. */
const endOfLeads =
	(source: Source): NonNullable<ReportInput['endOfLeads']> =>
	({at, figures}, seconds, state) => {
		const moment = {wall: at, mono: at};
		const projection = projectionOf({
			figures: {...figures, remainingTime: Math.round(seconds)},
			dashboard: undefined,
			state,
			span: {sentAt: moment, receivedAt: moment},
			source,
		});
		return projection?.dialing?.at(-1)?.until ?? at + seconds * 1000;
	};

/** Makes the report. @throws UsageError if a word names no campaign, or Error of the system if a file cannot be read */
export const makeReport = (
	{recording, source, audits, endpoint}: Recorded,
	period: Period,
	words: readonly string[] = [],
	now = Date.now(),
): Report => {
	const ids = wanted(recording, words);
	const own = source.statusWords;
	const report = reportOf({
		source: {profile: source.profile, environment: source.environment, host: source.host},
		...period,
		madeAt: now,
		zone: source.timeZone,
		campaigns: campaignsIn(recording, period, ids),
		alerts: alertsIn(recording, period, ids),
		commands: commandsIn({recording, audits, endpoint, own, now}, period, ids),
		lists: listsIn(recording, period, ids),
		damage: [],
		stateOf: word => dialStateOf(word, own),
		endOfLeads: endOfLeads(source),
	});
	// What is damaged is found while reading.
	return {...report, damage: recording.damage};
};
