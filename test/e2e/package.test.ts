/** What `npm pack` gives, installed where there is no network. */
import {spawnSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {chmod, mkdir, mkdtemp, readdir, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {program} from '../helpers/monitor.ts';
import {linksOf, pages} from '../helpers/pages.ts';
import {checkCopy} from '../package/checks.ts';
import {install, pack, version} from '../package/install.ts';

let folder = '';
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'dialtop-package-'));
});
afterAll(async () => rm(folder, {recursive: true, force: true}));

test('under 3 MB, complete, and it installs and runs without a network', async () => {
	const {file, size, paths} = pack(folder);
	expect(size).toBeLessThan(3_000_000);
	expect(paths).toEqual(expect.arrayContaining(['dist/licenses.txt', 'dist/dialtop.1']));
	expect(paths.filter(path => !/^(?:dist|media|\.github)\/|^(?:license|package\.json|readme\.md)$/.test(path))).toEqual(
		[],
	);
	const linked = [...pages].flatMap(([path, page]) => linksOf(path, page)).map(({path}) => path);
	expect(linked).toContain('media/keys.md');
	expect(paths).toEqual(expect.arrayContaining(linked));

	const prefix = join(folder, 'prefix');
	const command = install(file, prefix);
	expect(existsSync(join(prefix, 'lib', 'node_modules', 'dialtop', 'node_modules'))).toBe(false);
	expect(readFileSync(join(prefix, 'share', 'man', 'man1', 'dialtop.1'), 'utf8')).toMatch(/^\.TH DIALTOP 1 /);
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

test('an older Node: one line says what is needed', ({skip}) => {
	skip(oldNode === undefined, 'there is no Node before 22 on PATH');
	for (const args of [[], ['--version'], ['sandbox']]) {
		const {status, stdout, stderr} = spawnSync(oldNode ?? '', [program, ...args], {encoding: 'utf8'});
		expect(stderr).toMatch(/^dialtop: needs Node 22\.19 or later, and this is Node [\d.]+\n$/);
		expect([status, stdout]).toEqual([2, '']);
	}
});

test('compiled code is kept where nobody else can put any, or not at all', async () => {
	const home = join(folder, 'home');
	const shared = join(folder, 'shared');
	await Promise.all([mkdir(home), mkdir(join(shared, 'dialtop'), {recursive: true})]);
	await chmod(join(shared, 'dialtop'), 0o777);
	const keep = (env: Record<string, string>): void => {
		const {status, stderr} = spawnSync(process.execPath, [program, 'config'], {
			env: {HOME: home, TMPDIR: folder, ...env},
			encoding: 'utf8',
		});
		expect([status, stderr]).toEqual([0, '']);
	};
	keep({XDG_CACHE_HOME: shared});
	keep({HOME: '/nonexistent'});
	expect(await readdir(join(shared, 'dialtop'))).toEqual([]);
	expect(existsSync(join(folder, 'node-compile-cache'))).toBe(false);
	keep({});
	const kept = join(home, '.cache', 'dialtop');
	expect((await stat(kept)).mode & 0o777).toBe(0o700);
	expect(await readdir(kept)).toHaveLength(1);
});
