/** What is known of something that was thrown, and the system's errors in words. */

/** Its message. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Its code, where it is an error of the system, such as ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
	error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** Why a file cannot be written, by the system's code. */
export const whyUnwritten: Readonly<Record<string, string>> = {
	ENOENT: 'there is no such folder',
	ENOTDIR: 'there is no such folder',
	EACCES: 'no permission to write there',
	EPERM: 'no permission to write there',
	EROFS: 'nothing can be written there',
	ENOSPC: 'the disk is full',
	EDQUOT: 'there is no room left for this user',
	EFBIG: 'it may not grow any more (a limit on the size of files)',
	ENAMETOOLONG: 'the name is too long',
	EISDIR: 'that is a folder',
	EMFILE: 'too many files are open',
	ENFILE: 'too many files are open',
	EIO: 'the disk does not answer as it should (EIO)',
};

/** Why a file cannot be read, to stand behind its name, by the system's code. */
export const whyUnread: Readonly<Record<string, string>> = {
	ENOENT: 'does not exist',
	ENOTDIR: 'does not exist',
	EACCES: 'may not be read: no permission',
	EPERM: 'may not be read: no permission',
	ELOOP: 'is a link that leads nowhere',
	ENAMETOOLONG: 'is too long a name',
};
