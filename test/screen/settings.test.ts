/** View 5 and the dial level on the board: staged first, sent as one update, never over what was not seen. */
import {setImmediate as turn} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {fill, fillSettings, makeScreen, moment} from './make.ts';

const values = {dial_method: 'RATIO', autodiallevel: '2.0', amd: 'N', campaign_cid: '', company_secret: 'x'};

const opened = (over: Readonly<Record<string, string>> = {}) => {
	const screen = makeScreen();
	fill(screen.store);
	fillSettings(screen.store, {...values, ...over});
	screen.press('5');
	screen.drawn();
	return screen;
};

type Screen = ReturnType<typeof makeScreen>;

const select = (screen: Screen, name: string) => {
	screen.ui.dispatch({type: 'select', id: name});
	return screen;
};

const type = (screen: Screen, text: string) => {
	screen.press('ctrl-u');
	for (const letter of text) {
		screen.press(letter);
	}
	screen.press('enter');
};

/** Stages 2.4 lines an agent. */
const staged = (over?: Readonly<Record<string, string>>) => {
	const screen = select(opened(over), 'autodiallevel');
	screen.press('enter');
	type(screen, '2.4');
	return screen;
};

const yes = (screen: Screen) => {
	screen.drawn();
	screen.press('y');
};

const stagedFor = (screen: Screen) => Object.fromEntries(screen.ui.get().staged.get('1003') ?? []);

test('every setting shows in the words of the field with its wire name, further ones too', () => {
	const text = opened().text();
	expect(text).toMatch(/pace +level +2\.00 +autodiallevel/);
	expect(text).toMatch(/detection machine detection +No \(N\) +amd/);
	expect(text).toMatch(/other +company_secret +x +company_secret/);
	expect(text).toContain('Settings of Spring Collections (1003)');
});

test('a value is typed within its bounds; what is wrong is said, and nothing is staged', () => {
	const screen = select(opened(), 'autodiallevel');
	screen.press('enter');
	expect(screen.frame().rows.at(-1)).toMatch(/^level, 0 to 10: /);
	type(screen, '12');
	expect(screen.text()).toContain('must be at most 10');
	type(screen, 'abc');
	expect(screen.text()).toContain('must be a number');
	type(screen, '');
	expect(screen.text()).toContain('cannot be sent');
	expect(stagedFor(screen)).toEqual({});
	type(screen, '2.00');
	expect(screen.text()).toContain('level is so already: nothing is staged  Now: 2.00');
	expect(stagedFor(screen)).toEqual({});
	expect(screen.sent).toEqual([]);
});

test('a value is chosen among the options; Esc leaves it', () => {
	const screen = select(opened(), 'amd');
	screen.press('enter');
	expect(screen.text()).toContain(' > No (N)');
	screen.press('up');
	screen.press('escape');
	expect(stagedFor(screen)).toEqual({});
	screen.press('enter');
	screen.press('down');
	expect(screen.text()).toContain(' > Yes (Y)');
	screen.press('enter');
	expect(stagedFor(screen)).toMatchObject({amd: {value: 'Y', was: 'N'}});
	expect(screen.text()).toMatch(/No \(N\) +→ Yes \(Y\)/);
});

test('what the interface cannot change is not edited', () => {
	const screen = select(opened(), 'company_secret');
	screen.press('enter');
	expect(screen.ui.get().prompt).toBeUndefined();
	expect(screen.text()).toContain('the interface gives no way to change company_secret');
});

test('what is staged is one update of the changed fields alone, sent by E and y', async () => {
	const screen = select(staged(), 'amd');
	screen.press('enter');
	screen.press('up');
	screen.press('enter');
	screen.press('E');
	const [question] = screen.text().split('QA: update 1003? ').slice(1);
	expect(question?.replace(/\s+/g, ' ')).toContain(
		'level from 2.00 to 2.40, machine detection from N to Y. It has 63 calls in progress and 55,534 leads left. [y/N] Name: Spring Collections machine detection: No (N) → Yes (Y)',
	);
	screen.press('enter');
	expect(screen.sent).toEqual([]);
	screen.press('E');
	yes(screen);
	expect(screen.sent).toMatchObject([
		{
			operation: 'update_campaign',
			params: {campaign_id: '1003', autodiallevel: 2.4, amd: 'Y'},
			expected: {settings: {autodiallevel: '2.4', amd: 'Y'}, drifting: []},
			was: {settings: {autodiallevel: '2.0', amd: 'N'}},
			undo: {params: {campaign_id: '1003', autodiallevel: 2, amd: 'N'}},
		},
	]);
	expect(Object.keys(screen.sent[0]?.params ?? {}).toSorted()).toEqual(['amd', 'autodiallevel', 'campaign_id']);
	await turn();
	expect(stagedFor(screen)).toEqual({});
});

