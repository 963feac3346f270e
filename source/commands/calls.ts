/** `dialtop calls`: every call of a number, name or account, as the complaint sheet has it. */

import {command, type FlagRows} from '../cli/command.ts';
import {unmaskFlag} from '../cli/service-flags.ts';
import {formatOf, fromGrid, lookOf, printRows} from '../cli/table.ts';
import {inLocale} from '../cli/text.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {ruleDays} from '../model/call-count.ts';
import {type ComplaintRow, shownColumns} from '../present/complaint-columns.ts';
import {callRows, complaintJson} from '../present/complaint-page.ts';
import {readText, type SheetWords, sheetNotes, sheetSpans, subjectText} from '../present/complaint-text.ts';
import {csvOf, jsonOf} from '../present/csv-json.ts';
import {wrap} from '../present/format.ts';
import {maskOf} from '../present/mask.ts';
import {painted, type Spans} from '../present/spans.ts';
import {askSheet} from './calls/ask-sheet.ts';
import {readFlags} from './connect/board.ts';
import {reach} from './connect/reach.ts';

const flags = {
	days: {
		type: 'number',
		value: 'N',
		about: `only calls of the last N days, ${ruleDays} at least, as the limit is of ${ruleDays} days`,
		least: ruleDays,
		most: 10_000,
		whole: true,
	},
	...unmaskFlag,
	...readFlags,
} as const satisfies FlagRows;

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
			const found = await askSheet(reached, text, given);
			if (typeof found === 'number') {
				return found;
			}
			const {sheet, complaint} = found;
			const {timeZone} = reached.service;
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
