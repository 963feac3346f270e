/**
 * The order of alerts that are equally grave: what concerns most agents or calls, then the newest, then what is furthest past
 * its line. The service's order decides nothing, as it says nothing.
 */
import type {Alert} from './alert.ts';

/** What the order goes by. */
type Urgency = {concerns: number; newsAt: number; excess: number; id: string};

/** Milliseconds of a round of polls: what is news within one is equally new, whichever campaign was polled first. */
const round = 10_000;

/** How urgent alerts are that stand together, the first of them for all. */
const urgencyOf = (alerts: readonly Alert[]): Urgency => {
	const [lead] = alerts;
	return {
		concerns: alerts.reduce((sum, {concerns}) => sum + concerns, 0),
		newsAt: Math.floor(Math.max(...alerts.map(({newsAt}) => newsAt.mono)) / round),
		excess: lead ? Math.abs(lead.value - lead.threshold) / Math.max(1, lead.threshold) : 0,
		id: lead?.campaignId ?? '',
	};
};

/** Below 0 if the first ones are more urgent. */
export const compareUrgency = (some: readonly Alert[], others: readonly Alert[]): number => {
	const [one, other] = [urgencyOf(some), urgencyOf(others)];
	return (
		// What is about the service as a whole concerns everybody.
		(one.concerns === other.concerns ? 0 : other.concerns - one.concerns) ||
		other.newsAt - one.newsAt ||
		other.excess - one.excess ||
		one.id.length - other.id.length ||
		(one.id < other.id ? -1 : Number(one.id > other.id))
	);
};
