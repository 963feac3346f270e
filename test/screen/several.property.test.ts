/** Random keys over two services with equal ids and names: each command is on the service that its drawn question named, by that one's monitor. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Control} from '../../source/model/pending.ts';
import {questionOf} from '../../source/steering/question.ts';
import {campaigns, fill, fillSettings, type Listed, moment} from './make.ts';
import {makeSeveral} from './several.ts';

const names = ['east', 'west'] as const;
type Name = (typeof names)[number];

const number = '5125550123';

type Step =
	| {kind: 'keys'; names: readonly string[]}
	| {kind: 'select'; service: Name; id: string}
	/** A question is confirmed; where it wants words typed, by those, or by what the other service would ask for, or one alone. */
	| {kind: 'answer'; how: 'asked' | 'other' | 'bare'}
	| {kind: 'news'; service: Name; statuses: readonly string[]}
	/** A service shows what was asked of it. */
	| {kind: 'shown'}
	| {kind: 'order'; column: string};

const name = fc.constantFrom(...names);
const id = fc.constantFrom(...campaigns.map(campaign => campaign.id));

const select: fc.Arbitrary<Step> = fc.record({kind: fc.constant('select' as const), service: name, id});

const meant: fc.Arbitrary<Step[]> = fc
	.constantFrom(
		['P'],
		['1', 'P'],
		['1', 'space', 'space', 'P', '1'],
		['S'],
		['1', 'space', 'space', 'S'],
		['H'],
		['U'],
		['1', '+', 'E'],
		['1', '-'],
		['3', 'L'],
		['3', 'space', 'space', 'L', '1'],
		['5', 'E'],
		['1', 'T', ...number, 'enter', ...number, 'enter'],
		['3', 'L'],
		['8', 'x'],
		['escape'],
		['j', 'P'],
		['k', 'k', 'S'],
	)
	.map(keys => [{kind: 'keys', names: keys}]);

const answer: fc.Arbitrary<Step[]> = fc
	.record({kind: fc.constant('answer' as const), how: fc.constantFrom('asked', 'asked', 'other', 'bare')})
	.map((one): Step[] => [one]);

const news: fc.Arbitrary<Step> = fc.record({
	kind: fc.constant('news' as const),
	service: name,
	statuses: fc.array(fc.constantFrom('PLAY', 'PAUSE', 'STOP'), {minLength: 3, maxLength: 3}),
});

const order: fc.Arbitrary<Step> = fc.record({
	kind: fc.constant('order' as const),
	column: fc.constantFrom('name', 'service', 'state'),
});

/** What may come between a question and its answer. */
const between: fc.Arbitrary<Step[]> = fc.oneof(
	{weight: 4, arbitrary: fc.constant<Step[]>([])},
	{weight: 1, arbitrary: fc.oneof(select, news, order).map(one => [one])},
);

/** A pause or a play, taken back where the other service is in hand, or its own. */
const undoing: fc.Arbitrary<Step[]> = fc
	.tuple(select, select)
	.map(([first, second]) => [
		first,
		{kind: 'keys', names: ['1', 'P', 'y']},
		{kind: 'shown'},
		second,
		{kind: 'keys', names: ['U', 'y']},
	]);

const steps = fc
	.array(
		fc.oneof(
			{
				weight: 3,
				arbitrary: fc
					.tuple(
						select.map(one => [one]),
						meant,
						between,
						answer,
					)
					.map(parts => parts.flat()),
			},
			{weight: 1, arbitrary: fc.oneof(select, news, order).map(one => [one])},
			{weight: 1, arbitrary: meant},
			{weight: 1, arbitrary: undoing},
		),
		{minLength: 4, maxLength: 14},
	)
	.map(parts => parts.flat());

const words = new Map<unknown, string>([
	['dialing', 'PLAY'],
	['paused', 'PAUSE'],
	['stopped', 'STOP'],
]);

/** The status of a campaign once its service has done all that it was sent. */
const statusAfter = (sent: readonly Control[], {id: of, status}: Listed): string =>
	words.get(sent.findLast(({target, expected}) => target.id === of && words.has(expected))?.expected) ?? status;

