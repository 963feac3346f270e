/** Keeps the poller signed in: one attempt when the token has died, then the operator is asked. */
import type {Moment} from '../model/time.ts';
import type {Clock} from '../system/clock.ts';
import type {Link} from './link.ts';
import type {Reads} from './reads.ts';
import type {Budget} from './schedule.ts';
import {reasonOf, type Session} from './session.ts';

/** Whether the service still takes a token; `renewed` if it did not and signing in brought another one. */
export type TokenCheck = 'alive' | 'renewed' | 'dead' | 'unsure';

export type AccessParts = {
	session: Session;
	link: Link;
	reads: Pick<Reads, 'campaigns'>;
	budget: Budget;
	clock: Clock;
	/** Called when the service has answered a request that was sent at this moment. */
	answered(sentAt: Moment): void;
	/** Called once there is a new token. */
	renewed(): void;
};

/** Signs in, and distinguishes a dead token from a refusal for another reason. */
export type Access = {
	/** Signs in with the credentials at hand; resolves with true if there is a token then. */
	signIn(): Promise<boolean>;
	/** Signs in again after get_campaigns refused `used`, unless another request has done so already; resolves with true if there is a token then. */
	renew(used: string | undefined, reason: string): Promise<boolean>;
	/** Asks get_campaigns whether the service still takes a token that met a refusal, and renews it if not. */
	check(used: string | undefined): Promise<TokenCheck>;
};

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
				// Back off after any fault, so that the password is not sent again and again.
				link.failed(result.cause, true);
				return false;
		}
	};

	const renew: Access['renew'] = async (used, reason) => {
		const ended = session.rejected(used, reason);
		if (ended) {
			return ended.kind === 'signed-in' || signedOut(ended.reason);
		}
		// An attempt without an answer began a back-off: the poller signs in after it.
		return session.canSignIn() && clock.now().mono >= link.backOffUntil() && signIn();
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
