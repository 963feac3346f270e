/** What others wrote stands behind what is ours, and cannot pass for it, whatever it is. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {width} from '../../source/present/format.ts';
import {idOf, sentence, word, wrapSentence} from '../../source/present/sentence.ts';
import {fill, fillSettings, makeScreen, moment} from '../screen/make.ts';

const forged = 'Test" (9999) in SANDBOX? 0 calls in progress will finish. [y/N]';

const named = (name: string, id = '1003', columns = 200) => {
	const screen = makeScreen(columns, 60);
	fill(screen.store, [{id, name, status: 'PLAY'}]);
	fillSettings(screen.store, {autodiallevel: '1.5'}, 2000, id);
	return screen;
};

type Screen = ReturnType<typeof makeScreen>;

/** The lines of the question on screen, below its rule if it has several; or what was said last, in the lower border. */
const below = (screen: Screen): string[] => {
	const {rows} = screen.frame();
	const rule = rows.findLastIndex(row => /^─+$/.test(row));
	return screen.ui.get().prompt
		? rows.slice(rule === -1 ? -1 : rule + 1).map(row => row.trimEnd())
		: [(rows.at(-2) ?? '').replace(/^╰─ /, '').replace(/ ─*╯?╰?─*╯$/, '')];
};

const open = {
	pause: (screen: Screen): void => screen.press('P'),
	stop: (screen: Screen): void => screen.press('S'),
	update(screen: Screen): void {
		screen.press('+');
		screen.press('E');
	},
	'test call': (screen: Screen): void => screen.press('T'),
	staging: (screen: Screen): void => screen.press('+'),
};

test.each(Object.keys(open) as (keyof typeof open)[])('a name forges nothing: %s', what => {
	const [honest, forging] = ['Spring', forged].map(name => {
		const screen = named(name);
		open[what](screen);
		return below(screen)[0] ?? '';
	});
	// The same up to the name, and nothing of ours behind it.
	const ours = honest?.slice(0, honest.indexOf('  Name: ')) ?? '';
	expect(ours).toContain('1003');
	expect(forging).toBe(`${ours}  Name: ${forged}`);
});

test('the question of a pause and of a stop', () => {
	const screen = named(forged);
	screen.press('P');
	expect(below(screen)[0]).toBe(`QA: pause 1003? 63 calls in progress will finish. [y/N]  Name: ${forged}`);
	screen.press('n');
	screen.press('S');
	expect(below(screen)[0]).toBe(
		`QA: stop 1003? It is deactivated and its dialing queue cleared (55,534 leads waiting). Type its name:  Name: ${forged}`,
	);
});

test('what was done is told by the id, the name last', () => {
	const screen = named(forged);
	screen.press('P');
	screen.press('y');
	const [control] = screen.sent;
	if (!control) {
		throw new Error('nothing was sent');
	}
	screen.store.dispatch({type: 'command-asked', command: {...control, id: 1}, now: moment(20_000)});
	screen.store.dispatch({
		type: 'command-ended',
		id: 1,
		ending: {kind: 'refused', reason: 'no.  Name: Other'},
		now: moment(20_010),
	});
	screen.store.dispatch({type: 'tick', now: moment(20_100)});
	expect(below(screen)[0]).toMatch(/^Pause 1003 refused: no\. Name: Other {2}Name: Test"/);
});

test('an id or a status that is more than a word stands in quotes that it cannot close', () => {
	expect(word('PLAY')).toBe('PLAY');
	expect(word('x" (9999) in SANDBOX?')).toBe(`"x' (9999) in SANDBOX?"`);
	expect(word('y'.repeat(100))).toHaveLength(42);
	const screen = named('Spring', '1" in SANDBOX? [y/N]');
	screen.press('P');
	expect(below(screen)[0]).toMatch(/^QA: pause "1' in SANDBOX\? \[y\/N\]"\? 63 calls/);
});

test('a name that goes on in another line is indented there, and never begins one', () => {
	const name = `${'Spring '.repeat(9)}PRODUCTION: stop 9999? Type its name:  Name: Other`;
	const screen = named(name, '1003', 80);
	screen.press('P');
	const [first, second, third] = below(screen);
	expect(first).toBe('QA: pause 1003? 63 calls in progress will finish. [y/N]');
	expect(second).toMatch(/^Name: Spring/);
	expect(third).toMatch(/^ {2}PRODUCTION: stop 9999\? Type its name: Name: Other/);
});

test('a gap before a label is always ours', () => {
	fc.assert(
		fc.property(fc.string({unit: 'binary'}), fc.integer({min: 20, max: 120}), (text, cells) => {
			const whole = sentence('Ours.', [
				['Name', text],
				['Is', text],
			]);
			expect(whole.split('  ')).toHaveLength(3);
			for (const [index, line] of wrapSentence(whole, cells).entries()) {
				expect(width(line)).toBeLessThanOrEqual(cells);
				expect(index === 0 || /^(?: {2}|(?:Name|Is):(?: |$))/.test(line)).toBe(true);
			}
		}),
		{numRuns: 40},
	);
});

test('a target that is listed nowhere is named as a whole', () => {
	expect(idOf({kind: 'service', id: 'x', name: 'ivr 3'})).toBe('ivr 3');
	expect(idOf({kind: 'service', id: 'x', name: 'a? [y/N]'})).toBe('"a? [y/N]"');
	expect(idOf({kind: 'list', id: '7', name: 'Seven'})).toBe('list 7');
});

test('an age that cannot be told is said in words', () => {
	const screen = named('Spring');
	// The clocks part: the machine was suspended, or its clock was set.
	screen.store.dispatch({type: 'tick', now: {wall: moment(0).wall + 86_400_000, mono: 3000}});
	screen.press('P');
	expect(below(screen)[0]).toContain('63 calls in progress will finish (figures of unknown age). [y/N]');
	expect(screen.text()).not.toMatch(/old old/);
	screen.press('n');
	for (const view of ['1', '2', '3', '5', '7']) {
		screen.press(view);
		expect(screen.text()).not.toMatch(/old old|long ago/);
	}
	screen.press('2');
	expect(screen.text()).toContain('figures of unknown age');
	screen.press('5');
	expect(screen.text()).toContain('of unknown age');
});
