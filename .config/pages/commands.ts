/** The page of the commands and the readme's table of them, made from the rows of the commands. */

import type {AnyCommand, FlagRow} from '../../source/cli/command.ts';
import {flagAbout, flagText, helpOf, usageOf} from '../../source/cli/help.ts';
import {serviceFlags} from '../../source/cli/service-flags.ts';
import {commands} from '../../source/commands/commands.ts';
import {monitorCommand} from '../../source/commands/monitor.ts';
import {exitWords} from '../../source/config/exits.ts';
import {code, codeBlock, page, table} from './markdown.ts';

const rows: readonly AnyCommand[] = [monitorCommand, ...(await Promise.all(commands.map(({load}) => load())))];

/** Every command in a line. */
export const commandsTable = (): string =>
	table(
		['command', 'does'],
		rows.map(row => [code(usageOf(row).replace(' [options]', '')), row.name === '' ? 'the monitor' : row.summary]),
	);

/** The exit codes of every command. */
export const exitsTable = (): string => table(['exit code', 'means'], exitWords);

const serviceTable = (): string =>
	table(
		['flag', 'means'],
		Object.entries<FlagRow>(serviceFlags).map(([name, row]) => [code(flagText(name, row)), flagAbout(row)]),
	);

/** Whether a command takes every option of the service. */
export const takesService = ({flags}: AnyCommand): boolean =>
	Object.keys(serviceFlags).every(name => flags[name]?.group === serviceFlags.profile.group);

/** The flags of a command that are not those of every command that takes the service's. */
export const ownFlags = (row: AnyCommand): Record<string, FlagRow> => {
	const common = takesService(row) ? Object.values<FlagRow>(serviceFlags) : [];
	return Object.fromEntries(Object.entries<FlagRow>(row.flags).filter(([, flag]) => !common.includes(flag)));
};

/** The help of a command, without what the page has once. */
const briefHelp = (row: AnyCommand): string => {
	const own = {...row, flags: ownFlags(row), exits: row.exits === exitWords ? [] : (row.exits ?? [])};
	const text = helpOf(own, row.name === '' ? commands : [])
		.replaceAll(/^ {2}(?:--version|-h, --help) .*\n/gm, '')
		.replace(/^Options\n\n/m, '')
		.trimEnd();
	return takesService(row) ? text.replace('[options]', '[service options] [options]') : text;
};

/** The page of the commands. */
export const commandsPage = (): string =>
	page(
		'# Every command',
		'`dialtop COMMAND --help` prints the section of a command, with the options and exit codes that many of them share and that are listed once here. [Commands by example](examples.md) shows what the commands print.',
		'## Service options',
		'They say which service to use, and how to reach it. Commands with `[service options]` in their usage take all of these, before or behind the name of the command:',
		serviceTable(),
		'[Profiles](configuration.md#profiles) and [environment variables](configuration.md#environment-variables) can set the same.',
		'## Exit codes',
		'Commands that list no exit codes have these:',
		exitsTable(),
		...rows.flatMap(row => [`## ${code(['dialtop', row.name].filter(Boolean).join(' '))}`, codeBlock(briefHelp(row))]),
	);
