/** Bodies of requests as fields: bracket names and JSON, within limits, into objects without a prototype. */
import {parse} from 'qs';

/** A body that never becomes a request; `status` is the HTTP status to answer with. */
export class BodyError extends Error {
	override readonly name = 'BodyError';
	readonly status: 400 | 413;

	constructor(status: 400 | 413, message: string) {
		super(message);
		this.status = status;
	}
}

/** The fields of a request. */
export type Fields = Record<string, unknown>;

/** Nesting, indexes and fields at most (ours). */
const depthLimit = 5;
const indexLimit = 1000;
const fieldLimit = 1000;

const isForbidden = (name: string): boolean => name === '__proto__' || name === 'constructor' || name === 'prototype';

const refuse = (message: string): never => {
	throw new BodyError(400, message);
};

/** Copies what was parsed into objects without a prototype, and counts as it goes. */
const tidy = (body: object): Fields => {
	let leaves = 0;
	const copy = (value: unknown, depth: number): unknown => {
		if (typeof value !== 'object' || value === null) {
			leaves++;
			return leaves > fieldLimit ? refuse(`more than ${fieldLimit} fields`) : value;
		}
		if (depth > depthLimit) {
			return refuse(`fields nest deeper than ${depthLimit}`);
		}
		if (Array.isArray(value)) {
			return value.length > indexLimit + 1
				? refuse(`an index above ${indexLimit}`)
				: value.map(item => copy(item, depth + 1));
		}
		const fields: Fields = Object.create(null);
		for (const [name, item] of Object.entries(value)) {
			fields[name] = isForbidden(name) ? refuse(`a field may not be called ${name}`) : copy(item, depth + 1);
		}
		return fields;
	};
	return copy(body, 0) as Fields;
};

/** Refuses a name with brackets that would reach into a prototype. @throws BodyError */
const checkName = (name: string): void => {
	const forbidden = name.split(/[[\]]/).find(isForbidden);
	if (forbidden !== undefined) {
		refuse(`a field may not be called ${forbidden}`);
	}
};

/** Reads `application/x-www-form-urlencoded`. @throws BodyError */
export const readForm = (body: string): Fields => {
	const pairs = new URLSearchParams(body);
	if (pairs.size > fieldLimit) {
		return refuse(`more than ${fieldLimit} fields`);
	}
	for (const name of pairs.keys()) {
		checkName(name);
	}
	try {
		return tidy(
			parse(body, {
				plainObjects: true,
				depth: depthLimit,
				strictDepth: true,
				arrayLimit: indexLimit + 1,
				parameterLimit: fieldLimit,
				throwOnLimitExceeded: true,
				duplicates: 'last',
			}),
		);
	} catch (error) {
		if (error instanceof RangeError) {
			return refuse(error.message);
		}
		throw error;
	}
};

/** A file that was uploaded. */
export type UploadedFile = {field: string; name: string; bytes: Uint8Array};

/** A name of a file without its folders: nothing that a disk or a terminal would take for more than a name. */
const baseName = (name: string): string => {
	const [last = ''] = name.split(/[/\\]/).slice(-1);
	const plain = last
		.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '')
		.trim()
		.slice(0, 255);
	return /^\.*$/.test(plain) ? 'upload' : plain;
};

/** Reads `multipart/form-data`, taken apart already. @throws BodyError */
export const readParts = (pairs: [name: string, value: string][], files: readonly UploadedFile[]): Fields => {
	const fields = readForm(new URLSearchParams(pairs).toString());
	for (const {field, name, bytes} of files) {
		checkName(field);
		fields[field] = {name: baseName(name), bytes};
	}
	return fields;
};

/** Reads `application/json`. @throws BodyError */
export const readJson = (body: string): Fields => {
	let parsed: unknown;
	try {
		parsed = JSON.parse(body);
	} catch {
		return refuse('the body is not JSON');
	}
	return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
		? tidy(parsed)
		: refuse('the body is not a JSON object');
};
