/** What may be recorded of a command: no secrets. In the audit, only the last four digits of phone numbers, and a description of files. */
import {createHash} from 'node:crypto';
import type {TargetName} from '../model/pending.ts';
import type {AnyOperation} from '../wire/operation.ts';
import {type OperationType, operations} from '../wire/operations/index.ts';
import {isUpload, type Parameter, type Parameters} from '../wire/parameters.ts';
import {isObject} from '../wire/record.ts';
import {struck, struckOnScreen} from '../wire/secrets.ts';
import {isPhoneField, isSecretField} from '../wire/sensitive.ts';
import {hidden} from '../wire/words.ts';

/** Characters of a text, items of a list and fields of a group that are recorded. */
const mostText = 500;
const mostItems = 20;
const mostFields = 100;

/** Runs of seven digits and more, with what people, and URLs, put between them. */
const numbers = /\+?\(?\d(?:(?:[\s().+\-/]|%[\da-f]{2}){0,3}\d){6,}/gi;

/** A phone number as its last four digits; less than that is hidden whole. */
const lastFour = (number: string): string => {
	const digits = number.replace(/%[\da-f]{2}|\D/gi, '');
	return digits.length > 4 ? `${hidden}${digits.slice(-4)}` : hidden;
};

/** Free text without phone numbers and secrets. */
export const masked = (text: string): string => {
	// Tokens first: a number within one is no phone. Cut last: half a secret would not be recognised.
	const whole = struck(struckOnScreen(text).replace(numbers, lastFour));
	return whole.length > mostText ? `${whole.slice(0, mostText)}…` : whole;
};

const recordedValue = (name: string, value: unknown, row: Parameter | undefined): unknown => {
	if (isSecretField(name, row)) {
		return hidden;
	}
	if (Array.isArray(value)) {
		const more = value.length - mostItems;
		const items = value
			.slice(0, mostItems)
			.map(item => (isObject(item) ? recordedFields(item, row?.fields) : recordedValue(name, item, row)));
		return more > 0 ? [...items, `… ${more} more`] : items;
	}
	if (isObject(value)) {
		return isUpload(value)
			? {
					file: masked(String(value.name)),
					bytes: value.bytes.length,
					sha256: createHash('sha256').update(value.bytes).digest('hex'),
				}
			: recordedFields(value, row?.fields);
	}
	if (typeof value === 'number' || typeof value === 'string') {
		const text = String(value);
		// The catalogue's own numbers, choices and days are no phone numbers.
		if (row && row.kind !== 'text' && row.kind !== 'repeated') {
			return typeof value === 'string' ? struck(value) : value;
		}
		const safe = !row && isPhoneField(name, row) ? lastFour(text) : masked(text);
		return safe === text ? value : safe;
	}
	return typeof value === 'boolean' || value === null ? value : undefined;
};

/** Parameters as the audit records them; `rows` is what the catalogue knows of them. */
export const recordedFields = (
	params: Readonly<Record<string, unknown>>,
	rows: Parameters | undefined,
): Record<string, unknown> => {
	const entries = Object.entries(params);
	const more = entries.length - mostFields;
	return Object.fromEntries([
		...entries
			.slice(0, mostFields)
			.map(([name, value]) => [
				masked(name),
				recordedValue(name, value, rows && Object.hasOwn(rows, name) ? rows[name] : undefined),
			]),
		...(more > 0 ? [['…', `${more} more`]] : []),
	]);
};

/** A target as the audit records it. */
export const recordedTarget = ({kind, id, name}: TargetName): TargetName =>
	kind === 'number'
		? {kind, id: lastFour(id), name: id === name ? lastFour(name) : masked(name)}
		: {kind, id: struck(id), name: id === name ? struck(name) : masked(name)};

/** Parameters as the model has them: what is secret is hidden. */
export const withoutSecrets = (
	operation: OperationType,
	params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
	const {params: rows}: AnyOperation = operations[operation];
	return Object.fromEntries(
		Object.entries(params).map(([name, value]) => [name, rows[name]?.kind === 'secret' ? hidden : value]),
	);
};
