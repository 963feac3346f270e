/** The help of a command, made from its row. */
import {exitWords} from '../config/exits.ts';
import {wrap} from '../present/format.ts';
import type {AnyCommand, ArgumentRow, CommandEntry, FlagRow} from './command.ts';
import {dashed} from './text.ts';

const width = 100;

/** Two columns, the second one wrapped. */
export const pairs = (rows: readonly (readonly [string, string])[]): string[] => {
	const indent = Math.min(30, Math.max(0, ...rows.map(([name]) => name.length)));
	return rows.flatMap(([name, about]) => {
		const lines = wrap(about, width - indent - 4).map((line, index) =>
			`  ${(index === 0 ? name : '').padEnd(indent)}  ${line}`.trimEnd(),
		);
		return name.length > indent
			? [`  ${name}`, ...lines.map(line => line.replace(`  ${name}`, ' '.repeat(indent + 2)))]
			: lines;
	});
};

/** A flag as help writes it: `-p, --profile NAME`. */
export const flagText = (name: string, {short, value}: FlagRow): string =>
	`${short ? `-${short}, ` : ''}--${dashed(name)}${value ? ` ${value}` : ''}`;

/** What a flag does, and the values it takes. */
export const flagAbout = ({about, choices, many}: FlagRow): string =>
	[about, choices && `: ${choices.join(', ')}`, many && '; may be given several times'].filter(Boolean).join('');

/** The placeholder of a command's argument: `ID…`, `[ID…]`. */
const argumentText = ({name, least, most, isFixed}: ArgumentRow): string => {
	const text = `${name}${most > 1 && !isFixed && !name.includes('…') ? '…' : ''}`;
	return least === 0 ? `[${text}]` : text;
};

/** How a command is called: `dialtop play ID… [options]`. */
export const usageOf = ({name, argument}: AnyCommand): string =>
	['dialtop', name, argument && argumentText(argument), '[options]'].filter(Boolean).join(' ');

const section = (title: string, lines: readonly string[]): string[] =>
	lines.length === 0 ? [] : ['', title, ...lines];

const flagSections = ({flags}: AnyCommand): string[] => {
	const rows = Object.entries<FlagRow>(flags);
	const groups = Map.groupBy(rows, ([, {group}]) => group ?? 'Options');
	const own = groups.get('Options') ?? [];
	groups.delete('Options');
	const text = (some: readonly (readonly [string, FlagRow])[]) =>
		some.map(([name, row]): [string, string] => [flagText(name, row), flagAbout(row)]);
	return [
		...section('Options', pairs([...text(own), ['--version', 'the version of dialtop'], ['-h, --help', 'this help']])),
		...[...groups].flatMap(([title, some]) => section(title, pairs(text(some)))),
	];
};

const sharedEnvironment = (row: AnyCommand): string[] =>
	'config' in row.flags
		? [
				'DIALTOP_PROFILE, DIALTOP_URL, DIALTOP_USER, DIALTOP_PASSWORD, DIALTOP_TOKEN, DIALTOP_ENVIRONMENT,',
				'DIALTOP_PROXY, DIALTOP_CONFIG, NO_COLOR',
			]
		: [];

/** The help of a command; the monitor's lists the other commands. */
export const helpOf = (row: AnyCommand, others: readonly CommandEntry[] = []): string => {
	const {name, summary, details = [], argument, examples, environment = [], sections = [], exits} = row;
	const isMonitor = name === '';
	return `${[
		`  ${summary}`,
		...section('Usage', [
			`  $ ${usageOf(row)}`,
			...(isMonitor ? ['  $ dialtop [service options] COMMAND [options]', '  $ dialtop COMMAND --help'] : []),
		]),
		...details.flatMap(paragraph => ['', ...wrap(paragraph, width - 2).map(line => `  ${line}`)]),
		...(argument ? section('Arguments', pairs([[argumentText(argument), argument.about]])) : []),
		...section('Commands', pairs(others.map(one => [one.name, one.summary] as const))),
		...flagSections(row),
		...sections.flatMap(([title, rows]) => section(title, pairs(rows))),
		...section(
			'Environment',
			[...sharedEnvironment(row), ...environment].map(line => `  ${line}`),
		),
		...section('Exit codes', pairs(exits ?? exitWords)),
		...section('Examples', pairs(examples.map(([line, does]) => [`$ ${line}`, does] as const))),
	].join('\n')}\n`;
};
