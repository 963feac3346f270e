/** Builds the program for a development run, and tells what of it the sandbox runs. */
import {spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {stripVTControlCharacters} from 'node:util';

const pathOf = (file: string): string => new URL(file, import.meta.url).pathname;

/** What a build prints of its failure: from the error on, without Node's own lines. */
const messageIn = (printed: string): string => {
	const lines = stripVTControlCharacters(printed).split('\n');
	const from = lines.findIndex(line => /^\w*Error: /.test(line));
	const end = lines.findIndex((line, index) => index > from && /^(?: {4}at | {2}errors: |Node\.js v)/.test(line));
	return lines
		.slice(Math.max(0, from), end === -1 ? undefined : end)
		.filter(line => line.trim() !== '')
		.join('\n');
};

/** Builds into a folder; resolves with what is wrong, or with nothing. */
export const build = (folder: string): Promise<string | undefined> =>
	new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [pathOf('../build.ts'), folder, pathOf('keep-screen.ts')], {
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		let printed = '';
		child.stderr.setEncoding('utf8').on('data', text => (printed += text));
		child.on('error', reject);
		child.on('close', code => resolve(code === 0 ? undefined : messageIn(printed) || `the build ended with ${code}`));
	});

/** What the program itself tells one build from another by. */
const buildHash = /[\da-f]{64}/g;

/** What tells one build of the sandbox from another: its thread's file, and all that this loads. */
export const sandboxCodeOf = (folder: string): string => {
	const hash = createHash('sha256');
	const files = new Set(['sandbox-worker.js']);
	for (const file of files) {
		const code = readFileSync(join(folder, file), 'utf8');
		hash.update(code.replace(buildHash, ''));
		for (const [, needed = ''] of code.matchAll(/require\(["'`]\.\/([\w.-]+\.js)["'`]\)/g)) {
			files.add(needed);
		}
	}
	return hash.digest('hex');
};
