/** The Debian package: what is in it, and that it installs, runs and is removed, in a folder of the test's own. */
import {execFileSync, spawnSync} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {commands} from '../../source/commands/commands.ts';
import {program} from '../helpers/monitor.ts';
import {version} from '../package/install.ts';

const has = (command: string): boolean => spawnSync(command, ['--version']).error === undefined;

const run = (command: string, ...args: string[]): string => {
	// dpkg looks for programs of root's.
	const env = {...process.env, PATH: `${process.env.PATH}:/usr/local/sbin:/usr/sbin:/sbin`};
	const {status, stdout, stderr, error} = spawnSync(command, args, {encoding: 'utf8', env});
	if (status !== 0) {
		throw error ?? new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}${stdout}`);
	}
	return stdout;
};

const build = new URL('../../.config/deb/build.ts', import.meta.url).pathname;
const units = ['dialtop-export@', 'dialtop-record@'];

describe.skipIf(!(has('dpkg') && has('dpkg-deb')))('with dpkg (skipped where there is none)', () => {
	const folder = mkdtempSync(join(tmpdir(), 'dialtop-deb-'));
	const root = join(folder, 'root');
	let file = '';

	beforeAll(() => {
		// The executable takes a minute to build; `npm run test:binary` tries it.
		const executable = join(folder, 'dialtop');
		writeFileSync(executable, `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`);
		const made = join(folder, 'made');
		// A strict umask must not reach the package.
		execFileSync('sh', ['-c', 'umask 077; exec "$@"', 'sh', process.execPath, build, executable, made, 'none']);
		file = join(made, readdirSync(made).find(name => name.endsWith('.deb')) ?? '');
	});
	afterAll(() => rmSync(folder, {recursive: true}));

	test('every file is root’s, readable by all and writable by none else', () => {
		const lines = run('dpkg-deb', '--contents', file).trimEnd().split('\n');
		expect(lines.length).toBeGreaterThan(20);
		for (const line of lines) {
			expect(line).toMatch(/^(?:drwxr-xr-x|-rw-r--r--|-rwxr-xr-x) root\/root /);
		}
		expect(lines.filter(line => line.startsWith('-rwx')).map(line => line.split(' ').at(-1))).toEqual([
			'./usr/bin/dialtop',
		]);
		expect(run('dpkg-deb', '--field', file, 'Version').trim()).toBe(version);
	});

	test('installs, answers, and is removed', ({skip}) => {
		skip(process.getuid?.() !== 0, 'dpkg gives files to root, which only root may');
		mkdirSync(join(root, 'var/lib/dpkg/info'), {recursive: true});
		mkdirSync(join(root, 'var/lib/dpkg/updates'));
		mkdirSync(join(root, 'etc'));
		for (const [path, text] of Object.entries({'var/lib/dpkg/status': '', 'etc/passwd': '', 'etc/group': ''})) {
			writeFileSync(join(root, path), text);
		}
		const dpkg = (...args: string[]): string =>
			run('dpkg', `--root=${root}`, '--force-script-chrootless', '--force-depends', `--log=${folder}/log`, ...args);
		dpkg('--install', file);
		expect(run(join(root, 'usr/bin/dialtop'), '--version')).toBe(`${version}\n`);
		if (has('systemd-sysusers')) {
			expect(readFileSync(join(root, 'etc/group'), 'utf8')).toMatch(/^dialtop:/m);
		}
		const config = join(root, 'usr/share/doc/dialtop/examples/config.yml');
		expect(run(join(root, 'usr/bin/dialtop'), 'config', '--config', config)).toContain('config.yml');
		run('bash', '-n', join(root, 'usr/share/bash-completion/completions/dialtop'));
		dpkg('--remove', 'dialtop');
		expect(existsSync(join(root, 'usr/bin/dialtop'))).toBe(false);
	});

	test('the man page has every command and fits into 80 columns', () => {
		run('dpkg-deb', '--extract', file, join(folder, 'extracted'));
		const page = join(folder, 'extracted/usr/share/man/man1/dialtop.1.gz');
		const source = gunzipSync(readFileSync(page)).toString();
		expect(source.split('\n').filter(line => /^\.SS "dialtop /.test(line))).toHaveLength(commands.length);
		if (!has('man')) {
			return;
		}
		const {stdout} = spawnSync('man', ['--local-file', '--encoding=utf-8', page], {
			encoding: 'utf8',
			env: {...process.env, MANWIDTH: '80', MAN_KEEP_FORMATTING: '', LC_ALL: 'C.UTF-8', MANPAGER: 'cat'},
		});
		const lines = stdout.split('\n');
		expect(lines.length).toBeGreaterThan(500);
		for (const {name, summary} of commands) {
			expect(stdout).toContain(`dialtop ${name}`);
			expect(stdout.replace(/\s+/g, ' ')).toContain(summary.slice(1));
		}
		expect(lines.filter(line => line.length > 80)).toEqual([]);
	});

	test('systemd takes the units, and finds little that they may do', ({skip}) => {
		skip(!has('systemd-analyze'), 'there is no systemd-analyze');
		const extracted = join(folder, 'units');
		run('dpkg-deb', '--extract', file, extracted);
		for (const unit of units) {
			const template = join(extracted, `usr/lib/systemd/system/${unit}.service`);
			const instance = join(extracted, `${unit}prod.service`);
			cpSync(template, instance);
			writeFileSync(
				instance,
				readFileSync(template, 'utf8').replaceAll('/usr/bin/dialtop', join(extracted, 'usr/bin/dialtop')),
			);
			const {status, stderr} = spawnSync('systemd-analyze', ['verify', '--man=no', instance], {encoding: 'utf8'});
			expect([status, stderr.split('\n').filter(line => line.includes('dialtop'))]).toEqual([0, []]);
			run('systemd-analyze', 'security', '--offline=true', '--threshold=20', instance);
		}
	});
});