test('what is staged survives leaving the view; x drops one, u drops all, and neither writes', () => {
	const screen = staged();
	screen.press('1');
	screen.press('5');
	select(screen, 'amd').press('enter');
	screen.press('up');
	screen.press('enter');
	expect(Object.keys(stagedFor(screen))).toEqual(['autodiallevel', 'amd']);
	screen.press('x');
	expect(Object.keys(stagedFor(screen))).toEqual(['autodiallevel']);
	screen.press('u');
	expect(stagedFor(screen)).toEqual({});
	screen.press('E');
	expect(screen.text()).toContain('nothing is staged');
	expect(screen.sent).toEqual([]);
});

test('refused or not sent: it stays staged; UNKNOWN: it stays, and is marked', async () => {
	const screen = staged();
	screen.endings.push(
		{kind: 'refused', reason: 'no'},
		{kind: 'not-sent', reason: 'no'},
		{kind: 'unknown', reason: '?'},
	);
	for (const unknown of [undefined, undefined, true]) {
		screen.press('E');
		yes(screen);
		await turn();
		expect(stagedFor(screen).autodiallevel?.unknown).toBe(unknown);
	}
	expect(screen.text()).toContain('→ 2.40 UNKNOWN');
	screen.press('E');
	expect(screen.text()).toContain('(sent before, outcome UNKNOWN)');
});

test('a value that somebody else changed meanwhile is seen, and the question names it', () => {
	const screen = staged();
	fillSettings(screen.store, {...values, autodiallevel: '2.2'}, 3000);
	expect(screen.text()).toMatch(/2\.20 +→ 2\.40 ! was 2\.00/);
	expect(screen.text()).toContain('now 2.20, was 2.00 when 2.40 was staged');
	screen.press('E');
	expect(screen.text()).toContain('level from 2.20 to 2.40 (it was 2.00 when staged: changed meanwhile)');
	yes(screen);
	expect(screen.sent).toMatchObject([{was: {settings: {autodiallevel: '2.2'}}}]);
});

test('a question is asked anew once the value that it would change is another', () => {
	const screen = staged();
	screen.press('E');
	screen.drawn();
	fillSettings(screen.store, {...values, autodiallevel: '2.2'}, 3000);
	expect(screen.text()).toContain(
		'Asked anew, and for 2 s nothing confirms it. Nothing was sent: 1003: level changed from 2.0 to 2.2 meanwhile',
	);
	expect(screen.text()).toContain('QA: update 1003? level from 2.20 to 2.40 (it was 2.00 when staged');
	screen.press('y', {after: 300});
	expect(screen.sent).toEqual([]);
});

test('an adaptive campaign moves its level by itself: that holds nothing up', () => {
	const screen = staged({dial_method: 'PREDICTIVE'});
	fillSettings(screen.store, {...values, dial_method: 'PREDICTIVE', autodiallevel: '2.05'}, 3000);
	expect(screen.text()).not.toContain('! was');
	screen.press('E');
	expect(screen.text()).toContain('level from 2.05 to 2.40.');
	screen.drawn();
	fillSettings(screen.store, {...values, dial_method: 'PREDICTIVE', autodiallevel: '2.1'}, 4000);
	screen.press('y');
	expect(screen.sent).toMatchObject([{expected: {drifting: ['autodiallevel']}}]);
});

test('what is staged and is so by now need not be sent', () => {
	const screen = staged();
	fillSettings(screen.store, {...values, autodiallevel: '2.4'}, 3000);
	expect(screen.text()).toMatch(/level +2\.40 +2\.40 by now/);
	screen.press('E');
	expect(screen.ui.get().prompt).toBeUndefined();
	expect(screen.text()).toContain('what is staged is so already');
});

test('Ctrl-R reads the settings again', () => {
	const screen = opened();
	screen.press('ctrl-r');
	expect(screen.readings).toEqual(['1003']);
});

test('the settings that are not read yet, or not to be read, say so', () => {
	const screen = makeScreen();
	fill(screen.store);
	screen.press('5');
	expect(screen.text()).toContain('Reading the settings…');
	const {now} = screen.store.get();
	screen.store.dispatch({type: 'settings-failed', campaignId: '1003', failure: {at: now, reason: 'No permission'}});
	expect(screen.text()).toContain('The settings could not be read: No permission');
});

