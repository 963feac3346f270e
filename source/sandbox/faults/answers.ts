/** Applies faults to an answer. */
import {createHash} from 'node:crypto';
import type {FaultName} from './faults.ts';
import {hostileTexts} from './hostile.ts';

/** The body of an HTTP answer. */
export type WrittenAnswer = {contentType: string; text: string};

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
