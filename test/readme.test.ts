/** The readme's tables are those of the program, and what it points to exists. */
import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import {commandsPage} from '../.config/commands-page.ts';
import {operationsPage, refreshed} from '../.config/readme.ts';

const readme = await readFile(new URL('../readme.md', import.meta.url), 'utf8');

test('the tables are fresh: npm run readme writes them', () => {
	expect(readme).toBe(refreshed(readme));
	expect(readme).toContain('play or pause the selected campaign');
	expect(readme).toContain('| `stop_campaign` | irreversible |');
});

test('the page of the operations is fresh, and says of each whether its shape is given', async () => {
	const page = await readFile(new URL('../media/operations.md', import.meta.url), 'utf8');
	expect(page).toBe(operationsPage());
	expect(page.match(/^## `/gm)).toHaveLength(57);
	expect(page.match(/^Answer \((?:given|ours)\): /gm)).toHaveLength(57);
	expect(page.match(/^Answer \(given\): /gm)).toHaveLength(2);
});

test('the page of the commands is what each says of itself', async () => {
	const page = await readFile(new URL('../media/commands.md', import.meta.url), 'utf8');
	expect(page).toBe(commandsPage());
	expect(page.match(/^Usage$/gm)?.length).toBe(page.match(/^## `dialtop/gm)?.length);
});

test('every picture is there', () => {
	const pictures = [...readme.matchAll(/\]\((media\/[^)]+)\)/g)].map(([, path]) => path ?? '');
	expect(pictures.length).toBeGreaterThanOrEqual(5);
	for (const path of pictures) {
		expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
	}
});

test('every test that the page on safety names is there', async () => {
	const page = await readFile(new URL('../media/safety.md', import.meta.url), 'utf8');
	const named = [...page.matchAll(/`(test\/[^`]+)`/g)].map(([, path]) => path ?? '');
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter(path => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
});
