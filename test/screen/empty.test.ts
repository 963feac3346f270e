/** What stands in each view where there is nothing to show: one voice, the service's own words, and what to do. */
import {expect, test} from 'vitest';
import type {Link} from '../../source/model/state.ts';
import {fill, makeScreen, moment} from './make.ts';

type Screen = ReturnType<typeof makeScreen>;

const link = (screen: Screen, next: Link): void => screen.store.dispatch({type: 'link', link: next, now: moment(1000)});

const live = (screen: Screen): void => link(screen, {kind: 'live', latency: 10});

const span = {sentAt: moment(1000), receivedAt: moment(1010)};

const inView = (key: string, prepare: (screen: Screen) => void): string => {
	const screen = makeScreen(80, 24);
	prepare(screen);
	screen.press(key);
	return screen.text();
};

test('while nothing has been heard, the views of the service say that it is being reached', () => {
	for (const key of ['1', '2', '3']) {
		expect(
			inView(key, () => undefined),
			key,
		).toContain('Connecting to dialer.test…');
	}
});

test('while the service does not answer, they say why, what may help, and when it is tried again', () => {
	for (const key of ['1', '2', '3']) {
		const text = inView(key, screen =>
			link(screen, {
				kind: 'retrying',
				reason: 'dialer.test refused the connection',
				advice: 'Is the service running there?',
				since: moment(1000),
				nextAt: moment(9000),
			}),
		);
		expect(text, key).toContain('dialer.test refused the connection');
		expect(text, key).toContain('Is the service running there?');
		expect(text, key).toContain('Ctrl-R tries now.');
	}
});

test('signed out, they say how to sign in', () => {
	for (const key of ['1', '2', '3']) {
		const text = inView(key, screen => link(screen, {kind: 'signed-out', reason: 'Token expired'}));
		expect(text, key).toContain('Signed out: Token expired');
		expect(text, key).toContain('Press i to sign in at dialer.test.');
	}
});

test('once the embedded sandbox has ended, they say what is lost and which key starts a new one', () => {
	for (const key of ['1', '2', '3']) {
		const text = inView(key, screen => link(screen, {kind: 'gone', reason: 'the embedded sandbox has ended: a bug'}));
		expect(text, key).toContain('the embedded sandbox has ended: a bug');
		expect(text, key).toContain('in memory alone');
		expect(text, key).toContain('Press Ctrl-N to start a new one.');
	}
});

test('what the service refuses is told in its own words', () => {
	const refused = {at: moment(1000), reason: 'Permission denied (E403)', refused: true};
	const campaigns = inView('1', screen => {
		live(screen);
		screen.store.dispatch({type: 'campaigns-failed', failure: refused});
	});
	expect(campaigns).toContain('The service refuses the campaigns: Permission denied (E403)');
	const lists = inView('3', screen => {
		live(screen);
		screen.store.dispatch({type: 'lists-failed', failure: refused});
	});
	expect(lists).toContain('The service refuses the lists: Permission denied (E403)');
	expect(lists).toContain('Ctrl-R tries again.');
});

test('what could not be read is told apart from that', () => {
	const text = inView('3', screen => {
		live(screen);
		screen.store.dispatch({type: 'lists-failed', failure: {at: moment(1000), reason: 'no answer within 10 s'}});
	});
	expect(text).toContain('The lists could not be read: no answer within 10 s');
});

test('none is not the same as not yet read', () => {
	expect(inView('1', live)).toContain('Reading the campaigns…');
	expect(inView('3', live)).toContain('Reading the lists…');
	const read = (screen: Screen): void => {
		live(screen);
		screen.store.dispatch({type: 'campaigns-polled', span, records: []});
		screen.store.dispatch({type: 'lists-polled', campaignId: undefined, span, records: []});
	};
	expect(inView('1', read)).toContain('The service lists no campaigns for this user.');
	expect(inView('2', read)).toContain('No campaign is selected.');
	expect(inView('3', read)).toContain('There are no lists.');
	expect(inView('8', read)).toContain('Nothing was asked of the service in this run.');
});

test('what the filter hides can be had back, by the key in force', () => {
	for (const [key, thing] of [
		['1', 'campaign'],
		['3', 'list'],
	] as const) {
		const screen = makeScreen(80, 24);
		fill(screen.store);
		screen.press(key);
		screen.ui.dispatch({type: 'filter', value: 'zzz'});
		expect(screen.text()).toContain(`No ${thing} matches "zzz". Press c to clear the filter.`);
	}
});

test('a search that was not asked yet says how to ask', () => {
	expect(inView('4', live)).toContain('Press s to search leads and calls');
});
