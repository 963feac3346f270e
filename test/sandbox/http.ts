/** Raw requests: no client corrects a header or a body. */
import {once} from 'node:events';
import {request} from 'node:http';

/** A request; the defaults are those of a well-behaved client. */
export type RawRequest = {
	path?: string;
	method?: string;
	headers?: Readonly<Record<string, string>>;
	body?: string | Buffer;
};

/** An answer. */
export type RawReply = {
	status: number;
	headers: Readonly<Record<string, string | string[] | undefined>>;
	text: string;
};

export const form = {'content-type': 'application/x-www-form-urlencoded'};
export const json = {'content-type': 'application/json'};

/** Sends one request on a connection of its own. */
export const send = async (
	url: string,
	{path = '/api/', method = 'POST', headers = {}, body = ''}: RawRequest = {},
): Promise<RawReply> => {
	const sent = request(`${url}${path}`, {
		method,
		agent: false,
		headers: {'content-length': String(Buffer.byteLength(body)), ...headers},
	});
	sent.end(body);
	const [reply] = await once(sent, 'response');
	const chunks: Buffer[] = [];
	for await (const chunk of reply) {
		chunks.push(chunk);
	}
	return {status: reply.statusCode, headers: reply.headers, text: Buffer.concat(chunks).toString()};
};

/** Sends fields as a form; returns what is under `response`. */
export const post = async (url: string, fields: Readonly<Record<string, string>>): Promise<Record<string, unknown>> => {
	const {text} = await send(url, {headers: form, body: new URLSearchParams(fields).toString()});
	return JSON.parse(text).response;
};

/** A multipart body and its headers; parts with a file's name are files. */
export const multipart = (
	parts: readonly (readonly [name: string, value: string | Buffer, file?: string])[],
): Required<Pick<RawRequest, 'headers' | 'body'>> => ({
	headers: {'content-type': 'multipart/form-data; boundary=XX'},
	body: Buffer.concat([
		...parts.flatMap(([name, value, file]) => [
			Buffer.from(
				`--XX\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"\r\nContent-Type: text/csv`}\r\n\r\n`,
			),
			Buffer.from(value),
			Buffer.from('\r\n'),
		]),
		Buffer.from('--XX--\r\n'),
	]),
});
