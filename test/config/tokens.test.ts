/** Tokens that are kept: for one address and one user, by several processes at once, and never lost in silence. */
import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {hostname, tmpdir} from 'node:os';
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
	expect((statSync(tokens.path).mode & 0o777).toString(8)).toBe('600');
});

test('a new token takes the place of the old one', () => {
	keep('https://a.example', 'ann', 'token-1');
	keep('https://a.example', 'ben', 'token-2');
	keep('https://a.example/', 'ann', 'token-3');
	expect(tokens.list()).toHaveLength(2);
	expect(tokens.get('https://a.example')?.token).toBe('token-3');
	expect(readFileSync(tokens.path, 'utf8')).not.toContain('token-1');
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
	expect(readFileSync(tokens.path, 'utf8')).not.toMatch(/token-[124]/);
});

test('the list holds no token, and a token is a secret once it is known', () => {
	tokens.put({url: 'https://a.example', user: 'ann', token: 'kept-and-secret', hours: undefined, savedAt});
	expect(JSON.stringify(tokens.list())).not.toContain('kept-and-secret');
	expect(tokens.list()).toEqual([{url: 'https://a.example/api/', user: 'ann', hours: undefined, savedAt}]);
	expect(struck('it is kept-and-secret')).not.toContain('kept-and-secret');
});

test.each([
	['nothing', ''],
	['cut off', '{"format":1,"tokens":[{"url":"https://a.example/api/","user":"ann","token":"a-secret'],
	['another format', '{"format":2,"tokens":[]}'],
	['a list', '[]'],
	['null', 'null'],
	['a token without a user', '{"format":1,"tokens":[{"url":"https://a.example","token":"a-secret","savedAt":"x"}]}'],
	['an address that is none', '{"format":1,"tokens":[{"url":"a","user":"ann","token":"a-secret","savedAt":"x"}]}'],
])('a file with %s is refused, shown to nobody and never written over', (_, text) => {
	keep('https://a.example', 'ann', 'token-1');
	writeFileSync(tokens.path, text);
	for (const run of [
		() => tokens.get('https://a.example'),
		() => tokens.list(),
		() => keep('https://a.example', 'ann', 'token-2'),
		() => tokens.forget('https://a.example'),
	]) {
		expect(run).toThrow(PrivateFileError);
		expect(run).toThrow(
			`does not hold tokens as dialtop writes them. Move it away, and sign in anew: mv ${tokens.path} `,
		);
		expect(run).not.toThrow('a-secret');
	}
	expect(readFileSync(tokens.path, 'utf8')).toBe(text);
	expect(readdirSync(folder)).toEqual(['tokens.json']);
});

test('a file that is open to others is not used', () => {
	keep('https://a.example', 'ann', 'token-1');
	chmodSync(tokens.path, 0o644);
	expect(() => tokens.get('https://a.example')).toThrow(`chmod 600 ${tokens.path}`);
	expect(() => keep('https://a.example', 'ann', 'token-2')).toThrow(`chmod 600 ${tokens.path}`);
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
	// Where a lock was left behind by one that is dead, all of them find it at once.
	keep('https://a.example', 'first', 'a-token');
	const dead = execFileSync(process.execPath, ['-e', 'process.stdout.write(String(process.pid))'], {encoding: 'utf8'});
	writeFileSync(`${tokens.path}.lock`, `${dead} ${hostname()}\n`);
	const ends = await Promise.all(['a', 'b', 'c', 'd'].map(name => once(writer(name, 10), 'exit')));
	expect(ends.map(([code]) => code)).toEqual([0, 0, 0, 0]);
	expect(new Set(tokens.list().map(({user}) => user)).size).toBe(41);
	expect(readdirSync(folder)).toEqual(['tokens.json']);
}, 30_000);

test('a disk that is full when the lock is taken leaves no lock behind', () => {
	const source = new URL('../../source/system/lock.ts', import.meta.url).href;
	const path = `${tokens.path}.lock`;
	keep('https://a.example', 'ann', 'token-1');
	const script = `import {withLock} from ${JSON.stringify(source)}; withLock(${JSON.stringify(path)}, () => undefined);`;
	const {stderr} = spawnSync(
		'/bin/sh',
		['-c', 'ulimit -f 0; exec "$0" --input-type=module -e "$1"', process.execPath, script],
		{encoding: 'utf8'},
	);
	expect(stderr).toContain('EFBIG');
	expect(existsSync(path)).toBe(false);
});

test('a lock that is not known to be left behind is waited for, but not for ever', () => {
	keep('https://a.example', 'ann', 'token-1');
	writeFileSync(`${tokens.path}.lock`, '999999999 another-machine\n');
	expect(() => keep('https://a.example', 'ben', 'token-2')).toThrow(
		`held by another process (999999999 another-machine). If none is running: rm -f ${tokens.path}.lock`,
	);
	expect(tokens.get('https://a.example', 'ann')?.token).toBe('token-1');
});
