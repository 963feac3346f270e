/** The end of a recording, for what has to be known at once: the newest files, and the hours that are not closed. */
import {fileNamed} from './database.ts';
import type {Folder} from './folder.ts';
import {isOpenName} from './open-hour.ts';
import {createReader} from './reader.ts';
import type {Recording} from './recording.ts';

/** So many files of a tier: what does not change is recorded again every day. */
const files = 2;

/** @param zone the time zone of the service's days; undefined for this machine's own */
export const recentRecording = (folder: Folder, zone: string | undefined): Recording => {
	const names = (): readonly string[] => {
		const all = folder.names();
		const recent = (['polled', 'hour'] as const).flatMap(tier =>
			all.filter(name => fileNamed(name)?.tier === tier).slice(-files),
		);
		return [...recent, ...all.filter(isOpenName)];
	};
	return createReader({...folder, names}, zone);
};
