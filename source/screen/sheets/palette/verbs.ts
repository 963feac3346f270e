/** Words of the palette that others follow: `pause 1004`, `level 1004 1.8`, `list-off 50018`, `search smith`. */

import {type CampaignVerb, campaignVerbs, whyNoControl} from '../../../steering/offer.ts';
import {askCallAgain, askDoNotCall, askTestCall, askText, whyNotParameter} from '../../keys/steps.ts';
import type {Context} from '../../store/context.ts';
import {type Line, type Lines, running, unfinished} from './line.ts';
import {calls, filter, oneList, search, sort} from './looking.ts';
import {campaignVerb, idsMeant, level, listVerb, playOrPause, switchList} from './steering.ts';
import {actionWords} from './words.ts';

/** Something for a number: it is asked about by what its key asks, and never kept. */
const forNumber =
	(
		word: string,
		operation: 'add_dnc' | 'delete_dnc' | 'dial_number' | 'send_text_message',
		about: string,
		run: (context: Context, number: string) => void,
		whyElse: (context: Context) => string | undefined = () => undefined,
	): Lines =>
	(rest = '', context) => {
		if (rest === '') {
			return [unfinished(`${word} NUMBER`, about, `${word} `, false)];
		}
		const field = operation === 'send_text_message' ? 'to' : 'phone_number';
		const why = whyNoControl(context.state) ?? whyElse(context) ?? whyNotParameter(context, operation, field, rest);
		return [running(`${word} ${rest}`, about, now => run(now, rest), {why, isKept: false})];
	};

const barring = forNumber('dnc add', 'add_dnc', 'bar a number from being called', askDoNotCall);

const testCall = forNumber(
	'test-call',
	'dial_number',
	'one test call with the settings of the selected campaign',
	askTestCall,
	now => (idsMeant(now).length > 0 ? undefined : 'no campaign is selected'),
);

/** The number, and the message if one follows. */
const textWords = /^(\S+)\s+(.+)$/s;

/** `text 2125550147`, `text 2125550147 We are open until six`. */
const text: Lines = (rest, context) => {
	const [, number = rest, message] = textWords.exec(rest ?? '') ?? [];
	const asked = forNumber('text', 'send_text_message', 'text a number', (now, to) => askText(now, to, message));
	return asked(number, context).map(line => (message === undefined ? line : {...line, text: `text ${rest}`}));
};

/** The words, each with what it makes of the rest of the line. */
const verbs: readonly (readonly [word: string, lines: Lines])[] = [
	...(Object.keys(campaignVerbs) as CampaignVerb[]).map(word => [word, campaignVerb(word)] as const),
	['level', level],
	['list-on', listVerb('on')],
	['list-off', listVerb('off')],
	['search', search],
	['calls', calls],
	['list', oneList],
	['filter', filter],
	['sort', sort],
	['dnc add', barring],
	['dnc remove', forNumber('dnc remove', 'delete_dnc', 'let a number be called again', askCallAgain)],
	['test-call', testCall],
	['text', text],
	['play or pause', playOrPause],
	['switch list', switchList],
	['list details', oneList],
	['do not call', barring],
	['test call', testCall],
	['complaint', calls],
	['complaint of', calls],
	...actionWords,
];

/** Fewer letters of a word mean none. */
const leastLetters = 2;

/** The lines that could be meant by what was typed; of a word that is not whole those that could run. */
export const linesFor = (typed: string, context: Context): Line[] => {
	const line = typed.trimStart();
	const lower = line.toLowerCase();
	const isWhole = (word: string): boolean => lower === word || lower.startsWith(`${word} `);
	const longest = Math.max(...verbs.map(([word]) => (isWhole(word) ? word.length : 0)));
	return verbs.flatMap(([word, lines]) => {
		if (isWhole(word)) {
			// What follows "list" in "list details 5" is no id.
			const rest = line.slice(word.length);
			return word.length < longest ? [] : lines(rest.trim(), context);
		}
		const isBegun = lower.length >= leastLetters && word.startsWith(lower);
		return isBegun ? lines(undefined, context).filter(({why}) => why === undefined) : [];
	});
};
