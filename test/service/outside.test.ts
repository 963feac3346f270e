/** What was changed elsewhere is told; what dialtop changed, here or in another run, is not. */
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {update} from '../../source/alerts/reducer.ts';
import type {Control} from '../../source/model/pending.ts';
import type {Message, State} from '../../source/model/state.ts';
import type {Figures} from '../../source/model/wire.ts';
import {alertSentence} from '../../source/present/alert-text.ts';
import {memoryFolder} from '../../source/recording/folder.ts';
import {allTime} from '../../source/recording/reader.ts';
import {recentRecording} from '../../source/recording/recent.ts';
import {Recorder} from '../../source/recording/recorder.ts';
import {createOutsideWatch, type Earlier} from '../../source/service/outside.ts';
import {registerSecret, struckWord} from '../../source/wire/secrets.ts';
import {soundWriter, stillClock} from '../helpers/recording.ts';
import {at, campaignsPolled, dashboardPolled, fresh, list, live, span} from '../model/make.ts';

const url = 'https://dialer.example.com';

/** A watch over a store of one campaign. */
const watching = (
	audit = join(tmpdir(), 'there-is-no-audit'),
	{earlier, from = 0, recorder}: {earlier?: Promise<Earlier>; from?: number; recorder?: Recorder} = {},
) => {
	let state: State = {...fresh({timeZone: 'UTC'}), now: at(from)};
	const dispatch = (message: Message): void => {
		state = update(state, message);
		recorder?.record(state);
	};
	const store = {get: () => state, dispatch};
	const watch = createOutsideWatch({store, clock: {now: () => at(second)}, audit, url, earlier});
	let second = from;
	// As the poller does.
	const tell = (message: Message): void => {
		const changes = watch.see(message);
		const isPoll = message.type === 'dashboard-polled' && changes.length > 0;
		dispatch(isPoll ? {...message, changes} : message);
		for (const change of isPoll ? [] : changes) {
			dispatch({type: 'changed-outside', change});
		}
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
			const records = [list('7', {name: 'Spring', campaignId: '1', status})];
			tell({type: 'lists-seen', span: span(second), records, isOfAll: true});
		},
		second: () => second,
		changes: () =>
			(state.dashboards.get('1')?.value?.changes ?? []).map(({what, before, after}) => `${what} ${before} → ${after}`),
		alerts: () =>
			[...state.alerts.active.values()].flatMap(alert => (alert.kind === 'changed' ? alertSentence(alert) : [])),
	};
	tell(live);
	tell(campaignsPolled(from, ['1']));
	return rig;
};

/** The same over a campaign that was polled once. */
const watchingOne = (audit?: string) => {
	const rig = watching(audit);
	rig.poll({});
	return rig;
};

const command = (params: Control['params'], over: Partial<Control> = {}) => ({
	id: 1,
	operation: 'update_campaign' as const,
	params,
	target: {service: 'p', kind: 'campaign' as const, id: '1', name: 'Campaign 1'},
	doing: 'changing',
	verb: 'change',
	expected: undefined,
	before: undefined,
	...over,
});

test('a setting that changed elsewhere is told for an hour, and raises an alert', () => {
	const rig = watchingOne();
	rig.poll({dropLimit: 5});
	expect(rig.changes()).toEqual(['drop limit 3% → 5%']);
	rig.poll({dropLimit: 5});
	expect(rig.alerts()).toEqual(['"Campaign 1": drop limit 3% → 5%, not by dialtop here']);
	rig.poll({dropLimit: 5, callerId: '8005550100'}, 600);
	rig.poll({dropLimit: 5, callerId: '8005550100'});
	expect(rig.alerts()).toEqual([
		'"Campaign 1": drop limit 3% → 5%, caller ID 8005550190 → 8005550100, not by dialtop here',
	]);
	rig.poll({dropLimit: 5, callerId: '8005550100'}, 3590);
	expect(rig.changes()).toEqual(['caller ID 8005550190 → 8005550100']);
	rig.poll({dropLimit: 5, callerId: '8005550100'}, 600);
	expect(rig.changes()).toEqual([]);
	expect(rig.alerts()).toEqual([]);
});

test('a level is told of a method that keeps it, and not of one that moves it', () => {
	const rig = watchingOne();
	rig.poll({paceMethod: 'RATIO', paceTempo: '2.0'});
	rig.poll({paceMethod: 'RATIO', paceTempo: '2.4'});
	expect(rig.changes()).toEqual(['level 2.0 → 2.4']);
	const adaptive = watchingOne();
	adaptive.poll({paceMethod: 'PREDICTIVE', paceTempo: '2.0'});
	adaptive.poll({paceMethod: 'PREDICTIVE', paceTempo: '2.4'});
	expect(adaptive.changes()).toEqual([]);
});

