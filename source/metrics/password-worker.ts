/** The thread of one password: compares it with its hash, posts whether it is the right one, and ends. */
import {parentPort, workerData} from 'node:worker_threads';
import {bcryptVerify} from 'hash-wasm';

const {password, hash} = workerData as {password: string; hash: string};
void bcryptVerify({password, hash}).then(isRight => parentPort?.postMessage(isRight));
