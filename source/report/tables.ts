/** The figures of a report in tables, and the charts of its drop rates. */
import {dropLine} from '../model/derived.ts';
import {decimals, nothing, number, percent} from '../present/format.ts';
import type {Role} from '../present/theme.ts';
import type {Block, Cell, Line} from './blocks.ts';
import type {Drops} from './counts.ts';
import type {CampaignReport, HourReport, Report} from './report.ts';
import {type Clock, nameOf} from './words.ts';

const named = ({id, name}: {id: string; name: string}): Cell => ({text: name, end: ` ${id}`});

const dropsText = (drops: Drops | undefined): string => {
	if (!drops) {
		return nothing;
	}
	const {least, most} = drops;
	return least === most ? number(least) : `${number(least)}-${number(most)}`;
};

/** The rate in the middle of what it may be. */
const rateOf = (drops: Drops | undefined): number | undefined =>
	drops?.rate && (drops.rate.least + drops.rate.most) / 2;

/** `~` precedes a rate of a count that is not known to the unit. */
const rateText = (drops: Drops | undefined): string => {
	const rate = rateOf(drops);
	return rate === undefined ? nothing : `${drops?.least === drops?.most ? '' : '~'}${percent(rate, 2)}`;
};

/** At the limit or over it: the campaign's own, or the regulator's if that is lower. */
const isOver = (drops: Drops | undefined, limit: number | undefined): boolean => {
	const rate = rateOf(drops);
	return rate !== undefined && rate > 0 && rate >= dropLine(limit);
};

const sumOf = (
	campaigns: readonly CampaignReport[],
	of: (campaign: CampaignReport) => number | undefined,
): number | undefined => {
	const values = campaigns.flatMap(campaign => of(campaign) ?? []);
	return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
};

export const callsTable = ({campaigns}: Report): Block => ({
	kind: 'table',
	columns: ['calls', 'dialed', 'live', 'drops', 'rate', 'limit', 'sales', 'charge'],
	rows: campaigns.map(campaign => {
		const {counts, drops, limit} = campaign;
		const role: Role | undefined = isOver(drops, limit) ? 'drop.high' : undefined;
		return [
			named(campaign),
			{text: number(counts.dialed)},
			{text: number(counts.live)},
			{text: dropsText(drops)},
			{text: `${rateText(drops)}${role ? '!' : ''}`, role},
			{text: drops ? percent(limit, 2) : nothing},
			{text: number(counts.sales)},
			{text: counts.charge ?? nothing},
		];
	}),
	// No drop rate: an average would let the many calls of one campaign hide the drops of another.
	total:
		campaigns.length < 2
			? undefined
			: [
					'all',
					number(sumOf(campaigns, ({counts}) => counts.dialed)),
					number(sumOf(campaigns, ({counts}) => counts.live)),
					'',
					'',
					'',
					number(sumOf(campaigns, ({counts}) => counts.sales)),
					decimals(
						sumOf(campaigns, ({counts}) => (counts.charge === undefined ? undefined : Number(counts.charge))),
						2,
					),
				],
});

const hoursText = (hours: number | undefined): string => decimals(hours, 1);

