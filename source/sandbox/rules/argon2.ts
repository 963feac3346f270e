/** argon2id for a Node before 24.7, which has none of its own. */
import {once} from 'node:events';
import {Worker} from 'node:worker_threads';

/** Parameters by the names that Node gives them. */
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

/** The worker's file: beside the bundle, or beside this file when it runs from source. */
const workerFile = (): URL =>
	new URL(import.meta.url.endsWith('.ts') ? './argon2-worker.ts' : './argon2-worker.js', import.meta.url);

/** Hashes as Node's own argon2id does, in a thread of its own: the library would hold this one up for some 60 ms. */
export const argon2 = async (parameters: Argon2Parameters): Promise<Buffer> => {
	const [hash] = await once(new Worker(workerFile(), {workerData: parameters}), 'message');
	return Buffer.from(hash);
};
