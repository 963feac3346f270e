/** Describes an operation of the catalogue in text. */

import {type DescribedParameter, parametersIn} from '../../api/describe.ts';
import type {AnyOperation} from '../../api/operation.ts';
import {type OperationType, operations} from '../../api/operations/index.ts';
import {pairs} from '../frame/help.ts';

const whose = (isGiven: boolean | undefined): string =>
	isGiven ? 'given by the interface' : 'ours: another service may differ';

const line = ({name, required, summary, allowed}: DescribedParameter): readonly [string, string] => [
	`${name}${required ? ' *' : ''}`,
	`${summary} (${allowed})`,
];

/** What an operation does, its parameters and its answer. */
export const describeOperation = (type: OperationType): string => {
	const {family, effect, summary, params, answer, documented}: AnyOperation = operations[type];
	const lines = parametersIn(params).map(line);
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
		...(fields.length > 0 ? fields.map(field => `  ${field}`) : ['  nothing more than its success']),
	].join('\n')}\n`;
};
