/**
 * The drops of a period by a rule of compliance: the rate with its ±, what the limit still allows today, and how many of its
 * days are known. An indicator, not legal advice: the service does not say how it counts.
 */

import {type Compliance, complianceRuleOf, dayNumberOf} from './compliance.ts';
import {hair} from './derived.ts';
import {countedBy, countedIn, type DropCount, type DropDay, type DropDays, noCalls, plus} from './drop-days.ts';
import {hour} from './time.ts';

/** How many days of a period, or hours, there have been, and how they are known; days of a group are known if all its campaigns' are. */
export type Coverage = {
	unit: 'days' | 'hours';
	/** Those of which the figures are known, today among them. */
	known: number;
	/** Of these: watched in part only; known from the service's statistics. */
	partly: number;
	byService: number;
	/** Known from a metrics engine; absent if none is. */
	byMetrics?: number;
	/** In addition: known from the call log alone, which has drops and no live answers. */
	byLog: number;
	/** Those that there have been, today's among them. */
	due: number;
	/** All of the period. */
	length: number;
};

/** The drops of the period that now runs. */
export type DropPeriod = {
	rule: Compliance['rule'];
	/** Of the rule that counts the last ones. */
	hours: number;
	/** Percent, and by how many points it may be off on either side; undefined before a person has answered. */
	rate: number | undefined;
	error: number;
	count: DropCount;
	/** Percent, and seconds within which an answered call must have an agent; undefined for none. */
	limit: number | undefined;
	seconds: number | undefined;
	/** Further drops that the limit allows of the live answers so far, at least and at most; below 0 it is passed. Undefined without a limit. */
	remaining: {least: number; most: number} | undefined;
	/** Live answers without a drop until the rate is under its limit again; 0 while it is. */
	until: number;
	status: 'none' | 'ok' | 'near' | 'over';
	coverage: Coverage;
	/** Drops known from the call log alone; they are in no rate. */
	loggedDrops: number;
};

/** A campaign, with what its period needs. */
export type Member = {days: DropDays; created: string | undefined};

/** The first day of the period that a day belongs to, and its length. */
export const periodOf = ({rule, start}: Compliance, today: number): {first: number; length: number} => {
	const {days: length = 1} = complianceRuleOf(rule);
	const from = start ?? today;
	return {first: from + Math.floor((today - from) / length) * length, length};
};

/** The first day of the period that a day belongs to. */
export const firstDay = (compliance: Compliance | undefined, today: number): number =>
	compliance ? periodOf(compliance, today).first : today;

/** The days of a period before today that are not known to their end of a campaign. */
export const unknownDays = (compliance: Compliance, member: Member, today: number): number[] => {
	const from = bornOn(member, firstDay(compliance, today), today);
	const known = new Set(member.days.past.flatMap(({day, isWhole}) => (isWhole ? [day] : [])));
	return Array.from({length: Math.max(0, today - from)}, (_, ago) => today - 1 - ago).filter(day => !known.has(day));
};

/** The first day of a period on which a campaign existed. */
const bornOn = ({created}: Member, first: number, today: number): number => {
	const born = created === undefined ? undefined : dayNumberOf(created.slice(0, 10));
	// A start in the future was misread.
	return born === undefined || born > today ? first : Math.max(first, born);
};

/** What is known of a campaign's days in a period. */
const knownDays = (member: Member, first: number, today: number): DropDay[] => {
	const from = bornOn(member, first, today);
	const {past, today: running} = member.days;
	return [
		...past.filter(({day}) => day >= from && day < today),
		...(running?.day === today ? [{...countedIn(running), day: today, source: 'seen' as const, isWhole: true}] : []),
	];
};

