/** What each rule on the floor measures, at its boundaries, and where its figures cannot tell. */
import {describe, expect, test} from 'vitest';
import type {Alert, RuleId} from '../../source/model/alert.ts';
import type {CampaignPoll, CampaignRule} from '../../source/model/alert-rule.ts';
import {alertDefaults, ruleOf} from '../../source/model/alert-rules.ts';
import type {Cause, Shift} from '../../source/model/causes.ts';
import type {Bucket, Recent} from '../../source/model/recent.ts';
import {campaignRow} from '../../source/model/select.ts';
import type {CampaignDashboard, Source} from '../../source/model/state.ts';
import type {Figures} from '../../source/model/wire.ts';
import {after, at, campaign, campaignsPolled, dashboardPolled, fresh, source} from './make.ts';

type Case = {
	status?: string;
	over?: Partial<Figures>;
	/** What is known of it beside its figures. */
	known?: Partial<Pick<CampaignDashboard, 'cause' | 'recent' | 'agents'>>;
	/** The rule of the active alert, whatever its kind. */
	raised?: RuleId;
	of?: Partial<Source>;
};

/** What a rule finds on a campaign with these figures, by its default settings. */
const measured = (id: RuleId, {status = 'PLAY', over = {}, known = {}, raised, of = {}}: Case) => {
	const row = campaignRow(
		after(
			fresh(),
			campaignsPolled(0, [campaign('1', {status})]),
			dashboardPolled(0, '1', {status, paceMethod: 'RATIO', ...over}),
		),
		'1',
	);
	if (!row?.dashboard) {
		throw new Error('no row');
	}
	const poll: CampaignPoll = {
		row: {...row, dashboard: {...row.dashboard, ...known}},
		previous: undefined,
		wasDialing: true,
		source: {...source, ...of},
		alert: () => (raised === undefined ? undefined : ({rule: raised} as Alert)),
	};
	return (ruleOf[id] as CampaignRule).measure(poll, alertDefaults.rules[id], alertDefaults);
};

const shift = (figure: Shift['figure'], from: number, to: number): Shift => ({figure, from, to});

const cause = (kind: Cause['kind'], shifts: readonly Shift[], isSure = true): {known: {cause: Cause}} => ({
	known: {cause: {kind, shifts, isSure}},
});

describe('agents gone', () => {
	const graph = (agents: number) => ({
		agents: Array.from({length: 60}, () => ({agents, extra: {}, unreadable: []})),
	});

	test('are a share of the last hour’s; without a figure it cannot tell', () => {
		expect(measured('staffing', {over: {agents: 6}, known: graph(10)})).toMatchObject({
			value: 60,
			threshold: 60,
			note: 'agents have left',
			cause: {kind: 'agents-left', shifts: [{from: 10, to: 6}]},
		});
		expect(measured('staffing', {over: {agents: 0}, known: graph(10)})).toMatchObject({value: 0});
		expect(measured('staffing', {over: {agents: 9}, known: graph(10)})).toBeUndefined();
		expect(measured('staffing', {known: graph(10)})).toBe('unknown');
	});
});

describe('paused agents', () => {
	test.each<[agents: number | undefined, paused: number | undefined, found: object | 'unknown' | undefined]>([
		[8, 6, {value: 75, threshold: 60, note: '6 of 8'}],
		[5, 5, undefined],
		[5, 6, {value: 100, note: '6 of 5'}],
		[undefined, 6, 'unknown'],
		[8, undefined, 'unknown'],
	])('of %s agents %s: %j', (agents, paused, found) => {
		const share = measured('paused-share', {over: {agents, paused}});
		expect(share).toEqual(typeof found === 'object' ? expect.objectContaining(found) : found);
	});

	test.each([
		['PAUSE', 3, {value: 3, threshold: 3, note: 'it is paused', cause: {kind: 'paused', status: 'PAUSE', ready: 3}}],
		['STOP', 4, {value: 4, threshold: 3, note: 'it is stopped', cause: {kind: 'stopped', status: 'STOP', ready: 4}}],
		['PLAY', 4, undefined],
		['HOLD', 4, 'unknown'],
		['PAUSE', undefined, 'unknown'],
	] as const)('a campaign at %s with %s ready: %j', (status, ready, found) => {
		expect(measured('paused-ready', {status, over: {ready}})).toEqual(found);
	});
});

