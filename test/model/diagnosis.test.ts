import {expect, test} from 'vitest';
import type {Cause} from '../../source/model/causes.ts';
import {type Diagnosis, diagnose, needsLists} from '../../source/model/diagnosis.ts';
import {type History, noHistory} from '../../source/model/history.ts';
import type {CallingList} from '../../source/model/list.ts';
import type {Learned} from '../../source/model/recent.ts';
import {type CampaignRow, campaignRow} from '../../source/model/select.ts';
import type {CampaignDashboard} from '../../source/model/state.ts';
import type {Bucket} from '../../source/model/usual.ts';
import type {CallsPoint, CampaignRecord, Figures, ListRecord, Setting} from '../../source/model/wire.ts';
import {after, at, campaign, campaignsPolled, dashboard, fresh, list, span} from './make.ts';

/** A campaign that should dial, with nothing against it, and nothing ringing. */
const sound: Partial<Figures> = {
	paceMethod: 'PREDICTIVE',
	paceTempo: '1.50',
	totalLeads: 8300,
	activeLeads: 5200,
	remainingLeads: 3588,
	recycled: 40,
	dropRate: 1.2,
	dropLimit: 3,
	agents: 10,
	ready: 4,
	onCall: 5,
	wrapUp: 1,
	paused: 0,
	activeCalls: 3,
	ringing: 0,
	schedulerStatus: 'OPEN',
	schedule: '9 am to 9 pm',
};

type Case = {
	status?: string | undefined;
	over?: Partial<Figures>;
	dialed?: readonly number[];
	settings?: Setting[];
	/** What get_campaigns says of it. */
	listed?: Partial<CampaignRecord>;
	/** Who was signed in, minute by minute. */
	agents?: readonly (number | undefined)[];
	/** What is known of it beside its last poll. */
	known?: Partial<Pick<History, 'cause'> & Pick<CampaignDashboard, 'history' | 'lists'>>;
	lists?: readonly CallingList[];
};

const points = (dialed: readonly number[]): CallsPoint[] =>
	dialed.map((count, minute) => ({dialed: count, time: 36_000 + minute * 60, extra: {}, unreadable: []}));

/** The sound campaign with some figures changed. */
const rowOf = (given: Case): CampaignRow => {
	const {status, over = {}, dialed, agents, known, listed} = {status: 'PLAY', ...given};
	const whole = dashboard({...sound, ...over, status});
	const state = after(fresh(), campaignsPolled(1, [campaign('1', {status, ...listed})]), {
		type: 'dashboard-polled',
		campaignId: '1',
		span: span(1),
		dashboard: {
			...whole,
			calls: dialed && points(dialed),
			agents: agents?.map(count => ({agents: count, extra: {}, unreadable: []})),
		},
	});
	const row = campaignRow(state, '1');
	if (!row?.dashboard) {
		throw new Error('no row');
	}
	return {
		...row,
		dashboard: {
			...row.dashboard,
			...known,
			history: {...(known?.history ?? row.dashboard.history), cause: known?.cause},
		},
	};
};

/** What is said of it. */
const of = (given: Case): Diagnosis => diagnose(rowOf(given), given.settings, given.lists);

const kinds = ({verdict, reasons}: Diagnosis): string[] => [verdict, ...reasons.map(({kind}) => kind)];

test('calls that ring are dialing, with how many and how fast', () => {
	expect(of({over: {ringing: 41}, dialed: [0, 12, 12]})).toMatchObject({
		verdict: 'dialing',
		ringing: 41,
		perMinute: 12,
		reasons: [],
	});
	expect(of({}).inProgress).toBe(8);
	expect(of({over: {activeCalls: undefined}}).inProgress).toBeUndefined();
	expect(of({over: {onCall: undefined}}).inProgress).toBeUndefined();
});

test('a moment in which nothing rings is dialing still, where the last minute dialed', () => {
	expect(kinds(of({dialed: [3, 12]}))).toEqual(['dialing']);
	expect(kinds(of({dialed: [0, 3, 12]}))).toEqual(['dialing']);
	expect(kinds(of({dialed: [0, 12, 0]}))).toEqual(['unexplained']);
	const cause = {kind: 'long-talks', shifts: [], isSure: true} as const;
	const lines = [{name: 'number_of_lines', value: '1', options: []}];
	expect(kinds(of({dialed: [12], settings: lines, known: {cause}}))).toEqual(['dialing', 'lines-full', 'long-talks']);
	expect(kinds(of({dialed: [12], over: {ready: 0, dropRate: 4}, known: {cause}}))).toEqual([
		'dialing',
		'long-talks',
		'none-ready',
		'drop-limit',
	]);
	expect(kinds(of({dialed: [0, 3, 12], over: {remainingLeads: 0}}))).toEqual(['not-dialing', 'leads-done']);
});

