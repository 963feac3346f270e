import {expect, test} from 'vitest';
import {dashboardRecord} from '../../source/api/dashboard.ts';
import {campaignGroups} from '../../source/look/campaign-fields.ts';
import {width} from '../../source/look/format.ts';
import type {Figures} from '../../source/model/wire.ts';
import {pauseOf} from '../model/make.ts';
import {fill, makeScreen, moment} from './make.ts';

type Screen = ReturnType<typeof makeScreen>;

/** Tells other figures of the first campaign. */
const tell = (screen: Screen, figures: Partial<Figures>, at = 2000): void => {
	const known = screen.store.get().dashboards.get('1003')?.value;
	if (!known?.figures) {
		throw new Error('not filled');
	}
	const span = {sentAt: moment(at), receivedAt: moment(at + 10)};
	const dashboard = {...known, figures: {...known.figures, ...figures}};
	screen.store.dispatch({type: 'dashboard-polled', campaignId: '1003', span, dashboard});
	screen.store.dispatch({type: 'tick', now: moment(at + 20)});
};

const open = (columns = 120, rows = 40): Screen => {
	const screen = makeScreen(columns, rows);
	fill(screen.store);
	screen.press('2');
	return screen;
};

test('every field of the dashboard has its place, under its own name', () => {
	const wires = campaignGroups.flatMap(({fields}) => fields.flatMap(({wire}) => wire ?? []));
	const given = Object.values(dashboardRecord.fields).map(({wire: [name]}) => name);
	// Its id and its name are in the title.
	expect(wires.toSorted()).toEqual(given.filter(name => !['campaign_id', 'campaign_name'].includes(name)).toSorted());
});

test('Enter on the board opens the selected campaign, and q leads back', () => {
	const screen = makeScreen();
	fill(screen.store);
	screen.press('down');
	screen.press('enter');
	expect(screen.text()).toContain('─ Autumn Renewals (1002) ─');
	screen.press('q');
	expect(screen.ui.get().view).toBe('campaigns');
});

test('says that it dials, with the figures', () => {
	expect(open().text()).toMatch(/Dialing: 20 ringing, [\d,]+ leads a minute\*/);
});

test('says why it does not dial: every reason with its figure, by weight', () => {
	const screen = open();
	tell(screen, {ringing: 0, activeLeads: 0, totalLeads: 8300, ready: 0, onCall: 3, wrapUp: 1, paused: 2});
	const text = screen.text();
	expect(text).toContain('Why is it not dialing?');
	expect(text).toContain(' 1 No list is on: 0 of 8,300 leads are active; ');
	expect(text).toContain(' 2 No agent is ready: 3 on call, 1 wrapping up, 2 paused; ');
});

test('shows what came beyond the interface, and names what could not be read', () => {
	const screen = open(200, 60);
	tell(screen, {extra: {hopper_level: '240'}, script: undefined, unreadable: ['campaign_script', 'odd_thing']});
	const text = screen.text();
	expect(text).toMatch(/hopper_level +240/);
	expect(text).toMatch(/script +— unreadable/);
	expect(text).toMatch(/odd_thing +— unreadable/);
});

test('says its age once figures are old, and why they could not be read', () => {
	const screen = open();
	screen.store.dispatch({
		type: 'dashboard-failed',
		campaignId: '1003',
		failure: {at: moment(3000), reason: 'Permission denied', refused: true},
	});
	screen.store.dispatch({type: 'tick', now: moment(41_000)});
	expect(screen.text()).toContain('figures 40s old');
	expect(screen.text()).toContain('The service refuses the figures: Permission denied');
});

test('tells the command under way', () => {
	const screen = open();
	screen.store.dispatch({
		type: 'command-asked',
		command: pauseOf('1003', 'Spring Collections'),
		now: moment(1020),
	});
	expect(screen.text()).toContain('PLAY → pausing…');
	expect(screen.text()).toContain('Pause 1003: sent at');
});

test('a campaign of which nothing but its name is known is told as that', () => {
	const screen = makeScreen(80, 24);
	screen.store.dispatch({type: 'link', link: {kind: 'live', latency: 10}, now: moment(1000)});
	screen.press('2');
	expect(screen.text()).toContain('No campaign is selected.');
	const span = {sentAt: moment(1000), receivedAt: moment(1010)};
	const record = {id: '1', name: 'New one', status: 'PLAY', extra: {}, unreadable: []};
	screen.store.dispatch({type: 'campaigns-polled', span, records: [record]});
	expect(screen.text()).toContain('Reading…');
	expect(screen.text()).toContain('Whether it dials cannot be told without figures');
});

test('every line is as wide as the screen, and text scrolls where it is longer', () => {
	for (const [columns, rows] of [
		[60, 16],
		[80, 24],
		[120, 40],
		[160, 45],
		[200, 60],
		[300, 100],
	] as const) {
		const screen = open(columns, rows);
		const frame = screen.frame().rows;
		expect(frame).toHaveLength(rows);
		expect(new Set(frame.map(row => width(row)))).toEqual(new Set([columns]));
	}
	const screen = open(80, 24);
	screen.press('G');
	expect(screen.ui.get().scrolls.campaign).toBeGreaterThan(0);
	screen.press('2');
	expect(screen.ui.get().scrolls.campaign).toBe(0);
});
