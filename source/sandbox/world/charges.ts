/**
 * The cost of calls and texts (ours). Each day of a campaign is charged to the cent, and every total is a sum of such
 * days, so that figures shown side by side add up.
 */
import {statusCode} from './call-log.ts';
import type {Campaign, DayRecord, World} from './state.ts';
import {monthStart} from './time.ts';

/** Hundredths of a cent for a billed unit of six seconds. */
const unitPrice = 12;
/** Hundredths of a cent for a segment of a text; a campaign's texts have one segment. */
const textPrice = 75;

/** The chargeable part of a campaign's day. */
type Billed = {counters: Pick<DayRecord['counters'], 'billed'>; statuses: DayRecord['statuses']};

/** Texts delivered. */
export const textsOf = ({statuses}: Pick<Billed, 'statuses'>): number => statuses[statusCode('SENT')] ?? 0;

const cents = (units: number, texts: number): number => Math.floor((units * unitPrice + texts * textPrice + 50) / 100);

/** Cents charged for a day of a campaign, rounded half up. */
export const chargeOf = (day: Billed): number => cents(day.counters.billed, textsOf(day));

/** Cents charged for the segments that users have sent on a day. */
export const textCharge = (segments: number): number => cents(0, segments);

/** Billed units and cents of the month so far; all days before the world began count as one. */
export const monthOf = (world: World, campaign: Campaign): {billed: number; charge: number} => {
	const start = monthStart(world, world.now);
	let charge = chargeOf(campaign);
	let earlier = campaign.billedBefore;
	for (let at = campaign.days.length - 1; at >= 0; at--) {
		const day = campaign.days[at];
		if (!day || day.time < start) {
			break;
		}
		charge += chargeOf(day);
		earlier -= day.counters.billed;
	}
	return {billed: campaign.billedBefore + campaign.counters.billed, charge: charge + cents(earlier, 0)};
};

/** Cents that the prepaid account is refilled to, at the start of each month and whenever it is empty. */
const filledTo = 500_000;

/** Cents left in the prepaid account of all campaigns; `besides` were charged this month in addition to theirs. */
export const balanceOf = (world: World, besides: number): number => {
	const charged = world.campaigns.reduce((sum, campaign) => sum + monthOf(world, campaign).charge, besides);
	return filledTo - (charged % filledTo);
};