test('each reason, by the figures that make it one and no others', () => {
	const cases: [Case, string][] = [
		[{status: 'PAUSE'}, 'paused'],
		[{status: 'STOP'}, 'stopped'],
		[{over: {totalLeads: 0, activeLeads: 0, remainingLeads: 0}}, 'no-leads'],
		[{over: {activeLeads: 0, remainingLeads: 0}}, 'lists-off'],
		[{over: {remainingLeads: 0}}, 'leads-done'],
		[{over: {totalLeads: undefined, activeLeads: 0, remainingLeads: 0}}, 'leads-done'],
		[{over: {schedulerStatus: 'CLOSED'}}, 'outside-hours'],
		[{over: {schedulerStatus: ' closed '}}, 'outside-hours'],
		[{over: {schedulerStatus: 'HOLIDAY'}}, 'scheduler-word'],
		[{over: {paceTempo: '0.00'}}, 'level-zero'],
		[{over: {paceTempo: undefined}, settings: [{name: 'autodiallevel', value: '0', options: []}]}, 'level-zero'],
		[{settings: [{name: 'number_of_lines', value: '0', options: []}]}, 'no-lines'],
		[{over: {paceMethod: 'BROADCAST'}, settings: [{name: 'velocity', value: '0', options: []}]}, 'no-velocity'],
		[{over: {agents: 0, ready: 0}}, 'no-agents'],
		[{over: {ready: 0}}, 'none-ready'],
		[{over: {dropRate: 3, dropLimit: 3}}, 'drop-limit'],
		[{over: {paceMethod: 'MANUAL', paceTempo: '0'}}, 'by-hand'],
		[{over: {paceMethod: undefined}, listed: {dialMethod: ' manual '}}, 'by-hand'],
	];
	for (const [given, kind] of cases) {
		expect(kinds(of(given)), kind).toEqual(['not-dialing', kind]);
	}
});

test('what is not so is no reason', () => {
	const cases: Case[] = [
		{over: {dropRate: 0, dropLimit: 0}},
		{over: {dropRate: 2.99}},
		{over: {dropRate: 5, paceMethod: 'RATIO'}},
		{over: {paceMethod: 'BROADCAST', agents: 0, ready: 0, paceTempo: '0', dropRate: 5}},
		{over: {paceMethod: 'SMSB', agents: 0, ready: 0, paceTempo: '0', dropRate: 5}},
		{over: {paceMethod: undefined, ready: 0, paceTempo: '0'}},
		{over: {schedulerStatus: ' open '}},
		{over: {schedulerStatus: ''}},
		{over: {paceTempo: 'adaptive'}},
		{settings: [{name: 'number_of_lines', value: '', options: []}]},
	];
	for (const given of cases) {
		expect(kinds(of(given)), JSON.stringify(given)).toEqual(['unexplained']);
	}
});

test('a figure that did not come is no reason, and is named', () => {
	const nothing = Object.fromEntries(Object.keys(sound).map(name => [name, undefined]));
	const told = of({over: nothing});
	expect(kinds(told)).toEqual(['unknown']);
	expect(told.missing).toEqual([
		'calls_ringings',
		'total_leads',
		'active_leads',
		'remaining_leads',
		'pace_method',
		'ready',
		'scheduler_status',
		'percentage_dropped',
		'adaptive_dropped_percentage',
	]);
	expect(kinds(of({over: {...nothing, ringing: 0, activeLeads: 0}}))).toEqual(['unexplained']);
	expect(of({status: undefined}).missing).toEqual(['display_status']);
});

test('a status that nobody explains is unknown, whatever rings', () => {
	expect(kinds(of({status: 'HOLD', over: {ringing: 2}}))).toEqual(['unknown']);
	expect(kinds(of({status: 'HOLD', over: {remainingLeads: 0}}))).toEqual(['unknown', 'leads-done']);
});

test('several reasons come in their order of weight, and a pause hides none of them', () => {
	expect(
		kinds(of({status: 'PAUSE', over: {activeLeads: 0, schedulerStatus: 'CLOSED', ready: 0, dropRate: 4, ringing: 3}})),
	).toEqual(['not-dialing', 'paused', 'lists-off', 'outside-hours', 'none-ready', 'drop-limit']);
});

test('calls that still ring are told beside what will end them', () => {
	expect(kinds(of({over: {ringing: 5, remainingLeads: 0, ready: 0}}))).toEqual(['dialing', 'leads-done']);
});

