/** Tokens that are kept: for one address and one user, by several processes at once, and never lost in silence. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {openTokens, type Tokens} from '../../source/config/tokens.ts';
import {PrivateFileError} from '../../source/system/private.ts';
import {struck} from '../../source/wire/secrets.ts';

let base: string;
let folder: string;
let tokens: Tokens;

beforeEach(() => {
	base = mkdtempSync(join(tmpdir(), 'dialtop-tokens-'));
	folder = join(base, 'dialtop');
	tokens = openTokens(folder);
});

afterEach(() => rmSync(base, {recursive: true}));

const savedAt = '2026-11-22T10:00:00.000Z';

/** The files of the tokens. */
const files = (): string[] => readdirSync(tokens.folder).map(name => join(tokens.folder, name));

const textOfAll = (): string =>
	files()
		.map(file => readFileSync(file, 'utf8'))
		.join('\n');

const keep = (url: string, user: string, token: string): void => tokens.put({url, user, token, hours: 12, savedAt});

test('nothing is kept, and nothing is made', () => {
	expect(tokens.get('https://a.example')).toBeUndefined();
	expect(tokens.list()).toEqual([]);
	expect(tokens.forget('https://a.example')).toBe(0);
	expect(existsSync(folder)).toBe(false);
});

test('a token is for its address, in any writing of it, and for its user', () => {
	keep('https://A.example', 'ann', 'token-of-ann');
	keep('https://a.example/api/', 'ben', 'token-of-ben');
	keep('https://a.example:8443', 'ann', 'token-elsewhere');
	for (const url of [
		'https://a.example',
		'https://a.example/',
		'https://a.example/api',
		'https://a.example:443/api/',
	]) {
		expect(tokens.get(url, 'ann')?.token, url).toBe('token-of-ann');
	}
	expect(tokens.get('https://a.example')).toEqual({
		url: 'https://a.example/api/',
		user: 'ben',
		token: 'token-of-ben',
		hours: 12,
		savedAt,
	});
	for (const url of [
		'http://a.example',
		'https://a.example/v2',
		'https://b.example',
		'https://a.example.b.example',
		'https://a.example:444',
	]) {
		expect(tokens.get(url), url).toBeUndefined();
	}
	expect(tokens.get('https://a.example', 'cas')).toBeUndefined();
	expect(files().map(file => (statSync(file).mode & 0o777).toString(8))).toEqual(['600', '600', '600']);
});

test('a new token takes the place of the old one', () => {
	keep('https://a.example', 'ann', 'token-1');
	keep('https://a.example', 'ben', 'token-2');
	keep('https://a.example/', 'ann', 'token-3');
	expect(tokens.list()).toHaveLength(2);
	expect(tokens.get('https://a.example')?.token).toBe('token-3');
	expect(textOfAll()).not.toContain('token-1');
});

test('forgetting tells how many, and leaves the others', () => {
	keep('https://a.example', 'ann', 'token-1');
	keep('https://a.example', 'ben', 'token-2');
	keep('https://b.example', 'ann', 'token-3');
	expect(tokens.forget('https://a.example', 'cas')).toBe(0);
	expect(tokens.forget('https://a.example', 'ann')).toBe(1);
	keep('https://a.example', 'cas', 'token-4');
	expect(tokens.forget('https://a.example')).toBe(2);
	expect(tokens.list()).toEqual([{url: 'https://b.example/api/', user: 'ann', hours: 12, savedAt}]);
	expect(textOfAll()).not.toMatch(/token-[124]/);
});

test('the list holds no token, and a token is a secret once it is known', () => {
	tokens.put({url: 'https://a.example', user: 'ann', token: 'kept-and-secret', hours: undefined, savedAt});
	expect(JSON.stringify(tokens.list())).not.toContain('kept-and-secret');
	expect(tokens.list()).toEqual([{url: 'https://a.example/api/', user: 'ann', hours: undefined, savedAt}]);
	expect(struck('it is kept-and-secret')).not.toContain('kept-and-secret');
});

test.each([
	['nothing', ''],
	['cut off', '{"url":"https://a.example/api/","user":"ann","token":"a-secret'],
	['a list', '[]'],
	['null', 'null'],
	['a token without a user', '{"url":"https://a.example","token":"a-secret","savedAt":"x"}'],
	['an address that is none', '{"url":"a","user":"ann","token":"a-secret","savedAt":"x"}'],
])('a file with %s is refused, shown to nobody and never written over', (_, text) => {
	keep('https://a.example', 'ann', 'token-1');
	const [file = ''] = files();
	writeFileSync(file, text);
	for (const run of [
		() => tokens.get('https://a.example'),
		() => tokens.list(),
		() => keep('https://a.example', 'ann', 'token-2'),
		() => tokens.forget('https://a.example'),
	]) {
		expect(run).toThrow(PrivateFileError);
		expect(run).toThrow(`does not hold a token as dialtop writes it. Move it away, and sign in anew: mv ${file} `);
		expect(run).not.toThrow('a-secret');
	}
	expect(readFileSync(file, 'utf8')).toBe(text);
	expect(files()).toEqual([file]);
});

test('a file that is open to others is not used', () => {
	keep('https://a.example', 'ann', 'token-1');
	const [file = ''] = files();
	chmodSync(file, 0o644);
	expect(() => tokens.get('https://a.example')).toThrow(`chmod 600 ${file}`);
	expect(() => keep('https://a.example', 'ann', 'token-2')).toThrow(`chmod 600 ${file}`);
});

const source = new URL('../../source/config/tokens.ts', import.meta.url).href;

/** Keeps tokens from a process of its own. */
const writer = (name: string, count: number) =>
	spawn(
		process.execPath,
		[
			'--input-type=module',
			'-e',
			`import {openTokens} from ${JSON.stringify(source)};
			const tokens = openTokens(${JSON.stringify(folder)});
			for (let at = 0; at < ${count}; at++) {
				tokens.put({url: 'https://a.example', user: '${name}' + at, token: 'a-token', hours: 12, savedAt: '${savedAt}'});
			}`,
		],
		{stdio: ['ignore', 'ignore', 'inherit']},
	);

test('processes that write at once lose nothing of each other', async () => {
	keep('https://a.example', 'first', 'a-token');
	const ends = await Promise.all(['a', 'b', 'c', 'd'].map(name => once(writer(name, 10), 'exit')));
	expect(ends.map(([code]) => code)).toEqual([0, 0, 0, 0]);
	expect(new Set(tokens.list().map(({user}) => user)).size).toBe(41);
	expect(files()).toHaveLength(41);
}, 30_000);