test('a secret that is struck since it is known is no change, and is in none', () => {
	const secret = 'tok-of-next-week-61';
	const rig = watchingOne();
	rig.poll({recording: `ALLCALLS echo ${secret}`, callerId: `8005550190 ${secret}`});
	registerSecret(secret);
	rig.dispatch({type: 'secret-learnt', strike: struckWord});
	rig.poll({recording: 'ALLCALLS echo •••', callerId: '8005550100'});
	expect(rig.changes()).toEqual(['caller ID 8005550190 → 8005550190 •••', 'caller ID 8005550190 ••• → 8005550100']);
});

test('a list that was switched elsewhere is told of its campaign', () => {
	const rig = watchingOne();
	rig.lists('Y');
	rig.lists('N');
	expect(rig.changes()).toEqual(['list Spring on → off']);
	rig.lists('odd');
	rig.lists('N');
	expect(rig.changes()).toHaveLength(1);
});

test('what a command of this run changed is not told; what it did not change is', () => {
	const rig = watchingOne();
	rig.dispatch({
		type: 'command-asked',
		command: command({adaptive_dropped_percentage: '5'}),
		now: at(rig.second() + 1),
	});
	rig.poll({dropLimit: 5, callerId: '8005550100'});
	expect(rig.changes()).toEqual(['caller ID 8005550190 → 8005550100']);
});

test('a command that was refused has changed nothing', () => {
	const rig = watchingOne();
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
	const rig = watchingOne();
	rig.lists('Y');
	const target = {service: 'p', kind: 'list' as const, id: '7', name: 'Spring'};
	const control = command({list_id: '7', status: 'N'}, {operation: 'change_status', target});
	rig.dispatch({type: 'command-asked', command: control, now: at(rig.second() + 1)});
	rig.lists('N');
	expect(rig.changes()).toEqual([]);
});

