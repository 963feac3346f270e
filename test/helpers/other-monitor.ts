/** The monitor, signed in at a test service. */
import {openMonitor} from './monitor.ts';
import {type ShapeName, startOtherService} from './other-service.ts';

/** Starts a test service of some shape and the monitor on it, and waits for its first campaign. Use with `await using`. */
export const startOther = async (shape?: ShapeName) => {
	const service = await startOtherService(shape ? {shape} : {});
	const monitor = openMonitor({env: {DIALTOP_URL: service.url, DIALTOP_USER: 'ops', DIALTOP_PASSWORD: 'secret'}});
	const {name} = service.state.campaigns[0] ?? {name: ''};
	await monitor.waitFor(name);
	return {
		service,
		monitor,
		name,
		async [Symbol.asyncDispose]() {
			await monitor[Symbol.asyncDispose]();
			await service.close();
		},
	};
};
