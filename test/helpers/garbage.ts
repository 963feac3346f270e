/** The garbage of a test's process. */
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

/** Frees what nobody holds any more, as Node does now and then by itself. */
export const collectGarbage = (): void => {
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')();
};