test('+ and - on the board stage the level, by the figures where the settings are not read', () => {
	const screen = makeScreen();
	fill(screen.store);
	screen.press('+');
	expect(screen.readings).toEqual(['1003']);
	expect(screen.text()).toContain('Level of 1003 0.1 higher: 1.50 → 1.60 staged');
	expect(screen.text()).toMatch(/PLAY !? ?1\.50 → 1\.60 Spring/);
	screen.press('+');
	expect(screen.text()).toContain('0.2 higher: 1.50 → 1.70');
	screen.press('-');
	screen.press('-');
	expect(screen.text()).toContain('stays 1.50: nothing is staged');
	screen.press('-');
	screen.press('x');
	expect(stagedFor(screen)).toEqual({});
	screen.press('+');
	screen.press('escape');
	expect(stagedFor(screen)).toEqual({});
	expect(screen.sent).toEqual([]);
});

test('the level keeps its bounds', () => {
	const screen = makeScreen();
	fill(screen.store);
	for (let presses = 0; presses < 20; presses++) {
		screen.press('-');
	}
	expect(stagedFor(screen).autodiallevel?.value).toBe('0');
	expect(screen.text()).toContain('0 is the least');
	for (let presses = 0; presses < 120; presses++) {
		screen.press('+');
	}
	expect(stagedFor(screen).autodiallevel?.value).toBe('10');
	expect(screen.text()).toContain('10 is the most');
});

test('E on the board asks for the staged level alone, and opens the settings where none is staged', () => {
	const screen = select(opened(), 'amd');
	screen.press('enter');
	screen.press('up');
	screen.press('enter');
	screen.press('1');
	screen.press('E');
	expect(screen.ui.get().view).toBe('settings');
	screen.press('1');
	screen.press('+');
	screen.press('E');
	yes(screen);
	expect(screen.sent).toMatchObject([{operation: 'update_campaign', expected: {settings: {autodiallevel: '2.1'}}}]);
	expect(Object.keys(screen.sent[0]?.params ?? {})).toEqual(['campaign_id', 'autodiallevel']);
});

test('a step of the level counts from the settings once they are read', () => {
	const screen = makeScreen();
	fill(screen.store);
	screen.press('+');
	fillSettings(screen.store, {...values, autodiallevel: '3'}, 3000);
	expect(screen.text()).toContain('3.00 → 3.10');
	screen.press('E');
	expect(screen.text()).toContain('level 0.1 higher: from 3.00 to 3.10.');
});

/** The campaign of a screen as the service shows it from then on. */
const shows = (screen: Screen, at: number, dialMethod: string, paceTempo: string): void => {
	const span = {sentAt: moment(at), receivedAt: moment(at + 10)};
	const {value} = screen.store.get().dashboards.get('1003') ?? {};
	const record = {id: '1003', name: 'Spring Collections', status: 'PLAY', dialMethod, extra: {}, unreadable: []};
	screen.store.dispatch({type: 'campaigns-polled', span, records: [record]});
	const figures = value?.figures && {...value.figures, paceTempo};
	const {calls, agents, leads, liveCalls} = value ?? {};
	const dashboard = {figures, calls, agents, leads, liveCalls};
	screen.store.dispatch({type: 'dashboard-polled', campaignId: '1003', span, dashboard});
	screen.settle();
};

test('a step counts from the newest level of a campaign that moves it, and 0.1 lower never raises it', () => {
	const screen = makeScreen();
	fill(screen.store);
	shows(screen, 2000, 'PREDICTIVE', '1.45');
	screen.press('-');
	expect(screen.text()).toContain('0.1 lower: 1.45 → 1.35 staged');
	shows(screen, 20_000, 'PREDICTIVE', '1.61');
	expect(screen.text()).toContain('1.61 → 1.51');
	screen.press('E');
	expect(screen.text()).toContain('level 0.1 lower: from 1.61 to 1.51.');
	shows(screen, 22_000, 'PREDICTIVE', '1.64');
	expect(screen.text()).toContain('level 0.1 lower: from 1.61 to 1.51.');
	shows(screen, 24_000, 'PREDICTIVE', '1.70');
	expect(screen.text()).toContain('level changed from 1.61 to 1.70 meanwhile');
	expect(screen.text()).toContain('level 0.1 lower: from 1.70 to 1.60.');
	expect(screen.sent).toEqual([]);
});

