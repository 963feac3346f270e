/** What the next shift must know: the figures, alerts, commands and gaps, made from what was recorded. */
import type {Alert} from '../model/alert.ts';
import type {Stretch, Zone} from '../model/calling-hours.ts';
import type {DialState} from '../model/campaign.ts';
import {type CommandChange, changeAfter} from '../model/command-change.ts';
import type {Later, OutcomeKind} from '../model/command-outcomes.ts';
import {dropRateOf, rowOfFigures} from '../model/drops.ts';
import {gapsBetween, lastBy, type Series, type SeriesPoint, seriesOf} from '../model/series.ts';
import {type AgentTime, agentTimeIn} from './agent-time.ts';
import {type Counts, countsIn, type Drops, dropsIn} from './counts.ts';
import {type ClockHour, clockHours} from './hours.ts';
import {leadsAt, type RemainingLeads} from './leads.ts';

/** An hour of a campaign, by the service's clock; the first and the last one may be parts. */
export type HourReport = ClockHour & {
	dialed: number | undefined;
	live: number | undefined;
	drops: Drops | undefined;
	/** In force when it ended, percent. */
	limit: number | undefined;
	/** Milliseconds of it that were seen. */
	seen: number;
};

/** A campaign over the shift. Figures that were not shown are undefined. */
export type CampaignReport = {
	id: string;
	name: string;
	/** At the end: its status word, and what that means. */
	status: string | undefined;
	state: DialState;
	counts: Counts;
	/** Undefined if it dials for no agents. */
	drops: Drops | undefined;
	/** Percent: the day's drop rate as the service last showed it, and the limit in force at the end. */
	dayRate: number | undefined;
	limit: number | undefined;
	hours: readonly HourReport[];
	agents: AgentTime | undefined;
	leads: RemainingLeads | undefined;
	/** Of the shift: milliseconds that were seen of it, and stretches that were not. */
	seen: number;
	gaps: readonly Stretch[];
	/** Stretches that were not recorded, but read from a metrics engine: they count as seen. */
	filled: readonly Stretch[];
};

/** An alert that was active within the shift. */
export type AlertReport = {
	/** As it was last recorded until the end of the shift; both clocks of its moments are milliseconds since 1970. */
	alert: Alert;
	/** True if it held at the end of the shift. */
	isOpen: boolean;
	/** When it was last known to hold, if the recording ended before it did: its end is not known. */
	lostAt: number | undefined;
	/** Who acknowledged it, if that was recorded. */
	acknowledgedBy: string | undefined;
};

/** A command of the shift, or an earlier one whose outcome is still not known. */
export type CommandReport = {
	at: number;
	/** Who asked for it, as the audit has it; undefined if only the recording has it. */
	who: string | undefined;
	operation: string;
	/** What was asked for, in words: `pause`, with the settings of an update. */
	asked: string;
	target: {kind: string; id: string; name: string} | undefined;
	/** The campaign of the command; undefined if it has none, or it is not known. */
	campaignId: string | undefined;
	outcome: OutcomeKind;
	/** What was seen of it afterwards, or decided. */
	later: Later | undefined;
	reason: string | undefined;
	/** True while it is not known whether it was carried out, and nobody has set it aside. */
	isUnsettled: boolean;
	/** Undefined if it has no campaign, or too little was recorded around it. */
	change: CommandChange | undefined;
};

/** A list that runs out soon. */
export type ListReport = {id: string; name: string; campaignId: string; remaining: number; endsAt: number};

/** A shift in figures. */
export type Report = {
	source: {profile: string; environment: string; host: string};
	from: number;
	to: number;
	/** When it was made; the shift may be going on. */
	madeAt: number;
	zone: Zone;
	campaigns: readonly CampaignReport[];
	alerts: readonly AlertReport[];
	/** The commands of the shift, oldest first. */
	commands: readonly CommandReport[];
	/** Stretches of which nothing was recorded of any campaign. */
	gaps: readonly Stretch[];
	/** Stretches that were read from a metrics engine of every campaign. */
	filled: readonly Stretch[];
	open: {
		alerts: readonly AlertReport[];
		/** Whose outcome is not known, earlier ones too. */
		commands: readonly CommandReport[];
		/** Campaigns that run out of leads within the next shift, as long as this one; the first to run out first. */
		leads: readonly CampaignReport[];
		lists: readonly ListReport[];
	};
	/** What of the recording could not be read, a sentence each. */
	damage: readonly string[];
};

/** A campaign as it was recorded: from an hour before the shift on, as commands are compared with the hour before them. */
export type RecordedCampaign = {
	id: string;
	name: string;
	samples: readonly SeriesPoint[];
	/** The stretches of them that were not recorded, but read from a metrics engine. */
	filled?: readonly Stretch[];
};

/** The data for a report. */
export type ReportInput = Pick<Report, 'source' | 'from' | 'to' | 'madeAt' | 'zone' | 'alerts' | 'damage'> & {
	/** Read one after another, so that only one is in memory at a time. */
	campaigns: Iterable<RecordedCampaign>;
	/** The commands of the shift, and earlier ones whose outcome is not known. */
	commands: readonly Omit<CommandReport, 'change'>[];
	lists: readonly ListReport[];
	stateOf(word: string | undefined): DialState;
	/** When leads that last so many seconds are out, from a moment on: within calling hours where they are known. */
	endOfLeads?(sample: SeriesPoint, seconds: number, state: DialState): number | undefined;
};

