/** dialtop(1), made from the rows of the commands. Packages carry it; by itself this file writes it into dist/. */

import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {isDeepStrictEqual} from 'node:util';
import type {AnyCommand, FlagRow} from '../../source/cli/command.ts';
import {flagAbout, flagText, usageOf} from '../../source/cli/help.ts';
import {serviceFlags} from '../../source/cli/service-flags.ts';
import {commands} from '../../source/commands/commands.ts';
import {monitorCommand} from '../../source/commands/monitor.ts';
import {exitWords} from '../../source/config/exits.ts';
import {ownFlags, takesService} from './commands.ts';

const root = new URL('../..', import.meta.url).pathname;

type Pairs = readonly (readonly [string, string])[];

/** Text as roff prints it: no character of it is a request, an escape or a hyphen that is not the ASCII one. */
const plain = (text: string): string =>
	text
		.replaceAll('\\', '\\e')
		.replaceAll('-', '\\-')
		.replace(/^(?=[.'])/gm, '\\&');

const bold = (text: string): string => `\\fB${plain(text)}\\fR`;

const quoted = (text: string): string => `"${plain(text).replaceAll('"', '""')}"`;

const heading = (title: string): string => `.SH ${quoted(title.toUpperCase())}`;

const titled = (title: string, lines: readonly string[]): string[] =>
	lines.length === 0 ? [] : ['.PP', bold(title), ...lines];

/** Names, and what each of them means, indented. */
const list = (rows: Pairs): string[] =>
	rows.flatMap(([name, about]) => (name === '' ? ['.br', plain(about)] : ['.TP', bold(name), plain(about)]));

/** The most characters of a command line: with its indentation it fits into 80 columns. */
const longestLine = 68;

/** A command line; one that is too long goes on in a second, as a shell reads it. */
const folded = (line: string): string => {
	const at = line.length > longestLine ? line.slice(0, longestLine).search(/ [->|](?!.* [->|])/) : -1;
	return at === -1 ? line : `${line.slice(0, at)} \\\n    ${line.slice(at + 1)}`;
};

const sentence = (text: string, end: string): string =>
	plain(`${text[0]?.toUpperCase() ?? ''}${text.slice(1).replace(/[.:]$/, '')}${end}`);

/** Command lines as they are typed, and what each does. */
const typed = (rows: Pairs): string[] =>
	rows.flatMap(([line, does]) => [
		'.PP',
		sentence(does, ':'),
		'.PP',
		'.RS 4',
		'.EX',
		plain(folded(line)),
		'.EE',
		'.RE',
	]);

const flagPairs = (flags: Readonly<Record<string, FlagRow>>): Pairs =>
	Object.entries(flags).map(([name, row]) => [flagText(name, row), flagAbout(row)]);

/** What a command is called with, does, takes and answers; the service's flags have a section of their own. */
const described = (row: AnyCommand): string[] => {
	const {details = [], argument, sections = [], environment = [], exits, examples} = row;
	return [
		...details.flatMap(paragraph => ['.PP', plain(paragraph)]),
		...titled('Argument', argument ? list([[argument.name, argument.about]]) : []),
		...titled('Options', list(flagPairs(ownFlags(row)))),
		...sections.flatMap(([title, rows]) => titled(title, list(rows))),
		...titled(
			'Environment',
			environment.flatMap(line => ['.br', plain(line)]),
		),
		...titled('Exit codes', exits && !isDeepStrictEqual(exits, exitWords) ? list(exits) : []),
		...titled('Examples', typed(examples)),
	];
};

/** The page, as roff; `date` stands at its foot. */
const manPage = async (version: string, date: string): Promise<string> => {
	const rows: readonly AnyCommand[] = await Promise.all(commands.map(({load}) => load()));
	return `${[
		`.TH DIALTOP 1 "${date}" "dialtop ${version}" "User Commands"`,
		'.\\" Made from the program: dialtop COMMAND --help says the same of one command.',
		// Names of settings and files are not broken, and lines end where their words do.
		'.nr HY 0',
		'.ad l',
		heading('Name'),
		`dialtop \\- ${plain(monitorCommand.summary.replace(/\.$/, ''))}`,
		heading('Synopsis'),
		bold('dialtop'),
		'[\\fIoptions\\fR]',
		'.br',
		bold('dialtop'),
		'[\\fIservice options\\fR] \\fICOMMAND\\fR [\\fIoptions\\fR]',
		heading('Description'),
		plain(
			'Without a command it is a monitor in the terminal: it watches a dialing service, and changes what runs there after a question.',
		),
		...described(monitorCommand),
		heading('Service options'),
		plain('The monitor and every command that talks to a service take these:'),
		...list(flagPairs(serviceFlags)),
		heading('Commands'),
		...rows.flatMap(row => [
			`.SS ${quoted(usageOf(row))}`,
			sentence(row.summary, '.'),
			...(takesService(row) ? ['It takes the service options too.'] : []),
			...described(row),
		]),
		heading('Environment'),
		'Read by the monitor and by every command that talks to a service:',
		'.PP',
		plain(
			'DIALTOP_PROFILE, DIALTOP_URL, DIALTOP_USER, DIALTOP_PASSWORD, DIALTOP_TOKEN, DIALTOP_ENVIRONMENT, DIALTOP_PROXY, DIALTOP_CONFIG, NO_COLOR',
		),
		heading('Exit status'),
		'Of the commands that list none of their own:',
		...list(exitWords),
		heading('Files'),
		...list([
			['~/.config/dialtop/config.yml', 'profiles, keys, thresholds, columns; dialtop config shows what is in force'],
			['~/.local/state/dialtop/', 'the audit of commands, tokens, and what is recorded of services'],
			[
				'/usr/share/doc/dialtop/examples/config.yml',
				'every setting with its default, where dialtop was installed as a package',
			],
		]),
	].join('\n')}\n`;
};

/** The date of the last commit, so that the same commit gives the same page; today's without a repository. */
export const commitDate = (): Date => {
	try {
		return new Date(
			execFileSync('git', ['log', '-1', '--format=%cI'], {cwd: root, encoding: 'utf8', stdio: 'pipe'}).trim(),
		);
	} catch {
		return new Date();
	}
};

/** The page of this version. */
export const ownManPage = (): Promise<string> => {
	const {version} = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {version: string};
	return manPage(version, commitDate().toISOString().slice(0, 10));
};

if (import.meta.main) {
	writeFileSync(`${root}dist/dialtop.1`, await ownManPage());
}
