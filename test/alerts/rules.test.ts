/** What each rule on a campaign measures, at its boundaries, and where its figures cannot tell. */
import {describe, expect, test} from 'vitest';
import type {CampaignPoll, CampaignRule} from '../../source/alerts/rule.ts';
import {alertDefaults, ruleOf} from '../../source/alerts/rules.ts';
import type {Alert, AlertKind, RuleId} from '../../source/model/alert.ts';
import type {Cause, Shift} from '../../source/model/causes.ts';
import {type History, noHistory} from '../../source/model/history.ts';
import type {Learned} from '../../source/model/recent.ts';
import {campaignRow} from '../../source/model/select.ts';
import type {CampaignDashboard, Source} from '../../source/model/state.ts';
import type {Bucket} from '../../source/model/usual.ts';
import type {Figures} from '../../source/model/wire.ts';
import {after, at, campaign, campaignsPolled, dashboardPolled, fresh, source} from '../model/make.ts';

type Case = {
	status?: string;
	over?: Partial<Figures>;
	/** What is known of it beside its figures. */
	known?: Partial<Pick<History, 'cause'> & Pick<CampaignDashboard, 'history' | 'agents' | 'calls'>>;
	/** The alert that is active, whatever its kind. */
	raised?: RuleId | Partial<Alert>;
	/** Those of some kinds. */
	active?: Partial<Record<AlertKind, Partial<Alert>>>;
	/** The figures of the poll before, at which it dialed. */
	before?: Partial<Figures> | undefined;
	wasDialing?: boolean;
	/** Rules that are off. */
	off?: readonly RuleId[];
	of?: Partial<Source>;
};

/** A history of which a rule needs no more than this. */
const remembered = ({
	buckets,
	...learned
}: {
	buckets: readonly object[];
	usual: object;
	polledSince?: number;
}): History => ({
	...noHistory,
	learned: {...learned, drawn: buckets, since: Number.NEGATIVE_INFINITY} as Learned,
});

/** What a rule finds on a campaign with these figures, by its default settings. */
const measured = (id: RuleId, {status = 'PLAY', over = {}, known = {}, raised, of = {}, ...given}: Case) => {
	const {before, wasDialing = true, off = []} = given;
	const rules = {...alertDefaults.rules};
	for (const rule of off) {
		rules[rule] = {...rules[rule], on: false};
	}
	const listed = after(fresh(), campaignsPolled(0, [campaign('1', {status})]));
	const polled = (seconds: number, own: Partial<Figures>) =>
		after(listed, dashboardPolled(seconds, '1', {status, paceMethod: 'RATIO', ...own}));
	const row = campaignRow(polled(2, over), '1');
	if (!row?.dashboard) {
		throw new Error('no row');
	}
	const {history, cause, ...graphs} = known;
	const {latest} = row.dashboard.history;
	const past: History = {...noHistory, ...history, latest: latest && {...latest, ...graphs}, cause};
	const poll: CampaignPoll = {
		row: {...row, dashboard: {...row.dashboard, ...graphs, history: past}},
		previous: before && polled(0, before).dashboards.get('1'),
		wasDialing,
		source: {...source, ...of},
		alert: kind =>
			(given.active?.[kind] ?? (typeof raised === 'string' ? {rule: raised} : raised)) as Alert | undefined,
	};
	return (ruleOf[id] as CampaignRule).measure(poll, rules[id], {...alertDefaults, rules});
};

const shift = (figure: Shift['figure'], from: number, to: number): Shift => ({figure, from, to});

const cause = (kind: Cause['kind'], shifts: readonly Shift[], isSure = true): {known: {cause: Cause}} => ({
	known: {cause: {kind, shifts, isSure}},
});