/** The samples of a shift, with the one before it from which its counts begin; without that one if it is too old. */
const shiftOf = (all: readonly SeriesPoint[], {from, to, zone}: Pick<Report, 'from' | 'to' | 'zone'>): Series => {
	const first = all.findIndex(({at}) => at > from);
	const within = first === -1 ? [] : all.slice(first).filter(({at}) => at <= to);
	const series = seriesOf(within, zone);
	const before = first === -1 ? all.at(-1) : all[first - 1];
	return before && from - before.at <= series.longest ? seriesOf([before, ...within], zone) : series;
};

const milliseconds = (stretches: readonly Stretch[]): number =>
	stretches.reduce((sum, {from, until}) => sum + until - from, 0);

const campaignIn = (
	input: ReportInput,
	{id, name, samples, filled = []}: RecordedCampaign,
): CampaignReport | undefined => {
	const {from, to, zone} = input;
	const series = shiftOf(samples, input);
	if (series.samples.length === 0) {
		return undefined;
	}
	const last = <T>(of: (figures: SeriesPoint['figures']) => T | undefined): T | undefined =>
		lastBy(series.samples, to, of);
	const status = last(figures => figures.status);
	const state = input.stateOf(status);
	const gaps = gapsBetween(series, from, to);
	return {
		id,
		name: last(figures => figures.campaignName) ?? name,
		status,
		state,
		counts: countsIn(series, from, to),
		drops: dropsIn(series, from, to),
		dayRate: last(figures => dropRateOf(rowOfFigures(figures))),
		limit: last(figures => figures.dropLimit),
		hours: clockHours(zone, from, to).map(hour => ({
			...hour,
			dialed: countsIn(series, hour.from, hour.until).dialed,
			live: countsIn(series, hour.from, hour.until).live,
			drops: dropsIn(series, hour.from, hour.until),
			limit: lastBy(series.samples, hour.until, figures => figures.dropLimit),
			seen: hour.until - hour.from - milliseconds(gapsBetween(series, hour.from, hour.until)),
		})),
		agents: agentTimeIn(series, from, to),
		leads: leadsAt(series, state, to, input.endOfLeads),
		seen: to - from - milliseconds(gaps),
		gaps,
		filled: filled
			.map(one => ({from: Math.max(one.from, from), until: Math.min(one.until, to)}))
			.filter(one => one.from < one.until),
	};
};

/** The stretches that all have in common; of none, the whole. */
const common = (all: readonly (readonly Stretch[])[], whole: Stretch): Stretch[] =>
	all.reduce<Stretch[]>(
		(gaps, others) =>
			gaps.flatMap(one =>
				others.flatMap(other => {
					const [from, until] = [Math.max(one.from, other.from), Math.min(one.until, other.until)];
					return from < until ? [{from, until}] : [];
				}),
			),
		[whole],
	);

/** Makes the report of a shift. Pure but for reading the campaigns that it is given, one after another. */
export const reportOf = (input: ReportInput): Report => {
	const {source, from, to, madeAt, zone, alerts, lists, damage} = input;
	const campaigns: CampaignReport[] = [];
	const changes = new Map<(typeof input.commands)[number], CommandChange>();
	for (const recorded of input.campaigns) {
		const campaign = campaignIn(input, recorded);
		if (campaign) {
			campaigns.push(campaign);
		}
		for (const command of input.commands) {
			if (command.campaignId === recorded.id && command.outcome !== 'not-sent') {
				const change = changeAfter(recorded.samples, command.at, zone);
				if (change) {
					changes.set(command, change);
				}
			}
		}
	}
	const commands = input.commands.map(command => ({...command, change: changes.get(command)}));
	const nextShift = to + (to - from);
	const endsAt = ({leads}: CampaignReport): number => leads?.endsAt ?? Number.POSITIVE_INFINITY;
	return {
		source,
		from,
		to,
		madeAt,
		zone,
		campaigns,
		alerts: alerts.toSorted((one, other) => one.alert.since.wall - other.alert.since.wall),
		commands: commands.filter(({at}) => at >= from && at <= to),
		gaps: common(
			campaigns.map(({gaps}) => gaps),
			{from, until: to},
		),
		filled:
			campaigns.length === 0
				? []
				: common(
						campaigns.map(({filled}) => filled),
						{from, until: to},
					),
		open: {
			alerts: alerts.filter(({isOpen}) => isOpen),
			commands: commands.filter(({isUnsettled, at}) => isUnsettled && at <= to),
			leads: campaigns
				.filter(one => endsAt(one) <= nextShift || (one.state === 'dialing' && one.leads?.remaining === 0))
				.toSorted((one, other) => endsAt(one) - endsAt(other)),
			lists: lists.filter(list => list.endsAt <= nextShift).toSorted((one, other) => one.endsAt - other.endsAt),
		},
		damage,
	};
};
