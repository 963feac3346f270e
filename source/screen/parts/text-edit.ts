import {segmenter} from '../../present/segmenter.ts';
import type {Key} from '../../terminal/decode.ts';

/** A line of text being edited. The cursor counts UTF-16 units and is at the edge of a grapheme. */
export type TextState = {readonly value: string; readonly cursor: number};

/** The most characters of a line unless the caller says otherwise. */
const LONGEST_TEXT = 200;

/** Splits text into the characters that a reader sees. */
export function graphemes(text: string): string[] {
	return Array.from(segmenter.segment(text), ({segment}) => segment);
}

/** The end of the grapheme that `at` is in or before. */
function edgeAfter(value: string, at: number): number {
	const part = segmenter.containing(value, Math.min(at, value.length - 1));
	return part ? part.index + part.segment.length : value.length;
}

/** The start of the grapheme before `at`. */
function edgeBefore(value: string, at: number): number {
	return at > 0 ? (segmenter.containing(value, at - 1)?.index ?? 0) : 0;
}

/** The nearest edge of a grapheme, at or after `at`. */
function edge(value: string, at: number): number {
	if (at <= 0 || at >= value.length) {
		return Math.max(0, Math.min(at, value.length));
	}
	return segmenter.containing(value, at)?.index === at ? at : edgeAfter(value, at);
}

/** The start of the word before `at`, at the edge of a grapheme, since a space may carry a combining mark. */
function wordBefore(value: string, at: number): number {
	const found = /\S*\s*$/u.exec(value.slice(0, at))?.index ?? 0;
	return found < value.length ? (segmenter.containing(value, found)?.index ?? found) : found;
}

function wordAfter(value: string, at: number): number {
	return edge(value, at + (/^\s*\S*/u.exec(value.slice(at))?.[0].length ?? 0));
}

function remove({value}: TextState, from: number, to: number): TextState {
	const remaining = value.slice(0, from) + value.slice(to);
	return {value: remaining, cursor: edge(remaining, from)};
}

/** Inserts as many whole graphemes at the cursor as fit. */
function insert({value, cursor}: TextState, text: string, longest: number): TextState {
	let fitting = '';
	for (const part of graphemes(text)) {
		if (value.length + fitting.length + part.length > longest) {
			break;
		}
		fitting += part;
	}
	const next = value.slice(0, cursor) + fitting + value.slice(cursor);
	return {value: next, cursor: edge(next, cursor + fitting.length)};
}

/** The keys that edit. Other Ctrl keys do nothing; Ctrl-A and Ctrl-B belong to tmux. */
const EDITS: Readonly<Record<string, (state: TextState) => TextState>> = {
	left: ({value, cursor}) => ({value, cursor: edgeBefore(value, cursor)}),
	right: ({value, cursor}) => ({value, cursor: cursor < value.length ? edgeAfter(value, cursor) : cursor}),
	home: ({value}) => ({value, cursor: 0}),
	end: ({value}) => ({value, cursor: value.length}),
	'ctrl-e': ({value}) => ({value, cursor: value.length}),
	'ctrl-left': ({value, cursor}) => ({value, cursor: wordBefore(value, cursor)}),
	'ctrl-right': ({value, cursor}) => ({value, cursor: wordAfter(value, cursor)}),
	backspace: state => remove(state, edgeBefore(state.value, state.cursor), state.cursor),
	delete: state =>
		state.cursor < state.value.length ? remove(state, state.cursor, edgeAfter(state.value, state.cursor)) : state,
	'ctrl-u': state => remove(state, 0, state.cursor),
	'ctrl-k': state => remove(state, state.cursor, state.value.length),
	'ctrl-w': state => remove(state, wordBefore(state.value, state.cursor), state.cursor),
	'alt-backspace': state => remove(state, wordBefore(state.value, state.cursor), state.cursor),
};

/** The line after a key. Everything that is typed in the program goes through here. */
export function editText(state: TextState, key: Key, longest = LONGEST_TEXT): TextState {
	const at = {value: state.value, cursor: edge(state.value, state.cursor)};
	if (key.text !== undefined) {
		return insert(at, key.text, longest);
	}
	return Object.hasOwn(EDITS, key.name) ? (EDITS[key.name]?.(at) ?? state) : state;
}
