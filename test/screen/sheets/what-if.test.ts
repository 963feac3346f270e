/** The what-if of a campaign: what it shows, and that nothing is sent from it. */
import {describe, expect, test} from 'vitest';
import type {State} from '../../../source/model/state.ts';
import {randomOf} from '../../campaign/row.ts';
import {fill, fillSettings, makeScreen, moment} from '../make.ts';
import {pastOf} from '../past.ts';
import {makeSeveral} from '../several.ts';
import {give, noSimulation, openTried, tradeOffOf} from '../tried.ts';

const filled = (columns = 80, rows = 24, source: Partial<State['source']> = {}) => {
	const screen = makeScreen(columns, rows, {}, source);
	fill(screen.store);
	return screen;
};

const stagedFor = ({ui}: ReturnType<typeof makeScreen>, id = '1003') =>
	Object.fromEntries(ui.get().staged.get(id) ?? []);

const shownRow = (screen: ReturnType<typeof makeScreen>): string =>
	screen.frame().rows.find(row => row.includes('│ > ')) ?? '';

describe('what is shown', () => {
	test('is a table at 80x24: each figure with its band, how many runs keep the limit, and what all is estimated from', () => {
		const screen = filled();
		openTried(screen);
		const text = screen.text().replaceAll(/\s*│\n│ /g, ' ');
		expect(text).toContain('What if (an estimate): Spring Collections (1003)');
		expect(text).toContain('What if level 1.50 (as now), 59 agents (as now)');
		expect(shownRow(screen)).toMatch(
			/> {3}1\.50 {2}2\.3 \(2\.0 to 2\.7\) {2}40 \(39 to 42\) {2}97 of 100 {2,3}now, highest under 3 %/,
		);
		expect(text).toMatch(/1\.50 is the highest of these levels that keeps today under 3 % in 19 of 20 runs/);
		expect(text).toMatch(
			/An estimate: 100 runs of each level, .* fitted on 45 min \(5,120 dials, 512 talks\)\. .* 17 of the last 20 forecasts were inside their band/,
		);
		expect(text).not.toContain('◆');
	});

	test('is charts with a table at 120x40: the limit as a line, the shown level, and marks for now and for the safest', () => {
		const screen = filled(120, 40);
		openTried(screen);
		screen.press('right');
		const {rows} = screen.frame();
		expect(rows.filter(row => row.includes('◆')).length).toBeGreaterThan(5);
		expect(rows.join('\n')).toMatch(/ {2}3(?:\.0)?┤╌╌╌/);
		expect(rows.join('\n')).toMatch(/1\.40 +1\.50 +\[1\.60\] +1\.70/);
		expect(rows.join('\n')).toContain('What if level 1.60 (now 1.50), 59 agents (as now)');
		expect(shownRow(screen)).toContain('1.60');
	});

	test('comes level by level, and nothing is said of a level before its runs', () => {
		const screen = filled();
		openTried(screen, tradeOffOf({}, 2));
		expect(screen.text()).toContain('2 of 8 levels are simulated.');
		expect(shownRow(screen)).toMatch(/1\.50 {2}simulated soon {2}now/);
		expect(screen.text()).not.toMatch(/highest/);
		screen.press('enter');
		expect(screen.text()).toContain('Nothing is staged: there is no estimate of it');
		expect(stagedFor(screen)).toEqual({});
	});

	test('is why there is none, where there is no forecast', () => {
		const screen = filled();
		openTried(screen, {why: 'nobody was signed in'});
		expect(screen.text()).toContain('No forecast: nobody was signed in.');
		screen.press('right');
		screen.press('down');
		screen.press('enter');
		expect(screen.text()).toContain('Nothing is staged: there is no estimate of it');
		screen.press('escape');
		expect(screen.ui.get().sheet).toBeUndefined();
	});

	test('says that no level keeps the limit, that all do, and that the limit is of a period', () => {
		const screen = filled();
		openTried(screen, tradeOffOf({safest: undefined}));
		expect(screen.text()).toContain('None of these levels keeps today under 3 % in 19 of 20 runs.');
		give(screen, tradeOffOf({safest: 1.8, isPeriod: true}));
		expect(screen.text()).toContain("All of these levels keep the rule's period under 3 % in 19 of 20 runs.");
	});

	test('says that no forecast has been compared yet, where none has', () => {
		const screen = filled(120, 40);
		const {record} = tradeOffOf();
		const drop = {...record.asIs.drop, scored: 0, inside: 0, of: 0, factor: undefined};
		openTried(screen, tradeOffOf({record: {...record, asIs: {...record.asIs, drop}}}));
		const text = screen.text().replaceAll(/\s*│\n│ /g, ' ');
		expect(text).toContain('No forecast has been compared yet: bands are not calibrated.');
	});

	test.for([
		[60, 16],
		[80, 24],
		[100, 30],
		[200, 60],
	] as const)('fits %ix%i, with the shown level and the word estimate', ([columns, rows]) => {
		const screen = filled(columns, rows);
		openTried(screen);
		const text = screen.text();
		expect(text).toContain('estimate');
		expect(text).toContain('1.50');
		expect(screen.frame().rows).toHaveLength(rows);
	});
});

