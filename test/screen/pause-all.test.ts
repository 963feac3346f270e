/** H pauses everything that dials: one question for all, each sent once, and a line that follows what is left. */
import {expect, test} from 'vitest';
import type {Control} from '../../source/model/pending.ts';
import type {Ending} from '../../source/model/state.ts';
import {offerPauseAll, whyNoPauseAll} from '../../source/steering/campaigns.ts';
import {pauseOf} from '../model/make.ts';
import {fill, type Listed, makeScreen, moment} from './make.ts';

type Screen = ReturnType<typeof makeScreen>;

const floor: readonly Listed[] = [
	{id: '1005', name: 'Alpha', status: 'PLAY'},
	{id: '1004', name: 'Beta', status: 'PLAY'},
	{id: '1003', name: 'Gamma', status: 'PAUSE'},
	{id: '1002', name: 'Delta', status: 'PLAY'},
	{id: '1001', name: 'Epsilon', status: 'STOP'},
];

const opened = (listed = floor, columns?: number, rows?: number): Screen => {
	const screen = makeScreen(columns, rows);
	fill(screen.store, listed);
	screen.drawn();
	return screen;
};

/** The words on the screen, without the borders between them. */
const text = (screen: Screen): string => screen.text().replace(/[│╰─╯\s]+/g, ' ');

/** The floor with other words for some. */
const showing = (words: Readonly<Record<string, string>>): Listed[] =>
	floor.map(one => ({...one, status: words[one.id] ?? one.status}));

/** Has the service show calls, and no others, in these campaigns. */
const calling = ({store}: Screen, calls: Readonly<Record<string, {ringing: number; onCall: number}>>, at: number) => {
	const span = {sentAt: moment(at), receivedAt: moment(at + 10)};
	for (const [campaignId, {ringing, onCall}] of Object.entries(calls)) {
		const known = store.get().dashboards.get(campaignId)?.value;
		if (known?.figures) {
			const figures = {...known.figures, ringing, activeCalls: ringing, onCall};
			store.dispatch({type: 'dashboard-polled', campaignId, span, dashboard: {...known, figures}});
		}
	}
};

const settled = async () => {
	for (let turn = 0; turn < 30; turn++) {
		await Promise.resolve();
	}
};

const idsOf = (controls: readonly Control[]): string[] => controls.map(({target}) => target.id);

const yes = async (screen: Screen): Promise<void> => {
	screen.drawn();
	screen.press('y');
	await settled();
};

/** Tells the model what the monitor would of what was sent. */
const ended = ({store, sent}: Screen, endings: readonly Ending[], at = 11_000): void => {
	sent.forEach((control, index) => {
		const id = index + 1;
		const ending = endings[index] ?? {kind: 'done'};
		store.dispatch({type: 'command-asked', command: {...control, id}, now: moment(at)});
		store.dispatch({type: 'command-ended', id, ending, now: moment(at + 10)});
	});
};

test('one question counts all that dial, and each is sent by itself, one after another', async () => {
	const screen = opened();
	screen.press('H');
	expect(text(screen)).toContain('QA: pause all 3 campaigns that dial? 189 calls in progress will finish. [y/N]');
	screen.drawn();
	screen.press('y');
	expect(screen.sent).toHaveLength(1);
	await settled();
	expect(screen.sent.map(({operation, params}) => [operation, params.campaign_id])).toEqual([
		['pause_campaign', '1005'],
		['pause_campaign', '1004'],
		['pause_campaign', '1002'],
	]);
});

test.each(['1', '2', '3', '4', '5', '7', '8', 'w', 'z'])('it is asked from everywhere (%s)', key => {
	const screen = opened();
	screen.press(key);
	screen.press('H');
	expect(text(screen)).toContain('QA: pause all 3 campaigns that dial?');
});

