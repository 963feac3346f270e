/**
 * `npm run gallery [NAME]`: every view, sheet and component with made-up states, in your own terminal and at its size. Those
 * whose names hold NAME, if it is given.
 */
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {rolldown} from 'rolldown';
import {bundling} from '../../.config/bundling.ts';

if (!process.stdout.isTTY || !process.stdin.isTTY) {
	process.stderr.write('gallery: it needs a terminal on standard input and output\n');
	process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'dialtop-gallery-'));
try {
	const bundle = await rolldown({
		...bundling,
		input: {gallery: new URL('run.ts', import.meta.url).pathname},
	});
	await bundle.write({dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs'});
	const {status} = spawnSync(process.execPath, [join(folder, 'gallery.mjs'), ...process.argv.slice(2)], {
		stdio: 'inherit',
	});
	process.exitCode = status ?? 1;
} finally {
	rmSync(folder, {recursive: true});
}
