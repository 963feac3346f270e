/** Where a password comes from, and that nothing of it is told where none comes. */
import {spawn} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {UsageError} from '../../source/config/errors.ts';
import {passwordOf} from '../../source/config/password.ts';
import {passwordFrom} from '../../source/config/password-command.ts';
import {isAlive} from '../../source/system/process.ts';
import {struck} from '../../source/wire/secrets.ts';
import {openPty} from '../helpers/terminal.ts';

const env = {PATH: process.env.PATH, DIALTOP_TOKEN: 'a-token', OTHER: 'kept'};

test.each([
	['the first line', 'echo first; echo second', 'first'],
	['a line without an end', 'printf %s first', 'first'],
	['spaces that belong to it', "printf ' a b \\n'", ' a b '],
	['the end of a line as Windows has it', "printf 'first\\r\\n'", 'first'],
	['what is not ASCII', "printf 'pässwörd→\\n'", 'pässwörd→'],
	['nothing of dialtop in the environment', 'echo "$DIALTOP_TOKEN-$OTHER"', '-kept'],
	['nothing on its standard input', 'cat; echo first', 'first'],
])('a command gives %s', async (_, command, password) => {
	expect(await passwordFrom(command, env)).toBe(password);
});

test.each([
	['fails', 'echo not-to-be-shown; exit 7', 'password_command failed with exit code 7'],
	['is ended', 'echo not-to-be-shown; kill -9 $$', 'password_command was ended by SIGKILL'],
	['is not there', 'no-such-command-of-dialtop 2>/dev/null', 'password_command failed with exit code 127'],
	['says nothing', 'true', 'password_command gave nothing on the first line'],
	['says nothing on its first line', 'echo; echo not-to-be-shown', 'password_command gave nothing on the first line'],
	['cannot be run', 'echo \0', 'password_command cannot be run'],
	['says without end', 'yes not-to-be-shown 2>/dev/null', 'password_command says too much'],
])('a command that %s', async (_, command, says) => {
	const failed = await passwordFrom(command, env).catch(error => error);
	expect(failed).toBeInstanceOf(UsageError);
	expect(failed.message).toContain(says);
	expect(failed.message).not.toContain('not-to-be-shown');
});

const program = new URL('fixtures/ask-command.ts', import.meta.url).pathname;

const home = mkdtempSync(join(tmpdir(), 'dialtop-password-'));
afterAll(() => rmSync(home, {recursive: true, force: true}));

/** A file that commands write the ids of their processes to. */
const journal = () => {
	const file = join(mkdtempSync(join(home, 'test-')), 'pids');
	writeFileSync(file, '');
	return {file, pids: () => readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number)};
};

/** A command that does not end, with a child, a grandchild, and one that heeds no SIGTERM. */
const endless = (file: string): string =>
	`echo $$ >> ${file}; sleep 600 & echo $! >> ${file}; sh -c 'echo $$ >> ${file}; sleep 601' & sh -c 'trap "" TERM; echo $$ >> ${file}; while :; do sleep 602; done' & wait`;

const waiting = {timeout: 10_000, interval: 20};

// They wait for most of their time, so they wait together.
test.concurrent('a command that does not end is ended with all that it has started', async ({expect}) => {
	await Promise.all(
		[true, false].map(async isSilent => {
			const {file, pids} = journal();
			const asked = passwordFrom(endless(file), env, {milliseconds: 1000, isSilent});
			await expect(asked).rejects.toThrow('did not end within 1 seconds');
			expect(pids()).toHaveLength(4);
			await expect.poll(() => pids().filter(isAlive), waiting).toEqual([]);
		}),
	);
});

test.concurrent('one that leaves its child to nobody is ended with it all the same', async ({expect}) => {
	const {file, pids} = journal();
	const asked = passwordFrom(`(sleep 600 & echo $! >> ${file}); sleep 601`, env, {milliseconds: 1000, isSilent: true});
	await expect(asked).rejects.toThrow('did not end');
	expect(pids()).toHaveLength(1);
	await expect.poll(() => pids().filter(isAlive), waiting).toEqual([]);
});

test.concurrent('so is one that is called off, and one that says too much', async ({expect}) => {
	const {file, pids} = journal();
	const controller = new AbortController();
	const asked = passwordFrom(endless(file), env, {isSilent: true, signal: controller.signal});
	await expect.poll(pids, waiting).toHaveLength(4);
	controller.abort();
	await expect(asked).rejects.toThrow('password_command was called off');
	await expect.poll(() => pids().filter(isAlive), waiting).toEqual([]);
	const loud = journal();
	const much = passwordFrom(`yes & echo $! >> ${loud.file}; wait`, env, {isSilent: true});
	await expect(much).rejects.toThrow('says too much');
	await expect.poll(() => loud.pids().filter(isAlive), waiting).toEqual([]);
});

test.concurrent('a signal that ends the program ends its command, however early it comes', async ({expect}) => {
	await Promise.all(
		['', '1000'].map(async slow => {
			const {file, pids} = journal();
			const child = spawn(process.execPath, [program, endless(file).replace('trap "" TERM; ', '')], {
				detached: true,
				stdio: 'ignore',
				env: {...process.env, SLOW_SPAWN: slow},
			});
			const ended = new Promise(resolve => child.on('exit', (_code, signal) => resolve(signal)));
			await expect.poll(pids, waiting).toHaveLength(4);
			child.kill('SIGTERM');
			expect(await ended).toBe('SIGTERM');
			await expect.poll(() => pids().filter(isAlive), waiting).toEqual([]);
		}),
	);
});

test.concurrent('on a terminal it can ask there, and is ended with all that it has started, but for the program itself', async ({
	expect,
}) => {
	const {file, pids} = journal();
	const asking = 'printf "PIN: " > /dev/tty; read pin < /dev/tty; echo "pin-$pin"';
	await using terminal = openPty({
		command: process.execPath,
		args: [program, asking, endless(file), asking],
		env: process.env,
	});
	await terminal.waitFor('PIN:');
	terminal.write('1234\r');
	await terminal.waitFor('got: pin-1234');
	await terminal.waitFor('got: password_command did not end');
	expect(pids()).toHaveLength(4);
	await expect.poll(() => pids().filter(isAlive), waiting).toEqual([]);
	await terminal.waitFor(/PIN:[\s\S]*PIN:/);
	terminal.write('5678\r');
	await terminal.waitFor('got: pin-5678');
	expect(await terminal.waitForExit()).toBe(0);
});

test('a command that leaves something running with its output is not waited for', async () => {
	const password = await passwordFrom('sleep 60 2>/dev/null & echo $!', env);
	// It runs still.
	process.kill(Number(password));
});

test('the environment before the command; and it is a secret from then on', async () => {
	const source = {password: 'from-the-environment', passwordCommand: 'echo from-the-command'};
	expect(await passwordOf(source, 'ann', env)).toBe('from-the-environment');
	expect(await passwordOf({...source, password: undefined}, 'ann', env)).toBe('from-the-command');
	expect(struck('from-the-environment, from-the-command')).not.toMatch(/from-the/);
});
