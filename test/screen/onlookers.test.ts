/** When the screen is drawn for somebody, and what keys wait for. */
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {createStore} from '../../source/model/store.ts';
import {drawForOnlookers} from '../../source/screen/onlookers.ts';
import {updateUi} from '../../source/screen/state/reducer.ts';
import {initialUi} from '../../source/screen/state/state.ts';
import type {Gate} from '../../source/terminal/keys.ts';

beforeEach(() => {
	vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'Date']});
});

afterEach(() => {
	vi.useRealTimers();
});

const open = (isAttached: boolean) => {
	const ui = createStore(updateUi, initialUi(80, 24));
	const frames: (() => void)[] = [];
	let gate: Gate | undefined;
	let changed: (isAttached: boolean) => void = () => undefined;
	const stop = drawForOnlookers({
		ui,
		keys: {
			gate(given) {
				gate = given;
			},
		},
		screen: {drawn: callback => frames.push(callback)},
		watchClients(listener) {
			changed = listener;
			listener(isAttached);
			return () => undefined;
		},
	});
	const pressed: string[] = [];
	return {
		stop,
		isUnseen: () => ui.get().unseenSince !== undefined,
		changed: (is: boolean) => changed(is),
		/** The terminal takes the frames that were made. */
		draw() {
			vi.advanceTimersByTime(0);
			for (const callback of frames.splice(0)) {
				callback();
			}
		},
		press(key: string) {
			if (!gate?.(() => pressed.push(key))) {
				pressed.push(key);
			}
		},
		pressed,
	};
};

test('nothing is drawn from the detachment of the last client until one is attached', () => {
	const {isUnseen, changed} = open(true);
	expect(isUnseen()).toBe(false);
	changed(false);
	expect(isUnseen()).toBe(true);
	vi.advanceTimersByTime(600_000);
	expect(isUnseen()).toBe(true);
	changed(true);
	expect(isUnseen()).toBe(false);
	vi.advanceTimersByTime(600_000);
	expect(isUnseen()).toBe(false);
});

test('a start without a client, and keys that come without one, are drawn for a minute', () => {
	const {isUnseen, press, draw, pressed} = open(false);
	vi.advanceTimersByTime(59_000);
	press('a');
	expect(pressed).toEqual(['a']);
	vi.advanceTimersByTime(59_000);
	expect(isUnseen()).toBe(false);
	vi.advanceTimersByTime(2000);
	expect(isUnseen()).toBe(true);
	press('b');
	expect(isUnseen()).toBe(false);
	draw();
	vi.advanceTimersByTime(59_000);
	expect(isUnseen()).toBe(false);
	vi.advanceTimersByTime(1000);
	expect(isUnseen()).toBe(true);
});

test('a key waits until the present is drawn, and for a second at most', () => {
	const {changed, press, draw, pressed} = open(true);
	changed(false);
	press('a');
	vi.advanceTimersByTime(900);
	expect(pressed).toEqual([]);
	draw();
	expect(pressed).toEqual(['a']);
	press('b');
	expect(pressed).toEqual(['a', 'b']);
	changed(true);
	changed(false);
	changed(true);
	press('c');
	expect(pressed).toEqual(['a', 'b']);
	vi.advanceTimersByTime(1000);
	expect(pressed).toEqual(['a', 'b', 'c']);
	draw();
	expect(pressed).toEqual(['a', 'b', 'c']);
});

test('once it has stopped, no key waits', () => {
	const {changed, stop, press, pressed} = open(true);
	changed(false);
	stop();
	press('a');
	expect(pressed).toEqual(['a']);
});
