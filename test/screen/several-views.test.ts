/** Alerts, log and search over several services: rows of all in one table, and whose row a key is for. */
import {describe, expect, test} from 'vitest';
import type {Message} from '../../source/model/state.ts';
import type {CallLogEntry} from '../../source/model/wire.ts';
import {poll} from '../helpers/terminal.ts';
import {dashboard, pauseOf} from '../model/make.ts';
import {campaigns, moment} from './make.ts';
import {makeSeveral} from './several.ts';

type Several = ReturnType<typeof makeSeveral>;

const two = (columns = 120, rows = 40): Several => makeSeveral([{name: 'east'}, {name: 'west'}], columns, rows);

const text = (several: Several): string => several.frame().join('\n');

/** The service and another word of each row of the table on screen. */
const rowsOf = (several: Several, pattern: RegExp): string[] =>
	several.frame().flatMap(row => (row.startsWith('│') ? (pattern.exec(row)?.slice(1).join(' ') ?? []) : []));

const polled = (second: number, campaignId: string, over: Parameters<typeof dashboard>[0]): Message => ({
	type: 'dashboard-polled',
	campaignId,
	span: {sentAt: moment(second * 1000), receivedAt: moment(second * 1000 + 100)},
	dashboard: dashboard({status: 'PLAY', ...over}),
});

/** Drop rates over a minute; the second service has the graver one. */
const dropping = (several: Several, rates: Readonly<Record<string, Readonly<Record<string, number>>>>): Several => {
	for (const [name, own] of Object.entries(rates)) {
		const {store} = several.service(name);
		for (let second = 2; second <= 70; second += 2) {
			for (const [id, dropRate] of Object.entries(own)) {
				store.dispatch(polled(second, id, {dropRate, dropLimit: 3, humanAnswered: 1896}));
			}
		}
	}
	several.tick(71_000);
	several.settle();
	return several;
};

const acknowledged = (several: Several, name: string): string[] =>
	[...several.service(name).store.get().alerts.active.values()].flatMap(({acknowledgedAt, campaignId = ''}) =>
		acknowledgedAt ? [campaignId] : [],
	);

