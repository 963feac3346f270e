/** Writes what the readme and its pages take from the program (`npm run readme`); `test/readme.test.ts` holds it fresh. */
import {readFile, writeFile} from 'node:fs/promises';
import {words} from '../source/cli/configuration-words.ts';
import {exampleOf} from '../source/config/example.ts';
import {alertRulesTable} from './pages/alerts.ts';
import {commandsPage, commandsTable, exitsTable} from './pages/commands.ts';
import {firstKeys, keysPage} from './pages/keys.ts';
import {codeBlock} from './pages/markdown.ts';
import {metricsTable} from './pages/metrics.ts';
import {operationsPage} from './pages/operations.ts';
import {roomsPicture} from './pages/rooms.ts';
import {causesTable, checksTable, scenariosTable} from './pages/scenarios.ts';
import {aliasesTable, formulasList, glossaryTable, rulesTable} from './pages/wire.ts';

/** Pages that are made whole. */
const whole: Record<string, () => string> = {
	'media/commands.md': commandsPage,
	'media/keys.md': keysPage,
	'media/operations.md': operationsPage,
};

/** Pages that are written by hand but for the sections between `<!-- name -->` and `<!-- /name -->`. */
const written: Record<string, Record<string, () => string>> = {
	'.github/contributing.md': {rooms: roomsPicture},
	'readme.md': {keys: firstKeys, commands: commandsTable, exits: exitsTable},
	'media/configuration.md': {
		'alert-rules': alertRulesTable,
		config: () => codeBlock(exampleOf(words).trimEnd(), 'yaml'),
	},
	'media/metrics.md': {metrics: metricsTable},
	'media/scenarios.md': {causes: causesTable, scenarios: scenariosTable, checks: checksTable},
	'media/screens.md': {words: glossaryTable},
	'media/wire.md': {rules: rulesTable, aliases: aliasesTable, formulas: formulasList},
};

const urlOf = (path: string): URL => new URL(`../${path}`, import.meta.url);

const withSections = (path: string, text: string, sections: Record<string, () => string>): string =>
	Object.entries(sections).reduce((before, [name, make]) => {
		const section = new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`);
		if (!section.test(before)) {
			throw new Error(`${path} has no section "${name}"`);
		}
		return before.replace(section, (_match, start: string, end: string) => `${start}\n\n${make()}\n\n${end}`);
	}, text);

/**
 * Every page that is made from the program, whole or in part, as it should be, by its path.
 *
 * @throws Error if a page lacks a section
 */
export const freshPages = async (): Promise<Record<string, string>> => {
	const parts = Object.entries(written).map(
		async ([path, sections]): Promise<[string, string]> => [
			path,
			withSections(path, await readFile(urlOf(path), 'utf8'), sections),
		],
	);
	return Object.fromEntries([
		...Object.entries(whole).map(([path, make]): [string, string] => [path, make()]),
		...(await Promise.all(parts)),
	]);
};

if (import.meta.main) {
	for (const [path, text] of Object.entries(await freshPages())) {
		await writeFile(urlOf(path), text);
	}
}