test('without any figures the status is all that is told', () => {
	const state = after(fresh(), campaignsPolled(1, [campaign('1', {status: 'PAUSE'})]), {type: 'tick', now: at(2)});
	const row = campaignRow(state, '1');
	expect(row && kinds(diagnose(row))).toEqual(['not-dialing', 'paused']);
	const playing = campaignRow(after(fresh(), campaignsPolled(1, [campaign('1')])), '1');
	expect(playing && kinds(diagnose(playing))).toEqual(['unknown']);
});

const times = (count: number, agents: number): number[] => Array.from({length: count}, () => agents);

test.each<
	[what: string, now: number, agents: readonly (number | undefined)[], told: {from: number; to: number} | false]
>([
	['six of ten are left', 6, times(60, 10), {from: 10, to: 6}],
	['seven of ten are left', 7, times(60, 10), false],
	['three of five are gone', 2, times(60, 5), {from: 5, to: 2}],
	['two of four are gone', 2, times(60, 4), false],
	['there were more an hour ago', 4, [...times(60, 10), ...times(60, 4)], false],
	['there were more for a quarter of the hour', 4, [...times(15, 10), ...times(45, 4)], {from: 10, to: 4}],
	['there were more for less than that', 4, [...times(14, 10), ...times(46, 4)], false],
	['there were more for a minute', 2, [5, ...times(59, 4)], false],
	['minutes without a figure count for none', 4, [...times(2, 10), undefined, undefined], {from: 10, to: 4}],
])('agents have left a campaign that dials, or not: %s', (_what, now, agents, told) => {
	const {verdict, reasons} = of({over: {agents: now}, agents});
	expect({verdict, reasons}).toEqual(
		told
			? {
					verdict: 'not-dialing',
					reasons: [{kind: 'agents-left', shifts: [{figure: 'agents', ...told}], isSure: true}],
				}
			: {verdict: 'unexplained', reasons: []},
	);
});

test('agents who went home are missed by no campaign that is closed, paused or in a state without a name', () => {
	const gone = {over: {agents: 2}, agents: times(60, 10)};
	expect(kinds(of({...gone, over: {agents: 2, schedulerStatus: 'CLOSED'}}))).toEqual(['not-dialing', 'outside-hours']);
	expect(kinds(of({...gone, status: 'PAUSE'}))).toEqual(['not-dialing', 'paused']);
	expect(kinds(of({...gone, status: 'HOLD'}))).toEqual(['unknown']);
	expect(kinds(of({...gone, over: {agents: 2, ringing: 3}}))).toEqual(['dialing', 'agents-left']);
});

test('a cause that its figures name is told before agents who left, and not twice', () => {
	const cause = (kind: Cause['kind']): Cause => ({kind, shifts: [], isSure: true});
	const gone = {over: {agents: 2}, agents: times(60, 10)};
	expect(kinds(of({...gone, known: {cause: cause('agents-left')}}))).toEqual(['not-dialing', 'agents-left']);
	expect(kinds(of({...gone, known: {cause: cause('long-talks')}}))).toEqual([
		'not-dialing',
		'long-talks',
		'agents-left',
	]);
});

test('lines are full once what rings, waits and is talked on uses them all, while agents are ready', () => {
	const lines = (value: string): Setting[] => [{name: 'number_of_lines', value, options: []}];
	expect(of({settings: lines('8')}).reasons).toEqual([{kind: 'lines-full', lines: 8, ready: 4}]);
	expect(kinds(of({settings: lines('7')}))).toEqual(['not-dialing', 'lines-full']);
	expect(kinds(of({settings: lines('9')}))).toEqual(['unexplained']);
	expect(kinds(of({settings: lines('3'), over: {onCall: undefined}}))).toEqual(['not-dialing', 'lines-full']);
	expect(kinds(of({settings: lines('8'), over: {activeCalls: undefined}}))).toEqual(['unexplained']);
	expect(kinds(of({settings: lines('8'), over: {ready: 0}}))).toEqual(['not-dialing', 'none-ready']);
	expect(kinds(of({settings: lines('8'), status: 'PAUSE'}))).toEqual(['not-dialing', 'paused']);
	const held = {known: {cause: {kind: 'held-back', shifts: [], isSure: true} as const}};
	expect(kinds(of({...held, settings: lines('8')}))).toEqual(['not-dialing', 'lines-full']);
	expect(kinds(of({...held, settings: lines('9')}))).toEqual(['not-dialing', 'held-back']);
});

