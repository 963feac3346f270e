/**
 * The secrets of this process: tokens, passwords and phone numbers sent or received. Logs, audit lines, errors and crash
 * messages pass through {@link struck}.
 */
import {hidden} from './words.ts';

/** Shorter secrets are not struck: they occur in ordinary words. */
const least = 4;

/** Most phone numbers that are kept; the least recently sent is dropped first. */
const phonesKept = 1000;

/** Tokens and passwords, never dropped, and phone numbers, latest last; each with all the forms it may take. */
const secrets = new Map<string, readonly string[]>();
const phones = new Map<string, readonly string[]>();

/** Every form, longest first, so that no part of a longer one is left; undefined if it must be rebuilt. */
let ordered: readonly string[] | undefined;

const ascii = (json: string): string =>
	json.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A text as URLs, forms and JSON (PHP's too) write it. */
const formsOf = (text: string): string[] => {
	const json = JSON.stringify(text).slice(1, -1);
	const escaped = [json, ascii(json)];
	// A lone surrogate has no form in a URL.
	const url = encodeURIComponent(text.toWellFormed());
	const form = new URLSearchParams([['', text]]).toString().slice(1);
	return [
		text,
		...escaped,
		...escaped.map(one => one.replaceAll('/', '\\/')),
		url,
		form,
		url.toLowerCase(),
		form.toLowerCase(),
	];
};

/** A phone number as sent, all its digits, and the last ten of them, as services answer. */
const phoneFormsOf = (text: string): string[] => {
	const digits = text.replace(/\D/g, '');
	return [...formsOf(text), digits, digits.slice(-10)];
};

const remember = (kept: Map<string, readonly string[]>, text: string, forms: () => string[]): void => {
	const known = kept.get(text);
	if (known) {
		// Keeps the latest last.
		kept.delete(text);
		kept.set(text, known);
		return;
	}
	kept.set(
		text,
		[...new Set(forms())].filter(form => form.length >= least),
	);
	ordered = undefined;
};

/** Registers a token or a password; one of fewer than four characters is ignored. */
export const keepSecret = (text: string): void => {
	if (text.length >= least) {
		remember(secrets, text, () => formsOf(text));
	}
};

/** Registers a phone number that is sent; the last thousand are kept. */
export const keepPhone = (text: string): void => {
	if (text.length < least) {
		return;
	}
	remember(phones, text, () => phoneFormsOf(text));
	const [oldest] = phones.keys();
	if (phones.size > phonesKept && oldest !== undefined) {
		phones.delete(oldest);
	}
};

const without = (text: string, forms: readonly string[]): string =>
	forms.reduce((rest, form) => (rest.includes(form) ? rest.replaceAll(form, hidden) : rest), text);

/** Seven or more digits, with the separators of people and URLs. */
const grouped = /\d(?:(?:[\s().+\-/]|%[\da-f]{2}){0,3}\d){6,}/gi;

/** Strikes phone numbers that are grouped differently than when sent. */
const withoutGrouped = (text: string): string =>
	text.replace(grouped, found => {
		const digits = found.replace(/%[\da-f]{2}|\D/gi, '');
		const isKept = [...phones.values()].some(forms => forms.some(form => form.length >= 7 && digits.includes(form)));
		return isKept ? hidden : found;
	});

const longestFirst = (...kept: Map<string, readonly string[]>[]): string[] =>
	kept.flatMap(map => [...map.values()].flat()).sort((one, other) => other.length - one.length);

/** The text with `•••` for every secret, in any form of URLs and JSON and, for phone numbers, any grouping. */
export const struck = (text: string): string => {
	ordered ??= longestFirst(secrets, phones);
	return withoutGrouped(without(text, ordered));
};

/** The same for the screen: strikes tokens and passwords but not phone numbers. */
export const struckOnScreen = (text: string): string => without(text, longestFirst(secrets));
