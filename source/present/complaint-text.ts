/** The sentences of a complaint sheet, for the screen, the command line and the page. */
import type {BarredBy, Barring} from '../model/barring.ts';
import {type CallSheet, type Days, ruleCalls, ruleDays} from '../model/call-count.ts';
import {type Complaint, mostBarrings, type Subject} from '../model/complaint.ts';
import type {Person} from '../model/complaint-people.ts';
import type {Talk} from '../model/conversation.ts';
import {numberText} from '../model/phone-number.ts';
import {width as cells, counted, months, number} from './format.ts';
import type {Mask} from './mask.ts';
import {word} from './sentence.ts';
import type {Span} from './spans.ts';
import type {Role} from './theme.ts';

/** Whether the calls are under, at or over the limit. */
export type LimitStatus = 'under' | 'at' | 'over' | 'unknown' | 'nobody';

/** A count that may not be whole can only be at or over the limit, never under it; and without a person there is no count. */
export const limitStatus = ({subject, week, returned}: CallSheet, limit: number): LimitStatus =>
	subject.kind === 'words'
		? 'nobody'
		: week.calls > limit
			? 'over'
			: week.calls === limit
				? 'at'
				: returned.isPartial
					? 'unknown'
					: 'under';

/** The colour of a count of calls. */
export const countRole = (calls: number | undefined, limit: number): Role =>
	calls === undefined ? 'faint' : calls > limit ? 'error' : calls === limit ? 'warning' : 'text';

const shownNumber = (key: string, mask: Mask): string => mask('phone', numberText(key));

const numbersText = (numbers: readonly string[], mask: Mask): string =>
	numbers.length === 1 ? shownNumber(numbers[0] ?? '', mask) : counted(numbers.length, 'number');

/** What a subject names of a person. */
export const subjectWords = (subject: Subject): readonly (string | undefined)[] => {
	switch (subject.kind) {
		case 'number':
			return [subject.number];
		case 'words':
			return [subject.text];
		case 'account':
			return [subject.id, subject.name, ...subject.numbers];
		case 'person':
			return [subject.name, ...subject.numbers];
	}
};

/** Whom a sheet is about: `(415) 555-0100`, `account 2026-17, 3 numbers`. */
export const subjectText = (subject: Subject, mask: Mask): string => {
	switch (subject.kind) {
		case 'number':
			return shownNumber(subject.number, mask);
		case 'words':
			return `"${mask('query', subject.text)}"`;
		case 'account':
			return [
				subject.id === undefined ? 'an account' : `account ${word(mask('account', subject.id))}`,
				...(subject.name === undefined ? [] : [mask('name', subject.name)]),
				numbersText(subject.numbers, mask),
			].join(', ');
		case 'person':
			return [
				subject.name === undefined ? 'no name' : mask('name', subject.name),
				...(subject.numbers.length === 0 ? [] : [numbersText(subject.numbers, mask)]),
			].join(', ');
	}
};

/** How the typed text was understood. */
export const readText = (subject: Subject, mask: Mask): string =>
	subject.kind === 'number'
		? `read as the number ${shownNumber(subject.number, mask)}`
		: subject.kind === 'words'
			? `"${mask('query', subject.text)}" read as a name, an account or a part of a number`
			: subjectText(subject, mask);

const scopes: Readonly<Record<Subject['kind'], (numbers: number) => string>> = {
	number: () => 'to this number',
	words: () => '',
	account: numbers => `to this account at ${counted(numbers, 'number')}`,
	person: numbers => (numbers === 1 ? 'to this name at this number' : `to this name at ${counted(numbers, 'number')}`),
};

/** How calls are counted. */
export const scopeText = ({subject, numbers}: CallSheet): string => scopes[subject.kind](numbers.length);

const dayText = (day: string): string => `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1]}`;

const daysText = ({from, to}: Days): string => `${dayText(from)} to ${dayText(to)}`;

/** The limit, and what it comes from. */
const limitText = (limit: number): string =>
	`the limit of ${limit} (${limit === ruleCalls ? '12 CFR 1006.14(b)' : 'call_limit'})`;

const statusTexts: Readonly<Record<Exclude<LimitStatus, 'nobody'>, (limit: number) => string>> = {
	under: limit => `under ${limitText(limit)}`,
	at: limit => `AT ${limitText(limit)}, one more is over it`,
	over: limit => `OVER ${limitText(limit)}`,
	unknown: limit => `whether that is under ${limitText(limit)} is not known`,
};

