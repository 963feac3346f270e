import {expect, test} from 'vitest';
import {type Diagnosis, diagnose} from '../../source/model/diagnosis.ts';
import {campaignRow} from '../../source/model/select.ts';
import type {CallsPoint, Figures, Setting} from '../../source/model/wire.ts';
import {after, at, campaign, campaignsPolled, dashboard, fresh, span} from './make.ts';

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

type Case = {status?: string | undefined; over?: Partial<Figures>; dialed?: readonly number[]; settings?: Setting[]};

const points = (dialed: readonly number[]): CallsPoint[] =>
	dialed.map((count, minute) => ({dialed: count, time: 36_000 + minute * 60, extra: {}, unreadable: []}));

/** What is said of the sound campaign with some figures changed. */
const of = ({status = 'PLAY', over = {}, dialed, settings}: Case): Diagnosis => {
	const whole = dashboard({...sound, ...over, status});
	const state = after(fresh(), campaignsPolled(1, [campaign('1', {status})]), {
		type: 'dashboard-polled',
		campaignId: '1',
		span: span(1),
		dashboard: {...whole, calls: dialed && points(dialed)},
	});
	const row = campaignRow(state, '1');
	if (!row) {
		throw new Error('no row');
	}
	return diagnose(row, settings);
};

const kinds = ({verdict, reasons}: Diagnosis): string[] => [verdict, ...reasons.map(({kind}) => kind)];

test('calls that ring are dialing, with how many and how fast', () => {
	expect(of({over: {ringing: 41}, dialed: [0, 12, 12]})).toMatchObject({
		verdict: 'dialing',
		ringing: 41,
		perMinute: 12,
		reasons: [],
	});
});

test('a moment in which nothing rings is dialing still, where the last minute dialed', () => {
	expect(kinds(of({dialed: [3, 12]}))).toEqual(['dialing']);
	expect(kinds(of({dialed: [12, 0]}))).toEqual(['unexplained']);
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
		[{over: {schedulerStatus: 'HOLIDAY'}}, 'scheduler-word'],
		[{over: {paceTempo: '0.00'}}, 'level-zero'],
		[{settings: [{name: 'number_of_lines', value: '0', options: []}]}, 'no-lines'],
		[{over: {paceMethod: 'BROADCAST'}, settings: [{name: 'velocity', value: '0', options: []}]}, 'no-velocity'],
		[{over: {agents: 0, ready: 0}}, 'no-agents'],
		[{over: {ready: 0}}, 'none-ready'],
		[{over: {dropRate: 3, dropLimit: 3}}, 'drop-limit'],
		[{over: {paceMethod: 'MANUAL'}}, 'by-hand'],
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
		{over: {paceMethod: 'BROADCAST', agents: 0, ready: 0, paceTempo: '0'}},
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
