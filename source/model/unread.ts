/** The figures that the alert rules need, and which of them a poll did not bring. */
import {dialedPerMinute, honestPercent} from './derived.ts';
import type {CampaignRow} from './select.ts';
import type {Dashboard} from './wire.ts';

/** What of a campaign's row the figures are taken from. */
type FiguresRow = Pick<CampaignRow, 'figures'> & {dashboard: Pick<Dashboard, 'calls'> | undefined};

/** A figure that a rule needs: how it reads from a campaign's row, and the names it may have on the wire (section 2.6). */
type Source = {wire: readonly [string, ...string[]]; of(row: FiguresRow): unknown};

const sources = {
	dropRate: {wire: ['percentage_dropped'], of: ({figures}) => honestPercent(figures?.dropRate)},
	dropLimit: {wire: ['adaptive_dropped_percentage'], of: ({figures}) => honestPercent(figures?.dropLimit)},
	humanAnswered: {wire: ['human_answered_calls'], of: ({figures}) => figures?.humanAnswered},
	waiting: {wire: ['calls_waiting'], of: ({figures}) => figures?.waiting},
	ready: {wire: ['ready'], of: ({figures}) => figures?.ready},
	ringing: {wire: ['calls_ringings', 'calls_ringing'], of: ({figures}) => figures?.ringing},
	calledToday: {wire: ['called_today'], of: ({figures}) => figures?.calledToday},
	remainingLeads: {wire: ['remaining_leads'], of: ({figures}) => figures?.remainingLeads},
	/** dialtop works it out from the graph of the calls if the service does not send it. */
	remainingTime: {
		wire: ['remaining_time'],
		of: ({figures, dashboard}) => figures?.remainingTime ?? dialedPerMinute(dashboard?.calls),
	},
} as const satisfies Record<string, Source>;

/** A figure that a rule needs. */
export type NeededFigure = keyof typeof sources;

/** What a rule needs of a campaign. */
export type Needs = {
	/** Figures without which the rule cannot say that all is well. */
	needs: readonly NeededFigure[];
	/** Figures that a service need not send; if they come they must be readable. */
	uses?: readonly NeededFigure[];
};

/** Needed figures that a poll did not bring, by their wire names. */
export type Unread = {
	/** Figures that came but cannot be read, or are percentages below 0 or above 100. */
	garbled: readonly string[];
	/** Figures that did not come. */
	missing: readonly string[];
};

/** The figures that a rule needs and that the last poll of a campaign did not bring. */
export const unreadOf = ({needs, uses = []}: Needs, row: FiguresRow): Unread => {
	const garbled: string[] = [];
	const missing: string[] = [];
	const {figures} = row;
	for (const name of [...needs, ...uses]) {
		const {wire, of}: Source = sources[name];
		const unreadable = figures?.unreadable.find(one => wire.includes(one));
		const outOfRange = figures?.[name] !== undefined && of(row) === undefined;
		if (unreadable !== undefined || outOfRange) {
			garbled.push(unreadable ?? wire[0]);
		} else if (needs.includes(name) && of(row) === undefined) {
			missing.push(wire[0]);
		}
	}
	return {garbled, missing};
};
