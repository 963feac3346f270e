/** What to do about a reason: the key to press where there is a screen, else the command to run. */

import type {Off, Reason} from '../model/reason.ts';
import type {Source} from '../model/state.ts';
import type {ActionId} from './actions.ts';
import {counted} from './format.ts';
import {type Binding, keyFor, keymap} from './keymap.ts';
import {wordsOf} from './parameter-words.ts';
import {isWord} from './sentence.ts';

/** Names the key of an action. */
export type Keys = (action: ActionId) => string;

/**
 * Who reads a text: somebody at the screen, with its keys; or somebody at a command line, with the options that choose the service;
 * `isTyping` is set for somebody who types words to dialtop itself.
 */
export type Reader = Keys | (Pick<Source, 'flags'> & {isTyping?: true});

/** The keys of a keymap; that of the program unless another is given. */
export const keysOf =
	(bindings: readonly Binding[] = keymap): Keys =>
	action =>
		keyFor(bindings, action) ?? `:${action}`;

/** The possible remedies, each as the beginning of a sentence: `P`, or `dialtop pause 1001`. */
type Ways = {
	play: string;
	pause: string;
	raise: string;
	lower: string;
	test: string;
	figures: string;
	settings: string;
	upload: string;
	/** Switches on this list. */
	list(id: string): string;
	/** Switches on lists, of which none is named. */
	someList: string;
};

const byKeys = (key: Keys): Ways => ({
	play: key('playOrPause'),
	pause: key('playOrPause'),
	raise: key('levelUp'),
	lower: key('levelDown'),
	test: key('testCall'),
	figures: key('campaign'),
	settings: key('settings'),
	upload: `${key('palette')} upload_file`,
	list: id => `${key('switchList')} on list ${id} (${key('lists')})`,
	someList: `${key('switchList')} on a list (${key('lists')}) switches it on`,
});

/** Ids come from the service: one that is not a plain word is never put into a command line. */
const idText = (id: string): string => (isWord(id) && !id.startsWith('-') ? id : 'ID');

const byCommands = (campaignId: string, {flags = '', isTyping}: Exclude<Reader, Keys>): Ways => {
	const id = idText(campaignId);
	const run = (words: string): string => `dialtop ${words}${flags}`;
	/** A command that is also a word to dialtop. */
	const type = (words: string): string => (isTyping ? words : run(words));
	return {
		play: type(`play ${id}`),
		pause: type(`pause ${id}`),
		raise: type(`level ${id} +0.1`),
		lower: type(`level ${id} -0.1`),
		test: run('call dial_number'),
		figures: type(`campaign ${id}`),
		settings: run(`campaign ${id} --settings`),
		upload: run('call upload_file'),
		list: list => run(`list-on ${idText(list)}`),
		someList: `${run(`lists --campaign ${id} --status off`)} names them, ${run('list-on ID')} switches one on`,
	};
};

const waysOf = (reader: Reader, campaignId: string): Ways =>
	typeof reader === 'function' ? byKeys(reader) : byCommands(campaignId, reader);

/** What to do about leads on lists that are off, or about a lack of leads. */
const leadsAdvice = ({leads, list}: Off, ways: Ways): string => {
	if (list) {
		return `${ways.list(list.id)} switches on ${counted(list.remaining, 'lead')}`;
	}
	return leads > 0
		? `${counted(leads, 'lead')} on lists that are off: ${ways.someList}`
		: `${ways.upload} uploads leads`;
};

const slower = ({lower, pause}: Ways, hasLevel = true): string =>
	[...(hasLevel ? [`${lower} lowers the level`] : []), `${pause} pauses it`].join(', ');

/** What to do where calls come too fast for the agents; without a level, `hasLevel` is false. */
export const slowerText = (reader: Reader, campaignId: string, hasLevel: boolean): string =>
	slower(waysOf(reader, campaignId), hasLevel);

const advice = (reason: Reason, ways: Ways): string => {
	const setting = (name: string): string => `${ways.settings} shows ${name}`;
	switch (reason.kind) {
		case 'stopped':
		case 'paused':
			return `${ways.play} plays it`;
		case 'disputed':
			return `${ways.pause} pauses it`;
		case 'no-leads':
			return leadsAdvice({leads: 0, list: undefined}, ways);
		case 'lists-off':
		case 'leads-done':
		case 'leads-few':
			return leadsAdvice(reason.off, ways);
		case 'leads-off':
			return ways.someList;
		case 'outside-hours':
		case 'scheduler-word':
			return setting('the schedule');
		case 'level-zero':
		case 'level-down':
			return `${ways.raise} raises the level`;
		case 'no-lines':
		case 'lines-full':
		case 'held-back':
			return setting(wordsOf('number_of_lines').words);
		case 'no-velocity':
			return setting(wordsOf('velocity').words);
		case 'by-hand':
			return setting('the dial method');
		case 'caller-id':
			return setting('the caller id');
		case 'detection':
		case 'machines-pass':
			return setting('the machine detection');
		case 'dials-fail':
		case 'unanswered':
			return `${ways.test} places a test call, ${ways.pause} pauses it`;
		case 'drop-limit':
		case 'level-up':
		case 'more-answers':
		case 'long-talks':
		case 'long-wrap-up':
		case 'agents-left':
		case 'agents-paused':
		case 'no-agents':
		case 'none-ready':
			return slower(ways);
		case 'changed':
			return `${ways.figures} shows its figures`;
	}
};

/** What to do about a reason of a campaign. */
export const adviceOf = (reason: Reason, reader: Reader, campaignId: string): string =>
	advice(reason, waysOf(reader, campaignId));
