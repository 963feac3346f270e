/** A past without a recording, for screens. */
import type {State} from '../../source/model/state.ts';
import {timelineOf} from '../../source/recording/timeline.ts';
import type {Mark, Past} from '../../source/service/past.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A past of five hours in which all was as it is when the test begins, but for the time and some marks. */
export const pastOf = (then: State, marks: readonly Partial<Mark>[] = []): Past => {
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
		changeAfter: () => undefined,
	};
};
