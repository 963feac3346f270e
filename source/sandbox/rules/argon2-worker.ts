/** The thread of one hash: posts it and ends. */
import {parentPort, workerData} from 'node:worker_threads';
import {argon2id} from 'hash-wasm';
import type {Argon2Parameters} from './passwords.ts';

const {message, nonce, memory, passes, parallelism, tagLength} = workerData as Argon2Parameters;
void argon2id({
	password: message,
	salt: nonce,
	memorySize: memory,
	iterations: passes,
	parallelism,
	hashLength: tagLength,
	outputType: 'binary',
}).then(hash => parentPort?.postMessage(hash));
