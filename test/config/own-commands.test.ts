/** The operator's own commands in the configuration: each mistake is said at the start, with its line. */
import {expect, test} from 'vitest';
import {words} from '../../source/cli/configuration-words.ts';
import {ownCommandsOf} from '../../source/cli/own-commands.ts';
import {readText} from '../../source/config/file.ts';

const read = (text: string) => readText(text, 'config.yml', words);

const problemsIn = (text: string): readonly string[] => {
	const result = read(text);
	return result.kind === 'wrong' ? result.problems : [];
};

test('a command is read, and what it leaves out is usual', () => {
	const result = read('commands: {ticket: {key: F5, run: [jira, create, "{name}", 7], on: campaign, dangerous: true}}');
	expect(result.kind === 'read' && ownCommandsOf(result.given)).toEqual([
		{
			name: 'ticket',
			keys: ['f5'],
			run: ['jira', 'create', '{name}', '7'],
			on: 'campaign',
			isDangerous: true,
			output: 'line',
			timeout: 60_000,
			about: 'run jira',
		},
	]);
});

test.for([
	['{key: P, run: [x], on: campaign, dangerous: true}', '"P" is the key of play-or-pause in campaigns: choose another'],
	['{key: a, run: [x], on: alert}', '"a" is the key of acknowledge in alerts: choose another'],
	['{key: Q, run: [x], on: campaign}', '"Q" is a capital letter, which starts what asks first'],
	['{key: ctrl-c, run: [x], on: campaign}', '"ctrl-c" always quits: choose another'],
	['{key: f99, run: [x], on: campaign}', 'there is no key "f99"'],
	['{run: [x], on: list}', 'on: must be campaign or alert, not "list"'],
	['{run: [], on: alert}', 'must be a list of a program and its arguments'],
	['{on: alert}', 'run: is missing: it must be a list of a program and its arguments'],
	['{run: [x, "{nmae}"], on: campaign}', 'there is no {nmae} on campaign'],
	['{run: [x, "{rule}"], on: campaign}', 'there is no {rule} on campaign'],
	['{run: ["{name}"], on: campaign}', 'the program must not depend on the row'],
	['{run: [sh, -c, "jira {name}"], on: campaign}', 'sh would run what a row is called'],
	['{run: [sudo, /bin/bash, -lc, "jira {name}"], on: campaign}', 'bash would run what a row is called'],
	['{run: [python3, -c, "print(\'{name}\')"], on: campaign}', 'python3 would run what a row is called'],
	['{run: [ssh, box, ticket, "{name}"], on: campaign}', 'ssh would run what a row is called'],
	['{run: [x], on: campaign, terminal: true, output: sheet}', 'what has the terminal shows its output there'],
	['{run: [x], on: campaign, timeout: 0}', 'must be a whole number from 1 to 3600 seconds'],
] as const)('%s: %s', ([command, problem]) => {
	const problems = problemsIn(`theme: dark\ncommands:\n  own: ${command}\n`);
	expect(problems.join('\n')).toContain(problem);
	expect(problems[0]).toMatch(/^config\.yml:3:\d+: commands\.own/);
});

test('two commands with one key, and a name that an action has, are refused; a script with arguments is not', () => {
	expect(
		problemsIn(
			'commands:\n  one: {key: f5, run: [x], on: campaign}\n  two: {key: f5, run: [x], on: campaign}\n  stop: {run: [x], on: alert}\n',
		),
	).toEqual([
		'config.yml:3:14: commands.two.key: "f5" is the key of one in campaigns: choose another',
		'config.yml:4:3: commands.stop: there is an action of this name: choose another',
	]);
	expect(
		problemsIn(
			`commands:\n  one: {key: f5, run: [x], on: campaign}\n  two: {key: f5, run: [sh, -c, 'jira create "$1"', jira, "{name}"], on: alert}\n`,
		),
	).toEqual([]);
});
