/** `npm run release`: what must hold of a commit before it becomes a version, in a repository of the test's own. */
import {execFileSync, spawnSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {type Candidate, problemsOf} from '../../.config/release.ts';

const changelog =
	'# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-11-26\n\n- A line.\n\n## 1.1.0 - 2026-10-01\n\n- Another.\n';

const ready: Candidate = {
	version: '1.2.0',
	status: '',
	tags: 'v1.1.0\n',
	named: {'package.json': '1.2.0', 'package-lock.json': '1.2.0'},
	changelog,
};

test('a commit that is ready has no problem', () => {
	expect(problemsOf(ready)).toEqual([]);
	expect(problemsOf({...ready, changelog: changelog.replace('## Unreleased\n\n', '')})).toEqual([]);
});

test.each<[over: Partial<Candidate>, problem: RegExp]>([
	[{version: '1.2'}, /^"1\.2" is no version/],
	[{status: ' M readme.md\n'}, /^the tree is not clean: commit or remove\n M readme\.md$/],
	[{tags: 'v1.1.0\nv1.2.0\n'}, /^v1\.2\.0 is tagged already/],
	[
		{named: {'package.json': '1.2.0', 'package-lock.json': '1.1.0'}},
		/^package-lock\.json says 1\.1\.0: run npm version/,
	],
	[{changelog: changelog.replace('1.2.0 - 2026-11-26', '1.2.0')}, /has no section "## 1\.2\.0 - YYYY-MM-DD"$/],
	[{changelog: changelog.replace('1.2.0', '1x2.0')}, /has no section/],
	[{changelog: changelog.replace('- A line.\n\n', '')}, /^the section "## 1\.2\.0 - YYYY-MM-DD" .* is empty$/],
	[{changelog: changelog.replace('Unreleased\n', 'Unreleased\n\n- New.\n')}, /still has lines under "Unreleased"$/],
])('%o is one problem', (over, problem) => {
	expect(problemsOf({...ready, ...over})).toEqual([expect.stringMatching(problem)]);
});

describe('in a repository', () => {
	let clone: string;

	const git = (...args: string[]): string =>
		execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
			cwd: clone,
			encoding: 'utf8',
		});

	beforeEach(() => {
		clone = mkdtempSync(join(tmpdir(), 'dialtop-release-'));
		mkdirSync(join(clone, '.config'));
		mkdirSync(join(clone, '.github'));
		cpSync(new URL('../../.config/release.ts', import.meta.url).pathname, join(clone, '.config/release.ts'));
		for (const file of ['package.json', 'package-lock.json']) {
			writeFileSync(join(clone, file), '{"version": "1.2.0", "type": "module"}\n');
		}
		writeFileSync(join(clone, '.github/changelog.md'), changelog);
		git('init', '-q');
		git('add', '.');
		git('commit', '-qm', 'Begin');
	});

	afterEach(() => rmSync(clone, {recursive: true}));

	const release = (...words: string[]) => {
		const {status, stdout, stderr} = spawnSync(process.execPath, [join(clone, '.config/release.ts'), ...words], {
			encoding: 'utf8',
		});
		return {status, stdout, stderr};
	};

	test('a dry run says what would be done, and changes nothing', () => {
		const {status, stdout, stderr} = release('1.2.0', '--dry-run');
		expect([status, stderr]).toEqual([0, '']);
		expect(stdout).toMatch(/^1\.2\.0 can be released from this commit\./);
		expect(stdout).toContain('git tag -a v1.2.0');
		expect(git('status', '--porcelain', '--ignored')).toBe('');
		expect(git('tag', '--list')).toBe('');
	});

	test('every problem is named at once, before anything runs', () => {
		writeFileSync(join(clone, 'package.json'), '{"version": "1.1.0"}\n');
		git('tag', 'v1.2.0');
		const {status, stdout, stderr} = release('1.2.0');
		expect([status, stdout]).toEqual([1, '']);
		expect(stderr.match(/^release: /gm)).toHaveLength(3);
	});

	test('without a version, or with two, it says how it is called', () => {
		for (const words of [[], ['--dry-run'], ['1.2.0', '1.3.0']]) {
			expect(release(...words)).toMatchObject({
				status: 2,
				stderr: expect.stringMatching(/^usage: npm run release VERSION/),
			});
		}
	});
});
