/** Reads from a recording what the report of a shift is made of. */

import {ruleOf} from '../../alerts/rules.ts';
import {isAlertOf} from '../../model/alert.ts';
import {listIsOn} from '../../model/list.ts';
import {hour, minute} from '../../model/time.ts';
import {pointsIn} from '../../recording/points.ts';
import type {Mark, Period, Recording} from '../../recording/recording.ts';
import {number} from '../../recording/row-values.ts';
import type {AlertReport, ListReport, RecordedCampaign} from '../../report/report.ts';

/** Before the shift: commands are compared with the hour before them. */
const lead = 75 * minute;

/** Alerts that are active are recorded anew each day. */
const alertsBefore = 49 * hour;

/** The recorded campaigns of a shift, read one after another; all of them unless some are named. */
export function* campaignsIn(
	recording: Recording,
	{from, to}: Period,
	ids: readonly string[] | undefined,
): Generator<RecordedCampaign> {
	for (const campaign of recording.campaigns()) {
		if (campaign.to < from || campaign.from > to || (ids && !ids.includes(campaign.id))) {
			continue;
		}
		const samples = pointsIn(recording, campaign.id, {from: from - lead, to});
		yield {id: campaign.id, name: campaign.name, samples};
	}
}

/**
 * The alerts that were active within a shift, each as it was last recorded. One whose run ended before it did has no end: it is known
 * to have held until nothing more was recorded.
 */
export const alertsIn = (
	recording: Recording,
	{from, to}: Period,
	ids: readonly string[] | undefined,
): AlertReport[] => {
	const period = {from: from - alertsBefore, to};
	const marks = recording.marks(period, {kinds: ['alert', 'alert-changed', 'alert-ended', 'start']});
	const latest = new Map<string, Mark>();
	for (const mark of marks) {
		if (mark.kind !== 'start') {
			latest.set(`${mark.run} ${mark.id}`, mark);
		}
	}
	const starts = marks.filter(({kind}) => kind === 'start');
	const recordedUntil = recording.span()?.to ?? to;
	return [...latest.values()].flatMap((mark): AlertReport[] => {
		const {data, kind, run, campaignId, by} = mark;
		if (!isAlertOf(ruleOf, data) || (ids && campaignId !== undefined && !ids.includes(campaignId))) {
			return [];
		}
		const next = starts.find(start => start.run > run && start.at >= mark.at);
		const hasEnded = kind === 'alert-ended' || data.resolvedAt !== undefined;
		// The first poll after a pause of the recording may show that it is over.
		const lostAt = hasEnded
			? undefined
			: next
				? (next.since ?? next.at)
				: recordedUntil < to
					? recordedUntil
					: undefined;
		const isOpen = !hasEnded && next === undefined;
		const until = data.resolvedAt?.wall ?? lostAt ?? to;
		return data.since.wall > to || until < from ? [] : [{alert: data, isOpen, lostAt, acknowledgedBy: by}];
	});
};

/** Lists that are on and that end, at the pace of the hour before: as far as their counts were read then. */
export const listsIn = (recording: Recording, {to}: Period, ids: readonly string[] | undefined): ListReport[] =>
	recording.streams('lists/').flatMap((stream): ListReport[] => {
		const rows = recording.rows(stream, {from: to - hour, to}).rows;
		const [first, last] = [rows[0], rows.at(-1)];
		const [before, left] = [first, last].map(row => number(row?.values.remainingLeads));
		const {id, name = id, campaignId, status} = last?.values ?? {};
		if (!first || !last || before === undefined || !left || left >= before || !listIsOn(String(status))) {
			return [];
		}
		const endsAt = last.at + (left / (before - left)) * (last.at - first.at);
		return id === undefined || campaignId === undefined || (ids && !ids.includes(String(campaignId)))
			? []
			: [{id: String(id), name: String(name), campaignId: String(campaignId), left, endsAt}];
	});
