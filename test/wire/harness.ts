/** A dialer over real HTTP to the test service, for the tests of the wire. */
import {afterEach} from 'vitest';
import {createDialer, type Dialer, type DialerParts} from '../../source/wire/client/dialer.ts';
import {
	createHttpTransport,
	type HttpTransport,
	type HttpTransportOptions,
} from '../../source/wire/client/transport.ts';
import {type OtherService, type OtherServiceOptions, startOtherService} from '../helpers/other-service.ts';

/** What a test works with. */
export type Harness = {service: OtherService; dialer: Dialer; transport: HttpTransport; pauses: number[]};

const open = new Set<() => Promise<void>>();

/** Starts the service and a dialer that is signed in; both are closed after the test. */
export const startHarness = async (
	options: OtherServiceOptions & {http?: HttpTransportOptions; parts?: Partial<DialerParts>} = {},
): Promise<Harness> => {
	const {http, parts, ...serviceOptions} = options;
	const service = await startOtherService({token: 'T', ...serviceOptions});
	const transport = createHttpTransport(service.url, http);
	const pauses: number[] = [];
	const dialer = createDialer({
		transport: transport.send,
		token: () => 'T',
		random: () => 0,
		pause: async milliseconds => {
			pauses.push(milliseconds);
		},
		...parts,
	});
	open.add(async () => {
		await transport.close();
		await service.close();
	});
	return {service, dialer, transport, pauses};
};

/** Waits until the condition holds, turn by turn of the event loop; fails after two seconds. */
export const until = async (condition: () => boolean): Promise<void> => {
	const start = performance.now();
	while (!condition()) {
		if (performance.now() - start > 2000) {
			throw new Error(`not within 2 s: ${condition}`);
		}
		await new Promise(resolve => setImmediate(resolve));
	}
};

afterEach(async () => {
	const closing = [...open];
	open.clear();
	await Promise.all(closing.map(close => close()));
});
