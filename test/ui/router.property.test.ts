/** Random keys, with news and resizes between: nothing is written without its confirmation, and the screen always fits. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {width} from '../../source/ui/format.ts';
import {keymap} from '../../source/ui/keymap.ts';
import {campaigns, fill, makeScreen} from './make.ts';

type Step =
	| {kind: 'key'; name: string; alone: boolean; paste: boolean}
	| {kind: 'type'; text: string}
	| {kind: 'drawn'}
	| {kind: 'news'; statuses: string[]}
	| {kind: 'resize'; columns: number; rows: number};

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
				{weight: 2, arbitrary: fc.constantFrom('P', 'S', 'L', 'y', 'enter', '3', '1')},
			),
			alone: fc.oneof({weight: 4, arbitrary: fc.constant(true)}, {weight: 1, arbitrary: fc.constant(false)}),
			paste: fc.oneof({weight: 9, arbitrary: fc.constant(false)}, {weight: 1, arbitrary: fc.constant(true)}),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('type' as const),
			text: fc.constantFrom(...campaigns.map(({name}) => name), '1003', 'no'),
		}),
	},
	{weight: 6, arbitrary: fc.constant({kind: 'drawn' as const})},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('news' as const),
			statuses: fc.array(fc.constantFrom('PLAY', 'PAUSE', 'STOP', 'HALTED'), {minLength: 3, maxLength: 3}),
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

const alone = (name: string): Step => ({kind: 'key', name, alone: true, paste: false});

/** What an operator who means it does; random steps before it decide whether it may work. */
const dance: fc.Arbitrary<Step[]> = fc.constantFrom<Step[][]>(
	[alone('P'), {kind: 'drawn'}, alone('y')],
	[alone('1'), alone('P'), alone('1'), {kind: 'drawn'}, alone('y')],
	[alone('1'), alone('S'), {kind: 'drawn'}, {kind: 'type', text: 'Spring Collections'}, alone('enter')],
	[alone('3'), alone('L'), {kind: 'drawn'}, alone('y')],
);

test('no write without its own confirmation; no frame beyond the terminal', () => {
	let writes = 0;
	fc.assert(
		fc.property(
			fc.array(fc.oneof({weight: 9, arbitrary: step.map(one => [one])}, {weight: 1, arbitrary: dance}), {
				minLength: 5,
				maxLength: 40,
			}),
			dances => {
				const steps = dances.flat();
				const screen = makeScreen();
				fill(screen.store);
				let news = 2000;
				let drawn = -1;
				for (const one of steps) {
					const {prompt, promptNumber} = screen.ui.get();
					const before = screen.sent.length;
					switch (one.kind) {
						case 'key':
							screen.press(one.name, one);
							break;
						case 'type':
							for (const letter of one.text) {
								screen.press(letter, {alone: false});
							}
							break;
						case 'drawn':
							screen.drawn();
							drawn = promptNumber;
							break;
						case 'news':
							news += 1000;
							fill(
								screen.store,
								campaigns.map((campaign, index) => ({...campaign, status: one.statuses[index] ?? 'PLAY'})),
								news,
							);
							break;
						case 'resize':
							screen.ui.dispatch({type: 'resized', columns: one.columns, rows: one.rows});
							break;
					}
					if (screen.sent.length > before) {
						writes++;
						expect(screen.sent.length).toBe(before + 1);
						const control = screen.sent.at(-1);
						// The question for that very target was open and drawn, and this one key, alone, was its answer.
						expect(prompt && 'controls' in prompt && prompt.controls).toEqual([control]);
						expect(drawn).toBe(promptNumber);
						expect(one).toMatchObject({kind: 'key', alone: true, paste: false});
						expect(one.kind === 'key' && one.name).toBe(prompt?.kind === 'yes-no' ? 'y' : 'enter');
						if (prompt?.kind === 'type') {
							expect(prompt.value).toBe(control?.target.name);
						}
					}
					const {columns, rows} = screen.ui.get();
					const frame = screen.frame();
					expect(frame.rows.length).toBe(rows);
					for (const row of frame.rows) {
						expect(width(row)).toBeLessThanOrEqual(columns);
					}
				}
			},
		),
		{numRuns: 600},
	);
	// The property would be empty if no sequence ever got through.
	expect(writes).toBeGreaterThan(50);
});
