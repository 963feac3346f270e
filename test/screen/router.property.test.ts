/** Random keys, with the mouse, news and resizes between: nothing is written without its confirmation, and the screen always fits. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Control} from '../../source/model/pending.ts';
import {movedOn} from '../../source/model/setting-values.ts';
import {keymap} from '../../source/present/keymap.ts';
import type {Mouse} from '../../source/terminal/mouse.ts';
import {campaigns, fill, fillSettings, type Listed, makeScreen, moment} from './make.ts';
import {expectWhole} from './whole.ts';

type Step =
	| {kind: 'key'; name: string; alone: boolean; paste: boolean; after: number}
	| {kind: 'type'; text: string}
	| {kind: 'mouse'; what: Mouse['kind']; column: number; row: number; after: number}
	| {kind: 'looked'}
	| {kind: 'drawn'}
	| {kind: 'news'; statuses: string[]; name: string}
	| {kind: 'shown'}
	| {kind: 'settings'; level: string; detection: string}
	| {kind: 'resize'; columns: number; rows: number};

const number = '5125550123';

const keys = [
	...new Set([...keymap.flatMap(binding => binding.keys), 'y', 'n', 'enter', 'escape', 'x', 'backspace', '1', '2']),
];

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 12,
		arbitrary: fc.record({
			kind: fc.constant('key' as const),
			name: fc.oneof(
				{weight: 3, arbitrary: fc.constantFrom(...keys)},
				{
					weight: 2,
					arbitrary: fc.constantFrom('P', 'S', 'H', 'L', 'E', 'U', '+', 'space', 'y', 'enter', '3', '5', '1'),
				},
			),
			alone: fc.oneof({weight: 4, arbitrary: fc.constant(true)}, {weight: 1, arbitrary: fc.constant(false)}),
			paste: fc.oneof({weight: 9, arbitrary: fc.constant(false)}, {weight: 1, arbitrary: fc.constant(true)}),
			after: fc.constantFrom(20, 150, 399, 400, 499, 500, 600, 2000),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('type' as const),
			text: fc.constantFrom(...campaigns.map(({name}) => name), '1003', 'no', 'stop 2', number, '2.4'),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('mouse' as const),
			what: fc.constantFrom('click' as const, 'click' as const, 'wheel-up' as const, 'wheel-down' as const),
			column: fc.nat(119),
			// Mostly where the table is.
			row: fc.oneof(fc.nat(12), fc.nat(39)),
			after: fc.constantFrom(1, 20, 150, 600),
		}),
	},
	{weight: 6, arbitrary: fc.constant({kind: 'drawn' as const})},
	{weight: 1, arbitrary: fc.constant({kind: 'shown' as const})},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('news' as const),
			statuses: fc.array(fc.constantFrom('PLAY', 'PAUSE', 'STOP', 'HALTED'), {minLength: 3, maxLength: 3}),
			name: fc.constantFrom('Spring Collections', 'EMERGENCY RECALL LINE'),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('settings' as const),
			level: fc.constantFrom('1.5', '1.50', '1.6', '4'),
			detection: fc.constantFrom('Y', 'N'),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('resize' as const),
			columns: fc.integer({min: 1, max: 220}),
			rows: fc.integer({min: 1, max: 70}),
		}),
	},
);

const clicked = (row: number): Step => ({kind: 'mouse', what: 'click', column: 10, row, after: 20});
const typed = (text: string): Step => ({kind: 'type', text});
const alone = (name: string): Step => ({kind: 'key', name, alone: true, paste: false, after: 600});

/** What an operator who means it does; random steps before it decide whether it may work. */
const meant: fc.Arbitrary<Step[]> = fc.constantFrom<Step[][]>(
	[alone('P'), {kind: 'drawn'}, alone('y')],
	[alone('1'), alone('P'), {kind: 'drawn'}, alone('1'), {kind: 'drawn'}, alone('y')],
	[alone('1'), alone('S'), {kind: 'drawn'}, {kind: 'type', text: 'Spring Collections'}, alone('enter')],
	[alone('3'), alone('L'), {kind: 'drawn'}, alone('y')],
	[
		...[alone('1'), alone('space'), alone('space'), alone('P')],
		...[{kind: 'drawn' as const}, alone('1'), {kind: 'drawn' as const}, alone('y')],
	],
	[alone('1'), alone('space'), alone('space'), alone('S'), typed('stop 2'), {kind: 'drawn'}, alone('enter')],
	[alone('1'), alone('+'), alone('E'), {kind: 'drawn'}, alone('y')],
	[
		...[alone('5'), alone('enter'), {kind: 'drawn' as const}, alone('up'), alone('enter'), alone('E')],
		...[{kind: 'drawn' as const}, alone('y')],
	],
	// A row is chosen by the mouse, which then lies on the question.
	[{kind: 'looked'}, clicked(6), alone('P'), {kind: 'drawn'}, clicked(6), clicked(39), alone('y')],
	[alone('H'), {kind: 'drawn'}, alone('y')],
	[alone('H'), {kind: 'drawn'}, alone('y'), {kind: 'shown'}, alone('U'), {kind: 'drawn'}, alone('y')],
	[{kind: 'shown'}, alone('U'), {kind: 'drawn'}, alone('y')],
	[alone('1'), alone('P'), {kind: 'drawn'}, alone('y'), {kind: 'shown'}, alone('U'), {kind: 'drawn'}, alone('y')],
	[
		...[alone('1'), alone('T'), typed(number), alone('enter'), typed(number), alone('enter')],
		...[typed(number), {kind: 'drawn' as const}, alone('enter')],
	],
	[
		...[alone('4'), alone('D'), typed(number), alone('enter'), {kind: 'drawn' as const}, alone('1')],
		...[{kind: 'drawn' as const}, alone('y')],
	],
	[
		...[alone('4'), alone('M'), typed(number), alone('enter'), typed('no'), alone('enter')],
		...[{kind: 'drawn' as const}, alone('1')],
		...[typed(number), {kind: 'drawn' as const}, alone('enter')],
	],
);

