/**
 * What was used and charged: a row for each campaign and day, which every operation that shows minutes, texts or charges
 * reads. Each row is rounded to the cent, and every total is a sum of rows, so that figures shown side by side add up.
 */
import type {WorldAndStore} from '../store/store.ts';
import {statusCode} from '../world/call-log.ts';
import {daysOf} from '../world/figures.ts';
import type {Campaign, DayRecord} from '../world/state.ts';
import {midnightAfter, midnightOf, monthStart} from '../world/time.ts';

/** `time` is the day's midnight, `units` are billed units of six seconds, `charge` is in cents. */
export type LedgerRow = {time: number; units: number; texts: number; charge: number};

/** Texts that belong to no campaign are of this one. */
export const noCampaign = '';

/**
 * The rows of some campaigns (by id) from one midnight to another (inclusive). Texts that users have sent count for the
 * campaign that they named.
 *
 * @param campaigns `all` includes texts that belong to none
 */
export const ledgerOf = (
	{world, store}: WorldAndStore,
	campaigns: 'all' | readonly Campaign[],
	since: number,
	until: number,
): Map<string, LedgerRow[]> => {
	const ids = campaigns === 'all' ? campaigns : new Set(campaigns.map(({id}) => id));
	const byHand = new Map<string, number>();
	const rows = new Map<string, LedgerRow[]>();
	const texts = store.messages.segmentsByDay({campaigns: ids, since, until: midnightAfter(world, until)}, time =>
		midnightOf(world, time),
	);
	for (const {campaign, day: time, segments} of texts) {
		if (campaign === noCampaign) {
			const row = {time, units: 0, texts: segments, charge: chargeOf(0, segments)};
			rows.set(noCampaign, [...(rows.get(noCampaign) ?? []), row]);
		} else {
			byHand.set(`${campaign} ${time}`, segments);
		}
	}
	for (const campaign of campaigns === 'all' ? world.campaigns : campaigns) {
		const days = daysOf(world, campaign, since, until).map(({time, counters, statuses}): LedgerRow => {
			const texts = textsOf({statuses}) + (byHand.get(`${campaign.id} ${time}`) ?? 0);
			return {time, units: counters.billed, texts, charge: chargeOf(counters.billed, texts)};
		});
		rows.set(campaign.id, days);
	}
	return rows;
};

const chargeOfAll = (rows: readonly LedgerRow[]): number => rows.reduce((sum, {charge}) => sum + charge, 0);

/** The figures of the dashboard (section 2.6) that are read from the ledger: minutes, and charges in dollars. */
export const chargesOf = (sources: WorldAndStore, campaigns: readonly Campaign[]) => {
	const {world} = sources;
	const {today} = world;
	const figures = [...ledgerOf(sources, campaigns, monthStart(world, today), today)].map(([id, rows]) => {
		const ofToday = rows.filter(({time}) => time === today);
		const minutesMonth = rows.reduce((sum, {units}) => sum + units, 0) / 10;
		return [id, {chargeToday: chargeOfAll(ofToday) / 100, minutesMonth, chargeMonth: chargeOfAll(rows) / 100}] as const;
	});
	return new Map(figures);
};

/** Cents remaining in the prepaid account. */
export const prepaidBalance = (sources: WorldAndStore): number => {
	const {world} = sources;
	const rows = [...ledgerOf(sources, 'all', monthStart(world, world.today), world.today).values()].flat();
	return remainingOf(chargeOfAll(rows));
};

/** Hundredths of a cent for a billed unit of six seconds. */
const unitPrice = 12;
/** Hundredths of a cent for a segment of a text; a campaign's texts have one segment. */
const textPrice = 75;

/** Texts of a campaign that were delivered. */
export const textsOf = ({statuses}: Pick<DayRecord, 'statuses'>): number => statuses[statusCode('SENT')] ?? 0;

/** Cents charged for billed units and segments, rounded half up. */
export const chargeOf = (units: number, segments: number): number =>
	Math.floor((units * unitPrice + segments * textPrice + 50) / 100);

/** Cents that the prepaid account is refilled to, at the start of each month and whenever it is empty. */
const filledTo = 500_000;

/** Cents remaining in the prepaid account of all campaigns, of which so many were charged this month. */
export const remainingOf = (charged: number): number => filledTo - (charged % filledTo);
