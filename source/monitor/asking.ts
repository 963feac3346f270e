/** Asks a service without anybody who polls: signs in where it must, and tells a dead token from a refusal. */

import {WireError} from '../api/errors.ts';
import {type OperationType, operations} from '../api/operations/index.ts';
import type {Outcome} from '../api/outcome.ts';
import type {AuditedDialer} from './audited.ts';
import {reasonOf, type Session, type SignIn} from './session.ts';

/**
 * What asks. A read that a dead token had refused is asked once more after signing in anew. Before anything that writes
 * it is made sure that the token lives, and what writes is sent once. Where nobody is signed in the outcome is
 * `not-sent` with the code `signed-out`.
 */
export type Asking = Pick<AuditedDialer, 'call' | 'ask'> & {
	/** Makes sure that there is a token and that the service takes it; resolves with why not. */
	signedIn(): Promise<WireError | undefined>;
};

/** What it is made of. */
export type AskingParts = {dialer: AuditedDialer; session: Session};

/** Makes what asks. */
export const createAsking = ({dialer, session}: AskingParts): Asking => {
	const signIn = async (ended?: SignIn): Promise<WireError | undefined> => {
		const result = ended ?? (await session.signIn());
		switch (result.kind) {
			case 'signed-in':
				return undefined;
			case 'refused':
				return new WireError('signed-out', result.reason);
			case 'failed':
				return result.cause;
		}
	};

	/** Get_campaigns refused this token: gets another one if it can. */
	const renew = (used: string | undefined, reason: string): Promise<WireError | undefined> =>
		signIn(session.rejected(used, reason));

	const signedIn = async (): Promise<WireError | undefined> => {
		const used = session.token();
		if (used === undefined) {
			return signIn();
		}
		const outcome = await dialer.read('get_campaigns', {});
		switch (outcome.kind) {
			case 'done':
				session.proved(used);
				return undefined;
			case 'refused':
				return renew(used, reasonOf(outcome));
			default:
				return outcome.cause;
		}
	};

	const notSent = (cause: WireError): {kind: 'not-sent'; cause: WireError} => ({kind: 'not-sent', cause});

	const through = async <T>(type: OperationType, send: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
		const {effect} = operations[type];
		if (effect === 'session') {
			return send();
		}
		const isRead = effect === 'read';
		const hindrance = isRead && session.token() !== undefined ? undefined : await signedIn();
		if (hindrance) {
			return notSent(hindrance);
		}
		const used = session.token();
		const outcome = await send();
		if (outcome.kind !== 'refused' || !isRead) {
			return outcome;
		}
		const gone = type === 'get_campaigns' ? await renew(used, reasonOf(outcome)) : await signedIn();
		if (gone) {
			return gone.code === 'signed-out' ? notSent(gone) : outcome;
		}
		return session.token() === used ? outcome : send();
	};

	return {
		call: (type, params, options) => through(type, () => dialer.call(type, params, options)),
		ask: (type, params, options) => through(type, () => dialer.ask(type, params, options)),
		signedIn,
	};
};
