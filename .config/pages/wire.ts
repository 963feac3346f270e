/** What the page of the wire says of names and sums, made from the records of the wire and the help. */

import {formulas, glossary, written} from '../../source/present/glossary.ts';
import {accountFields} from '../../source/wire/account.ts';
import {dashboardRecord} from '../../source/wire/dashboard.ts';
import {loginRecord} from '../../source/wire/operations/authentication.ts';
import {campaignRecord} from '../../source/wire/operations/campaigns.ts';
import {listRecord} from '../../source/wire/operations/lists.ts';
import {toleranceRules} from '../../source/wire/tolerance.ts';
import {code, list, table} from './markdown.ts';

const records: Record<string, {fields: Record<string, {wire: readonly [string, ...string[]]}>}> = {
	login_user: loginRecord,
	get_campaigns: campaignRecord,
	'get_list, get_lists': listRecord,
	fetch_accounts: accountFields,
	get_dashboard_stats: dashboardRecord,
};

/** Every field that is read under more than one name. */
export const aliasesTable = (): string =>
	table(
		['answer of', 'field', 'also read as'],
		Object.entries(records).flatMap(([operation, {fields}]) =>
			Object.values(fields).flatMap(({wire: [name, ...aliases]}) =>
				aliases.length === 0 ? [] : [[code(operation), code(name), aliases.map(code).join(' ')]],
			),
		),
	);

/** The rules by which answers are read that do not come as the interface has them. */
export const rulesTable = (): string =>
	table(
		['rule', 'reads'],
		Object.entries(toleranceRules).map(([name, reads]) => [code(name), reads]),
	);

/** The words of the screen. */
export const glossaryTable = (): string =>
	table(
		['word', 'means'],
		glossary.map(term => [written(term).replaceAll('*', '\\*'), term.means]),
	);

/** How dialtop derives the figures that the service does not give. */
export const formulasList = (): string => list(formulas);
