/** What is on screen, by name, and how an operator gets there. */

import {type View, viewNames} from '../../source/present/actions.ts';
import {paneNames} from '../../source/screen/state/layout.ts';
import {forms} from '../../source/service/forms.ts';
import {companyId, complaintCalls, fillAll} from '../screen/fill.ts';
import {type makeScreen, moment} from '../screen/make.ts';
import {pastOf} from '../screen/past.ts';
import type {makeSeveral} from '../screen/several.ts';
import {opened, settled} from '../screen/sheets/open.ts';
import {give, openTried, tradeOffOf} from '../screen/tried.ts';

/** A screen that is filled or empty, with the keys of a form. */
export type Screen = ReturnType<typeof opened>;

/** How a screen is brought into a state. */
export type Scene = (screen: Screen) => void | Promise<void>;

/** Opens a view. */
export const show = (screen: Screen, view: View): void => {
	screen.press(String(viewNames.indexOf(view) + 1));
	// This one asks whose calls are meant.
	if (view === 'complaint') {
		screen.press('escape');
	}
	screen.settle();
};

const ask = async (screen: Screen, answer: Record<string, unknown>): Promise<void> => {
	screen.answers.push(answer);
	screen.openForm('get_lists');
	screen.press('ctrl-s');
	await settled();
};

const listsAnswer = {
	lists: [
		{list_id: '2001', list_name: 'First list', status: 'Y', leads: '1204', last_call: '2026-11-21 14:00'},
		{list_id: '2002', list_name: 'Second list', status: 'N', leads: '310', last_call: null},
		{list_id: '2003', list_name: 'José’s list of spring', status: 'Y', leads: '0', last_call: null},
	],
	total: 3,
};

const staged: Scene = screen => {
	show(screen, 'settings');
	screen.ui.dispatch({type: 'select', id: 'autodiallevel'});
	screen.ui.dispatch({
		type: 'stage',
		campaignId: '1003',
		name: 'autodiallevel',
		staged: {value: '2.4', was: '2.0', from: 'settings'},
	});
};

const refusedConnection = {
	kind: 'retrying',
	reason: 'dialer.test refused the connection',
	advice: 'Is the service running there?',
	since: moment(72_000),
	nextAt: moment(81_000),
} as const;

/** The nine views, each filled. */
export const viewScenes: Record<string, Scene> = Object.fromEntries(
	viewNames.map(view => [view, (screen: Screen) => show(screen, view)]),
);

/** What lies over them. */
export const sheetScenes: Record<string, Scene> = {
	palette(screen) {
		screen.press(':');
		screen.type('list');
	},
	form(screen) {
		screen.openForm('add_leads');
		screen.fillIn({campaign_id: '1003', phones: '2125580001, 3125550123', first_name: 'Ann'});
	},
	'what if'(screen) {
		openTried(screen);
		screen.press('right');
	},
};

/** A pane on the whole screen, with a recording of nine days. */
const zoomedOver = (screen: Screen, pane: number): void => {
	screen.record(pastOf(screen.store.get()));
	for (let turn = 0; turn < pane; turn++) {
		screen.press('tab');
	}
	screen.press('z');
	screen.settle();
};

