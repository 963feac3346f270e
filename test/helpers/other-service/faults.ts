/** The faults of the test service: what it does instead of answering well. */
import type {ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import {TLSSocket} from 'node:tls';
import {gzipSync} from 'node:zlib';
import {hostileTexts} from './hostile.ts';
import {rawNumber} from './shapes.ts';

/** Options of a fault. */
export type FaultOptions = {
	/** The operations that suffer; all by default. */
	types?: readonly string[];
	/** The campaigns, lists or numbers whose requests suffer; all by default. */
	targets?: readonly string[];
	/** How many requests suffer; all until the next `setFault` by default. */
	times?: number;
	/** `slow` and `drip`: milliseconds before the answer, or between two bytes. */
	milliseconds?: number;
	/** `http-429` and `http-503`: the Retry-After header; none by default. */
	retryAfter?: string;
	/** `long-name`: characters of the name; `many-keys`, `many-arrays`, `nested`, `crumbs`: how many. */
	length?: number;
	/** Whether the service carries the operation out; each fault has its own default. */
	executes?: boolean;
};

type Wire = Record<string, unknown>;

let bomb: Buffer | undefined;

/** A few bytes that unpack to 50 MB. Packed once: that holds up everything else in this process. */
const gzipBomb = (): Buffer => {
	bomb ??= gzipSync(' '.repeat(50_000_000));
	return bomb;
};

/** What a fault may do with one request. */
export type FaultContext = {
	socket: Socket;
	response: ServerResponse;
	/** The good answer. */
	body: Wire;
	/** The good answer as JSON. */
	json: () => string;
	/** Sends a body as JSON. */
	answer: (body: Wire) => void;
	/** Keeps the good answer back until `release()`. */
	hold: () => void;
	/** Runs again and again until the connection or the service closes. */
	every: (milliseconds: number, act: () => void) => void;
	/** Runs once, unless the connection or the service closes before. */
	later: (milliseconds: number, act: () => void) => void;
	/** Where a redirect points. */
	elsewhere: string;
	options: FaultOptions;
};

type Fault = {
	/** Whether the operation is carried out; true by default, which is the worse case for a client. */
	executes?: false;
	act: (context: FaultContext) => void;
};

/** A fault that changes the body. */
const altered = (alter: (body: Wire, options: FaultOptions) => Wire): Fault => ({
	act: ({body, answer, options}) => answer(alter(body, options)),
});

/** A fault that sends other bytes than the JSON. */
const written = (text: (json: string) => string, type = 'application/json'): Fault => ({
	act({response, json}) {
		response.writeHead(200, {'content-type': type}).end(text(json()));
	},
});

/** A fault that writes to the connection what no HTTP server should. */
const raw = (write: (socket: Socket) => unknown, executes?: false): Fault => ({
	...(executes === false ? {executes} : {}),
	act: ({socket}) => void write(socket),
});

/** Resets a connection; one of TLS can only be broken off. */
const reset = (socket: Socket): unknown => (socket instanceof TLSSocket ? socket.destroy() : socket.resetAndDestroy());

const status = (code: number, executes?: false): Fault => ({
	...(executes === false ? {executes} : {}),
	act({response, options: {retryAfter}, elsewhere}) {
		response.writeHead(code, {
			'content-type': 'text/html',
			...(retryAfter === undefined ? {} : {'retry-after': retryAfter}),
			...(code >= 300 && code < 400 ? {location: elsewhere} : {}),
		});
		response.end(`<html><body>${code}</body></html>`);
	},
});

/** Beside the good answer one more field with so much in it; made once, as that holds up everything else in this process. */
const beside = (usual: number, make: (count: number) => string): Fault => {
	const made = new Map<number, string>();
	return {
		act({response, json, options: {length = usual}}) {
			const text = made.get(length) ?? make(length);
			made.set(length, text);
			response.writeHead(200, {'content-type': 'application/json'});
			response.end(json().replace(/\}\s*$/, `,"more":${text}}`));
		},
	};
};

const flagged = (success: unknown): Fault =>
	altered(body =>
		typeof body.response === 'object' ? {...body, response: {...body.response, success}} : {...body, success},
	);

const inResponse = (fields: Wire): Fault =>
	altered(body =>
		typeof body.response === 'object' ? {...body, response: {...body.response, ...fields}} : {...body, ...fields},
	);

