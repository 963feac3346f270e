/** A screen of metrics: every key, every operation and every line of the palette says why not, and asks nothing of the service. */
import {expect, test} from 'vitest';
import type {Message} from '../../source/model/state.ts';
import {viewNames} from '../../source/present/actions.ts';
import {bindingsIn, keymap} from '../../source/present/keymap.ts';
import {type OperationType, operations} from '../../source/wire/operations/index.ts';
import {fillAll} from './fill.ts';
import {moment} from './make.ts';
import {pastOf} from './past.ts';
import {confirm, countRequests, lines} from './requests.ts';
import {opened, settled} from './sheets/open.ts';
import {typedForms} from './sheets/typed.ts';

const source = {
	profile: 'prod',
	flags: ' -p prod',
	environment: 'PRODUCTION',
	readOnly: true,
	watchOnly: {engine: 'metrics.test'},
};

/** A screen of metrics, on which even what no metric has is filled in. */
const watching = (columns = 120, rows = 40) => opened(columns, rows, fillAll, source);

/** The same, with what metrics have alone: figures that were polled so many seconds ago. */
const watched = (old: number, columns = 120, rows = 40) => {
	const screen = opened(columns, rows, undefined, source);
	const now = moment(1000 + old * 1000);
	const link: Message = {
		type: 'link',
		link: {kind: 'live', latency: 10, metrics: {pace: 15_000, doubt: undefined}},
		now,
	};
	screen.store.dispatch(link);
	screen.store.dispatch({type: 'tick', now});
	return screen;
};

const reason = /not now, this screen shows metrics and sends nothing: dialtop -p prod without --watch-only can$/;

/** Keys that leave the program. */
const leaves = ['q', 'ctrl-c'];

test.for(viewNames)('no key of the view %s asks or sends anything', async view => {
	const screen = watching();
	const requests = countRequests(screen);
	for (const key of bindingsIn(keymap, view).flatMap(({keys}) => keys)) {
		screen.ui.dispatch({type: 'view', view});
		screen.settle();
		if (leaves.includes(key) || key === 'ctrl-r') {
			continue;
		}
		screen.press(key);
		await settled();
		await confirm(screen);
		expect([key, requests()]).toEqual([key, []]);
		screen.ui.dispatch({type: 'sheet', sheet: undefined});
		screen.ui.dispatch({type: 'detail', detail: undefined});
	}
});

test('every key that may send, or prepares it, says why not, in every view', () => {
	const screen = watching();
	for (const view of viewNames) {
		screen.ui.dispatch({type: 'view', view});
		for (const {keys, action} of bindingsIn(keymap, view)) {
			const [key = ''] = keys;
			if ((/^[A-Z]$/.test(key) && key !== 'G') || key === '!' || /^(?:level|step)(?:Up|Down)$/.test(action)) {
				screen.press(key);
				expect([action, screen.ui.get().notice?.text]).toEqual([action, expect.stringMatching(reason)]);
			}
		}
	}
	expect(screen.store.get().locked).toBe(true);
});

test('no operation of the palette asks or sends anything, and each says why not', async () => {
	for (const operation of Object.keys(operations) as OperationType[]) {
		const screen = watching();
		const requests = countRequests(screen);
		screen.openForm(operation);
		const {sheet} = screen.ui.get();
		if (sheet?.form) {
			screen.ui.dispatch({type: 'sheet', sheet: {...sheet, form: {...sheet.form, typed: typedForms[operation]}}});
		}
		screen.press('ctrl-s');
		await settled();
		await confirm(screen);
		expect([operation, requests()]).toEqual([operation, []]);
		expect([operation, screen.text().replaceAll(/\W+/g, ' ')]).toEqual([
			operation,
			expect.stringMatching(/shows metrics and sends nothing|file does not exist/),
		]);
	}
});

test('no line of the palette asks or sends anything', async () => {
	for (const line of lines) {
		const screen = watching();
		const requests = countRequests(screen);
		screen.press(':');
		screen.type(line);
		screen.press('enter');
		await settled();
		screen.press('ctrl-s');
		await settled();
		await confirm(screen);
		expect([line, requests()]).toEqual([line, []]);
	}
});

