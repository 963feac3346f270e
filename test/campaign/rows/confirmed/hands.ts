/** What hands do that mean something, and what happens to a keyboard that is left alone: bytes, and the time after them. */
import {keymap} from '../../../../source/present/keymap.ts';
import {keyBytes} from '../../../helpers/terminal-keys.ts';
import type {Random} from '../../row.ts';
import {keysFor} from '../once/form-keys.ts';
import {writesWith} from '../once/writes.ts';

/** One read of the terminal, and the milliseconds until the next. */
export type Touch = {bytes: string; then: number};

/** The bytes of every key that does something, and of some that answer. */
const keys = [
	...new Set([
		...keymap.flatMap(({keys}) => keys),
		...['y', 'n', 'enter', 'escape', 'backspace', 'Y', 'é', ' ', '\u001b[I', '\u001bOP'],
	]),
]
	// These end the program, or stop it.
	.filter(key => !['q', 'ctrl-c', 'ctrl-z', 'Q', 'ctrl-d'].includes(key))
	.map(keyBytes);

const pauses = [20, 60, 150, 300, 380, 399, 400, 401, 450, 520, 600, 900, 1900, 2100] as const;

/** How long somebody takes to read a question, mostly long enough. */
const reading = [
	30, 120, 250, 300, 350, 390, 399, 400, 420, 430, 450, 500, 600, 700, 900, 1500, 1999, 2000, 2400,
] as const;

const words =
	'Pretty Play Pay Party Python Hybrid Hyphen Hymn Stop Shy Yes Every Eyes Early Lyric Lay Undo Upy Type Try Day Deny May My yes y'.split(
		' ',
	);

const number = '5125550123';

/** What forms send: every write of the catalogue but that of a file. */
const writes = writesWith('').filter(({type}) => type !== 'upload_file');

/** One read of the terminal, and the milliseconds until the next. */
export const touch = (bytes: string, then: number): Touch => ({bytes, then});

/** Letters one by one. */
const letters = (text: string, pace: number): Touch[] => [...text].map(letter => touch(letter, pace));

/** What a trial knows that may be typed; `behind` is what stands before whatever confirms. */
export type Known = {names: readonly string[]; ids: readonly string[]; behind?: string};

/** What somebody does who fills in a form: of any write, or of a setting of a campaign. */
const byForm = ({pick, below}: Random, {names, ids, behind = ''}: Known): Touch[] => {
	const {type, fields, typed} = pick(below(2) === 0 ? writes : writes.filter(one => one.fields.campaign_id));
	const index = below(ids.length);
	const own = fields.campaign_id === undefined ? {} : {campaign_id: ids[index] ?? ''};
	const plain = type === 'stop_campaign' ? names[index] : typed;
	const answer = plain === undefined ? undefined : `${behind}${plain}`;
	const early = below(2) === 0 ? [touch(answer === undefined ? 'y' : '\r', pick(pauses))] : [];
	return [
		...[
			touch(':', 150),
			touch(type, 60),
			touch('\r', 200),
			touch(`${keyBytes('pageup').repeat(8)}${keysFor({type, fields: {...fields, ...own}})}`, 60),
		],
		touch(pick(['\u0013', '\u0013', '\u0013', '\r']), answer === undefined ? pick(reading) : 60),
		...(answer === undefined ? [] : [touch(answer, pick(reading))]),
		...early,
		touch(answer === undefined ? 'y' : '\r', pick(pauses)),
	];
};

/** What somebody does who wants something, with the time that he takes to read the question. */
const meant = (random: Random, {names, ids, behind = ''}: Known): Touch[] => {
	const {pick, below} = random;
	const read = pick(reading);
	const home = below(2) === 0 ? [touch('1', 520)] : [];
	// An answer that came too early leaves the question open.
	const answer = [touch('y', pick(pauses)), ...(below(2) === 0 ? [touch('y', pick(pauses))] : [])];
	const marks = Array.from({length: 1 + below(4)}, () => touch(' ', 40));
	switch (below(13)) {
		case 0:
		case 1:
			return [...home, touch('P', read), ...answer];
		case 2:
			return [...home, ...marks, touch('P', read), touch(pick(['1', '2', 'y']), pick(reading)), ...answer];
		case 3: {
			const what = `${behind}${[pick(names), pick(ids), `stop ${1 + below(4)}`][below(3)] ?? ''}`;
			return [
				...home,
				...(below(2) === 0 ? marks : []),
				touch('S', read),
				...(below(5) === 0 ? [touch(`\u001b[200~${what}\u001b[201~`, 60)] : letters(what, 25)),
				...(below(2) === 0 ? [touch('\r', pick(pauses))] : []),
				touch('\r', pick(pauses)),
			];
		}
		case 4:
			return [touch('3', 700), ...(below(2) === 0 ? marks : []), touch('L', read), ...answer];
		case 5:
			return [...home, ...letters(pick(['+', '++', '-', '+-+', '---']), 60), touch('E', read), ...answer];
		case 6:
			return [touch('H', read), ...answer];
		case 7:
			return [touch('U', read), ...answer];
		case 8:
			return [
				...home,
				...[touch('T', 200), ...letters(number, 15), touch('\r', 200), touch('7\r', 60), touch('\r', read)],
				...[...letters(`${behind}${number}`, 15), touch('\r', pick(pauses)), touch('\r', 100)],
			];
		case 9:
			return [
				...[touch('4', 500), touch('D', 500), ...letters(number, 15), touch('\r', 300), touch('1', read), ...answer],
			];
		case 10:
			return byForm(random, {names, ids, behind});
		case 11:
			return [
				...[touch('5', 900), touch('\u001b[B', 60), touch(pick(['+', '-', '\r']), 400), touch('\r', 500)],
				...[touch('E', read), ...answer],
			];
		default:
			return [...home, ...marks, touch(pick(['P', 'S']), read), touch('\u001b[A', 100), ...answer];
	}
};

/** What happens to a keyboard: keys of all kinds, words, pastes, bursts. */
const random = ({pick, below}: Random): Touch[] => {
	switch (below(6)) {
		case 0:
			return letters(pick(words), pick([25, 60, 150, 300, 420]));
		case 1: {
			const text = pick(['Py', 'Hy', 'P\ry', 'y', 'Uy\ry', `S${number}\r`, 'Ey', 'yyyy']);
			return [touch(below(2) === 0 ? `\u001b[200~${text}\u001b[201~` : text, pick(pauses))];
		}
		case 2:
			return [touch(pick(['<', '>', 'v', 'r', '\u001b[A', '\u001b[B', 'w', 'z', 'p']), pick(pauses))];
		default:
			return [touch(pick(keys), pick(pauses))];
	}
};

/** The next thing that happens at the keyboard. */
export const nextTouches = (numbers: Random, known: Known): Touch[] =>
	numbers.below(5) < 3 ? meant(numbers, known) : random(numbers);