test('those that a filter hides are among them, and that is said; marks do not matter and stay', async () => {
	const screen = opened();
	screen.press('space');
	screen.ui.dispatch({type: 'filter', value: 'Gamma'});
	screen.press('H');
	expect(text(screen)).toContain('pause all 3 campaigns that dial?');
	expect(text(screen)).toContain('Those that the filter hides are among them.');
	await yes(screen);
	expect(idsOf(screen.sent)).toEqual(['1005', '1004', '1002']);
	expect([...(screen.ui.get().marks.campaigns ?? [])]).toEqual(['1002']);
});

test('a hundred campaigns are one short question on the smallest screen', async () => {
	const many = Array.from({length: 100}, (_, index) => ({id: String(index), name: `No. ${index}`, status: 'PLAY'}));
	const screen = opened(many, 60, 16);
	screen.press('H');
	expect(text(screen)).toContain('QA: pause all 100 campaigns that dial? 6,300 calls in progress will finish. [y/N]');
	await settled();
	screen.drawn();
	screen.press('y');
	for (let turn = 0; turn < 20; turn++) {
		await settled();
	}
	expect(screen.sent).toHaveLength(100);
});

test('a single one is named', () => {
	const screen = opened(showing({1005: 'PAUSE', 1004: 'PAUSE'}));
	screen.press('H');
	expect(text(screen)).toContain(
		'QA: pause 1002, the only campaign that dials? 63 calls in progress will finish. [y/N] Name: Delta',
	);
});

test('calls that are not read yet are not counted as none', () => {
	const screen = opened();
	const span = {sentAt: moment(2000), receivedAt: moment(2010)};
	const none = {extra: {}, unreadable: []};
	const records = [...floor, {id: '1006', name: 'New', status: 'PLAY'}].map(one => ({...one, ...none}));
	screen.store.dispatch({type: 'campaigns-polled', span, records});
	screen.press('H');
	expect(text(screen)).toContain(
		'pause all 4 campaigns that dial? at least 189 calls in progress (1 of 4 campaigns not read yet) will finish.',
	);
});

test('whether it can be asked is told as the question itself tells it, whatever dials', () => {
	const whyOf = (words: Readonly<Record<string, string>>) => {
		const {store} = opened(showing(words));
		const offer = offerPauseAll(store.get());
		return {asked: 'why' in offer ? offer.why : undefined, told: whyNoPauseAll(store.get())};
	};
	const none = {1005: 'PAUSE', 1004: 'STOP', 1002: 'PAUSE'};
	for (const words of [{}, {1005: 'PAUSE', 1004: 'STOP'}, none, {...none, 1002: 'ODD'}]) {
		const {asked, told} = whyOf(words);
		expect(told).toBe(asked);
	}
	expect(whyOf(none).told).toContain('no campaign dials');
	expect(whyOf({}).told).toBeUndefined();
});

test('where nothing dials, or nothing may be sent, that is said and nothing is asked', () => {
	const idle = opened(showing({1005: 'PAUSE', 1004: 'STOP', 1002: 'PAUSE'}));
	idle.press('H');
	expect(text(idle)).toContain('not now, no campaign dials in QA');
	const locked = opened();
	locked.press('!');
	locked.press('H');
	expect(text(locked)).toContain('not now, the read-only lock is on (:lock takes it off)');
	const unread = makeScreen();
	unread.store.dispatch({type: 'link', link: {kind: 'live', latency: 10}, now: moment(1000)});
	unread.press('H');
	expect(text(unread)).toContain('the campaigns are not listed yet');
	expect([idle, locked, unread].map(({ui}) => ui.get().prompt)).toEqual([undefined, undefined, undefined]);
});

