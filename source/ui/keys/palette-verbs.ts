/** Words of the palette that others follow: `pause 1004`, `level 1004 1.8`, `list-off 50018`, `search smith`. */

import {whyNoControl} from '../../control/offer.ts';
import {type CampaignVerb, campaignVerbs} from '../../control/verbs.ts';
import type {Context} from '../screen/context.ts';
import {type Line, type Lines, running, unfinished} from './palette-line.ts';
import {calls, campaign, filter, oneList, search, sort} from './palette-looking.ts';
import {campaignVerb, idsMeant, level, listVerb} from './palette-steering.ts';
import {askCallAgain, askDoNotCall, askTestCall, askText, whyNotParameter} from './steps.ts';

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

/** The words, each with what it makes of the rest of the line. */
const verbs: readonly (readonly [word: string, lines: Lines])[] = [
	...(Object.keys(campaignVerbs) as CampaignVerb[]).map(word => [word, campaignVerb(word)] as const),
	['level', level],
	['list-on', listVerb('on')],
	['list-off', listVerb('off')],
	['search', search],
	['calls', calls],
	['campaign', campaign],
	['list', oneList],
	['filter', filter],
	['sort', sort],
	['dnc add', forNumber('dnc add', 'add_dnc', 'bar a number from being called', askDoNotCall)],
	['dnc remove', forNumber('dnc remove', 'delete_dnc', 'let a number be called again', askCallAgain)],
	[
		'test-call',
		forNumber(
			'test-call',
			'dial_number',
			'one test call with the settings of the selected campaign',
			askTestCall,
			now => (idsMeant(now).length > 0 ? undefined : 'no campaign is selected'),
		),
	],
	['text', forNumber('text', 'send_text_message', 'text a number', askText)],
];

/** Fewer letters of a word mean none. */
const leastLetters = 2;

/** The lines that could be meant by what was typed; of a word that is not whole those that could run. */
export const linesFor = (typed: string, context: Context): Line[] => {
	const line = typed.trimStart();
	const lower = line.toLowerCase();
	return verbs.flatMap(([word, lines]) => {
		if (lower === word || lower.startsWith(`${word} `)) {
			const rest = line.slice(word.length);
			return lines(rest === '' ? undefined : rest.trim(), context);
		}
		const isBegun = lower.length >= leastLetters && word.startsWith(lower);
		return isBegun ? lines(undefined, context).filter(({why}) => why === undefined) : [];
	});
};
