/** Masking: names and numbers of people are hidden wherever they show. Campaigns and lists are not people. */

import type {TargetName} from '../model/pending.ts';
import {hidden} from '../wire/words.ts';
import {nothing} from './format.ts';
import {segmenter} from './segmenter.ts';

/**
 * What a value reveals about a person. `query` is what was searched for: a name, a number, a reference; `text` may say anything:
 * phone numbers and email addresses within it are found.
 * `hidden` shows nothing at all, `secret` not even while masking is off, and `none` is of no person.
 */
export type Personal = 'name' | 'phone' | 'email' | 'account' | 'query' | 'text' | 'hidden' | 'secret' | 'none';

/** Returns a value, or the part of it that may be shown while people are masked. */
export type Mask = (kind: Personal, value: string) => string;

const dots = '••••';

const firstOf = (text: string): string => segmenter.segment(text)[Symbol.iterator]().next().value?.segment ?? '';

const initials = (name: string): string =>
	name
		.split(/\s+/u)
		.filter(Boolean)
		.map(word => `${firstOf(word)}${hidden}`)
		.join(' ');

/** In a text of fewer than five characters, the last two would be half of it. */
const lastTwo = (text: string): string => {
	const [trimmed, characters] = [text.trim(), text.replace(/[^\p{L}\p{N}]/gu, '')];
	return trimmed === '' ? '' : `${dots}${characters.length < 5 ? '' : characters.slice(-2)}`;
};

const address = (email: string): string => `${firstOf(email.trim())}${hidden}@${dots}`;

const emails = /[^\s@<>()",;:]+@[^\s@<>()",;:]+/g;
/** Seven digits and more, written together or as people group them; not the digits of a sum or of a call's id. */
const phones = /(?<![\d.])(?:\+?\d{7,15}|\+?(?:\d[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])?\d{3}[ .-]\d{4})(?!\d|\.\d)/g;

const masks: Record<Personal, (value: string) => string> = {
	name: initials,
	phone: value => value.replace(/[^,;\s][^,;]*/g, lastTwo),
	email: value => value.replace(/[^,;\s]+/g, address),
	account: lastTwo,
	query: value => (/\d{3}/.test(value) ? lastTwo(value) : initials(value)),
	text: value => value.replace(emails, address).replace(phones, lastTwo),
	hidden: value => (value === '' ? '' : dots),
	secret: value => (value === '' ? '' : dots),
	none: value => value,
};

/** The sign for a missing value is not masked. */
const masked: Mask = (kind, value) => (value === nothing ? value : masks[kind](value));

const open: Mask = (kind, value) => (kind === 'secret' ? masked(kind, value) : value);

/** How values show now. */
export const maskOf = (ui: {masked: boolean}): Mask => (ui.masked ? masked : open);

/** A reason of the service, without what was asked for, which it may repeat. */
export const maskReason = (mask: Mask, reason: string, asked: readonly (string | undefined)[]): string => {
	const words = asked
		.flatMap((value = '') => [value.trim(), ...value.split(/\s+/u)])
		.filter(value => value.length > 2)
		.toSorted((one, other) => other.length - one.length)
		.map(value => value.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&'));
	const hidden =
		words.length === 0 ? reason : reason.replaceAll(new RegExp(words.join('|'), 'gi'), found => mask('query', found));
	return mask('text', hidden);
};

/** By a part of the field's name, the first that fits. */
const fieldKinds: readonly (readonly [RegExp, Personal])[] = [
	[/^query$/, 'query'],
	[/pass(word|wd|phrase)?\b|secret|token|api ?key|\bcvv\b|card ?number/, 'secret'],
	[/e ?mails?\b/, 'email'],
	[/call ?back|caller ?id|time ?zone|phone ?type|campaign|list|unique/, 'none'],
	[/phone|mobile|\bcell\b|\bfax\b|^to$|^from$/, 'phone'],
	[/account ?(id|ref|reference|number|no)\b|^account$/, 'account'],
	[/address|postal|\bzip\b|birth|\bssn\b|custom ?\d+|comments?\b/, 'hidden'],
	[
		/(first|last|full|middle|company|holder|customer|user|display) ?(name|initial)|\bholder\b|^(user|agent|username)$|^added by$/,
		'name',
	],
];

/**
 * What the value of a field reveals about a person, by the field's name: `first_name`, `phones[0][phone_number]`, `fullName`.
 *
 * @param operation whose parameter it is: `name` is a person in `search_lead` alone
 */
export const personalOf = (field: string, operation?: string): Personal => {
	if (field === 'name' && operation === 'search_lead') {
		return 'name';
	}
	const words = field
		.replace(/[A-Z]/g, letter => ` ${letter}`)
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
		.toLowerCase();
	return fieldKinds.find(([pattern]) => pattern.test(words))?.[1] ?? 'text';
};

/** What naming a target reveals about a person. */
export const targetKinds: Record<TargetName['kind'], Personal> = {
	campaign: 'none',
	list: 'none',
	account: 'account',
	number: 'phone',
	service: 'text',
};

/** What a command acts on, as it may be shown. An account is named by its reference or by its holder. */
export const maskTarget = <T extends TargetName>(mask: Mask, target: T): T => {
	const kind = targetKinds[target.kind];
	const named = kind === 'account' && target.name !== target.id ? 'name' : kind;
	return {...target, id: mask(kind, target.id), name: mask(named, target.name)};
};
