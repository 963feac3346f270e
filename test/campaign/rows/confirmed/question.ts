/** Reads the question at the end of a frame, as an operator does: what it asks for, what it names, how it is answered. */
import type {Arrived, Frame} from '../../judged.ts';

/** A question that is whole on screen; texts have single spaces. */
export type Question = {
	/** Why it was asked anew, as it says above itself; empty for one that was not. */
	anew: string;
	/** What it asks for: from the verb to the question mark. */
	head: string;
	/** All that dialtop says itself, the head too. */
	ours: string;
	/** What follows it: names and values that others wrote, and the field where something is typed. */
	texts: string;
	/** How it is answered: by a key, or by what it asks to type. */
	answer: {kind: 'key'} | {kind: 'name' | 'id'; service: string | undefined} | {kind: 'text'; text: string};
};

const oneSpaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** What a question is likely to do, which comes above it once it is known. */
const forecast =
	/^(?:No forecast: .*?\.|Likely (?:today )?at close: .*?(?:bands not calibrated|compared yet(?:, bands not calibrated)?|were inside their band(?:; \d+ of \d+ changes compared)?|of the last \d+ inside))(?: |$)/;

const asks: readonly (readonly [RegExp, (found: RegExpExecArray) => Question['answer']])[] = [
	[/\[y\/N\]/, () => ({kind: 'key'})],
	[/Type (?:(\S+), a space and )?its name:/, ([, service]) => ({kind: 'name', service})],
	[/Type (?:(\S+), a space and )?its id:/, ([, service]) => ({kind: 'id', service})],
	[
		/Type what is quoted last:/,
		({input}) => ({kind: 'text', text: /To be typed: (.*?)(?: Type:.*)?$/.exec(input)?.[1] ?? ''}),
	],
	[/Type (\S+|\S+ \S+|(?:\S+ )?[a-z ]+) to [a-z -]+:/, ([, text = '']) => ({kind: 'text', text})],
	[/Type ((?:\S+ )?[a-z ]+ \d+):/, ([, text = '']) => ({kind: 'text', text})],
];

/**
 * The question that a frame ends with, in an environment (behind the name of its service, while several are on screen); undefined if
 * there is none, or not all of it.
 */
export const questionIn = ({rows}: Frame, environment: string): Question | undefined => {
	const rule = rows.findLastIndex(row => /^─{20,}\s*$/.test(row));
	// A question of one row has no rule above it.
	const below = rule === -1 ? rows.slice(-1) : rows.slice(rule + 1);
	// A name may look like a question, but it never begins a row.
	const begin = `${environment}: `;
	const first = below.findIndex(row => row.startsWith(begin));
	if (first === -1 || below.some((row, y) => y > first && row.startsWith(begin))) {
		return undefined;
	}
	const anew = rule === -1 ? '' : oneSpaced(below.slice(0, first).join(' ')).replace(forecast, '');
	const text = oneSpaced(below.slice(first).join(' ')).slice(begin.length);
	const mark = text.indexOf('?');
	const found = asks
		.flatMap(([pattern, answerOf]) => {
			const match = pattern.exec(text);
			return match ? [{at: match.index, end: match.index + match[0].length, answer: answerOf(match)}] : [];
		})
		.toSorted((one, other) => one.at - other.at)
		.at(0);
	return found === undefined || mark === -1 || mark > found.at
		? undefined
		: {
				anew,
				head: text.slice(0, mark),
				ours: text.slice(0, found.at),
				texts: text.slice(found.end),
				answer: found.answer,
			};
};

/** What a command is about: a person before an account, a list before its campaign. */
export type Target = {kind: 'number' | 'account' | 'list' | 'campaign'; id: string};

/** What a command is about; undefined if its fields name nothing that is known. */
export const targetOf = ({fields}: Arrived): Target | undefined => {
	const find = (...names: string[]): string | undefined => names.map(name => fields[name]).find(Boolean);
	const kinds = {
		number: find('phone_number', 'to'),
		account: find('accountid', 'account_id', 'account[accountid]'),
		list: find('list_id'),
		campaign: find('campaign_id'),
	};
	for (const [kind, id] of Object.entries(kinds)) {
		if (id !== undefined) {
			return {kind: kind as Target['kind'], id};
		}
	}
	return undefined;
};

/** How a question may call a command. */
const verbsOf = ({type, fields}: Arrived): string[] => {
	const words = type.replaceAll('_', ' ');
	switch (type) {
		case 'play_campaign':
			return ['play'];
		case 'pause_campaign':
			return ['pause'];
		case 'stop_campaign':
			return ['stop'];
		case 'change_status':
			return [fields.status === 'Y' ? 'switch on' : 'switch off'];
		case 'update_campaign':
			return ['update', words];
		case 'dial_number':
			return ['test-call', words];
		case 'add_dnc':
			return ['do-not-call', words];
		case 'send_text_message':
			return ['text', words];
		case 'add_account':
			return ['add account', 'update', 'add or update'];
		default:
			return [words];
	}
};

/** What a question is about, if it is about this command: one target, several that it names, or so many at most. */
export type Match = {kind: 'one' | 'several'} | {kind: 'all'; most: number};

