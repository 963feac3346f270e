/** The drop budget in the Pace pane. */
import {expect, test} from 'vitest';
import type {Figures} from '../../source/model/wire.ts';
import {textOf} from '../../source/present/spans.ts';
import {pairs} from '../../source/screen/parts/figures.ts';
import {pacePairs} from '../../source/screen/views/board/panes/pace.tsx';
import {figures} from '../model/make.ts';

const text = (over: Partial<Figures>, drops = 0, width = 100): string => {
	const calls = [0, 5, 10, 15].map(minute => ({
		dialed: 100,
		delivered: 95,
		drops,
		time: 36_000 + minute * 60,
		extra: {},
		unreadable: [],
	}));
	return pairs(pacePairs(figures(over), {calls}, width), width)
		.map(textOf)
		.join('\n');
};

test('says how many drops are left, and how soon the limit is passed', () => {
	expect(text({dropRate: 2, dropLimit: 3, humanAnswered: 2000}, 5)).toMatch(
		/budget\* 20 drops\s+limit passed in\* 50m 00s/,
	);
	expect(text({dropRate: 2, dropLimit: 3, humanAnswered: 2000})).toContain('limit* not reached at this pace');
	expect(text({dropRate: 2.13, dropLimit: 3, humanAnswered: 40_000})).toContain('budget* ~348 drops');
});

test('says by how much it is passed, and nothing where the figures do not tell', () => {
	const over = text({dropRate: 3.6, dropLimit: 3, humanAnswered: 2000}, 5);
	expect(over).toContain('budget* over by 12');
	expect(over).not.toContain('limit');
	// A drop in twenty: more than the limit allows.
	expect(over).toContain('not back under 3%* at this pace');
	const none = {dropRate: 3.6, dropLimit: 3, humanAnswered: 2000};
	expect(text(none)).toContain('back under 3%* after 401 more live answers, about 21 min at this pace');
	expect(text({dropRate: 2, dropLimit: 3})).not.toContain('budget');
});

test('says in every width how the rate comes back under its limit, and ends no line with a word that is cut', () => {
	const over = {dropRate: 3.6, dropLimit: 3, humanAnswered: 2000, paceTempo: '1.75', throttle: '4'};
	const backIn = (width: number, more: Partial<Figures> = {}, drops = 0) =>
		text({...over, ...more}, drops, width)
			.split('\n')
			.find(line => line.includes('back under'))
			?.trim();
	expect(backIn(78)).toBe('back under 3%* after 401 more live answers, about 21 min at this pace');
	expect(backIn(58)).toBe('back under 3%* after 401 more live answers, about 21 min');
	expect(backIn(48)).toBe('back under 3%* after 401 live answers, 21 min');
	expect(backIn(48, {humanAnswered: 90_000})).toBe('back under 3%* after ~18,001 live answers');
	expect(backIn(48, {}, 5)).toContain('not back under 3%* at this pace');
	// Before the counts of the day: a pane of four lines has it.
	expect(
		text(over, 0, 58)
			.split('\n')
			.findIndex(line => line.includes('back under')),
	).toBe(2);
	expect(text(over, 0, 58)).toContain('budget* over by 12');
	expect(text(over, 0, 48)).not.toContain('budget');
});

test('says by how many points the rate is over its limit, or under it where that is near', () => {
	const dropped = (dropRate: number, dropLimit: number | undefined) =>
		/dropped (.*?)(?: {2}|$)/m.exec(text({dropRate, dropLimit, humanAnswered: 2000}))?.[1];
	expect(dropped(4.86, 3)).toBe('4.86% of 3.0%, 1.86 points over');
	expect(dropped(2.8, 3)).toBe('2.80% of 3.0%, 0.20 points under');
	expect(dropped(3, 3)).toBe('3.00% of 3.0%, at the limit');
	expect(dropped(3.5, 5)).toBe('3.50% of 5.0%, 0.50 points over 3.0%');
	expect(dropped(3.5, undefined)).toBe('3.50%, 0.50 points over 3.0%');
	expect(dropped(1, 3)).toBe('1.00% of 3.0%');
});

test('a campaign that dials for no agents has neither a drop rate nor a budget', () => {
	const sent = text({paceMethod: 'SMSB', dropRate: 0, dropLimit: 3, humanAnswered: 2000}, 5);
	expect(sent).toMatch(/dropped — /);
	expect(sent).not.toContain('budget');
});

test('a budget of 0 drops is no good news', () => {
	const roleOf = (over: Partial<Figures>) =>
		pacePairs(figures({dropLimit: 3, ...over}), {calls: undefined}, 58).find(({label}) => label === 'budget*');
	expect(roleOf({dropRate: 0, humanAnswered: 1000})).toMatchObject({value: '30 drops', role: 'ok'});
	expect(roleOf({dropRate: 0, humanAnswered: 20})).toMatchObject({value: '0 drops', role: 'drop.near'});
});

test('a throttle means something that nobody explains, and says so where there is room', () => {
	expect(text({throttle: '4'}, 0, 100)).toContain('throttle 4 (meaning unknown)');
	expect(text({throttle: '4'}, 0, 58)).toMatch(/throttle 4(?! \()/);
	expect(text({}, 0, 100)).toMatch(/throttle —(?! \()/);
});