/** Everything else that can be on a filled screen. */
export const otherScenes: Record<string, Scene> = {
	'what if six go to lunch'(screen) {
		openTried(screen);
		for (let agent = 0; agent < 6; agent++) {
			screen.press('down');
		}
		give(screen, tradeOffOf({extraAgents: -6}, 3));
	},
	async 'answer as a table'(screen) {
		await ask(screen, listsAnswer);
		screen.press('tab');
	},
	async 'answer as JSON'(screen) {
		await ask(screen, listsAnswer);
		screen.press('t');
	},
	help: screen => screen.press('?'),
	'list of orders': screen => screen.press('v'),
	wall: screen => screen.press('w'),
	'details of a call'(screen) {
		show(screen, 'search');
		screen.press('enter');
	},
	'details of an account'(screen) {
		show(screen, 'accounts');
		screen.press('enter');
	},
	'details of a command'(screen) {
		show(screen, 'log');
		screen.press('enter');
	},
	'pause question': screen => screen.press('P'),
	'stop question'(screen) {
		screen.press('S');
		screen.drawn();
		screen.type('Spring');
	},
	'staged settings': staged,
	'send question'(screen) {
		void staged(screen);
		screen.press('E');
	},
	marks(screen) {
		screen.press('space');
		screen.press('down');
		screen.press('space');
	},
	'masked search'(screen) {
		show(screen, 'search');
		screen.press('m');
	},
	'masked accounts'(screen) {
		show(screen, 'accounts');
		screen.press('m');
	},
	'masked complaint'(screen) {
		show(screen, 'complaint');
		screen.press('m');
	},
	'complaint of several'(screen) {
		show(screen, 'complaint');
		const now = moment(72_000);
		screen.store.dispatch({type: 'complaint-asked', subject: {kind: 'words', text: 'raman'}, now});
		const entries = [...complaintCalls(), ...complaintCalls('4155550132', '2').slice(0, 2)];
		screen.store.dispatch({type: 'complaint-answered', askedAt: now, result: {entries, footer: '12 calls'}});
		screen.settle();
	},
	'complaint being asked'(screen) {
		show(screen, 'complaint');
		const subject = {kind: 'number', number: '4155550131'} as const;
		screen.store.dispatch({type: 'complaint-asked', subject, now: moment(69_600)});
		screen.settle();
	},
	'zoomed pane'(screen) {
		screen.press('tab');
		screen.press('z');
	},
	'zoomed pane of 8 hours': screen => zoomedOver(screen, 3),
	'zoomed pane of a day'(screen) {
		zoomedOver(screen, 4);
		screen.press('n');
	},
	'zoomed pane of a week'(screen) {
		zoomedOver(screen, 1);
		screen.press('n');
		screen.press('n');
	},
	frozen: screen => screen.press('p'),
	'looking back'(screen) {
		const state = screen.store.get();
		const now = state.now.wall;
		screen.record(
			pastOf(state, [
				{at: now - 2_400_000, kind: 'command', text: 'pause'},
				{at: now - 1_500_000, kind: 'alert', text: 'drop-near'},
				{at: now - 600_000, kind: 'alert-ended', text: 'drop-near'},
			]),
		);
		screen.press('{');
		screen.settle();
	},
	'filter that matches nothing': screen => screen.ui.dispatch({type: 'filter', value: 'zzz'}),
	stale: screen => screen.store.dispatch({type: 'tick', now: moment(132_000)}),
	'not answering': screen => screen.store.dispatch({type: 'link', link: refusedConnection, now: moment(72_600)}),
	'signed out': screen =>
		screen.store.dispatch({type: 'link', link: {kind: 'signed-out', reason: 'Token expired'}, now: moment(72_600)}),
};

/** A pane on all of the body. */
export const zoomScenes: Record<string, Scene> = Object.fromEntries(
	paneNames.map((pane, index) => [
		`pane ${pane} zoomed`,
		screen => {
			for (let turn = 0; turn <= index; turn++) {
				screen.press('tab');
			}
			screen.press('z');
		},
	]),
);

const answered =
	(ending?: Parameters<Screen['endings']['push']>[0]): Scene =>
	async screen => {
		if (ending) {
			screen.endings.push(ending);
		}
		screen.press('P');
		screen.drawn();
		screen.press('y');
		await settled();
	};

/** What came of a command, in the lower border. */
export const outcomeScenes: Record<string, Scene> = {
	outcome: answered(),
	'unknown outcome': answered({kind: 'unknown', reason: 'no answer within 10 s'}),
};

const span = {sentAt: moment(1000), receivedAt: moment(1010)};

