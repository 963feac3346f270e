/** `dialtop search`: search_lead, with a flag for each of its filters, made from the catalogue. */

import {command, type FlagRow} from '../cli/command.ts';
import {say} from '../cli/out.ts';
import {checkRowFlags, printChosen, rowFlags, sayCount} from '../cli/rows.ts';
import {unmaskFlag} from '../cli/service-flags.ts';
import {type Column, fromGrid, lookOf} from '../cli/table.ts';
import {dashed} from '../cli/text.ts';
import {UsageError} from '../config/errors.ts';
import {exits} from '../config/exits.ts';
import {type EntryRow, searchColumns} from '../present/columns.ts';
import {maskOf} from '../present/mask.ts';
import {forms} from '../service/forms.ts';
import {operations, type ParamsOf} from '../wire/operations/index.ts';
import type {Parameter} from '../wire/parameters.ts';
import {deadlineOf, readFlags} from './connect/board.ts';
import {exitOf, reach} from './connect/reach.ts';

const {query: _query, ...filters} = operations.search_lead.params;

/** A wire name as the key of a flag: `search_date` is `searchDate`. */
const camel = (wire: string): string => wire.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());

const placeholders: Partial<Record<Parameter['kind'], string>> = {date: 'DATE', integer: 'N'};

/** A flag for every filter; the catalogue checks its value. */
const filterFlags = Object.fromEntries(
	Object.entries<Parameter>(filters).map(([name, {kind, summary, choices}]) => [
		camel(name),
		{
			type: 'string',
			value: placeholders[kind] ?? 'TEXT',
			about: kind === 'date' ? `${summary} (YYYY-MM-DD)` : summary,
			group: 'Filters',
			...(choices ? {choices} : {}),
		} satisfies FlagRow,
	]),
) as Record<string, FlagRow>;

/** Columns that only programs get. */
const programColumns: readonly Column<EntryRow>[] = [
	{name: 'unique_id', of: ({entry}) => entry.uniqueId, isHidden: true},
	{name: 'campaign_id', of: ({entry}) => entry.campaignId, isHidden: true},
	{name: 'list_id', of: ({entry}) => entry.listId, isHidden: true},
];

const columnsOf = (shown: {masked: boolean}): readonly Column<EntryRow>[] => [
	...searchColumns(maskOf(shown)).map(fromGrid),
	...programColumns,
];

/** The search, checked against the catalogue. @throws UsageError */
const questionOf = (given: Readonly<Record<string, string>>): ParamsOf<'search_lead'> => {
	const {problems, params} = forms.check('search_lead', given);
	const words = problems
		.filter(({blocks}) => blocks)
		.map(({name, message}) => `${name === 'query' ? 'QUERY' : `--${dashed(camel(name))}`} ${message}`);
	if (words.length > 0) {
		throw new UsageError(words.join('; '));
	}
	if (Object.keys(params).length === 0) {
		throw new UsageError('give something to search for: a QUERY or a filter; dialtop search --help shows them');
	}
	return params;
};

/** `dialtop search`. */
export const searchCommand = command({
	name: 'search',
	summary: 'search leads and calls by name, phone, account or any filter of the service',
	details: [
		"Dates and times are the service's, which names no time zone. A closing line of the service goes to standard error.",
	],
	argument: {
		name: 'QUERY',
		about: 'a name, a number or an account; optional with filters',
		least: 0,
		most: 1,
	},
	flags: {...filterFlags, ...rowFlags, ...unmaskFlag, ...readFlags},
	examples: [
		['dialtop search lopez -p prod', 'by name'],
		['dialtop search -p prod --status DROP --days 1', 'the dropped calls since yesterday'],
		['dialtop search 2125550123 -p prod --from 2026-03-01 --to 2026-03-31 --csv', 'the calls of a number in a month'],
		['dialtop search -p prod --username ann --json | jq length', 'how many calls an agent had'],
	],
	async run({flags, input: [query], out}) {
		const format = checkRowFlags(columnsOf({masked: false}), flags);
		const given = flags as Readonly<Record<string, unknown>>;
		const question = questionOf({
			...(query === undefined ? {} : {query}),
			...Object.fromEntries(
				Object.keys(filters).flatMap(name => {
					const value = given[camel(name)];
					return typeof value === 'string' ? [[name, value]] : [];
				}),
			),
		});
		return reach(flags, async reached => {
			const outcome = await reached.call('search_lead', question, deadlineOf(flags.deadline));
			if (outcome.kind !== 'done') {
				return exitOf(outcome, reached, 'search');
			}
			const {entries, footer} = outcome.answer;
			if (!entries) {
				say('search: the service answered without a list of calls: no data');
				return exits.unreadable;
			}
			const rows = entries.map((entry, index) => ({id: String(index), entry}));
			const {paint} = lookOf(out, reached);
			printChosen(out, flags, {columns: columnsOf(reached), rows, paint, whenEmpty: 'nothing found'});
			if (format === 'table' && footer !== '') {
				// It may name people in a text that is not marked as a name.
				say(reached.masked ? 'the service adds a line, which --unmask shows' : `the service says: ${footer}`);
			}
			sayCount(out, flags, rows.length, 'row', reached.service.environment);
			return exits.done;
		});
	},
});
