/** The tables of the page on scenarios: what each failure does to the figures, and what the monitor says in the sandbox's. */

import {type CauseName, causeTable, type Effect} from '../../source/model/causes.ts';
import {figureNames} from '../../source/model/figure-changes.ts';
import {shortWords} from '../../source/model/reason.ts';
import {figureText} from '../../source/present/diagnosis-text.ts';
import {scenarioNames} from '../../source/sandbox/scenarios/names.ts';
import {allTold, checksOf, minutesChecked, type Told} from '../../test/helpers/scenario-alerts.ts';
import {table} from './markdown.ts';

const marks: Readonly<Record<Effect, string>> = {
	fell: '↓',
	rose: '↑',
	same: '=',
	even: '=',
	instead: 'instead of people',
	'may fall': '(↓)',
	'may rise': '(↑)',
};

/** What each failure does to the figures: the table that the code chooses from. */
export const causesTable = (): string =>
	table(
		['cause', ...figureNames.map(name => figureText[name].name)],
		(Object.keys(causeTable) as CauseName[]).map(kind => [
			shortWords[kind],
			...figureNames.map(name => {
				const effect = causeTable[kind][name];
				return effect ? marks[effect] : '';
			}),
		]),
	);

const clock = (milliseconds: number): string =>
	`${Math.floor(milliseconds / 60_000)}:${String((milliseconds / 1000) % 60).padStart(2, '0')}`;

const after = (seconds: number | undefined): string => (seconds === undefined ? '—' : `${Math.round(seconds)} s`);

const rowOf = ({scenario, at, what, campaign, tellsAfter, alertAfter, alert, causeAfter, cause}: Told): string[] => [
	scenario,
	`${at > 0 ? `${clock(at)} ` : ''}${what}`,
	campaign,
	after(tellsAfter),
	`${after(alertAfter)}: ${alert}`,
	`${after(causeAfter)}: ${cause}`,
];

/** What the monitor says in each scenario, and how many seconds after it happened. */
export const scenariosTable = (): string =>
	table(
		[
			'scenario',
			'what happens',
			'campaign',
			'figures can tell after',
			'alert after',
			'cause first in view 2 after, and what to press',
		],
		allTold().map(rowOf),
	);

/** What `dialtop check` says at each minute of each scenario, in one look. */
export const checksTable = (): string => {
	const all = scenarioNames.map(name => checksOf(name, 1));
	return table(
		['minute', ...scenarioNames],
		Array.from({length: minutesChecked + 1}, (_, at) => [
			String(at),
			...all.map(checks => [checks[at]?.state, checks[at]?.rules.join(', ')].filter(Boolean).join(': ')),
		]),
	);
};
