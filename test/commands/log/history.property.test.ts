/** Read from its end, an audit holds the same commands as read from its beginning, whatever stands in it. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readLine} from '../../../source/audit/entry.ts';
import {type AuditRecord, createRecords, linesFrom} from '../../../source/audit/read.ts';
import {openHistory} from '../../../source/commands/log/history.ts';
import {auditLine, temporaryFolder} from '../../helpers/audit.ts';

/** Read as the monitor reads it: from the beginning, every command kept. */
const fromTheBeginning = (file: string): {records: AuditRecord[]; foreign: number; end: number} => {
	const records = createRecords();
	let foreign = 0;
	const lines = linesFrom(file);
	let next = lines.next();
	for (; !next.done; next = lines.next()) {
		const {line, isWhole} = readLine(next.value);
		foreign += isWhole ? 0 : 1;
		line && records.add(line);
	}
	return {records: records.all(), foreign, end: next.value};
};

/** A command's lines, of which the file has no intent if it is an orphan, and how many other lines stand before each. */
const command = fc.record({
	isOrphan: fc.boolean(),
	outcome: fc.constantFrom(undefined, 'done', 'refused', 'unknown'),
	later: fc.constantFrom(undefined, 'observed', 'set-aside'),
	// Some are longer than what is read at once.
	name: fc.oneof(
		{weight: 9, arbitrary: fc.string({unit: 'grapheme', maxLength: 20})},
		{weight: 1, arbitrary: fc.constant('ü'.repeat(90_000))},
	),
	places: fc.array(fc.nat({max: 1000}), {minLength: 3, maxLength: 3}),
});

test('the commands, their order, what is foreign and where it ends are the same', () => {
	const file = join(temporaryFolder(), 'audit.jsonl');
	const rubbish = fc.constantFrom(
		'',
		' ',
		'{"at":"',
		auditLine('torn', {kind: 'intent', params: {}}).slice(0, 90),
		'x'.repeat(70_000),
	);
	fc.assert(
		fc.property(
			fc.array(command, {maxLength: 30}),
			fc.array(fc.tuple(rubbish, fc.nat({max: 1000}))),
			fc.boolean(),
			fc.integer({min: 1, max: 8}),
			(commands, foreign, isFinished, most) => {
				const lines = commands.flatMap(({isOrphan, outcome, later, name, places}, at): [number, string][] => {
					const texts = [
						...(isOrphan ? [] : [{kind: 'intent', params: {a: at}}]),
						...(outcome ? [{kind: 'outcome', outcome, ms: at}] : []),
						...(later ? [{kind: later}] : []),
					].map(more => auditLine(`id-${at}`, more, name));
					const sorted = places.toSorted((one, other) => one - other);
					return texts.map((text, index) => [sorted[index] ?? 0, text]);
				});
				const all = [...lines, ...foreign.map(([text, place]): [number, string] => [place, text])];
				const text = all
					.toSorted(([one], [other]) => one - other)
					.map(([, line]) => line)
					.join('\n');
				writeFileSync(file, isFinished && text !== '' ? `${text}\n` : text);
				const wanted = fromTheBeginning(file);
				using history = openHistory(file);
				const found = history.find(() => true, Number.POSITIVE_INFINITY);
				expect([...found]).toEqual(wanted.records);
				// As often as one likes.
				expect([...found]).toHaveLength(found.count);
				expect([found.foreign, history.end]).toEqual([wanted.foreign, wanted.end]);

				const isWanted = ({outcome}: AuditRecord): boolean => outcome !== 'done';
				const last = history.find(isWanted, most);
				expect([...last]).toEqual(wanted.records.filter(isWanted).slice(-most));
				expect(last.count).toBe([...last].length);
			},
		),
	);
});
