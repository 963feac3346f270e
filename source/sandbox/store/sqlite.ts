/** Node's own SQLite, loaded without the warning that Node 22 prints. */

const loadQuietly = (): typeof import('node:sqlite') => {
	const {emitWarning} = process;
	// Node warns while the module loads, so it cannot be imported: nothing else may run while warnings are filtered.
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

export const {DatabaseSync: SqliteDatabase} = loadQuietly();

/** True for an SQLite error with this primary result code, whatever its extended code (sqlite.org/rescode.html). */
export const hasCode = (error: unknown, code: number): boolean =>
	error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === code;
