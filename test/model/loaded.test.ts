/** A value that is read again and again: a failure keeps it with its age, and an older answer does not replace it. */
import {expect, test} from 'vitest';
import {type Failure, loadedAfter, notLoaded} from '../../source/model/loaded.ts';
import {at, span} from './make.ts';

const known = loadedAfter<string, Failure>(notLoaded, {
	value: 'new',
	span: span(5),
});
const failure = {at: at(6), reason: 'no'};

test('a failure keeps the value and its age; the next answer clears the failure', () => {
	const failed = loadedAfter(known, {failure});
	expect(failed).toEqual({value: 'new', span: span(5), failure});
	expect(loadedAfter(failed, {value: 'newer', span: span(7)})).toEqual({
		value: 'newer',
		span: span(7),
		failure: undefined,
	});
});

test('the answer to an older request changes nothing', () => {
	expect(loadedAfter(known, {value: 'old', span: span(4)})).toBe(known);
	expect(loadedAfter(known, {value: 'same time', span: span(5)}).value).toBe('same time');
});

test('an answer may bring a part and say what is missing', () => {
	expect(loadedAfter(known, {value: 'part', span: span(7), failure})).toEqual({value: 'part', span: span(7), failure});
});
