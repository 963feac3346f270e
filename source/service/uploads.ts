/** Files to be sent: checked when the operator names them, read again when they are sent. */
import {createHash} from 'node:crypto';
import {type FileHandle, lstat, open, readFile, stat, unlink} from 'node:fs/promises';
import {homedir} from 'node:os';
import {basename, join, parse, resolve} from 'node:path';
import {codeOf, whyUnread, whyUnwritten} from '../wire/causes.ts';
import type {Upload} from '../wire/parameters.ts';

/** A file that is to be sent: which one, and what was in it when the operator was asked. */
export type FileToSend = {
	path: string;
	name: string;
	bytes: number;
	lines: number;
	/** SHA-256 of its bytes. */
	digest: string;
};

/** Bytes of a file at most. */
export const uploadLimit = 20 * 1024 * 1024;

const tooLarge = `is larger than ${uploadLimit / 1024 / 1024} MB`;

const newline = 10;

const reasonOf = (error: unknown): string => {
	const code = codeOf(error) ?? 'unknown error';
	return whyUnread[code] ?? `cannot be read (${code})`;
};

/** The path with `~` replaced by the home folder, as a shell does. */
export const expanded = (typed: string): string => {
	const path = typed.trim();
	return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
};

/** The bytes of a file, or why they cannot be had. */
const bytesOf = async (path: string): Promise<Uint8Array | string> => {
	try {
		// Reading a pipe or a device may never end.
		const found = await stat(path);
		if (!found.isFile()) {
			return found.isDirectory() ? 'is a directory' : 'is not a file';
		}
		if (found.size > uploadLimit) {
			return tooLarge;
		}
		const bytes = await readFile(path);
		return bytes.length > uploadLimit ? tooLarge : bytes.length === 0 ? 'is empty' : bytes;
	} catch (error) {
		return reasonOf(error);
	}
};

const linesIn = (bytes: Uint8Array): number => {
	let lines = bytes.at(-1) === newline ? 0 : 1;
	for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) {
		lines++;
	}
	return lines;
};

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Checks the file that was typed; resolves with what is wrong with it, if anything is. */
export const lookAtFile = async (typed: string): Promise<FileToSend | string> => {
	const path = expanded(typed);
	const bytes = await bytesOf(path);
	return typeof bytes === 'string'
		? bytes
		: {path, name: basename(path), bytes: bytes.length, lines: linesIn(bytes), digest: digestOf(bytes)};
};

/** True for a parameter that names a file. */
export const isFileToSend = (value: unknown): value is FileToSend =>
	typeof value === 'object' && value !== null && 'path' in value && 'digest' in value;

/** Parameters with the files that they name; or why one of these is not what the operator confirmed. */
export const withFiles = async (
	params: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>> | string> => {
	const filled: Record<string, unknown> = {...params};
	for (const [name, file] of Object.entries(params)) {
		if (!isFileToSend(file)) {
			continue;
		}
		const bytes = await bytesOf(file.path);
		if (typeof bytes === 'string') {
			return `${file.name} ${bytes}`;
		}
		if (digestOf(bytes) !== file.digest) {
			return `${file.name} has changed since it was confirmed`;
		}
		filled[name] = {name: file.name, bytes} satisfies Upload;
	}
	return filled;
};

/** How writing a file ended; `free` is an unused name like the one that was taken. */
export type Saved =
	| {kind: 'written'; path: string}
	| {kind: 'taken'; path: string; free: string}
	| {kind: 'failed'; reason: string};

const isThere = (path: string): Promise<boolean> =>
	lstat(path).then(
		() => true,
		() => false,
	);

/** The first unused name with a number behind it. */
const freeBeside = async (path: string): Promise<string> => {
	const {dir, name, ext} = parse(path);
	for (let number = 2; ; number++) {
		const free = join(dir, `${name}-${number}${ext}`);
		if (!(await isThere(free))) {
			return free;
		}
	}
};

/**
 * Writes a new file; `~` is the home folder. An existing file or link is never touched. A file that could not be written
 * whole is removed.
 */
export const saveNew = async (typed: string, content: string | Uint8Array): Promise<Saved> => {
	const path = resolve(expanded(typed));
	let file: FileHandle | undefined;
	try {
		file = await open(path, 'wx', 0o600);
		await file.writeFile(content);
		await file.close();
		return {kind: 'written', path};
	} catch (error) {
		const code = codeOf(error) ?? String(error);
		if (!file && code === 'EEXIST') {
			return {kind: 'taken', path, free: await freeBeside(path)};
		}
		if (file) {
			await file.close().catch(() => undefined);
			await unlink(path).catch(() => undefined);
		}
		return {kind: 'failed', reason: `${path}: ${whyUnwritten[code] ?? code}`};
	}
};
