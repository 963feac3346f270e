import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {words} from '../../source/cli/configuration-words.ts';
import {readConfig} from '../../source/config/file.ts';
import {configFileOf} from '../../source/config/paths.ts';
import {givenIn, problemsIn} from './make.ts';

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-config-'));
});

afterAll(() => rmSync(folder, {recursive: true}));

const readBytes = async (name: string, content: string | Uint8Array) => {
	const path = join(folder, name);
	writeFileSync(path, content);
	return readConfig({path, namedBy: '--config'}, words);
};

test.each([
	['theme: mnoo', '1:8: theme: must be dark, light, high-contrast or mono, not "mnoo"; did you mean "mono"?'],
	['# one\n\n  \ninterval: 61', '4:11: interval: must be a number from 0.5 to 60 seconds, not 61'],
	[
		'interval: "3"',
		'1:11: interval: must be a number from 0.5 to 60 seconds, not "3"; it is text here: leave its quotes out',
	],
	['interval: .nan', '1:11: interval: must be a number from 0.5 to 60 seconds, not NaN'],
	['bell: on', '1:7: bell: must be true or false, not "on"; it is text here: write true'],
	['mask: off', '1:7: mask: must be true or false, not "off"; it is text here: write false'],
	['mute: 1', '1:7: mute: must be true or false, not 1'],
	['them: mono', '1:1: them: there is no such setting; did you mean "theme"?'],
	['zzzzzzz: 1', '1:1: zzzzzzz: there is no such setting'],
	['them:', '1:1: them: there is no such setting; did you mean "theme"?'],
	['sort:\n  colum: drop', '2:3: sort.colum: there is no such setting; did you mean "column"?'],
	['sort: drop', '1:7: sort: must be a map of settings, not "drop"'],
	['columns: []', '1:10: columns: must begin with state, name'],
	['columns: [state, name, id, id]', '1:10: columns: names one of them twice'],
	['columns: [state, name]\nsort:\n  column: drop', '3:11: sort.column: "drop" is not among the columns'],
	['keys:\n  play_or_pase: P', '2:3: keys.play_or_pase: there is no such setting; did you mean "play-or-pause"?'],
	['keys:\n  stop: {a: b}', '2:9: keys.stop: must be a key or a list of keys, not a map'],
	['company_id: 12ab', '1:13: company_id: must be a number of up to 15 digits, not "12ab"'],
	[
		'alerts:\n  rules:\n    drop-limit:\n      threshold: 5',
		'4:18: alerts.rules.drop-limit.threshold: must be a number from 0.1 to 3 percent, not 5',
	],
	[
		'alerts:\n  rules:\n    drop-near: {threshold: 2.9}',
		'3:28: alerts.rules.drop-near.threshold: the line of drop-near, 2.9, is above that of drop-close, 2.8: it must not',
	],
	['profiles: 3', '1:11: profiles: must be a map of names, not 3'],
	[
		'profiles:\n  qa: {url: "https://a.example"}\nprofile: aq',
		'3:10: profile: there is no profile "aq"; did you mean "qa"?',
	],
	['profile: qa', '1:10: profile: there is no profile "qa"'],
	['profiles:\n  qa: {url: "https://a.example"}\nprofile: __proto__', '3:10: profile: there is no profile "__proto__"'],
	[
		'profiles:\n  q a: {url: "https://a.example"}',
		'2:3: profiles.q a: a name must be letters, digits, - and _, and not begin with -',
	],
	[
		'profiles:\n  -qa: {url: "https://a.example"}',
		'2:3: profiles.-qa: a name must be letters, digits, - and _, and not begin with -',
	],
	['profiles:\n  qa: https://a.example', '2:7: profiles.qa: must be a map of settings, not "https://a.example"'],
	[
		'profiles:\n  qa:\n    user: ops',
		'3:5: profiles.qa.url: is missing: it must be an address such as https://dialer.example.com',
	],
	[
		'profiles:\n  qa:\n    url:',
		'3:5: profiles.qa.url: is missing: it must be an address such as https://dialer.example.com',
	],
	[
		'profiles:\n  qa:\n    url: dialer',
		'3:10: profiles.qa.url: is not an address: "dialer". Give one such as https://dialer.example.com',
	],
	[
		'profiles:\n  qa:\n    url: ftp://a.example',
		'3:10: profiles.qa.url: must begin with https:// or http://, not "ftp://"',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    enviroment: qa',
		'4:5: profiles.qa.enviroment: there is no such setting; did you mean "environment"?',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    environment: prod',
		'4:18: profiles.qa.environment: must be production, qa or sandbox, not "prod"',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    read_only: yes',
		'4:16: profiles.qa.read_only: must be true or false, not "yes"; it is text here: write true',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    requests: 51',
		'4:15: profiles.qa.requests: must be a number from 0.2 to 50, not 51',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    time_zone: Eastern',
		'4:16: profiles.qa.time_zone: must be a time zone such as America/New_York',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    ca: own.pem',
		'4:9: profiles.qa.ca: must be a whole path, which begins with / or ~/',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    password: hunter2',
		'4:5: profiles.qa.password: a password is not stored in this file: dialtop login asks for it, or password_command names a command that prints it',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    token: abc',
		'4:5: profiles.qa.token: a token is not stored in this file: dialtop login gets one and stores it safely',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    status_words: {RUNNING: play, HOLD: paus}',
		'4:41: profiles.qa.status_words.HOLD: must be play, pause or stop, not "paus"; did you mean "pause"?',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    status_words: RUNNING',
		'4:19: profiles.qa.status_words: must be a map such as {RUNNING: play, HOLD: pause}, not "RUNNING"',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    status_words: {" ": play}',
		'4:20: profiles.qa.status_words. : a word must be text of at most 100 characters',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    status_words:\n      On Hold: pause\n      "on  hold": play',
		'6:19: profiles.qa.status_words.on  hold: ON HOLD means pause already',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    status_words: {play: pause}',
		'4:26: profiles.qa.status_words.play: PLAY means play already: the interface says so',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    compliance: {rule: thirty-day}',
		'4:24: profiles.qa.compliance.rule: must be thirty-days, each-day, last-hours or none, not "thirty-day"; did you mean "thirty-days"?',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    compliance: {rule: thirty-days}',
		'4:24: profiles.qa.compliance.rule: thirty-days counts from a day: set period_start beside it, such as period_start: 2026-11-02',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    compliance: {rule: thirty-days, period_start: 2026-02-30}',
		'4:51: profiles.qa.compliance.period_start: must be a day such as 2026-11-02',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    compliance: {rule: each-day, hours: 4}',
		'4:41: profiles.qa.compliance.hours: belongs to the rule last-hours, and the rule is each-day',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    compliance: {rule: each-day, groups: {north: [1001, 1002], south: [1002]}}',
		'4:71: profiles.qa.compliance.groups.south: names campaign 1002, which is in north already',
	],
	[
		'profiles:\n  qa:\n    url: https://a.example\n    compliance: {rule: each-day, groups: {north: [Spring]}}',
		'4:51: profiles.qa.compliance.groups.north: must be a list of numbers of up to 15 digits',
	],
	['theme: mono\ntheme: dark', '2:1: this key is a duplicate: keep one of the two'],
	['sort:\n\tcolumn: drop', '2:1: a tab indents this line: YAML takes spaces only'],
	['theme: mono\n---\ntheme: dark', '2:1: a second document begins here: keep one'],
	['- theme', '1:1: must be a map of settings, not a list or a value'],
	['mono', '1:1: must be a map of settings, not text'],
	['theme: !!js/function x', '1:8: this is not YAML: Unresolved tag: tag:yaml.org,2002:js/function'],
	['__proto__: {theme: mono}', '1:1: __proto__: there is no such setting'],
	['"th\\u009bme": 1', '1:1: th me: there is no such setting; did you mean "theme"?'],
])('%j is refused', (text, problem) => {
	expect(problemsIn(text)[0]).toBe(problem);
});

