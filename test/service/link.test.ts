/** How long a failing service is left alone, and what the model is told of it. */
import {describe, expect, test} from 'vitest';
import type {Message} from '../../source/model/state.ts';
import {createBackoff, createLink} from '../../source/service/link.ts';
import {WireError, type WireErrorCode} from '../../source/wire/errors.ts';
import {manualClock} from '../helpers/clock.ts';

const fault = (code: WireErrorCode, retryAfter?: number): WireError => new WireError(code, code, {retryAfter});

describe('the backoff', () => {
	test('doubles from 1 s to 60 s', () => {
		const backoff = createBackoff();
		const waits = Array.from({length: 9}, () => backoff.failed(fault('connection-refused'), 0.5));
		expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
	});

	test('has a jitter of a quarter either way', () => {
		expect(createBackoff().failed(fault('tls'), 0)).toBe(750);
		expect(createBackoff().failed(fault('tls'), 0.999)).toBeCloseTo(1250, -1);
	});

	test('obeys a Retry-After that is longer, and does not go below its own step', () => {
		const backoff = createBackoff();
		expect(backoff.failed(fault('rate-limited', 30), 0.5)).toBe(30_000);
		expect(backoff.failed(fault('rate-limited', 0), 0.5)).toBe(2000);
	});

	test('takes three failures in a row that are not of the connection', () => {
		const backoff = createBackoff();
		expect([1, 2].map(() => backoff.failed(fault('not-json'), 0.5))).toEqual([undefined, undefined]);
		expect(backoff.isFailing()).toBe(false);
		backoff.succeeded();
		const waits = [1, 2, 3, 4].map(() => backoff.failed(fault('deadline'), 0.5));
		expect(waits).toEqual([undefined, undefined, 1000, 2000]);
		expect(backoff.isFailing()).toBe(true);
	});

	test('begins anew after a success', () => {
		const backoff = createBackoff();
		backoff.failed(fault('unreachable'), 0.5);
		backoff.failed(fault('unreachable'), 0.5);
		backoff.succeeded();
		expect(backoff.isFailing()).toBe(false);
		expect(backoff.failed(fault('unreachable'), 0.5)).toBe(1000);
	});
});

