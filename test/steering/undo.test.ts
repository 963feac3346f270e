/** U takes back the last reversible write that was done, where what it made still stands. */
import {describe, expect, test} from 'vitest';
import type {Command, Control} from '../../source/model/pending.ts';
import type {Ending, Message} from '../../source/model/state.ts';
import {offerUndo} from '../../source/steering/undo.ts';
import {
	after,
	asked,
	at,
	campaign,
	campaignsPolled,
	command,
	dashboardPolled,
	done,
	endedAs,
	fresh,
	live,
	span,
	target,
	tick,
} from '../model/make.ts';
import {campaigns, fill, fillSettings, makeScreen, moment} from '../screen/make.ts';

type Screen = ReturnType<typeof makeScreen>;

const opened = () => {
	const screen = makeScreen();
	fill(screen.store);
	screen.drawn();
	return screen;
};

const question = (screen: Screen): string => screen.text().replace(/[\s│╰╯─]+/g, ' ');

const yes = (screen: Screen): Control => {
	screen.drawn();
	screen.press('y');
	const control = screen.sent.at(-1);
	if (!control) {
		throw new Error('nothing was sent');
	}
	return control;
};

/** Tells the model what the monitor would: a command, and how it ended. */
const carriedOut = (
	{store}: Screen,
	id: number,
	control: Control,
	ending: Ending = {kind: 'done'},
	at = 1500,
): void => {
	store.dispatch({type: 'command-asked', command: {...control, id}, now: moment(at)});
	store.dispatch({type: 'command-ended', id, ending, now: moment(at + 10)});
};

const shows = (screen: Screen, status: string, at = 2000): void =>
	fill(
		screen.store,
		campaigns.map(one => (one.id === '1003' ? {...one, status} : one)),
		at,
	);

/** Spring Collections, paused and seen to be. */
const paused = () => {
	const screen = opened();
	screen.press('P');
	carriedOut(screen, 1, yes(screen));
	shows(screen, 'PAUSE');
	return screen;
};

test('a pause is taken back by a play, with the same confirmation, and only once', () => {
	const screen = paused();
	screen.press('j');
	screen.press('U');
	expect(question(screen)).toMatch(
		/QA: play 1003\? It will dial 55,534 leads\. Takes back the pause of \S+\. \[y\/N\] Name: Spring Collections It now shows: PAUSE/,
	);
	screen.press('enter');
	screen.press('U');
	const undo = yes(screen);
	expect(undo).toMatchObject({operation: 'play_campaign', target: {id: '1003'}, undoes: 1});
	carriedOut(screen, 2, undo, {kind: 'done'}, 2500);
	shows(screen, 'PLAY', 3000);
	screen.press('U');
	expect(question(screen)).toContain('nothing to undo');
});

test('an undo that was refused leaves it to be taken back', () => {
	const screen = paused();
	screen.press('U');
	carriedOut(screen, 2, yes(screen), {kind: 'refused', reason: 'no'}, 2500);
	screen.press('U');
	expect(screen.ui.get().prompt).toMatchObject({kind: 'yes-no', controls: [{undoes: 1}]});
});

test('where the state has moved on there is nothing to take back, and why is said', () => {
	const screen = paused();
	shows(screen, 'PLAY', 3000);
	screen.press('U');
	expect(question(screen)).toContain('it shows PLAY by now, so the pause no longer applies');
	shows(screen, 'PAUSE', 4000);
	screen.press('U');
	screen.drawn();
	shows(screen, 'PLAY', 5000);
	expect(screen.sent).toHaveLength(1);
	expect(question(screen)).toContain(
		'Not asked any longer, nothing was sent: 1003: it changed from PAUSE to PLAY meanwhile',
	);
});

test('what was refused, not sent or is UNKNOWN is not taken back', () => {
	for (const kind of ['refused', 'not-sent', 'unknown'] as const) {
		const screen = opened();
		screen.press('P');
		carriedOut(screen, 1, yes(screen), {kind, reason: 'so'});
		screen.press('U');
		expect(screen.ui.get().prompt, kind).toBeUndefined();
	}
});