/** A past of one bucket. */
const recent = (bucket: Partial<Bucket>, usual: Partial<Learned['usual']> = {}): {known: {history: History}} => ({
	known: {history: {...noHistory, learned: {drawn: [bucket], since: 0, usual} as unknown as Learned}},
});

test('that nobody is ready is told of a campaign that dials while calls wait: lately, or now if nobody looked before', () => {
	const waits = {over: {ringing: 2, ready: 0, waiting: 1}};
	const told = ['dialing', 'none-ready'];
	expect(kinds(of(waits))).toEqual(told);
	expect(kinds(of({over: {ringing: 2, ready: 0, waiting: 0}}))).toEqual(['dialing']);
	const lately = {from: 0, to: 20_000, polls: 20, ready: 9, waiting: 6};
	expect(kinds(of({...recent(lately), over: {...waits.over, waiting: 0}}))).toEqual(told);
	expect(kinds(of({...recent({...lately, ready: 10}), ...waits}))).toEqual(['dialing']);
	expect(kinds(of({...recent({...lately, waiting: 5}), ...waits}))).toEqual(['dialing']);
	expect(kinds(of({...recent({...lately, to: 19_999, waiting: 5}), ...waits}))).toEqual(told);
});

test('leads are few once a minute would take them all and nothing has been dialed lately', () => {
	const rest = {from: 0, to: 10_000, polls: 5, dials: 0};
	const usual = {dials: 240, seconds: 120};
	const few = {...recent(rest, usual), over: {remainingLeads: 120}};
	expect(of(few).reasons).toMatchObject([{kind: 'leads-few', remaining: 120, recycled: 40, off: {leads: 3100}}]);
	const not: Case[] = [
		{...few, over: {remainingLeads: 121}},
		{...few, over: {remainingLeads: undefined}},
		{...few, ...recent({...rest, dials: 1}, usual)},
		{...few, ...recent({...rest, to: 9999}, usual)},
		{...few, ...recent(rest, {dials: 240, seconds: 0})},
		{over: few.over},
	];
	for (const given of not) {
		expect(of(given).reasons, JSON.stringify(given)).toEqual([]);
	}
	expect(kinds(of({...few, over: {remainingLeads: 120, ringing: 1}}))).toEqual(['dialing']);
});

test('of the lists that are off the one with the most leads is named, by its own campaign as it was read last', () => {
	const dry = {over: {remainingLeads: 0}};
	const off = (id: string, remainingLeads: number | undefined, over: Partial<ListRecord> = {}): CallingList => ({
		...list(id, {campaignId: '1', status: 'N', remainingLeads, ...over}),
		id,
	});
	const named = (lists: readonly CallingList[], known: readonly CallingList[] = []) =>
		of({...dry, lists, known: {lists: known}}).reasons;
	const is = (id: string | undefined) => [
		{kind: 'leads-done', off: {leads: 3100, list: id && expect.objectContaining({id})}},
	];
	expect(named([off('7', 20), off('8', 90), off('9', 40)])).toMatchObject(is('8'));
	expect(named([off('7', 20), off('8', 90, {status: 'Y'}), off('9', 40, {campaignId: '2'})])).toMatchObject(is('7'));
	expect(named([off('7', 0), off('8', undefined)])).toMatchObject(is(undefined));
	expect(named([off('7', 20, {name: undefined})])).toMatchObject([{off: {list: {id: '7', name: '', remaining: 20}}}]);
	expect(named([], [off('7', 20)])).toMatchObject(is('7'));
	expect(named([off('9', 40, {campaignId: '2'})], [off('7', 20)])).toMatchObject(is('7'));
	expect(named([off('8', 10)], [off('7', 20)])).toMatchObject(is('8'));
	expect(of({over: {activeLeads: 0}}).reasons).toMatchObject([{kind: 'lists-off', total: 8300, off: {leads: 8300}}]);
	expect(of({over: {remainingLeads: 0, activeLeads: undefined}}).reasons).toMatchObject([{off: {leads: 0}}]);
});

test('lists are read for a campaign that dials, and runs dry beside leads on lists that are off', () => {
	const dry = {over: {remainingLeads: 0}};
	expect(needsLists(rowOf(dry))).toBe(true);
	expect(needsLists(rowOf({}))).toBe(false);
	expect(needsLists(rowOf({...dry, status: 'PAUSE'}))).toBe(false);
	expect(needsLists(rowOf({over: {remainingLeads: 0, activeLeads: 8300}}))).toBe(false);
	const unread = campaignRow(after(fresh(), campaignsPolled(1, [campaign('1')])), '1');
	expect(unread && needsLists(unread)).toBe(false);
});
