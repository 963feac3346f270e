/** Alert rules on what a campaign's figures do against what is usual for it, and on the discipline of its floor. */
import type {AlertKind} from './alert.ts';
import type {CampaignPoll, CampaignRule, Measurement} from './alert-rule.ts';
import {hoursText, isWithinHours} from './calling-hours.ts';
import type {Cause} from './causes.ts';
import {dropForecast} from './derived.ts';
import {diagnose, type Reason, shortWords, staffing} from './diagnosis.ts';
import {dialsForAgents} from './drops.ts';
import {lately} from './recent.ts';

/** Percent of what is usual. */
const shareOf = ({from, to}: {from: number; to: number}): number => (from > 0 ? (100 * to) / from : 0);

const found = (value: number, threshold: number, cause: Reason): Measurement => ({
	value,
	threshold,
	note: shortWords[cause.kind],
	cause,
});

/** The cause that its figures name, if it is one of these. */
const causeAmong = ({row}: CampaignPoll, kinds: readonly Cause['kind'][]): Cause | undefined => {
	const cause = row.dashboard?.cause;
	return cause && kinds.includes(cause.kind) ? cause : undefined;
};

/** Whether a cause is sure enough to raise an alert of a kind, or keeps up one that was raised. */
const isTelling = ({isSure}: Cause, {alert}: CampaignPoll, kind: AlertKind): boolean =>
	isSure || alert(kind) !== undefined;

/** Live answers per dial, percent of what is usual. */
const answersOf = (cause: Cause | undefined): number | undefined => {
	const live = cause?.shifts.find(({figure}) => figure === 'live');
	return live && shareOf(live);
};

const measureAnswers =
	(kinds: readonly Cause['kind'][]): CampaignRule['measure'] =>
	(poll, {threshold}) => {
		const cause = causeAmong(poll, kinds);
		const share = answersOf(cause);
		return cause && isTelling(cause, poll, 'answers') && share !== undefined
			? found(share, threshold, cause)
			: undefined;
	};

const ofAnswers = {needs: [], uses: ['calledToday', 'humanAnswered', 'ringing'], isCompared: true} as const;
const outages = ['dials-fail', 'unanswered'] as const;

/** Whether people answer as they do otherwise. */
export const answerRules: readonly CampaignRule[] = [
	{
		id: 'answers',
		kind: 'answers',
		level: 'warning',
		unit: 'share',
		title: 'fewer answers',
		isLow: true,
		bounds: {least: 1, most: 95},
		defaults: {threshold: 65, margin: 15, seconds: 4, polls: 2},
		says: ({value, because}) => `live answers per dial at ${value} of the usual${because}`,
		inForce: ({threshold}) => `live answers per dial down to ${threshold} of the usual`,
		...ofAnswers,
		whileDialing: true,
		measure: measureAnswers([...outages, 'caller-id', 'detection', 'changed']),
	},
	{
		id: 'outage',
		kind: 'answers',
		level: 'critical',
		unit: 'share',
		title: 'dials fail',
		isLow: true,
		bounds: {least: 1, most: 95},
		defaults: {threshold: 50, margin: 15, seconds: 4, polls: 2},
		says: ({value, because}) => `answers per dial at ${value} of the usual${because}`,
		inForce: ({threshold}) => `people and machines answering down to ${threshold} of the usual`,
		...ofAnswers,
		whileDialing: true,
		measure: measureAnswers(outages),
	},
];

/** Agents who wait though it dials. */
export const starved: CampaignRule = {
	id: 'starved',
	kind: 'dialing',
	level: 'warning',
	unit: 'agents',
	title: 'agents wait',
	defaults: {threshold: 1, margin: 0, seconds: 10, polls: 2},
	says: ({value, because}) => `${value} ready while it dials${because}`,
	inForce: () => 'more agents ready than usual while it dials, and fewer dials',
	needs: [],
	uses: ['ready', 'ringing', 'calledToday'],
	isCompared: true,
	whileDialing: true,
	measure(poll, {threshold}) {
		const ready = poll.row.figures?.ready;
		if (!causeAmong(poll, ['held-back', 'level-down', 'leads-off'])) {
			return undefined;
		}
		const [reason] = diagnose(poll.row).reasons;
		return ready === undefined ? 'unknown' : reason && found(ready, threshold, reason);
	},
};

