/** `DIALTOP_TRACE=FILE`: the monitor's keys, messages and requests as lines of JSON with their times, without secrets. */
import {chmodSync} from 'node:fs';
import {UsageError} from '../../config/errors.ts';
import {takesText} from '../../screen/state/prompt.ts';
import type {UiState} from '../../screen/state/state.ts';
import {openLogFile} from '../../service/log-file.ts';
import type {Key} from '../../terminal/keys.ts';
import {messageOf} from '../../wire/causes.ts';
import {struck} from '../../wire/secrets.ts';
import {hidden} from '../../wire/words.ts';

/** Characters after which a run adds no more. */
const most = 64 * 1024 * 1024;

/** Fields whose texts are dialtop's words, ids or reasons; any other text may be of a person, and is omitted. */
const named = new Set([
	'type',
	'id',
	'campaignId',
	'floor',
	'kind',
	'operation',
	'verb',
	'view',
	'focus',
	'tone',
	'reason',
]);

/** A message's figures, named texts and lengths of lists, and those of the objects in it. */
const factsOf = (message: object, depth = 0): object =>
	Object.fromEntries(
		Object.entries(message).flatMap(([field, value]): [string, unknown][] => {
			if (typeof value === 'string') {
				return named.has(field) ? [[field, struck(value).replace(/\d{7,}/g, hidden)]] : [];
			}
			if (typeof value === 'object' && value !== null) {
				const count = Array.isArray(value) ? value.length : value.size;
				return count !== undefined ? [[field, count]] : depth === 0 ? [[field, factsOf(value, 1)]] : [];
			}
			// A larger number may be a phone's.
			return typeof value === 'boolean' || Math.abs(value) < 1e9 ? [[field, value]] : [];
		}),
	);

/** Opens the file of a trace, adds to one that is there, and closes it to other users (0600). @throws UsageError */
export const openTrace = (path: string, complain: (message: string) => void) => {
	try {
		const {write, close} = openLogFile(path, complain);
		chmodSync(path, 0o600);
		let size = 0;
		const add = (kind: string, facts: object): void => {
			const line = `${JSON.stringify({time: new Date().toISOString(), kind, ...facts})}\n`;
			size += line.length;
			if (size <= most) {
				write(line);
			}
		};
		return {
			add,
			close,
			/** Adds the messages of this kind, with the name of their service if several are on screen. */
			message: (kind: string, floor?: string) => (message: object) => add(kind, {floor, ...factsOf(message)}),
			/** Adds a key, which it returns; of a letter that goes into a text, only that there was one. */
			key(key: Key, {prompt, sheet}: UiState): Key {
				const isText = key.text !== undefined && (key.paste || takesText(prompt) || sheet !== undefined);
				add('key', {name: isText ? hidden : key.name});
				return key;
			},
		};
	} catch (error) {
		throw new UsageError(`DIALTOP_TRACE ${path}: ${messageOf(error)}`);
	}
};