export const agentsTable = ({campaigns, to}: Report, {minute}: Clock): Block => {
	const manned = campaigns.filter(({agents}) => (agents?.agents ?? 0) > 0);
	const perHour = ({counts: {sales}, agents}: CampaignReport): number | undefined =>
		sales === undefined || !agents?.agents || agents.agents < 1 ? undefined : sales / agents.agents;
	return {
		kind: 'table',
		columns: ['agents and leads', 'agent h', 'busy', 'idle h', 'paused h', 'sales/h', 'left', 'out'],
		rows: campaigns.map(campaign => {
			const {agents, leads, state} = campaign;
			const {remaining, endsAt, isDerived = false} = leads ?? {};
			const isSoon = endsAt !== undefined && endsAt - to < 3_600_000;
			const out =
				endsAt === undefined
					? state === 'dialing' && remaining !== 0
						? nothing
						: remaining === 0
							? 'now'
							: state
					: minute(endsAt);
			return [
				named(campaign),
				{text: hoursText(agents?.agents)},
				{text: percent(agents?.occupancy, 0)},
				{text: hoursText(agents?.ready)},
				{text: hoursText(agents?.paused)},
				{text: decimals(perHour(campaign), 2)},
				{text: number(remaining)},
				{
					text: `${out}${isDerived ? '*' : ''}`,
					role: isSoon || (remaining === 0 && state === 'dialing') ? 'warning' : undefined,
				},
			];
		}),
		total:
			manned.length < 2
				? undefined
				: [
						'all',
						hoursText(sumOf(manned, ({agents}) => agents?.agents)),
						'',
						hoursText(sumOf(manned, ({agents}) => agents?.ready)),
						hoursText(sumOf(manned, ({agents}) => agents?.paused)),
						'',
						'',
						'',
					],
	};
};

/** Hours of one table: as many as fit on a terminal beside the names. */
const mostHours = 8;

const leastSeen = 0.99;

const isPartlySeen = ({from, until, seen}: HourReport): boolean => seen < leastSeen * (until - from);

/** The rate of an hour, followed by a cell for its mark, so that the figures are aligned. */
const hourCell = (hour: HourReport): Cell => {
	const rate = rateOf(hour.drops);
	const over = isOver(hour.drops, hour.limit);
	const isRough = hour.drops?.least !== hour.drops?.most;
	const mark = over ? '!' : isPartlySeen(hour) ? '?' : isRough ? '~' : ' ';
	return {text: `${decimals(rate, 2)}${mark}`, role: over ? 'drop.high' : undefined};
};

export const hourTables = ({campaigns}: Report, {minute}: Clock): Block[] => {
	const dialing = campaigns.filter(({drops}) => drops);
	const [first] = dialing;
	const starts = Array.from(
		{length: Math.ceil((first?.hours.length ?? 0) / mostHours)},
		(_, index) => index * mostHours,
	);
	return starts.map(start => ({
		kind: 'table',
		columns: [
			'drop rate, %',
			'limit',
			...(first?.hours ?? []).slice(start, start + mostHours).map(({from}) => minute(from)),
		],
		rows: dialing.map(campaign => [
			named(campaign),
			{text: decimals(campaign.limit, 2)},
			...campaign.hours.slice(start, start + mostHours).map(hourCell),
		]),
	}));
};

/** Limits that were changed within the shift. */
export const limitLines = ({campaigns}: Report, {minute}: Clock): Line[] =>
	campaigns.flatMap(campaign => {
		const changes = campaign.hours.flatMap((hour, index) => {
			const before = campaign.hours[index - 1]?.limit;
			return before !== undefined && hour.limit !== undefined && before !== hour.limit
				? [
						`from ${percent(before, 2)} to ${percent(hour.limit, 2)} between ${minute(hour.from)} and ${minute(hour.until)}`,
					]
				: [];
		});
		return changes.length === 0
			? []
			: [{text: `The drop limit of ${nameOf(campaign)} was changed ${changes.join(', ')}.`}];
	});

export const charts = ({campaigns}: Report, {minute}: Clock): Block => ({
	kind: 'charts',
	charts: campaigns
		.filter(({drops, hours}) => drops && hours.some(hour => rateOf(hour.drops) !== undefined))
		.map(({id, name, hours, limit}) => ({
			title: `${name} ${id}`,
			line: dropLine(limit),
			bars: hours.map(hour => ({
				label: minute(hour.from),
				value: rateOf(hour.drops),
				text: `${minute(hour.from)}: ${rateText(hour.drops)}, ${dropsText(hour.drops)} drops of ${number(hour.live)} live answers`,
				isOver: isOver(hour.drops, hour.limit),
			})),
		})),
});