const isRecord = (value: unknown): value is Wire =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes every record of a body: each object below `response` or a top-level array. */
const eachRecord = (value: unknown, change: (record: Wire) => Wire, depth = 0): unknown => {
	if (Array.isArray(value)) {
		return value.map(item => eachRecord(item, change, depth + 2));
	}
	if (!isRecord(value)) {
		return value;
	}
	const inner = Object.fromEntries(
		Object.entries(value).map(([key, item]) => [key, eachRecord(item, change, depth + 1)]),
	);
	return depth >= 2 ? change(inner) : inner;
};

const records = (change: (record: Wire, options: FaultOptions) => Wire): Fault =>
	altered((body, options) => eachRecord(body, record => change(record, options)) as Wire);

const isName = (field: string): boolean => /name|status|^state$|text|footer/.test(field);

const withField = (matches: RegExp, value: unknown): Fault =>
	records(record =>
		Object.fromEntries(Object.entries(record).map(([key, was]) => [key, matches.test(key) ? value : was])),
	);

let turn = 0;

const nextHostile = (): string => hostileTexts[turn++ % hostileTexts.length] ?? '';

const odd = ['12abc', '', ' ', 'NaN', '-', '1e3', '0x10', rawNumber('1e999'), null, [], {}, true];
const figure =
	/^(?:total|active|called|answered|remaining|calls|todays|mtd|percentage|average|ready|oncalls|dialed|drops)/;

