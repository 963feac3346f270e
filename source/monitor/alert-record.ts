/** An alert as other programs get it: the operator's command, and the lines of `dialtop watch`. */
import type {Alert} from '../model/alert.ts';
import type {State} from '../model/state.ts';

/** What has become of an alert. */
export type AlertEvent = 'raised' | 'risen' | 'resolved';

/**
 * The figures as numbers, the times as ISO 8601.
 *
 * @param text the alert in one sentence
 */
export const alertRecord = ({source}: Pick<State, 'source'>, alert: Alert, event: AlertEvent, text: string) => ({
	event,
	level: alert.level,
	rule: alert.rule,
	text,
	campaign: alert.campaignId === undefined ? null : {id: alert.campaignId, name: alert.name},
	value: alert.value,
	threshold: alert.threshold,
	unit: alert.unit,
	worst: alert.worst.value,
	note: alert.note,
	since: new Date(alert.since.wall).toISOString(),
	environment: source.environment,
	host: source.host,
});
