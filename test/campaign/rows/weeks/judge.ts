/** Judges what was seen of a monitor that ran for days: what grows, what is stuck, what shows a wrong day. */
import {median} from '../../../bench/figures.ts';
import {fit} from '../../../bench/fit.ts';

/** What is seen of a monitor from outside. */
export type Seen = {
	/** When, in hours since its start. */
	hour: number;
	/** MB. */
	resident: number;
	descriptors: number;
	/** Bytes of the audit, of the recording, and of everything else that it keeps. */
	audit: number;
	recorded: number;
	other: number;
	/** Commands that the service has carried out, and requests that it got, since the start. */
	commands: number;
	requests: number;
};

/** What a monitor holds after a garbage collection. */
export type Inside = {
	hour: number;
	/** kB. */
	heap: number;
	/** Timers, sockets and the like. */
	resources: number;
};

/** How long it ran. */
export type Span = {
	hours: number;
	/** The hour from which on nothing may grow: until then it fills what has a bound. */
	settled: number;
	/** kB an hour that its objects may grow by, beyond twice the error of the fit. */
	mostHeap: number;
};

/** MB of everything else that may be added once it has settled. The allocators of V8 and C take memory in steps of five. */
const mostMemory = 20;
const mostDescriptors = 3;
const mostResources = 5;
/** Bytes of the audit for a command, and of everything else. */
const auditPerCommand = 4000;
const mostOtherFiles = 200_000;
/** Bytes of the recording an hour: it grows with each poll until its oldest files are removed, after a week. */
const mostRecorded = 1_500_000;
/** Requests an hour at last, as a share of those at first. */
const rateRange = [0.7, 1.4] as const;

/** How much the last quarter of some values is above their first one. */
const added = (values: readonly number[]): number => {
	const quarter = Math.ceil(values.length / 4);
	return median(values.slice(-quarter)) - median(values.slice(0, quarter));
};

/** Requests an hour between two looks. */
const rate = (from: Seen | undefined, to: Seen | undefined): number =>
	from && to ? (to.requests - from.requests) / (to.hour - from.hour) : Number.NaN;

/** The slope of the heap in kB an hour. */
export const heapSlope = (inside: readonly Inside[], {settled}: Pick<Span, 'settled'>) =>
	fit(inside.filter(({hour}) => hour >= settled).map(({hour, heap}) => [hour, heap]));

/** What has grown, or goes on more slowly or more often than at first. Without `inside` only from outside. */
export const growing = (all: readonly Seen[], inside: readonly Inside[] | undefined, span: Span): string[] => {
	const {hours, settled, mostHeap} = span;
	const seen = all.filter(({hour}) => hour >= settled);
	const [first, middle, last] = [seen[0], seen[Math.floor(seen.length / 2)], seen.at(-1)];
	if (!first || !last || last.hour - first.hour < (hours - settled) / 2) {
		return ['it was not looked at for long enough'];
	}
	const within = `from hour ${settled} to ${hours}`;
	const memory = added(seen.map(({resident}) => resident));
	const files = added(seen.map(({descriptors}) => descriptors));
	const [audit, recorded, other] = [last.audit - first.audit, last.recorded - first.recorded, last.other - first.other];
	const commands = last.commands - first.commands;
	const [before, after] = [rate(first, middle), rate(middle, last)];
	const found = [
		memory > mostMemory && `its memory grows by ${memory.toFixed(0)} MB ${within}`,
		files > mostDescriptors && `${files} more descriptors are open, ${within}`,
		audit > (commands + 1) * auditPerCommand && `its audit grows by ${audit} bytes for ${commands} commands, ${within}`,
		recorded > mostRecorded * (last.hour - first.hour) && `its recording grows by ${recorded} bytes, ${within}`,
		other > mostOtherFiles && `its files grow by ${other} bytes, ${within}`,
		!(after > before * rateRange[0] && after < before * rateRange[1]) &&
			`it asks ${after.toFixed(0)} times an hour at last, and ${before.toFixed(0)} at first, ${within}`,
	];
	if (inside) {
		const settledInside = inside.filter(({hour}) => hour >= settled);
		const {slope, error} = heapSlope(inside, span);
		const resources = added(settledInside.map(one => one.resources));
		found.push(
			// Without enough points there is no slope, and so no proof.
			!(slope - 2 * error <= mostHeap) &&
				`its heap grows by ${slope.toFixed(0)} ± ${error.toFixed(0)} kB an hour, ${within}`,
			!(resources <= mostResources) && `${resources} more timers or sockets are open, ${within}`,
		);
	}
	return found.filter(one => typeof one === 'string');
};

