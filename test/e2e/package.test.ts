/** What `npm pack` gives, installed where there is no network. */
import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {program} from '../helpers/monitor.ts';
import {checkCopy} from '../package/checks.ts';
import {install, pack, version} from '../package/install.ts';

let folder = '';
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'dialtop-package-'));
});
afterAll(async () => rm(folder, {recursive: true, force: true}));

test('under 2 MB, complete, and it installs and runs without a network', async () => {
	const {file, size, paths} = pack(folder);
	expect(size).toBeLessThan(2_000_000);
	expect(paths).toContain('dist/licenses.txt');
	expect(paths.filter(path => !/^(?:dist|media)\/|^(?:license|package\.json|readme\.md)$/.test(path))).toEqual([]);
	const readme = await readFile(new URL('../../readme.md', import.meta.url), 'utf8');
	const linked = [...readme.matchAll(/\]\((media\/[^)]+)\)/g)].map(([, path]) => path);
	expect(paths).toEqual(expect.arrayContaining(linked));

	const prefix = join(folder, 'prefix');
	const command = install(file, prefix);
	expect(existsSync(join(prefix, 'lib', 'node_modules', 'dialtop', 'node_modules'))).toBe(false);
	// By the link in bin, and by the Node of the tests.
	await checkCopy({command: process.execPath, args: [command], version});
});

/** A Node on this machine that is older than the least that dialtop needs. */
const oldNode = (process.env.PATH ?? '')
	.split(delimiter)
	.map(part => join(part, 'node'))
	.find(file => {
		const [major = 99] = (spawnSync(file, ['-p', 'process.versions.node'], {encoding: 'utf8'}).stdout ?? '')
			.split('.')
			.map(Number);
		return major > 0 && major < 22;
	});

test.skipIf(oldNode === undefined)('an older Node on this machine: one line says what is needed', () => {
	for (const args of [[], ['--version'], ['sandbox']]) {
		const {status, stdout, stderr} = spawnSync(oldNode ?? '', [program, ...args], {encoding: 'utf8'});
		expect(stderr).toMatch(/^dialtop: needs Node 22\.19 or later, and this is Node [\d.]+\n$/);
		expect([status, stdout]).toEqual([2, '']);
	}
});
