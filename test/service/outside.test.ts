/** What was changed elsewhere is told; what dialtop changed, here or in another run, is not. */
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {update} from '../../source/alerts/reducer.ts';
import type {Control} from '../../source/model/pending.ts';
import type {Message, State} from '../../source/model/state.ts';
import type {Figures} from '../../source/model/wire.ts';
import {alertSentence} from '../../source/present/alert-text.ts';
import {createOutsideWatch} from '../../source/service/outside.ts';
import {at, campaignsPolled, dashboardPolled, fresh, list, live, span} from '../model/make.ts';

const url = 'https://dialer.example.com';

/** A watch over a store of one campaign, which was polled once. */
const watching = (audit = join(tmpdir(), 'there-is-no-audit')) => {
	let state: State = fresh();
	const dispatch = (message: Message): void => {
		state = update(state, message);
	};
	const watch = createOutsideWatch({store: {get: () => state, dispatch}, clock: {now: () => at(second)}, audit, url});
	let second = 0;
	const tell = (message: Message): void => {
		dispatch(message);
		watch.see(message);
	};
	const rig = {
		dispatch,
		tell,
		poll(over: Partial<Figures>, after = 5) {
			second += after;
			tell(dashboardPolled(second, '1', {status: 'PLAY', dropLimit: 3, callerId: '8005550190', ...over}));
		},
		lists(status: string, after = 5) {
			second += after;
			tell({type: 'lists-seen', span: span(second), records: [list('7', {name: 'Spring', campaignId: '1', status})]});
		},
		second: () => second,
		changes: () =>
			(state.dashboards.get('1')?.value?.changes ?? []).map(({what, before, after}) => `${what} ${before} → ${after}`),
		alerts: () =>
			[...state.alerts.active.values()].flatMap(alert => (alert.kind === 'changed' ? alertSentence(alert) : [])),
	};
	tell(live);
	tell(campaignsPolled(0, ['1']));
	rig.poll({});
	return rig;
};

const command = (params: Control['params'], over: Partial<Control> = {}) => ({
	id: 1,
	operation: 'update_campaign' as const,
	params,
	target: {kind: 'campaign' as const, id: '1', name: 'Campaign 1'},
	doing: 'changing',
	verb: 'change',
	expected: undefined,
	before: undefined,
	...over,
});

test('a setting that changed elsewhere is told for an hour, and raises an alert', () => {
	const rig = watching();
	rig.poll({dropLimit: 5});
	expect(rig.changes()).toEqual(['drop limit 3% → 5%']);
	rig.poll({dropLimit: 5});
	expect(rig.alerts()).toEqual(['"Campaign 1": drop limit 3% → 5%, not by dialtop']);
	rig.poll({dropLimit: 5, callerId: '8005550100'}, 600);
	rig.poll({dropLimit: 5, callerId: '8005550100'});
	expect(rig.alerts()).toEqual(['"Campaign 1": drop limit 3% → 5%, caller ID 8005550190 → 8005550100, not by dialtop']);
	rig.poll({dropLimit: 5, callerId: '8005550100'}, 3590);
	expect(rig.changes()).toEqual(['caller ID 8005550190 → 8005550100']);
	rig.poll({dropLimit: 5, callerId: '8005550100'}, 600);
	expect(rig.changes()).toEqual([]);
	expect(rig.alerts()).toEqual([]);
});

test('a level is told of a method that keeps it, and not of one that moves it', () => {
	const rig = watching();
	rig.poll({paceMethod: 'RATIO', paceTempo: '2.0'});
	rig.poll({paceMethod: 'RATIO', paceTempo: '2.4'});
	expect(rig.changes()).toEqual(['level 2.0 → 2.4']);
	const adaptive = watching();
	adaptive.poll({paceMethod: 'PREDICTIVE', paceTempo: '2.0'});
	adaptive.poll({paceMethod: 'PREDICTIVE', paceTempo: '2.4'});
	expect(adaptive.changes()).toEqual([]);
});

test('a list that was switched elsewhere is told of its campaign', () => {
	const rig = watching();
	rig.lists('Y');
	rig.lists('N');
	expect(rig.changes()).toEqual(['list Spring on → off']);
	rig.lists('odd');
	rig.lists('N');
	expect(rig.changes()).toHaveLength(1);
});

test('what a command of this run changed is not told; what it did not change is', () => {
	const rig = watching();
	rig.dispatch({
		type: 'command-asked',
		command: command({adaptive_dropped_percentage: '5'}),
		now: at(rig.second() + 1),
	});
	rig.poll({dropLimit: 5, callerId: '8005550100'});
	expect(rig.changes()).toEqual(['caller ID 8005550190 → 8005550100']);
});

test('a command that was refused has changed nothing', () => {
	const rig = watching();
	rig.dispatch({
		type: 'command-asked',
		command: command({adaptive_dropped_percentage: '5'}),
		now: at(rig.second() + 1),
	});
	rig.dispatch({type: 'command-ended', id: 1, ending: {kind: 'refused', reason: 'no'}, now: at(rig.second() + 2)});
	rig.poll({dropLimit: 5});
	expect(rig.changes()).toEqual(['drop limit 3% → 5%']);
});

test('a switch of a list by this run is not told', () => {
	const rig = watching();
	rig.lists('Y');
	const target = {kind: 'list' as const, id: '7', name: 'Spring'};
	const control = command({list_id: '7', status: 'N'}, {operation: 'change_status', target});
	rig.dispatch({type: 'command-asked', command: control, now: at(rig.second() + 1)});
	rig.lists('N');
	expect(rig.changes()).toEqual([]);
});

test('what another run changed by its audit is not told', () => {
	const file = join(mkdtempSync(join(tmpdir(), 'dialtop-outside-')), 'audit.jsonl');
	const line = (over: object) =>
		`${JSON.stringify({
			at: new Date(at(7).wall).toISOString(),
			id: 'a',
			kind: 'intent',
			user: 'ann',
			host: 'ops',
			tty: null,
			pid: 1,
			started: null,
			profile: 'p',
			environment: 'QA',
			url: 'https://dialer.example.com/api/',
			serviceUser: null,
			operation: 'update_campaign',
			effect: 'write',
			target: {kind: 'campaign', id: '1', name: 'Campaign 1'},
			verb: 'change',
			params: {campaign_id: '1', adaptive_dropped_percentage: '5'},
			...over,
		})}\n`;
	writeFileSync(file, line({}));
	const own = watching(file);
	own.poll({dropLimit: 5});
	expect(own.changes()).toEqual([]);
	writeFileSync(
		file,
		line({url: 'https://other.example.com/api/'}) + line({at: new Date(at(-3600).wall).toISOString()}),
	);
	const other = watching(file);
	other.poll({dropLimit: 5});
	expect(other.changes()).toEqual(['drop limit 3% → 5%']);
});

test('a value that the service moves by itself is told twice, and then no more', () => {
	const rig = watching();
	for (const callerId of ['8005550101', '8005550102', '8005550103', '8005550104']) {
		rig.poll({callerId});
	}
	expect(rig.changes()).toHaveLength(2);
});

test('an answer to an older request tells nothing', () => {
	const rig = watching();
	rig.poll({dropLimit: 5});
	rig.tell(dashboardPolled(rig.second() - 3, '1', {dropLimit: 3}));
	rig.poll({dropLimit: 5});
	expect(rig.changes()).toEqual(['drop limit 3% → 5%']);
});
