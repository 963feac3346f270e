/** A past without a recording, for screens. */
import type {State} from '../../source/model/state.ts';
import {recordedChart} from '../../source/recording/recorded-chart.ts';
import type {Recording, Values} from '../../source/recording/recording.ts';
import {timelineOf} from '../../source/recording/timeline.ts';
import type {Mark, Past} from '../../source/service/past.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A floor that was watched for some days, but for three quarters of an hour: the figures of a moment. */
const figuresAt = (at: number): Values => {
	const seconds = (at % day) / 1000;
	const wave = Math.sin(at / (2 * hour)) + Math.sin(at / day);
	const calledToday = Math.round(seconds * 0.5 + 900 * Math.sin(seconds / 9000) ** 2);
	const humanAnswered = Math.round(calledToday / 4);
	const drops = Math.round(seconds / 400 - 6 * Math.sin(seconds / 3000));
	return {
		status: 'PLAY',
		paceMethod: 'ADAPT',
		calledToday,
		humanAnswered,
		answeredToday: Math.round(calledToday / 3),
		dropRate: humanAnswered === 0 ? 0 : Math.round((drops / humanAnswered) * 10_000) / 100,
		dropLimit: 3,
		agents: 24 + Math.round(3 * wave),
		paused: 3 + Math.round(wave),
		onCall: 12 + Math.round(2 * wave),
		wrapUp: 4,
		dead: 0,
		ringing: 20 + Math.round(8 * wave),
		waiting: Math.max(0, Math.round(wave)),
		inIvr: 0,
		remainingLeads: 40_000 - calledToday,
	};
};

/** What is recorded of every campaign over some days up to a moment, by the minute or the hour. */
export const recordedUntil = (now: number, days = 9): Pick<Recording, 'rows'> => ({
	rows(_stream, {from, to}, tier = 'minute') {
		const step = tier === 'hour' ? hour : minute;
		const first = Math.max(Math.floor(from / step), Math.floor((now - days * day) / step));
		const count = Math.max(0, Math.floor((Math.min(to, now) - first * step) / step) + 1);
		const rows = Array.from({length: count}, (_, index) => (first + index) * step + step - 1000)
			.filter(at => at >= from && at <= Math.min(to, now) && !(at > now - 3.5 * hour && at < now - 2.75 * hour))
			.map((at, seq) => ({at, seq, values: figuresAt(at)}));
		return {tier, rows};
	},
});

/** A past of five hours in which all was as it is when the test begins, but for the time and some marks. */
export const pastOf = (then: State, marks: readonly Partial<Mark>[] = [], days = 9): Past => {
	const now = then.now.wall;
	const all = marks.map((mark, seq): Mark => ({at: now, seq, kind: 'state', run: 0, text: '', ...mark}));
	const figures = Array.from({length: 300}, (_, index) => ({
		at: now - 5 * hour + index * minute,
		seq: index,
		values: {dropRate: (index % 30) / 6, dropLimit: 3},
	}));
	const recording = {
		rows: (_stream: string, {from, to}: {from: number; to: number}) => ({
			tier: 'minute' as const,
			rows: figures.filter(({at}) => at >= from && at <= to),
		}),
		marks: ({from, to}: {from: number; to: number}) => all.filter(({at}) => at >= from && at <= to),
	};
	return {
		span: () => ({from: now - 5 * hour, to: now}),
		stateAt: wall => ({...then, now: {wall, mono: then.now.mono - (now - wall)}}),
		markBefore: at => all.findLast(mark => mark.at < at),
		markAfter: at => all.find(mark => mark.at > at),
		timeline: (campaignId, period, cells) => timelineOf(recording, campaignId, period, cells),
		chart: (campaignId, span, until, zone) => recordedChart(recordedUntil(now, days), campaignId, span, {until, zone}),
		changeAfter: () => undefined,
	};
};
