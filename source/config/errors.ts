/** A mistake in how dialtop was called or configured: its message is printed, and the exit code is 2. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
	/**
	 * Further lines, such as where help is. They are apart from the message because an argument in it may hold line
	 * breaks.
	 */
	readonly more: readonly string[];

	constructor(message: string, more: readonly string[] = []) {
		super(message);
		this.more = more;
	}
}

/** The operator broke off a question (Ctrl-C): nothing is printed, and the exit code is that of the signal. */
export class Interrupted extends Error {
	override readonly name = 'Interrupted';
}