describe('the drop rate', () => {
	const found = (over: Partial<Figures>, raised?: Partial<Alert>) =>
		measured('drop-limit', {over: {dropLimit: 3, humanAnswered: 2000, ...over}, ...(raised && {raised})});

	test('counts from so many answers and drops on, half a drop being one', () => {
		expect(found({dropRate: 9, humanAnswered: 50})).toMatchObject({value: 9, threshold: 3});
		expect(found({dropRate: 12, humanAnswered: 49})).toBeUndefined();
		expect(found({dropRate: 8.99, humanAnswered: 50})).toBeUndefined();
		expect(found({dropRate: 0.1, humanAnswered: undefined})).toMatchObject({value: 0.1});
		expect(found({dropRate: 0, humanAnswered: undefined})).toBeUndefined();
		expect(found({dropRate: undefined})).toBe('unknown');
		expect(found({dropRate: undefined, paceMethod: 'BROADCAST'})).toBeUndefined();
	});

	test('is measured by the lower limit, and names whose it is', () => {
		expect(found({dropRate: 1, dropLimit: 2})).toEqual({value: 1, threshold: 2, limit: 2, note: 'its own limit'});
		expect(found({dropRate: 1, dropLimit: 3})).toMatchObject({threshold: 3, note: 'its own limit'});
		expect(found({dropRate: 1, dropLimit: 4})).toMatchObject({threshold: 3, note: "the regulator's line"});
		expect(found({dropRate: 1, dropLimit: undefined})).toMatchObject({threshold: 3, note: "the regulator's line"});
	});

	test('under the regulator’s line may be over the campaign’s own, if its alert was measured by one that is not read now', () => {
		const gone = {dropRate: 2.5, dropLimit: undefined};
		expect(found(gone, {rule: 'drop-limit', threshold: 2})).toBe('unknown');
		expect(found(gone, {rule: 'drop-limit', threshold: 3})).toMatchObject({value: 2.5});
		expect(found({...gone, dropRate: 3}, {rule: 'drop-limit', threshold: 2})).toMatchObject({value: 3});
		expect(found({...gone, dropLimit: 2}, {rule: 'drop-limit', threshold: 2})).toMatchObject({threshold: 2});
	});
});

describe('calls that wait', () => {
	const waits = (over: Partial<Figures>) => measured('waiting', {over: {waiting: 3, ready: 0, ...over}});

	test('are told while nobody is ready, where they are many for the floor', () => {
		expect(waits({})).toEqual({value: 3, threshold: 1, note: '', cause: undefined});
		expect(waits({agents: 100})).toMatchObject({value: 3, threshold: 3});
		expect(waits({agents: 101})).toBeUndefined();
		expect(waits({ready: 1})).toBeUndefined();
		expect(waits({waiting: 0})).toBeUndefined();
		expect(waits({waiting: undefined})).toBe('unknown');
		expect(waits({ready: undefined})).toBe('unknown');
	});

	test('are told with the first cause that makes them wait', () => {
		const {known} = cause('long-talks', []);
		const agents = Array.from({length: 60}, () => ({agents: 20, extra: {}, unreadable: []}));
		const over = {waiting: 3, ready: 0, agents: 8};
		expect(measured('waiting', {over, known: {...known, agents}})).toMatchObject({
			note: 'talks take longer',
			cause: {kind: 'long-talks'},
		});
		expect(measured('waiting', {over, known: {agents}})).toMatchObject({cause: {kind: 'agents-left'}});
		for (const kind of ['agents-paused', 'level-up', 'more-answers', 'machines-pass', 'long-wrap-up'] as const) {
			expect(measured('waiting', {over, ...cause(kind, [])}), kind).toMatchObject({cause: {kind}});
		}
		expect(measured('waiting', {over, ...cause('held-back', [])})).toMatchObject({note: ''});
	});
});

