/** The past of a service for the screen: its recording, read for a moment. */
import type {Zone} from '../model/calling-hours.ts';
import {type ChartSpan, chartSpans} from '../model/chart-steps.ts';
import {type CommandChange, changeAfter, periodOfChange} from '../model/command-change.ts';
import type {State} from '../model/state.ts';
import {minute} from '../model/time.ts';
import {pointsIn} from '../recording/points.ts';
import {type RecordedChart, recordedChart} from '../recording/recorded-chart.ts';
import type {Mark, MarkFilter, Period, Recording} from '../recording/recording.ts';
import {createReplay} from '../recording/replay.ts';
import {type Timeline, timelineOf} from '../recording/timeline.ts';

export {cellOf, type Timeline, type TimelineCell} from '../recording/timeline.ts';
export type {Mark, Period, RecordedChart};

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
	chart(campaignId: string, span: ChartSpan, until: number, zone: Zone): RecordedChart;
	/** What changed of a campaign after a command that was asked for at a moment; undefined if too little is recorded. */
	changeAfter(campaignId: string, at: number): CommandChange | undefined;
};

/** The marks that keys step to: not those of an alert that was acknowledged or is well for now. */
const steps: MarkFilter = {kinds: ['command', 'alert', 'alert-ended', 'state', 'settings', 'outside', 'gap', 'clock']};

/** Milliseconds for which the timeline of a running recording is cached. */
const stays = 5000;

/** The same for the beginning and end of the recording, for which every file is read. */
const spanStays = 60_000;

/** The same for a chart that ends now: its last step grows. */
const chartStays = 5 * minute;

/** @param present the service, the rules in force and the present time */
export const createPast = (recording: Recording, present: () => State): Past => {
	const replay = createReplay(recording, present);
	let last: {key: string; timeline: Timeline} | undefined;
	let lastChart: {key: string; chart: RecordedChart} | undefined;
	let span: (Partial<Period> & {readAt: number}) | undefined;
	return {
		span() {
			const {now, source} = present();
			if (span?.from === undefined || now.wall - span.readAt > spanStays) {
				span = {...recording.span(), readAt: now.wall};
			}
			const {from, to} = span;
			return from === undefined || to === undefined
				? undefined
				: {from, to: source.isRecording ? to : Math.max(to, Math.floor(now.wall))};
		},
		stateAt: replay.stateAt,
		markBefore: at => recording.markBefore(at, steps),
		markAfter: at => recording.markAfter(at, steps),
		timeline(campaignId, period, cells) {
			const now = present().now.wall;
			const newest = period.to < now ? 0 : Math.floor(now / stays);
			const key = [campaignId, period.from, period.to, cells, newest].join(' ');
			last = last?.key === key ? last : {key, timeline: timelineOf(recording, campaignId, period, cells)};
			return last.timeline;
		},
		chart(campaignId, name, until, zone) {
			const stays = Math.min(chartSpans[name].step, chartStays);
			const key = [campaignId, name, Math.floor(until / stays), zone].join(' ');
			lastChart =
				lastChart?.key === key ? lastChart : {key, chart: recordedChart(recording, campaignId, name, {until, zone})};
			return lastChart.chart;
		},
		changeAfter(campaignId, at) {
			const {from, until: to} = periodOfChange(at);
			return changeAfter(pointsIn(recording, campaignId, {from, to}), at, present().source.timeZone);
		},
	};
};
