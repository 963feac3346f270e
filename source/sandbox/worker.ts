/** The sandbox's own thread: starts it, says where it is, and ends it when told to. */
import {parentPort, workerData} from 'node:worker_threads';
import {type SandboxOptions, startSandbox} from './sandbox.ts';

const {close, ...started} = await startSandbox(workerData as SandboxOptions);

parentPort?.once('message', async () => {
	await close();
	parentPort?.close();
});
parentPort?.postMessage(started);
