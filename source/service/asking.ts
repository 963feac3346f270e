/** Reads from a service without polling it: signs in if needed, and distinguishes a dead token from a refusal. */

import type {CallOptions, HarmlessCall} from '../wire/client/dialer.ts';
import {isHarmless} from '../wire/client/transport.ts';
import {type Outcome, WireError} from '../wire/errors.ts';
import {type OperationType, operations} from '../wire/operations/index.ts';
import type {AuditedDialer} from './audited.ts';
import {reasonOf, type Session, type SignIn} from './session.ts';

/**
 * Reads and signs in; writes are sent by the monitor alone. A read that was refused because the token had died is sent once
 * more after signing in again. While nobody is signed in the outcome is `not-sent`, code `signed-out`.
 */
export type Asking = {
	call: HarmlessCall;
	/** The same for any such operation; returns the answer as it came. @throws Error if it writes */
	ask(
		type: OperationType,
		params: Readonly<Record<string, unknown>>,
		options?: CallOptions,
	): Promise<Outcome<Record<string, unknown>>>;
	/** Makes sure that there is a token and that the service takes it; resolves with the reason if not. */
	signedIn(): Promise<WireError | undefined>;
};

export type AskingParts = {dialer: AuditedDialer; session: Session};

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

	/** Replaces a token that get_campaigns refused; resolves with why there is none. */
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
		if (!isHarmless(effect)) {
			throw new Error(`${type} writes: the monitor sends it`);
		}
		const hindrance = session.token() === undefined ? await signedIn() : undefined;
		if (hindrance) {
			return notSent(hindrance);
		}
		const used = session.token();
		const outcome = await send();
		if (outcome.kind !== 'refused') {
			return outcome;
		}
		const gone = type === 'get_campaigns' ? await renew(used, reasonOf(outcome)) : await signedIn();
		if (gone) {
			return gone.code === 'signed-out' ? notSent(gone) : outcome;
		}
		return session.token() === used ? outcome : send();
	};

	return {
		call: (type, params, options) => through(type, () => dialer.read(type, params, options)),
		ask: (type, params, options) => through(type, () => dialer.ask(type, params, options)),
		signedIn,
	};
};