/** Seconds of polls over which drops are counted sooner than the graph draws them. */
const paceSeconds = 60;

/** When the limit of drops is passed at the pace of the last minutes. */
export const dropPace: CampaignRule = {
	id: 'drop-pace',
	kind: 'drop',
	level: 'warning',
	unit: 'minutes',
	title: 'pace of drops',
	isLow: true,
	defaults: {threshold: 15, margin: 15, seconds: 10, polls: 2},
	says: ({value, note}) => `${note}; at this pace the limit is passed in ${value}`,
	inForce: ({threshold}) => `drops at a pace that passes the limit within ${threshold}`,
	needs: [],
	uses: ['dropRate', 'dropLimit', 'humanAnswered'],
	isCompared: true,
	measure({row}, {threshold}, {leastHuman, leastDrops}) {
		const {figures, dashboard} = row;
		if (!dialsForAgents(row)) {
			return undefined;
		}
		if (figures?.dropRate === undefined) {
			return 'unknown';
		}
		const last = dashboard?.recent && lately(dashboard.recent, paceSeconds);
		const minutes = last ? (last.to - last.from) / 60_000 : 0;
		const watched = last && {drops: Math.round(last.drops), answers: last.human, minutes};
		const ahead =
			(figures.humanAnswered ?? 0) >= leastHuman && row.state !== 'paused' && row.state !== 'stopped'
				? dropForecast(figures, dashboard?.calls, watched)
				: undefined;
		return ahead && ahead.drops >= leastDrops
			? {
					value: ahead.passedIn / 60,
					threshold,
					note: `${ahead.drops} drops of ${ahead.answers} live answers in ${Math.round(ahead.minutes * 60)} s`,
				}
			: undefined;
	},
};

/** Ringing at hours that the profile does not allow. */
export const hoursRule: CampaignRule = {
	id: 'hours',
	kind: 'hours',
	level: 'critical',
	unit: 'calls',
	title: 'outside hours',
	defaults: {threshold: 1, margin: 0, seconds: 25, polls: 2},
	says: ({value, note}) => `${value} RINGING OUTSIDE ${note}`,
	inForce: ({seconds}) => `ringing outside the profile's calling_hours for ${seconds}`,
	needs: [],
	uses: ['ringing'],
	measure({row, source: {callingHours}}, {threshold}) {
		const ringing = row.figures?.ringing;
		if (!callingHours || !row.span) {
			return undefined;
		}
		if (ringing === undefined) {
			return 'unknown';
		}
		return isWithinHours(callingHours, row.span.receivedAt.wall)
			? undefined
			: {value: ringing, threshold, note: `the calling hours of ${hoursText(callingHours)}`};
	},
};

/** Fewest paused agents that make a share: of a handful some are at lunch. */
const fewestPaused = 6;

