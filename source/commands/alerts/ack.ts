/** `dialtop alerts ack`: acknowledges alerts for a time. Nothing is sent: the audit tells every monitor of the same user. */
import {say} from '../../cli/out.ts';
import {UsageError} from '../../config/errors.ts';
import {exits} from '../../config/exits.ts';
import {type Alert, alertKey, alertOfId} from '../../model/alert.ts';
import {minute} from '../../model/time.ts';
import {alertSentence, untilText} from '../../present/alert-text.ts';
import {word} from '../../present/sentence.ts';
import {readUntil, untilForms} from '../../present/time-expression.ts';
import {systemClock} from '../../system/clock.ts';
import {type LookTimes, look, lookInterval, lookRules} from '../check/look.ts';
import {type CommandFlags, withMonitor} from '../connect/reach.ts';

/** How long an alert is acknowledged unless something else is given, as on screen. */
const usually = 15 * minute;

export type AckFlags = CommandFlags & {for: string | undefined; reason: string | undefined};

/** Until when; undefined for as long as the alert lasts. @throws UsageError */
const untilOf = (given: string | undefined, now: number): number | undefined => {
	if (given?.trim() === 'end') {
		return undefined;
	}
	const until = given === undefined ? now + usually : readUntil(given, {now, zone: undefined});
	if (typeof until !== 'number') {
		throw new UsageError(`--for ${until.problem}; "end" for as long as it lasts. Times are ${untilForms}`);
	}
	return until;
};

/** What ids name. @throws UsageError */
const namedBy = (ids: readonly string[]): Pick<Alert, 'kind' | 'campaignId'>[] => {
	if (ids.length === 0) {
		throw new UsageError('dialtop alerts ack needs the ID of an alert, such as drop:1001: dialtop alerts prints them');
	}
	return ids.map(id => {
		const alert = alertOfId(id);
		if (!alert) {
			throw new UsageError(
				`no alert can have the ID ${word(id)}: it is one such as drop:1001, as dialtop alerts prints it`,
			);
		}
		return alert;
	});
};

/** Acknowledges the alerts of these ids; returns the exit code. @throws UsageError */
export const acknowledge = async (flags: AckFlags, ids: readonly string[], times: LookTimes): Promise<number> => {
	const named = namedBy(ids);
	const until = untilOf(flags.for, Date.now());
	const campaignIds = named.flatMap(({campaignId}) => campaignId ?? []);
	return withMonitor(
		flags,
		{interval: lookInterval, rules: lookRules(times)},
		async ({store, monitor, ...headless}) => {
			await look({...headless, store, monitor}, campaignIds, times);
			const {alerts, campaigns, source} = store.get();
			const unlisted = campaignIds.filter(id => campaigns.value && !campaigns.value.has(id));
			if (unlisted.length > 0) {
				throw new UsageError(
					`no campaign ${unlisted.map(id => word(id)).join(', ')} is listed: nothing is acknowledged`,
				);
			}
			const known = named.map(({kind, campaignId}) => ({
				kind,
				campaignId,
				name: campaignId === undefined ? source.host : (campaigns.value?.get(campaignId)?.name ?? campaignId),
			}));
			const failure = await monitor.acknowledge(known, {until, reason: flags.reason ?? ''});
			if (failure) {
				say(`not acknowledged: ${failure.message}. ${failure.advice}`.trim());
				return exits.notSent;
			}
			const how = untilText(until, systemClock.now());
			for (const [index, {kind, campaignId}] of known.entries()) {
				const alert = alerts.active.get(alertKey(kind, campaignId));
				const about = alert ? alertSentence(alert, source) : `${word(ids[index] ?? '')}, which one look does not show`;
				say(`acknowledged ${how}: ${about}`);
			}
			return exits.done;
		},
	);
};