describe('keys', () => {
	test('move the level between the first and the last, and the agents', () => {
		const screen = filled();
		openTried(screen);
		for (let press = 0; press < 10; press++) {
			screen.press('right');
		}
		expect(shownRow(screen)).toContain('1.80');
		for (let press = 0; press < 10; press++) {
			screen.press('left');
		}
		expect(shownRow(screen)).toContain('1.10');
		for (let press = 0; press < 6; press++) {
			screen.press('down');
		}
		expect(screen.text()).toContain('53 agents (now 59)');
		expect(screen.text()).toContain('0 of 8 levels are simulated.');
		give(screen, tradeOffOf({extraAgents: -6}));
		expect(screen.text()).toContain('53 agents (now 59)');
		screen.press('pageup');
		screen.press('up');
		expect(screen.text()).toContain('59 agents (as now)');
		expect(shownRow(screen)).toMatch(/1\.10 {2}1\.6 /);
	});

	test('Enter stages the level that is shown, and E then asks; nothing is sent before y', () => {
		const screen = filled();
		openTried(screen);
		screen.press('right');
		screen.press('enter');
		expect(screen.ui.get().sheet).toBeUndefined();
		expect(stagedFor(screen)).toEqual({autodiallevel: {value: '1.6', was: '1.50', from: 'pace_tempo'}});
		expect(screen.text()).toContain('Level of 1003: 1.50 → 1.60 staged; nothing is sent yet: E sends, x drops');
		expect(screen.readings).toContain('1003');
		screen.press('E');
		expect(screen.text()).toContain('level from 1.50 to 1.60.');
		expect(screen.sent).toEqual([]);
		screen.drawn();
		screen.press('y');
		expect(screen.sent).toMatchObject([{operation: 'update_campaign', expected: {settings: {autodiallevel: '1.6'}}}]);
	});

	test('Enter on the level in force drops what was staged', () => {
		const screen = filled();
		screen.press('+');
		openTried(screen);
		screen.press('enter');
		expect(stagedFor(screen)).toEqual({});
		expect(screen.text()).toContain('Level of 1003 stays 1.50: nothing is staged');
	});

	test('of PREDICTIVE, which sets its level by itself, the drop limit is staged, shown on its row, sent by E and dropped by x', () => {
		const screen = filled(120, 40);
		const span = {sentAt: moment(2000), receivedAt: moment(2010)};
		const before = screen.store.get().dashboards.get('1003')?.value;
		const none = {extra: {}, unreadable: []};
		screen.store.dispatch({
			type: 'campaigns-polled',
			span,
			records: [{id: '1003', name: 'Spring Collections', status: 'PLAY', dialMethod: 'PREDICTIVE', ...none}],
		});
		screen.store.dispatch({
			type: 'dashboard-polled',
			campaignId: '1003',
			span,
			dashboard: {
				calls: undefined,
				agents: undefined,
				leads: undefined,
				liveCalls: undefined,
				figures: before?.figures && {...before.figures, paceMethod: 'PREDICTIVE'},
			},
		});
		openTried(
			screen,
			tradeOffOf({
				moved: 'dropLimit',
				present: 3,
				values: [2, 2.5, 3],
				points: tradeOffOf()
					.points.slice(0, 2)
					.map((point, index) => ({...point, value: [2, 2.5][index] ?? 0})),
			}),
		);
		screen.press('left');
		screen.press('enter');
		expect(stagedFor(screen)).toEqual({adaptive_dropped_percentage: {value: '2.5', was: '3', from: 'pace_tempo'}});
		expect(screen.text()).toContain('PLAY limit 3 → 2.5');
		screen.press('E');
		expect(screen.text()).toContain('drop limit % from 3 to 2.5.');
		screen.press('n');
		screen.press('x');
		expect(stagedFor(screen)).toEqual({});
		expect(screen.sent).toEqual([]);
	});

	test('in a session that is read-only, Enter says why not, and all else works', () => {
		const screen = filled(80, 24, {readOnly: true});
		screen.store.dispatch({type: 'lock', locked: true});
		openTried(screen);
		screen.press('left');
		expect(shownRow(screen)).toContain('1.40');
		screen.press('enter');
		expect(screen.text()).toContain('Nothing is staged: this session is read-only');
		expect(screen.ui.get().sheet?.whatIf).toBeDefined();
		expect(stagedFor(screen)).toEqual({});
	});

	test('no key of the view below works, and none sends anything', () => {
		const screen = filled();
		openTried(screen);
		for (const key of ['P', 'S', 'E', 'H', 'U', 'T', '+', '-', '!', ':', '1', '5', 'y', 'x', 'space', 'tab']) {
			screen.press(key);
		}
		expect(screen.ui.get()).toMatchObject({view: 'campaigns', prompt: undefined});
		expect(screen.ui.get().sheet?.whatIf).toBeDefined();
		expect([screen.sent, screen.asked, stagedFor(screen)]).toEqual([[], [], {}]);
	});
});

