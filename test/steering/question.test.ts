/** What a question says: live numbers where the service gives them, that they are unknown or old where it does not. */
import {describe, expect, test} from 'vitest';
import type {Control, Target} from '../../source/model/pending.ts';
import type {Message, State} from '../../source/model/state.ts';
import type {Effect} from '../../source/model/wire.ts';
import {type Controls, offerOf, type Skipped, verbOf, whyNoControl, whyNot} from '../../source/steering/offer.ts';
import {
	aboutOf,
	fitsOn,
	fitted,
	promptFor,
	questionLines,
	questionOf,
	rowsFor,
} from '../../source/steering/question.ts';
import {after, at, campaignsPolled, dashboardPolled, fresh, list, listsPolled, pauseOf, tick} from '../model/make.ts';

const figures = {activeCalls: 5, onCall: 3, remainingLeads: 10};
const listed = after(fresh(), campaignsPolled(0, ['1', '2']), dashboardPolled(1, '1', figures), tick(2));
const both = after(listed, dashboardPolled(1, '2', figures));

const about = (state: State, ...controls: Controls): string =>
	aboutOf(state, promptFor({floor: undefined, controls, skipped: [], again: () => ({why: ''})}, 'write')).replaceAll(
		/\s+/g,
		' ',
	);

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
	const target = (id: string): Target => ({service: 'p', kind: 'list', id, name: `List ${id}`});
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

const list7: Control = {
	...as(one, 'change_status'),
	...{verb: 'switch off', expected: 'off', params: {list_id: '7', status: 'N'}},
	target: {service: 'p', kind: 'list', id: '7', name: 'List 7'},
	campaign: {id: '1', name: 'A'},
};
const queue: Control = {
	...as(one, 'add_queue'),
	...{verb: 'add queue', expected: undefined, before: undefined},
	target: {service: 'p', kind: 'service', id: 'add_queue name=Q', name: 'Q'},
	effects: 'It sends 1 field.',
};
const bare = (control: Control): Control => {
	const {effects: _, ...rest} = control;
	return rest;
};
const all = {all: true} as const;
const sixLeft = ['3', '4', '5', '6', '7', '8'].map(id => ({target: {...one.target, id, name: 'C'}, why: 'so'}));

