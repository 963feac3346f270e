/** The package as it is published, and as it is installed. */
import {execFileSync} from 'node:child_process';
import {mkdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';

const root = new URL('../..', import.meta.url).pathname;

export const {version}: {version: string} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** npm's own words go nowhere, but into the error where it fails. */
export const npm = (args: readonly string[], cwd = root): string =>
	execFileSync('npm', [...args, '--loglevel=error'], {cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});

/** Packs what is in dist, without building it again, and the man page. */
export const pack = (folder: string): {file: string; size: number; paths: string[]} => {
	execFileSync(process.execPath, [join(root, '.config/pages/man.ts')]);
	const [{filename, files}] = JSON.parse(npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder])) as [
		{filename: string; files: {path: string}[]},
	];
	const file = join(folder, filename);
	return {file, size: statSync(file).size, paths: files.map(({path}) => path)};
};

/** Installs a package with no network and an empty cache, as on a machine that reaches neither. Answers the command. */
export const install = (file: string, folder: string): string => {
	mkdirSync(folder, {recursive: true});
	npm(['install', '-g', file, '--offline', '--prefix', folder, '--cache', join(folder, 'cache')], folder);
	return join(folder, 'bin', 'dialtop');
};
