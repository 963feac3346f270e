/** A password from a command of the operator's own, such as a password manager's. */
import {spawn} from 'node:child_process';
import {UsageError} from './errors.ts';

/** Milliseconds: long enough to type a passphrase into what the command opens. */
const patience = 60_000;

/** Milliseconds that a command has to end after it was told to. */
const grace = 2000;

/** Milliseconds that its last words are waited for once it has ended. */
const lastWords = 300;

/** Characters. */
const longest = 64 * 1024;

/** Without what belongs to dialtop: the command has no use for its secrets. */
const withoutOwn = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
	Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('DIALTOP_')));

/**
 * Runs a command by a shell and takes the first line of its output. What it says on standard error goes to the
 * terminal; it stays in the foreground, so that it can ask there.
 *
 * @param options `isSilent` where the terminal is not to be written to
 * @throws UsageError where it fails, says nothing or takes too long; never with its output
 */
export const passwordFrom = async (
	command: string,
	env: NodeJS.ProcessEnv,
	{milliseconds = patience, isSilent = false}: {milliseconds?: number; isSilent?: boolean} = {},
): Promise<string> => {
	const {promise, resolve, reject} = Promise.withResolvers<string>();
	const fail = (reason: string): void =>
		reject(new UsageError(`password_command ${reason}; it is in your configuration (dialtop config)`));
	const child = spawn(command, {
		shell: true,
		stdio: ['ignore', 'pipe', isSilent ? 'ignore' : 'inherit'],
		env: withoutOwn(env),
	});
	let output = '';
	child.stdout.setEncoding('utf8');
	child.stdout.on('data', (text: string) => {
		output += text;
		if (output.length > longest) {
			fail('says too much: its first line must be the password');
			child.kill();
		}
	});
	const tooLate = setTimeout(() => {
		fail(`did not end within ${milliseconds / 1000} seconds`);
		child.kill();
	}, milliseconds);
	// What it started may keep its output open.
	let lingering: NodeJS.Timeout | undefined;
	const end = (code: number | null, signal: NodeJS.Signals | null): void => {
		const [line = ''] = output.split('\n', 1);
		const password = line.replace(/\r$/, '');
		if (code !== 0) {
			fail(signal ? `was ended by ${signal}` : `failed with exit code ${code}`);
		} else if (password === '') {
			fail('gave nothing on the first line of its output');
		} else {
			resolve(password);
		}
	};
	child.on('error', error => fail(`cannot be run: ${error.message}`));
	child.on('exit', (code, signal) => {
		lingering = setTimeout(() => end(code, signal), lastWords);
	});
	child.on('close', end);
	try {
		return await promise;
	} finally {
		clearTimeout(tooLate);
		clearTimeout(lingering);
		child.stdout.destroy();
		if (child.exitCode === null && child.signalCode === null) {
			const last = setTimeout(() => child.kill('SIGKILL'), grace);
			child.once('exit', () => clearTimeout(last));
		}
	}
};
