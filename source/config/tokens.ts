/** Stores tokens between runs, each for one address and one user. */
import {join} from 'node:path';
import {withLock} from '../system/lock.ts';
import {ensureFolder, PrivateFileError, quoted, readPrivate, writePrivate} from '../system/private.ts';
import {endpoint} from '../wire/address.ts';
import {keepSecret} from '../wire/secrets.ts';

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
	/** The file of the tokens. */
	path: string;
	/** The token for an address; without a user, the one that was stored last. */
	get(url: string, user?: string): StoredToken | undefined;
	/** Stores a token; it replaces an older one of the same address and user. */
	put(token: StoredToken): void;
	/** Deletes the token of a user, or all of an address; returns how many there were. */
	forget(url: string, user?: string): number;
	/** The owners of the tokens, without the tokens. */
	list(): TokenOwner[];
};

const format = 1;

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

/** Reads the file's text. @throws PrivateFileError if it is malformed, so that it is not overwritten */
const tokensIn = (text: string | undefined, path: string): StoredToken[] => {
	if (text === undefined) {
		return [];
	}
	let content: {format?: unknown; tokens?: unknown} | null = null;
	try {
		content = JSON.parse(text);
	} catch {
		// The parser's message would quote the text.
	}
	const tokens = content?.tokens;
	if (content?.format !== format || !Array.isArray(tokens) || !tokens.every(isStored)) {
		throw new PrivateFileError(
			`${path} does not hold tokens as dialtop writes them. Move it away, and sign in anew: mv ${quoted(path)} ${quoted(`${path}.broken`)}`,
		);
	}
	return tokens;
};

/** The normal form of an address. */
const plain = (url: string): string => endpoint(url).href;

/** Opens the tokens in a folder, which is made when the first one is stored. */
export const openTokens = (folder: string): Tokens => {
	const path = join(folder, 'tokens.json');
	const read = (): StoredToken[] => tokensIn(readPrivate(path), path);
	/** Changes the tokens under the lock; returns how many fewer there are. */
	const change = (changed: (tokens: readonly StoredToken[]) => readonly StoredToken[]): number => {
		ensureFolder(folder);
		return withLock(`${path}.lock`, () => {
			const before = read();
			const after = changed(before);
			writePrivate(path, `${JSON.stringify({format, tokens: after}, undefined, '\t')}\n`);
			return before.length - after.length;
		});
	};
	const isOf = (url: string, user: string | undefined) => (stored: StoredToken) =>
		stored.url === plain(url) && (user === undefined || stored.user === user);
	return {
		path,
		get(url, user) {
			const found = read().findLast(isOf(url, user));
			if (found) {
				keepSecret(found.token);
			}
			return found;
		},
		put({url, user, token, hours, savedAt}) {
			keepSecret(token);
			const own = isOf(url, user);
			change(tokens => [...tokens.filter(stored => !own(stored)), {url: plain(url), user, token, hours, savedAt}]);
		},
		forget(url, user) {
			const isGone = isOf(url, user);
			return read().some(isGone) ? change(tokens => tokens.filter(stored => !isGone(stored))) : 0;
		},
		list: () => read().map(({url, user, hours, savedAt}) => ({url, user, hours, savedAt})),
	};
};