test('acknowledging, freezing, marking, filtering, export and asking the engine again still work', async () => {
	const screen = watching();
	screen.press('p');
	expect(screen.ui.get().frozen).toBeDefined();
	screen.press('p');
	screen.press('ctrl-r');
	expect(screen.ui.get().notice?.text).toBe('asking the metrics engine now');
	screen.press('7');
	screen.press('a');
	screen.press('enter');
	expect([...screen.store.get().alerts.active.values()].some(({acknowledgedAt}) => acknowledgedAt)).toBe(true);
	screen.press('e');
	expect(screen.ui.get().prompt).toBeDefined();
});

test.for([
	['lists', 'Metrics have no calling lists'],
	['search', 'Metrics have no calls or leads'],
	['settings', 'Metrics have no settings'],
	['accounts', 'Metrics have no accounts'],
	['complaint', 'Metrics have no calls'],
] as const)('the view %s says that metrics have none of it, and is not empty', ([view, text]) => {
	const screen = watched(12);
	screen.ui.dispatch({type: 'view', view});
	const words = screen.text().replaceAll(/[\s│]+/g, ' ');
	expect(words).toContain('not in the metrics');
	expect(words).toContain(`${text}, and this screen asks nothing of the service: dialtop -p prod without --watch-only`);
});

test('the past is looked back at, where there is a recording, with its lists and settings', () => {
	const screen = watching();
	screen.record(pastOf(screen.store.get()));
	screen.press(',');
	expect(screen.store.get().lookingAt).toBeDefined();
	screen.ui.dispatch({type: 'view', view: 'lists'});
	screen.ui.dispatch({type: 'lists-of-all', all: true});
	expect(screen.text()).toContain('First list');
	screen.ui.dispatch({type: 'view', view: 'search'});
	expect(screen.text()).toContain('This is never recorded');
	screen.ui.dispatch({type: 'view', view: 'campaigns'});
	screen.press('P');
	expect(screen.ui.get().notice?.text).toMatch(reason);
});

test('charts of small panes, which are the graphs of the service on other screens, are out of the past', () => {
	const screen = watched(12, 160, 45);
	const {now, dashboards} = screen.store.get();
	for (const [campaignId, {value}] of dashboards) {
		screen.store.dispatch({
			type: 'dashboard-polled',
			campaignId,
			span: {sentAt: now, receivedAt: now},
			dashboard: {
				figures: value?.figures,
				calls: undefined,
				agents: undefined,
				leads: undefined,
				liveCalls: undefined,
			},
		});
	}
	expect(screen.text()).toMatch(/dialed\/min +—/);
	screen.record(pastOf(screen.store.get()));
	expect(screen.text()).toMatch(/dialed\/min +[\d-]+ *[^ —]/);
	expect(screen.text()).toMatch(/logged in +[\d-]+ *[^ —]/);
});

test.for([
	[80, 24, 'metrics, 12 s'],
	[120, 40, 'from metrics, 12 s old'],
	[200, 60, 'from metrics, 12 s old'],
] as const)('the header says how old the figures are (%ix%i)', ([columns, rows, text]) => {
	const [header = ''] = watched(12, columns, rows).text().split('\n');
	expect(header).toContain(text);
	expect(header).not.toContain('READ-ONLY');
	expect(header).toContain('PRODUCTION');
});

test('the header says what is in doubt, and how long an engine that does not answer is left alone', () => {
	const screen = watched(125);
	const header = (): string => screen.text().split('\n')[0] ?? '';
	expect(header()).toContain('from metrics, 2m 05s old');
	const {now} = screen.store.get();
	screen.store.dispatch({
		type: 'link',
		link: {kind: 'live', latency: 10, metrics: {pace: 15_000, doubt: 'partial'}},
		now,
	});
	expect(header()).toContain('from metrics, 2m 05s old, partial');
	screen.store.dispatch({
		type: 'link',
		link: {
			kind: 'retrying',
			reason: 'metrics.test refuses connections',
			advice: '',
			since: now,
			nextAt: {wall: now.wall + 4000, mono: now.mono + 4000},
		},
		now,
	});
	expect(header()).toContain('metrics 2m 05s old, retrying in 4 s');
});

test('an empty board says whom it asks, and what is wrong', () => {
	const screen = opened(120, 40, () => undefined, source);
	expect(screen.text()).toContain('Asking metrics.test for the metrics of prod…');
	screen.store.dispatch({
		type: 'link',
		link: {
			kind: 'retrying',
			reason: 'metrics.test has no metrics of dialtop',
			advice: '',
			since: moment(0),
			nextAt: moment(9000),
		},
		now: moment(5000),
	});
	expect(screen.text()).toContain('metrics.test has no metrics of dialtop');
});
