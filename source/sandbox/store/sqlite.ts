/** SQLite as Node brings it, without the warning that Node 22 prints of it. */

const loadQuietly = (): typeof import('node:sqlite') => {
	const {emitWarning} = process;
	// Node warns while the module loads, which is why it is not imported as others are; nothing else loads meanwhile.
	process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
		if (!String(warning).startsWith('SQLite is an experimental feature')) {
			(emitWarning as (...given: unknown[]) => void)(warning, ...rest);
		}
	};
	try {
		return process.getBuiltinModule('node:sqlite');
	} finally {
		process.emitWarning = emitWarning;
	}
};

/** A connection to a database. */
export const {DatabaseSync: SqliteDatabase} = loadQuietly();

/** True for an error of SQLite of one of its codes (sqlite.org/rescode.html), in whatever closer sense. */
export const isError = (error: unknown, code: number): boolean =>
	error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === code;
