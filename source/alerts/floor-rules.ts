/** Alert rules on what a campaign's figures do against what is usual for it, and on the discipline of its floor. */
import type {Alert, AlertKind, RuleId} from '../model/alert.ts';
import {hoursText, isWithinHours} from '../model/calling-hours.ts';
import type {Cause} from '../model/causes.ts';
import {diagnose, staffing} from '../model/diagnosis.ts';
import {fewestMinutes} from '../model/drawn.ts';
import {type Reason, shortWords} from '../model/reason.ts';
import {calledInVain, drawnBefore, namedIfSilent} from './first-look.ts';
import {pausedRules} from './paused-rules.ts';
import type {CampaignPoll, CampaignRule, FigureOf, Measurement} from './rule.ts';

/** Percent of what is usual. */
const shareOf = ({from, to}: {from: number; to: number}): number => (from > 0 ? (100 * to) / from : 0);

const found = (value: number, threshold: number, cause: Reason): Measurement => ({
	value,
	threshold,
	note: [cause, 'also' in cause && cause.also].flatMap(one => (one ? shortWords[one.kind] : [])).join(', and '),
	cause,
	...('drawn' in cause && {drawn: cause.drawn}),
});

/** The cause that its figures name, if it is one of these. */
const causeAmong = ({row}: CampaignPoll, kinds: readonly Cause['kind'][]): Cause | undefined => {
	const cause = row.dashboard?.history.cause;
	return [cause, cause?.also].find(one => one && kinds.includes(one.kind));
};

/** Whether a cause is sure enough to raise an alert of a kind, or to keep it active. */
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

const ofUsual = {cell: (amount: string) => `${amount} of usual`, counts: 'answers'};
const ofAnswers = {
	needs: [],
	uses: ['calledToday', 'humanAnswered', 'ringing'],
	isCompared: true,
	isOfCause: true,
	takesCalls: true,
} as const;
const outages = ['dials-fail', 'unanswered'] as const;
const fewerAnswers = [...outages, 'caller-id', 'detection'] as const;
const fewerDials = ['held-back', 'level-down', 'leads-off'] as const;

/** An alert of a rule whose figures are not normal: another cause may continue it. */
const goingOn = (poll: CampaignPoll, kind: AlertKind, rule: RuleId): Alert | undefined => {
	const alert = poll.alert(kind);
	return alert?.rule === rule && alert.wellSince === undefined ? alert : undefined;
};

/** Whether people answer as usual. */
export const answerRules: readonly CampaignRule[] = [
	{
		id: 'answers',
		kind: 'answers',
		level: 'warning',
		unit: 'share',
		title: 'fewer answers',
		...ofUsual,
		figure: amount => `live answers per dial at ${amount} of the usual`,
		isLow: true,
		bounds: {least: 1, most: 95, of: 'the usual'},
		defaults: {threshold: 65, margin: 15, seconds: 4, polls: 2},
		inForce: ({threshold}) => `live answers per dial down to ${threshold} of the usual`,
		...ofAnswers,
		whileDialing: true,
		inOneLook: poll => [...fewerAnswers, 'changed'].some(kind => kind === namedIfSilent(poll, false)),
		measure: measureAnswers([...fewerAnswers, 'changed']),
	},
	{
		id: 'outage',
		kind: 'answers',
		level: 'critical',
		unit: 'share',
		title: 'outage',
		...ofUsual,
		figure: amount => `answers per dial at ${amount} of the usual`,
		isLow: true,
		bounds: {least: 1, most: 95, of: 'the usual'},
		defaults: {threshold: 50, margin: 15, seconds: 4, polls: 2},
		inForce: ({threshold}) => `people and machines answering down to ${threshold} of the usual`,
		...ofAnswers,
		whileDialing: true,
		inOneLook: poll => outages.some(kind => kind === namedIfSilent(poll, true)),
		says: ({figure, inVain, because}) => `${figure}${inVain}${because}`,
		measure(poll, ...settings) {
			const found = measureAnswers(outages)(poll, ...settings);
			return typeof found === 'object' ? {...found, inVain: calledInVain(poll, found.value ?? 0)} : found;
		},
	},
];

/** The rule on agents who wait although the campaign dials. */
export const starved: CampaignRule = {
	id: 'starved',
	kind: 'dialing',
	level: 'warning',
	unit: 'agents',
	title: 'agents wait',
	counts: 'ready',
	figure: amount => `${amount} ready while it dials`,
	defaults: {threshold: 1, margin: 0, seconds: 10, polls: 2},
	inForce: () => 'more agents ready than usual while it dials, and fewer dials',
	needs: [],
	uses: ['ready', 'ringing', 'calledToday'],
	isCompared: true,
	isOfCause: true,
	whileDialing: true,
	measure(poll, {threshold}) {
		const ready = poll.row.figures?.ready;
		// Agents who waited because fewer lines were dialed may go on waiting because nobody answers: the alert does not end.
		const more = goingOn(poll, 'dialing', 'starved') && causeAmong(poll, fewerAnswers);
		if (more) {
			const partOf = poll.alert('answers')?.rule;
			return ready === undefined ? 'unknown' : {...found(ready, threshold, more), partOf};
		}
		if (!causeAmong(poll, fewerDials)) {
			return undefined;
		}
		const [reason] = diagnose(poll.row).reasons;
		return ready === undefined ? 'unknown' : reason && found(ready, threshold, reason);
	},
};

