/** The simulated card processor. It knows payment methods by their tokens and is deterministic. */
import {createHash} from 'node:crypto';

/** The outcome of a charge; a pending one succeeds on the next day. */
export type Outcome = 'succeeded' | 'failed' | 'pending';

const draw = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();

/**
 * Tokens that begin with `tok_decline` are always declined, with `tok_pending` always pending, and with `tok_flaky`
 * declined for about every other payment; all others succeed.
 */
export const charge = (token: string, paymentId: number): Outcome => {
	if (token.startsWith('tok_pending')) {
		return 'pending';
	}
	const isFlaky = token.startsWith('tok_flaky') && draw(`${token} ${paymentId}`) % 2 === 0;
	return isFlaky || token.startsWith('tok_decline') ? 'failed' : 'succeeded';
};

/** The last four digits of the card behind a token: made up, but the same each time. */
export const last4Of = (token: string): string => String(draw(token) % 10_000).padStart(4, '0');
