/**
 * Acknowledgements of alerts, which the audit holds: what is acknowledged here is written to it, and what was acknowledged before this run,
 * or is by another run of the same user, is read of it. Nothing is sent to the service.
 */
import {statSync} from 'node:fs';
import {type Audit, newAuditId} from '../audit/audit.ts';
import type {AuditFailure} from '../audit/file.ts';
import {masked} from '../audit/mask.ts';
import {type AuditRecord, createRecords} from '../audit/read.ts';
import {userText} from '../audit/who.ts';
import {
	type Acknowledgement,
	type Alert,
	type AlertSettings,
	alertIdOf,
	alertKey,
	alertOfId,
	type RuleId,
} from '../model/alert.ts';
import type {Message, State} from '../model/state.ts';
import type {Store} from '../model/store.ts';
import type {Moment} from '../model/time.ts';
import type {Clock} from '../system/clock.ts';
import {endpoint} from '../wire/address.ts';
import {struck} from '../wire/secrets.ts';

/** What the audit calls it. */
export const acknowledgeOperation = 'acknowledge_alert';

/** An alert that is acknowledged; whoever does not see it knows neither its rule nor its figures. */
export type AlertKnown = Pick<Alert, 'kind' | 'campaignId' | 'name'> & Partial<Pick<Alert, 'rule' | 'worst'>>;

/** Until when, UTC milliseconds, or for as long as the alert lasts, and why. */
export type HowLong = Pick<Acknowledgement, 'until' | 'reason'>;

const momentOf = (wall: number, now: Moment): Moment => ({wall, mono: now.mono - (now.wall - wall)});

/** What a record of the audit acknowledges; undefined if it is none that dialtop wrote. */
const acknowledgementIn = (
	record: Pick<AuditRecord, 'operation' | 'at' | 'params' | 'user' | 'sudoUser'>,
	{rules}: Pick<AlertSettings, 'rules'>,
	now: Moment,
): {key: string; acknowledgement: Acknowledgement} | undefined => {
	const {operation, at, params = {}} = record;
	const alert = operation === acknowledgeOperation ? alertOfId(String(params.alert)) : undefined;
	const until = typeof params.until === 'string' ? Date.parse(params.until) : undefined;
	return alert && !Number.isNaN(until)
		? {
				key: alertKey(alert.kind, alert.campaignId),
				acknowledgement: {
					at: momentOf(Date.parse(at), now),
					by: userText(record),
					until,
					reason: typeof params.reason === 'string' ? params.reason : '',
					rule: Object.hasOwn(rules, String(params.rule)) ? (params.rule as RuleId) : undefined,
					worst: typeof params.worst === 'number' ? params.worst : undefined,
				},
			}
		: undefined;
};

/** The message that acknowledges an alert. */
export const acknowledging = (
	{kind, campaignId, rule, worst}: AlertKnown,
	given: HowLong & Pick<Acknowledgement, 'at' | 'by'>,
): Extract<Message, {type: 'alert-acknowledged'}> => ({
	type: 'alert-acknowledged',
	key: alertKey(kind, campaignId),
	acknowledgement: {...given, rule, worst: worst?.value},
});

export type Acknowledgements = {
	/** Acknowledges alerts; resolves once the audit has it, or with why it has not: then it holds in this run only. */
	acknowledge(alerts: readonly AlertKnown[], how: HowLong): Promise<AuditFailure | undefined>;
	stop(): void;
};

export type AcknowledgementParts = {
	store: Pick<Store<State, Message>, 'get' | 'dispatch'>;
	audit: Audit;
	/** The service's base address. */
	url: string;
	clock: Pick<Clock, 'now' | 'after'>;
	/** What the audit has of the service up to now. */
	records: readonly AuditRecord[];
};

/** Milliseconds between two looks at whether the audit has grown. */
const every = 1000;

/** How long an acknowledgement holds, for whoever reads the audit. */
const wordsOf = ({until, reason}: HowLong): string =>
	[until === undefined ? 'until it ends' : `until ${new Date(until).toISOString()}`, reason].filter(Boolean).join(': ');

/** The size and the number of a file; none if it is missing. */
const fileAt = (file: string): {size: number; ino: number} =>
	statSync(file, {throwIfNoEntry: false}) ?? {size: 0, ino: 0};

/** Follows the audit, and acknowledges alerts. */
export const followAcknowledgements = ({store, audit, url, clock, records}: AcknowledgementParts): Acknowledgements => {
	const service = endpoint(url).href;
	/** Those of this run by the ids of their records, which are not read back. */
	const own = new Set<string>();

	const read = (record: AuditRecord, isEarlier: boolean): void => {
		const found =
			record.url === service && !own.has(record.id)
				? acknowledgementIn(record, store.get().alertSettings, clock.now())
				: undefined;
		// Whether an alert of an earlier run is still the same one is not known.
		if (found && !(isEarlier && found.acknowledgement.until === undefined)) {
			store.dispatch({type: 'alert-acknowledged', ...found});
		}
	};

	/** How far the file was read. */
	let {size: end, ino} = fileAt(audit.file);
	for (const record of records) {
		read(record, true);
	}

	const look = (): void => {
		try {
			const file = fileAt(audit.file);
			// The file may have been rotated.
			const from = file.ino === ino && file.size >= end ? end : 0;
			ino = file.ino;
			if (file.size > from) {
				const added = createRecords().addFile(audit.file, from);
				({end} = added);
				for (const record of added.changed.values()) {
					read(record, false);
				}
			}
		} catch {
			// A file that cannot be read cannot be written either, and that is reported when something is.
		}
		cancel = clock.after(every, look);
	};
	let cancel = clock.after(every, look);

	return {
		async acknowledge(alerts, {until, reason: given}) {
			const now = clock.now();
			const reason = masked(given.trim());
			const {host} = store.get().source;
			const written = alerts.map(async alert => {
				const {kind, campaignId, name, rule, worst} = alert;
				store.dispatch(acknowledging(alert, {at: now, by: audit.user, until, reason}));
				const id = newAuditId();
				own.add(id);
				await audit.act({
					id,
					at: now.wall,
					operation: acknowledgeOperation,
					verb: 'acknowledge',
					target:
						campaignId === undefined
							? {kind: 'service', id: host, name: host}
							: {kind: 'campaign', id: campaignId, name},
					params: {
						alert: struck(alertIdOf({kind, campaignId})),
						...(until !== undefined && {until: new Date(until).toISOString()}),
						...(rule && {rule}),
						...(worst && {worst: worst.value}),
						...(reason !== '' && {reason}),
					},
					reason: wordsOf({until, reason}),
				});
			});
			try {
				await Promise.all(written);
				return undefined;
			} catch (error) {
				return error as AuditFailure;
			}
		},
		stop: () => cancel(),
	};
};
