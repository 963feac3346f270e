/** Bodies with files, in a file of their own that is loaded only for an upload. */
import {FormData, Response} from 'undici';
import type {Upload} from '../parameters.ts';

export const writeMultipart = async (fields: readonly (readonly [string, string | Upload])[]) => {
	const form = new FormData();
	for (const [name, value] of fields) {
		if (typeof value === 'string') {
			form.append(name, value);
		} else {
			form.append(name, new Blob([new Uint8Array(value.bytes)]), value.name);
		}
	}
	const response = new Response(form);
	return {
		contentType: String(response.headers.get('content-type')),
		bytes: new Uint8Array(await response.arrayBuffer()),
	};
};
