/** argon2id for Node before 24.7, which has no argon2 of its own. */
import {once} from 'node:events';
import {Worker} from 'node:worker_threads';

/** Named as Node's own argon2 names them. */
export type Argon2Parameters = {
	message: Uint8Array;
	nonce: Uint8Array;
	/** In KiB. */
	memory: number;
	passes: number;
	parallelism: number;
	/** In bytes. */
	tagLength: number;
};

/** Beside the bundle, or beside this file when run from source. */
const workerFile = (): URL =>
	new URL(import.meta.url.endsWith('.ts') ? './argon2-worker.ts' : './argon2-worker.js', import.meta.url);

/** Hashes as Node's own argon2id does, in a worker thread: the library would block this one for about 60 ms. */
export const argon2 = async (parameters: Argon2Parameters): Promise<Buffer> => {
	const [hash] = await once(new Worker(workerFile(), {workerData: parameters}), 'message');
	return Buffer.from(hash);
};