/** How the days of several campaigns are known: each by the worst of them. */
const coverageOf = (members: readonly Member[], first: number, length: number, today: number): Coverage => {
	const coverage: Coverage = {unit: 'days', known: 0, partly: 0, byService: 0, byLog: 0, due: 0, length};
	const known = members.map(member => ({
		from: bornOn(member, first, today),
		days: new Map(knownDays(member, first, today).map(day => [day.day, day])),
	}));
	const born = Math.min(...known.map(({from}) => from));
	let byMetrics = 0;
	for (let day = born; day <= today; day++) {
		const all = known.filter(({from}) => from <= day).map(({days}) => days.get(day));
		const isKnown = all.every(one => one && one.source !== 'search');
		coverage.due++;
		coverage.known += Number(isKnown);
		coverage.partly += Number(isKnown && all.some(one => !one?.isWhole));
		coverage.byService += Number(isKnown && all.some(one => one?.source === 'service'));
		byMetrics += Number(isKnown && all.some(one => one?.source === 'metrics'));
		coverage.byLog += Number(!isKnown && all.every(Boolean));
	}
	return {...coverage, ...(byMetrics > 0 && {byMetrics}), length: length - (born - first)};
};

/** What came in the last hours, and of how many of them it is known. */
const lastHours = ({samples, ...days}: DropDays, hours: number): {count: DropCount; known: number} => {
	const now = days.today?.at;
	if (now === undefined) {
		return {count: noCalls, known: 0};
	}
	const start = now - hours * hour;
	const from = samples.findLast(({at}) => at <= start && at > start - hour / 4) ?? samples.find(({at}) => at > start);
	const total = countedBy({samples, ...days});
	const before = from?.count ?? total;
	return {
		count: {
			answers: total.answers - before.answers,
			least: Math.max(0, total.least - before.most),
			most: Math.max(0, total.most - before.least),
		},
		known: Math.min(hours, (now - (from?.at ?? now)) / hour),
	};
};

const sumOf = (counts: readonly DropCount[]): DropCount => counts.reduce(plus, noCalls);

/** From five sixths of the limit on it is near: 2.5 of 3 %. */
const nearFrom = 5 / 6;

const judged = (
	count: DropCount,
	limit: number | undefined,
): Pick<DropPeriod, 'rate' | 'error' | 'remaining' | 'until' | 'status'> => {
	const {answers, least, most} = count;
	const rate = answers > 0 ? (50 * (least + most)) / answers : undefined;
	const error = answers > 0 ? (50 * (most - least)) / answers : 0;
	if (limit === undefined) {
		return {rate, error, remaining: undefined, until: 0, status: 'none'};
	}
	const allowed = Math.floor((limit * answers) / 100 + hair);
	const remaining = {least: allowed - most, most: allowed - least};
	const status =
		remaining.most < 0 ? 'over' : rate !== undefined && rate > 0 && rate >= nearFrom * limit ? 'near' : 'ok';
	const until = remaining.least >= 0 || limit === 0 ? 0 : Math.ceil((100 * most) / limit - hair) - answers;
	return {rate, error, remaining, until, status};
};

/**
 * The period that now runs, of campaigns that are counted together.
 *
 * @param today the number of the day on the service's calendar
 */
export const dropPeriod = (compliance: Compliance, members: readonly Member[], today: number): DropPeriod => {
	const {rule, limit, seconds, hours} = compliance;
	const by = {rule, limit, seconds, hours};
	if (rule === 'last-hours') {
		const all = members.map(({days}) => lastHours(days, hours));
		const count = sumOf(all.map(one => one.count));
		const known = Math.min(...all.map(one => one.known));
		const coverage = {unit: 'hours', known, partly: 0, byService: 0, byLog: 0, due: hours, length: hours} as const;
		return {...by, count, ...judged(count, limit), coverage, loggedDrops: 0};
	}
	const {first, length} = periodOf(compliance, today);
	const days = members.flatMap(member => knownDays(member, first, today));
	const [logged, counted] = [
		days.filter(({source}) => source === 'search'),
		days.filter(({source}) => source !== 'search'),
	];
	const count = sumOf(counted);
	return {
		...by,
		count,
		...judged(count, limit),
		coverage: coverageOf(members, first, length, today),
		loggedDrops: sumOf(logged).least,
	};
};
