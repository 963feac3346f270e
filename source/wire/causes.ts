/** The message and code of a thrown value, and system errors in words. */

/** The message of an error, or the thrown value as text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The code of a system error, such as ENOENT; undefined if it has none. */
export const codeOf = (error: unknown): string | undefined =>
	error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** Why a file cannot be written, by the system's code. */
export const whyUnwritten: Readonly<Record<string, string>> = {
	ENOENT: 'there is no such folder',
	ENOTDIR: 'there is no such folder',
	EACCES: 'no permission to write there',
	EPERM: 'no permission to write there',
	EROFS: 'the file system is read-only',
	ENOSPC: 'the disk is full',
	EDQUOT: 'the disk quota is used up',
	EFBIG: 'it has reached a limit on the size of files',
	ENAMETOOLONG: 'the name is too long',
	EISDIR: 'that is a folder',
	EMFILE: 'too many files are open',
	ENFILE: 'too many files are open',
	EIO: 'the disk has an input/output error (EIO)',
};

/** Why a file cannot be read, worded to follow its name, by the system's code. */
export const whyUnread: Readonly<Record<string, string>> = {
	ENOENT: 'does not exist',
	ENOTDIR: 'does not exist',
	EACCES: 'may not be read: no permission',
	EPERM: 'may not be read: no permission',
	ELOOP: 'is a link that leads nowhere',
	ENAMETOOLONG: 'is too long a name',
};
