import fc from 'fast-check';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {textWindow} from '../../../source/screen/parts/edited-line.tsx';
import {editText, graphemes, type TextState} from '../../../source/screen/parts/text-edit.ts';
import type {Key} from '../../../source/terminal/decode.ts';

const pressed = (name: string, text?: string): Key => ({
	name,
	...(text === undefined ? {} : {text}),
	alone: true,
	paste: false,
	at: 0,
});

const typed = fc
	.constantFrom('a', 'B', ' ', '-', 'é', '中', '\u0301', '😀', '👩‍👧', '\u200d', '🇫', '🇷', '𠀀')
	.map(text => pressed(text, text));
const editing = fc
	.constantFrom(
		'left',
		'right',
		'home',
		'end',
		'backspace',
		'delete',
		'ctrl-u',
		'ctrl-k',
		'ctrl-w',
		'ctrl-left',
		'ctrl-right',
		'ctrl-a',
		'ctrl-x',
		'up',
		'tab',
		'constructor',
	)
	.map(name => pressed(name));
const keys = fc.array(fc.oneof({weight: 3, arbitrary: typed}, editing), {maxLength: 60});

const edges = (value: string): Set<number> => {
	const found = new Set([0]);
	let at = 0;
	for (const part of graphemes(value)) {
		at += part.length;
		found.add(at);
	}
	return found;
};

const empty: TextState = {value: '', cursor: 0};

test('the cursor never stands inside a character, and the length stays in its bound', () => {
	fc.assert(
		fc.property(keys, pressedKeys => {
			let state = empty;
			for (const key of pressedKeys) {
				state = editText(state, key, 30);
				expect(edges(state.value)).toContain(state.cursor);
				expect(state.value.length).toBeLessThanOrEqual(30);
			}
		}),
		{numRuns: 500},
	);
});

test('over plain letters it does what an array of characters does', () => {
	const plain = fc.oneof(
		fc.constantFrom(...'abc ').map(text => pressed(text === ' ' ? 'space' : text, text)),
		fc
			.constantFrom('left', 'right', 'home', 'end', 'backspace', 'delete', 'ctrl-u', 'ctrl-k')
			.map(name => pressed(name)),
	);
	fc.assert(
		fc.property(fc.array(plain, {maxLength: 80}), pressedKeys => {
			let state = empty;
			const letters: string[] = [];
			let at = 0;
			for (const key of pressedKeys) {
				state = editText(state, key);
				if (key.text !== undefined) {
					letters.splice(at++, 0, key.text);
				} else if (key.name === 'left') {
					at = Math.max(0, at - 1);
				} else if (key.name === 'right') {
					at = Math.min(letters.length, at + 1);
				} else if (key.name === 'home') {
					at = 0;
				} else if (key.name === 'end') {
					at = letters.length;
				} else if (key.name === 'backspace' && at > 0) {
					letters.splice(--at, 1);
				} else if (key.name === 'delete') {
					letters.splice(at, 1);
				} else if (key.name === 'ctrl-u') {
					letters.splice(0, at);
					at = 0;
				} else if (key.name === 'ctrl-k') {
					letters.splice(at);
				}
				expect(state).toEqual({value: letters.join(''), cursor: at});
			}
		}),
	);
});

test('the window always holds the cursor, and never more than its width', () => {
	fc.assert(
		fc.property(keys, fc.integer({min: 2, max: 12}), (pressedKeys, width) => {
			const state = pressedKeys.reduce((before, key) => editText(before, key), empty);
			const {chars, cursor} = textWindow(state, width);
			const cells = stringWidth(chars.join('')) + (cursor === chars.length ? 1 : 0);
			expect(cells).toBeLessThanOrEqual(width);
			expect(cursor).toBeGreaterThanOrEqual(0);
			expect(cursor).toBeLessThanOrEqual(chars.length);
			for (const char of chars) {
				expect([...char]).toHaveLength(1);
			}
		}),
		{numRuns: 500},
	);
});
