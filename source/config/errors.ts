/** A mistake in how dialtop was called or configured: it is said in a line, and the exit code is 2. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
	/** Further lines, such as where help is. The message is one, and what is given may hold line breaks. */
	readonly more: readonly string[];

	constructor(message: string, more: readonly string[] = []) {
		super(message);
		this.more = more;
	}
}

/** The operator broke a question off (Ctrl-C): nothing is said, and the exit code is that of the signal. */
export class Interrupted extends Error {
	override readonly name = 'Interrupted';
}
