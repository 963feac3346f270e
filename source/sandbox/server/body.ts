/** Reads request bodies (form, multipart, JSON) into objects without a prototype, within limits. */
import {parse} from 'qs';
import {baseName} from '../rules/file-name.ts';

/** The body cannot be read. `statusCode` is the HTTP status of the answer, as in the errors of Fastify's parsers. */
export class BodyError extends Error {
	override readonly name = 'BodyError';
	readonly statusCode: 400 | 413;
	/** What the log says of it: nothing that the sender wrote. */
	readonly logged: string;

	constructor(statusCode: 400 | 413, message: string, logged = message) {
		super(message);
		this.statusCode = statusCode;
		this.logged = logged;
	}
}

/** The fields of a request. */
export type Fields = Record<string, unknown>;

/** The deepest nesting, the highest index and the most fields (ours). */
const depthLimit = 5;
const indexLimit = 1000;
const fieldLimit = 1000;

const refuse = (message: string): never => {
	throw new BodyError(400, message);
};

/** @throws BodyError if a name, or a part of a bracketed one, would reach into a prototype */
const checkName = (name: string): void => {
	const [forbidden] = /(?<=^|[[\]])(?:__proto__|constructor|prototype)(?=$|[[\]])/.exec(name) ?? [];
	if (forbidden !== undefined) {
		refuse(`a field may not be called ${forbidden}`);
	}
};

/** Copies a parsed body into objects without a prototype, checking the limits. */
const copyWithinLimits = (body: object): Fields => {
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
			checkName(name);
			fields[name] = copy(item, depth + 1);
		}
		return fields;
	};
	return copy(body, 0) as Fields;
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
		return copyWithinLimits(
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

/** An uploaded file. */
export type UploadedFile = {field: string; name: string; bytes: Uint8Array};

const fileNameLimit = 255;

/** Reads the parts of `multipart/form-data`. @throws BodyError */
export const readParts = (pairs: [name: string, value: string][], files: readonly UploadedFile[]): Fields => {
	const fields = readForm(new URLSearchParams(pairs).toString());
	for (const {field, name, bytes} of files) {
		checkName(field);
		fields[field] = {name: baseName(name, fileNameLimit), bytes};
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
		? copyWithinLimits(parsed)
		: refuse('the body is not a JSON object');
};
