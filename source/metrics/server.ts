/** The server that is scraped. It reads what is made already, and never asks anything of the service. */
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import {createServer as createSecureServer, type Server as SecureServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {contentTypes, type Format} from './format.ts';
import {landingPage} from './landing.ts';
import type {Page} from './pages.ts';
import {createPasswords} from './passwords.ts';
import type {WebConfig, WebConfigFile} from './web-config.ts';

/** What is served. */
export type Served = {
	page(format: Format, profile?: string): Page;
	/** The profiles by name. */
	profiles(): readonly string[];
	/** Why it is not ready yet; undefined once it is. */
	whyNotReady(): string | undefined;
};

/** Where it listens, and who may read. */
export type ServerOptions = {
	host: string | undefined;
	port: number;
	web: WebConfigFile | undefined;
};

/** A server that listens. */
export type MetricsServer = {
	/** Where it is reached. */
	url: string;
	/** Uses another certificate from now on. */
	renew(config: WebConfig): void;
	close(): Promise<void>;
};

/** Connections at once; further ones are closed. */
const mostConnections = 512;

/** Milliseconds for the head of a request, for a whole request, between two requests, and for an answer to be taken. */
const headTime = 5000;
const requestTime = 10_000;
const idleTime = 75_000;
const answerTime = 20_000;

/** How much a scraper wants a kind of content, from 0 to 1. */
const weightOf = (accept: string, type: string): number =>
	Math.max(
		0,
		...accept.split(',').map(part => {
			const [name = '', ...parameters] = part.split(';').map(word => word.trim().toLowerCase());
			const given = parameters.find(word => word.startsWith('q='))?.slice(2);
			return name === type ? (given === undefined ? 1 : Number(given) || 0) : 0;
		}),
	);

/** The format that a scraper asks for. */
export const formatFor = (accept: string | undefined): Format => {
	const open = weightOf(accept ?? '', 'application/openmetrics-text');
	return open > 0 && open >= weightOf(accept ?? '', 'text/plain') ? 'openmetrics' : 'text';
};

const takesGzip = (accepted: string | undefined): boolean =>
	weightOf(accepted ?? '', 'gzip') > 0 || weightOf(accepted ?? '', '*') > 0;

/** The user and the password of a request. */
const credentialsOf = ({headers: {authorization = ''}}: IncomingMessage): {user: string; password: string} => {
	const [, encoded = ''] = /^basic +([\w+/=-]+)$/i.exec(authorization) ?? [];
	const text = Buffer.from(encoded, 'base64').toString();
	const at = text.indexOf(':');
	return at === -1 ? {user: '', password: ''} : {user: text.slice(0, at), password: text.slice(at + 1)};
};

const answer = (
	response: ServerResponse,
	status: number,
	text: string,
	headers: Readonly<Record<string, string>> = {},
): void => {
	const body = Buffer.from(text);
	response.writeHead(status, {
		'content-type': 'text/plain; charset=utf-8',
		'content-length': body.length,
		'x-content-type-options': 'nosniff',
		...headers,
	});
	response.end(body);
};

const answerPage = async (request: IncomingMessage, response: ServerResponse, page: Page, format: Format) => {
	const isZipped = takesGzip(request.headers['accept-encoding']);
	const pieces = isZipped ? [await page.compressed()] : page.pieces;
	const length = isZipped ? (pieces[0]?.length ?? 0) : page.length;
	response.writeHead(200, {
		'content-type': contentTypes[format],
		'content-length': length,
		vary: 'accept, accept-encoding',
		...(isZipped && {'content-encoding': 'gzip'}),
	});
	// All answers share the pieces, without copying them.
	response.cork();
	for (const piece of request.method === 'HEAD' ? [] : pieces) {
		response.write(piece);
	}
	response.end();
	response.uncork();
};

const createHandler = (served: Served, web: WebConfigFile | undefined) => {
	const judge = createPasswords();

	/** Whether it may be answered; answers itself if not. */
	const mayRead = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
		const now = web?.now();
		if (now?.problem !== undefined) {
			answer(response, 500, 'The file of --web.config.file cannot be used; the log says why.\n');
			return false;
		}
		if (!now?.config.users) {
			return true;
		}
		const {user, password} = credentialsOf(request);
		const verdict = await judge(user, password, now.config.users.get(user));
		if (verdict === 'busy') {
			answer(response, 503, 'Too many passwords at once.\n', {'retry-after': '1'});
		} else if (verdict === 'wrong') {
			answer(response, 401, 'Unauthorized\n', {'www-authenticate': 'Basic realm="dialtop"'});
		}
		return verdict === 'right';
	};

	const metrics = (request: IncomingMessage, response: ServerResponse, profile?: string) => {
		const format = formatFor(request.headers.accept);
		return answerPage(request, response, served.page(format, profile), format);
	};

	return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const late = setTimeout(() => request.socket.destroy(), answerTime);
		response.on('close', () => clearTimeout(late));
		if (!(await mayRead(request, response))) {
			return;
		}
		if (request.method !== 'GET' && request.method !== 'HEAD') {
			answer(response, 405, 'Only GET and HEAD.\n', {allow: 'GET, HEAD', connection: 'close'});
			return;
		}
		const {pathname, searchParams} = new URL(`http://dialtop${request.url?.startsWith('/') ? request.url : '/-'}`);
		switch (pathname) {
			case '/':
				answer(response, 200, landingPage(served.profiles()), {'content-type': 'text/html; charset=utf-8'});
				return;
			case '/metrics':
				return metrics(request, response);
			case '/probe': {
				const target = searchParams.get('target') ?? '';
				return served.profiles().includes(target)
					? metrics(request, response, target)
					: answer(response, 404, 'No such target: /probe?target=PROFILE takes a profile of -p.\n');
			}
			case '/-/healthy':
				answer(response, 200, 'OK\n');
				return;
			case '/-/ready': {
				const why = served.whyNotReady();
				answer(response, why === undefined ? 200 : 503, why === undefined ? 'Ready\n' : `${why}\n`);
				return;
			}
			default:
				answer(response, 404, 'Not found: / says what there is.\n');
		}
	};
};

/** Listens. @throws Error if it cannot */
export const serveMetrics = async (served: Served, {host, port, web}: ServerOptions): Promise<MetricsServer> => {
	const tls = web?.now().config?.tls;
	const limits = {
		headersTimeout: headTime,
		requestTimeout: requestTime,
		keepAliveTimeout: idleTime,
		connectionsCheckingInterval: 1000,
		maxHeaderSize: 16_384,
	};
	const handle = createHandler(served, web);
	const listener = (request: IncomingMessage, response: ServerResponse): void => {
		handle(request, response).catch(() => response.destroy());
	};
	const server: Server | SecureServer = tls
		? createSecureServer({...limits, ...tls}, listener)
		: createServer(limits, listener);
	server.maxConnections = mostConnections;
	server.setTimeout(idleTime + 5000);
	const {promise, resolve, reject} = Promise.withResolvers<void>();
	server.once('error', reject);
	server.listen(port, host, resolve);
	await promise;
	// A connection that cannot be taken is the scraper's loss alone.
	server.on('error', () => undefined);
	const {address, port: bound} = server.address() as AddressInfo;
	const shown = address.includes(':') ? `[${address}]` : address;
	return {
		url: `http${tls ? 's' : ''}://${shown}:${bound}`,
		renew(config) {
			if (config.tls && 'setSecureContext' in server) {
				server.setSecureContext(config.tls);
			}
		},
		async close() {
			const closed = new Promise(done => server.close(done));
			server.closeAllConnections();
			await closed;
		},
	};
};