test('a column that is not known is named where it stands, with the one that was meant', () => {
	expect(problemsIn('columns:\n  - name\n  - redy')).toEqual([
		expect.stringMatching(/^3:5: columns: must be state, .*, not "redy"; did you mean "ready"\?$/),
	]);
});

test('everything that is wrong is told at once, in the order of the lines, and no more than ten', () => {
	expect(problemsIn('bell: 1\ntheme: 2\nmask: 3').map(line => line.slice(0, 3))).toEqual(['1:7', '2:8', '3:7']);
	const many = problemsIn(Array.from({length: 14}, (_, index) => `zzzzzzz${index}: 1`).join('\n'));
	expect(many).toHaveLength(11);
	expect(many.at(-1)).toBe(' and 4 more');
});

test('nothing said is nothing given', () => {
	for (const text of ['', '\n', '# theme: mono\n', '---\n', '{}', 'theme:\nkeys:\nsort:\n  column:\n', '\uFEFF']) {
		expect(JSON.parse(JSON.stringify(givenIn(text))), text).toEqual(text.startsWith('theme') ? {sort: {}} : {});
	}
});

test('aliases hold, but not without end', () => {
	expect(givenIn('keys:\n  zoom: &same [z, f5]\n  wall: w\n')).toBeTruthy();
	const lines = ['a: &a [x, x, x, x, x, x, x, x, x]'];
	for (const [one, next] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg']) {
		lines.push(`${next}: &${next} [${Array(9).fill(`*${one}`).join(', ')}]`);
	}
	expect(problemsIn(lines.join('\n'))).toEqual([
		'5:12: with its aliases written out the file has more than 10000 values',
	]);
});

