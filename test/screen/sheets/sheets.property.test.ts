/** Random keys over palette, forms and answers: nothing is written without its confirmation, and the screen always fits. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type OperationType, operations} from '../../../source/wire/operations/index.ts';
import {expectWhole} from '../whole.ts';
import {opened} from './open.ts';
import {typedForms} from './typed.ts';

type Step =
	| {kind: 'key'; name: string; alone: boolean; paste: boolean}
	| {kind: 'type'; text: string}
	| {kind: 'open'; operation: OperationType}
	| {kind: 'line'; line: string}
	| {kind: 'answer'}
	| {kind: 'drawn'}
	| {kind: 'resize'; columns: number; rows: number};

const names = [
	...['up', 'down', 'left', 'right', 'tab', 'shift-tab', 'pageup', 'pagedown', 'home', 'end', 'space', 'delete'],
	...['enter', 'enter', 'escape', 'ctrl-s', 'ctrl-s', 'ctrl-x', 'ctrl-u', 'backspace', 'y', 'n', 'q', 't', ':', 'P'],
];

/** Files are read from the disk, which has no part in this. */
const types = (Object.keys(operations) as OperationType[]).filter(type => type !== 'upload_file');

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 14,
		arbitrary: fc.record({
			kind: fc.constant('key' as const),
			name: fc.constantFrom(...names),
			alone: fc.oneof({weight: 4, arbitrary: fc.constant(true)}, {weight: 1, arbitrary: fc.constant(false)}),
			paste: fc.oneof({weight: 9, arbitrary: fc.constant(false)}, {weight: 1, arbitrary: fc.constant(true)}),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('type' as const),
			text: fc.constantFrom('1003', 'Spring', '12.50', 'stats', '中文 é', '2125550101', 'Spring Collections'),
		}),
	},
	{weight: 3, arbitrary: fc.record({kind: fc.constant('open' as const), operation: fc.constantFrom(...types)})},
	{weight: 3, arbitrary: fc.constant({kind: 'answer' as const})},
	{weight: 6, arbitrary: fc.constant({kind: 'drawn' as const})},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('resize' as const),
			columns: fc.integer({min: 1, max: 220}),
			rows: fc.integer({min: 1, max: 70}),
		}),
	},
);

/** Lines of the palette, whole and not. */
const lines = fc.constantFrom(
	...[
		'pause 1003',
		'stop 1003',
		'pause',
		'play 100',
		'level 1003 +0.1',
		'level 1003',
		'list-on 5',
		'dnc remove 2125550101',
	],
	...['dnc add 2125550101', 'text 2125550101', 'search 2125550101', 'get_list list_id=5', 'campaign 1002', 'pause all'],
	...[
		'pause_campaign campaign_id=1003',
		'delete_dnc phone_number=2125550101',
		'search "',
		"add_user user='ann",
		'login_user user=a pass=horse',
	],
);

const alone = (name: string): Step => ({kind: 'key', name, alone: true, paste: false});

/** What an operator who means it does; random steps around it decide whether it may work. */
const dance: fc.Arbitrary<Step[]> = fc
	.constantFrom(...types)
	.map(operation => [{kind: 'open', operation}, alone('ctrl-s'), {kind: 'drawn'}, {kind: 'answer'}]);

const lineDance: fc.Arbitrary<Step[]> = lines.map(line => [{kind: 'line', line}, {kind: 'drawn'}, {kind: 'answer'}]);

const some = fc.oneof(
	{weight: 9, arbitrary: step.map(one => [one])},
	{weight: 1, arbitrary: dance},
	{weight: 1, arbitrary: lineDance},
);

/** What comes back: every shape of it. */
const answer = {
	count: 3,
	rows: Array.from({length: 30}, (_, index) => ({id: index, name: `Name ${index}`, words: '中文 '.repeat(index)})),
	plan: {total: '1.00', deep: {a: [{b: 1}]}},
	document: Buffer.alloc(400, 7).toString('base64'),
};

test('no write without its own confirmation; no frame beyond the terminal', async () => {
	let writes = 0;
	let answers = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(some, {minLength: 5, maxLength: 30}), async dances => {
			const steps = dances.flat();
			const screen = opened();
			let drawn = -1;
			for (const one of steps) {
				const {prompt, promptNumber} = screen.ui.get();
				const before = screen.sent.length;
				switch (one.kind) {
					case 'key':
						screen.press(one.name, {...one, after: 600});
						break;
					case 'type':
						screen.type(one.text);
						break;
					case 'open':
						// An operator who means it: what is open is left, and a form is filled as it should be.
						for (let sheet = 0; sheet < 6; sheet++) {
							screen.press('escape');
						}
						if (screen.ui.get().columns >= 60 && screen.ui.get().rows >= 16) {
							screen.openForm(one.operation);
							if (screen.form()?.operation === one.operation && !screen.form()?.asked) {
								screen.fillIn(typedForms[one.operation]);
							}
						}
						break;
					case 'line':
						for (let sheet = 0; sheet < 6; sheet++) {
							screen.press('escape');
						}
						screen.press(':');
						screen.type(one.line);
						screen.press('enter');
						break;
					case 'answer':
						screen.answers.push(answer);
						if (prompt?.kind === 'type' && prompt.value === '') {
							for (const letter of prompt.expected) {
								screen.press(letter === ' ' ? 'space' : letter, {alone: false, after: 600});
							}
							screen.press('enter', {after: 600});
						} else if (prompt?.kind === 'yes-no') {
							screen.press('y', {after: 600});
						}
						break;
					case 'drawn':
						screen.drawn();
						drawn = promptNumber;
						break;
					case 'resize':
						screen.ui.dispatch({type: 'resized', columns: one.columns, rows: one.rows});
						break;
				}
				for (let turn = 0; turn < 10; turn++) {
					await Promise.resolve();
				}
				if (screen.sent.length > before) {
					writes++;
					expect(screen.sent.length).toBe(before + 1);
					const control = screen.sent.at(-1);
					expect(prompt && 'controls' in prompt && prompt.controls).toEqual([control]);
					expect(drawn).toBe(promptNumber);
					expect(one.kind === 'answer' || (one.kind === 'key' && one.alone && !one.paste)).toBe(true);
				}
				answers += screen.ui.get().sheet?.answer ? 1 : 0;
				expect(JSON.stringify(screen.ui.get().forms)).not.toMatch(/horse|staple/);
				expect(screen.ui.get().lines.join()).not.toMatch(/horse|staple|55501/);
			}
			// A frame costs more than all the keys before it: one of what they led to.
			expectWhole(screen.frame().rows, screen.ui.get());
		}),
		{numRuns: 80},
	);
	// The property would be empty if nothing ever got through.
	expect(writes).toBeGreaterThan(30);
	expect(answers).toBeGreaterThan(50);
});
