/** A terminal is left open for weeks: a time of another day carries that day wherever it is drawn. */
import {expect, test} from 'vitest';
import {pauseOf} from '../model/make.ts';
import {fill, type makeScreen, moment} from './make.ts';
import {opened, settled} from './sheets/open.ts';

type Opened = ReturnType<typeof opened>;

/** The next day, with what the service shows by then. */
const nextDay = ({store}: ReturnType<typeof makeScreen>, status = 'PLAY'): void =>
	fill(store, [{id: '1003', name: 'Spring Collections', status}], 26 * 3_600_000);

test.for<[what: string, words: RegExp, prepare: (screen: Opened) => unknown, look?: (screen: Opened) => void]>([
	['a frozen screen', /FROZEN ((?:\d+ \w+ )?\d\d:\d\d:\d\d)/, screen => screen.press('p')],
	[
		'a search',
		/asked at ((?:\d+ \w+ )?\d\d:\d\d:\d\d)/,
		screen => {
			const askedAt = moment(2000);
			screen.press('4');
			screen.store.dispatch({type: 'search-asked', question: {query: 'a'}, now: askedAt});
			screen.store.dispatch({type: 'search-answered', askedAt, result: {entries: [], footer: ''}, now: askedAt});
		},
	],
	[
		'a complaint sheet',
		/asked at ((?:\d+ \w+ )?\d\d:\d\d:\d\d)/,
		screen => {
			const askedAt = moment(2000);
			screen.press('9');
			screen.press('escape');
			screen.store.dispatch({type: 'complaint-asked', subject: {kind: 'words', text: '2125550123'}, now: askedAt});
			screen.store.dispatch({type: 'complaint-answered', askedAt, result: {entries: [], footer: ''}});
		},
	],
	[
		'an answer',
		/ at ((?:\d+ \w+ )?\d\d:\d\d:\d\d)/,
		async screen => {
			screen.answers.push({list: {list_id: '2001'}});
			screen.openForm('get_list');
			screen.press('enter');
			await settled();
		},
	],
	[
		'what was sent, in the palette',
		/sent (\d\d:\d\d:\d\d|\d+ \w+)/,
		async screen => {
			screen.answers.push({list: {list_id: '2001'}});
			screen.openForm('get_list');
			screen.press('enter');
			await settled();
		},
		screen => {
			screen.ui.dispatch({type: 'sheet', sheet: undefined});
			screen.press(':');
			screen.type('get_list');
		},
	],
	[
		'a pause that is taken back',
		/Takes back the pause of ((?:\d+ \w+ )?\d\d:\d\d:\d\d)/,
		({store}) => {
			const {source} = store.get();
			const target = {service: source.profile, kind: 'campaign', id: '1003', name: 'Spring Collections'} as const;
			const pause = pauseOf('1003', 'Spring Collections', {target});
			const undo = {...pause, operation: 'play_campaign' as const, verb: 'play', expected: 'dialing' as const};
			store.dispatch({type: 'command-asked', command: {...pause, undo, id: 1}, now: moment(1500)});
			store.dispatch({type: 'command-ended', id: 1, ending: {kind: 'done'}, now: moment(1510)});
		},
		screen => {
			nextDay(screen, 'PAUSE');
			screen.press('U');
		},
	],
])('%s', async ([, words, prepare, look]) => {
	const screen = opened(160, 40);
	await prepare(screen);
	const seen = (): string | undefined => {
		look?.(screen);
		screen.settle();
		return words.exec(screen.text().replaceAll(/[\s│╰╯─]+/g, ' '))?.[1];
	};
	if (words.source.startsWith('Takes')) {
		nextDay(screen, 'PAUSE');
	} else {
		expect(seen()).toMatch(/^\d\d:\d\d:\d\d$/);
	}
	nextDay(screen);
	expect(seen()).toMatch(/^15 Jan(?: \d\d:\d\d:\d\d)?$/);
});
