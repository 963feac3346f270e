/** The period of a rule of compliance, from polls and days that were read, to the column, the campaign's page and the alert. */
import {describe, expect, test} from 'vitest';
import {notJudgedIn} from '../../source/alerts/one-poll.ts';
import {type Compliance, type ComplianceGiven, complianceOf, dayNumberOf} from '../../source/model/compliance.ts';
import {dropDayOf, noDropDays, withDays} from '../../source/model/drop-days.ts';
import {dropPeriod} from '../../source/model/drop-period.ts';
import {campaignRow} from '../../source/model/select.ts';
import type {Message, State} from '../../source/model/state.ts';
import type {Figures} from '../../source/model/wire.ts';
import {alertSentence} from '../../source/present/alert-text.ts';
import {boardColumns} from '../../source/present/board-columns.ts';
import {fieldsOfCampaign} from '../../source/present/campaign-fields.ts';
import {coverageText, periodRecord} from '../../source/present/period-text.ts';
import {pacePairs} from '../../source/screen/views/board/panes/pace.tsx';
import {after, at, campaignsPolled, dashboardPolled, fresh, live} from './make.ts';

/** Second 0 of these states is 2026-05-28T20:26:40Z. */
const today = Math.floor(at(0).wall / 86_400_000);

const watching = (given: ComplianceGiven, ...ids: string[]): State =>
	after(fresh({compliance: complianceOf(given), timeZone: 'UTC'}), live, campaignsPolled(0, ids));

const polled = (sent: number, id: string, humanAnswered: number, dropRate: number, over: Partial<Figures> = {}) =>
	dashboardPolled(sent, id, {
		status: 'PLAY',
		paceMethod: 'PREDICTIVE',
		calledToday: humanAnswered * 4,
		humanAnswered,
		dropRate,
		...over,
	});

const daysRead = (campaignId: string, ...days: [ago: number, liveAnswers: number, dropRate: number][]): Message => ({
	type: 'days-read',
	campaignId,
	days: days.map(([ago, liveAnswers, dropRate]) =>
		dropDayOf({day: today - ago, liveAnswers, dropRate, source: 'seen', isWhole: true}),
	),
});

const thirtyDays = {rule: 'thirty-days', period_start: '2026-05-20'};

const rowOf = (state: State, id: string) => {
	const row = campaignRow(state, id);
	if (!row) {
		throw new Error(`${id} has no row`);
	}
	return row;
};

const cellOf = (state: State, id: string): string | undefined => {
	const column = boardColumns(state, 2000).find(one => one.id === 'period');
	return column?.cell(rowOf(state, id)).text;
};

const fieldsOf = (state: State, id: string): string[] =>
	fieldsOfCampaign(rowOf(state, id)).flatMap(({fields}) =>
		fields.flatMap(({label, value}) => (label.startsWith('period') ? `${label} ${value}` : [])),
	);

test('days that were read and the running day make the period, which every view names by its rule', () => {
	const state = after(
		watching(thirtyDays, '1'),
		polled(1, '1', 100, 1),
		daysRead('1', [1, 1000, 2.5], [2, 1000, 2.5], [9, 5000, 9]),
	);
	expect(today).toBe(dayNumberOf('2026-05-28'));
	expect(cellOf(state, '1')).toBe('2.43%, 12 left, 3/9');
	expect(fieldsOf(state, '1')).toEqual([
		'period* 2.43% of 3% in 30 days, 2 s to an agent',
		'period allows* 12 drops today',
		'period known* 3 of 9 days seen, 21 to come; an indicator, not legal advice',
	]);
	expect(boardColumns(state, 2000).find(({id}) => id === 'period')?.title).toBe('30 days %*');
	const {figures, dashboard} = rowOf(state, '1');
	const pane = (width: number) => (figures && dashboard ? pacePairs(figures, dashboard, width) : []);
	expect(pane(100)).toContainEqual(expect.objectContaining({label: 'in 30 days*', value: '2.43% of 3%'}));
	expect(pane(100)).toContainEqual(
		expect.objectContaining({value: '3 of 9 days seen, 21 to come; an indicator, not legal advice'}),
	);
	expect(pane(40)).toContainEqual(expect.objectContaining({value: '3 of 9 days seen, 21 to come'}));
	expect(periodRecord(rowOf(state, '1').dashboard?.period)).toMatchObject({
		rule: 'thirty-days',
		live_answers: 2100,
		drops_least: 51,
		left_least: 12,
		days_seen: 3,
		days_due: 9,
		note: 'an indicator, not legal advice',
	});
});

