/** What is written later than a command: outcomes that found no room, what was found out after, and what waits at the end. */
import {existsSync, openSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {auditLater} from '../../source/audit/audit.ts';
import type {Phase} from '../../source/model/pending.ts';
import type {State} from '../../source/model/state.ts';
import {linesOf, temporaryFolder, testAudit} from '../helpers/audit.ts';
import {manualClock} from '../helpers/clock.ts';
import {after, asked, at, campaignsPolled, done, endedAs, fresh, target, tick} from '../model/make.ts';

const pause = {operation: 'pause_campaign', params: {campaign_id: '1'}, verb: 'pause'} as const;

const opened = () => {
	const clock = manualClock();
	const file = join(temporaryFolder(), 'audit.jsonl');
	const disk = {isFull: false};
	const audit = testAudit('http://127.0.0.1:1', {
		clock,
		file,
		open() {
			if (disk.isFull) {
				throw Object.assign(new Error('no room'), {code: 'ENOSPC'});
			}
			return openSync(file, 'a+', 0o600);
		},
	});
	return {
		clock,
		audit,
		disk,
		lines: () => linesOf(file).map(({kind, reason, seen}) => [kind, reason ?? seen].filter(Boolean).join(' ')),
		file,
	};
};

test('outcomes that found no room are written before the next line, in their order', async () => {
	const {audit, disk, lines} = opened();
	const [first, second] = [await audit.intent(pause), await audit.intent(pause)];
	disk.isFull = true;
	expect(await first.ended({kind: 'refused', reason: 'one', ms: 1})).toMatchObject({message: /disk is full/});
	expect(await second.ended({kind: 'refused', reason: 'two', ms: 1})).toMatchObject({message: /disk is full/});
	await expect(audit.intent(pause)).rejects.toThrow('disk is full');
	expect(lines()).toEqual(['intent', 'intent']);
	disk.isFull = false;
	expect(await audit.later(first.id, 'observed', 'PAUSE')).toBeUndefined();
	expect(lines()).toEqual(['intent', 'intent', 'outcome one', 'outcome two', 'observed PAUSE']);
	await audit.later(second.id, 'set-aside');
	expect(lines().at(-1)).toBe('set-aside');
});

test('the newest two hundred lines wait for room', async () => {
	const {audit, disk, lines} = opened();
	const {id, ended} = await audit.intent(pause);
	await ended({kind: 'done', ms: 1});
	disk.isFull = true;
	for (let line = 0; line < 203; line++) {
		await audit.later(id, 'observed', `at ${line}`);
	}
	disk.isFull = false;
	await audit.close();
	expect(lines()).toHaveLength(2 + 201);
	expect([lines()[2], lines().at(-1)]).toEqual(['observed at 2', 'observed at 202']);
});

test('what was found out is written of a command that is known, and of no other', async () => {
	const {audit, lines, file} = opened();
	expect(await audit.later('nobody', 'observed')).toBeUndefined();
	expect(linesOf(file)).toEqual([]);
	const named = (id: string) =>
		({
			...{id, profile: 'q', environment: 'PROD', url: 'http://h/api/', serviceUser: 'ops'},
			...{operation: 'pause_campaign', effect: 'write', target: null, verb: 'pause'},
		}) as const;
	for (let command = 0; command <= 1000; command++) {
		audit.recall({...named(`c${command}`), at: 'then', pid: 1} as never);
	}
	await audit.later('c0', 'observed');
	expect(linesOf(file)).toEqual([]);
	await audit.later('c1', 'not-observed', 'call 7305551942');
	expect(lines()).toEqual(['not-observed call •••1942']);
	expect(linesOf(file)[0]).toMatchObject(named('c1'));
	expect(linesOf(file)[0]).toMatchObject({at: '2026-05-28T20:26:40.000Z', pid: process.pid});
});

test('at the end outcomes under way are waited for, a second at most', async () => {
	const {audit, clock, lines, file} = opened();
	await audit.close();
	expect([clock.timers(), existsSync(file)]).toEqual([0, false]);
	const [first, second] = [await audit.intent(pause), await audit.intent(pause)];
	let isClosed = false;
	const closing = audit.close().then(() => {
		isClosed = true;
	});
	await clock.advance(100);
	await first.ended({kind: 'done', ms: 1});
	await clock.advance(100);
	expect(isClosed).toBe(false);
	const written = second.ended({kind: 'done', ms: 1});
	await closing;
	expect(lines()).toEqual(['intent', 'intent', 'outcome', 'outcome']);
	expect(clock.timers()).toBe(0);
	await written;
	const other = opened();
	await other.audit.intent(pause);
	let isOver = false;
	const late = other.audit.close().then(() => {
		isOver = true;
	});
	await other.clock.advance(999);
	expect(isOver).toBe(false);
	await other.clock.advance(1);
	await late;
	expect(other.lines()).toEqual(['intent']);
});

test('lines that wait for room are tried once more at the end, and cost it nothing', async () => {
	const {audit, disk, lines} = opened();
	const {ended} = await audit.intent(pause);
	disk.isFull = true;
	await ended({kind: 'done', ms: 1});
	await audit.close();
	expect(lines()).toEqual(['intent']);
	const other = opened();
	const written = await other.audit.intent(pause);
	other.disk.isFull = true;
	await written.ended({kind: 'done', ms: 1});
	await other.audit.later(written.id, 'observed');
	other.disk.isFull = false;
	await other.audit.close();
	expect(other.lines()).toEqual(['intent', 'outcome', 'observed']);
	await other.audit.close();
	expect(other.lines()).toHaveLength(3);
});

test('what becomes of a command after its outcome is written once', () => {
	let state: State = fresh();
	const listeners = new Set<() => void>();
	const written: unknown[] = [];
	const stop = auditLater(
		{
			get: () => state,
			subscribe(listener) {
				listeners.add(listener);
				return () => listeners.delete(listener);
			},
		},
		{
			async later(...line) {
				written.push(line);
				return undefined;
			},
		},
	);
	const then = (...messages: Parameters<typeof after>[1][]): Phase[] => {
		for (const message of messages) {
			state = after(state, message);
			for (const listener of listeners) {
				listener();
			}
		}
		return state.commands.map(({phase}) => phase);
	};
	const command = (id: number, audit?: string) =>
		asked(1, {id, target: target(String(id)), ...(audit === undefined ? {} : {audit})});
	then(campaignsPolled(0, ['1', '2', '3', '4', '5']));
	then(command(1, 'a'), command(2, 'b'), command(3, 'c'), command(4), command(5, 'e'));
	then(endedAs(2, 'unknown', 1), done(2, 2), endedAs(2, 'refused', 3), done(2, 4), done(2, 5));
	expect(written).toEqual([]);
	then({type: 'command-set-aside', id: 1, now: at(3)});
	expect(written).toEqual([['a', 'set-aside', undefined]]);
	expect(then(tick(33), tick(34))).toEqual(['set-aside', 'unobserved', 'refused', 'unobserved', 'unobserved']);
	expect(written.slice(1)).toEqual([
		['b', 'not-observed', undefined],
		['e', 'not-observed', undefined],
	]);
	stop();
	expect(listeners.size).toBe(0);
});
