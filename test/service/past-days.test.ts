/** Days of a period that were not seen are asked of the service: once each, a few a minute, and never taken for other days. */
import {expect, test} from 'vitest';
import {complianceOf, dayNumberOf, dayText} from '../../source/model/compliance.ts';
import {dropDayOf} from '../../source/model/drop-days.ts';
import type {EngineDays, RecordedDays} from '../../source/service/past-days.ts';
import {type Answers, done, failing, mostWithin, refused, simulate, source} from './harness.ts';

/** The clock begins on 2026-05-28, the ninth day of the period. */
const today = dayNumberOf('2026-05-28') ?? Number.NaN;
const compliance = complianceOf({rule: 'thirty-days', period_start: '2026-05-20'});

const figures = (campaignId: string) => ({
	campaignId,
	status: 'PLAY',
	paceMethod: 'PREDICTIVE',
	humanAnswered: 1000,
	calledToday: 4000,
	dropRate: 2.5,
	extra: {},
	unreadable: [],
});

/** What get_all_stats tells of a day, as it comes. */
const row = (campaign_id: string, human: string, percentage_dropped: string) => ({
	campaign_id,
	human_answered_calls: human,
	called_today: String(Number(human) * 4),
	percentage_dropped,
});

const watching = (
	answers: Answers,
	{
		rule = compliance,
		recordedDays,
		engineDays,
	}: {rule?: typeof compliance | null; recordedDays?: RecordedDays; engineDays?: EngineDays} = {},
) => {
	const rig = simulate({
		campaigns: 2,
		attention: {pastDays: true},
		parts: {recordedDays, engineDays},
		answers: request =>
			request.type === 'get_dashboard_stats' ? done({figures: figures(request.id)}) : answers(request),
	});
	rig.store.dispatch({
		type: 'service-changed',
		source: {...source, timeZone: 'UTC', compliance: rule ?? undefined},
		now: rig.clock.now(),
	});
	return rig;
};

const coverageOf = (rig: ReturnType<typeof watching>, id = '1001') =>
	rig.store.get().dashboards.get(id)?.value?.period?.coverage;

const datesOf = (rig: ReturnType<typeof watching>, type: string) =>
	rig.of(type).map(({params}) => params.date ?? params.from);

/** Answers for each day up to yesterday, and refuses others, as the interface leaves open. */
const statistics: Answers = ({type, params}) => {
	if (type !== 'get_all_stats') {
		return undefined;
	}
	return String(params.date) > dayText(today - 1)
		? refused('Invalid value: date')
		: done({stats: [row('1001', '500', '1.00'), row('1002', '800', '3.00')]});
};

test('each day is asked for once, the newest first, and no more than four a minute', async () => {
	const rig = watching(statistics);
	await rig.run(240);
	expect(datesOf(rig, 'get_all_stats')).toEqual([
		// Tomorrow, to see whether the service takes the date.
		'2026-05-29',
		...Array.from({length: 8}, (_, ago) => dayText(today - 1 - ago)),
	]);
	expect(rig.of('search_lead')).toEqual([]);
	expect(mostWithin(rig.of('get_all_stats'), 60_000, 0)).toBeLessThanOrEqual(5);
	expect(coverageOf(rig)).toMatchObject({known: 9, due: 9, byService: 8, byLog: 0});
	expect(rig.store.get().dashboards.get('1001')?.value?.period?.count).toEqual({answers: 5000, least: 65, most: 65});
	expect(rig.store.get().dashboards.get('1002')?.value?.period?.count).toMatchObject({answers: 7400, least: 217});
	const asked = rig.sent.length;
	await rig.run(60);
	expect(rig.of('get_all_stats')).toHaveLength(9);
	expect(rig.sent.length).toBeGreaterThan(asked);
});

test('a service that takes no heed of the date is not believed, and its call log is asked', async () => {
	const entry = (campaignId: string, status: string, date: string) => ({
		campaignId,
		status,
		date,
		extra: {},
		unreadable: [],
	});
	const rig = watching(({type, params}) => {
		const day = String(params.from);
		return type === 'get_all_stats'
			? done({stats: [row('1001', '1000', '2.50'), row('1002', '1000', '2.50')]})
			: type === 'search_lead'
				? done({
						footer: '',
						entries: [
							entry('1001', 'DROP', `${day} 09:10`),
							entry('1001', 'DROP', `${day} 09:12`),
							entry('1001', 'SALE', `${day} 09:12`),
							entry('1002', 'DROP', '2026-05-01 09:12'),
						],
					})
				: undefined;
	});
	await rig.run(200);
	expect(datesOf(rig, 'get_all_stats')).toEqual(['2026-05-29']);
	expect(datesOf(rig, 'search_lead')).toEqual(Array.from({length: 8}, (_, ago) => dayText(today - 1 - ago)));
	expect(rig.of('search_lead')[0]?.params).toEqual({status: 'DROP', from: '2026-05-27', to: '2026-05-27'});
	expect(coverageOf(rig)).toMatchObject({known: 1, due: 9, partly: 0, byService: 0, byLog: 8});
	const [one, other] = ['1001', '1002'].map(id => rig.store.get().dashboards.get(id)?.value?.period);
	// Live answers of these days are not known, so their drops are in no rate.
	expect(one).toMatchObject({loggedDrops: 16, count: {answers: 1000, least: 25}});
	expect(other).toMatchObject({loggedDrops: 0});
});

