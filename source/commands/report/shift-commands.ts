/** The commands of a shift: as the audit has them, and those that only the recording has, such as another user's. */
import {type AuditRecord, createRecords, isUnsettled} from '../../audit/read.ts';
import {mayBeAlive, userText} from '../../audit/who.ts';
import type {StatusWords} from '../../model/campaign.ts';
import {outcomeOf} from '../../model/command-outcomes.ts';
import {isOpen, type Pending} from '../../model/pending.ts';
import type {Mark, Period, Recording} from '../../recording/recording.ts';
import {settingsAsked} from '../../report/document.ts';
import type {CommandReport} from '../../report/report.ts';

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
export type CommandSources = {
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
	const audited = records.all().filter(({url}) => endpoint === undefined || url === endpoint);
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
