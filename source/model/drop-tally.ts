/** Counts the drops of each campaign day by day in the state, and the period that runs beside its figures. */
import type {ById} from './by-id.ts';
import type {Zone} from './calling-hours.ts';
import {type DropDay, type DropDays, dropCountOf, dropDaysAfter, noDropDays, withDays} from './drop-days.ts';
import {type DropPeriod, dropPeriod, unknownDays} from './drop-period.ts';
import {dialsForAgents, dropRateOf} from './drops.ts';
import {zoneSeen} from './service-clock.ts';
import type {CampaignDashboard, State} from './state.ts';
import type {Span} from './time.ts';

/** By whose clock a campaign's days are: while it is calling, the newest point of its graphs tells the time. */
const zoneOf = ({source}: State, {figures, history}: CampaignDashboard, known: DropDays): Zone => {
	const isCalling = (figures?.ringing ?? 0) > 0 || (figures?.activeCalls ?? 0) > 0;
	const clock = isCalling ? history.clock : undefined;
	const before = known.today ? known.today.zone : source.timeZone;
	return clock ? zoneSeen(source.timeZone, clock.seconds, clock.seen.wall) : before;
};

/** The days of a campaign after a poll; undefined without a rule, or if its calls cannot be dropped. */
const daysAfter = (
	state: State,
	campaignId: string,
	dashboard: CampaignDashboard,
	span: Span,
): DropDays | undefined => {
	const known = state.dropDays.get(campaignId) ?? noDropDays;
	const {figures} = dashboard;
	const campaign = state.campaigns.value?.get(campaignId) ?? {dialMethod: undefined};
	if (!state.source.compliance || !figures || !dialsForAgents({campaign, figures})) {
		return undefined;
	}
	const rate = dropRateOf({campaign, figures});
	const {humanAnswered, calledToday} = figures;
	return rate === undefined || humanAnswered === undefined
		? known
		: dropDaysAfter(known, {
				count: dropCountOf(humanAnswered, rate),
				called: calledToday,
				at: span.receivedAt.wall,
				zone: zoneOf(state, dashboard, known),
			});
};

/** The period of a campaign, with all that are counted together with it. */
const periodOf = ({source, campaigns}: State, dropDays: ById<DropDays>, campaignId: string): DropPeriod | undefined => {
	const {compliance} = source;
	const today = dropDays.get(campaignId)?.today?.day;
	if (!compliance || today === undefined) {
		return undefined;
	}
	const group = compliance.groups.get(campaignId);
	const ids =
		group === undefined
			? [campaignId]
			: [...compliance.groups].flatMap(([id, its]) =>
					its === group && campaigns.value?.has(id) !== false ? [id] : [],
				);
	return dropPeriod(
		compliance,
		ids.map(id => ({days: dropDays.get(id) ?? noDropDays, created: campaigns.value?.get(id)?.created})),
		today,
	);
};

/** What a poll adds: the days of its campaign, and the period that it shows. */
export const talliedAfter = (
	state: State,
	campaignId: string,
	dashboard: CampaignDashboard,
	span: Span,
): {dropDays: ById<DropDays>; period: DropPeriod | undefined} => {
	const days = daysAfter(state, campaignId, dashboard, span);
	const dropDays = days ? state.dropDays.with(campaignId, days) : state.dropDays;
	const before = state.dashboards.get(campaignId)?.value?.period;
	const period = days && periodOf(state, dropDays, campaignId);
	// The same figures are the same object, so that nothing is redrawn.
	return {dropDays, period: JSON.stringify(period) === JSON.stringify(before) ? before : period};
};

/** The state after days of a campaign were read; the same if they add nothing. */
export const withDaysRead = (state: State, campaignId: string, read: readonly DropDay[]): State => {
	const known = state.dropDays.get(campaignId) ?? noDropDays;
	const days = withDays(known, read);
	if (days === known || !state.source.compliance) {
		return state;
	}
	const dropDays = state.dropDays.with(campaignId, days);
	const shown = state.dashboards.get(campaignId);
	const dashboards = shown?.value?.period
		? state.dashboards.with(campaignId, {
				...shown,
				value: {...shown.value, period: periodOf(state, dropDays, campaignId)},
			})
		: state.dashboards;
	return {...state, dropDays, dashboards};
};

/** The days of the running period that are not known to their end, the newest first, each with the campaigns that miss it. */
export const missingDays = ({source, campaigns, dropDays}: Pick<State, 'source' | 'campaigns' | 'dropDays'>) => {
	const {compliance} = source;
	const missing = [...(compliance ? dropDays : [])].flatMap(([id, days]) => {
		const member = {days, created: campaigns.value?.get(id)?.created};
		return compliance && days.today ? unknownDays(compliance, member, days.today.day).map(day => ({day, id})) : [];
	});
	const byDay = Map.groupBy(missing, ({day}) => day);
	return [...byDay].toSorted(([one], [other]) => other - one).map(([day, of]) => [day, of.map(({id}) => id)] as const);
};