test('days before those that the statistics have are asked of the log', async () => {
	const rig = watching(request =>
		request.type === 'get_all_stats' && String(request.params.date) < '2026-05-26'
			? refused('there are figures from 2026-05-26 on')
			: request.type === 'search_lead'
				? done({footer: '', entries: []})
				: statistics(request),
	);
	await rig.run(260);
	expect(datesOf(rig, 'get_all_stats')).toEqual(['2026-05-29', '2026-05-27', '2026-05-26', '2026-05-25']);
	expect(datesOf(rig, 'search_lead')).toEqual([
		'2026-05-25',
		'2026-05-24',
		'2026-05-23',
		'2026-05-22',
		'2026-05-21',
		'2026-05-20',
	]);
});

test('a day of which the statistics and the log say nothing is asked of each once', async () => {
	const rig = watching(({type, params}) =>
		type === 'get_all_stats'
			? String(params.date) > dayText(today - 1)
				? refused('Invalid value: date')
				: done({stats: []})
			: type === 'search_lead'
				? done({footer: '', entries: []})
				: undefined,
	);
	await rig.run(600);
	const before = Array.from({length: 8}, (_, ago) => dayText(today - 1 - ago));
	expect(datesOf(rig, 'get_all_stats').toSorted()).toEqual(['2026-05-29', ...before].toSorted());
	expect(datesOf(rig, 'search_lead').toSorted()).toEqual(before.toSorted());
});

test('what was recorded is not asked for, and a day that was seen in part is', async () => {
	const recordedDays: RecordedDays = (_id, first, last) =>
		Array.from({length: last - first + 1}, (_, index) =>
			dropDayOf({
				day: first + index,
				liveAnswers: 100,
				dropRate: 1,
				source: 'seen',
				isWhole: first + index !== today - 2,
			}),
		);
	const rig = watching(statistics, {recordedDays});
	await rig.run(60);
	expect(datesOf(rig, 'get_all_stats')).toEqual(['2026-05-29', '2026-05-26']);
	expect(coverageOf(rig)).toMatchObject({known: 9, due: 9, partly: 0, byService: 1});
});

test('nothing is asked without a rule that has days before today', async () => {
	for (const rule of [null, complianceOf({rule: 'each-day'}), complianceOf({rule: 'last-hours'})]) {
		const rig = watching(statistics, {rule});
		await rig.run(30);
		expect(rig.of('get_all_stats')).toEqual([]);
		expect(rig.of('search_lead')).toEqual([]);
	}
});

test('what breaks is asked again later and later, and says nothing about the connection', async () => {
	const rig = watching(({type}) => (type === 'get_all_stats' ? failing('reset') : undefined));
	await rig.run(180);
	expect(rig.of('get_all_stats').length).toBeGreaterThan(2);
	expect(rig.of('get_all_stats').length).toBeLessThan(7);
	expect(rig.store.get().link.kind).toBe('live');
	expect(coverageOf(rig)).toMatchObject({known: 1, due: 9});
});

const eighth = dropDayOf({day: today - 1, liveAnswers: 400, dropRate: 2, source: 'service', isWhole: true});

test('an engine is asked first, a day at a time, and the service about what it lacks alone', async () => {
	const asked: number[] = [];
	const engineDays: EngineDays = async (ids, day) => {
		expect(ids).toEqual(['1001', '1002']);
		asked.push(day);
		// It began with the last three days of the period.
		return new Map(day < today - 3 ? [] : ids.map(id => [id, {...eighth, day, source: 'metrics' as const}]));
	};
	const rig = watching(statistics, {engineDays});
	await rig.run(240);
	expect(asked).toEqual(Array.from({length: 8}, (_, ago) => today - 1 - ago));
	expect(datesOf(rig, 'get_all_stats')).toEqual(['2026-05-29', ...[4, 5, 6, 7, 8].map(ago => dayText(today - ago))]);
	expect(coverageOf(rig)).toMatchObject({known: 9, byService: 5, byMetrics: 3});
	expect(rig.store.get().dashboards.get('1001')?.value?.period?.count).toMatchObject({
		answers: 1000 + 5 * 500 + 3 * 400,
	});
});

test('an engine that fails is left alone for ten minutes, and the service is asked instead', async () => {
	let asked = 0;
	const engineDays: EngineDays = async () => {
		asked++;
		throw new Error('busy');
	};
	const rig = watching(statistics, {engineDays});
	await rig.run(240);
	expect(asked).toBe(1);
	expect(coverageOf(rig)).toMatchObject({known: 9, byService: 8});
});
