/**
 * `npm run test:nodes [VERSION…]`: the package, installed and run by other versions of Node, which come from the registry.
 * Versions that are too old must say so in one line.
 */
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {mkdir, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type Copy, checkCopy, checkPasswords} from './checks.ts';
import {install, npm, pack, version} from './install.ts';

const least = [22, 19] as const;
const asked = process.argv.slice(2);
const wanted = asked.length > 0 ? asked : ['18', '20', '22.19.0', '22', '24', '26'];

/** Fetches a Node; the packages of one platform hold the program alone. */
const fetchNode = async (wantedVersion: string, folder: string): Promise<string> => {
	await mkdir(folder);
	const name = `node-${process.platform}-${process.arch}@${wantedVersion}`;
	const packed = JSON.parse(npm(['pack', name, '--json', '--pack-destination', folder])) as {
		filename: string;
		version: string;
	}[];
	const newest = packed.at(-1);
	assert.ok(newest, `the registry has no ${name}`);
	execFileSync('tar', ['xzf', join(folder, newest.filename), '-C', folder]);
	return join(folder, 'package', 'bin', 'node');
};

/** Those that run dialtop. */
const able: Copy[] = [];

const check = async (node: string, command: string): Promise<string> => {
	const found = execFileSync(node, ['-p', 'process.versions.node'], {encoding: 'utf8'}).trim();
	const [major = 0, minor = 0] = found.split('.').map(Number);
	if (major > least[0] || (major === least[0] && minor >= least[1])) {
		const copy = {command: node, args: [command], version};
		await checkCopy(copy);
		able.push(copy);
		return `${found}: answers, sandbox and monitor`;
	}
	const {status, stdout, stderr} = spawnSync(node, [command, '--version'], {encoding: 'utf8'});
	const line = `dialtop: needs Node ${least.join('.')} or later, and this is Node ${found}\n`;
	assert.deepEqual([status, stdout, stderr], [2, '', line]);
	return `${found}: ${line.trim()}`;
};

const folder = await mkdtemp(join(tmpdir(), 'dialtop-nodes-'));
try {
	const {file, size} = pack(folder);
	const command = install(file, join(folder, 'prefix'));
	process.stdout.write(`the package: ${(size / 1e6).toFixed(2)} MB\n`);
	for (const wantedVersion of wanted) {
		const node = await fetchNode(wantedVersion, join(folder, wantedVersion));
		process.stdout.write(`Node ${await check(node, command)}\n`);
	}
	await checkPasswords(able);
	process.stdout.write('all: open the databases of each other\n');
} finally {
	await rm(folder, {recursive: true, force: true, maxRetries: 3});
}
