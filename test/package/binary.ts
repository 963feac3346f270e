/** `npm run test:binary`: the single executable, copied into a folder of its own, where nothing else is. */

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {copyFile, mkdir, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {checkCopy} from './checks.ts';
import {version} from './install.ts';

const folder = await mkdtemp(join(tmpdir(), 'dialtop-binary-'));
try {
	await mkdir(join(folder, 'alone'));
	const command = join(folder, 'alone', 'dialtop');
	await copyFile(new URL('../../dist-binary/dialtop', import.meta.url), command);
	const {stdout, stderr} = spawnSync(command, ['--version'], {env: {}, cwd: '/', encoding: 'utf8'});
	assert.deepEqual([stdout, stderr], [`${version}\n`, '']);
	await checkCopy({command, args: [], version});
	process.stdout.write('the binary runs alone: answers, sandbox and monitor\n');
} finally {
	await rm(folder, {recursive: true, force: true});
}
