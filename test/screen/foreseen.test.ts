/** What a question is likely to do, above it. */
import {expect, test} from 'vitest';
import type {Band} from '../../source/model/drop-at-close.ts';
import {foreseenText} from '../../source/screen/actions/foreseen.ts';
import {fill, makeScreen} from './make.ts';

const band = (low: number, median: number, high: number): Band => ({low, median, high});

const answer = {
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
};

test('the line begins with the day, and has no figure without its band', () => {
	const now = Date.UTC(2026, 2, 31, 12);
	const text = foreseenText(answer, now);
	expect(text).toMatch(
		/^Likely today at close: drop 2\.1 → 2\.3 to 2\.9 % \(limit 3 %\) · next 30 min: talk 38 → 44 to 48 min an hour and agent · leads out \d\d:10 → \d\d:30 to \d\d:40 · estimated from 280 runs on the last 45 min, not scored yet$/,
	);
	expect(foreseenText({why: 'nobody was signed in'}, now)).toBe('No forecast: nobody was signed in.');
});

test('it comes above the question, which stays as it is and can be answered as before', () => {
	const screen = makeScreen(80, 24);
	fill(screen.store);
	screen.settle();
	screen.press('P');
	screen.drawn();
	const before = screen.frame().rows;
	const number = screen.ui.get().promptNumber;
	screen.ui.dispatch({type: 'foreseen', prompt: number, text: foreseenText(answer, 0)});
	const after = screen.frame().rows;
	expect(after.at(-1)).toBe(before.at(-1));
	expect(after.join('\n')).toContain('Likely today at close: drop 2.1 → 2.3 to 2.9 % (limit 3 %)');
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
	screen.ui.dispatch({type: 'foreseen', prompt: number, text: 'Likely today at close: …'});
	expect(screen.frame().rows.join('\n')).not.toContain('Likely today at close');
});
