/** A mistake in how dialtop was called or configured: it is said in a line, and the exit code is 2. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}
