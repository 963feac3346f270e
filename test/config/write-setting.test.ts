/** A setting written into the configuration: only it changes, and what cannot be written safely is not. */
import {
	chmodSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {words} from '../../source/cli/configuration-words.ts';
import {writeSetting} from '../../source/config/write.ts';
import {givenIn} from './make.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-keep-'));
});
afterEach(() => rmSync(folder, {recursive: true}));

const columns = ['state', 'name', 'ready', 'on-call'];

/** The file after the columns were kept in it, or why they were not. */
const kept = (text: string | undefined, path = join(folder, 'config.yml')): string => {
	if (text !== undefined) {
		writeFileSync(path, text);
	}
	const problem = writeSetting(path, {name: 'columns', value: columns}, words);
	if (problem !== undefined) {
		expect(text === undefined ? undefined : readFileSync(path, 'utf8')).toBe(text);
		return `not: ${problem}`;
	}
	const after = readFileSync(path, 'utf8');
	expect(givenIn(after).columns).toEqual(columns);
	expect(readdirSync(folder).filter(name => name.endsWith('.new'))).toEqual([]);
	return after;
};

const line = 'columns: [state, name, ready, on-call]';

describe('the rest of the text stays byte for byte', () => {
	test.each([
		['no file', undefined, `${line}\n`],
		['an empty file', '', `${line}\n`],
		['comments alone', '# mine\n#theme: dark', `# mine\n#theme: dark\n${line}\n`],
		['other settings', 'theme: light   # for the office\n', `theme: light   # for the office\n${line}\n`],
		[
			'a list in a line',
			'# first\ncolumns:   [state, name, drop]  # short\n\ntheme:    light\n',
			'# first\ncolumns:   [state, name, ready, on-call]  # short\n\ntheme:    light\n',
		],
		[
			'a list of lines',
			'columns:\n  - state\n  - name\n  - drop\n# the theme\ntheme: light\n',
			'columns:\n  [state, name, ready, on-call]\n# the theme\ntheme: light\n',
		],
		['a setting without a value', 'columns:\ntheme: light\n', `${line}\ntheme: light\n`],
		['lines that end as on Windows', 'theme: light\r\n', `theme: light\r\n${line}\n`],
	])('%s', (_what, before, after) => {
		expect(kept(before)).toBe(after);
	});

	test('a map in braces gets it too', () => {
		expect(kept('{theme: light, mask: true} # both\n')).toContain('theme: light');
	});
});

describe('what cannot be written safely is not', () => {
	test.each([
		['a mistake elsewhere', 'theme: lihgt\n', /^not: .*config\.yml:1:8: theme: must be/],
		['no YAML', 'theme: [\n', /^not: .*config\.yml/],
		['an order by a column that is left out', 'sort: {column: sales}\n', /^not: .*"sales" is not among the columns/],
		['an anchor that others use', 'columns: &c [state, name]\nkeys: {wall: *c}\n', /^not: /],
	])('%s', (_what, text, expected) => {
		expect(kept(text)).toMatch(expected);
	});

	test('a folder, and a file that cannot be read', () => {
		const path = join(folder, 'config.yml');
		mkdirSync(path);
		expect(writeSetting(path, {name: 'columns', value: columns}, words)).toContain('it is a folder');
	});
});

test('the mode stays, a new file is private, and a link stays a link', () => {
	const path = join(folder, 'config.yml');
	kept('theme: light\n');
	chmodSync(path, 0o640);
	kept('theme: light\n');
	expect(statSync(path).mode & 0o777).toBe(0o640);
	const link = join(folder, 'link.yml');
	symlinkSync(path, link);
	kept('theme: dark\n', link);
	expect(lstatSync(link).isSymbolicLink()).toBe(true);
	expect(readFileSync(path, 'utf8')).toContain(line);
	const deep = join(folder, 'new', 'dialtop', 'config.yml');
	expect(kept(undefined, deep)).toBe(`${line}\n`);
	expect(statSync(deep).mode & 0o777).toBe(0o600);
});
