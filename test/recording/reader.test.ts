import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {diskFolder} from '../../source/recording/folder.ts';
import {allTime, createReader} from '../../source/recording/reader.ts';

test('a file that another program has only just made has no rows yet, and is not damaged', () => {
	const path = mkdtempSync(join(tmpdir(), 'dialtop-recording-'));
	onTestFinished(() => rmSync(path, {recursive: true, force: true}));
	// SQLite fills a new file in one step, so until then it is empty.
	writeFileSync(join(path, 'day-2026.db'), '');
	const reader = createReader(diskFolder(path));
	onTestFinished(() => reader.close());
	expect([reader.span(), reader.marks(allTime), reader.damage]).toEqual([undefined, [], []]);
});
