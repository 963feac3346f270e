/** What the readme and its page say of the commands, made from their rows. */

import {commands} from '../source/commands/commands.ts';
import type {AnyCommand, FlagRow} from '../source/commands/frame/command.ts';
import {flagAbout, flagText, helpOf, usageOf} from '../source/commands/frame/help.ts';
import {monitorCommand} from '../source/commands/monitor.ts';
import {serviceFlags} from '../source/commands/service/flags.ts';
import {exitWords} from '../source/config/exits.ts';
import {code, table} from './markdown.ts';

const rows: readonly AnyCommand[] = [monitorCommand, ...(await Promise.all(commands.map(({load}) => load())))];

/** Every command in a line. */
export const commandsTable = (): string =>
	table(
		['command', 'does'],
		rows.map(row => [code(usageOf(row).replace(' [options]', '')), row.name === '' ? 'the monitor' : row.summary]),
	);

/** The flags that every command takes that talks to a service. */
export const serviceTable = (): string =>
	table(
		['flag', 'means'],
		Object.entries<FlagRow>(serviceFlags).map(([name, row]) => [code(flagText(name, row)), flagAbout(row)]),
	);

/** The exit codes. */
export const exitsTable = (): string => table(['exit code', 'means'], exitWords);

/** The help of every command, as a page of its own. */
export const commandsPage = (): string =>
	`${[
		'# Every command',
		'As each says of itself with `--help`.',
		...rows.flatMap(row => [
			`## ${code(['dialtop', row.name].filter(Boolean).join(' '))}`,
			['```', helpOf(row, row.name === '' ? commands : []).trimEnd(), '```'].join('\n'),
		]),
	].join('\n\n')}\n`;
