/** What the panes draw besides charts: lost logins, and a bar for each list. */
import {expect, test} from 'vitest';
import type {CallingList} from '../../source/model/list.ts';
import {cellsOf, textOf} from '../../source/present/spans.ts';
import {pairs} from '../../source/screen/parts/figures.ts';
import {agentBar, agentPairs, loginsLost} from '../../source/screen/views/board/panes/agents.tsx';
import {listLines} from '../../source/screen/views/board/panes/leads.tsx';
import {figures, list} from '../model/make.ts';
import {fill, makeScreen, moment} from './make.ts';

const minutes = (...values: readonly (number | undefined)[]) =>
	values.map((value, index) => ({at: (index - values.length + 1) * 60, value}));

test('logins are lost where the count falls by some at once, or over points that follow', () => {
	expect(loginsLost(minutes(20, 20, 14, 14), false)).toEqual([{at: -60, text: '▼6', role: 'warning'}]);
	expect(loginsLost(minutes(20, 18, 15, 15, 15), true)).toMatchObject([{at: -180, text: 'v5'}]);
	expect(loginsLost(minutes(20, 14, 16, 16, 8), false).map(({text}) => text)).toEqual(['▼6', '▼8']);
});

test('none are where one agent leaves, few of many do, more come, or nothing is known in between', () => {
	for (const values of [[20, 19], [100, 97], [1, 0], [10, 20], [20, undefined, 5], [undefined, 5], []]) {
		expect(loginsLost(minutes(...values), false)).toEqual([]);
	}
});

const calling = (id: string, over: Partial<CallingList>): CallingList => ({...list(id, over), id});

const lists = [
	calling('1', {name: 'Off', status: 'N', totalLeads: 6000, remainingLeads: 6000}),
	calling('2', {name: 'Small', totalLeads: 100, remainingLeads: 50}),
	calling('3', {name: 'Large', totalLeads: 1_000_000, remainingLeads: 900_000}),
];

const drawn = (some: readonly CallingList[] | undefined, width: number, height: number): string[] =>
	listLines(some, {width, height}).map(textOf);

test('lists that are on come first, then those with the most left; those that do not fit are counted', () => {
	expect(drawn(lists, 80, 4).map(line => line.trim().split(/\s/)[0])).toEqual(['on', 'on', 'off']);
	expect(drawn(lists, 80, 4)[0]).toMatch(/ on {2}█+░+ 900,000 left of 1,000,000 {2}Large/);
	expect(drawn(lists, 80, 2)[1]).toMatch(/50 left of 100 {2}Small {2}\+1 more$/);
	expect(drawn(lists, 46, 3)[0]).toMatch(/900,000 left {2}Large/);
});

test('says what is not known, and never 0', () => {
	expect(drawn(undefined, 60, 2)).toEqual([' lists — not read yet']);
	expect(drawn([], 60, 2)).toEqual([' no lists']);
	const unknown = calling('4', {name: 'New', status: 'HOLD', totalLeads: undefined, remainingLeads: undefined});
	expect(drawn([unknown], 80, 2)[0]).toMatch(/ HOLD .*— left of — {2}New/);
});

test('keeps to its lines and width', () => {
	for (const width of [36, 46, 58, 98]) {
		for (let height = 0; height < 5; height++) {
			const lines = listLines(lists, {width, height});
			expect(lines.length).toBeLessThanOrEqual(height);
			expect(Math.max(0, ...lines.map(cellsOf))).toBeLessThanOrEqual(width);
		}
	}
});

test('the pane says in words that the leads run out, and when', () => {
	const screen = makeScreen(120, 40);
	fill(screen.store);
	expect(screen.text()).toMatch(/│leads run out\* — \(hours unknown\) · 106\/min/);
});

test('the marks of the legend have the colours of the bar', () => {
	const counts = figures({agents: 20, ready: 6, onCall: 5, wrapUp: 4, paused: 3, dead: 2});
	for (const [ascii, readiness] of [
		[false, 'usual'],
		[true, 'idle'],
		[false, 'resting'],
	] as const) {
		const bar = agentBar(counts, readiness, {ascii, width: 40});
		const legend = pairs(agentPairs(counts, readiness, {ascii, width: 200}), 200).flat();
		expect(bar).toHaveLength(5);
		for (const [role, text] of bar) {
			expect(legend, text).toContainEqual([role, text[0]]);
		}
	}
});

test('the figures of agents take no line more than they need, and leave the others to the charts', () => {
	const counts = figures({agents: 118, ready: 6, onCall: 85, wrapUp: 20, paused: 5, dead: 2, averageTalk: 123});
	const linesIn = (width: number): number => pairs(agentPairs(counts, 'usual', {ascii: false, width}), width).length;
	expect([48, 58].map(linesIn)).toEqual([4, 3]);
});

test('paused agents are a line beside those who are logged in, or a row of blocks, however small the pane', () => {
	const many = Array.from({length: 14}, (_, index) => ({
		id: String(1000 + index),
		name: `Campaign ${index}`,
		status: 'PLAY',
	}));
	const paneOf = (columns: number, rows: number, tabs: number): string => {
		const screen = makeScreen(columns, rows);
		fill(screen.store, many);
		for (let tab = 0; tab < tabs; tab++) {
			screen.press('tab');
		}
		return screen.text().split('─ Agents ')[1] ?? '';
	};
	expect(paneOf(120, 40, 0)).toMatch(/│ logged in +\d+┤.*[⠀-⣿] 59 *│\n/);
	expect(paneOf(120, 40, 0)).toMatch(/│ paused .*\n.*\n.* 0┤⠤+ 2 *│\n/);
	expect(paneOf(120, 40, 0)).toContain(' occupancy %*  0-100 ');
	expect(paneOf(80, 24, 3)).toMatch(/│ paused +0-2 █+ 2 /);
});

test('a campaign that dials for no agents has no chart of drops, and no row that says nothing', () => {
	const screen = makeScreen(120, 40);
	fill(screen.store);
	expect(screen.text()).toContain(' drop %');
	const dashboard = screen.store.get().dashboards.get('1003')?.value;
	const figures = dashboard?.figures;
	expect(figures).toBeDefined();
	if (figures) {
		screen.store.dispatch({
			type: 'dashboard-polled',
			campaignId: '1003',
			span: {sentAt: moment(3000), receivedAt: moment(3010)},
			dashboard: {...dashboard, figures: {...figures, paceMethod: 'MANUAL'}},
		});
	}
	const pane = screen.text().split('─ Pace ')[1]?.split('─ Calls ')[0] ?? '';
	expect(pane).not.toMatch(/ (drop|connect) %/);
	expect(pane).toContain(' live answer %* ');
});

test('calls that the service shows of the present alone are said to be polled, once, so that lines keep their columns', () => {
	const screen = makeScreen(120, 40);
	fill(screen.store);
	fill(screen.store, undefined, 61_000);
	const pane = screen.text().split('─ Calls ')[1] ?? '';
	expect(pane.match(/as polled/g)).toHaveLength(1);
	expect(pane).toMatch(/│ ringing, as polled +│/);
	expect(pane).toMatch(/│ waiting +1┤[⠀-⣿]{35,} 1/);
});
