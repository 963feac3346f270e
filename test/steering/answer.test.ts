import {describe, expect, test} from 'vitest';
import {answerOf, canConfirm, createGuard, isArrow, readFor} from '../../source/steering/answer.ts';

const key = (name: string, at: number, more: {alone?: boolean; paste?: boolean} = {}) => ({
	name,
	at,
	alone: true,
	paste: false,
	...more,
});

describe('a key that can confirm', () => {
	test('comes 400 ms after the question was drawn, and not a moment sooner', () => {
		expect(canConfirm(key('y', 1399), 1000)).toBe(false);
		expect(canConfirm(key('y', 1400), 1000)).toBe(true);
		expect(canConfirm(key('y', 5000), 1000)).toBe(true);
	});

	test('comes 2 s after a question was drawn that was asked anew', () => {
		const least = readFor({changed: ''});
		expect(canConfirm(key('y', 2999), 1000, least)).toBe(false);
		expect(canConfirm(key('y', 3000), 1000, least)).toBe(true);
		expect(answerOf(key('y', 2999), 1000, ['y'], least)).toBe('nothing');
		expect(answerOf(key('n', 1001), 1000, ['y'], least)).toBe('no');
		expect(canConfirm(key('y', 1400), 1000, readFor({}))).toBe(true);
	});

	test('comes after a question that was drawn', () => {
		expect(canConfirm(key('y', 5000), undefined)).toBe(false);
	});

	test('was pressed by itself', () => {
		expect(canConfirm(key('y', 5000, {alone: false}), 1000)).toBe(false);
		expect(canConfirm(key('y', 5000, {paste: true}), 1000)).toBe(false);
	});
});

test('every key that is not asked for means no; one that is asked for chooses, once it can', () => {
	expect(answerOf(key('y', 5000), 1000, ['y'])).toBe('chosen');
	expect(answerOf(key('y', 1399), 1000, ['y'])).toBe('nothing');
	expect(answerOf(key('n', 1001), 1000, ['y'])).toBe('no');
	expect(answerOf(key('n', 5000), undefined, ['y'])).toBe('no');
});

test('the wheel of a mouse answers nothing', () => {
	for (const name of ['up', 'down', 'left', 'right', 'shift-up', 'ctrl-alt-down']) {
		expect(isArrow({name})).toBe(true);
		expect(answerOf(key(name, 5000), 1000, ['y'])).toBe('nothing');
	}
	for (const name of ['n', 'setup', 'downy', 'page-up']) {
		expect(isArrow({name})).toBe(false);
		expect(answerOf(key(name, 5000), 1000, ['y'])).toBe('no');
	}
});

describe('the guard against typing into the wrong window', () => {
	test('takes a key that comes less than half a second after a stray one for a letter', () => {
		const guard = createGuard();
		guard.press(1000);
		guard.stray();
		guard.press(1499);
		expect(guard.isTyping()).toBe(true);
		guard.press(1500);
		expect(guard.isTyping()).toBe(false);
	});

	test('knows when the last key came, and takes the first for meant', () => {
		const guard = createGuard();
		expect(guard.pressedAt()).toBeUndefined();
		expect(guard.isTyping()).toBe(false);
		guard.press(7);
		expect(guard.pressedAt()).toBe(7);
		expect(guard.isTyping()).toBe(false);
	});
});
