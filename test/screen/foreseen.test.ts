/** What a question is likely to do, above it. */
import {expect, test} from 'vitest';
import type {FigureRecord, ScoreRecord} from '../../source/foresight/bands.ts';
import type {Band} from '../../source/model/drop-at-close.ts';
import {foreseenLines} from '../../source/screen/actions/foreseen.ts';
import type {Forecasted} from '../../source/service/foresight.ts';
import {fill, makeScreen} from './make.ts';

const band = (low: number, median: number, high: number): Band => ({low, median, high});

const record = (over: Partial<FigureRecord> = {}, changes = 3): ScoreRecord => {
	const none = {scored: 0, inside: 0, of: 0, factor: undefined, least: 19};
	const drop = {scored: 43, inside: 17, of: 20, factor: 1.1, least: 9, ...over};
	return {
		size: 'medium',
		asIs: {drop, dropAtClose: none, talk: none, ready: none},
		changed: {
			drop: {...none, scored: changes, factor: changes < 19 ? undefined : 1.2},
			dropAtClose: none,
			talk: none,
			ready: none,
		},
	};
};

const answer: Forecasted = {
	asIs: {
		drop: band(0, 1, 3),
		dropAtClose: band(1.9, 2.1, 2.4),
		talk: band(36, 38, 40),
		ready: band(10, 12, 14),
		leadsOut: band(60, 70, 80),
	},
	changed: {
		drop: band(1, 2, 4),
		dropAtClose: band(2.3, 2.6, 2.9),
		talk: band(44, 46, 48),
		ready: band(5, 6, 7),
		leadsOut: band(30, 35, 40),
	},
	runs: 280,
	ahead: 30,
	dropLimit: 3,
	calibratedOn: {minutes: 45, until: 0, dials: 5000, talks: 500},
	record: record(),
};

const now = Date.UTC(2026, 2, 31, 12);

test('the lines begin with the day, and have no figure without its band, nor an estimate without its record', () => {
	const [line = '', ...others] = foreseenLines(answer, now, 300);
	expect(line).toMatch(
		/^Likely today at close: drop 2\.1 → 2\.3 to 2\.9 % \(limit 3 %\) · next 30 min: talk 38 → 44 to 48 min an hour and agent · leads out \d\d:10 → \d\d:30 to \d\d:40 · estimated from 280 runs on the last 45 min; 17 of the last 20 forecasts were inside their band; 3 of 19 changes compared$/,
	);
	expect(others).toEqual([]);
	expect(foreseenLines({why: 'nobody was signed in'}, now, 80)).toEqual(['No forecast: nobody was signed in.']);
});

test('what is least important is left out where it does not fit', () => {
	expect(foreseenLines(answer, now, 120)).toEqual([
		'Likely today at close: drop 2.1 → 2.3 to 2.9 % (limit 3 %) · next 30 min: talk 38 → 44 to 48 min an hour and agent',
		'estimated from 280 runs on the last 45 min; 17 of the last 20 forecasts were inside their band; 3 of 19 changes compared',
	]);
	expect(foreseenLines(answer, now, 80)).toEqual([
		'Likely at close: drop 2.1 → 2.3 to 2.9 % (limit 3 %) · talk 38 → 44 to 48 min/h',
		'from 280 runs on the last 45 min; 17 of the last 20 were inside their band',
	]);
	for (const columns of [40, 60, 79, 100, 119, 200]) {
		expect(foreseenLines(answer, now, columns).every(line => line.length <= columns)).toBe(true);
	}
});

test('a short track record is named, and so is that the bands are not calibrated', () => {
	const few = {...answer, record: record({scored: 4, inside: 3, of: 4, factor: undefined})};
	expect(foreseenLines(few, now, 120)[1]).toBe(
		'estimated from 280 runs on the last 45 min; 3 of 4 forecasts inside their band so far, bands not calibrated',
	);
	expect(foreseenLines(few, now, 80)[1]).toBe('from 280 runs on the last 45 min; 3 of 4 so far, bands not calibrated');
	const none = {...answer, record: record({scored: 0, inside: 0, of: 0, factor: undefined})};
	expect([foreseenLines(none, now, 120)[1], foreseenLines(none, now, 80)[1]]).toEqual([
		'estimated from 280 runs on the last 45 min; no forecast has been compared yet, bands not calibrated',
		'from 280 runs on the last 45 min; no forecast has been compared yet',
	]);
	// Once nineteen changes were compared, their own record makes their bands.
	expect(foreseenLines({...answer, record: record({}, 19)}, now, 120)[1]).not.toContain('changes');
});

test('it comes above the question, which stays as it is and can be answered as before', () => {
	const screen = makeScreen(80, 24);
	fill(screen.store);
	screen.settle();
	screen.press('P');
	screen.drawn();
	const before = screen.frame().rows;
	const number = screen.ui.get().promptNumber;
	screen.ui.dispatch({type: 'foreseen', prompt: number, answer, at: 0});
	const after = screen.frame().rows;
	expect(after.at(-1)).toBe(before.at(-1));
	expect(after.join('\n')).toContain('Likely at close: drop 2.1 → 2.3 to 2.9 % (limit 3 %)');
	expect(screen.ui.get().promptNumber).toBe(number);
	screen.press('y');
	expect(screen.sent).toHaveLength(1);
});

test('that of a question that is closed does not come to the next one', () => {
	const screen = makeScreen(80, 24);
	fill(screen.store);
	screen.settle();
	screen.press('P');
	const number = screen.ui.get().promptNumber;
	screen.press('escape', {after: 600});
	screen.press('P', {after: 2000});
	screen.ui.dispatch({type: 'foreseen', prompt: number, answer, at: 0});
	expect(screen.frame().rows.join('\n')).not.toContain('Likely');
});
