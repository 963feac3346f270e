/**
 * Sentences about controls. dialtop's own words come first and name the target by its id; texts of others (the service,
 * or whoever filled a form) follow, so that no name can pass for a part of the sentence.
 */
import type {TargetName, Written} from '../model/pending.ts';
import type {Source} from '../model/state.ts';
import {cut, width, wrap} from './format.ts';

/** Precedes each text of others, and appears nowhere else. */
const gap = '  ';

const oneSpaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A sentence of dialtop's own, then what others wrote, each text after its label. */
export const sentence = (ours: string, texts: readonly Written[]): string =>
	[oneSpaced(ours), ...texts.map(([label, text]) => `${label}: ${oneSpaced(text)}`)].join(gap);

/** A sentence with each text of others cut to so many cells, its label included. */
export const cutTexts = (text: string, cells: number): string =>
	text
		.split(gap)
		.map((part, index) => (index === 0 ? part : cut(part, cells)))
		.join(gap);

/** Breaks a sentence into lines of so many cells; the further lines of a text of others are indented. */
export const wrapSentence = (text: string, cells: number): string[] => {
	const [ours = '', ...texts] = text.split(gap);
	const lines = wrap(ours, cells);
	for (const one of texts) {
		const joined = `${lines.at(-1)}${gap}${one}`;
		if (width(joined) <= cells) {
			lines.splice(-1, 1, joined);
		} else {
			lines.push(...wrap(one, cells - gap.length).map((line, index) => (index === 0 ? line : gap + line)));
		}
	}
	return lines;
};

/** Characters of a text of others within dialtop's own sentence, at most. */
const mostWithin = 40;

/** Characters of the name of a service, at most: it is not cut, since it says where a command goes. */
const mostOfName = 200;

/** True for a text that is one word: letters, digits and a few signs. */
export const isWord = (text: string): boolean => /^[\p{L}\p{N}_.:@+#/-]+$/u.test(text) && text.length <= mostWithin;

/** True for a text that can be typed on every keyboard. */
export const isTypeable = (text: string): boolean => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);

/** A status, an id or a value of others, within a sentence: in quotes that it cannot close, unless it is one word. */
export const word = (text: string, most: number = mostWithin): string =>
	isWord(text) ? text : `"${cut(oneSpaced(text).replaceAll('"', "'"), most)}"`;

/** The environment of a service, behind its name while several are on screen. */
export const serviceText = ({floor, environment}: Pick<Source, 'floor' | 'environment'>): string =>
	floor === undefined ? environment : `${word(floor, mostOfName)}, ${environment}`;

/** A sentence about a service, behind its name while several are on screen. */
export const onService = ({floor}: Pick<Source, 'floor'>, text: string): string =>
	floor === undefined ? text : `${word(floor, mostOfName)}: ${text}`;

/** The first of some texts, and how many more there are. */
export const someOf = (texts: readonly string[], most = 4): string =>
	texts.length <= most + 1 ? texts.join(', ') : `${texts.slice(0, most).join(', ')} and ${texts.length - most} more`;

const kindWords: Readonly<Record<TargetName['kind'], string>> = {
	campaign: '',
	list: 'list ',
	account: 'account ',
	number: '',
	service: '',
};

/** A target as sentences name it: by its id, or by its name if it is listed nowhere. */
export const idOf = ({kind, id, name}: TargetName): string =>
	kind === 'service' ? (name.split(' ').every(isWord) ? name : word(name)) : `${kindWords[kind]}${word(id)}`;

/** The name of a target, to follow a sentence that names it by its id. */
export const nameOf = ({kind, id, name}: TargetName): Written[] =>
	kind === 'service' || name === id ? [] : [['Name', name]];
