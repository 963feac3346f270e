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

/** The page of the commands. */
export const commandsPage = (): string =>
	page(
		'# Every command',
		'Commands that talk to a service take these flags:',
		serviceTable(),
		'Each command below prints this help with `--help`. [Commands by example](examples.md) shows what they answer.',
		...rows.flatMap(row => [
			`## ${code(['dialtop', row.name].filter(Boolean).join(' '))}`,
			codeBlock(helpOf(row, row.name === '' ? commands : []).trimEnd()),
		]),
	);
