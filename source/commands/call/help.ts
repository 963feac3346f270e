/** Describes an operation, and for `dialtop call TYPE --help` a command line that calls it. */

import {pairs} from '../../cli/help.ts';
import {quoted} from '../../system/private.ts';
import {within} from '../../wire/bracket-names.ts';
import {type DescribedParameter, furtherNames, parametersIn} from '../../wire/describe.ts';
import type {AnyOperation, Effect} from '../../wire/operation.ts';
import {type OperationType, operations} from '../../wire/operations/index.ts';
import type {Parameter, Parameters} from '../../wire/parameters.ts';
import {isSecretRow} from '../../wire/sensitive.ts';

const whose = (isGiven: boolean | undefined): string =>
	isGiven ? 'given by the interface' : 'ours: another service may differ';

const line =
	(documented: boolean) =>
	({name, required, summary, allowed, source}: DescribedParameter): readonly [string, string] => [
		`${name}${required ? ' *' : ''}`,
		`${summary} (${allowed}${documented && source ? `; ${source}` : ''})`,
	];

/** What an operation does, its parameters and its answer. */
export const describeOperation = (type: OperationType): string => {
	const {family, effect, summary, params, answer, documented, more, ours = {}}: AnyOperation = operations[type];
	const lines = [
		...parametersIn(params, documented).map(line(documented)),
		...parametersIn(ours, false).map(line(true)),
		...(more
			? [
					[
						'any other field',
						`the interface says that there are more, and does not show them; the sandbox takes ${furtherNames(more)}`,
					] as const,
				]
			: []),
	];
	const fields = answer.fields ?? [];
	return `${[
		`  ${type}: ${summary}`,
		'',
		...pairs([
			['family', family],
			['effect', effect],
		]),
		'',
		`Parameters (${whose(documented)})${lines.length > 0 ? '; * is required' : ''}`,
		...(lines.length > 0 ? pairs(lines) : ['  none']),
		'',
		`Answer (${whose(answer.given)})`,
		...(fields.length > 0 ? fields.map(field => `  ${field}`) : ['  nothing but its success']),
	].join('\n')}\n`;
};

const samples: Readonly<Record<string, string>> = {
	campaign_id: '1001',
	list_id: '50001',
	phone_number: '2125550123',
	to: '2125550123',
	callerid: '8005550100',
	email: 'ann@example.com',
	company_id: '7',
};

/** An example of a parameter's value. */
const sampleOf = (name: string, {kind, min, choices}: Parameter): string => {
	switch (kind) {
		case 'choice':
			return choices?.[0] ?? '';
		case 'integer':
		case 'number':
			return samples[name] ?? String(Math.max(1, min ?? 1));
		case 'money':
			return '12.50';
		case 'date':
			return '2026-03-31';
		case 'file':
			return '@FILE';
		default:
			return samples[name] ?? 'TEXT';
	}
};

const wordsFor = (rows: Parameters, below = ''): string[] =>
	Object.entries(rows).flatMap(([name, row]) => {
		if (!row.required || isSecretRow(row)) {
			return [];
		}
		const wire = within(below, name) + (row.kind === 'repeated' ? '[0]' : '');
		return row.fields ? wordsFor(row.fields, wire) : [`${wire}=${sampleOf(name, row)}`];
	});

/** The flag that answers the question of an effect. */
const answers: Partial<Record<Effect, string>> = {
	write: '--yes',
	irreversible: '--confirm NAME',
	money: '--confirm AMOUNT',
};

/** A command line with the required parameters. */
const exampleOf = (type: OperationType): string => {
	const {params, effect}: AnyOperation = operations[type];
	const hasSecret = Object.values<Parameter>(params).some(row => row.required && isSecretRow(row));
	return [
		'dialtop call',
		type,
		...wordsFor(params).map(quoted),
		...(hasSecret ? ['--data -'] : []),
		...(answers[effect] ? [answers[effect]] : []),
	].join(' ');
};

/** The help of an operation. */
export const callHelp = (type: OperationType): string =>
	[
		describeOperation(type),
		'Example',
		`  $ ${exampleOf(type)}`,
		'',
		'dialtop call --help shows the options and the exit codes.',
		'',
	].join('\n');