test('a campaign that begins to dial under the question is said, and not paused unasked', async () => {
	const screen = opened();
	screen.press('H');
	screen.drawn();
	fill(screen.store, showing({1003: 'PLAY'}), 3000);
	expect(text(screen)).toContain(
		'Asked anew, and for 2 s nothing confirms it. Nothing was sent: 1003 began to dial QA: pause all 4 campaigns that dial?',
	);
	screen.press('y', {after: 100});
	expect(screen.sent).toEqual([]);
	fill(screen.store, showing({1004: 'STOP'}), 5000);
	expect(text(screen)).toContain('1004, 1003 are not to be paused any more QA: pause all 2 campaigns that dial?');
	screen.drawn();
	screen.press('y', {after: 2000});
	await settled();
	expect(idsOf(screen.sent)).toEqual(['1005', '1002']);
});

test('a name or a word that changes under the question does not void it, and what is sent has the new ones', async () => {
	const screen = opened();
	screen.press('H');
	const {promptNumber} = screen.ui.get();
	screen.drawn();
	fill(
		screen.store,
		floor.map(one => (one.id === '1004' ? {...one, name: 'Better', status: 'RUNNING'} : one)),
		3000,
	);
	expect(screen.ui.get().promptNumber).toBe(promptNumber);
	screen.press('y');
	await settled();
	expect(screen.sent[1]).toMatchObject({target: {id: '1004', name: 'Better'}, before: 'RUNNING'});
});

test('nothing that dials any longer ends the question', () => {
	const screen = opened();
	screen.press('H');
	fill(screen.store, showing({1005: 'PAUSE', 1004: 'PAUSE', 1002: 'PAUSE'}), 3000);
	expect(screen.ui.get().prompt).toBeUndefined();
	expect(screen.text()).toContain('Not asked any longer, nothing was sent: no campaign dials in QA');
});

test('a word that is not known is paused where calls are in progress, else named as left out; so is one under way', async () => {
	const screen = opened(showing({1004: 'BUSY', 1002: 'ASLEEP'}));
	calling(screen, {1002: {ringing: 0, onCall: 0}}, 2000);
	screen.store.dispatch({type: 'command-asked', command: pauseOf('1005', 'Alpha'), now: moment(2500)});
	screen.press('H');
	expect(text(screen)).toContain('QA: pause 1004, the only campaign that dials?');
	expect(text(screen)).toContain('Skipped: 1005 (pause is still under way on it), 1002 (it shows ASLEEP, which');
	await yes(screen);
	expect(idsOf(screen.sent)).toEqual(['1004']);
});

test('what is paused by others at its turn is not sent, and stands in the log with why', async () => {
	const screen = opened();
	screen.press('H');
	screen.drawn();
	screen.press('y');
	fill(screen.store, showing({1004: 'PAUSE'}), 12_000);
	await settled();
	expect(idsOf(screen.sent)).toEqual(['1005', '1002']);
	expect(screen.unsent).toEqual([['1004', 'it shows PAUSE by now']]);
});

test('a line follows it: what is under way, what was paused, and the calls until the last has ended', async () => {
	const screen = opened();
	screen.press('H');
	screen.drawn();
	screen.press('y');
	expect(text(screen)).toMatch(/Pause all \d\d:\d\d:\d\d: 0 of 3 paused, 3 to go/);
	screen.press('H');
	expect(text(screen)).toContain('the last pause of everything is still being sent');
	await settled();
	ended(screen, []);
	expect(text(screen)).toMatch(/: 0 of 3 paused, 3 under way; calls in progress not read yet/);
	const paused = {1005: 'PAUSE', 1004: 'PAUSE', 1002: 'PAUSE'};
	fill(screen.store, showing(paused), 12_000);
	expect(text(screen)).toContain(': all 3 paused; 189 calls still in progress (60 ringing)');
	calling(
		screen,
		{1005: {ringing: 0, onCall: 2}, 1004: {ringing: 0, onCall: 0}, 1002: {ringing: 0, onCall: 0}},
		14_000,
	);
	expect(text(screen)).toContain(': all 3 paused; 2 calls still in progress');
	screen.store.dispatch({type: 'tick', now: moment(60_000)});
	expect(text(screen)).toContain('2 calls still in progress, figures 46s old');
	calling(
		screen,
		{1005: {ringing: 0, onCall: 0}, 1004: {ringing: 0, onCall: 0}, 1002: {ringing: 0, onCall: 0}},
		60_000,
	);
	expect(text(screen)).toContain(': all 3 paused; no call in progress any more; Esc closes');
	screen.press('escape');
	expect(screen.text()).not.toContain('Pause all 0');
});