test('a stop has no undo, and says why', () => {
	const screen = opened();
	screen.press('S');
	screen.drawn();
	for (const letter of 'Spring Collections') {
		screen.press(letter);
	}
	screen.press('enter');
	carriedOut(screen, 1, screen.sent[0] as Control);
	screen.press('U');
	expect(question(screen)).toContain('a stop has no undo: the dialing queue that it cleared does not come back');
});

test('play of what was stopped is taken back by a pause, which says what it does not bring back', () => {
	const screen = opened();
	screen.press('G');
	screen.press('P');
	carriedOut(screen, 1, yes(screen));
	fill(
		screen.store,
		campaigns.map(one => ({...one, status: 'PLAY'})),
		2000,
	);
	screen.press('U');
	expect(question(screen)).toMatch(
		/Takes back the play of \S+\. It showed STOP before, which this does not bring back\./,
	);
});

/** Two campaigns whose pause was confirmed together and sent. */
const pausedTogether = async () => {
	const screen = opened();
	fill(
		screen.store,
		campaigns.map(one => ({...one, status: 'PLAY'})),
	);
	screen.press('space');
	screen.press('space');
	screen.press('P');
	screen.drawn();
	screen.press('y');
	for (let turn = 0; turn < 20; turn++) {
		await Promise.resolve();
	}
	const [first, second] = screen.sent;
	if (!first || !second || screen.sent.length > 2) {
		throw new Error(`${screen.sent.length} were sent`);
	}
	return {screen, first, second};
};

const showsPaused = ({store}: Screen): void =>
	fill(
		store,
		campaigns.map(one => ({...one, status: one.id === '1001' ? 'PLAY' : 'PAUSE'})),
		2000,
	);

test('those that were confirmed together are taken back together', async () => {
	const {screen, first, second} = await pausedTogether();
	carriedOut(screen, 1, first);
	carriedOut(screen, 2, second);
	showsPaused(screen);
	screen.press('U');
	expect(question(screen)).toContain('QA: play 2 campaigns (1003, 1002)?');
});

test('of those confirmed together, one that still waits for its answer is named as left out', async () => {
	const {screen, first, second} = await pausedTogether();
	carriedOut(screen, 1, first);
	screen.store.dispatch({type: 'command-asked', command: {...second, id: 2}, now: moment(1600)});
	showsPaused(screen);
	screen.press('U');
	expect(question(screen)).toContain('Skipped: 1002 (pause is still under way on it)');
});

test('a list switch is taken back while its lists are those on screen', () => {
	const screen = opened();
	screen.press('3');
	screen.drawn();
	screen.press('L');
	const control = yes(screen);
	carriedOut(screen, 1, control);
	screen.press('U');
	expect(question(screen)).toContain('switch off is still under way on it');
	const none = {extra: {}, unreadable: []};
	const span = {sentAt: moment(3000), receivedAt: moment(3010)};
	const records = [{id: '2001', name: 'First list', status: 'N', ...none}];
	screen.store.dispatch({type: 'lists-polled', campaignId: '1003', span, records});
	screen.press('U');
	expect(question(screen)).toContain('QA: switch on list 2001?');
	expect(yes(screen)).toMatchObject({operation: 'change_status', params: {list_id: '2001', status: 'Y'}, undoes: 1});
	screen.store.dispatch({type: 'lists-polled', campaignId: '1002', span, records: []});
	screen.press('U');
	expect(question(screen)).toContain('it is not among the lists read last');
});

test('a change of settings is taken back to the values before, unless somebody changed them since', () => {
	const screen = opened();
	fillSettings(screen.store, {autodiallevel: '2.0'});
	screen.press('+');
	screen.press('E');
	const control = yes(screen);
	carriedOut(screen, 1, control, {kind: 'done'}, 2500);
	fillSettings(screen.store, {autodiallevel: '2.1'}, 3000);
	screen.press('U');
	expect(question(screen)).toContain('QA: update 1003? level from 2.10 to 2.00.');
	expect(yes(screen)).toMatchObject({
		params: {campaign_id: '1003', autodiallevel: 2},
		was: {settings: {autodiallevel: '2.1'}},
		undoes: 1,
	});
	fillSettings(screen.store, {autodiallevel: '3'}, 4000);
	screen.press('U');
	expect(question(screen)).toContain('level changed from 2.1 to 3 meanwhile');
});

