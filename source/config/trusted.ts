/** Files that decide what is run or whom dialtop trusts: nobody but their owner and root may be able to change them. */
import {closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync, type Stats} from 'node:fs';
import {isAbsolute, join, parse, resolve, sep} from 'node:path';
import {homeOf} from './paths.ts';
import {foreignText, PrivateFileError, quoted, shownMode} from './private.ts';

/** A file that is open, and what was found of it when it was opened. */
export type OpenFile = {descriptor: number; found: Stats};

/** More links than the system itself follows. */
const mostLinks = 64;

const {O_NONBLOCK = 0, O_RDONLY} = constants;

/** Opens a file for as long as `use` takes; by `flags` a pipe is not waited for. @throws Error of the system */
export const withFile = <T>(path: string, use: (file: OpenFile) => T, flags = O_NONBLOCK): T => {
	const descriptor = openSync(path, O_RDONLY | flags);
	try {
		return use({descriptor, found: fstatSync(descriptor)});
	} finally {
		closeSync(descriptor);
	}
};

/** Checks a file, a folder or a link. @throws PrivateFileError if others can change it */
const check = (path: string, {uid, mode}: Pick<Stats, 'uid' | 'mode'>, what: string, chown?: string): void => {
	const own = process.getuid?.();
	if (own === undefined) {
		return;
	}
	if (uid !== own && uid !== 0) {
		throw new PrivateFileError(foreignText(path, uid, own, chown));
	}
	if ((mode & 0o022) !== 0) {
		throw new PrivateFileError(
			`${path} can be changed by others (mode ${shownMode(mode)}), and with it ${what}. Close it: ${uid === own ? '' : 'sudo '}chmod go-w ${quoted(path)}`,
		);
	}
};

/** The folders and links that the system passes through on the way to a file. */
function* wayTo(path: string): Generator<readonly [path: string, found: Stats, isLink: boolean]> {
	const {root} = parse(path);
	const names = path.split(sep);
	let [at, links] = [root, 0];
	yield [root, lstatSync(root), false];
	for (let name = names.shift(); name !== undefined; name = names.shift()) {
		const next = join(at, name);
		const found = lstatSync(next);
		if (found.isSymbolicLink() && ++links <= mostLinks) {
			yield [next, found, true];
			const target = readlinkSync(next);
			names.unshift(...target.split(sep));
			at = isAbsolute(target) ? root : at;
		} else {
			if (found.isDirectory() && next !== at) {
				yield [next, found, false];
			}
			at = next;
		}
	}
}

/** In a folder such as /tmp each may change only what is their own. */
const sticky = 0o1000;

/**
 * Checks an open file, and every folder and link on the way to it: who can change one of those can put another of the
 * owner's files there. What is above the home is not looked at, since who can change that has the home as well.
 *
 * @param what what changes with it, for the message
 * @throws PrivateFileError if others can change it; the message ends with the command that mends it
 */
export const checkTrusted = (path: string, found: Stats, what: string): void => {
	check(path, found, what);
	const home = resolve(homeOf(process.env) ?? path);
	for (const [step, {uid, mode}, isLink] of process.getuid ? wayTo(path) : []) {
		if (isLink) {
			// Its mode means nothing.
			check(step, {uid, mode: 0}, what, 'chown -h');
		} else if (!home.startsWith(join(step, sep))) {
			check(step, {uid, mode: mode & sticky ? 0 : mode}, what);
		}
	}
};

/** Reads certificates to trust. @throws PrivateFileError if others can change them, Error of the system */
export const readCertificates = (path: string): string =>
	withFile(
		path,
		({descriptor, found}) => {
			// A pipe is as good as whoever made it.
			if (found.isFile()) {
				check(path, found, 'whom dialtop trusts');
			}
			return readFileSync(descriptor, 'utf8');
		},
		0,
	);
