import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {initialState, update} from '../../source/alerts/reducer.ts';
import type {Command} from '../../source/model/pending.ts';
import type {Message, State} from '../../source/model/state.ts';
import {diskFolder, memoryFolder} from '../../source/recording/folder.ts';
import {graphNames} from '../../source/recording/graphs.ts';
import {GraphsRead} from '../../source/recording/graphs-read.ts';
import {allTime} from '../../source/recording/reader.ts';
import {Recorder} from '../../source/recording/recorder.ts';
import {castOf} from '../../source/sandbox/scenarios/cast.ts';
import {eastern, hour, parseDay} from '../../source/sandbox/world/time.ts';
import {createWorld} from '../../source/sandbox/world/world.ts';
import {registerSecret} from '../../source/wire/secrets.ts';
import {soundWriter, stillClock} from '../helpers/recording.ts';
import {watch, watchUntil} from '../helpers/watched-world.ts';

const minute = 60_000;

const writerOf = (now: () => number, folder = memoryFolder()) =>
	soundWriter({
		folder,
		clock: stillClock(now),
		zone: 'UTC',
	});

/** A point without what a recording leaves out. */
const pointsOf = (points: readonly object[] | undefined) =>
	points?.map(point => Object.fromEntries(Object.entries(point).filter(([, value]) => typeof value === 'number')));

test('what each poll showed is recorded: figures, graphs, states and alerts', async () => {
	const origin = parseDay(eastern, '2026-03-31') + 12.9 * hour;
	const world = createWorld({seed: 3, origin, plan: castOf({}).slice(0, 6)});
	const watched = watch(world);
	const writer = writerOf(() => world.now);
	await writer.settled();
	const recorder = new Recorder(writer, {wall: world.now, mono: world.now});
	recorder.record(watched.state);
	const seen: State[] = [];
	watchUntil(watched, origin + 9 * minute, 5, ({state}) => {
		recorder.record(state);
		if (world.now >= origin + (seen.length + 1) * 1.5 * minute) {
			seen.push(state);
		}
		return false;
	});
	await writer.flush();
	const {reader} = writer;
	expect(seen).toHaveLength(6);
	for (const live of seen) {
		const at = live.dashboards.get('1002')?.span?.receivedAt.wall ?? 0;
		for (const [id, {value}] of live.dashboards) {
			const {extra: _, unreadable: __, ...figures} = value?.figures ?? {};
			const row = reader.last(`figures/${id}`, at);
			expect(row?.at).toBe(at);
			expect(row?.values).toMatchObject(figures);
			expect(row?.values.statusSince).toBe(value?.statusSince.wall);
			const graphs = new GraphsRead(reader, id, {from: at, to: at}).until(at);
			for (const graph of graphNames) {
				expect(pointsOf(graphs[graph])).toEqual(pointsOf(value?.[graph]));
			}
			const {name, status} = live.campaigns.value?.get(id) ?? {};
			expect(reader.last(`listing/${id}`, at)?.values).toMatchObject({name, status});
		}
		for (const [key, alert] of live.alerts.active) {
			expect(reader.last(`alerts/${key}`, at)?.values).toMatchObject({id: alert.id, value: alert.value});
		}
	}
	const raised = reader.marks(allTime, {kinds: ['alert']}).map(({id}) => id);
	expect(raised).toEqual(expect.arrayContaining([...watched.state.alerts.active.values()].map(({id}) => id)));
});

const source = {profile: 'prod', environment: 'PRODUCTION', host: 'dialer.example.com', readOnly: false};
const person = 'Wilhelmina Quakenbush';
const number = '2125550147';
const token = 'sekrit-token-0123456789';

const at = (milliseconds: number) => ({wall: Date.UTC(2026, 10, 26, 14) + milliseconds, mono: milliseconds});
const span = (milliseconds: number) => ({sentAt: at(milliseconds - 40), receivedAt: at(milliseconds)});
const blank = {extra: {lead_name: person, phone: number}, unreadable: []};

const command = (id: number, target: Command['target'], rest: Partial<Command> = {}): Command => ({
	id,
	operation: 'pause_campaign',
	params: {first_name: person, phone_number: number, password: token},
	target,
	doing: 'pausing',
	verb: 'pause',
	expected: 'paused',
	before: 'PLAY',
	texts: [['their words', `${person} ${number}`]],
	...rest,
});