/** The difference in seconds of two times of the day, across midnight. */
export const apart = (one: number, other: number): number => {
	const difference = Math.abs(one - other) % 86_400;
	return Math.min(difference, 86_400 - difference);
};

/** Milliseconds by which the times of the audit may be beside those of the service, which are read on a slow machine. */
const mostBeside = 10 * 60_000;

/** What is wrong in when the audit says that commands were sent; `sent` is when the service got them. All in milliseconds. */
export const wrongTimes = (audit: readonly number[], sent: readonly number[], endedAt: number): string[] => {
	const when = (at: number): string => (Number.isNaN(at) ? 'no time' : new Date(at).toISOString());
	const back = audit.find((at, index) => !(at >= (audit[index - 1] ?? Number.NEGATIVE_INFINITY)));
	const future = audit.find(at => at > endedAt + mostBeside);
	const missing = sent.find(at => !audit.some(written => Math.abs(written - at) <= mostBeside));
	return [
		back !== undefined && `the audit goes back: ${when(back)} after a later time`,
		future !== undefined && `the audit tells of ${when(future)}, which is not yet`,
		missing !== undefined && `the audit has nothing of a command that was sent at ${when(missing)}`,
	].filter(one => typeof one === 'string');
};

/** A time of a zone: its day as the screen writes days, and the second of that day. */
const inZone = (at: number, timeZone: string): {day: string; second: number} => {
	const parts = Object.fromEntries(
		new Intl.DateTimeFormat('en-US', {
			timeZone,
			hourCycle: 'h23',
			day: 'numeric',
			month: 'short',
			hour: '2-digit',
			minute: '2-digit',
			second: '2-digit',
		})
			.formatToParts(at)
			.map(({type, value}) => [type, value]),
	);
	return {
		day: `${parts.day} ${parts.month}`,
		second: Number(parts.hour) * 3600 + Number(parts.minute) * 60 + Number(parts.second),
	};
};

/** Milliseconds by which a command may be asked before the audit has it: a tenth of a second is many at this speed. */
const mostBefore = 120_000;

/**
 * What is wrong in when a log shows that commands were asked, at the time `now`: those of other days by their day, those of
 * today by their time. `shown` are some rows one after another, `written` the times of the audit in the same order.
 */
export const wrongDays = (
	shown: readonly string[],
	written: readonly number[],
	now: number,
	timeZone: string,
): string | undefined => {
	const today = inZone(now, timeZone).day;
	const isRightAt = (text: string, at: number): boolean => {
		const {day, second} = inZone(at, timeZone);
		const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
		return text.includes(':')
			? day === today && apart(hours * 3600 + minutes * 60 + seconds, second) * 1000 <= mostBefore
			: text === day && day !== today;
	};
	const isRight = (text: string, at: number | undefined): boolean =>
		at !== undefined && (isRightAt(text, at) || isRightAt(text, at - mostBefore));
	// How many rows are right, wherever the log is scrolled to.
	const fits = written.map((_, top) => shown.findIndex((text, index) => !isRight(text, written[top + index])));
	if (shown.length > 0 && fits.includes(-1)) {
		return undefined;
	}
	const wrong = shown[Math.max(0, ...fits)] ?? 'no command';
	return `the log shows "${wrong}" on ${today}, which does not fit the audit`;
};
