/**
 * `npm run build:binary`: a copy of the Node that runs this, with the bundle in it. Writes dist-binary/dialtop, which
 * needs nothing else on the machine that it is copied to.
 */
import {execFileSync} from 'node:child_process';
import {chmod, copyFile, mkdir, readdir, rm, stat, writeFile} from 'node:fs/promises';
import {bundleStart} from './bundle-start.ts';

const root = new URL('../..', import.meta.url).pathname;
const dist = `${root}dist/`;
const work = `${root}dist-binary/work/`;
const binary = `${root}dist-binary/dialtop`;

/** What Node itself is told to look for in its own file. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Runs Node; what it says is shown where it fails, and is of no use otherwise. */
const run = (...args: string[]): unknown => execFileSync(process.execPath, args, {cwd: work, stdio: 'pipe'});

await rm(`${root}dist-binary`, {recursive: true, force: true});
await mkdir(work, {recursive: true});
await bundleStart(`${work}start.cjs`);
const modules = (await readdir(dist)).filter(file => file.endsWith('.js')).sort();
const settings = {
	// The path is kept in the binary: without a folder, so that it is the same wherever it is built.
	main: 'start.cjs',
	output: 'blob',
	disableExperimentalSEAWarning: true,
	// The program sees to the first two for itself once it runs; here they hold from the first moment. The last keeps Node
	// from saying that an executable like this one is experimental.
	execArgv: ['--disable-sigusr1', '--report-exclude-env', '--disable-warning=ExperimentalWarning'],
	assets: {'start.cjs': 'start.cjs', ...Object.fromEntries(modules.map(file => [file, `${dist}${file}`]))},
};
await writeFile(`${work}settings.json`, JSON.stringify(settings));
run('--experimental-sea-config', 'settings.json');
await copyFile(process.execPath, binary);
run(`${root}node_modules/postject/dist/cli.js`, binary, 'NODE_SEA_BLOB', settings.output, '--sentinel-fuse', fuse);
await chmod(binary, 0o755);
await rm(work, {recursive: true});
await copyFile(`${dist}licenses.txt`, `${root}dist-binary/licenses.txt`);
const {size} = await stat(binary);
process.stdout.write(
	`dist-binary/dialtop: ${(size / 1e6).toFixed(0)} MB, Node ${process.versions.node}, ${process.platform} ${process.arch}\n`,
);