test('people and secrets are in no file, whatever the state holds', async () => {
	const path = mkdtempSync(join(tmpdir(), 'dialtop-recorder-'));
	onTestFinished(() => rmSync(path, {recursive: true}));
	registerSecret(token);
	let now = at(0);
	const writer = writerOf(() => now.wall, diskFolder(path));
	await writer.settled();
	const recorder = new Recorder(writer, now);
	let state = initialState(source, now);
	const dispatch = (message: Message): void => {
		state = update(state, message);
		recorder.record(state);
	};
	const campaign = {kind: 'campaign', id: '1001', name: 'Autumn'} as const;
	const messages: Message[] = [
		{type: 'link', link: {kind: 'signed-out', reason: `${token} was refused`}, now},
		{
			type: 'campaigns-polled',
			span: span(100),
			records: [
				{
					id: '1001',
					name: `Autumn ${token}`,
					status: 'PLAY',
					active: undefined,
					dialMethod: 'RATIO',
					created: undefined,
					...blank,
				},
			],
		},
		{
			type: 'dashboard-polled',
			campaignId: '1001',
			span: span(200),
			dashboard: {
				figures: {status: 'PLAY', calledToday: 7, script: token, ...blank},
				calls: [{time: 50_400, dialed: 3, ...blank}],
				agents: undefined,
				leads: undefined,
				liveCalls: undefined,
			},
		},
		{type: 'dashboard-failed', campaignId: '1001', failure: {at: at(300), reason: `call ${number}: ${token}`}},
		{
			type: 'settings-polled',
			campaignId: '1001',
			span: span(400),
			settings: [
				{name: 'AgentLevel', value: '2', options: []},
				{name: 'api_password', value: 'hunter2-hunter2', options: []},
				{name: 'note', value: token, options: []},
			],
		},
		{type: 'search-asked', question: {query: person}, now: at(500)},
		{
			type: 'lists-polled',
			campaignId: undefined,
			span: span(600),
			records: [{id: '7', name: 'Leads', campaignId: '1001', status: 'Y', ...blank} as never],
		},
		{type: 'command-asked', command: command(1, {service: 'prod', ...campaign}), now: at(700)},
		{type: 'command-ended', id: 1, ending: {kind: 'refused', reason: `${number} ${token}`}, now: at(800)},
		{
			type: 'command-asked',
			command: command(2, {service: 'prod', kind: 'number', id: number, name: person}),
			now: at(900),
		},
		{type: 'command-ended', id: 2, ending: {kind: 'refused', reason: `${person} objects`}, now: at(950)},
		{
			type: 'command-asked',
			command: command(3, {service: 'prod', kind: 'account', id: '555', name: person}),
			now: at(960),
		},
	];
	for (const message of messages) {
		dispatch(message);
	}
	await writer.flush();
	const marks = writer.reader.marks(allTime, {kinds: ['command']});
	expect(marks.map(({id, text}) => [id, text])).toEqual([1, 1, 2, 2, 3].map(id => [id, 'pause']));
	expect(marks[1]?.data).toMatchObject({phase: 'refused', command: {target: campaign, verb: 'pause'}});
	const look = () => {
		for (const name of readdirSync(path)) {
			const text = readFileSync(join(path, name), 'latin1');
			for (const planted of [person, 'Wilhelmina', number, '5550147', token, 'hunter2']) {
				expect(text, name).not.toContain(planted);
			}
		}
		const rows = writer.reader.streams().flatMap(stream => writer.reader.rows(stream, allTime).rows);
		const read = JSON.stringify(rows);
		for (const planted of [person, 'Wilhelmina', number, '5550147', token, 'hunter2']) {
			expect(read).not.toContain(planted);
		}
		return rows.length;
	};
	expect(look()).toBeGreaterThan(10);
	now = at(61 * minute);
	recorder.record({...state, now});
	writer.append('figures/1001', now.wall, {calledToday: 8});
	await writer.flush();
	await writer.settled();
	expect(readdirSync(path).filter(name => name.endsWith('.db'))).toHaveLength(4);
	expect(look()).toBeGreaterThan(10);
	await writer.close();
});
