/** The start of the single executable on the bundle, whose files Node reads here in place of those in an executable. */
import {execFile} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {bundleStart} from '../../.config/binary/bundle-start.ts';
import {cleanEnvironment, program} from '../helpers/monitor.ts';

test('a command and the thread of its embedded sandbox find every module by its name', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-binary-'));
	const start = join(folder, 'start.cjs');
	const dist = JSON.stringify(`${dirname(program)}/`);
	await bundleStart(start, [
		{
			name: 'files-as-assets',
			setup(build) {
				build.onResolve({filter: /^node:sea$/}, () => ({path: 'assets', namespace: 'assets'}));
				build.onLoad({filter: /^/, namespace: 'assets'}, () => ({
					resolveDir: folder,
					contents: `
						const {readFileSync} = require('node:fs');
						exports.getAsset = (name, encoding) =>
							readFileSync(name === 'start.cjs' ? ${JSON.stringify(start)} : ${dist} + name, encoding);
					`,
				}));
			},
		},
	]);
	const run = promisify(execFile);
	const {stdout} = await run(process.execPath, [start, 'campaigns', '--sandbox', '--json'], {env: cleanEnvironment});
	expect(stdout).toContain('Spring Collections');
	await rm(folder, {recursive: true});
});