describe('answers', () => {
	const fewer = (kind: Cause['kind'], to = 0.1, isSure = true) => cause(kind, [shift('live', 0.2, to)], isSure);

	test('per dial are a share of the usual, by the causes that make them fewer', () => {
		for (const kind of ['dials-fail', 'unanswered', 'caller-id', 'detection', 'changed'] as const) {
			expect(measured('answers', fewer(kind)), kind).toMatchObject({value: 50, threshold: 65, cause: {kind}});
		}
		expect(measured('answers', fewer('more-answers'))).toBeUndefined();
		expect(measured('answers', {})).toBeUndefined();
		expect(measured('answers', cause('changed', [shift('dials', 2, 1)]))).toBeUndefined();
		expect(measured('answers', cause('changed', [shift('live', 0, 0)]))).toMatchObject({value: 0});
	});

	test('are an outage only where machines answer no more either', () => {
		expect(measured('outage', fewer('dials-fail'))).toMatchObject({value: 50, threshold: 50});
		expect(measured('outage', fewer('unanswered'))).toMatchObject({value: 50});
		expect(measured('outage', fewer('caller-id'))).toBeUndefined();
	});

	test('that fell by an unsure cause raise no alert, and keep up one that was raised', () => {
		expect(measured('answers', fewer('caller-id', 0.1, false))).toBeUndefined();
		expect(measured('answers', {...fewer('caller-id', 0.1, false), raised: 'answers'})).toMatchObject({value: 50});
	});
});

describe('agents who wait while it dials', () => {
	test('are told where fewer lines are dialed, the level or the leads are less', () => {
		for (const kind of ['held-back', 'level-down', 'leads-off'] as const) {
			const given = cause(kind, [shift('dials', 60, 20)]);
			expect(measured('starved', {...given, over: {ready: 7, ringing: 2}}), kind).toMatchObject({
				value: 7,
				threshold: 1,
				cause: {kind},
			});
			expect(measured('starved', {...given, over: {ringing: 2}})).toBe('unknown');
		}
		expect(measured('starved', {...cause('level-up', []), over: {ready: 7, ringing: 2}})).toBeUndefined();
		expect(measured('starved', {over: {ready: 7, ringing: 2}})).toBeUndefined();
	});
});

describe('another unusual figure', () => {
	test('is told by how far it is from the usual, either way', () => {
		expect(measured('unusual', cause('long-wrap-up', [shift('wrapUp', 0.1, 0.15)]))).toMatchObject({
			value: expect.closeTo(50),
			threshold: 40,
			note: 'wrap-up takes longer',
		});
		expect(measured('unusual', cause('changed', [shift('dials', 60, 20)]))).toMatchObject({
			value: expect.closeTo(66.7, 1),
		});
		expect(measured('unusual', cause('agents-paused', [shift('paused', 0.01, 0.5)]))).toMatchObject({value: 999});
		for (const kind of ['more-answers', 'machines-pass', 'long-talks', 'level-up'] as const) {
			expect(measured('unusual', cause(kind, [shift('live', 0.1, 0.2)])), kind).toMatchObject({value: 100});
		}
	});

	test('is none that another rule tells, nor one that is unsure unless it was raised', () => {
		expect(measured('unusual', cause('changed', [shift('live', 0.2, 0.1)]))).toBeUndefined();
		expect(measured('unusual', cause('changed', [shift('live', 0.1, 0.2)]))).toMatchObject({value: 100});
		expect(measured('unusual', cause('dials-fail', [shift('live', 0.2, 0.1)]))).toBeUndefined();
		expect(measured('unusual', cause('changed', []))).toBeUndefined();
		const unsure = cause('long-talks', [shift('onCall', 0.4, 0.8)], false);
		expect(measured('unusual', unsure)).toBeUndefined();
		expect(measured('unusual', {...unsure, raised: 'unusual'})).toMatchObject({value: 100});
	});
});

