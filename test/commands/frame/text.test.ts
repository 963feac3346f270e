/** What is said to people, whatever was given. */
import {expect, test} from 'vitest';
import {oneLine} from '../../../source/commands/frame/text.ts';

test.each([
	['there is no command "https://ops:hunter2@x.example"', 'there is no command "https://•••@x.example"'],
	['takes flags only, not "https://ops:a/hunter2@x.example/api"', 'takes flags only, not "https://•••@x.example/api"'],
	['no profile "http://ops:a@hunter2@x.example" and "b@c"', 'no profile "http://•••@x.example" and "b@c"'],
	['connecting to https://x.example failed', 'connecting to https://x.example failed'],
	['ann at https://x.example (QA), ben@y.example', 'ann at https://x.example (QA), ben@y.example'],
])('%j is said without the password in an address', (text, said) => {
	expect(oneLine(text)).toBe(said);
});
