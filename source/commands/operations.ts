/** `dialtop operations`: the catalogue of operations. */

import {command} from '../cli/command.ts';
import {type Column, formatFlags, formatOf, printRows} from '../cli/table.ts';
import {inLocale} from '../cli/text.ts';
import {UsageError} from '../config/errors.ts';
import {exits, localExitWords} from '../config/exits.ts';
import {didYouMean} from '../config/nearest.ts';
import type {AnyOperation} from '../wire/operation.ts';
import {isOperationType, type OperationType, operations} from '../wire/operations/index.ts';
import {describeOperation} from './call/help.ts';

type Row = AnyOperation & {type: OperationType};

const rows: readonly Row[] = Object.entries<AnyOperation>(operations).map(([type, row]) => ({
	...row,
	type: type as OperationType,
}));

const families = [...new Set(rows.map(({family}) => family))];

/** A family as one word: `payment-plans`. */
const typed = (family: string): string => family.replaceAll(' ', '-');

const columns: readonly Column<Row>[] = [
	{name: 'operation', of: ({type}) => type},
	{name: 'family', of: ({family}) => family},
	{name: 'effect', of: ({effect}) => effect},
	{name: 'parameters', of: ({documented}) => (documented ? 'given' : 'ours')},
	{name: 'answer', of: ({answer}) => (answer.given ? 'given' : 'ours')},
	{name: 'summary', of: ({summary}) => summary},
];

/** `dialtop operations`. */
export const operationsCommand = command({
	name: 'operations',
	summary: 'list the operations of the service, or show what one takes and answers',
	details: [
		'The effect decides what dialtop asks before it sends one: nothing for read, yes or no for write, the name or number for irreversible, the amount for money. Parameters and answers are "given" by the interface, or "ours": a guess of dialtop, from which your service may differ.',
	],
	argument: {
		name: 'FAMILY|TYPE',
		about: `a family (${families.map(typed).join(', ')}) or one operation`,
		least: 0,
		most: 1,
		completes: ['operation', 'family'],
	},
	flags: formatFlags,
	exits: localExitWords,
	examples: [
		['dialtop operations', 'all of them'],
		['dialtop operations payments', 'those of a family'],
		['dialtop operations add_account', 'one of them, with what it takes and answers'],
		['dialtop operations --json | jq -r ".[].operation"', 'their names'],
	],
	async run({flags, input: [wanted], out}) {
		const format = formatOf(flags);
		const some = rows.filter(({type, family}) => !wanted || type === wanted || typed(family) === typed(wanted));
		if (wanted !== undefined && some.length === 0) {
			const names = [...families.map(typed), ...Object.keys(operations)];
			throw new UsageError(
				`there is no family and no operation "${wanted}"${didYouMean(wanted, names)}; dialtop operations lists them`,
			);
		}
		if (wanted !== undefined && isOperationType(wanted) && format === 'table') {
			out.write(inLocale(describeOperation(wanted)));
		} else {
			printRows(out, {format, columns, rows: some});
		}
		return exits.done;
	},
});
