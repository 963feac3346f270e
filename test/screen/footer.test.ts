import {describe, expect, test} from 'vitest';
import {sizes} from '../helpers/sizes.ts';
import {fill, makeScreen, moment} from './make.ts';

type Screen = ReturnType<typeof makeScreen>;

const rowsOf = (screen: Screen): string[] => screen.frame().rows;

const textOf = (rows: readonly string[]): string => rows.join(' ').replace(/[│╰─╯\s]+/g, ' ');

const tick = (screen: Screen, at: number): void => screen.store.dispatch({type: 'tick', now: moment(at)});

/** The monitor of a test only remembers what it was told: this says how the command went. */
const pause = (
	screen: Screen,
	ending: 'done' | 'not-sent',
	at: number,
	reason = 'the audit could not be written',
): void => {
	screen.press('P');
	screen.drawn();
	screen.press('y');
	const control = screen.sent.at(-1);
	if (!control) {
		throw new Error('nothing was asked');
	}
	const id = screen.sent.length;
	screen.store.dispatch({type: 'command-asked', command: {...control, id}, now: moment(at)});
	screen.store.dispatch({
		type: 'command-ended',
		id,
		ending: ending === 'done' ? {kind: 'done'} : {kind: 'not-sent', reason},
		now: moment(at),
	});
};

test('what was said gives way to the keys after a while', () => {
	const screen = makeScreen(120, 40);
	fill(screen.store);
	screen.press('ctrl-r');
	expect(screen.text()).toContain('polling now');
	const {now} = screen.store.get();
	screen.store.dispatch({type: 'tick', now: {wall: now.wall + 60_000, mono: now.mono + 60_000}});
	expect(screen.text()).not.toContain('polling now');
	expect(screen.text()).toContain('? help');
});

test('a line that nobody asked for does not cover the outcome of a command, and is shown after it', () => {
	const screen = makeScreen(120, 40);
	fill(screen.store);
	screen.settle();
	pause(screen, 'done', 20_000);
	const recording = 'Recording to /var/lib/dialtop';
	screen.ui.dispatch({type: 'say', text: recording, tone: 'info', at: 21_000, isUnasked: true});
	tick(screen, 22_000);
	expect(screen.text()).toContain('Pause 1003: accepted');
	expect(screen.text()).not.toContain(recording);
	tick(screen, 31_000);
	expect(screen.text()).toContain(recording);
	tick(screen, 46_000);
	expect(screen.text()).not.toContain(recording);
});

test('a line that nobody asked for does not cover the answer to a key, and is shown after it', () => {
	const screen = makeScreen(120, 40);
	fill(screen.store);
	const {mono} = screen.store.get().now;
	const recording = 'Recording to /var/lib/dialtop';
	screen.ui.dispatch({type: 'say', text: 'Copied 1003', tone: 'info', at: mono});
	screen.ui.dispatch({type: 'say', text: recording, tone: 'info', at: mono + 1000, isUnasked: true});
	tick(screen, mono + 2000);
	expect(screen.text()).toContain('Copied 1003');
	expect(screen.text()).not.toContain(recording);
	tick(screen, mono + 16_000);
	expect(screen.text()).toContain(recording);
	expect(screen.text()).not.toContain('Copied 1003');
	tick(screen, mono + 31_000);
	expect(screen.text()).not.toContain(recording);
	screen.ui.dispatch({type: 'say', text: 'Copied 1002', tone: 'info', at: mono + 31_000});
	screen.ui.dispatch({type: 'say', text: recording, tone: 'info', at: mono + 32_000, isUnasked: true});
	screen.press('down');
	expect(screen.text()).toContain(recording);
});

test('a failure that was not seen yet stays, whatever line comes', () => {
	const screen = makeScreen(120, 40);
	fill(screen.store);
	screen.settle();
	pause(screen, 'not-sent', 20_000);
	const recording = 'Recording to /var/lib/dialtop';
	screen.ui.dispatch({type: 'say', text: recording, tone: 'info', at: 21_000, isUnasked: true});
	tick(screen, 32_000);
	expect(screen.text()).not.toContain(recording);
	expect(screen.text()).toContain('NOT SENT');
});