describe('agents ready, and nothing rings', () => {
	test('are so for a minute of the graph in which they were ready from its start on', () => {
		const none = {extra: {}, unreadable: []};
		const time = (index: number) => 36_000 + index * 60;
		const idle = (ready: readonly number[]) =>
			measured('idle', {
				over: {ready: 1, ringing: 0, calledToday: 90},
				known: {
					calls: [3, 2, 0].map((dialed, index) => ({dialed, delivered: 0, drops: 0, time: time(index), ...none})),
					agents: ready.map((of, index) => ({agents: 3, ready: of, time: time(index), ...none})),
				},
			});
		expect(idle([0, 1, 1])).toMatchObject({value: 1, drawn: 60});
		// Somebody who became ready in this minute has waited for less of it.
		expect(idle([0, 0, 1])).toBeUndefined();
	});

	const rest = {ready: 4, ringing: 0, calledToday: 500};
	const idle = (over: Partial<Figures>, more: Partial<Case> = {}) =>
		measured('idle', {over: {...rest, ...over}, before: {calledToday: 500}, ...more});
	const still = (over: Partial<Figures>, more: Partial<Case> = {}) =>
		measured('not-dialing', {over: {...rest, ...over}, before: {calledToday: 500}, ...more});

	test.each<[what: string, over: Partial<Figures>, more: Partial<Case>, found: 'found' | 'unknown' | undefined]>([
		['nothing dialed since the poll before', {}, {}, 'found'],
		['calls ring', {ringing: 1}, {}, undefined],
		['calls were dialed', {calledToday: 501}, {}, undefined],
		['it did not dial at the poll before', {}, {wasDialing: false}, undefined],
		['nobody is ready', {ready: 0}, {}, undefined],
		['who is ready is not read', {ready: undefined}, {}, 'unknown'],
		['what rings is not read', {ringing: undefined}, {}, 'unknown'],
		['what rings is not read while calls were dialed', {ringing: undefined, calledToday: 501}, {}, undefined],
		['the day’s count is not read', {calledToday: undefined}, {}, 'unknown'],
		['the day’s count was not read before', {}, {before: {}}, 'unknown'],
		['nobody looked before', {}, {before: undefined}, 'unknown'],
	])('%s', (_what, over, more, found) => {
		const since = at(0.1);
		expect(idle(over, more)).toEqual(
			found === 'found' ? {value: 4, threshold: 1, note: '', cause: undefined, since} : found,
		);
		expect(still(over, more)).toEqual(found === 'found' ? {threshold: 180, note: '', cause: undefined, since} : found);
	});

	test('are told with what stops the dialing', () => {
		for (const [over, kind] of [
			[{totalLeads: 0}, 'no-leads'],
			[{totalLeads: 9, activeLeads: 0}, 'lists-off'],
			[{remainingLeads: 0}, 'leads-done'],
			[{schedulerStatus: 'CLOSED'}, 'outside-hours'],
			[{schedulerStatus: 'CLOSED', remainingLeads: 0}, 'leads-done'],
			[{paceTempo: '0'}, 'level-zero'],
			[{paceMethod: 'PREDICTIVE', dropRate: 4, dropLimit: 3}, 'drop-limit'],
		] as const) {
			expect(idle(over), kind).toMatchObject({cause: {kind}});
			expect(still(over), kind).toMatchObject({cause: {kind}});
		}
		expect(idle({schedulerStatus: 'HOLIDAY'})).toMatchObject({cause: undefined});
	});

	test('are not awaited by a campaign that dials without them, unless something stops it', () => {
		const broadcast = {paceMethod: 'BROADCAST', ready: 0};
		expect(still(broadcast)).toMatchObject({threshold: 180, note: ''});
		expect(still({...broadcast, remainingLeads: 0})).toBeUndefined();
		expect(still({...broadcast, remainingLeads: 0, ready: 1})).toMatchObject({cause: {kind: 'leads-done'}});
	});
});

