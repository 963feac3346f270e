/** What a campaign usually is, by its last week. */
import {expect, test} from 'vitest';
import {calibrate, dialingOf} from '../../source/foresight/calibrate.ts';
import {anyFloor, priorOf} from '../../source/foresight/prior.ts';
import {type SeriesPoint, seriesOf} from '../../source/model/series.ts';
import {hour, minute} from '../../source/model/time.ts';
import {watchedFloor} from './floor.ts';

const at = (index: number, figures: object): SeriesPoint => ({
	at: index * hour,
	span: hour,
	figures: {extra: {}, unreadable: [], ...figures} as SeriesPoint['figures'],
});

/** Hours of two days, each of which begins at 0. */
const hours = (perHour: number): SeriesPoint[] =>
	[0, 1, 2, 3, 24, 25, 26].map(index =>
		at(index, {
			calledToday: (index % 24) * perHour,
			humanAnswered: (index % 24) * perHour * 0.25,
			machineAnswered: (index % 24) * perHour * 0.5,
			connectedCalls: (index % 24) * perHour * 0.24,
			remainingLeads: 10_000 - (index % 24) * perHour * 0.4,
			ringing: (perHour * 18) / 3600,
			onCall: (perHour * 0.24 * 200) / 3600,
			dead: 0,
			wrapUp: (perHour * 0.24 * 30) / 3600,
			paused: (perHour * 0.24 * 12) / 3600,
		}),
	);

test('shares and times are those of the hours that were recorded, the night aside', () => {
	const {human, machine, ring, talk, wrap, pause, leads} = priorOf(hours(1000));
	expect(human).toMatchObject({value: 0.25, weight: 300});
	expect(machine.value).toBeCloseTo(0.5);
	expect(ring.value).toBeCloseTo(18);
	expect(talk.value).toBeCloseTo(200);
	expect(wrap.value).toBeCloseTo(30);
	expect(pause.value).toBeCloseTo(12);
	expect(leads.value).toBeCloseTo(0.4);
});

test('few dials, hours far apart, and a figure that is not shown say no more than any floor', () => {
	expect(priorOf([])).toEqual(anyFloor);
	expect(priorOf(hours(50))).toEqual(anyFloor);
	expect(priorOf(hours(1000).filter((_, index) => index % 2 === 0))).toEqual(anyFloor);
	expect(priorOf(hours(1000).map(point => ({...point, figures: {...point.figures, wrapUp: undefined}})))).toEqual(
		anyFloor,
	);
});

test('a small floor is fitted nearer to its last week than to any floor', () => {
	const {points, now} = watchedFloor({agents: 5, seed: 8});
	const series = seriesOf(points, 'America/New_York');
	const figures = points.at(-1)?.figures;
	const dialing = figures && dialingOf(figures, true);
	const talkOf = (prior = anyFloor): number => {
		const floor =
			dialing && 'level' in dialing && calibrate(series, {from: now - 45 * minute, to: now}, dialing, prior);
		return floor && !('why' in floor) ? floor.parameters.talk.value : Number.NaN;
	};
	expect(talkOf(priorOf(hours(1000)))).toBeGreaterThan(talkOf());
	expect(talkOf(priorOf(hours(1000)))).toBeLessThan(200);
});
