/** The monitor, signed in at a test service. */
import {type MonitorOptions, openMonitor} from './monitor.ts';
import {type ShapeName, startOtherService} from './other-service.ts';

/** Starts a test service of some shape and the monitor on it, and waits for its first campaign. Use with `await using`. */
export const startOther = async (shape?: ShapeName, options: MonitorOptions = {}) => {
	const service = await startOtherService(shape ? {shape} : {});
	const env = {DIALTOP_URL: service.url, DIALTOP_USER: 'ops', DIALTOP_PASSWORD: 'secret', ...options.env};
	const monitor = openMonitor({...options, env});
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
