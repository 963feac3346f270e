/** The readme and its pages say what the program does, and what they point to exists. */
import {existsSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {describe, expect, test} from 'vitest';
import {freshPages} from '../.config/readme.ts';
import {parse} from '../source/cli/parse.ts';
import {commands} from '../source/commands/commands.ts';
import {monitorCommand} from '../source/commands/monitor.ts';
import {problemsIn} from './config/make.ts';
import {wordsOf} from './helpers/command-line.ts';
import {anchorsOf, blocksOf, linksOf, pages, picturePaths, textOf} from './helpers/pages.ts';
import {allTold} from './helpers/scenario-alerts.ts';

const fresh = await freshPages();
const exists = (path: string): boolean => existsSync(new URL(`../${path}`, import.meta.url));
/** What a shell, cron or Nagios would run of a block, without comments and without what a console shows. */
const shellLinesOf = ({language, text}: {language: string; text: string}): string[] => {
	const lines = ['sh', 'console', 'crontab', 'nagios'].includes(language) ? text.split('\n') : [];
	return lines
		.filter(line => language !== 'console' || line.startsWith('$ '))
		.map(line => line.replace(/(?:^|\s)#.*/, ''));
};

/** A command line of dialtop in a line of a shell. */
const commandIn = /(?:^|[\s/(])(dialtop(?: [^);]*)?)(?:$|[);])/;

const pageOf = (path: string): string => pages.get(path) ?? '';

test.each(Object.keys(fresh))('%s is fresh: npm run readme writes it', path => {
	expect(pageOf(path)).toBe(fresh[path]);
});

test.each(allTold())('$scenario: $what in $campaign: the right alert and the right cause, in time', happening => {
	const {scenario, tellsAfter = 0, alertAfter, causeAfter} = happening;
	// Wrap-up is longer only once the calls have ended that were under way, and that machines answer as before takes calls to tell.
	const most = ['drop-storm', 'spam-label'].includes(scenario) ? 180 : 75;
	expect(alertAfter).toBeLessThanOrEqual(tellsAfter + most);
	expect(causeAfter).toBeLessThanOrEqual(tellsAfter + most);
});

test('the page of the operations has them all, and says of each whether its shape is given', () => {
	const page = pageOf('media/operations.md');
	expect(page.match(/^## `/gm)).toHaveLength(57);
	expect(page.match(/^Answer \((?:given|ours)\): /gm)).toHaveLength(57);
	expect(page.match(/^Answer \(given\): /gm)).toHaveLength(2);
	expect(page).toContain('| [`stop_campaign`](#stop_campaign) | irreversible |');
});

test('the page of the commands is what each says of itself', () => {
	const page = pageOf('media/commands.md');
	expect(page.match(/^Usage$/gm)).toHaveLength(commands.length + 1);
	expect(page.match(/^## `dialtop/gm)).toHaveLength(commands.length + 1);
});

describe.each([...pages])('%s', (path, page) => {
	test('its links lead somewhere', () => {
		const broken = linksOf(path, page).filter(
			({path: target, anchor}) => !exists(target) || (anchor !== '' && !anchorsOf(pageOf(target)).includes(anchor)),
		);
		expect(broken).toEqual([]);
	});

	test('the files that it names exist', () => {
		const named = [...page.matchAll(/`((?:source|test|media|\.config|\.github)\/[^`\s*<]*)`/g)];
		expect(named.map(([, file = '']) => file).filter(file => !exists(file))).toEqual([]);
	});

	test('its configurations are right', () => {
		const yaml = blocksOf(page).filter(({language}) => language === 'yaml');
		expect(yaml.flatMap(({text}) => problemsIn(text))).toEqual([]);
	});

	test('its command lines can be typed', async () => {
		const lines = blocksOf(page)
			.flatMap(shellLinesOf)
			.flatMap(line => commandIn.exec(line)?.[1] ?? []);
		for (const line of lines) {
			const [, ...words] = wordsOf(line);
			const isMonitor = words[0] === undefined || words[0].startsWith('-');
			const row = isMonitor ? monitorCommand : await commands.find(({name}) => name === words[0])?.load();
			expect(row, line).toBeDefined();
			expect(() => row && parse(row, isMonitor ? words : words.slice(1)), line).not.toThrow();
		}
	});
});

test('every page and picture is linked from the readme, or from a page that is', () => {
	const linked = new Set(['readme.md']);
	for (const path of linked) {
		for (const link of linksOf(path, pageOf(path))) {
			linked.add(link.path);
		}
	}
	expect([...pages.keys(), ...picturePaths].filter(path => !linked.has(path))).toEqual([]);
});

test('the page on safety names its tests', () => {
	expect(pageOf('media/safety.md').match(/`test\/[^`]+`/g)?.length).toBeGreaterThan(20);
});

test('the map of the source names every folder of it and of the screen', async () => {
	const [, map = ''] = pageOf('.github/contributing.md').split('## The map');
	const foldersIn = async (path: string): Promise<string[]> =>
		(await readdir(new URL(`../${path}`, import.meta.url), {withFileTypes: true}))
			.filter(entry => entry.isDirectory())
			.map(({name}) => name);
	const folders = [
		...(await foldersIn('source')).map(name => `\`source/${name}/\``),
		...(await foldersIn('source/screen')).map(name => `\`${name}/\``),
	];
	expect(folders.length).toBeGreaterThan(10);
	expect(folders.filter(folder => !map.includes(folder))).toEqual([]);
});

test('the page of the configuration names every variable of the environment', async () => {
	const files = (await readdir(new URL('../source', import.meta.url), {recursive: true})).filter(file =>
		/\.tsx?$/.test(file),
	);
	const texts = await Promise.all(files.map(async file => textOf(`source/${file}`)));
	const named = new Set(texts.flatMap(text => text.match(/\bDIALTOP_[A-Z_]*[A-Z]\b/g) ?? []));
	expect(named.size).toBeGreaterThan(5);
	expect([...named].filter(name => !pageOf('media/configuration.md').includes(`\`${name}\``))).toEqual([]);
});
