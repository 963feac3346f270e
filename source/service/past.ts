/** The past of a service for the screen: its recording, read for a moment. */
import type {Stretch, Zone} from '../model/calling-hours.ts';
import {type ChartSpan, chartSpans} from '../model/chart-steps.ts';
import {type CommandChange, changeAfter, periodOfChange} from '../model/command-change.ts';
import type {State} from '../model/state.ts';
import {day, hour, minute} from '../model/time.ts';
import type {Filling} from '../recording/filled.ts';
import {pointsIn} from '../recording/points.ts';
import {type RecordedChart, recordedChart} from '../recording/recorded-chart.ts';
import type {Mark, MarkFilter, Period, Recording, Tier} from '../recording/recording.ts';
import {createReplay} from '../recording/replay.ts';
import {type Timeline, timelineOf} from '../recording/timeline.ts';

export {cellOf, type TimelineCell} from '../recording/timeline.ts';
export type {Mark, Period, Timeline};

/** What charts show, and the stretches of it that were not recorded but read from an engine, UTC milliseconds. */
export type PastChart = RecordedChart & {filled?: readonly Stretch[]};

/** Reads the past for the screen. Every member may read the disk, and throws its errors. */
export type Past = {
	/** From the first moment that is recorded to the last; undefined if nothing is. */
	span(): Period | undefined;
	/** What was known at a moment. */
	stateAt(at: number): State;
	/** The newest mark before a moment, and the oldest one after it. */
	markBefore(at: number): Mark | undefined;
	markAfter(at: number): Mark | undefined;
	/** The drop rate of a campaign, and the marks of all of them, in so many cells. */
	timeline(campaignId: string | undefined, period: Period, cells: number): Timeline;
	/**
	 * What charts of a campaign show over a span up to a moment, and at the same times a week earlier.
	 *
	 * @param zone by whose clock a day has its weekday
	 */
	chart(campaignId: string, span: ChartSpan, until: number, zone: Zone): PastChart;
	/** What changed of a campaign after a command that was asked for at a moment; undefined if too little is recorded. */
	changeAfter(campaignId: string, at: number): CommandChange | undefined;
	/** What an engine adds to it; undefined without one. */
	readonly engine?: PastEngine | undefined;
};

/** An engine that fills the recording. */
export type PastEngine = Pick<Filling, 'host' | 'state' | 'subscribe'> & {
	/** Where the figures of a moment come from, in words; undefined if it was recorded. */
	sourceAt(at: number): string | undefined;
	/** Whether it is known what happened before a moment, or after it, up to the next mark: if not, that is being asked for. */
	isKnown(side: 'before' | 'after', at: number): boolean;
	/** The present is on screen again: nothing is asked for a moment of the past any more. */
	leave(): void;
};

/** The marks that keys step to: not those of an alert that was acknowledged or is well for now. */
const steps: MarkFilter = {kinds: ['command', 'alert', 'alert-ended', 'state', 'settings', 'outside', 'gap', 'clock']};

/** Milliseconds for which the timeline of a running recording is cached. */
const stays = 5000;

/** The same for the beginning and end of the recording, for which every file is read. */
const spanStays = 60_000;

/** The same for a chart that ends now: its last step grows. */
const chartStays = 5 * minute;

/** How far from a moment it is asked what happened, milliseconds. */
const stepped = day;

/** What an engine adds to the past. */
const pastEngine = (filling: Filling, own: Recording): PastEngine => ({
	host: filling.host,
	state: filling.state,
	subscribe: filling.subscribe,
	sourceAt(at) {
		if (filling.isRecorded(at)) {
			return undefined;
		}
		const {problem, isAsking, isPartial} = filling.state();
		return problem !== undefined
			? 'metrics fail'
			: isAsking
				? 'asking metrics'
				: isPartial
					? 'from incomplete metrics'
					: 'from metrics';
	},
	isKnown(side, at) {
		const period =
			side === 'before'
				? {from: Math.max(at - stepped, own.markBefore(at, steps)?.at ?? 0), to: at}
				: {from: at, to: Math.min(at + stepped, own.markAfter(at, steps)?.at ?? Number.POSITIVE_INFINITY)};
		return filling.happened(period);
	},
	leave: () => filling.moment(undefined),
});

/**
 * @param present the service, the rules in force and the present time
 * @param filling what fills the recording
 */
export const createPast = (own: Recording, present: () => State, filling?: Filling): Past => {
	const recording = filling?.recording ?? own;
	let replay = createReplay(recording, present);
	let version = filling?.version;
	let last: {key: string; timeline: Timeline} | undefined;
	let lastChart: {key: string; chart: PastChart} | undefined;
	let span: (Partial<Period> & {readAt: number}) | undefined;

	/** What was read before something came is read again. */
	const renew = (): void => {
		if (version !== filling?.version) {
			version = filling?.version;
			replay = createReplay(recording, present);
			last = undefined;
			lastChart = undefined;
			span = undefined;
		}
	};

	/** The stretches of a campaign that were read from an engine. */
	const filledIn = (campaignId: string | undefined, period: Period, tier?: Tier): readonly Stretch[] =>
		campaignId === undefined ? [] : (filling?.recording.filledIn(campaignId, period, tier) ?? []);

	return {
		engine: filling && pastEngine(filling, own),
		span() {
			renew();
			const {now, source} = present();
			if (span?.from === undefined || now.wall - span.readAt > spanStays) {
				span = {...recording.span(), readAt: now.wall};
			}
			const {from, to} = span;
			return from === undefined || to === undefined
				? undefined
				: {from, to: source.isRecording ? to : Math.max(to, Math.floor(now.wall))};
		},
		stateAt(at) {
			filling?.moment(at);
			renew();
			return replay.stateAt(at);
		},
		markBefore: at => recording.markBefore(at, steps),
		markAfter: at => recording.markAfter(at, steps),
		timeline(campaignId, period, cells) {
			filling?.around(campaignId, period);
			renew();
			const now = present().now.wall;
			const newest = period.to < now ? 0 : Math.floor(now / stays);
			const key = [campaignId, period.from, period.to, cells, newest].join(' ');
			if (last?.key !== key) {
				last = {key, timeline: timelineOf(recording, campaignId, period, cells, filledIn(campaignId, period))};
			}
			return last.timeline;
		},
		chart(campaignId, name, until, zone) {
			filling?.chart(campaignId, name, until);
			renew();
			const stays = Math.min(chartSpans[name].step, chartStays);
			const key = [campaignId, name, Math.floor(until / stays), zone].join(' ');
			if (lastChart?.key !== key) {
				const chart = recordedChart(recording, campaignId, name, {until, zone});
				const {length, step} = chartSpans[name];
				const filled = filledIn(campaignId, {from: until - length, to: until}, step < hour ? 'minute' : 'hour');
				lastChart = {key, chart: {...chart, filled}};
			}
			return lastChart.chart;
		},
		changeAfter(campaignId, at) {
			const {from, until: to} = periodOfChange(at);
			return changeAfter(pointsIn(recording, campaignId, {from, to}), at, present().source.timeZone);
		},
	};
};
