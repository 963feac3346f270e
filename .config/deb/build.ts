/**
 * `npm run build:deb`: one package for Debian and its kin out of the single executable, with the man page, completion for
 * three shells, units that are not enabled, and an example configuration. Writes dist-deb/dialtop_VERSION_ARCH.deb.
 *
 * `node .config/deb/build.ts [EXECUTABLE [FOLDER [COMPRESSION]]]`: a test builds one elsewhere, and quickly.
 */
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {gzipSync} from 'node:zlib';
import {words} from '../../source/cli/configuration-words.ts';
import {scripts} from '../../source/commands/completion.ts';
import {exampleOf} from '../../source/config/example.ts';
import {commitDate, ownManPage} from '../pages/man.ts';

const root = new URL('../..', import.meta.url).pathname;
const here = new URL('.', import.meta.url).pathname;
const [executable = join(root, 'dist-binary/dialtop'), folder = join(root, 'dist-deb'), compression = 'xz'] =
	process.argv.slice(2);

/** Debian's names of the processors that Node is built for. */
const architectures: Readonly<Record<string, string>> = {
	x64: 'amd64',
	arm64: 'arm64',
	arm: 'armhf',
	ppc64: 'ppc64el',
	s390x: 's390x',
};

const {version, description} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
	'version' | 'description',
	string
>;

const gzipped = (text: string): Buffer => gzipSync(text, {level: 9});

const copyright = (): string => {
	const own = readFileSync(join(root, 'license'), 'utf8').trim().split('\n');
	return `${[
		'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
		'Upstream-Name: dialtop',
		'Comment: The licences of Node and of the libraries inside the executable are in licenses.txt.gz.',
		'',
		'Files: *',
		'Copyright: 2026 the dialtop authors',
		'License: MIT',
		...own.slice(4).map(line => ` ${line || '.'}`),
	].join('\n')}\n`;
};

/** The files of the package by their paths. */
const contents = async (date: Date): Promise<Record<string, string | Buffer>> => {
	const documents = 'usr/share/doc/dialtop';
	const changes = `dialtop (${version}) stable; urgency=medium\n\n  * See changelog.md.gz.\n\n -- the dialtop authors <dialtop@localhost>  ${date
		.toUTCString()
		.replace('GMT', '+0000')}\n`;
	return {
		'usr/bin/dialtop': readFileSync(executable),
		'usr/share/man/man1/dialtop.1.gz': gzipped(await ownManPage()),
		'usr/share/bash-completion/completions/dialtop': scripts.bash,
		'usr/share/zsh/vendor-completions/_dialtop': scripts.zsh,
		'usr/share/fish/vendor_completions.d/dialtop.fish': scripts.fish,
		'usr/lib/sysusers.d/dialtop.conf': readFileSync(join(here, 'sysusers.conf')),
		...Object.fromEntries(
			readdirSync(join(here, 'units')).map(unit => [
				`usr/lib/systemd/system/${unit}`,
				readFileSync(join(here, 'units', unit)),
			]),
		),
		'usr/share/lintian/overrides/dialtop': readFileSync(join(here, 'lintian-overrides')),
		[`${documents}/copyright`]: copyright(),
		[`${documents}/changelog.gz`]: gzipped(changes),
		[`${documents}/changelog.md.gz`]: gzipped(readFileSync(join(root, '.github/changelog.md'), 'utf8')),
		[`${documents}/licenses.txt.gz`]: gzipped(readFileSync(join(root, 'dist/licenses.txt'), 'utf8')),
		[`${documents}/examples/config.yml`]: exampleOf(words),
	};
};

const control = (kilobytes: number, architecture: string): string =>
	`${[
		'Package: dialtop',
		`Version: ${version}`,
		`Architecture: ${architecture}`,
		'Maintainer: the dialtop authors <dialtop@localhost>',
		`Installed-Size: ${kilobytes}`,
		'Depends: libc6 (>= 2.28), libstdc++6 (>= 9), libgcc-s1',
		'Recommends: systemd | systemd-standalone-sysusers',
		'Section: comm',
		'Priority: optional',
		`Description: ${description}`,
		' dialtop is to an outbound dialer what top is to a machine: it watches the',
		' campaigns of a dialing service in a terminal, changes them after a question,',
		' and records what it sees. The package also holds units that record a service',
		' (dialtop-record@PROFILE) or serve its figures to Prometheus',
		' (dialtop-export@PROFILE); none is enabled.',
	].join('\n')}\n`;

/** Builds the package; answers its path. @throws Error without dpkg-deb, or with what that says of the tree */
const buildDeb = async (): Promise<string> => {
	const date = commitDate();
	const architecture = architectures[process.arch];
	if (architecture === undefined) {
		throw new Error(`Debian has no packages for ${process.arch}`);
	}
	const tree = join(folder, 'tree');
	const write = (path: string, content: string | Buffer): void => {
		const isProgram = /^(?:usr\/bin|DEBIAN)\/(?!control$)/.test(path);
		mkdirSync(join(tree, dirname(path)), {recursive: true});
		writeFileSync(join(tree, path), content, {mode: isProgram ? 0o755 : 0o644});
	};
	const files = await contents(date);
	const bytes = Object.values(files).reduce((sum, content) => sum + Buffer.byteLength(content), 0);
	for (const [path, content] of Object.entries(files)) {
		write(path, content);
	}
	// The units read their configuration and environment from here.
	mkdirSync(join(tree, 'etc/dialtop'), {recursive: true});
	write('DEBIAN/control', control(Math.ceil(bytes / 1024), architecture));
	for (const script of ['postinst', 'prerm', 'postrm']) {
		write(`DEBIAN/${script}`, readFileSync(join(here, script)));
	}
	const file = join(folder, `dialtop_${version}_${architecture}.deb`);
	execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', tree, file], {
		stdio: 'pipe',
		env: {...process.env, SOURCE_DATE_EPOCH: String(Math.floor(date.getTime() / 1000))},
	});
	rmSync(tree, {recursive: true});
	return file;
};

process.umask(0o022);
rmSync(folder, {recursive: true, force: true});
mkdirSync(folder, {recursive: true});
try {
	const file = await buildDeb();
	process.stdout.write(`${relative(root, file)}: ${(statSync(file).size / 1e6).toFixed(0)} MB\n`);
} catch (error) {
	const {code, message} = error as NodeJS.ErrnoException;
	const why =
		code === 'ENOENT' && !existsSync('/usr/bin/dpkg-deb')
			? 'there is no dpkg-deb here: build it on Debian or Ubuntu'
			: message;
	process.stderr.write(`build:deb: ${why}\n`);
	process.exit(1);
}
