/** The answer of fetch_accounts (sections 2.3 and 4.1). The interface does not show its records, so the names are ours. */

import {checkRead} from './answer.ts';
import {amount, id, text} from './codecs.ts';
import type {Envelope} from './envelope.ts';
import {WireError} from './errors.ts';
import {findRecords} from './find-records.ts';
import {field, isObject, type RecordOf, record} from './record.ts';
import {safeText} from './text.ts';

/** The fields of an account; the aliases are ours. */
export const accountFields = record({
	id: field(id, 'accountid', 'account_id', 'id'),
	companyId: field(id, 'company_id'),
	firstName: field(text, 'first_name', 'firstname'),
	lastName: field(text, 'last_name', 'lastname'),
	fullName: field(text, 'full_name', 'name'),
	companyName: field(text, 'company_name', 'company'),
	phone: field(text, 'phone', 'phone_number'),
	email: field(text, 'email'),
	balance: field(amount, 'balance', 'outstanding_balance'),
	address: field(text, 'address1', 'address'),
	city: field(text, 'city'),
	state: field(text, 'state'),
	postalCode: field(text, 'postal_code', 'zip'),
	country: field(text, 'country'),
	birthday: field(text, 'birthday', 'date_of_birth'),
});

/** Our names of the fields by their wire names. */
const nameOf = new Map(Object.entries(accountFields.fields).flatMap(([name, {wire}]) => wire.map(one => [one, name])));

/** A phone number of an account. */
export type AccountPhone = {number: string; type?: string; timeZone?: string};

/**
 * An account. `phones` and `emails` are undefined if the service sent no such list. `altered` names the fields whose
 * text was changed to be safe to show: it must not be sent back.
 */
export type AccountRecord = RecordOf<(typeof accountFields)['fields']> & {
	phones?: readonly AccountPhone[] | undefined;
	emails?: readonly string[] | undefined;
	altered: readonly string[];
};

const textOf = (value: unknown): string | undefined =>
	(typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
		? safeText(String(value).trim())
		: undefined;

const textAt = (wire: Record<string, unknown>, ...names: readonly string[]): string | undefined =>
	names.map(name => textOf(Object.hasOwn(wire, name) ? wire[name] : undefined)).find(value => value !== undefined);

const phoneOf = (wire: unknown): AccountPhone | undefined => {
	if (!isObject(wire)) {
		const number = textOf(wire);
		return number === undefined ? undefined : {number};
	}
	const number = textAt(wire, 'phone_number', 'number', 'phone');
	const type = textAt(wire, 'phone_type', 'type');
	const timeZone = textAt(wire, 'time_zone', 'timezone');
	return number === undefined
		? undefined
		: {number, ...(type === undefined ? {} : {type}), ...(timeZone === undefined ? {} : {timeZone})};
};

const emailOf = (wire: unknown): string | undefined =>
	isObject(wire) ? textAt(wire, 'email', 'address') : textOf(wire);

/** The items of a list; undefined if it is not a list or an item is unreadable, since the field then stays as it came. */
const listOf = <T>(wire: unknown, itemOf: (item: unknown) => T | undefined): T[] | undefined => {
	const items = Array.isArray(wire) ? wire.map(itemOf) : undefined;
	return items?.every(item => item !== undefined) ? items : undefined;
};

const isAltered = (value: unknown): boolean =>
	typeof value === 'string'
		? safeText(value) !== value
		: Array.isArray(value) || isObject(value)
			? Object.values(value).some(isAltered)
			: false;

const decode = (wire: unknown): AccountRecord | undefined => {
	if (!isObject(wire)) {
		return undefined;
	}
	const {phones: phoneList, emails: emailList, ...rest} = wire;
	const phones = listOf(phoneList, phoneOf);
	const emails = listOf(emailList, emailOf);
	const known = accountFields.decode({
		...rest,
		...(phones || phoneList === undefined ? {} : {phones: phoneList}),
		...(emails || emailList === undefined ? {} : {emails: emailList}),
	});
	return (
		known && {
			...known,
			phones,
			emails,
			altered: Object.keys(wire)
				.filter(name => isAltered(wire[name]))
				.map(name => nameOf.get(name) ?? name),
		}
	);
};

/** How many accounts there are where an answer holds a part of them; undefined if it does not say so (ours). */
const totalIn = ({response}: Envelope, held: number): number | undefined => {
	const total = /^\d{1,15}$/.test(String(response.total)) ? Number(response.total) : 0;
	return total > held ? total : undefined;
};

/** Reads fetch_accounts's answer. @throws WireError `unreadable` if there is no list of accounts, or no account has a known field */
export const readAccounts = (envelope: Envelope): {records: AccountRecord[]; total: number | undefined} => {
	const found = findRecords(envelope, 'accounts');
	if (!found) {
		throw new WireError('unreadable', 'the answer has no list of accounts');
	}
	const records = found.flatMap(wire => decode(wire) ?? []);
	if (!records.some(({phones, emails}) => phones || emails)) {
		checkRead('accounts', accountFields, records);
	}
	return {records, total: totalIn(envelope, records.length)};
};
