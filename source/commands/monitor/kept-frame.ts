/**
 * The first frame of the monitor, kept for the next start that asks for the same: it holds no figure yet, so only its clock
 * differs. It is Ink's own, and is painted while Ink is still to be loaded.
 */
import {statSync} from 'node:fs';
import {join} from 'node:path';
import {clockIn} from '../../present/format.ts';
import {readPrivate, writePrivate} from '../../system/private.ts';
import {cacheFolder} from '../../system/shared-machine.ts';
import type {Size} from '../../terminal/device.ts';

/** The variables that the first frame, or the configuration behind it, depends on. */
const variables = [
	...['DIALTOP_PROFILE', 'DIALTOP_URL', 'DIALTOP_USER', 'DIALTOP_ENVIRONMENT', 'DIALTOP_THEME', 'DIALTOP_CONFIG'],
	...['HOME', 'XDG_CONFIG_HOME', 'NO_COLOR', 'FORCE_COLOR', 'COLORTERM', 'TERM', 'LANG', 'LC_ALL', 'LC_CTYPE'],
];

/** Variables of which only their presence counts: nothing about a secret is written down. */
const secretVariables = ['DIALTOP_PASSWORD', 'DIALTOP_TOKEN', 'DIALTOP_PROXY'];

/** The working directory; null if it is gone. */
const workingFolder = (): string | null => {
	try {
		return process.cwd();
	} catch {
		return null;
	}
};

/** What a start asks for: two that ask for the same draw the same first frame. */
export const askedFor = (argv: readonly string[], env: NodeJS.ProcessEnv, {columns, rows}: Size): string =>
	JSON.stringify([
		process.env.BUILD,
		[columns, rows],
		workingFolder(),
		argv,
		variables.map(name => env[name] ?? null),
		secretVariables.map(name => (env[name] ?? '') !== ''),
	]);

/** A file as it is now: another writing of it, or another owner or mode, is another version. */
export type Version = {path: string; version: string | undefined};

/** The version of a file; none of one that is missing or out of reach. */
export const versionOf = (path: string): Version => {
	try {
		const {dev, ino, size, mtimeNs, ctimeNs} = statSync(path, {bigint: true});
		return {path, version: [dev, ino, size, mtimeNs, ctimeNs].join(' ')};
	} catch {
		return {path, version: undefined};
	}
};

/** A kept frame, as it is written down. */
type Kept = {
	/** By {@link askedFor}. */
	asked: string;
	/** The configuration that it was drawn with. */
	config: Version | undefined;
	/** What stands before its clock and after it; all of it where there is no clock. */
	text: readonly string[];
};

/** Starts that are asked for in turn have a file each; where two share one, the later replaces the earlier. */
const files = 64;

const fileFor = (asked: string): string | undefined => {
	const folder = cacheFolder();
	let hash = 0;
	for (let index = 0; index < asked.length; index++) {
		hash = (Math.imul(hash, 31) + asked.charCodeAt(index)) | 0;
	}
	return folder && join(folder, 'frames', `${(hash >>> 0) % files}.json`);
};

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * The frame that was kept for what is asked for, with its clock at this time (milliseconds since 1970); undefined if none
 * was kept, or if it may not be used.
 */
export const keptFrame = (asked: string, wall: number): string | undefined => {
	try {
		const file = fileFor(asked);
		const kept: Partial<Kept> | null = JSON.parse((file && readPrivate(file)) ?? 'null');
		if (kept?.asked !== asked || !Array.isArray(kept.text) || !kept.text.every(isText)) {
			return undefined;
		}
		const {config, text} = kept;
		return config && versionOf(config.path).version !== config.version
			? undefined
			: text.join(clockIn(undefined, wall));
	} catch {
		// It is drawn as if nothing had been kept.
		return undefined;
	}
};

/** Keeps a first frame, whose clock shows this time (milliseconds since 1970); a start does not depend on it. */
export const keepFrame = (asked: string, config: Version | undefined, frame: string, wall: number): void => {
	try {
		const file = fileFor(asked);
		// The clock is the last word of the header, which is the first line.
		const time = clockIn(undefined, wall);
		const at = (/^.*/.exec(frame)?.[0] ?? '').lastIndexOf(time);
		const text = at === -1 ? [frame] : [frame.slice(0, at), frame.slice(at + time.length)];
		if (file !== undefined) {
			writePrivate(file, JSON.stringify({asked, config, text} satisfies Kept));
		}
	} catch {
		// The next start draws its own.
	}
};
