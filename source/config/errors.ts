/** Mistakes of whoever called the program. */

/** A mistake in how the program was called or configured: said in one line, exit code 2. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}
