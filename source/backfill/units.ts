/** What an engine is asked for to fill a recording: units of even times, so that each is asked for once, however one looks. */
import {campaignSelector} from '../metrics/figures-from.ts';
import {serviceUp} from '../metrics/service-metrics.ts';
import type {Stretch} from '../model/calling-hours.ts';
import {day, hour, minute} from '../model/time.ts';
import type {Period} from '../recording/recording.ts';
import {happeningsExpression} from './engine-rows.ts';

/** What the answer to a unit is read as. */
export type UnitKind = 'figures' | 'hours' | 'happenings' | 'reach';

/** One query over a time; both of its ends are whole multiples of its step. */
export type Unit = Period & {key: string; kind: UnitKind; expression: string; step: number};

/** How long the units of a kind are and how far their points are apart, milliseconds. */
const sizes = {
	/** Of one campaign, for charts by the minute and its moments. */
	figures: {length: 4 * hour, step: minute},
	/** Of one campaign, for charts by the hour. */
	hours: {length: day, step: 5 * minute},
	/** Of some campaigns, for what was usual of them by a moment. */
	around: {length: hour / 4, step: minute},
	happenings: {length: 2 * hour, step: minute},
} as const;

/** The most campaigns in one query: of a moment, and of a time around it. */
const [atOnce, aroundAtOnce] = [100, 20];

/** Of more campaigns only the moment itself is read: their history would be megabytes. */
const mostAround = 100;

/** How long before a moment its history begins. */
const watchedFor = 30 * minute;

/** Moments at which the campaigns of a period are looked for, at most. */
const mostListed = 200;

/** How far the points of a report may be apart, and how many moments of campaigns it reads at most, in all and in one answer. */
const steps = [minute, 5 * minute, 15 * minute, hour];
const [mostPoints, mostInAnswer] = [50_000, 2500];

/** How far back metrics are looked for. */
const longestReach = 400 * day;

/** The beginnings of the even times that a period touches. */
const evenTimes = ({from, to}: Period, length: number): number[] => {
	const [first, last] = [Math.floor(from / length), Math.floor(to / length)];
	return Array.from({length: Math.max(0, last - first + 1)}, (_, index) => (first + index) * length);
};

const groupsOf = <T>(all: readonly T[], size: number): T[][] =>
	Array.from({length: Math.ceil(all.length / size)}, (_, index) => all.slice(index * size, (index + 1) * size));

/** Makes the units of a profile's metrics. @param profile its name at the exporter */
export const unitsOf = (profile: string) => {
	const unit = (kind: UnitKind, period: Period, step: number, expression: string): Unit => ({
		key: [kind, period.from, period.to, step, expression].join(' '),
		kind,
		...period,
		step,
		expression,
	});

	const pieces = (kind: UnitKind, of: keyof typeof sizes, stretch: Period, expression: string): Unit[] => {
		const {length, step} = sizes[of];
		return evenTimes(stretch, length).map(from => unit(kind, {from, to: from + length}, step, expression));
	};

	return {
		/** Of one campaign the stretches that are missing, newest first. */
		ofCampaign(campaignId: string, missing: readonly Stretch[], isByHour = false): Unit[] {
			const kind = isByHour ? 'hours' : 'figures';
			const expression = campaignSelector(profile, [campaignId]);
			const units = missing.flatMap(({from, until}) => pieces(kind, kind, {from, to: until}, expression));
			return [...new Map(units.map(one => [one.key, one])).values()].toSorted((one, other) => other.from - one.from);
		},
		/** What happened to all campaigns. */
		happenings: (period: Period): Unit[] => pieces('happenings', 'happenings', period, happeningsExpression(profile)),
		/** Campaigns at a moment, and what led to it. */
		atMoment(at: number, campaignIds: readonly string[]): Unit[] {
			const then = Math.floor(at);
			const moments = groupsOf(campaignIds, atOnce).map(ids =>
				unit('figures', {from: then, to: then}, minute, campaignSelector(profile, ids)),
			);
			const before = campaignIds.length > mostAround ? [] : groupsOf(campaignIds, aroundAtOnce);
			return [
				...moments,
				...before.flatMap(ids =>
					pieces('figures', 'around', {from: at - watchedFor, to: at}, campaignSelector(profile, ids)),
				),
			];
		},
		/** Which campaigns there were. */
		campaigns(period: Period): Unit {
			const step = Math.max(5 * minute, Math.ceil((period.to - period.from) / mostListed / minute) * minute);
			const [from, to] = [Math.ceil(period.from / step) * step, Math.floor(period.to / step) * step];
			return unit(
				'happenings',
				{from, to: Math.max(from, to)},
				step,
				`dialtop_campaign_info{profile=${JSON.stringify(profile)}}`,
			);
		},
		/** What is missing of many campaigns, each from its first gap to its last one. The more it is, the further apart its points are. */
		ofMany(missing: readonly (Period & {id: string})[]): Unit[] {
			const total = missing.reduce((sum, {from, to}) => sum + to - from, 0);
			const step = steps.find(one => total / one <= mostPoints) ?? Math.ceil(total / mostPoints / hour) * hour;
			const from = Math.floor(Math.min(...missing.map(one => one.from)) / step) * step;
			const to = Math.ceil(Math.max(...missing.map(one => one.to)) / step) * step;
			const size = Math.max(1, Math.floor(mostInAnswer / ((to - from) / step)));
			return groupsOf(missing, size).map(group => {
				const ids = group.map(({id}) => id);
				return unit('figures', {from, to}, step, campaignSelector(profile, ids));
			});
		},
		/** Since when there is anything. */
		reach(now: number): Unit {
			const to = Math.floor(now);
			return unit(
				'reach',
				{from: to - longestReach, to},
				hour,
				`${serviceUp.name}{profile=${JSON.stringify(profile)}}`,
			);
		},
	};
};
