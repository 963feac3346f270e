/** A configuration that others could change is refused, and the command at the end of the message mends it. */
import {execFileSync, spawnSync} from 'node:child_process';
import {
	chmodSync,
	chownSync,
	lchownSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {words} from '../../source/cli/configuration-words.ts';
import {readConfig} from '../../source/config/file.ts';
import {readCertificates} from '../../source/config/trusted.ts';
import {quoted} from '../../source/system/private.ts';

const other = 12_345;
const isRoot = process.getuid?.() === 0;

const service = 'profiles: {qa: {url: "https://a.example"}}\n';
const command = 'alerts: {command: page}\n';

let base: string;
let folder: string;
let file: string;

beforeEach(() => {
	// A shell would stumble over such a name if it were not quoted.
	base = mkdtempSync(join(tmpdir(), "dialtop trusted's "));
	folder = join(base, 'team', 'own');
	file = join(folder, 'config.yml');
	mkdirSync(folder, {recursive: true, mode: 0o755});
	writeFileSync(file, service, {mode: 0o644});
});

afterEach(() => {
	vi.unstubAllEnvs();
	rmSync(base, {recursive: true, force: true});
});

const read = (path = file) => readConfig({path, namedBy: '--config'}, words);

/** What is said of it; undefined if it is read. */
const refusal = async (path = file): Promise<string | undefined> => {
	const {kind, ...rest} = await read(path);
	return kind === 'read' ? undefined : 'problems' in rest ? rest.problems.join('\n') : kind;
};

/** Refused for `culprit` until its command has been run. */
const expectMended = async (culprit: string, says: string | RegExp, path = file): Promise<void> => {
	const said = await refusal(path);
	expect(said).toMatch(says);
	expect(said?.startsWith(culprit)).toBe(true);
	execFileSync('/bin/sh', ['-c', said?.slice(said.lastIndexOf(': ') + 2) ?? 'false']);
	expect(await refusal(path)).toBeUndefined();
};

test.each([0o666, 0o664, 0o646, 0o622, 0o777])('a file of the mode %o', async mode => {
	chmodSync(file, mode);
	expect(await refusal()).toBe(
		`${file} can be changed by others (mode 0${mode.toString(8)}), and with it what is run and where secrets go. Close it: chmod go-w ${quoted(file)}`,
	);
	await expectMended(file, 'can be changed by others');
});

test.each([0o600, 0o400, 0o640, 0o644, 0o755])('a file of the mode %o is as good as any', async mode => {
	chmodSync(file, mode);
	expect(await refusal()).toBeUndefined();
});

test('commands count, and services; what decides neither is read whoever can change it', async () => {
	for (const [text, isRefused] of [
		[service, true],
		[command, true],
		['', false],
		['theme: mono\nalerts: {every: 20}\nkeys: {zoom: f5}\n', false],
	] as const) {
		writeFileSync(file, text);
		chmodSync(file, 0o666);
		expect([text, (await refusal()) !== undefined]).toEqual([text, isRefused]);
	}
});

test('a folder on the way that others can change, unless each may change only what is their own there', async () => {
	for (const open of [folder, join(base, 'team'), base]) {
		for (const mode of [0o777, 0o775, 0o757]) {
			chmodSync(open, mode);
			await expectMended(open, /can be changed by others \(mode 07\d\d\)/);
		}
		chmodSync(open, 0o1777);
		expect(await refusal()).toBeUndefined();
		chmodSync(open, 0o755);
	}
});

test('what is above the home is as safe as the home', async () => {
	chmodSync(base, 0o777);
	vi.stubEnv('HOME', join(base, 'team'));
	expect(await refusal()).toBeUndefined();
	vi.stubEnv('HOME', `${base}-elsewhere`);
	expect(await refusal()).toContain('can be changed by others');
});

test('a link is as good as what it leads to, and the way there', async () => {
	const [away, link, second] = [join(base, 'away'), join(folder, 'link.yml'), join(folder, 'second.yml')];
	mkdirSync(away, {mode: 0o755});
	const target = join(away, 'c.yml');
	writeFileSync(target, command, {mode: 0o644});
	symlinkSync('../../away/c.yml', link);
	symlinkSync(link, second);
	expect(await refusal(second)).toBeUndefined();
	chmodSync(target, 0o666);
	// The file is what is opened, by the name that was given.
	expect(await refusal(second)).toContain(`${second} can be changed by others`);
	await expectMended(second, 'mode 0666', second);
	chmodSync(away, 0o777);
	await expectMended(away, 'mode 0777', second);
	symlinkSync(away, join(base, 'linked'));
	chmodSync(away, 0o777);
	await expectMended(away, 'mode 0777', join(base, 'linked', 'c.yml'));
});

test.skipIf(!isRoot)('what belongs to another user: the file, what a link leads to, a folder, a link', async () => {
	const link = join(base, 'link.yml');
	symlinkSync(file, link);
	for (const [path, culprit] of [
		[file, file],
		[link, link],
		[file, folder],
		[link, folder],
	] as const) {
		chownSync(culprit, other, other);
		await expectMended(culprit, `belongs to another user (${other}, and this is 0)`, path);
	}
	lchownSync(link, other, other);
	await expectMended(link, 'belongs to another user', link);
});

test.skipIf(!isRoot)("for a user, what is root's is as good as their own; what is a third one's is not", () => {
	const source = new URL('../../source/', import.meta.url).href;
	const script = `
		import {readConfig} from '${source}config/file.ts';
		import {words} from '${source}cli/configuration-words.ts';
		const {problems = []} = await readConfig({path: process.argv[1], namedBy: undefined}, words);
		process.stdout.write(problems.join());
	`;
	const asUser = () =>
		spawnSync(process.execPath, ['--input-type=module', '-e', script, file], {
			uid: other,
			gid: other,
			cwd: '/',
			env: {HOME: '/nonexistent', PATH: process.env.PATH},
			encoding: 'utf8',
		});
	chmodSync(base, 0o755);
	expect(asUser()).toMatchObject({stdout: '', stderr: '', status: 0});
	chownSync(file, other, other);
	expect(asUser()).toMatchObject({stdout: '', stderr: '', status: 0});
	chownSync(file, other + 1, other);
	expect(asUser().stdout).toBe(
		`${file} belongs to another user (${other + 1}, and this is ${other}): make it yours: sudo chown ${other} ${quoted(file)}`,
	);
	chownSync(file, 0, 0);
	chmodSync(file, 0o646);
	expect(asUser().stdout).toMatch(/Close it: sudo chmod go-w /);
});

test('certificates to trust are looked at in the same way, but for the folders that they are in', () => {
	const pem = join(folder, 'ca.pem');
	writeFileSync(pem, 'PEM', {mode: 0o644});
	chmodSync(folder, 0o777);
	expect(readCertificates(pem)).toBe('PEM');
	chmodSync(pem, 0o664);
	expect(() => readCertificates(pem)).toThrow(
		`${pem} can be changed by others (mode 0664), and with it whom dialtop trusts. Close it: chmod go-w ${quoted(pem)}`,
	);
	expect(readFileSync(pem, 'utf8')).toBe('PEM');
});
