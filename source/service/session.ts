/** Signing in, and finding out whether the token is still valid (section 5). */
import {messageOf} from '../wire/causes.ts';
import type {HarmlessCall} from '../wire/client/dialer.ts';
import type {Outcome, WireError} from '../wire/errors.ts';
import type {AnswerOf} from '../wire/operations/index.ts';
import {registerSecret, struck, struckOnScreen} from '../wire/secrets.ts';

/** A user name and a password, and for how many hours a token is wanted; stored in memory only. */
export type Credentials = {user: string; password: string; hours?: number};

/** How signing in ended: `refused` if the service refused, `failed` if it gave no answer. */
export type SignIn =
	| {kind: 'signed-in'}
	| {kind: 'refused'; reason: string}
	| {kind: 'failed'; reason: string; cause: WireError};

/** The session with one service. Its token is never sent to another. */
export type Session = {
	token(): string | undefined;
	/** Whose token it is; undefined if unknown. */
	user(): string | undefined;
	/** True if there are credentials that were not refused, or somebody to ask for them. */
	canSignIn(): boolean;
	/** Signs in; joins an attempt with the same credentials that is under way. */
	signIn(credentials?: Credentials): Promise<SignIn>;
	/** True if there is neither a token nor a way to get one: only the operator can sign in. */
	isOver(): boolean;
	/** The service took this token. */
	proved(used: string | undefined): void;
	/**
	 * get_campaigns refused `used`: forgets that token, unless another one has replaced it already. Returns how the renewal
	 * ended, or undefined if the next step is to sign in.
	 *
	 * @param reason the service's own words for the refusal
	 */
	rejected(used: string | undefined, reason: string): Exclude<SignIn, {kind: 'failed'}> | undefined;
	/** Forgets the token and the credentials: only the operator can sign in then. */
	forget(): void;
};

/** Why an outcome is not DONE, in one line, without secrets. */
export const reasonOf = (outcome: Exclude<Outcome<unknown>, {kind: 'done'}>): string => {
	if (outcome.kind === 'refused') {
		const words = [outcome.error, outcome.techMsg && `(${outcome.techMsg})`].filter(Boolean).join(' ');
		return struckOnScreen(words) || 'refused without a reason';
	}
	return struckOnScreen(outcome.cause.message);
};

const isSame = (one: Credentials, other: Credentials): boolean =>
	one.user === other.user && one.password === other.password;

/** Names that fit in one line. */
const namesShown = 12;

/** The names of the fields that came with a sign-in; never their values. */
const fieldNames = ({extra, unreadable, token: _token, ...known}: AnswerOf<'login_user'>): string => {
	const names = [
		...unreadable.map(name => `${name}, which cannot be read`),
		...Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : name)),
		...Object.keys(extra),
	].map(name => name.slice(0, 60));
	const more = names.length > namesShown ? [`${names.length - namesShown} more`] : [];
	return [...names.slice(0, namesShown), ...more].join(', ') || 'nothing else';
};

/** The warning that came with a success, in one line; undefined if none came. */
export const warningOf = ({warning}: {warning?: string}): string | undefined =>
	warning === undefined ? undefined : `the service warns: ${struckOnScreen(warning)}`;

/** What a session starts with. */
export type SessionStart = {
	token?: string | undefined;
	/** Whose token that is, if known. */
	user?: string | undefined;
	credentials?: Credentials | undefined;
	/**
	 * Finds credentials when a sign-in needs them: runs a command or asks the operator. Called once at a time. Undefined or
	 * an error (its message is the reason) means that there are none.
	 */
	askPassword?: (() => Promise<Credentials | undefined>) | undefined;
	/** Called with every new token, so that a stored one can be replaced; it must not throw. */
	onToken?: ((token: string, credentials: Credentials) => void) | undefined;
};

/**
 * Makes a session.
 *
 * @param call the dialer's own, which asks this session for its token
 */
