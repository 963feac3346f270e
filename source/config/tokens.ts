/** Tokens that are kept between runs, each for one address and one user. */
import {join} from 'node:path';
import {endpoint} from '../api/endpoint.ts';
import {keepSecret} from '../api/secrets.ts';
import {withLock} from './lock.ts';
import {PrivateFileError, privateFolder, quoted, readPrivate, writePrivate} from './private.ts';

/** Whose token it is, and where it is taken. */
export type TokenOwner = {
	/** The address that requests go to: that of the API. */
	url: string;
	user: string;
	/** The lifetime that was asked for; each request makes it longer. Undefined if the service decided. */
	hours: number | undefined;
	/** ISO 8601. */
	savedAt: string;
};

/** A token that is kept. */
export type KeptToken = TokenOwner & {token: string};

/** The tokens of one operator. Every call may throw PrivateFileError. */
export type Tokens = {
	/** The file that they are in. */
	path: string;
	/** The token for an address; without a user, the one that was kept last. */
	get(url: string, user?: string): KeptToken | undefined;
	/** Keeps a token, in place of an older one of the same address and user. */
	put(token: KeptToken): void;
	/** Forgets the token of a user, or all of an address; tells how many there were. */
	forget(url: string, user?: string): number;
	/** Whose tokens there are; never the tokens themselves. */
	list(): TokenOwner[];
};

const format = 1;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isKept = (value: unknown): value is KeptToken => {
	const {url, user, token, hours, savedAt} = (value ?? {}) as Partial<Record<keyof KeptToken, unknown>>;
	return (
		isText(url) &&
		URL.canParse(url) &&
		isText(user) &&
		isText(token) &&
		isText(savedAt) &&
		(hours === undefined || typeof hours === 'number')
	);
};

/** Reads what is in the file; what cannot be read is never written over. */
const tokensIn = (text: string | undefined, path: string): KeptToken[] => {
	if (text === undefined) {
		return [];
	}
	let content: {format?: unknown; tokens?: unknown} | null = null;
	try {
		content = JSON.parse(text);
	} catch {
		// Its message would quote the text.
	}
	const tokens = content?.tokens;
	if (content?.format !== format || !Array.isArray(tokens) || !tokens.every(isKept)) {
		throw new PrivateFileError(
			`${path} does not hold tokens as dialtop writes them. Move it away, and sign in anew: mv ${quoted(path)} ${quoted(`${path}.broken`)}`,
		);
	}
	return tokens;
};

/** An address in its one writing. */
const plain = (url: string): string => endpoint(url).href;

/** Opens the tokens in a folder; nothing is made there before one is kept. */
export const openTokens = (folder: string): Tokens => {
	const path = join(folder, 'tokens.json');
	const read = (): KeptToken[] => tokensIn(readPrivate(path), path);
	/** Reads and writes while no other process does. */
	const change = (changed: (tokens: readonly KeptToken[]) => readonly KeptToken[]): number => {
		privateFolder(folder);
		return withLock(`${path}.lock`, () => {
			const before = read();
			const after = changed(before);
			writePrivate(path, `${JSON.stringify({format, tokens: after}, undefined, '\t')}\n`);
			return before.length - after.length;
		});
	};
	const isOf = (url: string, user: string | undefined) => (kept: KeptToken) =>
		kept.url === plain(url) && (user === undefined || kept.user === user);
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
			change(tokens => [...tokens.filter(kept => !own(kept)), {url: plain(url), user, token, hours, savedAt}]);
		},
		forget(url, user) {
			const isGone = isOf(url, user);
			return read().some(isGone) ? change(tokens => tokens.filter(kept => !isGone(kept))) : 0;
		},
		list: () => read().map(({url, user, hours, savedAt}) => ({url, user, hours, savedAt})),
	};
};
