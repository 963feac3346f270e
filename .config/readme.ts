/** The tables of the readme, made from the tables of the program: `npm run readme` writes them, a test holds them fresh. */
import {readFile, writeFile} from 'node:fs/promises';
import type {AnyOperation} from '../source/api/operation.ts';
import {operations} from '../source/api/operations/index.ts';
import {type Action, actions} from '../source/ui/actions.ts';
import {keyLabel, keymap} from '../source/ui/keymap.ts';
import {formulas} from '../source/ui/views/help.ts';

const file = new URL('../readme.md', import.meta.url);

const escaped = (text: string): string => text.replaceAll('|', '\\|');

const row = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const code = (text: string): string => `\`${text}\``;

const keys = (): string =>
	table(
		['key', 'does', 'where'],
		keymap.map(({keys: names, action, scope}) => {
			const {label}: Action = actions[action];
			return [names.map(name => code(keyLabel(name))).join(' '), label, scope];
		}),
	);

const catalogue = (): string =>
	table(
		['operation', 'effect', 'does', 'parameters'],
		Object.entries(operations).map(([type, operation]) => {
			const {effect, summary, documented}: AnyOperation = operation;
			return [code(type), effect, summary, documented ? 'given' : 'ours'];
		}),
	);

/** What stands between `<!-- name -->` and `<!-- /name -->`. */
const sections: Record<string, () => string> = {
	keys,
	catalogue,
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
}