describe('leads left', () => {
	const leads = (over: Partial<Figures>, more: Partial<Case> = {}) => measured('leads-low', {over, ...more});

	test('are told by the minutes that they last', () => {
		expect(leads({remainingLeads: 50, remainingTime: 600})).toEqual({value: 10, threshold: 60});
		expect(leads({remainingLeads: 50})).toBe('unknown');
		expect(leads({remainingTime: 600})).toBe('unknown');
	});

	test('if none are, with the reason; an alert about dialing tells it as long as a poll shows that one', () => {
		const none = {remainingLeads: 0, activeLeads: 70, totalLeads: 900};
		expect(leads(none)).toMatchObject({value: 0, threshold: 60, note: 'no leads left', cause: {kind: 'leads-done'}});
		expect(leads({...none, activeLeads: 0})).toMatchObject({cause: {kind: 'lists-off'}});
		expect(leads({...none, totalLeads: 0})).toMatchObject({cause: {kind: 'no-leads'}});
		expect(leads({...none, ready: 0})).toMatchObject({value: 0});
		// The rules on idle agents will tell it, but not of a first look.
		const watched = {before: {calledToday: 7}};
		expect(leads({...none, ready: 2}, watched)).toBe('unknown');
		expect(leads({...none, ready: 2}, {...watched, off: ['idle']})).toBe('unknown');
		expect(leads({...none, ready: 2}, {...watched, off: ['not-dialing']})).toBe('unknown');
		expect(leads({...none, ready: 2}, {...watched, off: ['idle', 'not-dialing']})).toMatchObject({value: 0});
		expect(leads({...none, ready: 2})).toMatchObject({value: 0});
		expect(leads(none, {raised: {rule: 'idle', seenAt: at(2.1)}})).toBeUndefined();
		expect(leads(none, {raised: {rule: 'idle', seenAt: at(0.1)}})).toBe('unknown');
	});
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
			cause: {kind: 'agents-left', shifts: [{from: 10, to: 6}], isSure: true},
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
		['PAUSE', 3, {value: 3, threshold: 3, note: 'paused', cause: {kind: 'paused', status: 'PAUSE', ready: 3}}],
		['STOP', 4, {value: 4, threshold: 3, note: 'stopped', cause: {kind: 'stopped', status: 'STOP', ready: 4}}],
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

describe('leads called in vain', () => {
	const outage = cause('dials-fail', [shift('live', 0.2, 0.02)]);
	const inVain = (now: number | undefined, before: number | undefined) =>
		measured('outage', {...outage, over: {calledToday: now}, before: {calledToday: before}});

	test('are those that were dialed since the poll before, less what is answered still', () => {
		expect(inVain(540, 500)).toMatchObject({value: 10, inVain: 36});
		expect(inVain(500, 500)).toMatchObject({inVain: 0});
	});

	test('are unknown where the counts are, and at the day’s turn', () => {
		expect(inVain(undefined, 500)).toMatchObject({inVain: undefined});
		expect(inVain(500, undefined)).toMatchObject({inVain: undefined});
		expect(inVain(3, 500)).toMatchObject({inVain: undefined});
		expect(measured('outage', {...outage, over: {calledToday: 540}})).toMatchObject({inVain: undefined});
	});

	test('before a first look are those of the minutes in a row that the graph draws without answers', () => {
		const minute = (index: number, dialed: number, delivered: number) => ({
			...{time: 36_000 + index * 60, dialed, delivered, drops: 0},
			...{extra: {}, unreadable: []},
		});
		const well = Array.from({length: 30}, (_, index) => minute(index, 100, 20));
		const out = [30, 31, 32].map(index => minute(index, 80, 0));
		const known = {...outage.known, calls: [...well, ...out]};
		expect(measured('outage', {known, over: {calledToday: 540}})).toMatchObject({inVain: 240});
		expect(measured('outage', {known: {...known, calls: well}, over: {calledToday: 540}})).toMatchObject({inVain: 0});
	});

	test('are none of an alert that people alone answer less', () => {
		const fewer = cause('caller-id', [shift('live', 0.2, 0.02)]);
		const found = measured('answers', {...fewer, over: {calledToday: 540}, before: {calledToday: 500}});
		expect(found).not.toHaveProperty('inVain');
	});
});

describe('more agents paused than usual', () => {
	const usually = (share: number, weight = 1200) => ({
		history: remembered({buckets: [], usual: {shares: {paused: share * weight}, weight}}),
	});
	const paused = (count: number | undefined, share: number, over: Partial<Figures> = {}, more: Partial<Case> = {}) =>
		measured('paused-more', {over: {agents: 30, paused: count, ...over}, known: usually(share), ...more});

	test('are told by how many times as many they are', () => {
		expect(paused(12, 0.2)).toEqual({
			value: 2,
			threshold: 2,
			concerns: 12,
			note: '12 of 30',
			cause: {kind: 'agents-paused', shifts: [{figure: 'paused', from: 0.2, to: 0.4}], isSure: true},
		});
		expect(paused(9, 0.2, {}, {raised: 'paused-more'})).toMatchObject({value: 1.5});
		expect(paused(9, 0.01)).toMatchObject({value: 9, note: '9 of 30'});
	});

	test('are not of a handful, nor where nothing is known of the usual', () => {
		expect(paused(5, 0.01)).toBeUndefined();
		expect(paused(8, 0.02, {agents: 113})).toBeUndefined();
		expect(paused(14, 0.02, {agents: 113})).toMatchObject({note: '14 of 113'});
		expect(paused(8, 0.02, {agents: 113}, {raised: 'paused-more'})).toMatchObject({note: '8 of 113'});
		expect(paused(6, 0.1)).toBeUndefined();
		expect(paused(6, 0.01)).toMatchObject({value: 6});
		expect(measured('paused-more', {over: {agents: 30, paused: 12}})).toBeUndefined();
		expect(measured('paused-more', {over: {agents: 30, paused: 12}, known: usually(0.1, 299)})).toBeUndefined();
		expect(measured('paused-more', {over: {agents: 30, paused: 12}, known: usually(Number.NaN)})).toBeUndefined();
		expect(paused(undefined, 0.2)).toBe('unknown');
		expect(paused(12, 0.2, {agents: undefined})).toBe('unknown');
	});

	test('are not where the graph draws that they became as many by and by, as at a break', () => {
		const drawn = (...counts: number[]) => ({
			...usually(0.1),
			agents: counts.map(count => ({paused: count, extra: {}, unreadable: []})),
		});
		const drawnPaused = (counts: number[], more: Partial<Case> = {}) =>
			measured('paused-more', {over: {agents: 30, paused: 10}, known: drawn(...counts), ...more});
		expect(drawnPaused([5, 5, 5, 5, 10])).toMatchObject({note: '10 of 30'});
		expect(drawnPaused([3, 5, 6, 7, 8, 9])).toBeUndefined();
		expect(drawnPaused([3, 5, 6, 7, 8, 9], {raised: 'paused-more'})).toMatchObject({note: '10 of 30'});
	});

	test('are told by the alert that names them as the cause, if there is one', () => {
		const named = {rule: 'unusual', cause: {kind: 'agents-paused', shifts: [], isSure: true}} as const;
		expect(paused(12, 0.2, {}, {active: {floor: named}})).toBeUndefined();
		const active = {floor: named, staffing: {rule: 'paused-more'}} as const;
		expect(paused(12, 0.2, {}, {active})).toMatchObject({partOf: 'unusual'});
		const other = {...named, cause: {...named.cause, kind: 'long-wrap-up'}} as const;
		expect(paused(12, 0.2, {}, {active: {...active, floor: other}})).not.toHaveProperty('partOf');
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

describe('an alert whose figures go on while another tells more of them', () => {
	const waits = {over: {ready: 28, ringing: 2}};
	const outage = cause('dials-fail', [shift('live', 0.2, 0.01)]);

	test('is kept: agents who wait in an outage', () => {
		const active = {dialing: {rule: 'starved'}, answers: {rule: 'outage'}} as const;
		const part = measured('starved', {...outage, ...waits, active});
		expect(part).toMatchObject({value: 28, cause: {kind: 'dials-fail'}, partOf: 'outage'});
		const before = measured('starved', {...outage, ...waits, active: {dialing: active.dialing}});
		expect(before).toMatchObject({value: 28, partOf: undefined});
		expect(measured('starved', {...outage, ...waits})).toBeUndefined();
		expect(measured('starved', {...outage, ...waits, raised: {rule: 'idle'}})).toBeUndefined();
		expect(measured('starved', {...outage, ...waits, raised: {rule: 'starved', wellSince: at(1)}})).toBeUndefined();
		expect(measured('starved', {...outage, over: {ringing: 2}, raised: {rule: 'starved'}})).toBe('unknown');
	});

	test('is kept: fewer dials whose cause is found', () => {
		const unexplained = {kind: 'changed', shifts: [shift('dials', 60, 20)], isSure: true} as const;
		const raised = {rule: 'unusual', value: 66, cause: unexplained, note: 'something changed'} as const;
		const found = cause('held-back', [shift('dials', 60, 20)]);
		const active = {floor: raised, dialing: {rule: 'starved'}} as const;
		expect(measured('unusual', {...found, active})).toMatchObject({value: 66, cause: unexplained, partOf: 'starved'});
		expect(measured('unusual', {...outage, raised})).toBeUndefined();
		expect(measured('unusual', {...found, raised: {...raised, cause: outage.known.cause}})).toBeUndefined();
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
		history: remembered({buckets: [], usual: {dead, weight}}),
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
		history: remembered({
			buckets: [{from: 20_000, to: 80_000, polls: 30, drops: 12, human: 60, ...over}],
			usual: {},
		}),
	});

	test('is told by the drops of the last minute, with them', () => {
		expect(measured('drop-pace', {over: day, known: minute()})).toEqual({
			value: expect.closeTo(10 / (12 - 1.8), 5),
			threshold: 15,
			note: '12 drops of 60 live answers in 60 s',
		});
	});

	test('goes on between two bursts: what half a minute no longer shows two minutes do', () => {
		const bursts = [
			{from: 0, to: 40_000, polls: 20, drops: 12, human: 60},
			{from: 40_000, to: 80_000, polls: 20, drops: 0, human: 30},
		];
		const known = {history: remembered({buckets: bursts, usual: {}, polledSince: 0})};
		expect(measured('drop-pace', {over: day, known})).toMatchObject({note: '12 drops of 90 live answers in 80 s'});
	});

	test('that was told goes on while the rate nears its limit, however few drops that are', () => {
		const few = {over: day, known: minute({drops: 3, human: 60})};
		expect(measured('drop-pace', few)).toBeUndefined();
		expect(measured('drop-pace', {...few, raised: 'drop-pace'})).toMatchObject({value: expect.closeTo(10 / 1.2, 5)});
		expect(measured('drop-pace', {...few, raised: {rule: 'drop-pace', wellSince: at(1)}})).toBeUndefined();
	});

	test('never tells more drops than answers', () => {
		expect(measured('drop-pace', {over: day, known: minute({drops: 6, human: 5})})).toMatchObject({
			note: '6 drops of 6 live answers in 60 s',
		});
	});

	test.each<[what: string, given: Case, found: 'unknown' | undefined]>([
		['nothing watched', {over: day}, undefined],
		['less than twenty seconds watched', {over: day, known: minute({to: 39_999})}, undefined],
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