/** Whether what a question asks for is this command on its target. */
const matchOfHead = (head: string, verb: string, target: Target | undefined): Match | undefined => {
	if (head !== verb && !head.startsWith(`${verb} `)) {
		return undefined;
	}
	if (target === undefined) {
		// Forms of the service's own name no target that can be told from its fields.
		return {kind: 'one'};
	}
	const {kind, id} = target;
	const what = head.slice(verb.length + 1).replace(/ of campaign \S+$/, '');
	if ([id, `"${id}"`, `${kind} ${id}`, `${kind} "${id}"`].includes(what)) {
		return {kind: 'one'};
	}
	if (what === `${id}, the only campaign that dials`) {
		return {kind: 'all', most: 1};
	}
	const [, count, ofKind, ids = ''] = /^(\d+) (campaign|list)s \((.*)\)$/.exec(what) ?? [];
	if (ofKind === kind) {
		const named = ids.split(', ');
		return named.length === Number(count) && named.includes(id) ? {kind: 'several'} : undefined;
	}
	const [, dialing, paused] =
		/^(?:all (\d+) campaigns that dial|the (\d+) campaigns that were paused together)$/.exec(what) ?? [];
	const most = dialing ?? paused;
	return most !== undefined && kind === 'campaign' ? {kind: 'all', most: Number(most)} : undefined;
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A value as a whole: no longer number, word or id that holds it. One with signs in it is quoted. */
const whole = (text: string): string => `"?${escaped(text)}(?![\\w-])(?!\\.\\d)`;

/** What settings are called in questions; others go by their wire names. */
const settings: Readonly<Record<string, string>> = {
	autodiallevel: 'level',
	dial_method: 'dial method',
	number_of_lines: 'lines at most',
	adaptive_dropped_percentage: 'drop limit %',
	amd: 'machine detection',
	campaign_recording: 'recording',
};

/** How a question words a value of a command, as patterns of which one must be found. */
const wordingsOf = (type: string, name: string, value: string): string[] => {
	const asField = `(?:^| )${escaped(name)}: ${whole(value)}`;
	switch (`${type} ${name}`) {
		case 'dial_number campaign_id':
			return [asField, `settings of campaign ${whole(value)}`];
		case 'dial_number callerid':
			return [asField, `caller ID ${whole(value)}`];
		case 'add_dnc campaign_id':
			return [asField, `list of campaign ${whole(value)}`];
		case 'send_text_message campaign_id':
			return [asField, `for campaign ${whole(value)}`];
		case 'send_text_message message':
			return [asField, `Message: ${whole(value)}`];
		default: {
			if (type !== 'update_campaign') {
				return [asField];
			}
			const words = escaped(settings[name] ?? name);
			const shown = name === 'autodiallevel' ? Number(value).toFixed(2) : value;
			return [
				asField,
				`(?:[?,] )${words}(?: [\\d.]+ (?:higher|lower):)? from \\S+ to ${whole(shown)}`,
				` ${words}: [^→]*→ (?:${whole(shown)}|[^→]* \\(${escaped(value)}\\))`,
			];
		}
	}
};

/** Fields whose values are never shown. */
const secrets = new Set(['token', 'pass', 'old_pass', 'new_pass', 'payment_method_token']);

/** Whether a question shows every value that is sent, and no change that is not. */
const hasValues = ({ours, texts}: Question, command: Arrived): boolean => {
	const {type, fields} = command;
	const target = targetOf(command);
	const values = Object.entries(fields).filter(
		([name, value]) =>
			!(name === 'type' || secrets.has(name) || value === '') &&
			// The question's head has said these.
			!(value === target?.id && /_id$|^(?:phone_number|to|accountid)$/.test(name)) &&
			!(type === 'change_status' && name === 'status'),
	);
	const text = `${ours} ${texts}`;
	const changes = type === 'update_campaign' ? [...ours.matchAll(/ from \S+ to \S+|→/g)].length : 0;
	return (
		changes <= values.length &&
		values.every(([name, value]) => {
			const shown = oneSpaced(value).slice(0, 75);
			return wordingsOf(type, name, shown).some(wording => new RegExp(wording).test(text));
		})
	);
};

/** Whether a question asks for this very command: its verb, its target, its values. */
export const matchOf = (question: Question, command: Arrived): Match | undefined => {
	const target = targetOf(command);
	for (const verb of verbsOf(command)) {
		const match = matchOfHead(question.head, verb, target);
		if (match && hasValues(question, command)) {
			return match;
		}
	}
	return undefined;
};

/** Whether a name stands behind a label: whole, or its beginning where the screen had no room for all of it. */
const isBehind = (label: string, texts: string, name: string): boolean =>
	new RegExp(`(?:^| )${escaped(label)}: ${escaped(name)}(?: |$)`).test(texts) ||
	[...texts.matchAll(new RegExp(`(?:^| )${escaped(label)}: (.+?)…(?= |$)`, 'g'))].some(
		([, begin = '']) => begin.length >= 6 && name.startsWith(begin),
	);

/**
 * Whether a question calls its target by this name (undefined: by none), as it must where it asks for one or names several. A pause
 * of all that dial means them whatever they are called, and a form knows no names of lists that view 3 has not read.
 */
export const isNamed = ({texts}: Question, {kind}: Match, {kind: of, id}: Target, name: string | undefined): boolean =>
	kind === 'all' ||
	((of === 'list' || name === undefined) && !/(?:^| )Name: /.test(texts)) ||
	(name !== undefined &&
		(kind === 'several' ? [id] : [id, 'Name']).some(label => isBehind(label, texts, oneSpaced(name))));