describe('dead calls', () => {
	const usual = (dead: number, weight: number) => ({
		recent: {buckets: [], usual: {dead, weight}} as unknown as Recent,
	});

	test('count above three times the usual, which stays what it was while an alert tells them', () => {
		expect(measured('dead', {over: {dead: 2}})).toEqual({value: 2, threshold: 1});
		expect(measured('dead', {over: {dead: 4}, known: usual(1000, 1000)})).toEqual({value: 1, threshold: 1});
		expect(measured('dead', {over: {dead: 4}, known: usual(500, 1000)})).toEqual({value: 3, threshold: 1});
		expect(measured('dead', {over: {dead: 4}, known: usual(1000, 1000), raised: 'dead'})).toMatchObject({value: 4});
		expect(measured('dead', {over: {dead: 4}, known: usual(1000, 1000), raised: 'unusual'})).toMatchObject({value: 1});
		expect(measured('dead', {over: {dead: 4}, known: usual(Number.NaN, 1000)})).toMatchObject({value: 4});
		expect(measured('dead', {over: {dead: 4}, known: usual(1000, 0)})).toMatchObject({value: 4});
		expect(measured('dead', {})).toBe('unknown');
	});
});

describe('ringing outside the calling hours', () => {
	const noon = new Date(at(0).wall).getUTCHours() * 60;
	const hours = (from: number, until: number) => ({of: {callingHours: {from, until, zones: ['UTC']}}});
	const [open, closed] = [hours(noon, noon + 60), hours(noon - 120, noon - 60)];

	test('is told with the hours; without a figure it cannot tell, and without hours there is none', () => {
		expect(measured('hours', {...closed, over: {ringing: 2}})).toEqual({
			value: 2,
			threshold: 1,
			note: expect.stringMatching(/^the calling hours of \d\d:\d\d/),
		});
		expect(measured('hours', {...open, over: {ringing: 2}})).toBeUndefined();
		expect(measured('hours', closed)).toBe('unknown');
		expect(measured('hours', {over: {ringing: 2}})).toBeUndefined();
	});
});

describe('the pace of drops', () => {
	/** Twelve drops of sixty answers in a minute; the day had 20 drops of 1000, and the limit allows 30. */
	const day = {dropRate: 2, dropLimit: 3, humanAnswered: 1000};
	const minute = (over: Partial<Bucket> = {}) => ({
		recent: {
			buckets: [{from: 0, to: 60_000, polls: 30, drops: 12, human: 60, ...over}],
			usual: {},
		} as unknown as Recent,
	});

	test('is told by the drops of the last minute, with them', () => {
		expect(measured('drop-pace', {over: day, known: minute()})).toEqual({
			value: expect.closeTo(10 / (12 - 1.8), 5),
			threshold: 15,
			note: '12 drops of 60 live answers in 60 s',
		});
	});

	test.each<[what: string, given: Case, found: 'unknown' | undefined]>([
		['nothing watched', {over: day}, undefined],
		['less than a minute watched', {over: day, known: minute({to: 59_999})}, undefined],
		['no drop rate', {over: {...day, dropRate: undefined}, known: minute()}, 'unknown'],
		['few answers today', {over: {...day, humanAnswered: 49}, known: minute()}, undefined],
		['an unknown number of answers', {over: {...day, humanAnswered: undefined}, known: minute()}, undefined],
		['fewer drops than count', {over: day, known: minute({drops: 4, human: 5})}, undefined],
		['a pause', {status: 'PAUSE', over: day, known: minute()}, undefined],
		['a stop', {status: 'STOP', over: day, known: minute()}, undefined],
		['no agents to drop calls for', {over: {...day, paceMethod: 'BROADCAST'}, known: minute()}, undefined],
	])('is none with %s', (_what, given, found) => {
		expect(measured('drop-pace', given)).toBe(found);
	});

	test('counts from so many answers and drops on', () => {
		const few = {...day, dropRate: 0, humanAnswered: 50};
		expect(measured('drop-pace', {over: few, known: minute({drops: 5, human: 6})})).toMatchObject({
			note: '5 drops of 6 live answers in 60 s',
		});
	});
});
