/**
 * Whether a number is on the do-not-call list. The interface only names get_dncs: what its answer does not show is not
 * known, and never taken as a no.
 */

import {numberKey} from './phone-number.ts';

/** Who barred a number, and when, in the service's words. */
export type BarredBy = {by: string | undefined; date: string | undefined};

/** What is known of a number. */
export type Barring =
	| {kind: 'everywhere'; barred: BarredBy}
	| {kind: 'campaigns'; barred: readonly (BarredBy & {campaignId: string})[]}
	/** The service answered for this number, and its list does not have it. */
	| {kind: 'not-listed'}
	| {kind: 'not-known'; why: string};

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const textAt = (fields: Fields, ...names: readonly string[]): string | undefined => {
	for (const name of names) {
		const value = fields[name];
		if ((typeof value === 'string' || typeof value === 'number') && String(value).trim() !== '') {
			return String(value).trim();
		}
	}
	return undefined;
};

const numberOf = (fields: Fields): string | undefined =>
	numberKey(textAt(fields, 'phone_number', 'phone', 'number', 'dnc'));

/** What get_dncs says of a number that it was asked for. */
export const barringOf = (answer: Fields, number: string): Barring => {
	const listed = Object.hasOwn(answer, 'dncs') ? answer.dncs : Object.values(answer).find(Array.isArray);
	if (!Array.isArray(listed)) {
		return {kind: 'not-known', why: 'get_dncs answered without a list'};
	}
	const entries = listed.filter(isFields);
	const found = entries.filter(entry => numberOf(entry) === number);
	const barred = found.map(entry => ({
		by: textAt(entry, 'added_by', 'user'),
		date: textAt(entry, 'added_date', 'date'),
		campaignId: textAt(entry, 'campaign_id', 'campaign'),
	}));
	const everywhere = barred.find(({campaignId}) => campaignId === undefined);
	if (everywhere) {
		return {kind: 'everywhere', barred: {by: everywhere.by, date: everywhere.date}};
	}
	if (barred.length > 0) {
		return {kind: 'campaigns', barred: barred as (BarredBy & {campaignId: string})[]};
	}
	if (listed.length > 0 && entries.every(entry => numberOf(entry) === undefined)) {
		return {kind: 'not-known', why: 'get_dncs answered without numbers that dialtop can read'};
	}
	// Others than those asked for: the service answers a page of all, and this number may be on another.
	const digits = number.replace(/\D/g, '');
	const isAsked = entries.every(entry => numberOf(entry)?.includes(digits) ?? false);
	const total = Number(textAt(answer, 'total'));
	return total === listed.length || (isAsked && !(total > listed.length))
		? {kind: 'not-listed'}
		: {kind: 'not-known', why: `it is not among the first ${listed.length} numbers that get_dncs answered`};
};