/** Lets what was sent one after another go on. */
const settled = async (): Promise<void> => {
	for (let turn = 0; turn < 20; turn++) {
		await Promise.resolve();
	}
};

const typedAs = (expected: string, how: 'asked' | 'other' | 'bare'): string => {
	const [service = '', ...words] = expected.split(' ');
	const other = service === 'east' ? 'west' : 'east';
	return how === 'asked' ? expected : [...(how === 'other' ? [other] : []), ...words].join(' ');
};

test('keys, marks and words over two services: never a command to the wrong one', async () => {
	const writes = new Map<string, number>();
	let declined = 0;
	await fc.assert(
		fc.asyncProperty(steps, async given => {
			const several = makeSeveral([{name: 'east'}, {name: 'west'}], 200, 60);
			for (const one of names) {
				for (const campaign of campaigns) {
					fillSettings(several.service(one).store, {autodiallevel: '1.5'}, 2000, campaign.id);
				}
			}
			let at = 3000;
			const counts = {east: 0, west: 0};
			/** Looks at what one key has sent, by the question that was open before it. */
			const press = async (key: string, typed: string | undefined): Promise<void> => {
				const {prompt} = several.ui.get();
				const {state} = several.screen.context();
				const question = prompt && 'controls' in prompt ? questionOf(state, prompt) : '';
				const expected = prompt && 'expected' in prompt ? prompt.expected : undefined;
				several.press(key);
				await settled();
				const named = /^(east|west), QA: /.exec(question)?.[1];
				for (const service of names) {
					const {sent, store} = several.service(service);
					const now = sent.slice(counts[service]);
					counts[service] = sent.length;
					for (const [index, control] of now.entries()) {
						expect([service, control.target.service]).toEqual([named, named]);
						expect(prompt && 'controls' in prompt ? prompt.controls.map(({params}) => params) : []).toContainEqual(
							control.params,
						);
						if (expected !== undefined) {
							expect(typed).toBe(expected);
							expect(expected.startsWith(`${service} `)).toBe(true);
						}
						writes.set(`${service} ${control.undoes === undefined ? control.operation : 'undo'}`, 1);
						at += 1000;
						const command = sent.length - now.length + index + 1;
						store.dispatch({type: 'command-asked', command: {...control, id: command}, now: moment(at)});
						store.dispatch({type: 'command-ended', id: command, ending: {kind: 'done'}, now: moment(at)});
					}
					const unsent = several.service(service).unsent.map(([, why]) => why);
					expect(unsent.filter(why => why.includes('this connection is to'))).toEqual([]);
				}
			};
			for (const one of given) {
				switch (one.kind) {
					case 'keys':
						for (const key of one.names) {
							await press(key, undefined);
						}
						break;
					case 'select':
						several.select(one.service, one.id);
						break;
					case 'answer': {
						const {prompt} = several.ui.get();
						if (prompt && 'expected' in prompt) {
							const typed = typedAs(prompt.expected, one.how);
							for (const letter of typed) {
								several.press(letter === ' ' ? 'space' : letter);
							}
							declined += one.how === 'asked' ? 0 : 1;
							await press('enter', typed);
						} else {
							await press('y', undefined);
						}
						break;
					}
					case 'news':
						at += 1000;
						fill(
							several.service(one.service).store,
							campaigns.map((campaign, index) => ({...campaign, status: one.statuses[index] ?? 'PLAY'})),
							at,
						);
						break;
					case 'shown':
						at += 1000;
						for (const service of names) {
							const {sent, store} = several.service(service);
							fill(
								store,
								campaigns.map(campaign => ({...campaign, status: statusAfter(sent, campaign)})),
								at,
							);
						}
						break;
					case 'order':
						several.ui.dispatch({type: 'sort', sort: {column: one.column, reversed: false}});
						several.settle();
				}
			}
		}),
		{numRuns: 80},
	);
	// The property would be empty if no sequence ever got through, on either.
	expect(declined).toBeGreaterThan(5);
	for (const service of names) {
		for (const operation of ['pause_campaign', 'play_campaign', 'stop_campaign', 'change_status', 'undo']) {
			expect([...writes.keys()]).toContain(`${service} ${operation}`);
		}
	}
});
