/** What is known of something that was thrown. */

/** Its message. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Its code, where it is an error of the system, such as ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
	error instanceof Error && 'code' in error ? String(error.code) : undefined;
