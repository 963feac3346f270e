/** Files to be sent: looked at before they are confirmed, and read anew when they go. */
import {chmod, mkdtemp, rm, symlink, truncate, writeFile} from 'node:fs/promises';
import {homedir, tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {lookAtFile, uploadLimit, withFiles} from '../../source/service/uploads.ts';

let folder: string;
const path = (name: string): string => join(folder, name);

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'dialtop-uploads-'));
});

afterAll(() => rm(folder, {recursive: true}));

test('a file is told by its name, size and lines', async () => {
	await writeFile(path('leads.csv'), 'phone\n1\n2');
	expect(await lookAtFile(` ${path('leads.csv')} `)).toMatchObject({name: 'leads.csv', bytes: 9, lines: 3});
	await writeFile(path('ended.csv'), 'phone\n1\n2\n');
	expect(await lookAtFile(path('ended.csv'))).toMatchObject({lines: 3});
});

test('~ is the home folder', async () => {
	expect(await lookAtFile('~')).toBe('is a directory');
	expect(await lookAtFile('~/')).toBe('is a directory');
	expect(await lookAtFile(`~/../${homedir().split('/').at(-1)}/no-such-file`)).toBe('does not exist');
});

test('what cannot be sent says why', async () => {
	expect(await lookAtFile(path('none.csv'))).toBe('does not exist');
	expect(await lookAtFile(folder)).toBe('is a directory');
	expect(await lookAtFile('/dev/null')).toBe('is not a file');
	await writeFile(path('empty.csv'), '');
	expect(await lookAtFile(path('empty.csv'))).toBe('is empty');
	await truncate(path('empty.csv'), 20 * 1024 * 1024);
	expect(await lookAtFile(path('empty.csv'))).toMatchObject({bytes: uploadLimit});
	await truncate(path('empty.csv'), uploadLimit + 1);
	expect(await lookAtFile(path('empty.csv'))).toBe('is larger than 20 MB');
	await symlink(path('loop'), path('loop'));
	expect(await lookAtFile(path('loop'))).toBe('is a link that leads nowhere');
	expect(await lookAtFile('a\u0000b')).toMatch(/^cannot be read/);
});

test.skipIf(process.getuid?.() === 0)('a file without permission says so', async () => {
	await writeFile(path('closed.csv'), 'x');
	await chmod(path('closed.csv'), 0);
	expect(await lookAtFile(path('closed.csv'))).toBe('may not be read: no permission');
});

test('what is sent is what was confirmed, or nothing', async () => {
	await writeFile(path('leads.csv'), 'phone\n1\n');
	const file = await lookAtFile(path('leads.csv'));
	const params = {list_id: '2001', file};
	expect(await withFiles(params)).toEqual({
		list_id: '2001',
		file: {name: 'leads.csv', bytes: Buffer.from('phone\n1\n')},
	});
	await writeFile(path('leads.csv'), 'phone\n2\n');
	expect(await withFiles(params)).toBe('leads.csv has changed since it was confirmed');
	await rm(path('leads.csv'));
	expect(await withFiles(params)).toBe('leads.csv does not exist');
});
