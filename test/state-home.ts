/** A folder for what the program keeps of its own during a run of the tests; a worker's own end is not told to it. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** Makes the folder; returns how to take it away. */
export default (): (() => void) => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-state-'));
	process.env.DIALTOP_TEST_STATE = folder;
	return () => rmSync(folder, {recursive: true, force: true});
};
