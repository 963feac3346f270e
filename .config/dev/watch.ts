/** Watches a folder and those in it. Node's own recursive watching loses a file on Linux once an editor has replaced it. */
import {type FSWatcher, readdirSync, watch} from 'node:fs';
import {join} from 'node:path';

const foldersIn = (root: string): string[] => [
	root,
	...readdirSync(root, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isDirectory())
		.map(({parentPath, name}) => join(parentPath, name)),
];

/**
 * Calls back after each change of a source file.
 *
 * @returns a function that stops it
 */
export const watchSource = (root: string, onChange: () => void): (() => void) => {
	const watchers = new Map<string, FSWatcher>();
	const stop = (folder: string): void => {
		watchers.get(folder)?.close();
		watchers.delete(folder);
	};
	const look = (): void => {
		const folders = new Set(foldersIn(root));
		for (const folder of folders) {
			if (!watchers.has(folder)) {
				const watcher = watch(folder, (_event, name) => {
					if (/\.tsx?$/.test(name ?? '')) {
						onChange();
					} else {
						look();
					}
				});
				// It has been removed, which its parent's watcher tells.
				watcher.on('error', () => stop(folder));
				watchers.set(folder, watcher);
			}
		}
		for (const folder of watchers.keys()) {
			if (!folders.has(folder)) {
				stop(folder);
			}
		}
	};
	look();
	return () => {
		for (const folder of watchers.keys()) {
			stop(folder);
		}
	};
};