const live = ({store}: ReturnType<typeof makeScreen>): void =>
	store.dispatch({type: 'link', link: {kind: 'live', latency: 10}, now: moment(1000)});

const listed = ({store}: ReturnType<typeof makeScreen>): void =>
	store.dispatch({
		type: 'campaigns-polled',
		span,
		records: [{id: '1003', name: 'Spring Collections', status: 'PLAY', extra: {}, unreadable: []}],
	});

const failed =
	(over: {reason: string; refused?: boolean}) =>
	(screen: ReturnType<typeof makeScreen>): void => {
		const {store, ui} = screen;
		const failure = {at: moment(1010), ...over};
		live(screen);
		listed(screen);
		store.dispatch({type: 'campaigns-failed', failure});
		store.dispatch({type: 'dashboard-failed', campaignId: '1003', failure});
		store.dispatch({type: 'lists-failed', failure: {...failure, question: {campaignId: '1003'}}});
		store.dispatch({type: 'settings-failed', campaignId: '1003', failure});
		ui.dispatch({type: 'company', id: companyId});
		store.dispatch({type: 'accounts-failed', companyId, span, failure});
		const askedAt = moment(1000);
		store.dispatch({type: 'search-asked', question: {query: 'lopez'}, now: askedAt});
		store.dispatch({type: 'search-failed', askedAt, failure});
	};

const refusal = {reason: 'Permission denied (E403)', refused: true};

/** What there is where there is little: how the screen stands before a view is opened. */
export const states: Record<string, (screen: ReturnType<typeof makeScreen>) => void> = {
	connecting: () => undefined,
	loading(screen) {
		live(screen);
		screen.ui.dispatch({type: 'company', id: companyId});
		screen.store.dispatch({type: 'search-asked', question: {query: 'lopez'}, now: moment(1000)});
	},
	'loading figures'(screen) {
		live(screen);
		listed(screen);
	},
	empty(screen) {
		const {store, ui} = screen;
		live(screen);
		store.dispatch({type: 'campaigns-polled', span, records: []});
		store.dispatch({type: 'lists-polled', campaignId: undefined, span, records: []});
		ui.dispatch({type: 'company', id: companyId});
		store.dispatch({type: 'accounts-polled', companyId, span, accounts: []});
		const askedAt = moment(1000);
		store.dispatch({type: 'search-asked', question: {query: 'lopez'}, now: askedAt});
		store.dispatch({type: 'search-answered', askedAt, result: {entries: [], footer: ''}, now: moment(1100)});
	},
	error: failed({reason: 'no answer within 10 s'}),
	refused: failed(refusal),
	'refused campaigns'(screen) {
		live(screen);
		screen.store.dispatch({type: 'campaigns-failed', failure: {at: moment(1010), ...refusal}});
	},
};

/** A screen of a size with every view filled, as far as nothing else is to fill it. */
export const screenOf = (columns: number, rows: number, filled: Parameters<typeof opened>[2] = fillAll): Screen => {
	const screen = opened(columns, rows, filled);
	screen.ui.dispatch({type: 'catalogue', catalogue: forms});
	return screen;
};

type Several = ReturnType<typeof makeSeveral>;

const west = (several: Several): void => several.select('west', '1003');

/** What is on a screen of the services `east` and `west`. */
export const severalScenes: Record<string, (several: Several) => void> = {
	'two services': several => several.settle(),
	'one of two services fails'(several) {
		several.settle();
		const {store} = several.service('west');
		store.dispatch({type: 'link', link: refusedConnection, now: moment(73_000)});
		store.dispatch({type: 'tick', now: moment(73_000)});
		several.service('east').store.dispatch({type: 'lock', locked: true});
	},
	'campaign of one of two services'(several) {
		west(several);
		several.press('enter');
	},
	'question about one of two services'(several) {
		west(several);
		several.press('P');
	},
};
