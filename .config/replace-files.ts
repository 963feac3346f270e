/** Replaces the files of a folder while others may read them, or replace them as well. */
import {mkdir, mkdtemp, readdir, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

/**
 * Makes a folder hold these files, by name, and no others. Each is replaced as a whole: whoever reads it finds what was there
 * before, or what is there now.
 */
export const replaceFiles = async (folder: string, files: ReadonlyMap<string, string>): Promise<void> => {
	await mkdir(folder, {recursive: true});
	const written = await mkdtemp(`${folder}-`);
	try {
		for (const [name, text] of files) {
			await writeFile(join(written, name), text);
			await rename(join(written, name), join(folder, name));
		}
	} finally {
		await rm(written, {recursive: true});
	}
	for (const name of await readdir(folder)) {
		if (!files.has(name)) {
			await rm(join(folder, name), {recursive: true, force: true});
		}
	}
};
