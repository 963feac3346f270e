/**
 * What calls and texts cost (ours). What is charged is a campaign's day, to the cent: every sum is one of such days, so
 * that whatever is shown beside each other adds up.
 */
import {statusCode} from './call-log.ts';
import type {Campaign, DayRecord, World} from './state.ts';

/** Hundredths of a cent for a billed unit of six seconds, and for a segment of a text; a campaign's texts have one. */
const unitPrice = 12;
const textPrice = 75;

/** What a day of a campaign came to, as far as it costs anything. */
type Billed = {counters: Pick<DayRecord['counters'], 'billed'>; statuses: DayRecord['statuses']};

/** Texts that were delivered. */
export const textsOf = ({statuses}: Pick<Billed, 'statuses'>): number => statuses[statusCode('SENT')] ?? 0;

const cents = (units: number, texts: number): number => Math.floor((units * unitPrice + texts * textPrice + 50) / 100);

/** Cents that a day of a campaign is charged, half a cent rounded up. */
export const chargeOf = (day: Billed): number => cents(day.counters.billed, textsOf(day));

/** Cents that so many segments of texts cost which were sent on a day by hand. */
export const textCharge = (segments: number): number => cents(0, segments);

/** Midnight of the first day of the month that a moment is in. */
export const monthStart = (now: number): number => {
	const date = new Date(now);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
};

/** Billed units and cents of the month so far; days before the world began are one. */
export const monthOf = ({now}: World, campaign: Campaign): {billed: number; charge: number} => {
	const start = monthStart(now);
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

/** Cents that the prepaid account is filled up to: at the beginning of each month, and whenever it is used up. */
const filledTo = 500_000;

/** Cents that are left in the prepaid account of all campaigns, where so many were charged this month besides theirs. */
export const balanceOf = (world: World, besides: number): number => {
	const charged = world.campaigns.reduce((sum, campaign) => sum + monthOf(world, campaign).charge, besides);
	return filledTo - (charged % filledTo);
};
