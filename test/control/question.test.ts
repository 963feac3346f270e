/** What a question says: live numbers where the service gives them, that they are unknown or old where it does not. */
import {describe, expect, test} from 'vitest';
import {type Controls, offerOf, whyNoControl} from '../../source/control/offer.ts';
import {aboutOf, promptFor} from '../../source/control/question.ts';
import {verbOf} from '../../source/control/verbs.ts';
import type {Control, Target} from '../../source/model/pending.ts';
import type {Message, State} from '../../source/model/state.ts';
import {after, at, campaignsPolled, dashboardPolled, fresh, list, listsPolled, pauseOf, tick} from '../model/make.ts';

const figures = {activeCalls: 5, onCall: 3, remainingLeads: 10};
const listed = after(fresh(), campaignsPolled(0, ['1', '2']), dashboardPolled(1, '1', figures), tick(2));
const both = after(listed, dashboardPolled(1, '2', figures));

const about = (state: State, ...controls: Controls): string =>
	aboutOf(state, promptFor({controls, left: [], again: () => ({why: ''})}, 'write')).replaceAll(/\s+/g, ' ');

const [one, two] = [pauseOf('1', 'A'), pauseOf('2', 'B')] as const;
const as = (control: Control, operation: Control['operation']): Control => ({...control, operation});

test.for<[state: State, controls: Controls, says: string]>([
	[listed, [one], '8 calls in progress will finish.'],
	[listed, [two], 'an unknown number of calls in progress will finish.'],
	[listed, [one, two], 'an unknown number of calls in progress will finish.'],
	[
		listed,
		[
			{...one, all: true},
			{...two, all: true},
		],
		'at least 8 calls in progress (1 of 2 campaigns not read yet) will finish.',
	],
	[
		both,
		[
			{...one, all: true},
			{...two, all: true},
		],
		'16 calls in progress will finish.',
	],
	[after(listed, tick(11)), [one], '8 calls in progress will finish.'],
	[after(listed, tick(11.2)), [one], '8 calls in progress will finish (figures '],
	[
		after(listed, dashboardPolled(20, '2', figures), tick(21)),
		[one, two],
		'16 calls in progress will finish (figures ',
	],
	[after(listed, dashboardPolled(1.5, '1', {activeCalls: 5})), [one], 'an unknown number of calls in progress'],
	[listed, [as(one, 'play_campaign')], 'It will dial 10 leads.'],
	[listed, [as(two, 'play_campaign')], 'It will dial an unknown number of leads.'],
	[both, [as(one, 'play_campaign'), as(two, 'play_campaign')], 'They will dial 20 leads.'],
	[listed, [{...as(one, 'play_campaign'), before: undefined}], 'It now shows: no status'],
	[
		listed,
		[{...as(one, 'update_campaign'), effects: 'level 2.'}],
		'level 2. It has 8 calls in progress and 10 leads left.',
	],
])('%#: of calls and leads', ([state, controls, says]) => {
	expect(about(state, ...controls)).toContain(says);
});

describe('of lists', () => {
	const state = after(
		listed,
		listsPolled(1, [list('7', {remainingLeads: 1}), list('8', {remainingLeads: 4}), list('9')]),
	);
	const target = (id: string): Target => ({kind: 'list', id, name: `List ${id}`});
	const off = (id: string, expected: 'on' | 'off' = 'off'): Control => ({
		...one,
		operation: 'change_status',
		verb: `switch ${expected}`,
		expected,
		target: target(id),
	});

	test.for<[controls: Controls, says: string]>([
		[[off('7')], 'Its 1 remaining lead is then no longer dialed.'],
		[[off('8')], 'Its 4 remaining leads are then no longer dialed.'],
		[[off('9')], 'Its leads are then no longer dialed.'],
		[[off('7'), off('8')], 'Their 5 remaining leads are then no longer dialed.'],
		[[off('8', 'on')], 'Its 4 remaining leads may then be dialed.'],
	])('%#: the leads', ([controls, says]) => {
		expect(about(state, ...controls)).toContain(says);
	});
});

test('what is typed is quoted behind the sentence where it is more than a word', () => {
	const prompt = (typed: string) =>
		promptFor({controls: [{...one, verb: 'add', typed}], left: [], again: () => ({why: ''})}, 'money');
	expect(prompt('12.50').kind).toBe('type');
	expect(aboutOf(listed, prompt('two words'))).toContain('To be typed');
	expect(aboutOf(listed, prompt('12.50'))).not.toContain('To be typed');
	expect(aboutOf(listed, {...prompt('two words'), kind: 'yes-no'})).not.toContain('To be typed');
});

test.for<[message: Message | undefined, readOnly: boolean, why: string | undefined]>([
	[undefined, false, 'not connected yet'],
	[{type: 'link', link: {kind: 'live', latency: 1}, now: at(1)}, false, undefined],
	[{type: 'link', link: {kind: 'signed-out', reason: ''}, now: at(1)}, false, 'not signed in'],
	[{type: 'link', link: {kind: 'gone', reason: ''}, now: at(1)}, false, 'the sandbox has ended'],
	[{type: 'lock', locked: true}, false, 'the read-only lock is on (! takes it off)'],
	[{type: 'lock', locked: true}, true, 'this session is read-only'],
])('%#: why no control can run', ([message, readOnly, why]) => {
	expect(whyNoControl(after(fresh({readOnly}), ...(message ? [message] : [])))).toBe(why);
});

test('where none of several can take it, each is named with why; a single one says only why', () => {
	const left = [
		{target: one.target, why: 'so'},
		{target: two.target, why: 'thus'},
	];
	const again = () => ({why: ''});
	expect(offerOf([], left, again)).toEqual({why: 'none of the marked can take it: 1 (so), 2 (thus)'});
	expect(offerOf([], left.slice(0, 1), again)).toEqual({why: 'so'});
});

test('an operation has the words of its verb, a switch by the status that it sends', () => {
	expect(verbOf('stop_campaign', {})).toMatchObject({verb: 'stop', doing: 'stopping', expected: 'stopped'});
	expect(verbOf('play_campaign', {})).toMatchObject({verb: 'play', doing: 'starting', expected: 'dialing'});
	expect(verbOf('pause_campaign', {})).toMatchObject({verb: 'pause', doing: 'pausing', expected: 'paused'});
	expect(verbOf('change_status', {status: 'Y'})).toMatchObject({
		verb: 'switch on',
		doing: 'switching on',
		expected: 'on',
	});
	expect(verbOf('change_status', {status: 'N'})).toMatchObject({
		verb: 'switch off',
		doing: 'switching off',
		expected: 'off',
	});
	expect(verbOf('add_dnc', {})).toBeUndefined();
});
