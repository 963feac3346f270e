/** Stores tokens between runs, each for one address and one user, in a file of its own: writers cannot get in each other's way. */
import {createHash} from 'node:crypto';
import {readdirSync, statSync, unlinkSync} from 'node:fs';
import {join} from 'node:path';
import {checkFolder, ensureFolder, PrivateFileError, quoted, readPrivate, writePrivate} from '../system/private.ts';
import {endpoint} from '../wire/address.ts';
import {registerSecret} from '../wire/secrets.ts';

/** The user of a token, and the service that accepts it. */
export type TokenOwner = {
	/** The address of the API. */
	url: string;
	user: string;
	/** The requested lifetime, which each request begins anew; undefined for the service's default. */
	hours: number | undefined;
	/** ISO 8601. */
	savedAt: string;
};

/** A stored token. */
export type StoredToken = TokenOwner & {token: string};

/** The tokens of one operator. Every call may throw PrivateFileError. */
export type Tokens = {
	/** The folder of the tokens. */
	folder: string;
	/** The token for an address; without a user, the one that was stored last. */
	get(url: string, user?: string): StoredToken | undefined;
	/** Stores a token; it replaces an older one of the same address and user. */
	put(token: StoredToken): void;
	/** Deletes the token of a user, or all of an address; returns how many there were. */
	forget(url: string, user?: string): number;
	/** The owners of the tokens, without the tokens. */
	list(): TokenOwner[];
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isStored = (value: unknown): value is StoredToken => {
	const {url, user, token, hours, savedAt} = (value ?? {}) as Partial<Record<keyof StoredToken, unknown>>;
	return (
		isText(url) &&
		URL.canParse(url) &&
		isText(user) &&
		isText(token) &&
		isText(savedAt) &&
		(hours === undefined || typeof hours === 'number')
	);
};

/** The token of a file; undefined if there is none. @throws PrivateFileError if it is malformed, so that it is not overwritten */
const readToken = (path: string): StoredToken | undefined => {
	const text = readPrivate(path);
	if (text === undefined) {
		return undefined;
	}
	let stored: unknown;
	try {
		stored = JSON.parse(text);
	} catch {
		// The parser's message would quote the text.
	}
	if (!isStored(stored)) {
		throw new PrivateFileError(
			`${path} does not hold a token as dialtop writes it. Move it away, and sign in anew: mv ${quoted(path)} ${quoted(`${path}.broken`)}`,
		);
	}
	return stored;
};

/** The normal form of an address. */
const plain = (url: string): string => endpoint(url).href;

/** The files of a folder that hold tokens, the one that was written last behind the others. @throws PrivateFileError */
const filesIn = (folder: string): string[] => {
	if (!checkFolder(folder)) {
		return [];
	}
	return readdirSync(folder)
		.filter(name => /^[\da-f]+\.json$/.test(name))
		.map(name => join(folder, name))
		.map(path => ({path, at: statSync(path, {bigint: true, throwIfNoEntry: false})?.mtimeNs ?? 0n}))
		.toSorted((one, other) => Number(one.at - other.at))
		.map(({path}) => path);
};

/** Opens the tokens in a folder of `parent`, which is made when the first one is stored. */
export const openTokens = (parent: string): Tokens => {
	const folder = join(parent, 'tokens');
	const all = (): {path: string; stored: StoredToken}[] =>
		filesIn(folder).flatMap(path => {
			const stored = readToken(path);
			return stored ? [{path, stored}] : [];
		});
	const of = (url: string, user: string | undefined) =>
		all().filter(({stored}) => stored.url === plain(url) && (user === undefined || stored.user === user));
	return {
		folder,
		get(url, user) {
			const found = of(url, user).at(-1)?.stored;
			if (found) {
				registerSecret(found.token);
			}
			return found;
		},
		put({url, user, token, hours, savedAt}) {
			registerSecret(token);
			ensureFolder(parent);
			const name = createHash('sha256')
				.update(`${user}\n${plain(url)}`)
				.digest('hex')
				.slice(0, 16);
			const path = join(folder, `${name}.json`);
			readToken(path);
			writePrivate(path, `${JSON.stringify({url: plain(url), user, token, hours, savedAt}, undefined, '\t')}\n`);
		},
		forget(url, user) {
			const gone = of(url, user);
			for (const {path} of gone) {
				unlinkSync(path);
			}
			return gone.length;
		},
		list: () => all().map(({stored: {url, user, hours, savedAt}}) => ({url, user, hours, savedAt})),
	};
};
