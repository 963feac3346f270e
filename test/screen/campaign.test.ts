import {expect, test} from 'vitest';
import {campaignRow} from '../../source/model/select.ts';
import type {Figures, ListRecord} from '../../source/model/wire.ts';
import {campaignGroups, fieldsOfCampaign} from '../../source/present/campaign-fields.ts';
import {width} from '../../source/present/format.ts';
import {keymap} from '../../source/present/keymap.ts';
import {listsOnScreen} from '../../source/screen/views/lists/rows.ts';
import {dashboardRecord} from '../../source/wire/dashboard.ts';
import {pauseOf} from '../model/make.ts';
import {fillAll} from './fill.ts';
import {fill, makeScreen, moment} from './make.ts';
import {expectWhole} from './whole.ts';

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

test('says since when its state is seen, with the day where that is not today', () => {
	const screen = open();
	expect(screen.text()).toMatch(/ seen since \d\d:\d\d:\d\d/);
	tell(screen, {calledToday: 1}, 26 * 3_600_000);
	expect(screen.text()).toMatch(/ seen since 15 Jan \d\d:\d\d:\d\d/);
});

test('says which of its sources said what, since when, and when it was asked, where they disagree', () => {
	const screen = open(200, 60);
	for (const at of [11_000, 13_000]) {
		tell(screen, {status: 'PAUSE', ringing: 0}, at);
	}
	screen.store.dispatch({
		type: 'campaigns-polled',
		span: {sentAt: moment(17_000), receivedAt: moment(17_100)},
		records: [{id: '1003', name: 'Spring Collections', status: 'PLAY', extra: {}, unreadable: []}],
	});
	screen.store.dispatch({type: 'tick', now: moment(17_200)});
	const text = screen.text().replaceAll(/[\s│]+/g, ' ');
	expect(text).toContain('PLAY≠PAUSE');
	expect(text).toMatch(
		/Its sources disagree: get_campaigns lists it as PLAY \(since \d\d:\d\d:01, asked last \d\d:\d\d:17\), its dashboard shows PAUSE \(since \d\d:\d\d:11, asked last \d\d:\d\d:13\)/,
	);
	expect(text).toContain('Whether it dials is unknown: its two sources disagree, 0 ringing');
	expect(text).toContain('Its two sources disagree; P pauses it');
	expect(text).not.toContain('seen since');
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
	expect(screen.text()).toContain('Whether it dials is unknown without figures');
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

const sizes = [
	[60, 16],
	[80, 24],
	[100, 30],
	[120, 40],
	[160, 50],
	[200, 60],
	[300, 100],
] as const;

/** The rows of the whole page, as they come by while it is scrolled to its end. */
const page = (screen: Screen): string[] => {
	const rows: string[] = [];
	for (let top = 0; ; top++) {
		screen.ui.dispatch({type: 'scroll', top});
		const frame = screen.frame();
		const inner = screen.text().split('\n').slice(2, -2);
		rows.push(...(top === 0 ? inner : inner.slice(-1)));
		if (top >= frame.scrollEnd) {
			return rows;
		}
	}
};

test.for(sizes)('everything is reached by scrolling, and nothing is cut, at %ix%i', ([columns, rows]) => {
	const screen = makeScreen(columns, rows);
	fillAll(screen);
	screen.press('2');
	tell(screen, {schedule: '9 am to 9 pm, not on Sundays', callerId: '8005550190', chargeMonth: 1_234_567.89}, 72_700);
	expectWhole(screen.frame().rows, screen.ui.get());
	const shown = page(screen);
	const text = shown.join('\n');
	for (const {title, fields} of campaignGroups) {
		expect(text).toMatch(new RegExp(`[ │]${title}`));
		for (const {label} of fields.filter(({label, isOf}) => !isOf && !['campaign', 'listed method'].includes(label))) {
			expect(text).toMatch(new RegExp(`[ │]${label.replace('*', '\\*')} `));
		}
	}
	for (const told of ['drop % 15 min*', 'live answer %*', 'occupancy %*', 'Lists', 'Alerts', 'Commands']) {
		expect(text).toContain(told);
	}
	expect(text).toContain('1,234,567.89');
	expect(text).toContain('Sundays');
	expect(text).not.toContain('…');
});

test.for(sizes)('what stands on the page does not move while figures change, at %ix%i', ([columns, rows]) => {
	const screen = open(columns, rows);
	const places = (): (readonly [title: string, row: number, column: number | undefined])[] => {
		const shown = page(screen);
		return campaignGroups.map(({title}) => {
			const row = shown.findIndex(text => new RegExp(`[ │]${title} `).test(text));
			return [title, row, shown[row]?.indexOf(title)];
		});
	};
	tell(screen, {ringing: 1, ready: 1, calledToday: 9, humanAnswered: undefined, chargeToday: 0.01}, 2000);
	const before = places();
	// So many dials without an answer in two seconds would be a failure of their own.
	const many = {ringing: 120, ready: 44, calledToday: 1_009_515, humanAnswered: undefined, chargeToday: 98_765.43};
	tell(screen, many, 4000);
	expect(places()).toEqual(before);
	if (columns >= 120) {
		// A reason does not move them either.
		tell(screen, {ringing: 0, ready: 0}, 6000);
		screen.ui.dispatch({type: 'scroll', top: 0});
		expect(screen.text()).toContain(' 1 No agent is ready: ');
		expect(places()).toEqual(before);
	}
});

test('occupancy and sales are told of those who are not paused and of all signed in, and idle minutes since when they are known', () => {
	const screen = open(120, 40);
	tell(
		screen,
		{agents: 21, onCall: 9, wrapUp: 1, dead: 0, paused: 8, sales: 80, dropRate: 4, humanAnswered: 720, averageWrap: 20},
		2000,
	);
	const text = screen.text();
	expect(text).toMatch(/occupancy\* +76\.9%/);
	expect(text).toMatch(/of signed in\* +47\.6%/);
	expect(text).toMatch(/idle minutes\* +409 since 10:00/);
	expect(text).toMatch(/sales\/h\* +2\.\d\d /);
	// Nothing was sold while dialtop watched, and no hour of it is over.
	expect(text).toMatch(/sales\/h signed in\* +— /);
});

test('a drop rate over its limit says after how many more live answers it is under it again', () => {
	const screen = open(120, 40);
	tell(screen, {dropRate: 4.86, dropLimit: 3, humanAnswered: 720, paceMethod: 'RATIO'}, 2000);
	expect(screen.text()).toMatch(/\n│ (?:Not b|B)ack under 3%\* (?:at this pace|after \d+ more live answers)/);
	tell(screen, {dropRate: 2.86, dropLimit: 3, humanAnswered: 720, paceMethod: 'RATIO'}, 4000);
	expect(screen.text()).not.toContain('ack under');
});

test('a campaign that is off comes back under its limit at no pace, in its own view and in the pane', () => {
	const screen = open(120, 40);
	const over = {dropRate: 4.86, dropLimit: 3, humanAnswered: 720, paceMethod: 'RATIO'};
	for (const status of ['PAUSE', 'STOP']) {
		tell(screen, {...over, status}, 2000);
		expect(screen.text()).toContain('Back under 3%* after 447 more live answers without a drop');
		screen.press('escape');
		expect(screen.text()).toContain('back under 3%* after 447');
		expect(screen.text()).not.toMatch(/at this pace|about \d+ min/);
		screen.press('enter');
	}
});

test('what came of the calls stands there where the service tells it, and contacts an hour with it', () => {
	const screen = open(120, 40);
	const whole = {humanAnswered: 400, dropRate: 2, averageTalk: 120, averageWrap: 30, averageInterval: 30};
	tell(screen, whole, 2000);
	expect(screen.text()).not.toContain('Outcomes');
	expect(screen.text()).toMatch(/live answers\/h\* +20\.0/);
	expect(screen.text()).toMatch(/contacts\/h\* +— /);
	const counts = {NOANSWER: 1402, CALLBACK: 60, REFUSED: 42, WRONGNUMBER: 98};
	const statuses = Object.entries(counts).map(([status, count]) => ({status, count}));
	screen.store.dispatch({
		type: 'outcomes-polled',
		campaignId: '1003',
		outcomes: {statuses, callbacksDue: 17},
		at: moment(2500),
	});
	tell(screen, {...whole, calledToday: 9}, 4000);
	const text = screen.text();
	expect(text).toMatch(/Outcomes today +at \d\d:\d\d, of 200 talks/);
	expect(text).toMatch(/WRONGNUMBER 98 49%\* +CALLBACK 60 30%\*/);
	expect(text).toMatch(/REFUSED 42 21%\* +callbacks due 17/);
	expect(text).toContain('NOANSWER 1,402');
	expect(text).toMatch(/contacts\/h\* +15\.0/);
});

test('the last hour stands beside the fields where there is room, each chart with its limit and its last value', () => {
	const text = open(120, 40).text();
	expect(text).toMatch(/Today .*drop % 15 min\*/);
	expect(text).toMatch(/[╌⠁⠂⠄⡀]{3}/);
	expect(text).toMatch(/-30m +10:59/);
	const without = makeScreen(120, 40);
	fill(without.store);
	const {value} = without.store.get().dashboards.get('1003') ?? {};
	const span = {sentAt: moment(3000), receivedAt: moment(3010)};
	without.store.dispatch({
		type: 'dashboard-polled',
		campaignId: '1003',
		span,
		dashboard: {figures: value?.figures, calls: undefined, agents: undefined, leads: undefined, liveCalls: undefined},
	});
	without.press('2');
	expect(without.text()).toMatch(/drop % 15 min\* —/);
});

const lists: readonly ListRecord[] = [
	{id: '1', name: 'Off', status: 'N', remainingLeads: 310, extra: {}, unreadable: []},
	...Array.from({length: 12}, (_, index) => ({
		id: `${index + 2}`,
		name: `List ${index + 2}`,
		status: 'Y',
		remainingLeads: 1000 + index,
		extra: {},
		unreadable: [],
	})),
];

test('its lists stand with what remains on them, those that are on first; what is left out is counted', () => {
	const screen = open();
	expect(screen.text()).toMatch(/Lists {2}1 of 2 on +remaining/);
	expect(screen.text()).toMatch(/on {2}First list +1,204/);
	expect(screen.text()).toMatch(/off Second list +310/);
	const span = {sentAt: moment(3000), receivedAt: moment(3010)};
	screen.store.dispatch({type: 'lists-polled', campaignId: '1003', span, records: lists});
	expect(screen.text()).toContain('12 of 13 on');
	expect(screen.text()).toContain('5 more: 3 shows all');
	screen.store.dispatch({type: 'lists-polled', campaignId: '1002', span: {...span, sentAt: moment(4000)}, records: []});
	expect(screen.text()).toContain('Reading the lists…');
	const failure = {at: moment(5000), reason: 'Permission denied', refused: true, question: {campaignId: '1003'}};
	screen.store.dispatch({type: 'lists-failed', failure});
	expect(screen.text()).toContain('The service refuses the lists:');
});

test('its lists are asked for while it is on screen', () => {
	const {ui} = open();
	expect(listsOnScreen(ui.get(), '1003')).toEqual({campaignId: '1003'});
	expect(listsOnScreen({...ui.get(), view: 'log'}, '1003')).toBeUndefined();
});

test('its alerts and commands are those of this campaign, the newest first', () => {
	const screen = makeScreen(160, 50);
	fillAll(screen);
	screen.press('2');
	expect(screen.text()).toContain('Alerts  2 active, 0 ended today');
	expect(screen.text()).toContain('CRITICAL: drop rate, 3.12%');
	expect(screen.text()).toContain('No commands in this run.');
	screen.press('1');
	screen.ui.dispatch({type: 'select', id: '1002'});
	screen.press('2');
	const text = screen.text();
	expect(text).toContain('Alerts  0 active, 1 ended today');
	expect(text).toMatch(/past: drop rate, over after/);
	expect(text).toMatch(/Pause 1002: done, observed/);
});

test('a method is told twice only if the two sources differ', () => {
	const screen = open();
	expect(screen.text()).not.toContain('listed method');
	tell(screen, {paceMethod: 'PREDICTIVE'});
	expect(screen.text()).toMatch(/listed method +RATIO/);
	expect(screen.text()).toMatch(/method +PREDICTIVE/);
});

test('says what to press about drops, too, where no figure says what is behind them', () => {
	const screen = open();
	for (let second = 2; second <= 20; second += 2) {
		tell(screen, {dropRate: 3.12}, second * 1000);
	}
	expect(screen.text()).toContain('limit of 3.00%; - lowers the level, P pauses it');
	tell(screen, {dropRate: 3.12, ringing: 0, remainingLeads: 0}, 22_000);
	expect(screen.text()).toContain(' 1 No leads left: ');
	expect(screen.text()).not.toContain('limit of 3.00%; ');
});

/** The keys of some actions, as an operator may have remapped them. */
const remappedKeys = keymap.map(binding =>
	binding.action === 'playOrPause'
		? {...binding, keys: ['Q']}
		: binding.action === 'lists'
			? {...binding, keys: ['9']}
			: binding,
);

test('names the keys in force, wherever a reason is told', () => {
	const screen = makeScreen(120, 40, {keymap: remappedKeys});
	fill(screen.store);
	screen.press('2');
	tell(screen, {ringing: 0, remainingLeads: 0, status: 'PAUSE'});
	expect(screen.text()).toContain('; Q plays it');
	const span = {sentAt: moment(3000), receivedAt: moment(3010)};
	screen.store.dispatch({type: 'lists-polled', campaignId: '1003', span, records: lists});
	expect(screen.text()).toContain('5 more: 9 shows all');
});

test('a campaign that sends texts has neither drops nor live answers', () => {
	const screen = open(200, 60);
	tell(screen, {paceMethod: 'SMSB', calledToday: 2400, humanAnswered: 2342, dropRate: 0});
	expect(screen.text()).toMatch(/live answer\* +— /);
	expect(screen.text()).toMatch(/drop % 15 min\* —/);
	expect(screen.text()).toMatch(/live answer %\* —/);
});

test.each([
	[80, 24],
	[100, 30],
	[120, 40],
] as const)('a reason moves nothing that stands below it at %ix%i', (columns, rows) => {
	const screen = open(columns, rows);
	const line = (): number => screen.frame().rows.findIndex(row => row.includes('drop % 15 min*'));
	tell(screen, {activeLeads: 27_000});
	const calm = line();
	tell(screen, {ringing: 0, activeLeads: 0, totalLeads: 8300}, 3000);
	expect(screen.text()).toContain('No list is on');
	expect(line()).toBe(calm);
});

test('a high screen has calls among its charts', () => {
	const text = open(200, 60).text();
	expect(text).toMatch(/ waiting — .* ringing — /s);
	expect(open(160, 50).text()).not.toMatch(/ waiting — /);
});

test('a figure of zero is faint, never red', () => {
	const screen = open();
	tell(screen, {dead: 0, ready: 0, paused: 2});
	const row = campaignRow(screen.store.get(), '1003');
	const agents = row && fieldsOfCampaign(row).find(({title}) => title === 'Agents');
	const roles = Object.fromEntries(agents?.fields.map(({label, role}) => [label, role]) ?? []);
	expect(roles).toMatchObject({dead: 'faint', ready: 'faint', paused: 'agent.paused'});
});
