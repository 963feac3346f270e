/** Applies faults to an answer. */
import {createHash} from 'node:crypto';
import type {FaultName} from './faults.ts';

/** The body of an HTTP answer. */
export type WrittenAnswer = {contentType: string; text: string};

const esc = '\u001b';

/** Texts that control a terminal, hide, reorder or overflow, as a service may send by mistake or malice. */
const hostileTexts: readonly string[] = [
	`${esc}[2J${esc}[Hwiped`,
	`${esc}[8mconcealed${esc}[0m`,
	`${esc}]0;another title\u0007titled`,
	`${esc}]52;c;aGVsbG8=\u0007clipped`,
	`${esc}]8;;http://elsewhere.example${esc}\\linked${esc}]8;;${esc}\\`,
	`${esc}[6n${esc}[casked`,
	`${esc}Pq#0${esc}\\${esc}_app${esc}\\strings`,
	'\u009b31mC1\u009d0;x\u009c',
	'two\nrows\r\nor\u2028three',
	'back\b\b\b\bspace\u007f',
	'bell\u0007 nul\u0000',
	'\u202egnirpS\u202c \u2066isolated\u2069',
	`z${'\u0301'.repeat(1000)}algo`,
	'\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466} family',
	'lone \ud800 surrogate',
	'zero\u200bwidth\u2060\ufeff',
	'huge '.repeat(20_000),
	'',
];

/** Whether a field holds free text; ids, states, figures and secrets are not replaced. */
const isText = (field: string): boolean =>
	/(?:^|_)(?:name|label|title|footer|message|body|reason|prompt|script|error|detail)$/.test(field);

/** Chosen by the text it replaces, so that a campaign keeps its hostile name from poll to poll. */
const hostileFor = (text: string): string =>
	hostileTexts[createHash('sha256').update(text).digest().readUInt32BE() % hostileTexts.length] ?? '';

const withHostileTexts = (value: unknown): unknown => {
	if (Array.isArray(value)) {
		return value.map(withHostileTexts);
	}
	if (typeof value !== 'object' || value === null) {
		return value;
	}
	return Object.fromEntries(
		Object.entries(value).map(([field, item]) => [
			field,
			typeof item === 'string' && item !== '' && isText(field) ? hostileFor(item) : withHostileTexts(item),
		]),
	);
};

const maintenance = '<!doctype html><title>Maintenance</title><p>We will be back soon.</p>';

/** @param struck the faults that strike this answer */
export const writeAnswer = ({response: given}: {response: object}, struck: ReadonlySet<FaultName>): WrittenAnswer => {
	if (struck.has('html')) {
		return {contentType: 'text/html; charset=utf-8', text: maintenance};
	}
	let response: Record<string, unknown> = {...given};
	if (struck.has('success-string')) {
		response.success = String(response.success);
	}
	if (struck.has('missing-arrays')) {
		response = Object.fromEntries(Object.entries(response).filter(([, value]) => !Array.isArray(value)));
	}
	if (struck.has('hostile-text')) {
		response = withHostileTexts(response) as Record<string, unknown>;
	}
	let text = JSON.stringify({response});
	if (struck.has('bad-json')) {
		text = text.replace(':', ';');
	}
	if (struck.has('truncated')) {
		text = text.slice(0, Math.ceil(text.length / 2));
	}
	return {contentType: 'application/json; charset=utf-8', text};
};
