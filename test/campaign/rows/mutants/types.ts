/** Whether the types notice a fault: the compiler over a copy of the sources that has it. */
import {execFile} from 'node:child_process';
import {copyFile, cp, mkdtemp, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {type Fault, planted} from './faults.ts';

const root = new URL('../../../..', import.meta.url).pathname;

/** A copy of the sources, one fault at a time. */
export type Types = {notice(fault: Fault): Promise<boolean>} & AsyncDisposable;

/**
 * Copies the sources and checks them once without a fault.
 *
 * @throws Error if they do not compile as they are
 */
export const openTypes = async (): Promise<Types> => {
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-types-'));
	const [known, kept] = ['known', 'kept'].map(name => join(folder, `${name}.tsbuildinfo`)) as [string, string];
	for (const part of ['source', 'package.json']) {
		await cp(join(root, part), join(folder, part), {recursive: true});
	}
	await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
	const {compilerOptions} = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8')) as {
		compilerOptions: object;
	};
	await writeFile(
		join(folder, 'tsconfig.json'),
		JSON.stringify({
			// A name that a fault leaves unused gives it away by chance.
			compilerOptions: {
				...compilerOptions,
				noUnusedLocals: false,
				noUnusedParameters: false,
				incremental: true,
				tsBuildInfoFile: known,
			},
			include: ['source'],
		}),
	);
	const compile = async (): Promise<string | undefined> => {
		try {
			await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--singleThreaded'], {
				cwd: folder,
				maxBuffer: 1e8,
			});
			return undefined;
		} catch (error) {
			const {stdout = '', code} = error as {stdout?: string; code?: unknown};
			// It says why in a line of its own for each error; without one it did not run.
			if (!stdout.includes('error TS')) {
				throw new Error(`tsc ended with ${String(code)}: ${stdout}`, {cause: error});
			}
			return stdout;
		}
	};
	const end = async (): Promise<void> => rm(folder, {recursive: true, force: true});
	const errors = await compile();
	if (errors !== undefined) {
		await end();
		throw new Error(`the sources do not compile without a fault: ${errors}`);
	}
	await copyFile(known, kept);
	return {
		notice: async fault => {
			const file = join(folder, fault.file);
			const text = await readFile(file, 'utf8');
			try {
				await writeFile(file, planted(fault, text));
				return (await compile()) !== undefined;
			} finally {
				await writeFile(file, text);
				await copyFile(kept, known);
			}
		},
		[Symbol.asyncDispose]: end,
	};
};
