/**
 * Paints the first frame of an earlier start with the same options, before anything else of the monitor is loaded. It
 * is drawn by Ink and holds no figure, so only its clock differs.
 */

import {statSync} from 'node:fs';
import {join} from 'node:path';
import {isatty} from 'node:tty';
import {isAccessible, isColourless, safeLines} from '../../cli/text.ts';
import {clockIn} from '../../present/format.ts';
import {readPrivate, writePrivate} from '../../system/private.ts';
import {cacheFolder} from '../../system/shared-machine.ts';
import {openDevice, type Size} from '../../terminal/device.ts';
import {openTerminal, type Terminal} from '../../terminal/terminal.ts';

let terminal: Terminal | undefined;

/** The terminal that the first frame was painted on; undefined if none was stored. */
export const paintedTerminal = (): Terminal | undefined => terminal;

/** Resolves in the next turn of the event loop. */
export const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** Takes the terminal and paints the frame that was stored for this start; does nothing if there is none. */
export const paint = async (argv: readonly string[], env: NodeJS.ProcessEnv): Promise<void> => {
	if (argv.includes('--linear') || isAccessible(env)) {
		return;
	}
	// A secret on standard input is read before the terminal is taken.
	if (!isatty(0) || !isatty(1) || argv.includes('--token-stdin') || argv.includes('--password-stdin')) {
		return;
	}
	const device = openDevice();
	const frame = storedFrame(askedFor(argv, env, device.size()), Date.now());
	if (frame === undefined) {
		device.close();
		return;
	}
	terminal = openTerminal({device, colour: isColourless(env) ? 'none' : '256', safe: safeLines});
	const {screen, keys} = terminal;
	screen.write(frame);
	await new Promise<void>(resolve => screen.drawn(resolve));
	// Keys that were typed before there was a frame have been read by now, and dropped; those that follow wait for the router.
	keys.hold();
};

/** The variables that the first frame, or the configuration behind it, depends on. */
const variables = [
	...['DIALTOP_PROFILE', 'DIALTOP_URL', 'DIALTOP_USER', 'DIALTOP_ENVIRONMENT', 'DIALTOP_THEME', 'DIALTOP_CONFIG'],
	...['HOME', 'XDG_CONFIG_HOME', 'NO_COLOR', 'FORCE_COLOR', 'COLORTERM', 'TERM', 'LANG', 'LC_ALL', 'LC_CTYPE'],
];

/** Variables of which only their presence counts: nothing about a secret is stored. */
const secretVariables = ['DIALTOP_PASSWORD', 'DIALTOP_TOKEN', 'DIALTOP_PROXY'];

/** The working directory; null if it is gone. */
const workingFolder = (): string | null => {
	try {
		return process.cwd();
	} catch {
		return null;
	}
};

/** The key of a start: two starts with the same key draw the same first frame. */
export const askedFor = (argv: readonly string[], env: NodeJS.ProcessEnv, {columns, rows}: Size): string =>
	JSON.stringify([
		process.env.BUILD,
		[columns, rows],
		workingFolder(),
		argv,
		variables.map(name => env[name] ?? null),
		secretVariables.map(name => (env[name] ?? '') !== ''),
	]);

/** A file as it is now: another content, owner or mode is another version. */
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

/** A stored frame. */
type Stored = {
	/** By {@link askedFor}. */
	asked: string;
	/** The configuration that it was drawn with. */
	config: Version | undefined;
	/** The text before its clock and after it; all of it if there is no clock. */
	text: readonly string[];
};

/** Starts with different keys have a file each; where two share one, the later replaces the earlier. */
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
 * The frame that was stored for what is asked for, with its clock at this time (milliseconds since 1970); undefined if none
 * was stored, or if it may not be used.
 */
export const storedFrame = (asked: string, wall: number): string | undefined => {
	try {
		const file = fileFor(asked);
		const stored: Partial<Stored> | null = JSON.parse((file && readPrivate(file)) ?? 'null');
		if (stored?.asked !== asked || !Array.isArray(stored.text) || !stored.text.every(isText)) {
			return undefined;
		}
		const {config, text} = stored;
		return config && versionOf(config.path).version !== config.version
			? undefined
			: text.join(clockIn(undefined, wall));
	} catch {
		// The start goes on as if nothing had been stored.
		return undefined;
	}
};

/** Stores a first frame, whose clock shows this time (milliseconds since 1970); a start does not depend on it. */
export const storeFrame = (asked: string, config: Version | undefined, frame: string, wall: number): void => {
	try {
		const file = fileFor(asked);
		// The clock is the last word of the header, which is the first line.
		const time = clockIn(undefined, wall);
		const at = (/^.*/.exec(frame)?.[0] ?? '').lastIndexOf(time);
		const text = at === -1 ? [frame] : [frame.slice(0, at), frame.slice(at + time.length)];
		if (file !== undefined) {
			writePrivate(file, JSON.stringify({asked, config, text} satisfies Stored));
		}
	} catch {
		// The next start draws its own.
	}
};