describe('a floor that changes under it', () => {
	test('a campaign that is not listed any longer can be looked at, and not staged', () => {
		const screen = filled();
		openTried(screen);
		const span = {sentAt: moment(20_000), receivedAt: moment(20_010)};
		const none = {extra: {}, unreadable: []};
		screen.store.dispatch({
			type: 'campaigns-polled',
			span,
			records: [{id: '1002', name: 'Autumn Renewals', status: 'PAUSE', dialMethod: 'RATIO', ...none}],
		});
		expect(screen.text()).toContain('no longer there');
		screen.press('enter');
		expect(screen.text()).toContain('Nothing is staged: the service no longer shows the campaign');
		expect(stagedFor(screen)).toEqual({});
	});

	test('another way to dial is simulated anew, and the figures of before say so until then', () => {
		const screen = filled();
		openTried(screen);
		expect(screen.text()).not.toContain('simulating…');
		fillSettings(screen.store, {number_of_lines: '40', autodiallevel: '1.5'});
		expect(screen.text()).toContain('simulating…');
		give(screen, tradeOffOf());
		expect(screen.text()).not.toContain('simulating…');
	});

	test('what was simulated of another floor is dropped with the floor', () => {
		const screen = filled();
		openTried(screen);
		screen.press('down');
		const {calibratedOn} = tradeOffOf();
		give(screen, tradeOffOf({extraAgents: -1, calibratedOn: {...calibratedOn, until: calibratedOn.until + 60_000}}));
		expect([...(screen.ui.get().sheet?.whatIf?.tried.keys() ?? [])]).toEqual([-1]);
	});

	test('an answer that comes after it was closed opens nothing', () => {
		const screen = filled();
		openTried(screen);
		screen.press('escape');
		const {ui} = screen;
		const before = ui.get();
		ui.dispatch({type: 'tried', campaignId: '1003', extraAgents: 0, about: '', answer: tradeOffOf()});
		expect(ui.get()).toBe(before);
	});
});

describe('why it does not open', () => {
	test('nothing can be simulated before the monitor is connected', () => {
		const screen = filled();
		screen.press('f');
		expect(screen.ui.get().sheet).toBeUndefined();
		expect(screen.ui.get().notice?.text).toContain('not now, the recording is not open yet');
	});

	test('the past is on screen', () => {
		const screen = filled();
		screen.simulate(noSimulation().foresight);
		screen.settle();
		screen.record(pastOf(screen.store.get()));
		screen.press(',');
		screen.press('f');
		expect(screen.ui.get().sheet).toBeUndefined();
		expect(screen.ui.get().notice?.text).toMatch(/not now, you are looking at/);
	});
});

test('with two services it is of the one of the row, and stages there alone', () => {
	const several = makeSeveral([{name: 'east'}, {name: 'west'}]);
	const [east, west] = [several.service('east'), several.service('west')];
	east.simulate(noSimulation().foresight);
	west.simulate(noSimulation().foresight);
	several.settle();
	several.select('west', '1003');
	several.press('f');
	const {ui} = several;
	expect(ui.get().sheetOf).toBe('west');
	const context = several.screen.context();
	expect(context.state.source.floor).toBe('west');
	const {whatIf} = ui.get().sheet ?? {};
	expect(whatIf?.campaignId).toBe('1003');
	context.dispatch({type: 'tried', campaignId: '1003', extraAgents: 0, about: '', answer: tradeOffOf()});
	several.press('right');
	several.press('enter');
	expect(several.screen.context().on('west').ui.staged.get('1003')?.get('autodiallevel')?.value).toBe('1.6');
	expect(several.screen.context().on('east').ui.staged.size).toBe(0);
});

test('random keys stage what is shown at most: nothing is sent before a question is answered by y', () => {
	const random = randomOf('what-if');
	const keys = [
		'left',
		'right',
		'up',
		'down',
		'pageup',
		'pagedown',
		'enter',
		'escape',
		'f',
		'q',
		'P',
		'S',
		'H',
		'E',
		'U',
		'+',
		'-',
		'x',
		'space',
		'?',
		'tab',
	];
	for (let sequence = 0; sequence < 60; sequence++) {
		const screen = filled();
		openTried(screen);
		for (let press = 0; press < 25; press++) {
			// A floor changes under it, and what was asked for comes late.
			if (random.below(6) === 0) {
				give(
					screen,
					random.below(3) === 0
						? {why: 'the simulation has ended'}
						: tradeOffOf({extraAgents: screen.ui.get().sheet?.whatIf?.extraAgents ?? 0}, random.below(9)),
				);
			}
			screen.press(random.pick(keys));
		}
		expect(screen.sent).toEqual([]);
	}
});
