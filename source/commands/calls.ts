/** `dialtop calls`: every call of a number, name or account, as the complaint sheet has it. */

import {type Call, command, type FlagRows} from '../cli/command.ts';
import {say} from '../cli/out.ts';
import {unmaskFlag} from '../cli/service-flags.ts';
import {formatOf, fromGrid, lookOf, printRows} from '../cli/table.ts';
import {inLocale} from '../cli/text.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {type Barring, barringOf} from '../model/barring.ts';
import {callSheet, ruleDays, serviceDay} from '../model/call-count.ts';
import {
	type Complaint,
	complaintAfter,
	mostBarrings,
	newComplaint,
	numbersOf,
	queriesOf,
	subjectTyped,
} from '../model/complaint.ts';
import {peopleOf, subjectFound} from '../model/complaint-people.ts';
import {type ComplaintRow, shownColumns} from '../present/complaint-columns.ts';
import {callRows, complaintJson} from '../present/complaint-page.ts';
import {personText, readText, type SheetWords, sheetNotes, sheetSpans, subjectText} from '../present/complaint-text.ts';
import {csvOf, jsonOf} from '../present/csv-json.ts';
import {counted, wrap} from '../present/format.ts';
import {maskOf} from '../present/mask.ts';
import {word} from '../present/sentence.ts';
import {painted, type Spans} from '../present/spans.ts';
import {reasonOf} from '../service/session.ts';
import {deadlineOf, readFlags} from './connect/board.ts';
import {exitOf, type Reached, reach} from './connect/reach.ts';

const flags = {
	days: {
		type: 'number',
		value: 'N',
		about: `only calls of the last N days; ${ruleDays} at least, which are those that are counted`,
		least: ruleDays,
		most: 10_000,
		whole: true,
	},
	...unmaskFlag,
	...readFlags,
} as const satisfies FlagRows;

/** Most people that are listed if several match. */
const listed = 20;

/** Several people match: the query must be more precise. */
const refuseSeveral = (complaint: Complaint, text: string, masked: boolean): never => {
	const people = peopleOf(complaint);
	throw new UsageError(`${word(text)} finds ${people.length} matches: give a number, or more of the name or account`, [
		...people
			.slice(0, listed)
			.map(person => `${counted(person.calls, 'call').padStart(9)}  ${personText(person, maskOf({masked}))}`),
		...(people.length > listed ? [`and ${people.length - listed} more, with fewer calls`] : []),
	]);
};

/** The complaint as the service answers it; or the exit code, after printing why there is none. */
const asked = async (
	reached: Reached,
	text: string,
	given: Call<typeof flags>['flags'],
): Promise<Complaint | number> => {
	const deadline = deadlineOf(given.deadline);
	const askedAt = {wall: Date.now(), mono: performance.now()};
	const {days} = given;
	let complaint: Complaint | undefined = newComplaint(subjectTyped(text), askedAt, days);
	for (const query of queriesOf(complaint.subject)) {
		const outcome = await reached.call('search_lead', {query, ...(days === undefined ? {} : {days})}, deadline);
		if (outcome.kind !== 'done') {
			return exitOf(outcome, reached, 'calls');
		}
		if (!outcome.answer.entries) {
			say('calls: the service answered without a list of calls: no data');
			return exits.unreadable;
		}
		complaint = complaintAfter(complaint, {type: 'complaint-answered', askedAt, result: outcome.answer}) ?? complaint;
	}
	const found = subjectFound(complaint);
	if (!found) {
		return refuseSeveral(complaint, text, reached.masked);
	}
	for (const number of numbersOf(found).slice(0, mostBarrings)) {
		const outcome = await reached.ask('get_dncs', {query: number.replace('+', '')}, deadline);
		const barring: Barring =
			outcome.kind === 'done'
				? barringOf(outcome.answer, number)
				: {kind: 'not-known', why: `get_dncs was not answered: ${reasonOf(outcome)}`};
		complaint = complaintAfter(complaint, {type: 'barring-read', number, barring}) ?? complaint;
	}
	return complaint;
};

