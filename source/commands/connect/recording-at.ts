/** A recording by its path, for commands that read one. */
import {existsSync} from 'node:fs';
import {UsageError} from '../../config/errors.ts';
import {type Folder, folderAt} from '../../recording/folder.ts';
import {messageOf} from '../../wire/causes.ts';

/** The recording in a folder, or in a file that was cut. @throws UsageError if there is none */
export const recordingAt = (path: string): Folder => {
	if (!existsSync(path)) {
		throw new UsageError(`there is no recording at ${path}`);
	}
	try {
		return folderAt(path);
	} catch (error) {
		throw new UsageError(`${path} is no recording: ${messageOf(error)}`);
	}
};
