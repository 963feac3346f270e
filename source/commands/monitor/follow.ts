/** Follows the configuration while the monitor runs: what is saved comes into force, unless something is wrong with it. */
import {unwatchFile, watchFile} from 'node:fs';
import {basename, dirname, sep} from 'node:path';
import {loadConfig} from '../../cli/configuration.ts';
import {UsageError} from '../../config/errors.ts';
import type {ConfigFile} from '../../config/paths.ts';
import type {Given} from '../../config/schema.ts';
import {messageOf} from '../../wire/causes.ts';
import type {ChangedNames} from './changed-names.ts';
import {versionOf} from './painted.ts';

/** Milliseconds between two looks at the file. It is looked at, not watched: a file system of a network reports nothing. */
const lookEvery = 400;

/** Milliseconds for which the file must stay the same: an editor may write it in parts. */
const settleFor = 150;

export type FollowParts = {
	/** Undefined where there is no home folder. */
	file: ConfigFile | undefined;
	/** The file of `--config`. */
	flag: string | undefined;
	/** The configuration in force at the start, and whether it has a file. */
	given: Given;
	exists: boolean;
	/** Which version of the file that was. */
	version: string | undefined;
	/** Brings a configuration into force; returns what it has changed. @throws UsageError if it cannot be used */
	apply(given: Given, before: Given): ChangedNames;
	/** Shows a notice, in place of one that no longer holds. */
	say(text: string, tone: 'info' | 'error', replaces?: string): void;
};

export type Follower = {
	/** The configuration in force. */
	given(): Given;
	/**
	 * Reads the configuration again.
	 *
	 * @param why `asked` for a signal, which is answered though nothing has changed; `written` once dialtop itself has written a setting
	 */
	reload(why: 'saved' | 'asked' | {written: string}): Promise<void>;
	close(): void;
};

/** Calls back with the version of the file once it has changed and stays as it is; returns how to stop. */
const watchConfig = (path: string, changed: (version: string | undefined) => void): (() => void) => {
	let settling: NodeJS.Timeout | undefined;
	const settle = (): void => {
		clearTimeout(settling);
		const {version} = versionOf(path);
		settling = setTimeout(() => (versionOf(path).version === version ? changed(version) : settle()), settleFor).unref();
	};
	watchFile(path, {interval: lookEvery, persistent: false}, settle);
	// It may have changed before the first look of the system, which notices later changes alone.
	settling = setTimeout(settle, lookEvery).unref();
	return () => {
		clearTimeout(settling);
		unwatchFile(path, settle);
	};
};

/** What is wrong, in one line; the file is named without its folder, which the operator knows. */
const wrongText = (error: unknown, path: string): string => {
	const text = messageOf(error).replace(`${dirname(path)}${sep}${basename(path)}:`, `${basename(path)}:`);
	const more = error instanceof UsageError ? error.more.length : 0;
	return more === 0 ? text : `${text} (and ${more} more)`;
};

const changedText = ({now, atStart}: ChangedNames, written: string | undefined): string | undefined => {
	const names = now.filter(name => name !== written);
	const parts = [
		names.length > 0 || atStart.length > 0
			? ['Configuration read again', names.join(', ')].filter(Boolean).join(': ')
			: '',
		atStart.length > 0 ? `In force from the next start: ${atStart.join(', ')}` : '',
	].filter(Boolean);
	return parts.length > 0 ? parts.join('. ') : undefined;
};

/** Follows the configuration until it is closed. */
export const followConfiguration = ({file, flag, given, exists, version, apply, say}: FollowParts): Follower => {
	/** The notice of what is wrong with the file; undefined while nothing is. */
	let wrong: string | undefined;
	let last = Promise.resolve();

	const read = async (why: Parameters<Follower['reload']>[0]): Promise<void> => {
		if (!file) {
			say('There is no home folder, and so no configuration to read', 'error');
			return;
		}
		({version} = versionOf(file.path));
		try {
			const loaded = await loadConfig(flag, process.env);
			if (exists && !loaded.exists) {
				throw new UsageError(`${file.path} is gone`);
			}
			const changes = apply(loaded.given, given);
			({given, exists} = loaded);
			const text = changedText(changes, typeof why === 'object' ? why.written : undefined);
			if (text !== undefined || why === 'asked' || wrong !== undefined) {
				say(text ?? 'Configuration read again: nothing has changed', 'info', wrong);
			}
			wrong = undefined;
		} catch (error) {
			wrong = `The configuration was not read again, and the old settings hold: ${wrongText(error, file.path)}`;
			say(wrong, 'error');
		}
	};
	// One after the other: each compares with what the last one brought.
	const reload: Follower['reload'] = why => (last = last.then(() => read(why)));
	const unwatch =
		file &&
		watchConfig(file.path, now => {
			if (now !== version) {
				void reload('saved');
			}
		});
	return {given: () => given, reload, close: () => unwatch?.()};
};