test.each([
	[
		'an alias inside what it stands for',
		'keys:\n  zoom: &a\n    - *a',
		'3:7: *a refers to itself, so it would never end',
	],
	['the whole file in itself', '&all\nprofiles: *all', '2:11: *all refers to itself, so it would never end'],
	['itself in a key', '&a {? *a : 1}', '1:7: *a refers to itself, so it would never end'],
	['a merge of itself', 'sort: &a\n  <<: *a', '2:7: *a refers to itself, so it would never end'],
	[
		'a merge of itself, as YAML 1.1 has it',
		'%YAML 1.1\n---\nsort: &a\n  <<: *a',
		'4:7: *a refers to itself, so it would never end',
	],
	['an alias of nothing', 'theme: *mono', '1:8: there is no &mono before this *mono'],
	['brackets without end', `# one\nkeys: ${'['.repeat(100_000)}`, '2:37: this is nested too deeply'],
	['brackets that end', `keys: ${'['.repeat(3000)}${']'.repeat(3000)}`, '1:37: this is nested too deeply'],
	['braces', 'keys: {a: '.repeat(20_000), '1:157: this is nested too deeply'],
	['dashes in a line', `keys:\n${'- '.repeat(60_000)}x`, '2:61: this is nested too deeply'],
	['keys in a line', `${'? '.repeat(60_000)}x`, '1:63: this is nested too deeply'],
	[
		'indentation',
		Array.from({length: 700}, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
		'32:32: this is nested too deeply',
	],
	[
		'a set, which would be an empty map',
		'sort: !!set {column}',
		'1:7: this is not YAML: Unresolved tag: tag:yaml.org,2002:set',
	],
	[
		'values without number',
		`keys: [${'x,'.repeat(60_000)}]`,
		'1:20004: the file is too long: it is not read beyond this',
	],
	['a NUL', 'export: a\0b', '1:9: there is a NUL character in this'],
	['a NUL in other words', 'alerts: {command: "a\\0b"}', '1:19: there is a NUL character in this'],
])('what would end or fill the program is refused where it stands: %s', (_, text, problem) => {
	// Of this thread alone, so that the load of the machine does not count.
	const before = process.threadCpuUsage();
	expect(problemsIn(text)).toEqual([problem]);
	expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000);
});

