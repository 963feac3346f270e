/** `dialtop doctor`: what a service answers, and how dialtop reads it. */

import pkg from '../../package.json' with {type: 'json'};
import {command} from '../cli/command.ts';
import {whole} from '../cli/configuration-words.ts';
import {type Out, say} from '../cli/out.ts';
import {type Column, type Format, formatOf, lookOf, printRows} from '../cli/table.ts';
import {inLocale} from '../cli/text.ts';
import {endings, exits} from '../config/exits.ts';
import {jsonOf} from '../present/csv-json.ts';
import {decimals} from '../present/format.ts';
import type {Look, Role} from '../present/theme.ts';
import {createBudget} from '../service/schedule.ts';
import {wayOf} from '../terminal/notification-way.ts';
import type {Exchange} from '../wire/client/exchange.ts';
import {TransportFailure} from '../wire/client/transport.ts';
import {struck} from '../wire/secrets.ts';
import {type ToleranceRule, toleranceRules} from '../wire/tolerance.ts';
import {counted} from '../wire/words.ts';
import {createTurns, deadlineOf, readFlags} from './connect/board.ts';
import {sourceOf} from './connect/chosen.ts';
import {exitOf, reach} from './connect/reach.ts';
import {type ExaminedEngine, engineLines, examineEngine} from './doctor/engine.ts';
import {type Ending, type Examination, type Examined, examine, isNeeded, type MetWord} from './doctor/examine.ts';
import {adviceLines, howText, type NotifyParts, rings, tmuxSettings} from './notify/ways.ts';

const rulesText = ({rules}: Examined): string => [...rules].map(([rule, count]) => `${rule} ${count}`).join(', ');

const endingRole: Record<Ending, Role> = {
	read: 'text',
	refused: 'warning',
	unreadable: 'error',
	'no answer': 'error',
	skipped: 'faint',
};

/** The columns of the operations. */
const columns: readonly Column<Examined>[] = [
	{name: 'operation', of: ({operation}) => operation},
	{name: 'answer', of: ({ending}) => ending, role: ({ending}) => endingRole[ending]},
	{name: 'records', of: ({records}) => records, align: 'right'},
	{name: 'rules', title: 'read by', of: rulesText, json: ({rules}) => Object.fromEntries(rules)},
	{name: 'reason', title: 'why not', of: ({reason}) => reason},
];

const lists = ['unreadable', 'missing', 'further', 'costs'] as const;

/** The columns that only programs get. */
const programColumns: readonly Column<Examined>[] = [
	...lists.map(
		(name): Column<Examined> => ({name, isHidden: true, of: row => row[name].join('; '), json: row => row[name]}),
	),
	{name: 'untold_fields', isHidden: true, of: ({hidden}) => hidden},
];

const meaningOf = ({means, from}: MetWord): string =>
	means === 'unknown'
		? 'not known: shown as it comes, P asks whether you mean play or pause, and no command is observed by it. status_words of a profile explains it'
		: `taken for ${means}, a word of ${from}`;

const points = (error: number): string => `${decimals(error, 4)} points`;

/** Which calls the service seems to count drops over. */
const countingText = ({counting}: Examination): string => {
	if (!counting) {
		return 'no campaign has figures that show it: that takes drops, and fewer than 5,000 live answers';
	}
	const {over, errors, campaigns} = counting;
	const seems =
		over === 'unclear' ? 'unknown: the rates fit both ways of counting, or neither' : `seem to be counted over ${over}`;
	return `${seems} (${counted(campaigns, 'campaign')}). The rates miss whole numbers of drops by at most ${points(errors.live)} over live answers, by ${points(errors.all)} over all answered`;
};