test('an undo is not offered while the service shows a word that dialtop does not know', () => {
	const screen = opened();
	screen.press('P');
	carriedOut(screen, 1, yes(screen));
	shows(screen, 'HALTED');
	screen.store.dispatch({type: 'command-set-aside', id: 1, now: moment(2100)});
	screen.press('U');
	expect(question(screen)).toContain('it shows HALTED, a word dialtop does not know');
	shows(screen, 'PAUSE', 3000);
	screen.press('U');
	expect(question(screen)).toContain('Takes back the pause');
});

describe('of commands', () => {
	const pauseOf = (id: string, number: number, over: Partial<Command> = {}): Partial<Command> => {
		const back = command({
			operation: 'play_campaign',
			verb: 'play',
			expected: 'dialing',
			target: target(id),
			before: 'PAUSE',
		});
		return {id: number, target: target(id), undo: back, ...over};
	};
	const shows = (sent: number, ...statuses: string[]): Message[] => [
		campaignsPolled(
			sent,
			statuses.map((status, index) => campaign(String(index + 1), {status})),
		),
		...statuses.map((status, index) => dashboardPolled(sent, String(index + 1), {status})),
	];
	const offered = (...messages: Message[]): string | [id: string, undoes: number | undefined][] => {
		const offer = offerUndo(after(fresh(), live, ...shows(0, 'PLAY', 'PLAY'), ...messages));
		return 'controls' in offer
			? offer.controls.map(({target: {id}, undoes}) => [id, undoes])
			: 'why' in offer
				? offer.why
				: '';
	};
	const stop = (id: string, number: number): Partial<Command> => ({
		id: number,
		operation: 'stop_campaign',
		verb: 'stop',
		expected: 'stopped',
		target: target(id),
	});
	const nothing = 'nothing to undo';

	test('the last that was done is taken back, seen or not', () => {
		const one = [asked(1, pauseOf('1', 1)), done(2, 1), asked(3, pauseOf('2', 2)), done(4, 2)];
		expect(offered(...one, ...shows(5, 'PAUSE', 'PAUSE'), tick(40))).toEqual([['2', 2]]);
		const unseen = [...one, tick(40), ...shows(41, 'PAUSE', 'PAUSE')];
		expect(after(fresh(), ...shows(0, 'PLAY', 'PLAY'), ...unseen).commands[1]?.phase).toBe('unobserved');
		expect(offered(...unseen)).toEqual([['2', 2]]);
		expect(offered()).toBe(nothing);
	});

	test('what was taken back is not taken back again, nor is what takes it back', () => {
		const back = {
			...pauseOf('1', 2),
			operation: 'play_campaign',
			expected: 'dialing',
			before: 'PAUSE',
			undoes: 1,
		} as const;
		const messages = [asked(1, pauseOf('1', 1)), done(2, 1), ...shows(3, 'PAUSE', 'PLAY'), asked(4, back)];
		expect(offered(...messages)).toBe(nothing);
		expect(offered(...messages, done(5, 2), ...shows(6, 'PLAY', 'PLAY'))).toBe(nothing);
		expect(offered(...messages, endedAs(5, 'refused', 2))).toEqual([['1', 1]]);
	});

	test('a stop after it keeps a campaign from being brought back, but no other', () => {
		const paused = [asked(1, pauseOf('1', 1)), done(2, 1), ...shows(3, 'PAUSE', 'PLAY')];
		const stopped = 'a stop has no undo: the dialing queue that it cleared does not come back';
		expect(offered(...paused, asked(4, stop('1', 2)), done(5, 2))).toBe(stopped);
		expect(offered(...paused, asked(4, stop('2', 2)), done(5, 2))).toEqual([['1', 1]]);
		expect(offered(...paused, asked(4, stop('1', 2)), done(5, 2), asked(6, stop('2', 3)), done(7, 3))).toBe(stopped);
		expect(
			offered(
				asked(1, stop('1', 1)),
				done(2, 1),
				...shows(3, 'STOP', 'PLAY'),
				asked(4, pauseOf('1', 2)),
				done(5, 2),
				...shows(6, 'PAUSE', 'PLAY'),
			),
		).toEqual([['1', 2]]);
	});

	test('of a batch only what was done or may have been is spoken of', () => {
		const batch = {batch: 1};
		const messages = [
			asked(1, {...pauseOf('1', 1), ...batch}),
			done(2, 1),
			asked(1, {...pauseOf('2', 2), ...batch}),
			endedAs(2, 'refused', 2),
			asked(1, {id: 3, target: target('2'), operation: 'update_campaign', ...batch}),
			done(2, 3),
			...shows(3, 'PAUSE', 'PLAY'),
		];
		expect(offered(...messages)).toEqual([['1', 1]]);
		expect(offered(asked(0.5, pauseOf('2', 9)), done(0.6, 9), ...messages)).toEqual([['1', 1]]);
		const offer = offerUndo(after(fresh(), live, ...shows(0, 'PLAY', 'PLAY'), ...messages));
		expect(offer).toMatchObject({skipped: []});
	});

	test('of a batch one that got no answer is named as skipped, though it shows what was asked', () => {
		const messages = [
			asked(1, {...pauseOf('1', 1), batch: 1}),
			done(2, 1),
			asked(1, {...pauseOf('2', 2), batch: 1}),
			endedAs(2, 'unknown', 2),
			...shows(3, 'PAUSE', 'PAUSE'),
		];
		expect(offerUndo(after(fresh(), live, ...shows(0, 'PLAY', 'PLAY'), ...messages))).toMatchObject({
			controls: [{target: {id: '1'}}],
			skipped: [{target: {id: '2'}, why: 'its pause got no answer, so others may have done it'}],
		});
	});

	test('what a play does not bring back is said only where it was no pause', () => {
		const note = (before: string): string | undefined => {
			const offer = offerUndo(
				after(
					fresh(),
					live,
					...shows(0, before),
					asked(1, {...pauseOf('1', 1), operation: 'play_campaign', verb: 'play', expected: 'dialing', before}),
					done(2),
					...shows(3, 'PLAY'),
				),
			);
			return 'controls' in offer ? offer.controls[0].note?.replace(/\d\d:\d\d:\d\d/, 'then') : undefined;
		};
		expect(note('PAUSED')).toBe('Takes back the play of then.');
		expect(note('STOP')).toBe('Takes back the play of then. It showed STOP before, which this does not bring back.');
	});

	test('a change of a level that its campaign has moved since is taken back', () => {
		const drifting = (autodiallevel: string) => ({settings: {autodiallevel}, drifting: ['autodiallevel']});
		const messages: Message[] = [
			asked(1, {
				operation: 'update_campaign',
				expected: drifting('2'),
				was: drifting('3'),
				undo: command({operation: 'update_campaign', was: drifting('2')}),
			}),
			done(2),
			{
				type: 'settings-polled',
				campaignId: '1',
				span: span(3),
				settings: [{name: 'autodiallevel', value: '2.1', options: []}],
			},
		];
		expect(after(fresh(), live, ...shows(0, 'PLAY'), ...messages).commands[0]?.phase).toBe('done');
		expect(offered(...messages)).toEqual([['1', 1]]);
	});

	test('why it would not lead back is said with its target', () => {
		const paused = [asked(1, pauseOf('1', 1)), done(2, 1)];
		expect(offered(...paused, ...shows(3, 'PLAY', 'PLAY'))).toContain('1: pause is still under way');
		expect(offered(...paused, ...shows(3, 'PAUSE', 'PLAY'), campaignsPolled(4, ['2']))).toContain(
			'1: the service no longer shows it',
		);
		expect(offered(...paused, ...shows(3, 'PAUSE', 'PLAY'), {type: 'lock', locked: true})).toContain('read-only lock');
		expect(
			offered(...paused, ...shows(3, 'PAUSE', 'PLAY'), {type: 'link', link: {kind: 'gone', reason: ''}, now: at(4)}),
		).toBe('the sandbox has ended');
	});
});
