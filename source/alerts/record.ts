/** An alert as other programs get it: the operator's command, and the lines of `dialtop watch`. */
import type {Alert} from '../model/alert.ts';
import type {State} from '../model/state.ts';
import type {Moment} from '../model/time.ts';
import type {AlertGroup} from './floods.ts';
import type {AlertNews} from './news.ts';
import {ruleOf} from './rules.ts';

/** The words of an alert, or of a flood: the whole in one sentence, and why an alert of it is over. */
export type AlertRecordWords = {text: string; endOf(alert: Alert): string | undefined};

const iso = (moment: Moment): string => new Date(moment.wall).toISOString();

/**
 * The figures as numbers, the times as ISO 8601. Of a flood, the figures are those of its worst, and `campaigns` has them
 * all.
 */
export const alertRecord = (
	{source}: Pick<State, 'source'>,
	{event, lead, members}: AlertGroup & {event: AlertNews['event'] | 'eased' | 'joined'},
	{text, endOf}: AlertRecordWords,
) => ({
	event,
	level: lead.level,
	rule: lead.rule,
	text,
	campaign: members.length > 1 || lead.campaignId === undefined ? null : {id: lead.campaignId, name: lead.name},
	value: lead.value,
	threshold: lead.threshold,
	unit: lead.unit,
	alarm: `value ${ruleOf[lead.rule].isLow ? '<=' : '>='} threshold`,
	worst: lead.worst.value,
	note: lead.note,
	part_of: lead.partOf ?? null,
	called_in_vain: lead.inVain === undefined ? null : Math.round(lead.inVain),
	since: iso(members.reduce((first, {since}) => (since.mono < first.mono ? since : first), lead.since)),
	until: lead.resolvedAt ? iso(lead.resolvedAt) : null,
	end: endOf(lead) ?? null,
	times: lead.times,
	campaigns: members.flatMap(alert => {
		const {campaignId, name, level, rule, value, threshold, unit} = alert;
		return campaignId === undefined
			? []
			: {id: campaignId, name, level, rule, value, threshold, unit, end: endOf(alert) ?? null};
	}),
	environment: source.environment,
	host: source.host,
});
