/** A word typed in the wrong window: whatever it is, however fast, over whatever view, it writes nothing by accident. */
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import type {Control} from '../../source/model/pending.ts';
import {viewNames} from '../../source/present/actions.ts';
import {fillAll} from './fill.ts';
import {fill, makeScreen, moment} from './make.ts';

type Screen = ReturnType<typeof makeScreen>;

const ordinary = readFileSync(new URL('ordinary-words.txt', import.meta.url), 'utf8')
	.trim()
	.split('\n')
	.filter(line => !line.startsWith('#'));

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const pauseDone: Omit<Control, 'undo'> = {
	operation: 'pause_campaign',
	params: {campaign_id: '1001'},
	target: {service: '', kind: 'campaign', id: '1001', name: 'Winter Offers'},
	doing: 'pausing',
	verb: 'pause',
	expected: 'stopped',
	before: 'PLAY',
};

/** A screen on which every key that writes has something to write to: a level is staged, and a pause can be taken back. */
const armed = (): Screen => {
	const screen = makeScreen();
	fillAll(screen);
	const at = moment(72_700);
	const undo = {...pauseDone, operation: 'play_campaign' as const, verb: 'play', expected: 'dialing' as const};
	screen.store.dispatch({type: 'command-asked', command: {...pauseDone, undo, id: 9}, now: at});
	screen.store.dispatch({type: 'command-ended', id: 9, ending: {kind: 'done'}, now: at});
	return screen;
};

/** Puts the screen back to a view as it was before anything was typed. */
const backTo = ({ui}: Screen, view: (typeof viewNames)[number]): void => {
	ui.dispatch({type: 'service-changed'});
	ui.dispatch({type: 'company', id: '7'});
	ui.dispatch({
		type: 'stage',
		campaignId: '1003',
		name: 'autodiallevel',
		staged: {value: '2.4', was: '2.0', from: 'settings'},
	});
	ui.dispatch({type: 'sort', sort: undefined});
	ui.dispatch({type: 'select', id: '1003'});
	ui.dispatch({type: 'view', view});
};

/** Types a word, so many milliseconds a key; what a key opens is on screen at once, which favours an accident. */
const type = (screen: Screen, word: string, pace: number): void => {
	let open = screen.ui.get().promptNumber;
	for (const [index, letter] of [...word].entries()) {
		screen.press(letter, {after: index === 0 ? 5000 : pace});
		const {promptNumber} = screen.ui.get();
		if (promptNumber !== open) {
			open = promptNumber;
			screen.drawn();
		}
	}
};

/** Whether a word is typed over a view; both are numbers. */
type Chosen = (at: number, view: number, word: string) => boolean;

/** Each word over every third view. */
const everyThird: Chosen = (at, view) => (at + view) % 3 === 0;

/** The words that write something, by the view that they are typed over. */
const writesOf = (words: readonly string[], pace: number, isChosen: Chosen = () => true): string[] => {
	const screen = armed();
	return viewNames.flatMap((view, index) => {
		const found = words.filter((word, at) => {
			if (!isChosen(at, index, word)) {
				return false;
			}
			backTo(screen, view);
			const before = screen.sent.length;
			type(screen, word, pace);
			return screen.sent.length > before;
		});
		return found.length === 0 ? [] : [`${view}: ${found.join(' ')}`];
	});
};

test('no word in small letters writes', () => {
	expect(ordinary.length).toBeGreaterThan(3000);
	expect(writesOf(ordinary, 150, everyThird)).toEqual([]);
});

test.each([60, 300])('no word with a capital letter, typed at %i ms a key, writes', pace => {
	expect(writesOf(ordinary.map(capitalised), pace, everyThird)).toEqual([]);
});

test('at 450 ms a key only those words write that spell a key and then y', () => {
	const spelling = (...keys: string[]): string =>
		ordinary
			.map(capitalised)
			.filter(word => keys.some(key => word.startsWith(`${key}y`)))
			.join(' ');
	// H and U are keys of every view; no ordinary word begins with H and y, or with U and y.
	const everywhere = ['H', 'U'];
	const found = (view: string, ...keys: string[]): string[] => {
		const words = spelling(...keys, ...everywhere);
		return words === '' ? [] : [`${view}: ${words}`];
	};
	// Only these can write, so each of them is typed over every view.
	const isChosen: Chosen = (at, view, word) => /^[EHLPU]/.test(word) || everyThird(at, view, word);
	expect(writesOf(ordinary.map(capitalised), 450, isChosen)).toEqual([
		...found('campaigns', 'E', 'P'),
		...found('campaign', 'E', 'P'),
		...found('lists', 'L'),
		...found('search'),
		...found('settings', 'E'),
		...found('accounts'),
		...found('alerts'),
		...found('log'),
	]);
	expect(spelling('E', 'P', 'L', ...everywhere).split(' ')).toHaveLength(38);
});

test('a word that spells H and y writes at 450 ms a key, over every view, and at no quicker pace', () => {
	const words = ['Hybrid', 'Hyphen', 'Hymn'];
	expect(writesOf(words, 450)).toEqual(viewNames.map(view => `${view}: ${words.join(' ')}`));
	for (const pace of [60, 150, 300]) {
		expect(writesOf(words, pace)).toEqual([]);
	}
});

test('a key that writes, less than half a second behind one that does nothing, says that it asks nothing', () => {
	const screen = makeScreen();
	fill(screen.store);
	screen.drawn();
	screen.press('~');
	screen.press('P', {after: 499});
	expect(screen.ui.get().prompt).toBeUndefined();
	expect(screen.text()).toContain(
		'Not asked: that came within half a second of a key that did nothing. Press it again',
	);
	screen.press('P');
	expect(screen.ui.get().prompt).toBeDefined();
});