/** The paragraphs below the table: a title, and its lines. */
const sections = (
	found: Examination,
	engine: ExaminedEngine | undefined,
	notify: NotifyParts,
): [title: string, lines: string[]][] => {
	const {operations} = found;
	const used = new Set(operations.flatMap(({rules}) => [...rules.keys()]));
	const of = (name: 'unreadable' | 'missing' | 'further'): string[] =>
		operations.flatMap(({operation, ...row}) =>
			row[name].length > 0 ? [`${operation}: ${row[name].join(', ')}`] : [],
		);
	const hidden = operations.flatMap(({operation, hidden: count}) =>
		count > 0 ? [`${operation}: ${counted(count, 'field')} whose names are not shown, since they may be data`] : [],
	);
	const words = found.words.map(met => `${met.word}: ${meaningOf(met)}`);
	const more = found.hiddenWords > 0 ? [`${counted(found.hiddenWords, 'word')} not shown, since they may be data`] : [];
	return [
		['Tolerant rules', [...used].map(rule => `${rule}: ${toleranceRules[rule as ToleranceRule].replaceAll('`', '')}`)],
		['Came and cannot be read', of('unreadable')],
		['Did not come', of('missing')],
		['Came and not known: shown in the details only', [...of('further'), ...hidden]],
		['Status words', [...words, ...more]],
		['Drops', [countingText(found)]],
		[
			'What that costs on screen',
			operations.flatMap(({operation, costs}) => costs.map(cost => `${operation}: ${cost}`)),
		],
		['Notifications', [howText(notify), ...adviceLines(notify)]],
		...(engine ? [['Metrics engine', engineLines(engine)] satisfies [string, string[]]] : []),
	];
};

/** Prints it. */
const printExamination = (
	out: Out,
	found: Examination,
	{
		format,
		paint,
		engine,
		notify,
	}: {format: Format; engine: ExaminedEngine | undefined; notify: NotifyParts} & Pick<Look, 'paint'>,
): void => {
	const all = [...columns, ...programColumns];
	if (format === 'json') {
		const {counting} = found;
		const rows = found.operations.map(row =>
			Object.fromEntries(all.map(({name, of, json = of}) => [name, json(row) ?? null])),
		);
		out.write(
			struck(
				jsonOf({
					dialtop: pkg.version,
					operations: rows,
					status_words: found.words.map(({word, means, from}) => ({word, means, from: from ?? null})),
					untold_status_words: found.hiddenWords,
					drops: counting
						? {
								over: counting.over,
								error_live: counting.errors.live,
								error_all: counting.errors.all,
								campaigns: counting.campaigns,
							}
						: null,
					notifications: {
						notify: notify.choice,
						way: wayOf(notify.choice, notify.env) ?? null,
						bell: rings(notify),
						tmux: notify.tmux ?? null,
					},
					engine: engine
						? {
								answer: engine.failure ?? 'read',
								versions: engine.versions,
								has_profile: engine.hasProfile,
								partial: engine.isPartial,
								warnings: engine.warnings,
							}
						: null,
				}),
			),
		);
		return;
	}
	printRows(out, {format, columns: all, rows: found.operations, paint});
	if (format === 'csv') {
		return;
	}
	for (const [title, lines] of sections(found, engine, notify)) {
		const shown = lines.length > 0 ? lines : ['nothing'];
		out.write(inLocale(struck(`\n${paint('strong', title)}\n${shown.map(line => `  ${line}\n`).join('')}`)));
	}
};

/** `dialtop doctor`. */
export const doctorCommand = command({
	name: 'doctor',
	summary: 'show what a service answers, how dialtop reads it, and what it cannot read',
	details: [
		'Signs in and asks each read operation once. It changes nothing. Operations that need an id which dialtop cannot know are skipped. A metrics engine that the profile names is asked what it holds of dialtop, and tmux, if it runs here, whether it passes notifications on.',
		'What it prints holds no names, no phone numbers, no figures of your campaigns and no secrets, so that you can send it to someone. It holds the names of fields and the status words of the service, but none that look like data. Standard error is for you alone: it names the service.',
	],
	flags: {
		company: {type: 'number', value: 'ID', about: 'a company whose accounts may be read', whole: true, least: 0},
		...readFlags,
	},
	examples: [
		['dialtop doctor -p prod', 'all that it finds'],
		['dialtop doctor -p prod --company 7', 'with the accounts of a company'],
		['dialtop doctor -p prod --json > doctor.json', 'for a program, or to be sent'],
	],
	exits: [
		['0', 'everything that the screen shows was read'],
		['1', 'some of it was refused, or cannot be read'],
		['2', 'wrong usage'],
		['3', 'not sent: the service was not reached'],
		['4', 'some of it was not answered'],
		['5', 'not signed in'],
		...endings,
	],
	async run({flags, out}) {
		const format = formatOf(flags);
		const exchanges: Exchange[] = [];
		return reach(
			flags,
			async reached => {
				const turn = createTurns(createBudget(reached.perSecond));
				const cause = await reached.signedIn();
				if (cause) {
					const isSent = cause instanceof TransportFailure ? cause.sent : cause.code !== 'signed-out';
					return exitOf({kind: isSent ? 'unknown' : 'not-sent', cause}, reached, 'doctor');
				}
				const found = await examine(
					async (type, params) => {
						await turn();
						return reached.call(type, params, deadlineOf(flags.deadline));
					},
					{company: flags.company, words: sourceOf(reached.service).statusWords, exchanges},
				);
				const {engine: settings} = reached.service;
				const engine = settings && (await examineEngine(settings, {env: process.env, complain: say}));
				const {alerts, bell} = whole(reached.given);
				const tmux = await tmuxSettings(process.env);
				const notify = {choice: alerts.notify, bell, env: process.env, tmux};
				printExamination(out, found, {format, paint: lookOf(out, reached).paint, engine, notify});
				const endings = found.operations.flatMap(({operation, ending}) => (isNeeded(operation) ? [ending] : []));
				return endings.includes('no answer') || engine?.failure !== undefined
					? exits.unknown
					: endings.some(ending => ending !== 'read')
						? exits.refused
						: exits.done;
			},
			exchange => exchanges.push(exchange),
		);
	},
});