test.for<[effect: Effect, controls: Controls, says: string, left?: readonly Skipped[]]>([
	['write', [one], 'QA: pause 1? 8 calls in progress will finish. [y/N]  Name: A'],
	[
		'write',
		[one, two],
		'QA: pause 2 campaigns (1, 2)? an unknown number of calls in progress will finish. Skipped: 3 (so). One after another, each with its own outcome. [y/N]  1: A  2: B  3: C',
		sixLeft.slice(0, 1),
	],
	[
		'write',
		[one],
		'QA: pause 1? 8 calls in progress will finish. Skipped: 3, 4, 5, 6, 7, 8 (so). [y/N]  1: A  3: C  4: C  5: C  6: C  7: C  8: C',
		sixLeft,
	],
	[
		'write',
		[{...one, ...all}],
		'QA: pause 1, the only campaign that dials? 8 calls in progress will finish. Skipped: 3, 4, 5, 6 and 2 more (so). [y/N]  Name: A',
		sixLeft,
	],
	[
		'write',
		[
			{...one, ...all},
			{...two, ...all},
		],
		'QA: pause all 2 campaigns that dial? at least 8 calls in progress (1 of 2 campaigns not read yet) will finish. [y/N]',
	],
	[
		'write',
		[{...as(one, 'play_campaign'), verb: 'play', before: 'PAUSE', ...all}],
		'QA: play 1? It will dial 10 leads. [y/N]  Name: A  It now shows: PAUSE',
	],
	[
		'write',
		[
			{...as(one, 'play_campaign'), verb: 'play', ...all},
			{...as(two, 'play_campaign'), verb: 'play', ...all},
		],
		'QA: play the 2 campaigns that were paused together? They will dial an unknown number of leads. [y/N]',
	],
	[
		'write',
		[{...as(one, 'update_campaign'), verb: 'update'}],
		'QA: update 1? It has 8 calls in progress and 10 leads left. [y/N]  Name: A',
	],
	[
		'write',
		[list7],
		'QA: switch off list 7 of campaign 1? Its leads are then no longer dialed. [y/N]  Name: List 7  Campaign: A',
	],
	[
		'write',
		[list7, {...list7, target: {service: 'p', kind: 'list', id: '8', name: 'List 8'}}],
		'QA: switch off 2 lists (7, 8)? Their leads are then no longer dialed. One after another, each with its own outcome. [y/N]  7: List 7  8: List 8',
	],
	// What a form sends is quoted, unless the question says it in its own words.
	[
		'write',
		[{...list7, texts: [['list_id', '7 (List 7)']]}],
		'QA: switch off list 7 of campaign 1? Its leads are then no longer dialed. [y/N]  Name: List 7  Campaign: A',
	],
	[
		'write',
		[{...queue, texts: [['name', 'Q']], note: 'The interface only names add_queue.'}],
		'QA: add queue Q? It sends 1 field. The interface only names add_queue. [y/N]  name: Q',
	],
	[
		'write',
		[{...queue, campaign: {id: '1', name: 'A'}, texts: [['campaign_id', '1 (A)']]}],
		'QA: add queue Q? It sends 1 field. [y/N]  campaign_id: 1 (A)',
	],
	[
		'write',
		[{...queue, campaign: {id: '1', name: 'A'}, texts: [['list_id', '7']]}],
		'QA: add queue Q? It sends 1 field. [y/N]  Campaign: A  list_id: 7',
	],
	['write', [bare(queue)], 'QA: add queue Q? [y/N]'],
	[
		'irreversible',
		[{...as(one, 'stop_campaign'), verb: 'stop'}],
		'QA: stop 1? It is deactivated and its dialing queue cleared (10 leads waiting). Type its name:  Name: A',
	],
	[
		'irreversible',
		[
			{...as(one, 'stop_campaign'), verb: 'stop'},
			{...as(two, 'stop_campaign'), verb: 'stop'},
		],
		'QA: stop 2 campaigns (1, 2)? They are deactivated and their dialing queues cleared (an unknown number of leads waiting). One after another, each with its own outcome. Type stop 2:  1: A  2: B',
	],
	['write', [{...queue, typed: 'two words'}], 'QA: add queue Q? It sends 1 field. [y/N]'],
	['money', [one], 'QA: pause 1? 8 calls in progress will finish. Type its name:  Name: A'],
	[
		'money',
		[{...one, target: {...one.target, name: 'Größte'}}],
		'QA: pause 1? 8 calls in progress will finish. Type its id:  Name: Größte',
	],
	[
		'money',
		[one, two],
		'QA: pause 2 campaigns (1, 2)? an unknown number of calls in progress will finish. One after another, each with its own outcome. Type pause 2:  1: A  2: B',
	],
	['money', [{...queue, typed: '12.50'}], 'QA: add queue Q? It sends 1 field. Type 12.50 to add queue:'],
	['money', [{...queue, typed: 'add queue'}], 'QA: add queue Q? It sends 1 field. Type add queue to add queue:'],
	[
		'money',
		[{...queue, typed: 'two words'}],
		'QA: add queue Q? It sends 1 field. Type what is quoted last:  To be typed: two words',
	],
])('%#: the whole question', ([effect, controls, says, left = []]) => {
	expect(
		questionOf(listed, promptFor({floor: undefined, controls, skipped: left, again: () => ({why: ''})}, effect)),
	).toBe(says);
});

test('figures of which nobody knows the age, as the machine slept, are said to be old', () => {
	const slept = after(listed, {type: 'tick', now: {...at(3), wall: at(5000).wall}});
	expect(about(slept, one)).toBe('QA: pause 1? 8 calls in progress will finish (figures of unknown age). Name: A');
});

