/** What is said to people, whatever was given. */
import {expect, test} from 'vitest';
import {oneLine, safeLines} from '../../source/cli/text.ts';
import {crashMessage} from '../../source/terminal/signals.ts';

test.each([
	['there is no command "https://ops:hunter2@x.example"', 'there is no command "https://•••@x.example"'],
	['takes flags only, not "https://ops:a/hunter2@x.example/api"', 'takes flags only, not "https://•••@x.example/api"'],
	['no profile "http://ops:a@hunter2@x.example" and "b@c"', 'no profile "http://•••@x.example" and "b@c"'],
	['connecting to https://x.example failed', 'connecting to https://x.example failed'],
	['ann at https://x.example (QA), ben@y.example', 'ann at https://x.example (QA), ben@y.example'],
])('%j is said without the password in an address', (text, said) => {
	expect(oneLine(text)).toBe(said);
});

test('a crash says what the service wrote without acting on the terminal, and where it was', () => {
	const text = 'no \u001b]0;title\u0007\u009b31m\u202e name\u200b\n    at \u001b[8m/x:1:1';
	const error = Object.assign(new Error(text), {stack: `Error: ${text}\n    at run (/dist/cli.js:12:3)`});
	const shown = 'no ␛]0;title<9b>31m<202e> name<200b>';
	expect(crashMessage(error, safeLines, undefined)).toBe(
		`dialtop: ended by a fault of its own: ${shown} at ␛[8m/x:1:1 (at x:1:1)\n`,
	);
	expect(crashMessage(error, safeLines, '1')).toBe(
		`dialtop: ended by a fault of its own: ${shown} at ␛[8m/x:1:1 (at x:1:1)\nError: ${shown}\n    at ␛[8m/x:1:1\n    at run (/dist/cli.js:12:3)\n`,
	);
});