describe('alerts', () => {
	const troubled = (columns = 120, rows = 40): Several =>
		dropping(two(columns, rows), {east: {'1003': 2.6}, west: {'1003': 3.12}});

	test('of every service are in one table, the gravest first over all, and named', () => {
		const several = troubled();
		several.press('7');
		expect(rowsOf(several, /│(CRITICAL|WARNING) +Spring Collections +(?:1003 +)?(east|west) /)).toEqual([
			'CRITICAL west',
			'WARNING east',
		]);
		expect(text(several)).toContain('west: "Spring Collections"');
		expect(text(several)).toMatch(/─ 2 open ─/);
	});

	test('are acknowledged on the service of the row, though the other has one of the same id', () => {
		const several = troubled();
		const idsOf = (name: string): number[] =>
			[...several.service(name).store.get().alerts.active.values()].map(({id}) => id);
		expect(idsOf('east').filter(id => idsOf('west').includes(id))).not.toEqual([]);
		several.press('7', 'a', 'enter');
		expect([acknowledged(several, 'east'), acknowledged(several, 'west')]).toEqual([[], ['1003']]);
		expect(several.ui.get().notice?.text).toMatch(/^west: acknowledged until /);
		several.settle();
		several.press('g', 'a', 'enter');
		expect([acknowledged(several, 'east'), acknowledged(several, 'west')]).toEqual([['1003'], ['1003']]);
	});

	test('lead to the campaign of their service', () => {
		const several = troubled();
		several.press('7', 'G', 'enter');
		expect(several.ui.get()).toMatchObject({view: 'campaigns', selected: {campaigns: 'east\u00001003'}});
		several.press('7', 'g', 'enter');
		expect(several.ui.get()).toMatchObject({view: 'campaigns', selected: {campaigns: 'west\u00001003'}});
	});

	test('are on the line above the board with their service, which has the key', () => {
		const several = troubled();
		several.select('west', '1003');
		expect(several.frame()[1]).toMatch(/^ ▲ CRITICAL west 1003 Spring .*\+1 more {2}a acknowledge/);
		several.select('east', '1003');
		expect(several.frame()[1]).toMatch(/^ ▲ CRITICAL west 1003 Spring .*\+1 more {2}7 shows it/);
		several.press('a', 'enter');
		expect([acknowledged(several, 'east'), acknowledged(several, 'west')]).toEqual([['1003'], []]);
	});

	test('are in the strip of a large screen with their service', () => {
		const several = troubled(240, 60);
		const strip = several.frame().filter(row => /(CRITICAL|WARNING) +(east|west) "Spring/.test(row));
		expect(strip.map(row => /(east|west) "Spring/.exec(row)?.[1])).toEqual(['west', 'east']);
	});

	test('are filtered by their service', () => {
		const several = troubled();
		several.press('7');
		several.ui.dispatch({type: 'filter', value: 'service:east'});
		expect(rowsOf(several, /(east|west) +drop rate/)).toEqual(['east']);
		several.press('a', 'enter');
		expect([acknowledged(several, 'east'), acknowledged(several, 'west')]).toEqual([['1003'], []]);
	});

	test('of one kind flood each service by itself, and a flood is opened where it is', () => {
		const all = Object.fromEntries(campaigns.map(({id}) => [id, 2.6]));
		const several = dropping(two(), {east: all, west: all});
		several.press('7');
		expect(rowsOf(several, /([▸▾])3 campaigns +(east|west)/)).toEqual(['▸ east', '▸ west']);
		several.press('G', 'enter');
		expect(rowsOf(several, /([▸▾])3 campaigns +(east|west)/)).toEqual(['▸ east', '▾ west']);
		several.press('a', 'enter');
		expect(acknowledged(several, 'east')).toEqual([]);
		expect(acknowledged(several, 'west')).toHaveLength(3);
	});
});

describe('the log', () => {
	const pause = (name: string, at: number): Message => ({
		type: 'command-asked',
		command: pauseOf('1003', 'Spring Collections', {
			target: {service: name, kind: 'campaign', id: '1003', name: 'Spring Collections'},
			undo: {
				operation: 'play_campaign',
				params: {campaign_id: '1003'},
				target: {service: name, kind: 'campaign', id: '1003', name: 'Spring Collections'},
				doing: 'playing',
				verb: 'play',
				expected: 'dialing',
				before: 'PAUSE',
			},
		}),
		now: moment(at),
	});

	const logged = (columns = 120, rows = 40): Several => {
		const several = two(columns, rows);
		for (const [name, at] of [
			['west', 1100],
			['east', 1200],
		] as const) {
			const {store} = several.service(name);
			store.dispatch(pause(name, at));
			store.dispatch({type: 'command-ended', id: 1, ending: {kind: 'done'}, now: moment(at + 10)});
			store.dispatch({
				type: 'campaigns-polled',
				span: {sentAt: moment(at + 20), receivedAt: moment(at + 30)},
				records: campaigns.map(one => ({
					...one,
					status: one.id === '1003' ? 'PAUSE' : one.status,
					dialMethod: 'RATIO',
					extra: {},
					unreadable: [],
				})),
			});
			store.dispatch(polled(at / 1000 + 0.1, '1003', {status: 'PAUSE'}));
		}
		several.tick(2000);
		return several;
	};

	test('has the commands of every service, the newest first over all', () => {
		const several = logged();
		several.press('8');
		expect(rowsOf(several, /(DONE) +(east|west) +pause +Spring/)).toEqual(['DONE east', 'DONE west']);
	});

	test('shows the command of the row whole, and its service in the frame', () => {
		const several = logged();
		several.press('8', 'G', 'enter');
		expect(several.frame()[1]).toMatch(/^╭─ west · pause, asked at /);
	});

	test('takes back the last command of the service of the row', async () => {
		const several = logged();
		several.press('8', 'G', 'U');
		expect(several.ui.get()).toMatchObject({prompt: {kind: 'yes-no'}, promptOf: 'west'});
		several.press('y');
		expect(await poll(() => several.service('west').sent.length === 1, 2000)).toBe(true);
		expect(several.sent()).toEqual({east: [], west: ['play 1003']});
	});

	test('is in the strip of a large screen with the services', () => {
		const strip = logged(240, 60)
			.frame()
			.flatMap(row => /\d\d:\d\d:\d\d (east|west) Spring/.exec(row)?.[1] ?? []);
		expect(strip).toEqual(['east', 'west']);
	});
});

describe('a search', () => {
	const entry = (over: Partial<CallLogEntry> = {}): CallLogEntry => ({
		uniqueId: '1.2',
		fullName: 'Maria Lopez',
		phoneNumber: '2125550123',
		status: 'DROP',
		campaignId: '1003',
		extra: {},
		unreadable: [],
		...over,
	});

	const asks = (several: Several, name: string, query = 'lopez', at = 2000): void =>
		several.service(name).store.dispatch({type: 'search-asked', question: {query}, now: moment(at)});

	const finds = (several: Several, name: string, entries: readonly CallLogEntry[], footer = ''): void =>
		several.service(name).store.dispatch({
			type: 'search-answered',
			askedAt: several.service(name).store.get().search?.askedAt ?? moment(0),
			result: {entries: [...entries], footer},
			now: moment(2010),
		});

	const found = (): Several => {
		const several = two();
		for (const name of ['east', 'west']) {
			asks(several, name);
			finds(several, name, [entry()], `1 call at ${name}`);
		}
		several.ui.dispatch({type: 'view', view: 'search'});
		several.settle();
		return several;
	};

	test('asks every service', () => {
		const several = two();
		several.press('s', 'a', 'n', 'n', 'enter');
		expect(several.ui.get().view).toBe('search');
		expect(several.service('east').searches).toEqual([{query: 'ann'}]);
		expect(several.service('west').searches).toEqual([{query: 'ann'}]);
	});

	test('shows what each has found, with its service and its footer', () => {
		const several = found();
		expect(rowsOf(several, /DROP +(east|west) +Maria Lopez/)).toEqual(['east', 'west']);
		expect(text(several)).toContain('east: 1 call at east');
		expect(text(several)).toContain('west: 1 call at west');
	});

	test('that fails at one service says so, and shows what the other has found', () => {
		const several = two();
		asks(several, 'east');
		asks(several, 'west');
		several.ui.dispatch({type: 'view', view: 'search'});
		expect(text(several)).toContain('Searching for "lopez"…');
		finds(several, 'east', [entry()]);
		expect(text(several)).toContain('west is being searched…');
		several.service('west').store.dispatch({
			type: 'search-failed',
			askedAt: several.service('west').store.get().search?.askedAt,
			failure: {reason: 'no answer within 15 s', refused: false, at: moment(2010)},
		} as never);
		expect(text(several)).toContain('west could not be searched: no answer within 15 s');
		expect(rowsOf(several, /DROP +(east|west) +Maria Lopez/)).toEqual(['east']);
	});

	test('shows nothing of a service that was asked something else before', () => {
		const several = found();
		asks(several, 'east', 'smith', 3000);
		finds(several, 'east', []);
		expect(text(several)).toContain('west was not asked');
		expect(text(several)).toContain('east found nothing');
		expect(text(several)).toContain('Nothing found for "smith".');
		expect(rowsOf(several, /DROP +(east|west)/)).toEqual([]);
	});

	test('of many services leaves room for what was found', () => {
		const names = Array.from({length: 16}, (_, index) => `site-${index + 1}`);
		const [first = '', ...others] = names;
		const several = makeSeveral([{name: first}, ...others.map(name => ({name}))], 80, 24);
		for (const [index, name] of names.entries()) {
			asks(several, name);
			if (index < 8) {
				finds(several, name, [entry()], `1 call at ${name}`);
			}
		}
		several.ui.dispatch({type: 'view', view: 'search'});
		several.settle();
		expect(rowsOf(several, /DROP +(site-\d+) +Maria/).length).toBeGreaterThan(5);
		expect(text(several)).toContain('… and 4 more lines');
	});

	test('leads from a row to its service alone, though both have the number', async () => {
		const several = found();
		several.press('G', 'D');
		expect(several.ui.get()).toMatchObject({promptOf: 'west'});
		several.press('1', 'y');
		expect(await poll(() => several.service('west').sent.length === 1, 2000)).toBe(true);
		expect(several.sent()).toEqual({east: [], west: ['do-not-call 2125550123']});
	});

	test('leads from a row to the complaint sheet of its service, whatever is selected on the board', () => {
		const several = found();
		several.select('east', '1003');
		several.ui.dispatch({type: 'view', view: 'search'});
		several.press('G', 'h');
		expect([several.service('east').complaints, several.service('west').complaints]).toEqual([
			[],
			[{kind: 'number', number: '2125550123'}],
		]);
		expect(several.ui.get().view).toBe('complaint');
		expect(several.screen.context().state.source.profile).toBe('west');
	});
});