test.each([
	[
		'interval: 0x10',
		'1:11: interval: must be a number from 0.5 to 60 seconds, not "0x10"; write numbers in decimal digits',
	],
	[
		'interval: 1e1',
		'1:11: interval: must be a number from 0.5 to 60 seconds, not "1e1"; write numbers in decimal digits',
	],
	[
		'interval: 0o7',
		'1:11: interval: must be a number from 0.5 to 60 seconds, not "0o7"; write numbers in decimal digits',
	],
	[
		'interval: +5',
		'1:11: interval: must be a number from 0.5 to 60 seconds, not "+5"; write numbers in decimal digits',
	],
	[
		'interval: 5.',
		'1:11: interval: must be a number from 0.5 to 60 seconds, not "5."; write numbers in decimal digits',
	],
	[
		'interval: .5',
		'1:11: interval: must be a number from 0.5 to 60 seconds, not ".5"; write numbers in decimal digits',
	],
	[
		'company_id: 0x10',
		'1:13: company_id: must be a number of up to 15 digits, not "0x10"; write numbers in decimal digits',
	],
	[
		'company_id: 1e3',
		'1:13: company_id: must be a number of up to 15 digits, not "1e3"; write numbers in decimal digits',
	],
])('a number in another notation than the decimal one is none: %j', (text, problem) => {
	expect(problemsIn(text)).toEqual([problem]);
});

test('profiles are named as anybody likes, and a secret in one is named and never shown', () => {
	const {profile, profiles} = givenIn(
		'profile: qa-2\nprofiles:\n  qa-2: {url: " https://a.example ", requests: 0.5}\n  1_b:\n    url: http://b.example\n  gone:\n',
	);
	expect([profile, profiles]).toEqual([
		'qa-2',
		{'qa-2': {url: 'https://a.example', requests: 0.5}, '1_b': {url: 'http://b.example'}},
	]);
	for (const wrong of [
		'password: hunter2',
		'url: https://ops:hunter2@a.example',
		'url: "//ops:hunter2@"',
		'api_token: hunter2',
	]) {
		const [problem] = problemsIn(`profiles:\n  qa:\n    ${wrong}`);
		expect(problem, wrong).toMatch(/^3:\d+: profiles\.qa\./);
		expect(problem).not.toContain('hunter2');
	}
});

test('ids and keys may look like numbers', () => {
	expect(givenIn('company_id: 42\nkeys:\n  campaigns: 1\n  log: [8, "@"]\n')).toMatchObject({
		company_id: '42',
		keys: {campaigns: ['1'], log: ['8', '@']},
	});
	expect(problemsIn('company_id: 12345678901234567890')).toHaveLength(1);
});

test('a file that is missing is none, unless somebody named it', async () => {
	const path = join(folder, 'none.yml');
	expect(await readConfig({path, namedBy: undefined}, words)).toEqual({kind: 'missing'});
	expect(await readConfig({path, namedBy: 'DIALTOP_CONFIG'}, words)).toEqual({
		kind: 'wrong',
		problems: [`${path}: there is no such file (named by DIALTOP_CONFIG)`],
	});
});

test('what is no file of text is refused, and is not waited for', async () => {
	expect(await readConfig({path: folder, namedBy: undefined}, words)).toEqual({
		kind: 'wrong',
		problems: [`${folder}: it is a folder, not a file`],
	});
	expect(await readConfig({path: '/dev/zero', namedBy: undefined}, words)).toMatchObject({
		problems: ['/dev/zero: it is not a file'],
	});
	const pipe = join(folder, 'pipe');
	execFileSync('mkfifo', [pipe]);
	expect(await readConfig({path: pipe, namedBy: undefined}, words)).toMatchObject({
		problems: [`${pipe}: it is not a file`],
	});
	expect(await readBytes('latin.yml', Uint8Array.of(0x23, 0xe9))).toMatchObject({
		problems: [expect.stringContaining('it is not text in UTF-8')],
	});
	expect(await readBytes('large.yml', '#'.repeat(300_000))).toMatchObject({
		problems: [expect.stringContaining('it is larger than 256 kB')],
	});
});

test('the flag names the file before the environment, and else it is in the configuration folder', async () => {
	expect(await configFileOf('/a.yml', {DIALTOP_CONFIG: '/b.yml'})).toEqual({path: '/a.yml', namedBy: '--config'});
	expect(await configFileOf(undefined, {DIALTOP_CONFIG: '/b.yml'})).toEqual({
		path: '/b.yml',
		namedBy: 'DIALTOP_CONFIG',
	});
	expect((await configFileOf(undefined, {DIALTOP_CONFIG: ''}))?.path).toMatch(/dialtop\/config\.yml$/);
});