describe('the link', () => {
	const make = () => {
		const clock = manualClock({wall: 5000, mono: 0});
		const told: Message[] = [];
		const link = createLink(message => told.push(message), clock);
		return {clock, link, last: () => told.at(-1), told};
	};

	test('tells since when it fails and when it tries again', async () => {
		const {clock, link, last} = make();
		link.failed(fault('connection-refused'));
		await clock.advance(1000);
		link.failed(fault('connection-refused'));
		expect(last()).toMatchObject({
			link: {kind: 'retrying', since: {mono: 0}, nextAt: {wall: 8000, mono: 3000}, reason: 'connection-refused'},
		});
		expect(link.backOffUntil()).toBe(3000);
	});

	test('tells that nothing is answered, and counts a failure from the first request without an answer', async () => {
		const {clock, link, last, told} = make();
		link.asked();
		link.succeeded(clock.now());
		await clock.advance(5000);
		expect(told).toHaveLength(1);
		link.asked();
		await clock.advance(1000);
		link.asked();
		await clock.advance(1000);
		expect(last()).toMatchObject({link: {kind: 'live', silentSince: {mono: 5000}}, now: {mono: 7000}});
		await clock.advance(8000);
		for (let failure = 0; failure < 3; failure++) {
			link.failed(fault('deadline'));
		}
		expect(last()).toMatchObject({link: {kind: 'retrying', since: {mono: 5000}}, now: {mono: 15_000}});
		link.asked();
		link.succeeded(clock.now());
		await clock.advance(60_000);
		const answered = last();
		expect(answered?.type === 'link' && answered.link).toEqual({kind: 'live', latency: 0});
		link.asked();
		link.stop();
		expect(clock.timers()).toBe(0);
	});

	test('two failures of two requests in flight are one step', () => {
		const {link, told} = make();
		link.failed(fault('connection-refused'));
		link.failed(fault('connection-refused'));
		expect(told).toHaveLength(1);
		expect(link.backOffUntil()).toBe(1000);
	});

	test('a Retry-After of the second request in flight is obeyed all the same', () => {
		const {link} = make();
		link.failed(fault('connection-refused'));
		link.failed(fault('rate-limited', 30));
		expect(link.backOffUntil()).toBe(30_000);
	});

	test('an answer to what was asked before the failure ends no rest', async () => {
		const {clock, link, last} = make();
		const early = clock.now();
		await clock.advance(100);
		link.failed(fault('rate-limited', 30));
		expect(link.succeeded(early)).toBe(false);
		expect(link.backOffUntil()).toBe(30_100);
		expect(last()).toMatchObject({link: {kind: 'retrying'}});
		await clock.advance(30_000);
		expect(link.succeeded(clock.now())).toBe(true);
		expect(last()).toMatchObject({link: {kind: 'live', latency: 0}});
	});

	test('the operator may end the rest, which is told', () => {
		const {link, last, told} = make();
		link.resume();
		expect(told).toEqual([]);
		link.failed(fault('unreachable'));
		link.resume();
		expect(link.backOffUntil()).toBe(Number.NEGATIVE_INFINITY);
		expect(link.isFailing()).toBe(true);
		expect(last()).toMatchObject({link: {kind: 'retrying', reason: 'unreachable', nextAt: {mono: 0}}});
		link.signedOut('');
		link.resume();
		expect(last()).toMatchObject({link: {kind: 'signed-out'}});
	});

	test('before the first answer each failure is told at once, after it the third in a row', async () => {
		const {clock, link, told} = make();
		link.asked();
		await clock.advance(3000);
		expect(told).toEqual([]);
		link.failed(fault('deadline'));
		expect(told).toMatchObject([{link: {kind: 'retrying', since: {mono: 0}}}]);
		await clock.advance(2000);
		link.succeeded(clock.now());
		for (const count of [2, 2, 3]) {
			link.failed(fault('deadline'));
			expect(told).toHaveLength(count);
		}
	});

	test('the same rest is told once', () => {
		const {link, told} = make();
		link.failed(fault('rate-limited', 30));
		link.failed(fault('rate-limited', 30));
		expect(told).toHaveLength(1);
	});

	test('once signed out, what was in flight does not count', () => {
		const {clock, link, told} = make();
		link.signedOut('no');
		expect(link.succeeded(clock.now())).toBe(false);
		link.failed(fault('connection-refused'));
		expect(told).toMatchObject([{link: {kind: 'signed-out', reason: 'no'}}]);
		expect([link.isFailing(), link.backOffUntil()]).toEqual([false, Number.NEGATIVE_INFINITY]);
	});

	test('signed in again, it is as new', async () => {
		const {clock, link, last, told} = make();
		link.succeeded(clock.now());
		link.failed(fault('connection-refused'));
		link.asked();
		link.signedOut('no');
		link.signedIn();
		expect(last()).toMatchObject({link: {kind: 'starting'}});
		expect([link.isFailing(), link.backOffUntil(), clock.timers()]).toEqual([false, Number.NEGATIVE_INFINITY, 0]);
		await clock.advance(5000);
		const {length} = told;
		link.failed(fault('deadline'));
		expect(told).toHaveLength(length + 1);
		expect(last()).toMatchObject({link: {kind: 'retrying', since: {mono: 5000}}});
	});

	test('of a sandbox that has ended nothing later counts', () => {
		const {clock, link, told} = make();
		expect(link.isGone()).toBe(false);
		link.gone('it was killed');
		expect(link.isGone()).toBe(true);
		link.succeeded(clock.now());
		link.failed(fault('connection-refused'));
		link.signedOut('no');
		expect(told).toMatchObject([{link: {kind: 'gone', reason: 'it was killed'}}]);
		expect(told).toHaveLength(1);
	});
});
