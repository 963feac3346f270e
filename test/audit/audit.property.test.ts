/** Whatever stands in the audit's file, what is whole in it is read, and what is not is counted. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readLine} from '../../source/audit/entry.ts';
import {createRecords, lastLines, linesFrom} from '../../source/audit/read.ts';
import {auditLine, temporaryFolder} from '../helpers/audit.ts';

const whole = (id: number): string =>
	auditLine(`id-${id}`, {kind: 'intent', params: {a: ['\u009b', 1, null]}}, '\u001b[2Jx');

test('random bytes between whole lines hide none of them and forge none', () => {
	const file = join(temporaryFolder(), 'audit.jsonl');
	const rubbish = fc.oneof(
		fc.uint8Array({maxLength: 200}).map(bytes => Buffer.from(bytes.filter(byte => byte !== 10))),
		fc.json().map(json => Buffer.from(json)),
		fc.nat({max: 100}).map(length => Buffer.from(whole(999).slice(0, length))),
		fc
			.record({kind: fc.constant('outcome'), id: fc.anything(), at: fc.anything()})
			.map(line => Buffer.from(JSON.stringify(line) ?? '')),
	);
	fc.assert(
		fc.property(fc.array(fc.oneof(rubbish, fc.constant('line'))), fc.nat({max: 3000}), (parts, end) => {
			let id = 0;
			const pieces = parts.map(part => (part === 'line' ? Buffer.from(whole(id++)) : (part as Buffer)));
			writeFileSync(file, Buffer.concat(pieces.flatMap(piece => [piece, Buffer.from('\n')])));
			const records = createRecords();
			for (const written of linesFrom(file)) {
				const {line} = readLine(written);
				line && records.add(line);
			}
			expect(records.all().map(record => record.id)).toEqual(Array.from({length: id}, (_, index) => `id-${index}`));
			expect(
				records
					.all()
					.every(({target, params}) => !/[\u0000-\u001f\u0080-\u009f]/.test(JSON.stringify([target, params]))),
			).toBe(true);
			for (const written of lastLines(file, end)) {
				readLine(written);
			}
		}),
	);
});
