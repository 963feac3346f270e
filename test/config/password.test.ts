/** Where a password comes from, and that nothing of it is told where none comes. */
import {expect, test} from 'vitest';
import {struck} from '../../source/api/secrets.ts';
import {UsageError} from '../../source/config/errors.ts';
import {passwordOf} from '../../source/config/password.ts';
import {passwordFrom} from '../../source/config/password-command.ts';

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
	['says without end', 'yes not-to-be-shown 2>/dev/null', 'password_command says too much'],
])('a command that %s', async (_, command, says) => {
	const failed = await passwordFrom(command, env).catch(error => error);
	expect(failed).toBeInstanceOf(UsageError);
	expect(failed.message).toContain(says);
	expect(failed.message).not.toContain('not-to-be-shown');
});

test('a command that does not end is not waited for', async () => {
	await expect(passwordFrom('exec sleep 60', env, {milliseconds: 100})).rejects.toThrow(
		'did not end within 0.1 seconds',
	);
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