describe('a question', () => {
	const twelve = Array.from({length: 12}, (_, index) => ({
		id: String(1_000_000_012 - index),
		name: `Second placement of the autumn renewals ${index + 1}`,
		status: 'PLAY',
	}));

	const asked = (columns: number, rows: number, select: number) => {
		const screen = makeScreen(columns, rows, {}, {environment: 'PRODUCTION'});
		fill(screen.store, twelve);
		screen.drawn();
		screen.ui.dispatch({type: 'mark', ids: new Set(twelve.map(({id}) => id))});
		screen.ui.dispatch({type: 'sort', sort: undefined});
		screen.ui.dispatch({type: 'select', id: twelve[select]?.id});
		screen.settle();
		const before = rowsOf(screen);
		screen.press('S');
		const {prompt} = screen.ui.get();
		expect(prompt?.kind).toBe('type');
		return {before, during: rowsOf(screen), selected: twelve[select]};
	};

	test.for(sizes)(
		'of twelve names covers the end of the body at %ix%i, is whole and moves nothing',
		([columns, rows]) => {
			const {before, during} = asked(columns, rows, 0);
			const rule = during.findIndex(row => /^─+$/.test(row));
			expect(rule).toBeGreaterThan(1);
			expect(during.slice(0, rule)).toEqual(before.slice(0, rule));
			const text = textOf(during.slice(rule));
			expect(text).toContain('PRODUCTION: stop 12 campaigns');
			for (const {id, name} of twelve) {
				expect(text).toContain(`${id}: ${name}`);
			}
			expect(text).toContain('Type stop 12:');
		},
	);

	test.for(sizes)('leaves the selected row in sight at %ix%i, on the last line above it', ([columns, rows]) => {
		const {before, during, selected} = asked(columns, rows, 11);
		const rule = during.findIndex(row => /^─+$/.test(row));
		const others = during.slice(0, rule).filter((row, at) => row !== before[at]);
		expect(during.slice(0, rule).some(row => row.includes(selected?.id ?? ''))).toBe(true);
		// The line that it stands on is the only one that is another.
		expect(others.length).toBeLessThanOrEqual(1);
	});

	test('that does not fit after the screen was made smaller says so, and how it can be read', () => {
		const screen = makeScreen(120, 40);
		const many = twelve.flatMap(one => [one, {...one, id: `${one.id}1`}]);
		fill(screen.store, many);
		screen.drawn();
		screen.ui.dispatch({type: 'mark', ids: new Set(many.map(({id}) => id))});
		screen.press('P');
		screen.ui.dispatch({type: 'resized', columns: 62, rows: 16});
		const text = textOf(rowsOf(screen));
		expect(text).toMatch(/does not fit on this screen any longer.* make it \d+ rows high/);
		expect(text).not.toContain('pause 24 campaigns');
	});
});

describe('an outcome', () => {
	test.for(sizes)('stands in the lower border at %ix%i: the keys stay, and nothing moves', ([columns, rows]) => {
		const screen = makeScreen(columns, rows);
		fill(screen.store);
		screen.drawn();
		const before = rowsOf(screen);
		screen.ui.dispatch({type: 'say', text: 'polling now', tone: 'info', at: moment(1020).mono});
		const after = rowsOf(screen);
		expect(after.at(-2)).toMatch(/^╰─ polling now ─+/);
		expect(after.toSpliced(-2, 1)).toEqual(before.toSpliced(-2, 1));
	});

	test('that is long covers lines above the border, and moves nothing', () => {
		const screen = makeScreen(80, 24);
		fill(screen.store);
		screen.drawn();
		const before = rowsOf(screen);
		screen.ui.dispatch({type: 'say', text: 'what was said '.repeat(10), tone: 'error', at: moment(1020).mono});
		const after = rowsOf(screen);
		expect(after.slice(0, -3)).toEqual(before.slice(0, -3));
		expect(after.at(-1)).toEqual(before.at(-1));
		expect(textOf(after.slice(-3, -1))).toContain('what was said '.repeat(10).trim());
	});

	test('an error that was not seen yet is not replaced by a line that nobody asked for, which follows it', () => {
		const screen = makeScreen(120, 40);
		fill(screen.store);
		screen.ui.dispatch({type: 'say', text: 'Not on broken: no such file', tone: 'error', at: moment(1020).mono});
		screen.ui.dispatch({type: 'say', text: 'Recording to a folder', tone: 'info', at: moment(1021).mono});
		expect(screen.text()).toContain('Not on broken: no such file');
		expect(screen.text()).not.toContain('Recording');
		screen.press('down');
		expect(screen.text()).toContain('Recording to a folder');
		screen.press('down');
		expect(screen.text()).not.toContain('Recording');
	});

	test('that failed stays until a key shows that it was seen; one that is done goes by itself', () => {
		const screen = makeScreen(120, 40);
		fill(screen.store);
		screen.drawn();
		pause(screen, 'not-sent', 20_000);
		const told = 'Pause 1003 was NOT SENT: the audit could not be written';
		tick(screen, 21_000);
		expect(screen.text()).toContain(told);
		// A key that comes at once may be one that was on its way.
		screen.press('down');
		tick(screen, 3_600_000);
		expect(screen.text()).toContain(told);
		screen.press('up');
		expect(screen.text()).not.toContain(told);
		expect(screen.text()).toContain('? help');
		pause(screen, 'done', 3_700_000);
		expect(screen.text()).toMatch(/Pause 1003: accepted|Pause 1003: done/);
	});

	test('of which others failed says how many, and where they stand', () => {
		const screen = makeScreen(120, 40);
		fill(screen.store);
		screen.drawn();
		pause(screen, 'not-sent', 20_000);
		pause(screen, 'not-sent', 21_000);
		tick(screen, 40_000);
		expect(screen.text()).toContain('(1 more failed, 8 log)');
	});

	test('that is too long for its lines is cut with an ellipsis', () => {
		const screen = makeScreen(80, 24);
		fill(screen.store);
		screen.drawn();
		pause(screen, 'not-sent', 20_000, 'the audit could not be written '.repeat(12));
		expect(rowsOf(screen).at(-2)).toContain('…');
		tick(screen, 40_000);
		expect(rowsOf(screen).at(-2)).toContain('…');
	});
});
