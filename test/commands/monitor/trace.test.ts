/** `DIALTOP_TRACE`: what a trace has of keys and messages, and that neither people nor secrets are in it. */
import {chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {openTrace} from '../../../source/commands/monitor/trace.ts';
import {UsageError} from '../../../source/config/errors.ts';
import {createStore} from '../../../source/model/store.ts';
import {updateUi} from '../../../source/screen/state/reducer.ts';
import {initialUi} from '../../../source/screen/state/state.ts';
import type {Key} from '../../../source/terminal/keys.ts';
import {registerSecret} from '../../../source/wire/secrets.ts';

let folder: string;
let path: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-trace-'));
	path = join(folder, 'trace.jsonl');
});

afterEach(() => rmSync(folder, {recursive: true}));

const fail = (message: string): never => {
	throw new Error(message);
};

/** The lines of a trace without their times, which must be times. */
const linesOf = (text: string): Record<string, unknown>[] =>
	text
		.trimEnd()
		.split('\n')
		.map(line => {
			const {time, ...facts} = JSON.parse(line) as Record<string, unknown>;
			expect(new Date(String(time)).toISOString()).toBe(time);
			return facts;
		});

const keyOf = (name: string, over: Partial<Key> = {}): Key => ({
	name,
	alone: true,
	paste: false,
	at: 0,
	...([...name].length === 1 && {text: name}),
	...over,
});

test('a letter is a key of its own, and a mark where it goes into a text', async () => {
	const trace = openTrace(path, fail);
	const ui = createStore(updateUi, initialUi(80, 24));
	const press = (key: Key) => trace.key(key, ui.get());
	press(keyOf('P'));
	press(keyOf('paste', {paste: true, text: 'hunter2'}));
	ui.dispatch({type: 'prompt', prompt: {kind: 'password', user: 'ops', value: ''}});
	for (const name of ['s', 'enter']) {
		press(keyOf(name));
	}
	await trace.close();
	expect(linesOf(readFileSync(path, 'utf8'))).toEqual(['P', '•••', '•••', 'enter'].map(name => ({kind: 'key', name})));
});

test('a message is told by its type, ids, figures and lengths; no text of a person and no secret is', async () => {
	registerSecret('tok-planted-1');
	const trace = openTrace(path, fail);
	const told = trace.message('service');
	told({type: 'search-asked', question: {query: 'lopez', phone: '2125550123', days: 7}});
	told({type: 'search-answered', result: {entries: [{name: 'Maria'}, {name: 'Ann'}], footer: '2 calls of Maria'}});
	told({
		type: 'command-asked',
		command: {id: 3, operation: 'dial_number', target: {kind: 'number'}, phone: 2125550123},
	});
	told({type: 'command-ended', id: 3, ending: {kind: 'refused', reason: 'tok-planted-1 may not call 2125550123'}});
	await trace.close();
	const text = readFileSync(path, 'utf8');
	expect(text).not.toMatch(/lopez|Maria|Ann|2125550123|tok-planted/);
	expect(linesOf(text)).toEqual([
		{kind: 'service', type: 'search-asked', question: {days: 7}},
		{kind: 'service', type: 'search-answered', result: {entries: 2}},
		{kind: 'service', type: 'command-asked', command: {id: 3, operation: 'dial_number'}},
		{kind: 'service', type: 'command-ended', id: 3, ending: {kind: 'refused', reason: '••• may not call •••'}},
	]);
});

test('a store traces each message before it is reduced, and does the same without', async () => {
	const trace = openTrace(path, fail);
	const count = (state: number, {by}: {type: string; by: number}): number => state + by;
	for (const store of [createStore(count, 1, trace.message('screen')), createStore(count, 1)]) {
		store.dispatch({type: 'add', by: 2});
		expect(store.get()).toBe(3);
	}
	await trace.close();
	expect(linesOf(readFileSync(path, 'utf8'))).toEqual([{kind: 'screen', type: 'add', by: 2}]);
});

test('the file that is there is added to, and closed to others', async () => {
	writeFileSync(path, '{"time": "2026-11-26T00:00:00.000Z"}\n');
	chmodSync(path, 0o644);
	const trace = openTrace(path, fail);
	trace.add('key', {name: 'q'});
	await trace.close();
	expect(statSync(path).mode & 0o777).toBe(0o600);
	expect(linesOf(readFileSync(path, 'utf8'))).toEqual([{}, {kind: 'key', name: 'q'}]);
});

test('a run adds 64 MB at most', async () => {
	// A line that is longer than what may wait for the disk is left out, but counts.
	const trace = openTrace(path, () => undefined);
	const long = {name: 'x'.repeat(40 * 1024 * 1024)};
	trace.add('key', long);
	trace.add('key', {name: 'within'});
	trace.add('key', long);
	trace.add('key', {name: 'beyond'});
	await trace.close();
	expect(linesOf(readFileSync(path, 'utf8'))).toEqual([{kind: 'key', name: 'within'}]);
});

test('a file that cannot be opened is a mistake in the call', () => {
	expect(() => openTrace(join(folder, 'none', 'trace.jsonl'), fail)).toThrow(UsageError);
	expect(() => openTrace(join(folder, 'none', 'trace.jsonl'), fail)).toThrow(/^DIALTOP_TRACE .*ENOENT/);
});
