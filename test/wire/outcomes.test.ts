/** What came of the calls, as services may write it. */
import {expect, test} from 'vitest';
import {readEnvelope} from '../../source/wire/envelope.ts';
import {callOutcomes} from '../../source/wire/outcomes.ts';

const read = (response: Record<string, unknown>) =>
	callOutcomes(readEnvelope(JSON.stringify({response: {success: 1, error: '', ...response}})));

const told = [
	{status: 'SALE', count: 12},
	{status: 'CALLBACK', count: 30},
];

test.each([
	[
		'as the sandbox does',
		{
			summary: {calls: '90', callbacks_due: '4'},
			statuses: [
				{status: 'SALE', count: '12'},
				{status: 'CALLBACK', count: '30'},
			],
		},
		told,
		4,
	],
	[
		'numbers, other names',
		{
			statuses: [
				{disposition: 'SALE', calls: 12},
				{disposition: 'CALLBACK', calls: 30},
			],
			due_callbacks: 4,
		},
		told,
		4,
	],
	[
		'under another name',
		{
			dispositions: [
				{name: 'SALE', total: 12},
				{name: 'CALLBACK', total: 30},
			],
		},
		told,
		undefined,
	],
	[
		'rows that cannot be read',
		{
			statuses: [
				{status: 'SALE', count: '12'},
				{status: 'X', count: '12abc'},
				{count: 3},
				{status: 'CALLBACK', count: 30},
			],
		},
		told,
		undefined,
	],
	...['callbacks_due', 'due_callbacks', 'callback_due'].map(
		name => [name, {[name]: '4'}, undefined, 4] as [string, Record<string, unknown>, undefined, number],
	),
	['nothing', {}, undefined, undefined],
	['something else', {summary: 'none', statuses: 'none'}, undefined, undefined],
])('%s', (_what, response, statuses, callbacksDue) => {
	expect(read(response)).toEqual({statuses, callbacksDue});
});
