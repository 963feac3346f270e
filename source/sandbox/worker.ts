/** The thread of an embedded sandbox: posts its address once started, and closes it on any message. */
import {parentPort, workerData} from 'node:worker_threads';
import {type SandboxOptions, startSandbox} from './sandbox.ts';

void startSandbox(workerData as SandboxOptions).then(({close, ...started}) => {
	parentPort?.once('message', async () => {
		await close();
		parentPort?.close();
	});
	parentPort?.postMessage(started);
});
