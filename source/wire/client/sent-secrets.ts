/** The secrets of a request: its token, passwords and phone numbers are registered, and none that was struck out is sent. */
import {WireError} from '../errors.ts';
import type {Parameters} from '../parameters.ts';
import {isObject} from '../record.ts';
import {keepPhone, keepSecret} from '../secrets.ts';
import {isPhoneField, isSecretField} from '../sensitive.ts';
import {hidden} from '../words.ts';

/** Seven digits or more, perhaps grouped. */
const phoneLike = /\+?\(?\d(?:[\s().-]*\d){6,}/g;

const keepPhones = (text: string): void => {
	for (const [phone] of text.matchAll(phoneLike)) {
		keepPhone(phone);
	}
};

const textsOf = (value: unknown): string[] => {
	if (typeof value === 'string' || typeof value === 'number') {
		return [String(value)];
	}
	const isPlain = Array.isArray(value) || (isObject(value) && !ArrayBuffer.isView(value.bytes));
	return isPlain ? Object.values(value).flatMap(textsOf) : [];
};

/** Registers the secrets and phone numbers among the fields of a request, by its rows. */
export const keepSent = (rows: Parameters, fields: Readonly<Record<string, unknown>>): void => {
	for (const [name, value] of Object.entries(fields)) {
		const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
		if (row?.fields) {
			for (const item of Array.isArray(value) ? value : [value]) {
				keepSent(row.fields, isObject(item) ? item : {});
			}
		} else if (isSecretField(name, row)) {
			textsOf(value).forEach(keepSecret);
		} else if (isPhoneField(name, row)) {
			textsOf(value).forEach(keepPhones);
		}
	}
};

/**
 * Checks what a write is to send.
 *
 * @throws WireError `bad-parameters` for a value with `•••`: it was read from an answer out of which a secret was struck
 */
export const checkWhole = (type: string, fields: Readonly<Record<string, unknown>>): void => {
	const name = Object.keys(fields).find(one => textsOf(fields[one]).some(text => text.includes(hidden)));
	if (name !== undefined) {
		const message = `${type}: ${name} has ${hidden}, which stands for a secret that was struck out`;
		throw new WireError('bad-parameters', message);
	}
};
