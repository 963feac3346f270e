import {describe, expect, test} from 'vitest';
import {commandFirst, serviceFlags} from '../../source/cli/service-flags.ts';

describe('the name of a command goes before the flags of every command', () => {
	test.for<[line: string, wanted: string]>([
		['-p qa campaigns', 'campaigns -p qa'],
		['-p qa campaigns --csv', 'campaigns -p qa --csv'],
		['--profile=qa --read-only pause 1001 --yes', 'pause --profile=qa --read-only 1001 --yes'],
		['--url https://d.example.com --config c.yml help campaigns', 'help campaigns'],
		['--profile campaigns campaigns', 'campaigns --profile campaigns'],
	])('%s', ([line, wanted]) => {
		expect(commandFirst(line.split(' '), serviceFlags)).toEqual(wanted.split(' '));
	});
});

describe('other command lines stay as they are', () => {
	test.each([
		'campaigns -p qa',
		'-p qa',
		'-p campaigns',
		'-p',
		'--interval 5 campaigns',
		'--json campaigns',
		'-- campaigns',
		'-p qa --help campaigns',
	])('%s', line => {
		expect(commandFirst(line.split(' '), serviceFlags)).toEqual(line.split(' '));
	});
});