/** Who is there, and what they do. */
export const floorRules: readonly CampaignRule[] = [
	{
		id: 'staffing',
		kind: 'staffing',
		level: 'warning',
		unit: 'share',
		title: 'agents gone',
		isLow: true,
		bounds: {least: 1, most: 95},
		defaults: {threshold: 60, margin: 15, seconds: 20, polls: 2},
		says: ({value, because}) => `agents down to ${value} of the last hour's${because}`,
		inForce: ({threshold}) => `agents signed in down to ${threshold} of the last hour's`,
		needs: [],
		uses: [],
		isCompared: true,
		whileDialing: true,
		measure({row}, {threshold}) {
			const gone = staffing(row);
			if (gone === undefined) {
				return row.figures?.agents === undefined ? 'unknown' : undefined;
			}
			return found(shareOf(gone), threshold, {kind: 'agents-left', shifts: [gone], isSure: true});
		},
	},
	{
		id: 'paused-share',
		kind: 'staffing',
		level: 'warning',
		unit: 'share',
		title: 'agents paused',
		bounds: {least: 1, most: 100},
		defaults: {threshold: 60, margin: 15, seconds: 120, polls: 3},
		says: ({value, note}) => `${value} of the agents paused${note && `: ${note}`}`,
		inForce: ({threshold, seconds}) => `${threshold} of the agents paused for ${seconds}`,
		needs: [],
		uses: [],
		whileDialing: true,
		measure({row: {figures}}, {threshold}) {
			const {agents, paused} = figures ?? {};
			if (agents === undefined || paused === undefined) {
				return 'unknown';
			}
			return paused < fewestPaused
				? undefined
				: {value: Math.min(100, (100 * paused) / agents), threshold, note: `${paused} of ${agents}`};
		},
	},
	{
		id: 'paused-ready',
		kind: 'staffing',
		level: 'warning',
		unit: 'agents',
		title: 'not played',
		defaults: {threshold: 3, margin: 0, seconds: 120, polls: 3},
		says: ({value, because}) => `${value} ready, and it does not dial${because}`,
		inForce: ({threshold, seconds}) => `${threshold} ready on a campaign that is paused or stopped for ${seconds}`,
		needs: [],
		uses: ['ready'],
		isCompared: true,
		measure({row}, {threshold}) {
			const ready = row.figures?.ready;
			if (row.state !== 'paused' && row.state !== 'stopped') {
				return row.state === 'unknown' ? 'unknown' : undefined;
			}
			return ready === undefined
				? 'unknown'
				: found(ready, threshold, {kind: row.state, status: row.status ?? '', ready});
		},
	},
	{
		id: 'unusual',
		kind: 'floor',
		level: 'warning',
		unit: 'share',
		title: 'unusual',
		bounds: {least: 1, most: 1000},
		defaults: {threshold: 40, margin: 10, seconds: 10, polls: 2},
		says: ({note}) => note,
		inForce: ({threshold}) => `another figure ${threshold} from the usual`,
		needs: [],
		uses: [],
		isCompared: true,
		whileDialing: true,
		measure(poll, {threshold}) {
			const cause = causeAmong(poll, [
				'more-answers',
				'machines-pass',
				'agents-paused',
				'long-wrap-up',
				'long-talks',
				'level-up',
				'changed',
			]);
			const [shift] = cause?.shifts ?? [];
			const isTold = cause?.kind === 'changed' && shift?.figure === 'live' && shift.to < shift.from;
			return cause && shift && !isTold && isTelling(cause, poll, 'floor')
				? found(Math.min(999, Math.abs(shareOf(shift) - 100)), threshold, cause)
				: undefined;
		},
	},
	{
		id: 'dead',
		kind: 'floor',
		level: 'warning',
		unit: 'agents',
		title: 'dead calls',
		defaults: {threshold: 1, margin: 0, seconds: 60, polls: 4},
		says: ({value}) => `${value} on a dead call: the caller is gone`,
		inForce: ({threshold, seconds}) => `${threshold} more than usual on a dead call for ${seconds}`,
		needs: [],
		uses: [],
		isCompared: true,
		measure({row: {figures, dashboard}, alert}, {threshold}) {
			const dead = figures?.dead;
			if (dead === undefined) {
				return 'unknown';
			}
			const {dead: sum = 0, weight = 0} = dashboard?.recent?.usual ?? {};
			// The sum of what was not told is no number.
			const usual = weight > 0 && alert('floor')?.rule !== 'dead' ? Math.floor((3 * sum) / weight) || 0 : 0;
			return {value: dead - usual, threshold};
		},
	},
];
