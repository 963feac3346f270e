import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {replaceFiles} from '../.config/replace-files.ts';

test('several at once leave every file whole at any time, none of another build, and nothing beside the folder', async () => {
	const parent = await mkdtemp(join(tmpdir(), 'dialtop-replace-'));
	onTestFinished(() => rm(parent, {recursive: true}));
	const folder = join(parent, 'dist');
	await mkdir(folder);
	await writeFile(join(folder, 'of-an-earlier-build.js'), '');
	const files = new Map(['a.js', 'b.js', 'c.js'].map(name => [name, name.repeat(100_000)]));
	await replaceFiles(folder, files);
	let isOver = false;
	const read = async (): Promise<void> => {
		while (!isOver) {
			for (const [name, text] of files) {
				expect((await readFile(join(folder, name), 'utf8')) === text, name).toBe(true);
			}
		}
	};
	const reading = read();
	await Promise.all([1, 2, 3].map(() => replaceFiles(folder, files)));
	isOver = true;
	await reading;
	expect(await readdir(folder)).toEqual([...files.keys()]);
	expect(await readdir(parent)).toEqual(['dist']);
});
