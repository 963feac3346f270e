/** In place of HTTP: a request goes to the service that was registered under its address. */
import {type HttpTransport, type Transport, TransportFailure} from '../../../source/wire/client/transport.ts';

export {lockable} from '../../../source/wire/client/transport.ts';

const services = new Map<string, Transport>();

/** Answers the requests to an address from now on. */
export const serveAt = (url: string, transport: Transport): void => {
	services.set(url, transport);
};

/** Nothing answers at an address any more. */
export const stopServing = (url: string): void => {
	services.delete(url);
};

/** As the one that it stands for. */
export const createHttpTransport = (url: string): HttpTransport => {
	const underWay = new Set<(error: Error) => void>();
	let closed = false;
	return {
		async send(request) {
			const service = services.get(url);
			if (closed || !service) {
				throw new TransportFailure('aborted', 'the connections are closed', {sent: false});
			}
			const {promise, reject, resolve} = Promise.withResolvers<Awaited<ReturnType<Transport>>>();
			underWay.add(reject);
			const timer = setTimeout(
				() => reject(new TransportFailure('deadline', `it did not answer within ${request.deadline} ms`, {sent: true})),
				request.deadline,
			);
			service(request).then(resolve, reject);
			try {
				return await promise;
			} finally {
				clearTimeout(timer);
				underWay.delete(reject);
			}
		},
		async close() {
			closed = true;
			for (const reject of underWay) {
				reject(new TransportFailure('aborted', 'the connections were closed', {sent: true}));
			}
		},
	};
};