test('what was refused, not sent or is UNKNOWN, and what began since, is named with the keys that look and ask again', async () => {
	const screen = opened();
	screen.press('H');
	await yes(screen);
	ended(screen, [
		{kind: 'refused', reason: 'Not allowed'},
		{kind: 'unknown', reason: 'no answer within 15 s'},
		{kind: 'not-sent', reason: 'connection refused'},
	]);
	fill(screen.store, showing({1003: 'PLAY'}), 12_000);
	expect(text(screen)).toContain(': 0 of 3 paused');
	expect(text(screen)).toContain(
		'4 NOT PAUSED (H asks again, 8 log, Esc closes): 1005 refused, 1004 UNKNOWN, 1002 NOT SENT, 1003 began since',
	);
	screen.press('H');
	expect(text(screen)).toContain('QA: pause all 3 campaigns that dial?');
	expect(text(screen)).toContain('Skipped: 1004 (the outcome of pause on it is unknown).');
	await yes(screen);
	expect(idsOf(screen.sent).slice(3)).toEqual(['1005', '1003', '1002']);
	screen.press('8');
	expect(screen.text()).toMatch(/NOT SENT +pause +Delta[\s\S]+UNKNOWN +pause +Beta[\s\S]+REFUSED +pause +Alpha/);
});

test('U plays exactly those that it paused, in one question; then its line is gone', async () => {
	const screen = opened();
	screen.press('H');
	await yes(screen);
	ended(screen, [{kind: 'done'}, {kind: 'unknown', reason: 'no answer'}, {kind: 'done'}]);
	fill(screen.store, showing({1005: 'PAUSE', 1004: 'PAUSE', 1002: 'PAUSE'}), 12_000);
	screen.press('U');
	expect(text(screen)).toContain('QA: play the 2 campaigns that were paused together? They will dial');
	expect(text(screen)).toContain('Skipped: 1004 (its pause got no answer, so others may have done it).');
	const before = screen.sent.length;
	await yes(screen);
	const played = screen.sent.slice(before);
	expect(played.map(({operation, target}) => [operation, target.id])).toEqual([
		['play_campaign', '1005'],
		['play_campaign', '1002'],
	]);
	played.forEach((control, index) => {
		screen.store.dispatch({type: 'command-asked', command: {...control, id: 10 + index}, now: moment(13_000)});
		screen.store.dispatch({type: 'command-ended', id: 10 + index, ending: {kind: 'done'}, now: moment(13_010)});
	});
	fill(screen.store, showing({1004: 'PAUSE'}), 14_000);
	expect(text(screen)).toContain(': 1 of 3 paused');
});

test('what somebody plays again is named, and once all dial again the line is gone', async () => {
	const screen = opened();
	screen.press('H');
	await yes(screen);
	ended(screen, []);
	fill(screen.store, showing({1005: 'PAUSE', 1004: 'PAUSE', 1002: 'PAUSE'}), 12_000);
	fill(screen.store, showing({1005: 'PAUSE', 1002: 'PAUSE'}), 14_000);
	expect(text(screen)).toContain(': 2 of 3 paused');
	expect(text(screen)).toContain('1 NOT PAUSED (H asks again, 8 log, Esc closes): 1004 dials again');
	fill(screen.store, floor, 16_000);
	expect(screen.text()).not.toContain('Pause all 0');
});

test('q asks while it is being sent', () => {
	const screen = opened();
	screen.press('H');
	screen.drawn();
	screen.press('y');
	screen.press('q');
	expect(screen.quits).toBe(0);
	expect(text(screen)).toContain('The pause of everything is still being sent: the remainder would not be.');
});
