/** Files for the operator: new ones, for nobody else to read, and nothing that is there is touched. */
import {chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile} from 'node:fs/promises';
import {homedir, tmpdir} from 'node:os';
import {join, relative} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {saveNew} from '../../source/service/uploads.ts';

const folder = async (): Promise<string> => {
	const path = await mkdtemp(join(tmpdir(), 'dialtop-'));
	onTestFinished(() => rm(path, {recursive: true}));
	return path;
};

test('a new file is written whole, and is for its owner alone whatever the umask', async () => {
	const path = join(await folder(), 'a.csv');
	const before = process.umask(0);
	onTestFinished(() => {
		process.umask(before);
	});
	expect(await saveNew(path, 'a,b\r\n')).toEqual({kind: 'written', path});
	expect(await readFile(path, 'utf8')).toBe('a,b\r\n');
	expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a file that could not be written whole is removed, and its reason is told', async () => {
	const path = join(await folder(), 'a.csv');
	expect(await saveNew(path, {} as string)).toEqual({kind: 'failed', reason: `${path}: ERR_INVALID_ARG_TYPE`});
	await expect(stat(path)).rejects.toThrow();
});

test('bytes are written as they are', async () => {
	const path = join(await folder(), 'a.pdf');
	const bytes = new Uint8Array([0x25, 0, 0xff]);
	await saveNew(path, bytes);
	expect(new Uint8Array(await readFile(path))).toEqual(bytes);
});

test('what is there is not touched, be it a folder or a link that leads nowhere; a free name is proposed', async () => {
	const here = await folder();
	const path = join(here, 'a.csv');
	await writeFile(path, 'mine');
	await writeFile(join(here, 'a-2.csv'), 'mine too');
	await symlink(join(here, 'nowhere'), join(here, 'link.csv'));
	expect(await saveNew(path, 'other')).toEqual({kind: 'taken', path, free: join(here, 'a-3.csv')});
	expect(await readFile(path, 'utf8')).toBe('mine');
	expect(await saveNew(join(here, 'link.csv'), 'other')).toMatchObject({kind: 'taken', free: join(here, 'link-2.csv')});
	expect(await saveNew(here, 'other')).toMatchObject({kind: 'taken'});
	expect((await readdir(here)).toSorted()).toEqual(['a-2.csv', 'a.csv', 'link.csv']);
});

test('a relative name is of the folder that dialtop was started in, and ~ is the home folder', async () => {
	const path = join(await folder(), 'a.csv');
	expect(await saveNew(relative(process.cwd(), path), '')).toEqual({kind: 'written', path});
	const inHome = `~/${relative(homedir(), path)}`;
	expect(await saveNew(inHome, '')).toMatchObject({kind: 'taken', path});
});

test('why a file cannot be written is said', async () => {
	const here = await folder();
	expect(await saveNew(join(here, 'no', 'a.csv'), '')).toEqual({
		kind: 'failed',
		reason: `${join(here, 'no', 'a.csv')}: there is no such folder`,
	});
	await writeFile(join(here, 'file'), '');
	expect(await saveNew(join(here, 'file', 'a.csv'), '')).toMatchObject({
		reason: expect.stringContaining('there is no such folder'),
	});
	expect(await saveNew(join(here, 'x'.repeat(300)), '')).toMatchObject({
		reason: expect.stringContaining('the name is too long'),
	});
	if (process.getuid?.() !== 0) {
		await chmod(here, 0o500);
		expect(await saveNew(join(here, 'a.csv'), '')).toMatchObject({
			reason: expect.stringContaining('no permission to write there'),
		});
	}
});
