import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {diskFolder} from '../../source/recording/folder.ts';
import {openName} from '../../source/recording/open-hour.ts';
import {allTime, createReader} from '../../source/recording/reader.ts';

const temporaryFolder = (): string => {
	const path = mkdtempSync(join(tmpdir(), 'dialtop-recording-'));
	onTestFinished(() => rmSync(path, {recursive: true, force: true}));
	return path;
};

test('a file that another program has only just made has no rows yet, and is not damaged', () => {
	const path = temporaryFolder();
	// SQLite fills a new file in one step, so until then it is empty.
	writeFileSync(join(path, 'day-2026.db'), '');
	const reader = createReader(diskFolder(path));
	onTestFinished(() => reader.close());
	expect([reader.span(), reader.marks(allTime), reader.damage]).toEqual([undefined, [], []]);
});

test('an hour that is closed while its name is read is no error', () => {
	const folder = diskFolder(temporaryFolder());
	const reader = createReader({...folder, names: () => [openName(Date.parse('2026-11-26T05:00:00Z'), 1)]});
	onTestFinished(() => reader.close());
	expect([reader.span(), reader.marks(allTime), reader.last('figures/1', 0)]).toEqual([undefined, [], undefined]);
});

test('a file that is removed while it is opened is no damage', () => {
	const folder = diskFolder(temporaryFolder());
	const name = 'day-2026.db';
	folder.release(folder.toWrite(name));
	const reader = createReader({
		...folder,
		size(of) {
			folder.remove(of);
			return folder.size(of);
		},
	});
	onTestFinished(() => reader.close());
	expect([reader.marks(allTime), reader.damage]).toEqual([[], []]);
});

test('a file that nobody reads any longer is closed after a minute or two, and opened again when it is read', () => {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	const folder = diskFolder(temporaryFolder());
	const names = {read: 'hour-2026-11.db', unread: 'polled-2026-11-26.db'};
	for (const name of Object.values(names)) {
		folder.release(folder.toWrite(name));
	}
	const open = new Map<unknown, string>();
	const reader = createReader({
		...folder,
		toRead(name) {
			const database = folder.toRead(name);
			open.set(database, name);
			return database;
		},
		release(database) {
			open.delete(database);
			folder.release(database);
		},
	});
	onTestFinished(() => reader.close());
	const opened = (): string[] => [...open.values()].toSorted();
	expect([reader.span(), opened()]).toEqual([undefined, Object.values(names)]);
	for (let seconds = 0; seconds < 120; seconds += 20) {
		vi.advanceTimersByTime(20_000);
		expect(reader.marks(allTime)).toEqual([]);
	}
	expect(opened()).toEqual([names.read]);
	expect([reader.span(), opened()]).toEqual([undefined, Object.values(names)]);
	vi.advanceTimersByTime(120_000);
	expect([opened(), vi.getTimerCount(), reader.damage]).toEqual([[], 0, []]);
});
