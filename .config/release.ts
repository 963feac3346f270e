/**
 * `npm run release VERSION`: checks that this commit may become that version, runs every check, builds the package and the
 * executable, and says what to do next. It publishes, tags and pushes nothing; with --dry-run it also builds nothing.
 */
import {execFileSync, spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** What the checks look at. */
export type Candidate = {
	version: string;
	/** What `git status --porcelain` prints. */
	status: string;
	/** What `git tag --list` prints. */
	tags: string;
	/** The versions that package.json and package-lock.json name. */
	named: Readonly<Record<string, string>>;
	changelog: string;
};

const versionPattern = /^\d+\.\d+\.\d+(?:-[\da-z.-]+)?$/i;

/** The lines of a section of the changelog; undefined if there is none. */
const sectionOf = (changelog: string, heading: RegExp): string[] | undefined => {
	const lines = changelog.split('\n');
	const from = lines.findIndex(line => heading.test(line));
	if (from === -1) {
		return undefined;
	}
	const end = lines.findIndex((line, index) => index > from && line.startsWith('## '));
	return lines.slice(from + 1, end === -1 ? undefined : end).filter(line => line.trim() !== '');
};

/** Why the version cannot be released, each with what to do; none if it can. */
export const problemsOf = ({version, status, tags, named, changelog}: Candidate): string[] => {
	if (!versionPattern.test(version)) {
		return [`"${version}" is no version: give one such as 0.2.0`];
	}
	const heading = `## ${version} - YYYY-MM-DD`;
	const section = sectionOf(changelog, new RegExp(`^## ${version.replaceAll('.', '\\.')} - \\d{4}-\\d\\d-\\d\\d$`));
	return [
		...(status.trim() === '' ? [] : [`the tree is not clean: commit or remove\n${status.trimEnd()}`]),
		...(tags.split('\n').includes(`v${version}`) ? [`v${version} is tagged already: choose the next version`] : []),
		...Object.entries(named)
			.filter(([, one]) => one !== version)
			.map(([file, one]) => `${file} says ${one}: run npm version --no-git-tag-version ${version}, and commit it`),
		...(section === undefined ? [`.github/changelog.md has no section "${heading}"`] : []),
		...(section?.length === 0 ? [`the section "${heading}" of .github/changelog.md is empty`] : []),
		...(sectionOf(changelog, /^## Unreleased$/)?.length
			? ['.github/changelog.md still has lines under "Unreleased"']
			: []),
	];
};

const root = new URL('..', import.meta.url).pathname;

const printed = (command: string, ...args: string[]): string =>
	execFileSync(command, args, {cwd: root, encoding: 'utf8'});

const versionIn = (file: string): string =>
	(JSON.parse(readFileSync(join(root, file), 'utf8')) as {version: string}).version;

/** Runs a command on the terminal. @throws Error if it fails */
const run = (command: string, ...args: string[]): void => {
	process.stdout.write(`\n$ ${[command, ...args].join(' ')}\n`);
	const {status} = spawnSync(command, args, {cwd: root, stdio: 'inherit'});
	if (status !== 0) {
		throw new Error(`${[command, ...args].join(' ')} ended with ${status}`);
	}
};

/** Builds everything that is released; returns the files. */
const make = (version: string): string[] => {
	run('npm', 'cit');
	if (printed('git', 'status', '--porcelain').trim() !== '') {
		throw new Error('the checks changed the tree: see git status');
	}
	const folder = join(root, 'dist-release');
	rmSync(folder, {recursive: true, force: true});
	mkdirSync(folder);
	run('npm', 'pack', '--pack-destination', folder);
	const isDebian = existsSync('/usr/bin/dpkg-deb');
	run('npm', 'run', isDebian ? 'build:deb' : 'build:binary');
	const binary = `dialtop-${version}-${process.platform}-${process.arch}`;
	copyFileSync(join(root, 'dist-binary/dialtop'), join(folder, binary));
	copyFileSync(join(root, 'dist-binary/licenses.txt'), join(folder, `${binary}.licenses.txt`));
	const packages = isDebian ? readdirSync(join(root, 'dist-deb')) : [];
	for (const name of packages) {
		copyFileSync(join(root, 'dist-deb', name), join(folder, name));
	}
	const files = [`dialtop-${version}.tgz`, binary, ...packages];
	const sums = files.map(file => {
		const sum = createHash('sha256')
			.update(readFileSync(join(folder, file)))
			.digest('hex');
		return `${sum}  ${file}\n`;
	});
	writeFileSync(join(folder, 'sha256sums.txt'), sums.join(''));
	return [...files, `${binary}.licenses.txt`, 'sha256sums.txt'].map(file => join('dist-release', file));
};

const nextSteps = (version: string): string =>
	[
		'Next, by hand:',
		`  git tag -a v${version} -m "dialtop ${version}"`,
		`  git push origin HEAD v${version}`,
		`  npm publish dist-release/dialtop-${version}.tgz`,
		'  attach the executable, its licences, the Debian package and sha256sums.txt to the release of that tag',
		'',
	].join('\n');

if (import.meta.main) {
	const words = process.argv.slice(2);
	const isDry = words.includes('--dry-run');
	const [version = '', ...others] = words.filter(word => word !== '--dry-run');
	if (version === '' || others.length > 0) {
		process.stderr.write('usage: npm run release VERSION [-- --dry-run]\n');
		process.exit(2);
	}
	const problems = problemsOf({
		version,
		status: printed('git', 'status', '--porcelain'),
		tags: printed('git', 'tag', '--list'),
		named: Object.fromEntries(['package.json', 'package-lock.json'].map(file => [file, versionIn(file)])),
		changelog: readFileSync(join(root, '.github/changelog.md'), 'utf8'),
	});
	if (problems.length > 0) {
		process.stderr.write(problems.map(problem => `release: ${problem}\n`).join(''));
		process.exit(1);
	}
	if (isDry) {
		process.stdout.write(
			`${version} can be released from this commit. Without --dry-run this runs npm cit, npm pack and npm run build:deb,\n` +
				`and puts what they make into dist-release/.\n\n${nextSteps(version)}`,
		);
	} else {
		try {
			const files = make(version);
			const sizes = files.map(file => `  ${file}  ${(statSync(join(root, file)).size / 1e6).toFixed(2)} MB`);
			process.stdout.write(`\nMade:\n${sizes.join('\n')}\n\n${nextSteps(version)}`);
		} catch (error) {
			process.stderr.write(`release: ${error instanceof Error ? error.message : error}\n`);
			process.exit(1);
		}
	}
}
