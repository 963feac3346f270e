/**
 * Checks files that decide what is run or whom dialtop trusts: only their owner and root may be able to change them.
 */
import {closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync, type Stats} from 'node:fs';
import {isAbsolute, join, parse, resolve, sep} from 'node:path';
import {foreignText, PrivateFileError, quoted, shownMode} from '../system/private.ts';
import {homeOf} from './paths.ts';

/** An open file and its stats. */
export type OpenFile = {descriptor: number; found: Stats};

/** The most links to follow, more than the system does. */
const mostLinks = 64;

const {O_NONBLOCK = 0, O_RDONLY} = constants;

/** Opens a file for as long as `use` takes; the default flags do not block on a pipe. @throws Error of the system */
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

/** The folders and links on the way to a file, as the system resolves them. */
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

/** The sticky bit: in a folder such as /tmp, users may change only their own files. */
const sticky = 0o1000;

/**
 * Checks an open file and every folder and link on the way to it: whoever can change one of those can replace the file.
 * Folders above the home are not checked, since whoever can change them has the home as well.
 *
 * @param what what the file decides, for the message
 * @throws PrivateFileError if others can change it; the message ends with the command that fixes it
 */
export const checkTrusted = (path: string, found: Stats, what: string): void => {
	check(path, found, what);
	const home = resolve(homeOf(process.env) ?? path);
	for (const [step, {uid, mode}, isLink] of process.getuid ? wayTo(path) : []) {
		if (isLink) {
			// The mode of a link means nothing.
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
			// A pipe is trusted as its writer is.
			if (found.isFile()) {
				check(path, found, 'whom dialtop trusts');
			}
			return readFileSync(descriptor, 'utf8');
		},
		0,
	);
