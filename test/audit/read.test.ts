/** The audit read back: its lines, whatever their length, and the commands that they tell of. */
import {appendFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type AuditLine, readLine} from '../../source/audit/entry.ts';
import {type AuditRecord, createRecords, isUnsettled, lastLines, linesFrom, sizeOf} from '../../source/audit/read.ts';
import {statusWordsOf} from '../../source/model/campaign.ts';
import {auditLine, temporaryFolder} from '../helpers/audit.ts';

/** A command by its lines, oldest first. */
const recordOf = (lines: readonly AuditLine[]) => {
	const records = createRecords();
	lines.forEach(records.add);
	return records.all()[0];
};

const newFile = (text: string): string => {
	const file = join(temporaryFolder(), 'audit.jsonl');
	writeFileSync(file, text);
	return file;
};

/** The lines from a byte on, and the byte at which the unfinished last one begins. */
const read = (file: string, from?: number): {lines: string[]; begins: number} => {
	const lines = linesFrom(file, from);
	const found: string[] = [];
	for (;;) {
		const {done, value} = lines.next();
		if (done) {
			return {lines: found, begins: value};
		}
		found.push(value);
	}
};

test('a file is read from a byte on, and an unfinished line once more when it is whole', () => {
	const file = newFile('one\ntwo\nthr');
	expect(read(file)).toEqual({lines: ['one', 'two', 'thr'], begins: 8});
	appendFileSync(file, 'ee\n');
	expect(read(file, 8)).toEqual({lines: ['three'], begins: 14});
	expect(read(file, 14)).toEqual({lines: [], begins: 14});
	expect(read(file, 20)).toEqual({lines: [], begins: 20});
	expect(read(`${file}.none`, 3)).toEqual({lines: [], begins: 3});
	expect([sizeOf(file), sizeOf(`${file}.none`)]).toEqual([14, 0]);
	expect([...lastLines(file, 8)]).toEqual(['three']);
	expect([...lastLines(file, 14)]).toEqual(['one', 'two', 'three']);
	expect([...lastLines(file, 100)]).toEqual(['one', 'two', 'three']);
});

test('lines that are longer than what is read at once are whole, and one without end is cut', () => {
	// The two bytes of a letter stand in two readings.
	const long = `x${'é'.repeat(100_000)}`;
	const file = newFile(`${long}\n${long}`);
	expect(read(file)).toEqual({lines: [long, long], begins: 200_002});
	const endless = read(newFile(`${'x'.repeat(3_000_000)}\nnext\n`)).lines;
	expect(endless[0]?.length).toBeLessThan(1_200_000);
	expect(endless.slice(1)).toEqual(['next']);
});

const line = (id: string, more: object): AuditLine => readLine(auditLine(id, more)).line as AuditLine;
const intent = line('a', {kind: 'intent', params: {campaign_id: '1'}, expected: 'paused', sudoUser: 'kim'});
const outcome = line('a', {
	kind: 'outcome',
	outcome: 'unknown',
	reason: 'no answer',
	ms: 3,
	at: '2026-05-28T20:26:41.000Z',
});
const later = line('a', {kind: 'not-observed', seen: 'PLAY'});

test('a command is put together from its lines', () => {
	const {kind: _, params, expected, ...common} = intent as Extract<AuditLine, {kind: 'intent'}>;
	const nothing = {outcome: undefined, reason: undefined, ms: undefined, later: undefined, seen: undefined};
	expect(recordOf([])).toBeUndefined();
	expect(recordOf([intent])).toStrictEqual({...common, params, expected, ...nothing});
	const whole = {
		...{...common, params, expected},
		...{outcome: 'unknown', reason: 'no answer', ms: 3, later: 'not-observed', seen: 'PLAY'},
	};
	expect(recordOf([intent, outcome, later])).toStrictEqual(whole);
	// Its intent stands in another file.
	const {sudoUser: __, ...withoutSudo} = common;
	expect(recordOf([outcome])).toStrictEqual({
		...{...withoutSudo, at: '2026-05-28T20:26:41.000Z'},
		...{params: undefined, expected: undefined, outcome: 'unknown', reason: 'no answer', ms: 3},
		...{later: undefined, seen: undefined},
	});
	const records = createRecords();
	const other = line('b', {kind: 'observed'});
	expect([intent, other, outcome, later].map(one => records.add(one).id)).toEqual(['a', 'b', 'a', 'a']);
	expect(records.all()).toEqual([whole, expect.objectContaining({id: 'b', later: 'observed', seen: undefined})]);
});

test.for<[over: Partial<AuditRecord>, unsettled: boolean]>([
	[{outcome: undefined}, true],
	[{outcome: 'unknown'}, true],
	[{outcome: 'done'}, false],
	[{outcome: 'refused'}, false],
	[{outcome: 'not-sent'}, false],
	[{later: 'observed'}, false],
	[{later: 'set-aside'}, false],
	[{later: 'not-observed', seen: undefined}, true],
	[{later: 'not-observed', seen: 'PAUSE'}, true],
	[{later: 'not-observed', seen: 'HALTED'}, true],
	[{later: 'not-observed', seen: 'PLAY'}, false],
	[{later: 'not-observed', seen: 'GOING'}, false],
	[{later: 'not-observed', seen: undefined, expected: undefined}, false],
	[{later: 'not-observed', seen: undefined, expected: 'so'}, false],
	[{outcome: 'done', later: 'not-observed', seen: undefined}, false],
])('%o: whether it is still not known what came of it', ([over, unsettled]) => {
	const record = recordOf([intent, outcome]);
	expect(record && isUnsettled({...record, ...over}, statusWordsOf({going: 'play'}))).toBe(unsettled);
});
