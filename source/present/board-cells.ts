/** Cells of the board that show more than a figure: a state with its mark, drop rates, time left. */
import {dropLine, dropRateBefore, dropStatus, regulatorsLimit, type TimeLeftRow, timeLeft} from '../model/derived.ts';
import {dialsForAgents, dropRateOf, dropStatusOf, worstDrop} from '../model/drops.ts';
import {type Readiness, readinessOf} from '../model/readiness.ts';
import type {CampaignRow} from '../model/select.ts';
import type {CallsPoint, Figures} from '../model/wire.ts';
import {alertMark, alertRole} from './alert-text.ts';
import {overlayOf} from './command-text.ts';
import {decimals, fit, nothing, number, percent, span} from './format.ts';
import type {Cell, Overlay} from './grid.ts';
import {sparks} from './spans.ts';
import type {Role} from './theme.ts';

/** The role of a state. */
export const stateRole: Record<CampaignRow['state'], Role> = {
	dialing: 'state.dialing',
	paused: 'state.paused',
	stopped: 'state.stopped',
	unknown: 'text',
};

/** The role of a drop rate. */
export const dropRole: Record<ReturnType<typeof dropStatus>, Role> = {
	unknown: 'faint',
	ok: 'text',
	near: 'drop.near',
	high: 'drop.high',
};

/** The time left, `*` if dialtop derives it; without a forecast, the reason: the campaign does not dial, or dials nothing. */
export const timeLeftText = (row: TimeLeftRow): string | undefined => {
	const time = timeLeft(row);
	if (time) {
		return `${span(time.seconds)}${time.derived ? '*' : ''}`;
	}
	if (!row.figures?.remainingLeads) {
		return undefined;
	}
	return row.state === 'paused' || row.state === 'stopped'
		? row.state
		: row.figures.remainingTime === 0
			? 'no pace'
			: undefined;
};

/** The mark before the rate, so that colour is not its only carrier. */
const dropMark: Record<ReturnType<typeof dropStatus>, string> = {unknown: '', ok: '', near: '~', high: '!'};

/** Cells of the column of states, and of one that has to hold two words of sources that disagree. */
export const stateWidth = 7;
const disputeWidth = 12;

/** Cells of the column of states over these rows. */
export const stateWidthOf = (rows: readonly CampaignRow[]): number =>
	rows.some(({dispute}) => dispute) ? disputeWidth : stateWidth;

/** The mark of a row's drop rate. */
const markOf = (row: CampaignRow): string => dropMark[dropStatusOf(row)];

/** The role of a row's state: without one while its sources disagree. */
export const stateRoleOf = ({state, dispute}: Pick<CampaignRow, 'state' | 'dispute'>): Role =>
	dispute ? 'warning' : stateRole[state];

/** The mark of a row's alert, else of its drop rate; empty if it has neither. */
const rowMark = (row: CampaignRow): string => {
	const alert = row.alert ?? row.acknowledged;
	return alert ? alertMark(alert) : markOf(row);
};

/** A row's status word, with its mark. */
export const stateText = (row: CampaignRow): string => {
	const text = row.status ?? nothing;
	const mark = rowMark(row);
	return mark === '' ? text : `${fit(text, stateWidthOf([row]) - 2).trimEnd()} ${mark}`;
};

/** The role of the count of ready agents: waiting for the next call is fine only where calls come. */
export const readyRole: Readonly<Record<Readiness, Role>> = {
	usual: 'agent.ready',
	idle: 'agent.idle',
	resting: 'text',
};

/** The mark before agents who are idle, so that colour is not its only carrier. */
export const idleMark = (readiness: Readiness | undefined): string => (readiness === 'idle' ? '!' : '');

/** Agents who are ready, marked where they are idle while calls should come. */
export const readyCell = (ready: number | undefined, readiness: Readiness | undefined): Cell => ({
	text: `${idleMark(readiness)}${number(ready)}`,
	role: readiness ? readyRole[readiness] : 'faint',
});