/** The rule on calls that ring at hours that the profile does not allow. */
export const hoursRule: CampaignRule = {
	id: 'hours',
	kind: 'hours',
	level: 'critical',
	unit: 'calls',
	title: 'outside hours',
	figure: amount => `${amount} ringing outside hours`,
	defaults: {threshold: 1, margin: 0, seconds: 25, polls: 2},
	says: ({value, note}) => `${value} RINGING OUTSIDE ${note}`,
	profilePart: 'callingHours',
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

/** The largest distance from the usual that is reported, percent. */
const farthest = 999;

/** How far a figure is from the usual, and on which side of it. */
const farFrom = (amount: string, {value, cause}: FigureOf): string => {
	const [shift] = cause && 'shifts' in cause ? cause.shifts : [];
	const side = shift === undefined ? 'from' : shift.to < shift.from ? 'under' : 'over';
	return `${value >= farthest ? '≥' : ''}${amount} ${side}`;
};

/** The rules on the agents who are there, and what they do. */
export const floorRules: readonly CampaignRule[] = [
	{
		id: 'staffing',
		kind: 'staffing',
		level: 'warning',
		unit: 'share',
		title: 'agents gone',
		figure: (amount, {cause}) => {
			const [shift] = cause && 'shifts' in cause ? cause.shifts : [];
			return shift
				? `${shift.from - shift.to} of ${shift.from} agents have left, ${amount}`
				: `${amount} of the agents have left`;
		},
		isLow: true,
		showsShortfall: true,
		bounds: {least: 1, most: 95, of: "the last hour's agents, who are still there"},
		defaults: {threshold: 60, margin: 15, seconds: 20, polls: 2},
		says: ({figure, advice}) => `${figure}${advice}`,
		inForce: ({threshold}) => `${threshold} of the last hour's agents have left`,
		needs: [],
		uses: [],
		isCompared: true,
		whileDialing: true,
		inOneLook: ({row}) => (row.dashboard?.agents?.length ?? 0) >= fewestMinutes,
		measure(poll, {threshold}) {
			const {row} = poll;
			const gone = staffing(row);
			if (gone === undefined) {
				return row.figures?.agents === undefined ? 'unknown' : undefined;
			}
			const drawn = drawnBefore(poll, ({agents}) => shareOf({...gone, to: agents}) <= threshold);
			const cause = {kind: 'agents-left', shifts: [gone], isSure: true} as const;
			return {...found(shareOf(gone), threshold, cause), concerns: gone.from - gone.to, ...drawn};
		},
	},
	...pausedRules,
	{
		id: 'unusual',
		kind: 'floor',
		level: 'warning',
		unit: 'share',
		title: 'unusual',
		figure: (amount, of) => `${of.cause ? `${shortWords[of.cause.kind]}: ` : ''}${farFrom(amount, of)} the usual`,
		cell: farFrom,
		bounds: {least: 1, most: 1000, of: 'the usual'},
		defaults: {threshold: 40, margin: 10, seconds: 4, polls: 2},
		says: ({note}) => note,
		inForce: ({threshold}) => `another figure ${threshold} from the usual`,
		needs: [],
		uses: [],
		isCompared: true,
		isOfCause: true,
		whileDialing: true,
		measure(poll, {threshold}) {
			const known = goingOn(poll, 'floor', 'unusual');
			const [unexplained] = known?.cause?.kind === 'changed' ? known.cause.shifts : [];
			if (known && unexplained?.figure === 'dials' && causeAmong(poll, fewerDials)) {
				// The unusual figures are explained by now.
				const {value, note, cause} = known;
				return {value, threshold, note, cause, partOf: poll.alert('dialing')?.rule};
			}
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
			const isCovered = cause?.kind === 'changed' && shift?.figure === 'live' && shift.to < shift.from;
			return cause && shift && !isCovered && isTelling(cause, poll, 'floor')
				? found(Math.min(farthest, Math.abs(shareOf(shift) - 100)), threshold, cause)
				: undefined;
		},
	},
	{
		id: 'dead',
		kind: 'floor',
		level: 'warning',
		unit: 'agents',
		title: 'dead calls',
		figure: amount => `${amount} more than usual on a dead call`,
		defaults: {threshold: 1, margin: 0, seconds: 60, polls: 4},
		says: ({figure}) => `${figure}: the caller is gone`,
		inForce: ({threshold, seconds}) => `${threshold} more than usual on a dead call for ${seconds}`,
		needs: [],
		uses: [],
		isCompared: true,
		measure({row: {figures, dashboard}, alert}, {threshold}) {
			const dead = figures?.dead;
			if (dead === undefined) {
				return 'unknown';
			}
			const {dead: sum = 0, weight = 0} = dashboard?.history.learned?.usual ?? {};
			// The sum is NaN if one of the figures was not reported.
			const usual = weight > 0 && alert('floor')?.rule !== 'dead' ? Math.floor((3 * sum) / weight) || 0 : 0;
			return {value: dead - usual, threshold};
		},
	},
];
