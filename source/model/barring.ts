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
		const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
		if (text !== '') {
			return text;
		}
	}
	return undefined;
};

const numberOf = (fields: Fields): string | undefined =>
	numberKey(textAt(fields, 'phone_number', 'phone', 'number', 'dnc'));

/** What get_dncs says of a number that it was asked for. */
export const barringOf = (answer: Fields, number: string): Barring => {
	const lists = Object.values(answer).filter(Array.isArray);
	// Under another name, an empty list may be a list of something else.
	const listed = Object.hasOwn(answer, 'dncs') ? answer.dncs : lists.find(({length}) => length > 0);
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
	const others = entries.flatMap(entry => numberOf(entry) ?? []);
	if (others.length < listed.length) {
		return {kind: 'not-known', why: 'get_dncs answered with numbers that dialtop cannot read'};
	}
	// Others than those asked for: the service answers a page of all, and this number may be on another.
	const digits = number.replace(/\D/g, '');
	const isAsked = others.every(other => other.includes(digits));
	const total = Number(textAt(answer, 'total'));
	return (isAsked || total === listed.length) && !(total > listed.length)
		? {kind: 'not-listed'}
		: {kind: 'not-known', why: `it is not among the first ${listed.length} numbers that get_dncs answered`};
};
