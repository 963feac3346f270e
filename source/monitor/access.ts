/** Keeps the poller signed in: one attempt where the token is dead, then the operator is asked. */
import type {Moment} from '../model/time.ts';
import type {Budget} from './budget.ts';
import type {Clock} from './clock.ts';
import type {Link} from './link.ts';
import type {Reads} from './reads.ts';
import {reasonOf, type Session} from './session.ts';

/** Whether a token still lives: `renewed` where it did not and another one is there now. */
export type TokenCheck = 'alive' | 'renewed' | 'dead' | 'unsure';

/** What the access is made of. */
export type AccessParts = {
	session: Session;
	link: Link;
	reads: Pick<Reads, 'campaigns'>;
	budget: Budget;
	clock: Clock;
	/** The service answered a request sent then. */
	answered(sentAt: Moment): void;
	/** There is a new token. */
	renewed(): void;
};

/** Signs in, and tells a dead token from a refusal for another reason. */
export type Access = {
	/** Signs in with the credentials at hand; tells whether there is a token now. */
	signIn(): Promise<boolean>;
	/** Signs in anew after get_campaigns refused `used`, unless another refusal has already led to that. */
	renew(used: string | undefined, reason: string): Promise<boolean>;
	/** Tells whether a token that met a refusal still lives, by get_campaigns alone; renews it where it does not. */
	check(used: string | undefined): Promise<TokenCheck>;
};

/** Makes the access. */
export const createAccess = ({session, link, reads, budget, clock, answered, renewed}: AccessParts): Access => {
	const signedOut = (reason: string): false => {
		session.forget();
		link.signedOut(reason);
		return false;
	};

	const signIn = async (): Promise<boolean> => {
		const sentAt = clock.now();
		budget.take(sentAt.mono);
		const result = await session.signIn();
		switch (result.kind) {
			case 'signed-in':
				answered(sentAt);
				renewed();
				return true;
			case 'refused':
				return session.token() === undefined ? signedOut(result.reason) : true;
			case 'failed':
				// A password is not sent again and again, whatever the fault.
				link.failed(result.cause, true);
				return false;
		}
	};

	const renew: Access['renew'] = async (used, reason) => {
		const ended = session.rejected(used, reason);
		if (ended) {
			return ended.kind === 'signed-in' || signedOut(ended.reason);
		}
		// After an attempt without an answer the next one comes in its own time.
		return session.canSignIn() && clock.now().mono >= link.restUntil() && signIn();
	};

	return {
		signIn,
		renew,
		async check(used) {
			if (session.token() !== used) {
				return (await renew(used, '')) ? 'renewed' : 'dead';
			}
			const sentAt = clock.now();
			budget.take(sentAt.mono);
			const {outcome} = await reads.campaigns();
			switch (outcome.kind) {
				case 'refused':
					return (await renew(used, reasonOf(outcome))) ? 'renewed' : 'dead';
				case 'done':
					session.proved(used);
					answered(sentAt);
					return 'alive';
				default:
					return 'unsure';
			}
		},
	};
};