const statusRoles: Readonly<Record<LimitStatus, Role>> = {
	under: 'ok',
	at: 'warning',
	over: 'error',
	unknown: 'warning',
	nobody: 'warning',
};

/** `9 calls in the last 7 days (17 Nov to 23 Nov) to this number: OVER the limit of 7`. */
const countText = (sheet: CallSheet, limit: number): string => {
	const {week, returned} = sheet;
	const found = limitStatus(sheet, limit);
	if (found === 'nobody') {
		return 'nobody is found by this: check how it is written. No calls can be counted';
	}
	const calls = `${returned.isPartial ? 'at least ' : ''}${counted(week.calls, 'call')}`;
	const status = statusTexts[found](limit);
	return `${calls} in the last ${ruleDays} days (${daysText(week)}) ${scopeText(sheet)}: ${status}`;
};

/** The rule that the limit comes from, and what the service does not report for it. */
const ruleText = (limit: number): string =>
	`${limit === ruleCalls ? '' : `call_limit ${limit}; `}12 CFR 1006.14(b): ${ruleCalls} calls in ${ruleDays} days per person and debt; not legal advice`;

const byText = ({by, date}: BarredBy, mask: Mask): string => {
	const parts = [by && `by ${word(mask('name', by))}`, date && word(date)].filter(Boolean).join(', ');
	return parts === '' ? '' : ` (${parts})`;
};

const barredText = (barring: Barring | undefined, mask: Mask): string => {
	switch (barring?.kind) {
		case undefined:
			return 'being asked…';
		case 'everywhere':
			return `barred from EVERY campaign${byText(barring.barred, mask)}`;
		case 'campaigns':
			return `barred from ${barring.barred.map(one => `campaign ${word(one.campaignId)}${byText(one, mask)}`).join(', ')}; not from others`;
		case 'not-listed':
			return 'not on the list';
		case 'not-known':
			return `not known: ${barring.why}`;
	}
};

/** The do-not-call state of each number, a line each. */
const barringSpans = (sheet: CallSheet, {barrings}: Pick<Complaint, 'barrings'>, mask: Mask): Span[] => {
	if (sheet.numbers.length === 0) {
		return [['faint', 'do not call: not known, since no number is']];
	}
	const shown = sheet.numbers.slice(0, mostBarrings).map((key): Span => {
		const barring = barrings.get(key);
		const of = sheet.numbers.length > 1 ? ` ${shownNumber(key, mask)}` : '';
		const role: Role = barring?.kind === 'everywhere' ? 'ok' : barring === undefined ? 'pending' : 'text';
		return [role, `do not call${of}: ${barredText(barring, mask)}`];
	});
	const unasked = sheet.numbers.length - shown.length;
	return unasked === 0 ? shown : [...shown, ['text', `do not call: not asked of ${counted(unasked, 'more number')}`]];
};

/** Cells of what is quoted whole. */
const longQuote = 60;

/** A long footer up to its first colon: what it lists after that may be other people, whom the sheet is not about. */
const quoted = (footer: string): string => {
	const [heading = '', ...listed] = footer.split(': ');
	return cells(footer) <= longQuote || listed.length === 0 ? footer : `${heading}: …`;
};

/** The text of the service below its entries. It may name anybody, so masking hides all of it. */
const footersText = ({footers}: CallSheet['returned'], mask: Mask): string =>
	footers.map(footer => `; it says: "${mask('hidden', quoted(footer)).replaceAll('"', "'")}"`).join('');

const uncountedText = ({inbound, texts, uncalled, undated, others}: CallSheet): string =>
	[
		inbound > 0 && `${number(inbound)} inbound`,
		texts > 0 && counted(texts, 'text message'),
		uncalled > 0 && `${number(uncalled)} without a logged call`,
		undated > 0 && `${number(undated)} without a date that can be read`,
		others > 0 && `${number(others)} of others`,
	]
		.filter(Boolean)
		.join(', ');

const entriesText = (count: number): string => `${number(count)} ${count === 1 ? 'entry' : 'entries'}`;