/** The same, or with a last key that may have been meant for something else. */
const dance: fc.Arbitrary<Step[]> = fc
	.tuple(meant, fc.constantFrom({}, {}, {}, {alone: false}, {paste: true}, {after: 150}))
	.map(([steps, change]) => steps.map((one, at) => (at === steps.length - 1 ? ({...one, ...change} as Step) : one)));

const words = new Map<unknown, string>([
	['dialing', 'PLAY'],
	['paused', 'PAUSE'],
	['stopped', 'STOP'],
]);

/** The status of a campaign once the service has done all that it was sent. */
const statusAfter = (sent: readonly Control[], {id, status}: Listed): string =>
	words.get(sent.findLast(({target, expected}) => target.id === id && words.has(expected))?.expected) ?? status;

/** Lets what was sent one after another go on. */
const settled = async (): Promise<void> => {
	for (let turn = 0; turn < 20; turn++) {
		await Promise.resolve();
	}
};

test('no write without its own confirmation; no frame beyond the terminal', async () => {
	const writes = new Map<string, number>();
	let byMouse = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.oneof({weight: 9, arbitrary: step.map(one => [one])}, {weight: 2, arbitrary: dance}), {
				minLength: 5,
				maxLength: 40,
			}),
			async dances => {
				const steps = dances.flat();
				const screen = makeScreen();
				screen.ui.dispatch({type: 'mouse', on: true});
				fill(screen.store);
				fillSettings(screen.store, {autodiallevel: '1.5', amd: 'N'});
				let news = 2000;
				let drawn = -1;
				let read = 0;
				const undone = new Set<number>();
				for (const one of steps) {
					const {prompt, promptNumber} = screen.ui.get();
					const before = screen.sent.length;
					const present = screen.store.get();
					switch (one.kind) {
						case 'key':
							read += one.after;
							screen.press(one.name, one);
							break;
						case 'type':
							for (const letter of one.text) {
								read += 20;
								screen.press(letter, {alone: false, after: 20});
							}
							break;
						case 'mouse': {
							read += one.after;
							const asking = screen.ui.get();
							screen.mouse(one.what, one.column, one.row, one.after);
							if (asking.prompt) {
								expect(screen.ui.get()).toBe(asking);
							}
							byMouse += Number(screen.ui.get() !== asking);
							break;
						}
						case 'looked':
							screen.frame();
							break;
						case 'drawn':
							screen.drawn();
							drawn = promptNumber;
							read = 0;
							break;
						case 'news':
							news += 1000;
							fill(
								screen.store,
								campaigns.map((campaign, index) => ({
									...campaign,
									status: one.statuses[index] ?? 'PLAY',
									name: index === 0 ? one.name : campaign.name,
								})),
								news,
							);
							break;
						case 'shown':
							news += 1000;
							fill(
								screen.store,
								campaigns.map(campaign => ({...campaign, status: statusAfter(screen.sent, campaign)})),
								news,
							);
							break;
						case 'settings':
							news += 1000;
							fillSettings(screen.store, {autodiallevel: one.level, amd: one.detection}, news);
							break;
						case 'resize':
							screen.ui.dispatch({type: 'resized', columns: one.columns, rows: one.rows});
							break;
					}
					await settled();
					const sent = screen.sent.slice(before);
					if (sent.length > 0) {
						// The question for those very targets was open and drawn, and this one key, alone, was its answer.
						const asked = prompt && 'controls' in prompt ? prompt.controls : [];
						// What pauses everything names no campaign, and its question stands under new names and words of those it counts.
						const isAll = asked[0]?.all === true && asked[0].undoes === undefined;
						const seen = (controls: readonly Control[]) =>
							isAll ? controls.map(({target, operation}) => [target.id, operation]) : controls;
						expect(seen(asked)).toEqual(seen(sent));
						writes.set('all', (writes.get('all') ?? 0) + Number(isAll));
						expect(drawn).toBe(promptNumber);
						// One that was asked anew is there longer.
						expect(read).toBeGreaterThanOrEqual(prompt && 'changed' in prompt ? 2000 : 400);
						expect(one).toMatchObject({kind: 'key', alone: true, paste: false});
						expect(one.kind === 'key' && one.name).toBe(prompt?.kind === 'yes-no' ? 'y' : 'enter');
						if (prompt?.kind === 'type') {
							const [{target, verb, typed: what}] = prompt.controls;
							expect(prompt.value).toBe(sent.length > 1 ? `${verb} ${sent.length}` : (what ?? target.name));
						}
						for (const control of sent) {
							writes.set(control.operation, (writes.get(control.operation) ?? 0) + 1);
							if (control.target.kind === 'campaign') {
								expect(control.target.name).toBe(present.campaigns.value?.get(control.target.id)?.name);
							}
							// What was changed meanwhile is not overwritten, and nothing is taken back twice.
							expect(movedOn(control.was, present.settings.get(control.target.id)?.value ?? [])).toBeUndefined();
							if (control.undoes !== undefined) {
								writes.set('undo', (writes.get('undo') ?? 0) + 1);
								expect(undone.has(control.undoes)).toBe(false);
								undone.add(control.undoes);
							}
							news += 1000;
							const id = screen.sent.indexOf(control) + 1;
							screen.store.dispatch({type: 'command-asked', command: {...control, id}, now: moment(news)});
							screen.store.dispatch({type: 'command-ended', id, ending: {kind: 'done'}, now: moment(news)});
						}
					}
				}
				// A frame costs more than all the keys before it: one of what they led to.
				expectWhole(screen.frame().rows, screen.ui.get());
			},
		),
		{numRuns: 250},
	);
	// The property would be empty if no sequence ever got through.
	expect(writes.get('all')).toBeGreaterThan(0);
	expect(byMouse).toBeGreaterThan(0);
	expect(Object.fromEntries(writes)).toEqual({
		play_campaign: expect.any(Number),
		pause_campaign: expect.any(Number),
		stop_campaign: expect.any(Number),
		change_status: expect.any(Number),
		update_campaign: expect.any(Number),
		dial_number: expect.any(Number),
		add_dnc: expect.any(Number),
		send_text_message: expect.any(Number),
		undo: expect.any(Number),
		all: expect.any(Number),
	});
});
