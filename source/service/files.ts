/** Writes files for the operator: new ones only, readable by nobody else. */
import {type FileHandle, lstat, open, unlink} from 'node:fs/promises';
import {join, parse, resolve} from 'node:path';
import {codeOf, whyUnwritten} from '../wire/causes.ts';
import {expanded} from './uploads.ts';

/** How writing a file ended; `free` is an unused name like the one that was taken. */
export type Saved =
	| {kind: 'written'; path: string}
	| {kind: 'taken'; path: string; free: string}
	| {kind: 'failed'; reason: string};

const isThere = (path: string): Promise<boolean> =>
	lstat(path).then(
		() => true,
		() => false,
	);

/** The first unused name with a number behind it. */
const freeBeside = async (path: string): Promise<string> => {
	const {dir, name, ext} = parse(path);
	for (let number = 2; ; number++) {
		const free = join(dir, `${name}-${number}${ext}`);
		if (!(await isThere(free))) {
			return free;
		}
	}
};

/**
 * Writes a new file; `~` is the home folder. An existing file or link is never touched. A file that could not be written
 * whole is removed.
 */
export const saveNew = async (typed: string, content: string | Uint8Array): Promise<Saved> => {
	const path = resolve(expanded(typed));
	let file: FileHandle | undefined;
	try {
		file = await open(path, 'wx', 0o600);
		await file.writeFile(content);
		await file.close();
		return {kind: 'written', path};
	} catch (error) {
		const code = codeOf(error) ?? String(error);
		if (!file && code === 'EEXIST') {
			return {kind: 'taken', path, free: await freeBeside(path)};
		}
		if (file) {
			await file.close().catch(() => undefined);
			await unlink(path).catch(() => undefined);
		}
		return {kind: 'failed', reason: `${path}: ${whyUnwritten[code] ?? code}`};
	}
};
