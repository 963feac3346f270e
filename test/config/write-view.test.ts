/** A view written into the configuration, and taken out of it: nothing else in the file changes. */
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {words} from '../../source/cli/configuration-words.ts';
import {viewNameProblem} from '../../source/config/view-names.ts';
import type {ViewConfig} from '../../source/config/views.ts';
import {writeView} from '../../source/config/write.ts';
import {givenIn} from './make.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dialtop-view-'));
});
afterEach(() => rmSync(folder, {recursive: true}));

const view: ViewConfig = {filter: 'state:play', marks: {prod: ['1001']}, zoom: 'agents'};
const line = 'night: {filter: state:play, marks: {prod: ["1001"]}, zoom: agents}';

/** The file after a view was written into it or taken out of it, or why it was not. */
const written = (text: string | undefined, as: ViewConfig | undefined = view, name = 'night'): string => {
	const path = join(folder, 'config.yml');
	if (text !== undefined) {
		writeFileSync(path, text);
	}
	const problem = writeView(path, name, as, words);
	if (problem !== undefined) {
		expect(readFileSync(path, 'utf8')).toBe(text);
		return `not: ${problem}`;
	}
	const after = readFileSync(path, 'utf8');
	expect(givenIn(after).views?.[name]).toEqual(as);
	return after;
};

describe('all else stays byte for byte', () => {
	test.each([
		['no file', undefined, `views:\n  ${line}\n`],
		['other settings', '# mine\ntheme:  light # day', `# mine\ntheme:  light # day\nviews:\n  ${line}\n`],
		['no views yet', 'views:   # none\ntheme: light\n', `views:   # none\n  ${line}\ntheme: light\n`],
		[
			'other views',
			'views:\n    day: {zoom: wall} # by day\n\n# the theme\ntheme: light\n',
			`views:\n    day: {zoom: wall} # by day\n    ${line}\n\n# the theme\ntheme: light\n`,
		],
		[
			'another view of this name, in lines',
			'views:\n  night:\n    zoom: wall\n    filter: x\n  day: {zoom: wall}\n',
			`views:\n  ${line}\n  day: {zoom: wall}\n`,
		],
		[
			'another one, in a line',
			'views:\n  "night":  {zoom: wall} # late\n',
			`views:\n  "night"${line.slice(5)} # late\n`,
		],
		['no line break at the end', 'views:\n  day: {zoom: wall}', `views:\n  day: {zoom: wall}\n  ${line}\n`],
	])('%s', (_what, before, after) => {
		expect(written(before)).toBe(after);
	});

	test('maps in braces', () => {
		expect(written('{theme: light} # both\n')).toContain('theme: light');
		expect(written('theme: light # mine\nviews: {day: {zoom: wall}}\n')).toMatch(/^theme: light # mine\nviews:.*day/);
	});

	test.each([
		['the only one', 'views:\n  night: {zoom: wall} # late\ntheme: light\n', 'views:\ntheme: light\n'],
		['one of several', 'views:\n  day: {}\n  night:\n    zoom: wall\n  late: {}\n', 'views:\n  day: {}\n  late: {}\n'],
		['none of this name', 'views:\n  day: {zoom: wall}\n', 'views:\n  day: {zoom: wall}\n'],
	])('deleted: %s', (_what, before, after) => {
		const path = join(folder, 'config.yml');
		writeFileSync(path, before);
		expect(writeView(path, 'night', undefined, words)).toBeUndefined();
		expect(readFileSync(path, 'utf8')).toBe(after);
	});
});

test.each(['1', 'null', 'true', 'on', 'no', '1e3', 'constructor', 'toString', 'größe', '夜', 'a'.repeat(40)])(
	'a name that looks like something else is a name: %s',
	name => {
		expect(viewNameProblem(name)).toBeUndefined();
		written('theme: light\n', view, name);
		written('views:\n  day: {zoom: wall}\n', view, name);
	},
);

test.each([
	'',
	'../../x',
	'..',
	'-rf',
	'_',
	'__proto__',
	'save',
	'delete',
	'a b',
	'a\u001b[2J',
	'a\u202eb',
	'a: {}',
	'a'.repeat(41),
])('no name: %j', name => {
	expect(viewNameProblem(name)).toContain('a name must be');
	expect(written('theme: light\n', view, name)).toContain('not: ');
});

test('texts that YAML or a terminal reads in another way', () => {
	for (const filter of [
		'# x',
		'- x',
		'{a: b}',
		"it's",
		'"',
		'drop>3, !x',
		'!!js x',
		'*a',
		'&a',
		'%',
		'null',
		'a: b',
		'\\n',
	]) {
		expect(givenIn(written('theme: light\n', {filter})).views?.night?.filter).toBe(filter);
	}
	expect(written('theme: light\n', {filter: '\u001b[2J'})).toContain('no control characters');
});

test('marks are of a profile or a host, however long its name is', () => {
	const host = `${'dialer-of-the-north.'.repeat(5)}example.com:8443`;
	expect(givenIn(written('theme: light\n', {marks: {[host]: ['1001']}})).views?.night?.marks).toEqual({
		[host]: ['1001'],
	});
	expect(written('theme: light\n', {marks: {'a\u001b[2J': ['1001']}})).toContain('a name must be text');
});

test('what cannot be written safely is not', () => {
	expect(written('theme: lihgt\n')).toMatch(/^not: .*theme: must be/);
	expect(written('views: &v\n  night: &n {zoom: wall}\n  day: *n\n')).toMatch(/^not: /);
});
