/** A report as programs get it: times in ISO 8601 and UTC, spans in seconds, rates in percent, money as decimal text. */
import {ruleOf} from '../alerts/rules.ts';
import type {Stretch} from '../model/calling-hours.ts';
import type {Drops} from './counts.ts';
import type {AlertReport, CampaignReport, CommandReport, HourReport, Report} from './report.ts';

const iso = (wall: number): string => new Date(wall).toISOString();

const rounded = (value: number | undefined, digits: number): number | null =>
	value === undefined ? null : Number(value.toFixed(digits));

const stretch = ({from, until}: Stretch) => ({from: iso(from), until: iso(until)});

/** The count and the rate each lie between two figures. */
const dropsObject = (drops: Drops | undefined) =>
	drops
		? {
				least: drops.least,
				most: drops.most,
				rate_least: rounded(drops.rate?.least, 2),
				rate_most: rounded(drops.rate?.most, 2),
			}
		: null;

const hourObject = (hour: HourReport) => ({
	...stretch(hour),
	dialed: hour.dialed ?? null,
	live_answers: hour.live ?? null,
	drops: dropsObject(hour.drops),
	drop_limit: hour.limit ?? null,
	recorded_s: Math.round(hour.seen / 1000),
});

const campaignObject = (campaign: CampaignReport) => {
	const {id, name, status, state, counts, drops, dayRate, limit, hours, agents, leads, seen, gaps, filled} = campaign;
	return {
		id,
		name,
		status: status ?? null,
		means: state,
		dialed: counts.dialed ?? null,
		answered: counts.answered ?? null,
		live_answers: counts.live ?? null,
		machines: counts.machines ?? null,
		transfers: counts.transfers ?? null,
		sales: counts.sales ?? null,
		charge: counts.charge ?? null,
		drops: dropsObject(drops),
		drop_rate_of_day: dayRate ?? null,
		drop_limit: limit ?? null,
		hours: hours.map(hourObject),
		agent_hours: agents
			? {
					total: rounded(agents.agents, 3),
					ready: rounded(agents.ready, 3),
					on_call: rounded(agents.onCall, 3),
					wrap_up: rounded(agents.wrapUp, 3),
					paused: rounded(agents.paused, 3),
					dead: rounded(agents.dead, 3),
				}
			: null,
		occupancy: rounded(agents?.occupancy, 2),
		leads_left: leads?.remaining ?? null,
		leads_out: leads?.endsAt === undefined ? null : iso(leads.endsAt),
		leads_out_derived: leads?.isDerived ?? false,
		recorded_s: Math.round(seen / 1000),
		gaps: gaps.map(stretch),
		from_metrics: filled.map(stretch),
	};
};

const alertObject = ({alert, isOpen, lostAt, acknowledgedBy}: AlertReport) => ({
	rule: alert.rule,
	title: ruleOf[alert.rule].title,
	level: alert.level,
	campaign: alert.campaignId === undefined ? null : {id: alert.campaignId, name: alert.name},
	since: iso(alert.since.wall),
	until: alert.resolvedAt ? iso(alert.resolvedAt.wall) : null,
	open: isOpen,
	last_recorded: lostAt === undefined ? null : iso(lostAt),
	worst: alert.worst.value,
	threshold: alert.threshold,
	unit: alert.unit,
	times: alert.times,
	acknowledged_at: alert.acknowledgedAt ? iso(alert.acknowledgedAt.wall) : null,
	acknowledged_by: acknowledgedBy ?? null,
	acknowledged_until: alert.acknowledgement?.until === undefined ? null : iso(alert.acknowledgement.until),
	acknowledged_reason: alert.acknowledgement?.reason || null,
});

const commandObject = ({
	at,
	who,
	operation,
	asked,
	target,
	outcome,
	later,
	reason,
	isUnsettled,
	change,
}: CommandReport) => ({
	at: iso(at),
	who: who ?? null,
	operation,
	asked,
	// What an account is called is the name of a person.
	target: target ? {...target, name: target.kind === 'campaign' || target.kind === 'list' ? target.name : null} : null,
	outcome,
	later: later ?? null,
	reason: reason ?? null,
	unsettled: isUnsettled,
	changed: change
		? {
				minutes_after: change.minutes,
				figures: change.changes.map(({name, unit, before, after, deviations}) => ({
					figure: name,
					unit,
					before: rounded(before, 3),
					after: rounded(after, 3),
					deviations: rounded(deviations, 2),
				})),
			}
		: null,
});

/** The report as an object of plain values. */
export const reportObject = (report: Report) => {
	const {source, from, to, madeAt, zone, campaigns, alerts, commands, gaps, filled, open, damage} = report;
	return {
		profile: source.profile,
		environment: source.environment,
		host: source.host,
		from: iso(from),
		to: iso(to),
		made_at: iso(madeAt),
		time_zone: typeof zone === 'string' ? zone : null,
		utc_offset_s: typeof zone === 'number' ? Math.round(zone / 1000) : null,
		campaigns: campaigns.map(campaignObject),
		alerts: alerts.map(alertObject),
		commands: commands.map(commandObject),
		gaps: gaps.map(stretch),
		from_metrics: filled.map(stretch),
		open: {
			alerts: open.alerts.map(alertObject),
			commands: open.commands.map(commandObject),
			leads: open.leads.map(({id, name, leads}) => ({
				id,
				name,
				left: leads?.remaining ?? null,
				out: leads?.endsAt === undefined ? null : iso(leads.endsAt),
			})),
			lists: open.lists.map(({id, name, campaignId, remaining, endsAt}) => ({
				id,
				name,
				campaign_id: campaignId,
				left: remaining,
				out: iso(endsAt),
			})),
		},
		not_read: damage,
	};
};