test('without a rule nothing is counted, shown or raised', () => {
	const state = after(fresh(), live, campaignsPolled(0, ['1']), polled(1, '1', 1000, 9), daysRead('1', [1, 1000, 9]));
	expect(state.dropDays.size).toBe(0);
	expect(fieldsOf(state, '1')).toEqual([]);
	expect(boardColumns(state, 2000).find(({id}) => id === 'period')).toMatchObject({isUnset: true});
	expect(periodRecord(rowOf(state, '1').dashboard?.period)).toBeNull();
});

test('campaigns that dial for no agents have no period', () => {
	const state = after(watching(thirtyDays, '1'), polled(1, '1', 1000, 9, {paceMethod: 'SMSB'}));
	expect(rowOf(state, '1').dashboard?.period).toBeUndefined();
	expect(cellOf(state, '1')).toBe('—');
});

test('the campaigns of a group have one rate', () => {
	const state = after(
		watching({rule: 'each-day', limit: 3, groups: {centre: ['1', '2']}}, '1', '2', '3'),
		polled(1, '1', 1000, 2),
		polled(2, '3', 1000, 0),
		polled(3, '2', 1000, 3),
	);
	expect(cellOf(state, '2')).toBe('~2.50%, 10 left');
	expect(cellOf(state, '3')).toBe('0.00%, 30 left');
	expect(cellOf(after(state, polled(5, '1', 1000, 2)), '1')).toBe('~2.50%, 10 left');
});

describe('an alert', () => {
	const settled = (state: State, rate: number): State =>
		after(state, ...[10, 14, 18, 22, 26].map(seconds => polled(seconds, '1', 1000, rate)));

	const sentences = ({alerts}: State): string[] =>
		[...alerts.active.values()].flatMap(alert => (alert.kind === 'period' ? alertSentence(alert) : []));

	test('warns near the limit of the period, and rises over it', () => {
		const state = after(
			watching({...thirtyDays, limit: 5}, '1'),
			daysRead('1', ...[1, 2, 3, 4].map((ago): [number, number, number] => [ago, 0, 0])),
		);
		expect(sentences(settled(state, 4))).toEqual([]);
		const near = settled(state, 4.6);
		expect(sentences(near)).toEqual([
			'"Campaign 1": drops at 92% of the period\'s limit: 4.60% of 5% in the period of 30 days',
		]);
		expect(sentences(after(near, ...[30, 34, 38, 42, 46].map(seconds => polled(seconds, '1', 1010, 5.15))))).toEqual([
			'"Campaign 1": DROPS AT 103% OF THE PERIOD\'S LIMIT: 5.15% of 5% in the period of 30 days',
		]);
	});

	test('is none while fewer than half of the days are known', () => {
		expect(sentences(settled(watching({...thirtyDays, limit: 5}, '1'), 9))).toEqual([]);
	});

	test('is none without a limit', () => {
		expect(sentences(settled(watching({rule: 'each-day'}, '1'), 9))).toEqual([]);
	});
});

test('a campaign that the service lists no longer is forgotten', () => {
	const state = after(watching(thirtyDays, '1', '2'), polled(1, '1', 100, 1), polled(2, '2', 100, 1));
	expect(after(state, campaignsPolled(5, ['2'])).dropDays.size).toBe(1);
	expect(after(state, campaignsPolled(5, ['2']), daysRead('1', [1, 1000, 2])).dropDays.size).toBe(1);
});

test('one look says that it could not judge a period of which too few days are known', () => {
	const few = after(watching({...thirtyDays, limit: 5}, '1'), polled(1, '1', 1000, 9));
	const judged = (state: State) =>
		notJudgedIn(state, [rowOf(state, '1')], 0).flatMap(({rule}) => (rule.kind === 'period' ? rule.id : []));
	expect(judged(few)).toEqual(['period-near', 'period-over']);
	const enough = after(few, daysRead('1', [1, 0, 0], [2, 0, 0], [3, 0, 0], [4, 0, 0]));
	expect(judged(enough)).toEqual([]);
});

test('what is known of a period is told, with how', () => {
	const period = dropPeriod(
		complianceOf(thirtyDays) as Compliance,
		[
			{
				created: undefined,
				days: withDays(noDropDays, [
					dropDayOf({day: today - 1, liveAnswers: 10, dropRate: 0, source: 'service', isWhole: true}),
					dropDayOf({day: today - 2, liveAnswers: 10, dropRate: 0, source: 'seen', isWhole: false}),
					{day: today - 3, answers: 0, least: 7, most: 7, source: 'search', isWhole: true},
				]),
			},
		],
		today,
	);
	expect(coverageText(period)).toBe(
		'2 of 9 days seen, 1 in part, 1 by its statistics, 1 more by call log: 7 drops, 21 to come',
	);
});
