/** Request bodies, read back by the parsers that servers use. */
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Body, writeBody} from '../../source/wire/client/body.ts';

const server = fastify();

beforeAll(async () => {
	await server.register(formbody);
	await server.register(multipart);
	server.post('/api/', async request => {
		if (!request.isMultipart()) {
			return request.body;
		}
		const parts: Record<string, unknown> = {};
		for await (const part of request.parts()) {
			parts[part.fieldname] =
				part.type === 'file' ? {name: part.filename, bytes: [...(await part.toBuffer())]} : part.value;
		}
		return parts;
	});
	await server.ready();
});

afterAll(async () => {
	await server.close();
});

const parsed = async ({contentType, bytes}: Body): Promise<unknown> => {
	const payload = typeof bytes === 'string' ? bytes : Buffer.from(bytes);
	const reply = await server.inject({method: 'POST', url: '/api/', headers: {'content-type': contentType}, payload});
	expect(reply.statusCode).toBe(200);
	return reply.json();
};

const fields = {
	type: 'add_account',
	token: 'T&=+ %41',
	account: {company_id: 7, first_name: 'Åda & Söhne', custom1: 'two\nlines', none: undefined, nothing: null},
	phones: [{phone_number: '+15551234567'}, {phone_number: '555', time_zone: '-6.00'}],
	emails: ['a@b.example', 'ü@b.example'],
};

describe('a form', () => {
	test('has bracket names and leaves out what is not given', async () => {
		const body = await writeBody(fields, 'form');
		expect(body.contentType).toBe('application/x-www-form-urlencoded');
		expect(await parsed(body)).toEqual({
			type: 'add_account',
			token: 'T&=+ %41',
			'account[company_id]': '7',
			'account[first_name]': 'Åda & Söhne',
			'account[custom1]': 'two\nlines',
			'phones[0][phone_number]': '+15551234567',
			'phones[1][phone_number]': '555',
			'phones[1][time_zone]': '-6.00',
			'emails[0]': 'a@b.example',
			'emails[1]': 'ü@b.example',
		});
	});

	test('cannot be given a second field by a value', async () => {
		const body = await writeBody({type: 'get_list', list_id: '7&type=stop_campaign', 'x&y': '=&'}, 'form');
		expect(await parsed(body)).toEqual({type: 'get_list', list_id: '7&type=stop_campaign', 'x&y': '=&'});
	});
});

test('JSON keeps numbers and nesting', async () => {
	const body = await writeBody(fields, 'json');
	expect(body.contentType).toBe('application/json');
	expect(await parsed(body)).toEqual(JSON.parse(JSON.stringify(fields)));
});

describe.each(['form', 'json'] as const)('an upload, with %s chosen', encoding => {
	test('goes as multipart with its name and every byte', async () => {
		const bytes = Uint8Array.from({length: 256}, (_, index) => index);
		const file = {name: 'leads "March"\r\nx.csv', bytes: bytes.subarray(3, 250)};
		const body = await writeBody({type: 'upload_file', token: 'T', file, list_id: 7, account: {a: 'b'}}, encoding);
		expect(body.contentType).toMatch(/^multipart\/form-data; boundary=/);
		expect(await parsed(body)).toEqual({
			type: 'upload_file',
			token: 'T',
			file: {name: expect.stringContaining('March'), bytes: [...bytes.subarray(3, 250)]},
			list_id: '7',
			'account[a]': 'b',
		});
	});
});
