/** Lines of the audit: which are dialtop's own and whole, and that nothing in them can act on a terminal. */
import {expect, test} from 'vitest';
import {readLine} from '../../source/audit/entry.ts';
import {auditLine} from '../helpers/audit.ts';

const intent = {kind: 'intent', params: {campaign_id: '1'}};
const outcome = {kind: 'outcome', outcome: 'done', ms: 3};
const target = {kind: 'campaign', id: '1', name: 'Spring'};

test.for<object>([
	intent,
	{...intent, expected: 'paused', sudoUser: 'kim', tty: '/dev/pts/1', started: '9', serviceUser: 'ops'},
	{...intent, target: null},
	...['campaign', 'list', 'account', 'number', 'service'].map(kind => ({...intent, target: {...target, kind}})),
	...['done', 'refused', 'not-sent', 'unknown'].map(one => ({...outcome, outcome: one, reason: 'so'})),
	...['observed', 'not-observed', 'set-aside'].map(kind => ({kind, seen: 'PAUSE'})),
	{kind: 'observed'},
])('%o is a line of the audit', more => {
	const written = auditLine('a', more);
	expect(readLine(written)).toEqual({line: JSON.parse(written), isWhole: true});
});

test.for<object>([
	{},
	{kind: 'begun'},
	{kind: 'intent'},
	{kind: 'intent', params: ['x']},
	{...outcome, outcome: 'maybe'},
	{...outcome, ms: '3'},
	...['id', 'user', 'host', 'profile', 'environment', 'url', 'operation', 'effect', 'verb', 'at', 'pid'].map(name => ({
		...intent,
		[name]: null,
	})),
	{...intent, at: 'yesterday'},
	{...intent, at: 20_261_123},
	{...intent, pid: 1.5},
	{...intent, pid: '7'},
	...['sudoUser', 'tty', 'started', 'serviceUser', 'reason', 'seen', 'expected'].map(name => ({...intent, [name]: 7})),
	...['x', {...target, kind: 'moon'}, {...target, id: 1}, {...target, name: null}, undefined].map(one => ({
		...intent,
		target: one,
	})),
])('%o is none', more => {
	expect(readLine(auditLine('a', more))).toEqual({line: undefined, isWhole: false});
});

test.for<[written: string, isWhole: boolean]>([
	['', true],
	['  ', true],
	['null', false],
	['[]', false],
	['"x"', false],
	['{"at":"2026-', false],
])('%o holds no line', ([written, isWhole]) => {
	expect(readLine(written)).toEqual({line: undefined, isWhole});
});

test('behind a torn line a whole one is found, and it is said that something was torn', () => {
	const [first, second] = [auditLine('a', intent), auditLine('b', outcome)];
	const read = readLine(`${first.slice(0, 50)}${second}`);
	expect(read).toEqual({line: JSON.parse(second), isWhole: false});
	expect(readLine(`x${first}`)).toEqual({line: JSON.parse(first), isWhole: false});
});

test('what a line says is made safe wherever it stands', () => {
	const {line} = readLine(
		auditLine('a', {kind: 'intent', params: {'a\u001b[2J': ['\u009b', {b: '\u0007x'}, 1, null, true]}}, 'Sp\u202ering'),
	);
	expect(line).toMatchObject({target: {name: expect.not.stringContaining('\u202e')}});
	expect(JSON.stringify(line)).not.toMatch(/\\u001b|\\u0007|\u009b|\u202e/);
	const {params} = line as unknown as {params: Record<string, unknown[]>};
	const [[name, items] = ['', []]] = Object.entries(params);
	expect(name).toMatch(/^a.*\[2J$/);
	expect(items.slice(2)).toEqual([1, null, true]);
	expect(items[1]).toEqual({b: expect.stringMatching(/x$/)});
	// A very long text is cut, as on the screen.
	const {line: long} = readLine(auditLine('a', intent, 'y'.repeat(20_000)));
	expect(long?.target?.name.length).toBeLessThan(20_000);
});