/** The faults by name; `refused`, `token-expired` and `wrong-password` are the server's own. */
export const faults = {
	/** Carried out; the answer is held back until `release()`. */
	hang: {act: ({hold}) => hold()},
	slow: {
		act: ({later, answer, body, options}) => later(options.milliseconds ?? 500, () => answer(body)),
	},
	/** Headers, then one blank after another, for ever. */
	drip: {
		act({response, every, options}) {
			response.writeHead(200, {'content-type': 'application/json'});
			every(options.milliseconds ?? 10, () => response.write(' '));
		},
	},
	/** Bytes as fast as they are taken, for ever. */
	flood: {
		act({response}) {
			response.writeHead(200, {'content-type': 'application/json'});
			const chunk = ' '.repeat(65_536);
			const pour = (): void => {
				while (!response.destroyed && response.write(chunk)) {}
			};
			response.on('drain', pour);
			pour();
		},
	},
	/**
	 * The answer and blanks after it, three million or so many, each byte in a piece of its own. Its connection is closed:
	 * the server would take it for one that waits for this answer still.
	 */
	crumbs: {
		act({socket, json, options: {length = 3_000_000}}) {
			const pieces = [...Buffer.from(json())].map(byte => `1\r\n${String.fromCharCode(byte)}\r\n`);
			socket.write(
				'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n',
			);
			socket.write(Buffer.from(pieces.join(''), 'latin1'));
			socket.write('1\r\n \r\n'.repeat(length));
			socket.end('0\r\n\r\n');
		},
	},
	/** Carried out, then the connection is reset without a byte of an answer. */
	'reset-after': raw(reset),
	/** The connection is reset; nothing was carried out. */
	'reset-before': raw(reset, false),
	/** The connection is closed in good order, without an answer. */
	'close-after': raw(socket => socket.end()),
	/** Half of the answer, then a reset. */
	'half-answer': {
		act({socket, json}) {
			const text = json();
			socket.write(
				`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text.slice(0, 20)}`,
				() => reset(socket),
			);
		},
	},
	html: written(() => '<!doctype html><title>Maintenance</title><p>Back soon.', 'text/html'),
	empty: written(() => ''),
	truncated: written(json => json.slice(0, Math.ceil(json.length / 2))),
	broken: written(json => json.replace(':', ';')),
	trailing: written(json => `${json}<br />Notice: undefined index`),
	nested: beside(50_000, depth => `${'['.repeat(depth)}${']'.repeat(depth)}`),
	/** An object of a million members, or of so many. */
	'many-keys': beside(
		1_000_000,
		count => `{${Array.from({length: count}, (_, at) => `"${at.toString(36)}":1`).join()}}`,
	),
	/** Empty arrays, one after the other. */
	'many-arrays': beside(1_000_000, count => `[${'[],'.repeat(count)}[]]`),
	/** An answer of 100 MB, as fast as it is taken. */
	huge: {
		act({response, json}) {
			const text = json();
			const chunk = ' '.repeat(100_000);
			response.writeHead(200, {
				'content-type': 'application/json',
				'content-length': text.length + 1000 * chunk.length,
			});
			response.write(text);
			let left = 1000;
			const pour = (): void => {
				while (left > 0 && !response.destroyed) {
					left--;
					if (!response.write(chunk)) {
						return;
					}
				}
				response.end();
			};
			response.on('drain', pour);
			pour();
		},
	},
	/** The error field and a field of the answer are deeper than a recursive reader bears. */
	'nested-fields': written(json => {
		const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
		return json.replace('"error":""', `"error":${deep},"deep":${deep}`);
	}),
	/** Compressed though nobody asked: 50 MB in 50 kB. */
	gzip: {
		act({response}) {
			response.writeHead(200, {'content-type': 'application/json', 'content-encoding': 'gzip'});
			response.end(gzipBomb());
		},
	},
	'long-name': records((record, {length = 10_000_000}) => ({
		...record,
		...Object.fromEntries(
			Object.keys(record)
				.filter(key => /name$/.test(key))
				.map(key => [key, 'x'.repeat(length)]),
		),
	})),
	'http-500': status(500),
	'http-502': status(502),
	'http-503': status(503, false),
	'http-429': status(429, false),
	'http-302': status(302, false),
	'http-307': status(307, false),
	'http-308': status(308, false),
	'http-204': {
		act: ({response}) => response.writeHead(204).end(),
	},
	'success-2': flagged(2),
	'success-null': flagged(null),
	'success-yes': flagged('yes'),
	'success-missing': flagged(undefined),
	/** Says no and yes in one answer. */
	'flag-twice': written(json => json.replace('"success":', '"success":0,"success":')),
	'response-twice': written(json => json.replace('"response":', '"response":{"success":"0","error":"no"},"response":')),
	'flag-beside': altered(body => ({...body, success: false})),
	/** Says yes, with an error text. */
	warning: inResponse({error: 'Two lines were still busy.'}),
	/** Says yes, of something else. */
	'other-target': inResponse({campaign_id: '987654', list_id: 987_654, accountid: '987654'}),
	/** Every array left out. */
	'no-arrays': altered(body => {
		const without = (wire: Wire): Wire =>
			Object.fromEntries(
				Object.entries(wire).filter(([key, value]) => key === 'response' || !(value instanceof Object)),
			);
		const {response} = without(body);
		return isRecord(response) ? {...without(body), response: without(response)} : without(body);
	}),
	/** Figures that are none, each of another kind. */
	'odd-values': records(record =>
		Object.fromEntries(
			Object.entries(record).map(([key, value], index) => [key, figure.test(key) ? odd[index % odd.length] : value]),
		),
	),
	'not-json-numbers': written(json => json.replace(/("(?:called_today|total)":)"?\d+"?/g, '$1NaN')),
	proto: written(json =>
		json
			.replaceAll('{"campaign_id"', '{"__proto__":{"polluted":"yes","active_calls":"99"},"campaign_id"')
			.replace('{', '{"\\u005f_proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},'),
	),
	'other-campaign': withField(/^(?:campaign_)?id$/, '987654'),
	'odd-percent': records(record => ({
		...record,
		...('percentage_dropped' in record ? {percentage_dropped: '130.00'} : {}),
		...('percentage_complete' in record ? {percentage_complete: '-4.00'} : {}),
	})),
	'big-header': {
		act({response, json}) {
			response.writeHead(200, {'content-type': 'application/json', 'x-padding': 'x'.repeat(200_000)});
			response.end(json());
		},
	},
	switching: raw(socket =>
		socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
	),
	continue: raw(socket => socket.write('HTTP/1.1 100 Continue\r\n\r\n')),
	'not-http': raw(socket => socket.write('220 mail.example ESMTP\r\n')),
	/** Names, states and texts that would drive a terminal, another one each time. */
	hostile: records(record =>
		Object.fromEntries(Object.entries(record).map(([key, value]) => [key, isName(key) ? nextHostile() : value])),
	),
	/** Refuses with a hostile text. */
	'hostile-error': {
		executes: false,
		act: ({answer}) => answer({response: {success: 0, error: nextHostile(), tech_msg: nextHostile()}}),
	},
	/** Refuses in words that no client can know. */
	refusal: {
		executes: false,
		act: ({answer}) => answer({response: {success: 0, error: 'The moon is full.', tech_msg: 'E77'}}),
	},
} satisfies Record<string, Fault>;

/** The name of a fault. */
export type FaultName = keyof typeof faults | 'refused' | 'token-expired' | 'wrong-password';

/** Whether the operation is carried out under this fault. */
export const executes = (fault: Fault, options: FaultOptions): boolean => options.executes ?? fault.executes !== false;

/** A fault of the table, by name. */
export const faultOf = (name: FaultName): Fault | undefined =>
	Object.hasOwn(faults, name) ? (faults as Record<string, Fault>)[name] : undefined;