test('a campaign whose pace is not set by a level stages none, and says so', () => {
	const screen = makeScreen();
	fill(screen.store);
	shows(screen, 2000, 'MANUAL', '1');
	screen.press('+');
	expect(screen.text()).toContain('it dials by MANUAL, whose pace is not set by');
	expect(stagedFor(screen)).toEqual({});
});

test('an outcome says what was seen in the words of the field, and quotes a value of several words', () => {
	const seenAfter = (name: string, value: string): string => {
		const screen = select(opened({script: '1'}), name);
		screen.press('enter');
		type(screen, value);
		screen.press('E');
		yes(screen);
		const [control] = screen.sent;
		if (!control) {
			throw new Error('nothing was sent');
		}
		screen.store.dispatch({type: 'command-asked', command: {...control, id: 1}, now: moment(11_000)});
		screen.store.dispatch({type: 'command-ended', id: 1, ending: {kind: 'done'}, now: moment(11_010)});
		fillSettings(screen.store, {...values, [name]: value}, 12_000);
		return screen.text().replace(/\s+/g, ' ');
	};
	expect(seenAfter('autodiallevel', '2.4')).toContain('Update 1003: done, observed after 1.0 s (level 2.4)');
	expect(seenAfter('script', '2 for all')).toContain('observed after 1.0 s ("agent script 2 for all")');
});

test('+ and - step what is selected: the level by a tenth from the newest, a limit by a tenth, whole numbers by one', () => {
	const screen = select(opened({number_of_lines: '40', adaptive_dropped_percentage: '3'}), 'autodiallevel');
	screen.press('+');
	expect(stagedFor(screen).autodiallevel).toMatchObject({value: '2.1', step: {by: 0.1}});
	expect(screen.text().replace(/\s+/g, ' ')).toContain('staged; nothing is sent yet: E sends, x drops it');
	select(screen, 'number_of_lines');
	screen.press('-');
	screen.press('-');
	expect(stagedFor(screen).number_of_lines).toMatchObject({value: '38', was: '40'});
	select(screen, 'adaptive_dropped_percentage');
	screen.press('-');
	expect(stagedFor(screen).adaptive_dropped_percentage?.value).toBe('2.9');
	screen.press('+');
	expect(stagedFor(screen).adaptive_dropped_percentage).toBeUndefined();
	screen.press('E');
	yes(screen);
	expect(screen.sent[0]?.params).toMatchObject({autodiallevel: 2.1, number_of_lines: 38});
});

test('+ and - move over the allowed values, stop at either end, and keep within the bounds', () => {
	const screen = select(opened({dial_method: 'RATIO', number_of_lines: '1'}), 'dial_method');
	const values = [...'++++'].map(key => {
		screen.press(key);
		return stagedFor(screen).dial_method?.value;
	});
	expect(values).toEqual(['MANUAL', 'SMSB', 'SMSB', 'SMSB']);
	expect(screen.text()).toContain('dial method stays: that is the last it can be');
	for (const key of '-----') {
		screen.press(key);
	}
	expect(stagedFor(screen).dial_method?.value).toBe('BROADCAST');
	select(screen, 'amd');
	screen.press('-');
	expect(stagedFor(screen).amd?.value).toBe('Y');
	select(screen, 'number_of_lines');
	screen.press('-');
	screen.press('-');
	expect(stagedFor(screen).number_of_lines?.value).toBe('0');
	expect(screen.text()).toContain('lines at most stays: that is the least it can be');
	expect(screen.sent).toEqual([]);
});

/** The words on the screen, without the borders between them. */
const words = (screen: Screen): string => screen.text().replace(/[│╰─╯\s]+/g, ' ');

test('what has no steps says so, and names the key that changes it', () => {
	const screen = select(opened({campaign_cid: '8005550100'}), 'campaign_cid');
	screen.press('+');
	expect(words(screen)).toContain('not now, caller id has no steps; Enter changes it');
	select(screen, 'company_secret');
	screen.press('-');
	expect(words(screen)).toContain('the interface gives no way to change company_secret');
	const manual = select(opened({dial_method: 'MANUAL'}), 'autodiallevel');
	manual.press('+');
	expect(words(manual)).toContain('it dials by MANUAL, whose pace is not set by the level');
	expect([stagedFor(screen), stagedFor(manual)]).toEqual([{}, {}]);
});
