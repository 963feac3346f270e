/** Commands of the operator's own on a row: what they are, and the figures of the row that their arguments may hold. */

import {titleOf} from '../alerts/life.ts';
import type {Alert} from '../model/alert.ts';
import type {CampaignRow} from '../model/select.ts';
import type {State} from '../model/state.ts';
import type {View} from './actions.ts';
import {alertSentence, alertStatus, figureCell, thresholdCell} from './alert-text.ts';
import {boardColumns} from './board-columns.ts';
import {isoTime} from './format.ts';

/** What a command can be about. */
export const ownRows = ['campaign', 'alert'] as const;
export type OwnRow = (typeof ownRows)[number];

/** Where its output goes: it has the terminal, its output is shown in a sheet, or its exit code alone is. */
export type OwnOutput = 'terminal' | 'sheet' | 'line';

/** A program and its arguments, which no shell reads. */
export type Arguments = readonly [program: string, ...args: string[]];

/** A command of the operator's own. */
export type OwnCommand = {
	/** Its name in the configuration. */
	name: string;
	keys: readonly string[];
	/** The program and its arguments, with placeholders such as `{name}`. */
	run: Arguments;
	on: OwnRow;
	/** True if it asks first. */
	isDangerous: boolean;
	output: OwnOutput;
	/** Milliseconds that it may take, where it has no terminal. */
	timeout: number;
	/** For the help: what it does. */
	about: string;
};

/** The views in which the keys of a command hold. */
export const ownViews: Readonly<Record<OwnRow, readonly View[]>> = {
	campaign: ['campaigns', 'campaign'],
	alert: ['alerts'],
};

/** Texts by the names of their placeholders. */
export type Values = Readonly<Record<string, string>>;

/** What a placeholder gets where the service gives no figure. */
const unknown = 'unknown';

const text = (value: unknown): string => (value === undefined || value === null ? unknown : String(value));

/** An id of a column as a placeholder is called: `timeLeft` is `{time-left}`. */
const dashed = (id: string): string => id.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** What every row has. */
const ofService = {
	service: ({source}: State) => source.profile,
	environment: ({source}: State) => source.environment,
	host: ({source}: State) => source.host,
	time: ({now}: State) => isoTime(now),
} as const;

/** What an alert has. */
const ofAlert = {
	id: ({campaignId}: Alert) => campaignId,
	name: ({name}: Alert) => name,
	rule: ({rule}: Alert) => rule,
	level: ({level}: Alert) => level,
	state: alertStatus,
	title: titleOf,
	text: (alert: Alert) => alertSentence(alert),
	figure: figureCell,
	threshold: thresholdCell,
	since: ({since}: Alert) => isoTime(since),
} as const;

const valuesOf = <T>(row: T, rows: Readonly<Record<string, (row: T) => unknown>>): Values =>
	Object.fromEntries(Object.entries(rows).map(([name, of]) => [name, text(of(row))]));

/** The columns of the board whose figures a command can have: those that are shown. */
const columnsIn = (state: State, interval: number) =>
	boardColumns(state, interval).filter(({width}) => Number.isFinite(width));

/** The placeholders that a command on such a row may have. */
export const placeholdersOn = (on: OwnRow, state: State): string[] => [
	...Object.keys(ofService),
	...(on === 'alert' ? Object.keys(ofAlert) : columnsIn(state, 0).map(({id}) => dashed(id))),
];

/** The figures of a campaign, as an export has them. */
export const campaignValues = (state: State, row: CampaignRow, interval: number): Values => ({
	...valuesOf(state, ofService),
	...Object.fromEntries(
		columnsIn(state, interval).map(({id, raw, sort}) => [dashed(id), text(raw ? raw.of(row) : sort(row))]),
	),
});

/** The figures of an alert. */
export const alertValues = (state: State, alert: Alert): Values => ({
	...valuesOf(state, ofService),
	...valuesOf(alert, ofAlert),
});

const placeholder = /\{([a-z][a-z-]*)\}/g;

/** The placeholders in an argument. */
export const placeholdersIn = (argument: string): string[] =>
	[...argument.matchAll(placeholder)].map(([, name = '']) => name);

/** The arguments with the values in them, or why they must not be run: a value is never taken for an option. */
export const filledIn = ([program, ...given]: Arguments, values: Values): {run: Arguments} | {why: string} => {
	const args = given.map(one => one.replace(placeholder, (whole, name: string) => values[name] ?? whole));
	const at = args.findIndex((argument, index) => argument.startsWith('-') && !given[index]?.startsWith('-'));
	return at === -1
		? {run: [program, ...args]}
		: {why: `${given[at]} begins with "-" here, and ${program} could take it for an option`};
};

/** A command line as it is shown: each argument that is more than a plain word in quotes, as a shell would need it. */
export const lineOf = (run: Arguments): string =>
	run
		.map(argument => (/^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`))
		.join(' ');