/** The dial methods of the campaigns, so that text messages are not counted as calls; none if they cannot be read. */
const methodsOf = async (reached: Reached, deadline: ReturnType<typeof deadlineOf>) => {
	const outcome = await reached.call('get_campaigns', {}, deadline);
	return new Map(
		outcome.kind === 'done'
			? outcome.answer.records.map(({id = '', dialMethod = ''}): [string, string] => [id, dialMethod])
			: [],
	);
};

/** `dialtop calls`. */
export const callsCommand = command({
	name: 'calls',
	summary: 'show every call of a number, name or account, against the limit of seven days',
	details: [
		'For whoever says "you call me all the time": when, by which campaign, how it ended, how many in the last 7 days, and whether the number is on the do-not-call list. The limit is call_limit of the configuration; by default 7, the US rule for debt collectors (12 CFR 1006.14(b)). It counts what the service\'s search returned, and says so.',
		'A number may be written in any usual way and is matched exactly. If several people match, they are listed, and one of their numbers is to be given.',
	],
	argument: {name: 'NUMBER|NAME|ACCOUNT', about: 'whose calls', least: 1, most: 1},
	flags,
	examples: [
		['dialtop calls "+1 (415) 555-0100" -p prod', 'the sheet of a number'],
		['dialtop calls 2026-0000012 -p prod', 'the calls of an account, whatever its numbers'],
		['dialtop calls 4155550100 -p prod --json | jq .calls_in_7_days', 'how many within seven days'],
		['dialtop calls "Maria Lopez" -p prod --days 30 --csv > calls.csv', 'the calls of a month, for a spreadsheet'],
	],
	async run({flags: given, input: [text = ''], out}) {
		const format = formatOf(given);
		if (text.trim() === '') {
			throw new UsageError('say whose calls: a number, a name or an account');
		}
		return reach(given, async reached => {
			const complaint = await asked(reached, text, given);
			if (typeof complaint === 'number') {
				return complaint;
			}
			const isCalled = complaint.results.some(({entries = []}) => entries.length > 0);
			const methods = isCalled ? await methodsOf(reached, deadlineOf(given.deadline)) : new Map<string, string>();
			const {timeZone} = reached.service;
			const today = serviceDay(complaint.askedAt.wall, timeZone);
			const sheet = callSheet(complaint, {today, timeZone, methods});
			if (!sheet) {
				return exits.unreadable;
			}
			const words: SheetWords = {
				limit: reached.callLimit,
				mask: maskOf(reached),
				timeZone,
			};
			if (format === 'json') {
				out.write(jsonOf(complaintJson(sheet, complaint, words)));
				return exits.done;
			}
			if (format === 'csv') {
				out.write(csvOf(callRows(sheet, words)));
				return exits.done;
			}
			const look = lookOf(out, reached);
			const write = (spans: Spans): void => {
				for (const [role, line] of spans) {
					out.write(
						inLocale(
							wrap(line, out.columns ?? 1000)
								.map(part => `${painted([[role, part]], look)}\n`)
								.join(''),
						),
					);
				}
			};
			write([['title', `Calls to ${subjectText(sheet.subject, words.mask)}, ${reached.service.environment}`]]);
			write(sheetSpans(sheet, complaint, words));
			write(sheetNotes(sheet, words, readText(complaint.subject, words.mask)).map(note => ['faint', note] as const));
			printRows<ComplaintRow>(out, {
				format,
				columns: shownColumns(words.mask, words.limit, sheet.numbers).map(fromGrid),
				rows: sheet.calls.map(call => ({id: call.id, call})),
				paint: look.paint,
				fits: true,
				whenEmpty: 'nothing found',
			});
			return exits.done;
		});
	},
});