test('a question fits where all of its lines do, and three more', () => {
	const prompt = promptFor({floor: undefined, controls: [one], skipped: [], again: () => ({why: ''})}, 'write');
	expect(rowsFor(listed, prompt, 40)).toBe(5);
	expect(fitsOn(listed, prompt, {columns: 40, rows: 5})).toBe(true);
	expect(fitsOn(listed, prompt, {columns: 40, rows: 4})).toBe(false);
	expect(fitsOn(listed, {...prompt, changed: 'it changed'}, {columns: 40, rows: 5})).toBe(false);
});

describe('where the screen is too small for the names', () => {
	const name = 'Second placement of the autumn renewals, '.repeat(30).trim();
	const controls: Controls = [pauseOf('1', name), {...two, target: {...two.target, name}}];
	const batch = (of: Controls) => ({floor: undefined, controls: of, skipped: [], again: () => ({why: ''})});
	const room = {columns: 60, rows: 16};
	const small = (of: Controls, effect: Effect, changed?: string) => {
		const prompt = fitted(listed, {...promptFor(batch(of), effect), ...(changed && {changed})}, room);
		return {prompt, lines: questionLines(listed, prompt, room), fits: fitsOn(listed, prompt, room)};
	};

	test.for<[what: string, of: Controls, changed?: string]>([
		['a name', [controls[0]]],
		['two names', controls],
		['a name, and what it was', [controls[0]], `1: it has another name now  Was: ${name}  Is: ${name}`],
		['the name of the campaign', [{...list7, campaign: {id: '1', name}}]],
	])('%s is cut as little as it takes, and all that is ours is whole', ([, of, changed]) => {
		const {lines, fits} = small(of, 'write', changed);
		expect(fits).toBe(true);
		expect(lines.length).toBeLessThanOrEqual(13);
		expect(lines.length).toBeGreaterThan(10);
		const [ours = ''] = questionOf(listed, promptFor(batch(of), 'write')).split('  ');
		expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain(ours);
		expect(lines.at(-1)).toMatch(/…$/);
	});

	test('a name that cannot be read whole is not to be typed: its id is', () => {
		const {prompt, lines, fits} = small([as(controls[0], 'stop_campaign')], 'irreversible');
		expect(fits).toBe(true);
		expect(prompt).toMatchObject({kind: 'type', expected: '1'});
		expect(lines.join(' ')).toContain('Type its id:');
	});

	test('what is sent is never cut: then the question does not fit', () => {
		expect(small([{...queue, texts: [['name', name]]}], 'write').fits).toBe(false);
		expect(small([{...queue, typed: name}], 'money').fits).toBe(false);
	});

	test('a name that is to be typed stays whole', () => {
		const prompt = promptFor(batch([as(controls[0], 'stop_campaign')]), 'irreversible');
		expect(fitsOn(listed, prompt, room)).toBe(false);
		expect(questionLines(listed, prompt, {columns: 120, rows: 60}).join(' ')).not.toContain('…');
	});
});

test.for<[message: Message | undefined, readOnly: boolean, why: string | undefined]>([
	[undefined, false, 'not connected yet'],
	[{type: 'link', link: {kind: 'live', latency: 1}, now: at(1)}, false, undefined],
	[{type: 'link', link: {kind: 'signed-out', reason: ''}, now: at(1)}, false, 'not signed in'],
	[{type: 'link', link: {kind: 'gone', reason: ''}, now: at(1)}, false, 'the sandbox has ended'],
	[{type: 'lock', locked: true}, false, 'the read-only lock is on (:lock takes it off)'],
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
	expect(offerOf(fresh(), [], left, again)).toEqual({why: 'none of them can take it: 1 (so); 2 (thus)', skipped: left});
	expect(offerOf(fresh(), [], left.slice(0, 1), again)).toMatchObject({why: 'so'});
	expect(whyNot(offerOf(fresh(), [], left.slice(0, 1), again))).toBe('so');
	expect(whyNot(offerOf(fresh(), [one], left, again))).toBeUndefined();
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
	// A further field that is called like that of a switch does not matter.
	expect(verbOf('pause_campaign', {status: 'N'})?.verb).toBe('pause');
	expect(verbOf('change_status', {status: 'X'})).toBeUndefined();
	expect(verbOf('add_dnc', {})).toBeUndefined();
});