/** The role of a status: that of its alert, or a warning for a drop rate at its limit or idle agents; acknowledged trouble is not drawn as good. */
export const statusRole = (row: CampaignRow): Role =>
	row.alert
		? alertRole(row.alert)
		: dropStatusOf(row) === 'high' || readinessOf(row) === 'idle'
			? 'warning'
			: row.acknowledged && row.state === 'dialing' && !row.dispute
				? 'text'
				: stateRoleOf(row);

/** What is shown instead of the status while a command is under way on it, or just ended; followed by the mark of its alert. */
export const commandOverlay = (row: CampaignRow): Overlay | undefined => {
	const overlay = overlayOf(row.command, row.status);
	const mark = rowMark(row);
	const role = row.alert && overlay?.role === 'ok' ? alertRole(row.alert) : overlay?.role;
	return overlay && {...overlay, state: `${overlay.state} ${mark}`.trimEnd(), role: role ?? overlay.role};
};

/** A row's drop rate with its mark, and its limit: `~2.81%/3.0`. */
export const dropText = (row: CampaignRow): string => {
	const rate = dropRateOf(row);
	if (rate === undefined) {
		return nothing;
	}
	const limit = row.figures?.dropLimit === undefined ? '' : `/${decimals(row.figures.dropLimit, 1)}`;
	return `${markOf(row)}${percent(rate, 2)}${limit}`;
};

/** The worst drop rate among rows, and whose it is, as room allows: `!3.12% 1003`. */
export const worstDropText = (rows: readonly CampaignRow[]): Cell => {
	const worst = worstDrop(rows);
	if (!worst) {
		return {text: nothing};
	}
	const {row, rate} = worst;
	const text = `${markOf(row)}${percent(rate, 2)}`;
	const status = dropStatusOf(row);
	return {
		// Where no call was dropped, no campaign is the worst.
		text: rate > 0 ? `${text} ${row.campaign.id}` : text,
		shorter: text,
		...((status === 'near' || status === 'high') && {role: dropRole[status]}),
	};
};

/** The role of the count of waiting calls: they are worst without a ready agent. */
export const waitingRole = ({ready}: Figures): Role => (ready === 0 ? 'error' : 'warning');

/** Whether a campaign dials and has no leads left: that 0 is trouble. */
export const runsDry = ({state, figures}: CampaignRow): boolean => state === 'dialing' && figures?.remainingLeads === 0;

/** Blocks of the sparkline, at most, and the points of calls_graph_data, one a minute, that its first block needs before it. */
const mostSparks = 10;
const needed = 14;

/** The drop rate of the last fifteen minutes over the hour, the newest last; cached, as the points change once a minute. */
const recentDrops = new WeakMap<readonly CallsPoint[], readonly (number | undefined)[]>();

const recentDropsOf = (row: CampaignRow): readonly (number | undefined)[] => {
	const points = row.dashboard?.calls;
	if (!points || !dialsForAgents(row)) {
		return [];
	}
	const known = recentDrops.get(points);
	if (known) {
		return known;
	}
	const last = points.length - 1;
	const step = Math.max(1, Math.ceil((points.length - needed) / mostSparks));
	const rates: (number | undefined)[] = [];
	for (let at = last; at >= 0 && rates.length < mostSparks; at -= step) {
		rates.unshift(dropRateBefore(points, at));
	}
	const made = rates.slice(rates.findIndex(rate => rate !== undefined));
	recentDrops.set(points, made);
	return made;
};

/** The drop rate of the last fifteen minutes. */
export const recentDrop = (row: CampaignRow): number | undefined => recentDropsOf(row).at(-1);

/** The hour as a sparkline that is full at the drop limit, and the newest rate. */
export const recentDropCell = (row: CampaignRow): Cell => {
	const rates = recentDropsOf(row);
	const now = rates.at(-1);
	if (now === undefined) {
		return {text: nothing, role: 'faint'};
	}
	const {dropLimit} = row.figures ?? {};
	return {
		text: `${sparks(rates, dropLine(dropLimit) || regulatorsLimit)} ${decimals(now, 2).padStart(5)}`,
		role: now === 0 ? 'faint' : dropRole[dropStatus(now, dropLimit)],
	};
};