/** An intent of another run, at second 7. */
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
		target: {service: 'p', kind: 'campaign', id: '1', name: 'Campaign 1'},
		verb: 'change',
		params: {campaign_id: '1', adaptive_dropped_percentage: '5'},
		...over,
	})}\n`;

test('what another run changed by its audit is not told', () => {
	const file = join(mkdtempSync(join(tmpdir(), 'dialtop-outside-')), 'audit.jsonl');
	writeFileSync(file, line({}));
	const own = watchingOne(file);
	own.poll({dropLimit: 5});
	expect(own.changes()).toEqual([]);
	writeFileSync(
		file,
		line({url: 'https://other.example.com/api/'}) + line({at: new Date(at(-3600).wall).toISOString()}),
	);
	const other = watchingOne(file);
	other.poll({dropLimit: 5});
	expect(other.changes()).toEqual(['drop limit 3% → 5%']);
});

test('a value that the service moves by itself is told twice, and then no more', () => {
	const rig = watchingOne();
	for (const callerId of ['8005550101', '8005550102', '8005550103', '8005550104']) {
		rig.poll({callerId});
	}
	expect(rig.changes()).toHaveLength(2);
});

test('an answer to an older request tells nothing', () => {
	const rig = watchingOne();
	rig.poll({dropLimit: 5});
	rig.tell(dashboardPolled(rig.second() - 3, '1', {dropLimit: 3}));
	rig.poll({dropLimit: 5});
	expect(rig.changes()).toEqual(['drop limit 3% → 5%']);
});

/** Two runs on one recording: the second begins hours after the first one ended. */
const runs = async (audit?: string) => {
	const folder = memoryFolder();
	const writerAt = (second: number) => soundWriter({folder, clock: stillClock(() => at(second).wall), zone: 'UTC'});
	return {
		async first(use: (rig: ReturnType<typeof watching>) => void) {
			const writer = writerAt(0);
			await writer.flush();
			use(watching(audit, {recorder: new Recorder(writer, at(0))}));
			await writer.close();
		},
		async second(
			from: number,
			use: (rig: ReturnType<typeof watching>) => void,
			afterwards: typeof use = () => undefined,
		) {
			const writer = writerAt(from);
			await writer.flush();
			const recorder = new Recorder(writer, at(from));
			const {promise: earlier, resolve} = Promise.withResolvers<Earlier>();
			const rig = watching(audit, {earlier, from, recorder});
			use(rig);
			resolve(recentRecording(folder, 'UTC'));
			await setImmediate();
			afterwards(rig);
			await writer.flush();
			const marks = writer.reader.marks({from: at(from).wall, to: allTime.to}, {kinds: ['outside', 'settings']});
			await writer.close();
			return {rig, marks: marks.map(({kind, text}) => `${kind}: ${text}`)};
		},
	};
};

/** From 00:26:40 by the service's clock, 02:00 hours later. */
const later = 2 * 3600;

test('what was changed while no dialtop ran is reported at the next start: one mark each, and an alert', async () => {
	const {first, second} = await runs();
	await first(rig => {
		rig.poll({machineDetection: 'Y', paceMethod: 'RATIO', paceTempo: '2.0'});
		rig.lists('Y');
	});
	const {rig, marks} = await second(later, one => {
		one.poll({dropLimit: 5, machineDetection: 'N', paceMethod: 'RATIO', paceTempo: '2.0'});
		one.lists('N');
	});
	const between = 'between 20:26 and 22:26';
	expect(marks).toEqual([
		`outside: drop limit 3% → 5%, not by dialtop here, ${between}`,
		`outside: machine detection Y → N, not by dialtop here, ${between}`,
		`outside: list Spring on → off, not by dialtop here, ${between}`,
	]);
	rig.poll({dropLimit: 5, machineDetection: 'N', paceMethod: 'RATIO', paceTempo: '2.0'});
	expect(rig.alerts()).toEqual([
		`"Campaign 1": drop limit 3% → 5%, machine detection Y → N, list Spring on → off, not by dialtop here, ${between}`,
	]);
	rig.poll({dropLimit: 5, machineDetection: 'N', paceMethod: 'RATIO', paceTempo: '2.5'});
	rig.poll({dropLimit: 5, machineDetection: 'N', paceMethod: 'RATIO', paceTempo: '2.5'});
	expect(rig.alerts().join()).toContain(`${between}; level 2.0 → 2.5, not by dialtop here`);
});

test('nothing is reported at a start if nothing has changed, or if a one-shot command of dialtop changed it', async () => {
	const file = join(mkdtempSync(join(tmpdir(), 'dialtop-outside-')), 'audit.jsonl');
	writeFileSync(file, line({at: new Date(at(3600).wall).toISOString()}));
	const {first, second} = await runs(file);
	await first(rig => rig.poll({}));
	expect((await second(later, rig => rig.poll({dropLimit: 5}))).marks).toEqual([]);
	expect((await second(2 * later, rig => rig.poll({dropLimit: 5}))).marks).toEqual([]);
	expect((await second(3 * later, rig => rig.poll({dropLimit: 7}))).marks).toEqual([
		'outside: drop limit 5% → 7%, not by dialtop here, between 00:26 and 02:26',
	]);
	expect((await second(26 * later, rig => rig.poll({dropLimit: 3}))).marks).toEqual([
		'outside: drop limit 7% → 3%, not by dialtop here, between May 29 02:26 and 00:26',
	]);
});

test('a caller ID that rotated in the hour before an earlier run ended is not reported at a start', async () => {
	const {first, second} = await runs();
	await first(rig => {
		for (const callerId of ['8005550101', '8005550102', '8005550103']) {
			rig.poll({callerId});
		}
	});
	expect((await second(later, rig => rig.poll({callerId: '8005550109'}))).marks).toEqual([]);
});

test('of a rotated audit that does not go back to the record before, nothing is said of who changed it', async () => {
	const file = join(mkdtempSync(join(tmpdir(), 'dialtop-outside-')), 'audit.jsonl');
	writeFileSync(`${file}.1`, line({at: new Date(at(3600).wall).toISOString(), params: {}}));
	const {first, second} = await runs(file);
	await first(rig => rig.poll({}));
	expect((await second(later, rig => rig.poll({dropLimit: 5}))).marks).toEqual([]);
});

test('a change elsewhere gets one mark, whatever shows it', async () => {
	const {first, second} = await runs();
	await first(rig => rig.poll({}));
	const read = (rig: ReturnType<typeof watching>, limit: string, velocity: string) =>
		rig.tell({
			type: 'settings-polled',
			campaignId: '1',
			span: span(rig.second()),
			settings: [
				{name: 'adaptive_dropped_percentage', value: limit, options: []},
				{name: 'velocity', value: velocity, options: []},
			],
		});
	const {marks} = await second(
		later,
		rig => rig.poll({agentLevel: '1'}),
		rig => {
			read(rig, '3', '1');
			rig.poll({agentLevel: '1', dropLimit: 5});
			read(rig, '5', '2');
			rig.poll({agentLevel: '2', dropLimit: 5});
		},
	);
	expect(marks).toEqual([
		'outside: drop limit 3% → 5%, not by dialtop here',
		// No dashboard shows the velocity, and of the agent level nobody knows who changed it.
		'settings: velocity 1 → 2',
		'settings: agent level 1 → 2',
	]);
});