export const createSession = (call: HarmlessCall, initial: SessionStart): Session => {
	let {token, credentials, askPassword} = initial;
	for (const secret of [token, credentials?.password]) {
		if (secret !== undefined) {
			registerSecret(secret);
		}
	}
	let lastRefused: Credentials | undefined;
	let signedInAs = initial.user;
	/** The attempt under way; its credentials are not known while they are being asked for. */
	let underWay: {used: Credentials | undefined; result: Promise<SignIn>} | undefined;
	/** True if the token came from signing in and no answer has shown yet that the service takes it. */
	let fresh = false;
	const canSignIn = (): boolean => credentials !== undefined || askPassword !== undefined;

	/** Refused credentials are never tried again unasked: that could lock the account. */
	const refused = (used: Credentials, reason: string): SignIn => {
		lastRefused = used;
		if (credentials && isSame(credentials, used)) {
			credentials = undefined;
		}
		return {kind: 'refused', reason};
	};

	const attempt = async (used: Credentials): Promise<SignIn> => {
		const {user, password, hours} = used;
		const outcome = await call('login_user', {user, pass: password, hours});
		if (outcome.kind === 'done') {
			if (!outcome.answer.token) {
				const came = fieldNames(outcome.answer);
				return refused(used, `the service signed in but sent no token under a known name (it sent: ${came})`);
			}
			token = outcome.answer.token;
			registerSecret(token);
			credentials = used;
			signedInAs = user;
			fresh = true;
			initial.onToken?.(token, used);
			return {kind: 'signed-in'};
		}
		// An answer that is neither yes nor no may be a no.
		if (outcome.kind === 'refused' || outcome.cause.code === 'odd-flag') {
			return refused(used, reasonOf(outcome));
		}
		return {kind: 'failed', reason: reasonOf(outcome), cause: outcome.cause};
	};

	/** Finds credentials and signs in with them; what was refused before is not tried again. */
	const askAndAttempt = async (ask: () => Promise<Credentials | undefined>): Promise<SignIn> => {
		let found: Credentials | undefined;
		try {
			found = await ask();
		} catch (error) {
			askPassword = undefined;
			return {kind: 'refused', reason: struck(messageOf(error))};
		}
		if (!found) {
			askPassword = undefined;
			return {kind: 'refused', reason: 'no user and password are at hand'};
		}
		registerSecret(found.password);
		if (lastRefused && isSame(found, lastRefused)) {
			askPassword = undefined;
			return {kind: 'refused', reason: 'the same password was refused before, and is not tried again'};
		}
		// An attempt without an answer is repeated with the same credentials, and nobody is asked twice.
		credentials = found;
		const result = await attempt(found);
		if (result.kind === 'refused') {
			askPassword = undefined;
		}
		return result;
	};

	const begin = (used: Credentials | undefined, result: Promise<SignIn>): Promise<SignIn> => {
		const ended = result.finally(() => {
			underWay = undefined;
		});
		underWay = {used, result: ended};
		return ended;
	};

	const signIn = (given?: Credentials): Promise<SignIn> => {
		const used = given ?? credentials;
		if (underWay && (!used || (underWay.used && isSame(used, underWay.used)))) {
			return underWay.result;
		}
		if (underWay) {
			// Other credentials are tried after it, unless they are no longer needed.
			return underWay.result.then(result => (given || token === undefined ? signIn(given) : result));
		}
		if (used) {
			registerSecret(used.password);
			return begin(used, attempt(used));
		}
		return askPassword
			? begin(undefined, askAndAttempt(askPassword))
			: Promise.resolve({kind: 'refused', reason: 'no user and password are at hand'});
	};

	return {
		token: () => token,
		user: () => (token === undefined ? undefined : signedInAs),
		canSignIn,
		signIn,
		isOver: () => token === undefined && !canSignIn(),
		proved(used) {
			if (used === token) {
				fresh = false;
			}
		},
		rejected(used, reason) {
			if (token === undefined) {
				return undefined;
			}
			if (token !== used) {
				return {kind: 'signed-in'};
			}
			const wasFresh = fresh;
			token = undefined;
			fresh = false;
			if (wasFresh) {
				// Signing in once more would bring another token like it.
				return {kind: 'refused', reason: `signed in, but get_campaigns is refused: ${reason}`};
			}
			return canSignIn() ? undefined : {kind: 'refused', reason: 'the service no longer takes the token'};
		},
		forget() {
			token = undefined;
			credentials = undefined;
			askPassword = undefined;
			fresh = false;
		},
	};
};