/** How much was returned, so that no partial count is taken for the whole. */
const returnedText = (sheet: CallSheet, days: number | undefined, mask: Mask): string => {
	const {returned} = sheet;
	const {entries, total, isPartial, oldest} = returned;
	const asked = days === undefined ? '' : ` of the last ${counted(days, 'day')}`;
	const first =
		total !== undefined && isPartial
			? `the service returned the first ${number(entries)} of ${number(total)} entries${asked}`
			: isPartial
				? `the service returned ${entriesText(entries)}${asked}, and there may be more`
				: `counted is what the service's search returned${asked}: ${entriesText(entries)}`;
	const since = oldest === undefined ? '' : `, the oldest of ${oldest.slice(0, 16)}`;
	const uncounted = uncountedText(sheet);
	return `${first}${since}${uncounted === '' ? '' : `; not counted: ${uncounted}`}${footersText(returned, mask)}`;
};

/** Whose calendar the days are of. */
const dayOfText = ({week: {endsWith, to}}: CallSheet, timeZone: string | undefined): string => {
	if (timeZone !== undefined) {
		return `days are the service's, by time_zone ${timeZone}${endsWith === 'today' ? '' : ', up to its newest call'}`;
	}
	const end = endsWith === 'answers' ? 'its newest call' : `${dayText(to)}, the earliest day that it can be there`;
	return `days are the service's, up to ${end}, since the profile has no time_zone`;
};

/** Words of the service that are quoted, and how many. */
const wordsQuoted = 3;

const unknownText = ({unknown}: Talk): string => {
	const shown = unknown.slice(0, wordsQuoted).map(status => (status === '' ? 'no status' : word(status)));
	const more = unknown.length > wordsQuoted ? [`${unknown.length - wordsQuoted} more`] : [];
	return unknown.length === 0 ? '' : `; unknown: ${[...shown, ...more].join(', ')}`;
};

/** The second arm of the rule: no calls for seven days after a conversation, its own day included. */
const talkSpan = ({talk, week, returned}: CallSheet): Span => {
	const {last, after} = talk;
	const unknown = unknownText(talk);
	if (!last) {
		const some = returned.isPartial ? ' among those that were returned' : '';
		return [unknown === '' ? 'text' : 'warning', `talked*: no conversation${some}, by status${unknown}`];
	}
	const isOpen = week.to <= last.to;
	const since =
		last.calls > 0
			? `${counted(last.calls, 'call')} since, within ${ruleDays} days: OVER, the rule has none`
			: isOpen
				? `no call since; the rule has none through ${dayText(last.to)}`
				: `no call in the ${ruleDays} days from then`;
	const others = after - last.calls;
	const earlier = others > 0 ? `; ${counted(others, 'call')} so soon after earlier ones` : '';
	return [
		after > 0 ? 'error' : isOpen ? 'warning' : 'text',
		`talked* ${dayText(last.when)} ${last.when.slice(11)} (${word(last.status)}): ${since}${earlier}${unknown}`,
	];
};

/** What the sentences of a sheet depend on. */
export type SheetWords = {
	limit: number;
	mask: Mask;
	timeZone: string | undefined;
};

/** The lines above the calls, the gravest first: a sentence each. */
export const sheetSpans = (sheet: CallSheet, complaint: Complaint, words: SheetWords): readonly Span[] => {
	const {limit, mask} = words;
	const {week, most} = sheet;
	const isWorse = most !== undefined && most.calls > week.calls;
	return [
		[statusRoles[limitStatus(sheet, limit)], countText(sheet, limit)],
		...(isWorse
			? [
					[
						countRole(most.calls, limit),
						`most in any ${ruleDays} days: ${counted(most.calls, 'call')} (${daysText(most)})${most.calls > limit ? `, OVER ${limitText(limit)}` : ''}`,
					] as const,
				]
			: []),
		...(limitStatus(sheet, limit) === 'nobody' ? [] : [talkSpan(sheet)]),
		...barringSpans(sheet, complaint, mask),
		['text', returnedText(sheet, complaint.days, mask)],
	];
};

/** The lines below the calls: the rule, what was asked, and whose calendar the days are of. */
export const sheetNotes = (
	sheet: CallSheet,
	{limit, timeZone}: Pick<SheetWords, 'limit' | 'timeZone'>,
	asked: string,
): string[] => [
	ruleText(limit),
	`${asked}; ${dayOfText(sheet, timeZone)}; search_lead does not say how long calls took`,
];

/** One of several people, in a line. */
export const personText = ({name, numbers, isSeveral}: Person, mask: Mask): string =>
	[
		name === undefined ? 'no name' : mask('name', name),
		isSeveral ? `all ${counted(numbers.length, 'number')} of this name` : numbersText(numbers, mask),
	].join(', ');
