/** Reads from a recording and from the audit the data for the report of a shift. */

import {ruleOf} from '../../alerts/rules.ts';
import {type AuditRecord, createRecords, isUnsettled} from '../../audit/read.ts';
import {mayBeAlive, userText} from '../../audit/who.ts';
import {isAlertOf} from '../../model/alert.ts';
import type {StatusWords} from '../../model/campaign.ts';
import {outcomeOf} from '../../model/command-outcomes.ts';
import {listIsOn} from '../../model/list.ts';
import {isOpen, type Pending} from '../../model/pending.ts';
import {hour, minute} from '../../model/time.ts';
import type {FilledRecording} from '../../recording/filled.ts';
import {pointsIn} from '../../recording/points.ts';
import type {Mark, Period, Recording} from '../../recording/recording.ts';
import {number} from '../../recording/row-values.ts';
import {settingsAsked} from '../../report/document.ts';
import type {AlertReport, CommandReport, ListReport, RecordedCampaign} from '../../report/report.ts';
import {acknowledgeOperation} from '../../service/acknowledgements.ts';

type Command = Omit<CommandReport, 'change'>;

/** Before the shift, commands are looked for whose outcome is not known. */
const unsettledSince = 7 * 86_400_000;

const isPending = (data: unknown): data is Pending =>
	typeof data === 'object' && data !== null && 'command' in data && 'phase' in data;

/** Commands that were recorded, each as it was last. */
const recordedIn = (recording: Recording, period: Period): {mark: Mark; pending: Pending}[] => {
	const latest = new Map<string, {mark: Mark; pending: Pending}>();
	for (const mark of recording.marks(period, {kinds: ['command']})) {
		if (isPending(mark.data)) {
			latest.set(`${mark.run} ${mark.id}`, {mark, pending: mark.data});
		}
	}
	return [...latest.values()];
};

const ofAudit = (
	record: AuditRecord,
	campaignId: string | undefined,
	own: StatusWords | undefined,
	now: number,
): Command => {
	const {at, operation, verb, params, target, outcome, later, reason} = record;
	const isUnderWay = outcome === undefined && later === undefined && mayBeAlive(record, now);
	return {
		at: Date.parse(at),
		who: userText(record),
		operation,
		asked: operation === 'update_campaign' && params ? settingsAsked(params) : verb,
		target: target ?? undefined,
		campaignId: target?.kind === 'campaign' ? target.id : campaignId,
		outcome: outcome ?? (isUnderWay ? 'sending' : 'unknown'),
		later,
		reason,
		isUnsettled: !isUnderWay && isUnsettled(record, own),
	};
};

const ofRecording = ({mark, pending}: {mark: Mark; pending: Pending}): Command => {
	const {command, askedAt, reason, phase} = pending;
	const {kind, later} = outcomeOf(pending);
	return {
		at: askedAt.wall,
		who: undefined,
		operation: command.operation,
		asked: command.verb,
		target: command.target,
		campaignId: mark.campaignId,
		outcome: kind,
		later,
		reason: reason === '' ? undefined : reason,
		isUnsettled: isOpen(pending) && (phase === 'unknown' || phase === 'sending'),
	};
};

/** Where commands are read from. */
type CommandSources = {
	recording: Recording;
	/** The files of the audit, oldest first; one that is missing is skipped. */
	audits: readonly string[];
	/** The address that the requests of the service go to, as the audit has it; undefined for any. */
	endpoint: string | undefined;
	/** What the service's own status words mean. */
	own: StatusWords | undefined;
	now: number;
};

/** The commands of a shift, oldest first, and those of the week before whose outcome is not known. @throws Error of the system */
export const commandsIn = (
	{recording, audits, endpoint, own, now}: CommandSources,
	{from, to}: Period,
	ids: readonly string[] | undefined,
): Command[] => {
	const records = createRecords();
	for (const file of audits) {
		records.addFile(file);
	}
	const recorded = recordedIn(recording, {from: from - unsettledSince, to});
	const marked = new Map(recorded.map(one => [one.pending.command.audit, one.mark.campaignId]));
	const audited = records
		.all()
		.filter(({url, operation}) => (endpoint === undefined || url === endpoint) && operation !== acknowledgeOperation);
	const known = new Set(audited.map(({id}) => id));
	return [
		...audited.map(record => ofAudit(record, marked.get(record.id), own, now)),
		...recorded.filter(({pending}) => !known.has(pending.command.audit ?? '')).map(ofRecording),
	]
		.filter(
			({at, isUnsettled: isOpenStill, campaignId}) =>
				at <= to &&
				(at >= from || (isOpenStill && at >= from - unsettledSince)) &&
				(ids === undefined || (campaignId !== undefined && ids.includes(campaignId))),
		)
		.toSorted((one, other) => one.at - other.at);
};

/** Before the shift: commands are compared with the hour before them. */
const lead = 75 * minute;

/** Alerts that are active are recorded anew each day. */
const alertsBefore = 49 * hour;

/** The recorded campaigns of a shift, read one after another; all of them unless some are named. */
export function* campaignsIn(
	recording: Recording | FilledRecording,
	{from, to}: Period,
	ids: readonly string[] | undefined,
): Generator<RecordedCampaign> {
	for (const campaign of recording.campaigns()) {
		if (campaign.to < from || campaign.from > to || (ids && !ids.includes(campaign.id))) {
			continue;
		}
		const samples = pointsIn(recording, campaign.id, {from: from - lead, to});
		const filled = 'filledIn' in recording ? recording.filledIn(campaign.id, {from, to}) : [];
		yield {id: campaign.id, name: campaign.name, samples, filled};
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

/** Lists that are on and that end, at the pace of the hour before: if their counts were read then. */
export const listsIn = (recording: Recording, {to}: Period, ids: readonly string[] | undefined): ListReport[] =>
	recording.streams('lists/').flatMap((stream): ListReport[] => {
		const rows = recording.rows(stream, {from: to - hour, to}).rows;
		const [first, last] = [rows[0], rows.at(-1)];
		const [before, remaining] = [first, last].map(row => number(row?.values.remainingLeads));
		const {id, name = id, campaignId, status} = last?.values ?? {};
		if (!first || !last || before === undefined || !remaining || remaining >= before || !listIsOn(String(status))) {
			return [];
		}
		const endsAt = last.at + (remaining / (before - remaining)) * (last.at - first.at);
		return id === undefined || campaignId === undefined || (ids && !ids.includes(String(campaignId)))
			? []
			: [{id: String(id), name: String(name), campaignId: String(campaignId), remaining, endsAt}];
	});
