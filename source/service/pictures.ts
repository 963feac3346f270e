/** Writes pictures of the screen into files that only the operator may read. */
import {join} from 'node:path';
import {ensureFolder} from '../system/private.ts';
import {messageOf} from '../wire/causes.ts';
import {saveNew} from './uploads.ts';

/** Where pictures go: into dialtop's own folder, or where the operator wants one. */
export type PictureFolder = {folder: string; isOwn: boolean};

/** Writes a new file; in the own folder, where its name is taken, under the next free one. */
const save = async (path: string, content: string, isOwn: boolean): Promise<{path: string} | {reason: string}> => {
	const saved = await saveNew(path, content);
	if (saved.kind === 'taken' && !isOwn) {
		return {reason: `${saved.path} is there already`};
	}
	return saved.kind === 'taken'
		? save(saved.free, content, isOwn)
		: saved.kind === 'written'
			? saved
			: {reason: saved.reason};
};

/**
 * Writes a picture into a folder, of which the own one is made for its owner alone; resolves with the files, or with why there are none.
 *
 * @param contents by the ends of the names
 */
export const savePicture = async (
	{folder, isOwn}: PictureFolder,
	name: string,
	contents: Readonly<Record<string, string>>,
): Promise<{paths: string[]} | {reason: string}> => {
	const paths: string[] = [];
	try {
		if (isOwn) {
			ensureFolder(folder);
		}
	} catch (error) {
		return {reason: messageOf(error)};
	}
	for (const [extension, content] of Object.entries(contents)) {
		const saved = await save(join(folder, `${name}.${extension}`), content, isOwn);
		if ('reason' in saved) {
			return saved;
		}
		paths.push(saved.path);
	}
	return {paths};
};
