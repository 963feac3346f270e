/** The tables of the readme, made from the tables of the program: `npm run readme` writes them, a test holds them fresh. */
import {readFile, writeFile} from 'node:fs/promises';
import {parametersIn} from '../source/api/describe.ts';
import type {AnyOperation} from '../source/api/operation.ts';
import {operations} from '../source/api/operations/index.ts';
import type {Parameters} from '../source/api/parameters.ts';
import {words} from '../source/commands/configuration/words.ts';
import {exampleOf} from '../source/config/example.ts';
import {handlers} from '../source/sandbox/handlers/index.ts';
import {type Action, actions} from '../source/ui/keys/actions.ts';
import {keyLabel} from '../source/ui/keys/key-label.ts';
import {keymap} from '../source/ui/keys/keymap.ts';
import {formulas} from '../source/ui/views/formulas.ts';
import {commandsPage, commandsTable, exitsTable, serviceTable} from './commands-page.ts';
import {code, table} from './markdown.ts';

const file = new URL('../readme.md', import.meta.url);
const operationsFile = new URL('../media/operations.md', import.meta.url);
const commandsFile = new URL('../media/commands.md', import.meta.url);

const keys = (): string =>
	table(
		['key', 'does', 'where'],
		keymap.map(({keys: names, action, scope}) => {
			const {label}: Action = actions[action];
			return [names.map(name => code(keyLabel(name))).join(' '), label, scope];
		}),
	);

/** A line a parameter, nested ones by their names on the wire. */
const parameterLines = (params: Parameters): string[] =>
	parametersIn(params).map(
		({name, required, summary, allowed}) =>
			`- ${name.split(' to ').map(code).join(' to ')}${required ? ' \\*' : ''}: ${summary} (${allowed})`,
	);

/** Fields of an answer, gathered by the list or object that they are in. */
const answerLines = (fields: readonly string[]): string[] => {
	const groups = Map.groupBy(fields, field => field.slice(0, field.lastIndexOf('.') + 1));
	return [...groups].map(([group, names]) => {
		const last = names.map(name => name.slice(group.length)).join(', ');
		return group === '' ? last : `${group.slice(0, -1)}: ${last}`;
	});
};

const whose = (isGiven: boolean | undefined): string => (isGiven ? 'given' : 'ours');

const catalogue = (): string =>
	table(
		['operation', 'effect', 'least level', 'does', 'parameters', 'answer'],
		Object.entries(operations).map(([type, operation]) => {
			const {effect, summary, documented, answer}: AnyOperation = operation;
			const level = type === 'login_user' ? '' : handlers[type as keyof typeof handlers].level;
			return [code(type), effect, level, summary, whose(documented), whose(answer.given)];
		}),
	);

/** What one operation takes and what it answers. */
const describe = (type: string, {params, documented, answer, summary, effect, family}: AnyOperation): string => {
	const lines = parameterLines(params);
	const answers = answerLines(answer.fields ?? []).map(code);
	return [
		`## ${code(type)}`,
		'',
		`${summary} *${family}, ${effect}*`,
		'',
		`Parameters (${whose(documented)})${lines.length === 0 ? ': none but the token.' : ':'}`,
		'',
		...(lines.length === 0 ? [] : [...lines, '']),
		`Answer (${whose(answer.given)}): ${answers.length === 0 ? 'nothing more than its success.' : answers.join('; ')}`,
	].join('\n');
};

/** Every operation in full, as a page of its own. */
export const operationsPage = (): string =>
	`${[
		'# Every operation of the service',
		'As the sandbox takes and answers it. *given*: the interface says so; *ours*: the interface is silent, and another service may differ. \\* is required; `type` and (but for `login_user`) `token` go with each. A name with dots is nested, `[]` is a list; values are strings.',
		...Object.entries(operations).map(([type, operation]) => describe(type, operation)),
	].join('\n\n')}\n`;

/** What stands between `<!-- name -->` and `<!-- /name -->`. */
const sections: Record<string, () => string> = {
	keys,
	catalogue,
	commands: commandsTable,
	service: serviceTable,
	exits: exitsTable,
	config: () => ['```yaml', exampleOf(words).trimEnd(), '```'].join('\n'),
	formulas: () => formulas.map(text => `- ${text}`).join('\n'),
};

/** The readme with its tables as they should be. */
export const refreshed = (readme: string): string =>
	Object.entries(sections).reduce(
		(text, [name, make]) =>
			text.replace(
				new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`),
				(_match, start: string, end: string) => `${start}\n\n${make()}\n\n${end}`,
			),
		readme,
	);

if (import.meta.main) {
	await writeFile(file, refreshed(await readFile(file, 'utf8')));
	await writeFile(operationsFile, operationsPage());
	await writeFile(commandsFile, commandsPage());
}
