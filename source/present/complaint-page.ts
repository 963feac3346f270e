/** A complaint sheet as one page for a file, and as data for programs. */
import type {Barring} from '../model/barring.ts';
import {type CallSheet, ruleDays} from '../model/call-count.ts';
import type {Complaint} from '../model/complaint.ts';
import {callColumns, shownColumns} from './complaint-columns.ts';
import {limitStatus, readText, type SheetWords, sheetNotes, sheetSpans, subjectText} from './complaint-text.ts';
import {snake, type Value} from './csv-json.ts';
import type {Mask} from './mask.ts';

/** Text with the special characters of Markdown and HTML escaped. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>|#~!&]/g, '\\$&');

const tableLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The page, in Markdown. @param made where and when it was made, in a few words */
export const complaintPage = (sheet: CallSheet, complaint: Complaint, words: SheetWords, made: string): string => {
	const columns = shownColumns(words.mask, words.limit, sheet.numbers);
	const rows = sheet.calls.map(call => tableLine(columns.map(column => plain(column.cell({id: call.id, call}).text))));
	const lines = [
		`# Calls to ${plain(subjectText(sheet.subject, words.mask))}`,
		'',
		plain(made),
		'',
		...sheetSpans(sheet, complaint, words).map(([, text]) => `- ${plain(text)}`),
		...sheetNotes(sheet, words, readText(complaint.subject, words.mask)).map(text => `- ${plain(text)}`),
		'',
		...(rows.length === 0
			? ['No calls.']
			: [tableLine(columns.map(({title}) => plain(title))), tableLine(columns.map(() => '---')), ...rows]),
	];
	return `${lines.join('\n')}\n`;
};

const barringJson = (number: string, barring: Barring | undefined, mask: Mask) => ({
	number: mask('phone', number),
	state: barring?.kind ?? 'not-known',
	...(barring?.kind === 'campaigns' ? {campaigns: barring.barred.map(({campaignId}) => campaignId)} : {}),
	...(barring?.kind === 'not-known' ? {why: barring.why} : {}),
});

/** The calls as rows of bare values, under the names of their columns. */
export const callRows = (
	{calls}: CallSheet,
	{mask, limit}: Pick<SheetWords, 'mask' | 'limit'>,
): {columns: readonly string[]; rows: readonly (readonly Value[])[]} => {
	const columns = callColumns(mask, limit);
	return {
		columns: [...columns.map(({id}) => (id === 'within' ? `calls_in_${ruleDays}_days` : snake(id))), 'unique_id'],
		rows: calls.map(call => [
			...columns.map(({raw, sort}) => (raw ? raw.of({id: call.id, call}) : sort({id: call.id, call}))),
			call.entry.uniqueId,
		]),
	};
};

/** The sheet as JSON. */
export const complaintJson = (
	sheet: CallSheet,
	{barrings, days}: Complaint,
	words: SheetWords,
): Record<string, unknown> => {
	const {mask, limit, timeZone} = words;
	const {subject, numbers, names, week, most, talk, inbound, texts, uncalled, undated, others, returned} = sheet;
	const {columns, rows} = callRows(sheet, words);
	return {
		subject: subjectText(subject, mask),
		counted_by: subject.kind,
		numbers: numbers.map(key => mask('phone', key)),
		names: names.map(name => mask('name', name)),
		limit,
		rule: '12 CFR 1006.14(b)',
		standing: limitStatus(sheet, limit),
		calls_in_7_days: subject.kind === 'words' ? null : week.calls,
		from: week.from,
		to: week.to,
		days_end_with: week.endsWith,
		most_in_any_7_days: most ?? null,
		last_talk: talk.last ?? null,
		calls_in_7_days_after_a_talk: subject.kind === 'words' ? null : talk.after,
		statuses_not_known: talk.unknown,
		may_be_more: returned.isPartial,
		days_asked_for: days ?? null,
		returned: {
			entries: returned.entries,
			total: returned.total ?? null,
			oldest: returned.oldest ?? null,
			says: returned.footers.map(footer => mask('hidden', footer)),
		},
		not_counted: {inbound, texts, uncalled, undated, others},
		time_zone: timeZone ?? null,
		do_not_call: numbers.map(number => barringJson(number, barrings.get(number), mask)),
		calls: rows.map(row => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null]))),
	};
};
